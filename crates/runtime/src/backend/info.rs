//! Properties of a device.

use scythe_image::facts::device_type;

use crate::backend::BackendKind;

/// `info::device_type`, with the headers' values.
#[repr(u32)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DeviceType {
    /// Processors of the host.
    #[default]
    Cpu = device_type::CPU,
    /// A graphics processor.
    Gpu = device_type::GPU,
    /// A processor for one purpose.
    Accelerator = device_type::ACCELERATOR,
    /// A device that cannot run kernels.
    Custom = device_type::CUSTOM,
}

macro_rules! aspects {
    ($($variant:ident = $name:literal,)*) => {
        /// `sycl::aspect`, in the order of the specification; those of extensions follow.
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
    DeviceId = "ext_intel_device_id",
    PciAddress = "ext_intel_pci_address",
    Uuid = "ext_intel_device_info_uuid",
    GpuEuCount = "ext_intel_gpu_eu_count",
    GpuEuSimdWidth = "ext_intel_gpu_eu_simd_width",
    GpuSlices = "ext_intel_gpu_slices",
    GpuSubslicesPerSlice = "ext_intel_gpu_subslices_per_slice",
    GpuEuCountPerSubslice = "ext_intel_gpu_eu_count_per_subslice",
    GpuHwThreadsPerEu = "ext_intel_gpu_hw_threads_per_eu",
    MaxMemBandwidth = "ext_intel_max_mem_bandwidth",
    FreeMemory = "ext_intel_free_memory",
    MemoryClockRate = "ext_intel_memory_clock_rate",
    MemoryBusWidth = "ext_intel_memory_bus_width",
    ExtOneapiBallotGroup = "ext_oneapi_ballot_group",
    ExtOneapiFixedSizeGroup = "ext_oneapi_fixed_size_group",
    ExtOneapiOpportunisticGroup = "ext_oneapi_opportunistic_group",
    ExtOneapiTangleGroup = "ext_oneapi_tangle_group",
    ExtOneapiFragment = "ext_oneapi_fragment",
    ExtOneapiChunk = "ext_oneapi_chunk",
    ExtOneapiTangle = "ext_oneapi_tangle",
    ExtOneapiGraph = "ext_oneapi_graph",
    ExtOneapiLimitedGraph = "ext_oneapi_limited_graph",
}

/// `ext::oneapi::experimental::architecture`, with the headers' values: the family in the upper half.
pub mod architecture {
    /// Unknown.
    pub const UNKNOWN: u64 = 0;
    /// An x86-64 processor.
    pub const X86_64: u64 = 1 << 32;
    /// Intel's GPUs; the lower half is the number that their drivers report.
    pub const INTEL_GPU: u64 = 2 << 32;
    /// NVIDIA's GPUs; the lower half is the compute capability, with a hexadecimal digit for each decimal
    /// digit: 0x900 for `sm_90`.
    pub const NVIDIA_GPU: u64 = 3 << 32;
}

/// Properties that only some drivers provide (`sycl_ext_intel_device_info`): the aspect of a query, and the
/// bytes of the value.
#[derive(Clone, Debug, Default)]
pub struct Attributes(Vec<(Aspect, Vec<u8>)>);

impl Attributes {
    /// Adds a value.
    pub fn set(&mut self, question: Aspect, answer: impl Into<Vec<u8>>) {
        self.0.push((question, answer.into()));
    }

    /// The value, if there is one.
    #[must_use]
    pub fn get(&self, question: Aspect) -> Option<&[u8]> {
        self.0.iter().find(|(known, _)| *known == question).map(|(_, answer)| answer.as_slice())
    }

    /// The queries with a value.
    pub fn aspects(&self) -> impl Iterator<Item = Aspect> {
        self.0.iter().map(|(known, _)| *known)
    }
}

/// The kinds of code that a device runs, with the headers' bits.
pub mod targets {
    /// Native code of the host.
    pub const CPU: u32 = 1;
    /// SPIR-V with 64-bit addresses.
    pub const SPIRV64: u32 = 2;
    /// PTX or cubins.
    pub const PTX: u32 = 4;
}

/// Sets of `info::fp_config`: bit i is enumerator i.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FpConfigs {
    /// Of `half`.
    pub half: u32,
    /// Of `float`.
    pub single: u32,
    /// Of `double`.
    pub double: u32,
}

impl FpConfigs {
    /// Denormals, infinities and NaN, all roundings, fused multiply-add, exact division and square root.
    pub const IEEE: u32 = 0b111_1111;
}

