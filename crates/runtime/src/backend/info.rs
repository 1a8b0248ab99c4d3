//! What there is to know about a device.

use crate::backend::BackendKind;

/// `info::device_type`, with the headers' values.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceType {
    /// Processors of the host.
    Cpu = 1,
}

macro_rules! aspects {
    ($($variant:ident = $name:literal,)*) => {
        /// `sycl::aspect`, in the order of the specification.
        #[repr(u32)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs)]
        pub enum Aspect { $($variant,)* }

        impl Aspect {
            /// All aspects.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The name in the specification.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }
    };
}

aspects! {
    Cpu = "cpu",
    Gpu = "gpu",
    Accelerator = "accelerator",
    Custom = "custom",
    Emulated = "emulated",
    HostDebuggable = "host_debuggable",
    Fp16 = "fp16",
    Fp64 = "fp64",
    Atomic64 = "atomic64",
    Image = "image",
    OnlineCompiler = "online_compiler",
    OnlineLinker = "online_linker",
    QueueProfiling = "queue_profiling",
    UsmDeviceAllocations = "usm_device_allocations",
    UsmHostAllocations = "usm_host_allocations",
    UsmAtomicHostAllocations = "usm_atomic_host_allocations",
    UsmSharedAllocations = "usm_shared_allocations",
    UsmAtomicSharedAllocations = "usm_atomic_shared_allocations",
    UsmSystemAllocations = "usm_system_allocations",
}

/// Facts about a device.
#[derive(Clone, Debug)]
pub struct DeviceInfo {
    /// Its name.
    pub name: String,
    /// Who made it.
    pub vendor: String,
    /// The backend's version.
    pub version: String,
    /// The driver's version.
    pub driver_version: String,
    /// What it is.
    pub device_type: DeviceType,
    /// Its backend.
    pub backend: BackendKind,
    /// Threads or processors that work at the same time.
    pub compute_units: u32,
    /// The largest work-group.
    pub max_work_group_size: u64,
    /// The widths of sub-groups.
    pub sub_group_sizes: Vec<u64>,
    /// Bytes of memory.
    pub global_mem_size: u64,
    /// Bytes of local memory.
    pub local_mem_size: u64,
    /// The largest allocation, in bytes.
    pub max_mem_alloc_size: u64,
    /// Megahertz.
    pub max_clock_frequency: u32,
    /// Bytes of a cache line.
    pub cache_line_size: u32,
    /// Bytes of cache.
    pub cache_size: u64,
    /// Elements per vector: char, short, int, long, float, double, half.
    pub vector_widths: [u32; 7],
    /// What it can do.
    pub aspects: Vec<Aspect>,
}

impl DeviceInfo {
    /// Whether the device has an aspect.
    #[must_use]
    pub fn has(&self, aspect: Aspect) -> bool {
        self.aspects.contains(&aspect)
    }
}