/// Facts about a device.
#[derive(Clone, Debug)]
pub struct DeviceInfo {
    /// Its name.
    pub name: String,
    /// Who made it.
    pub vendor: String,
    /// The maker's number.
    pub vendor_id: u32,
    /// The backend's version.
    pub version: String,
    /// The driver's version.
    pub driver_version: String,
    /// Its type.
    pub device_type: DeviceType,
    /// Its backend.
    pub backend: BackendKind,
    /// Its number among the devices of its backend.
    pub number: usize,
    /// The kinds of code that it runs: [`targets`].
    pub targets: u32,
    /// A remark for users about the device.
    pub remark: Option<&'static str>,
    /// Whether it can be used now.
    pub available: bool,
    /// The number of threads or processors that work in parallel.
    pub compute_units: u32,
    /// The largest work-group.
    pub max_work_group_size: u64,
    /// The largest work-group in each dimension, in SYCL's order.
    pub max_work_item_sizes: [u64; 3],
    /// The widths of sub-groups.
    pub sub_group_sizes: Vec<u64>,
    /// The largest number of sub-groups in a work-group.
    pub max_num_sub_groups: u32,
    /// Bytes of memory.
    pub global_mem_size: u64,
    /// Bytes of local memory.
    pub local_mem_size: u64,
    /// `info::local_mem_type`.
    pub local_mem_type: u32,
    /// The largest allocation, in bytes.
    pub max_mem_alloc_size: u64,
    /// The alignment of sub-buffers, in bits.
    pub mem_base_addr_align: u32,
    /// Bits of an address.
    pub address_bits: u32,
    /// Bytes of kernel arguments.
    pub max_parameter_size: u64,
    /// Nanoseconds.
    pub timer_resolution: u64,
    /// Megahertz.
    pub max_clock_frequency: u32,
    /// Bytes of a cache line.
    pub cache_line_size: u32,
    /// Bytes of cache.
    pub cache_size: u64,
    /// `info::global_mem_cache_type`.
    pub cache_type: u32,
    /// Whether memory errors are corrected.
    pub error_correction: bool,
    /// Preferred elements per vector: char, short, int, long, float, double, half.
    pub preferred_vector_widths: [u32; 7],
    /// Elements per vector.
    pub vector_widths: [u32; 7],
    /// Its floating-point properties.
    pub fp_configs: FpConfigs,
    /// Its aspects.
    pub aspects: Vec<Aspect>,
    /// The driver's extensions.
    pub extensions: Vec<String>,
    /// Its processor: [`architecture`].
    pub architecture: u64,
    /// Further properties from its driver.
    pub attributes: Attributes,
}

impl Default for DeviceInfo {
    /// The minimum for any device; backends fill in the rest.
    fn default() -> Self {
        Self {
            name: String::new(),
            vendor: String::new(),
            vendor_id: 0,
            version: String::new(),
            driver_version: String::new(),
            device_type: DeviceType::default(),
            backend: BackendKind::Cpu,
            number: 0,
            targets: 0,
            remark: None,
            available: true,
            compute_units: 1,
            max_work_group_size: 1,
            max_work_item_sizes: [1; 3],
            sub_group_sizes: Vec::new(),
            max_num_sub_groups: 1,
            global_mem_size: 0,
            local_mem_size: 0,
            local_mem_type: 0,
            max_mem_alloc_size: 0,
            // The size of the largest built-in type, a vector of sixteen longs.
            mem_base_addr_align: 16 * 64,
            address_bits: usize::BITS,
            max_parameter_size: 0,
            timer_resolution: 1,
            max_clock_frequency: 0,
            cache_line_size: 0,
            cache_size: 0,
            cache_type: 0,
            error_correction: false,
            preferred_vector_widths: [1; 7],
            vector_widths: [1; 7],
            fp_configs: FpConfigs::default(),
            aspects: Vec::new(),
            extensions: Vec::new(),
            architecture: architecture::UNKNOWN,
            attributes: Attributes::default(),
        }
    }
}

impl DeviceInfo {
    /// Its name in `SCYTHE_DEVICES` and `scythe-ls`: `cuda:0`.
    #[must_use]
    pub fn selector(&self) -> String {
        format!("{}:{}", self.backend.name(), self.number)
    }

    /// Whether the device has an aspect.
    #[must_use]
    pub fn has(&self, aspect: Aspect) -> bool {
        self.aspects.contains(&aspect)
    }
}
