//! Information from the driver about a device.

use std::ffi::{CStr, c_char};

use super::api::{Api, DeviceId};
use super::versions::Capability;
use crate::backend::BackendKind;
use crate::backend::info::{
    Aspect, Attributes, DeviceInfo, DeviceType, FpConfigs, architecture, targets,
};

/// NVIDIA's PCI vendor id.
const NVIDIA: u32 = 0x10de;
/// The oldest devices that current compilers support.
const OLDEST: Capability = Capability { major: 5, minor: 0 };

/// Attributes of devices (`CUdevice_attribute`).
mod attribute {
    pub const MAX_THREADS_PER_BLOCK: i32 = 1;
    pub const MAX_BLOCK_DIM: [i32; 3] = [2, 3, 4];
    pub const MAX_SHARED_BYTES: i32 = 8;
    pub const WARP_SIZE: i32 = 10;
    pub const CLOCK_KILOHERTZ: i32 = 13;
    pub const MULTIPROCESSORS: i32 = 16;
    pub const COMPUTE_MODE: i32 = 20;
    pub const ECC: i32 = 32;
    pub const PCI_BUS: i32 = 33;
    pub const PCI_DEVICE: i32 = 34;
    pub const MEMORY_CLOCK_KILOHERTZ: i32 = 36;
    pub const MEMORY_BUS_BITS: i32 = 37;
    pub const L2_BYTES: i32 = 38;
    pub const UNIFIED_ADDRESSING: i32 = 41;
    pub const PCI_DOMAIN: i32 = 50;
    pub const CAPABILITY_MAJOR: i32 = 75;
    pub const CAPABILITY_MINOR: i32 = 76;
    pub const MANAGED_MEMORY: i32 = 83;
    pub const HOST_NATIVE_ATOMICS: i32 = 86;
    pub const PAGEABLE_MEMORY_ACCESS: i32 = 88;
    pub const CONCURRENT_MANAGED_ACCESS: i32 = 89;
    pub const MAX_SHARED_BYTES_OPT_IN: i32 = 97;
}

/// A device to query. Properties that the driver does not report count as zero.
pub struct Questions<'a> {
    /// The library.
    pub api: &'a Api,
    /// The device.
    pub device: DeviceId,
}

impl Questions<'_> {
    fn number(&self, key: i32) -> u32 {
        let mut value = 0;
        // SAFETY: the device is one of the driver's; the output has space for the value.
        let answer = unsafe { self.api.cuDeviceGetAttribute(&raw mut value, key, self.device) };
        answer.ok().and_then(|()| u32::try_from(value).ok()).unwrap_or(0)
    }

    fn has(&self, key: i32) -> bool {
        self.number(key) != 0
    }

    fn name(&self) -> String {
        const ROOM: usize = 256;
        let mut name = [0 as c_char; ROOM];
        // SAFETY: the output has as many bytes as stated; the name ends with NUL.
        let answer =
            unsafe { self.api.cuDeviceGetName(name.as_mut_ptr(), ROOM as i32 - 1, self.device) };
        if answer.is_err() {
            return "NVIDIA GPU".to_owned();
        }
        // SAFETY: the last byte is always NUL.
        unsafe { CStr::from_ptr(name.as_ptr()) }.to_string_lossy().into_owned()
    }

    fn memory(&self) -> u64 {
        let mut bytes = 0usize;
        // SAFETY: the device is one of the driver's; the output has space for the size.
        let answer = unsafe { self.api.cuDeviceTotalMem(&raw mut bytes, self.device) };
        answer.map_or(0, |()| bytes as u64)
    }

    /// The compute capability.
    pub fn capability(&self) -> Capability {
        Capability {
            major: self.number(attribute::CAPABILITY_MAJOR),
            minor: self.number(attribute::CAPABILITY_MINOR),
        }
    }
}

/// The driver's version of CUDA: 13.0.
pub fn version(api: &Api) -> String {
    let mut version = 0;
    // SAFETY: the output has space for the number.
    let answer = unsafe { api.cuDriverGetVersion(&raw mut version) };
    match answer {
        Ok(()) => format!("CUDA {}.{}", version / 1000, version % 1000 / 10),
        Err(_) => "CUDA".to_owned(),
    }
}

/// The driver's own version, which only its kernel module reports; otherwise that of CUDA.
fn driver_version(api: &Api) -> String {
    let text = std::fs::read_to_string("/sys/module/nvidia/version").unwrap_or_default();
    match text.trim() {
        "" => version(api),
        text => text.to_owned(),
    }
}

/// Collects the properties.
pub fn info(ask: &Questions<'_>, number: usize) -> DeviceInfo {
    let capability = ask.capability();
    let Capability { major, minor } = capability;
    let remark = if !ask.has(attribute::UNIFIED_ADDRESSING) || capability < OLDEST {
        Some("is too old")
    } else if ask.number(attribute::COMPUTE_MODE) == 2 {
        Some("does not admit programs (compute mode \"prohibited\")")
    } else {
        None
    };
    let memory = ask.memory();
    let max_work_group_size = u64::from(ask.number(attribute::MAX_THREADS_PER_BLOCK).max(1));
    let warp = u64::from(ask.number(attribute::WARP_SIZE).max(1));
    let [x, y, z] = attribute::MAX_BLOCK_DIM.map(|key| u64::from(ask.number(key).max(1)));
    let shared = ask.number(attribute::MAX_SHARED_BYTES);
    let attributes = attributes(ask);
    let mut aspects = aspects(ask, capability);
    aspects.extend(attributes.aspects());
    DeviceInfo {
        name: ask.name(),
        vendor: "NVIDIA Corporation".to_owned(),
        vendor_id: NVIDIA,
        version: format!("sm_{major}{minor}"),
        driver_version: driver_version(ask.api),
        device_type: DeviceType::Gpu,
        backend: BackendKind::Cuda,
        number,
        targets: if remark.is_none() { targets::PTX } else { 0 },
        remark,
        available: remark.is_none(),
        compute_units: ask.number(attribute::MULTIPROCESSORS).max(1),
        max_work_group_size,
        // SYCL's last dimension is CUDA's first.
        max_work_item_sizes: [z, y, x],
        sub_group_sizes: vec![warp],
        max_num_sub_groups: u32::try_from(max_work_group_size / warp).unwrap_or(u32::MAX).max(1),
        global_mem_size: memory,
        local_mem_size: u64::from(ask.number(attribute::MAX_SHARED_BYTES_OPT_IN).max(shared)),
        // Memory of its own.
        local_mem_type: 1,
        max_mem_alloc_size: memory,
        // Devices load up to 16 bytes at once; CUDA aligns memory to 256.
        mem_base_addr_align: 256 * 8,
        // The limit of all devices; newer ones have a larger one.
        max_parameter_size: 4096,
        timer_resolution: 1000,
        max_clock_frequency: ask.number(attribute::CLOCK_KILOHERTZ) / 1000,
        cache_line_size: 128,
        cache_size: u64::from(ask.number(attribute::L2_BYTES)),
        // Read and written.
        cache_type: 2,
        error_correction: ask.has(attribute::ECC),
        preferred_vector_widths: [4, 2, 1, 1, 1, 1, 2],
        vector_widths: [4, 2, 1, 1, 1, 1, 2],
        fp_configs: FpConfigs {
            half: if has_half(capability) { FpConfigs::IEEE & !(1 << 6) } else { 0 },
            single: FpConfigs::IEEE,
            double: FpConfigs::IEEE,
        },
        aspects,
        architecture: architecture::NVIDIA_GPU | architecture_number(capability),
        attributes,
        ..DeviceInfo::default()
    }
}

/// The number of an architecture in the headers: the digits of `sm_90`, hexadecimal, and one for a letter
/// after them.
fn architecture_number(Capability { major, minor }: Capability) -> u64 {
    let digit = |number: u32| u64::from(number);
    digit(major / 10) << 12 | digit(major % 10) << 8 | digit(minor) << 4
}

fn has_half(capability: Capability) -> bool {
    capability >= Capability { major: 5, minor: 3 }
}

fn aspects(ask: &Questions<'_>, capability: Capability) -> Vec<Aspect> {
    let mut aspects = vec![Aspect::Gpu];
    let mut add = |aspect: Aspect, there: bool| {
        if there {
            aspects.push(aspect);
        }
    };
    add(Aspect::Fp16, has_half(capability));
    add(Aspect::Fp64, true);
    add(Aspect::Atomic64, true);
    // As on other devices, the headers sample images that are stored in buffers.
    add(Aspect::Image, true);
    add(Aspect::QueueProfiling, true);
    // The driver compiles PTX, and kernels that are linked with the program need no linker.
    add(Aspect::OnlineCompiler, true);
    add(Aspect::OnlineLinker, true);
    add(Aspect::UsmDeviceAllocations, true);
    add(Aspect::UsmHostAllocations, true);
    add(Aspect::UsmAtomicHostAllocations, ask.has(attribute::HOST_NATIVE_ATOMICS));
    let managed = ask.has(attribute::MANAGED_MEMORY);
    add(Aspect::UsmSharedAllocations, managed);
    // Atomic operations of the device are atomic for the host only if the two share a coherent bus.
    let concurrent = managed && ask.has(attribute::CONCURRENT_MANAGED_ACCESS);
    let coherent = concurrent && ask.has(attribute::HOST_NATIVE_ATOMICS);
    add(Aspect::UsmAtomicSharedAllocations, coherent);
    add(Aspect::UsmSystemAllocations, ask.has(attribute::PAGEABLE_MEMORY_ACCESS));
    add(Aspect::FreeMemory, true);
    // Parts of sub-groups exchange values by shuffles. Which work-items reach a call together is known since
    // sm_70.
    add(Aspect::ExtOneapiBallotGroup, true);
    add(Aspect::ExtOneapiFixedSizeGroup, true);
    add(Aspect::ExtOneapiFragment, true);
    add(Aspect::ExtOneapiChunk, true);
    add(Aspect::ExtOneapiOpportunisticGroup, true);
    add(Aspect::ExtOneapiTangleGroup, true);
    add(Aspect::ExtOneapiTangle, true);
    add(Aspect::ExtOneapiGraph, true);
    add(Aspect::ExtOneapiLimitedGraph, true);
    aspects
}

/// The properties beyond those of SYCL.
fn attributes(ask: &Questions<'_>) -> Attributes {
    let mut all = Attributes::default();
    let mut uuid = [0u8; 16];
    // SAFETY: the device is one of the driver's; the output has space for the bytes.
    if unsafe { ask.api.cuDeviceGetUuid(&raw mut uuid, ask.device) }.is_ok() {
        all.set(Aspect::Uuid, uuid);
    }
    let pci = [attribute::PCI_DOMAIN, attribute::PCI_BUS, attribute::PCI_DEVICE];
    let [domain, bus, device] = pci.map(|key| ask.number(key));
    all.set(Aspect::PciAddress, format!("{domain:04x}:{bus:02x}:{device:02x}.0"));
    let mut add = |aspect: Aspect, value: u32| {
        if value > 0 {
            all.set(aspect, value.to_ne_bytes());
        }
    };
    let clock = ask.number(attribute::MEMORY_CLOCK_KILOHERTZ);
    let bus = ask.number(attribute::MEMORY_BUS_BITS);
    add(Aspect::MemoryClockRate, clock / 1000);
    add(Aspect::MemoryBusWidth, bus);
    // Two transfers per period.
    let bandwidth = 2 * u64::from(clock) * 1000 * u64::from(bus / 8);
    if bandwidth > 0 {
        all.set(Aspect::MaxMemBandwidth, bandwidth.to_ne_bytes());
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn architectures_have_the_numbers_of_the_headers() {
        let number = |major, minor| architecture_number(Capability { major, minor });
        assert_eq!(number(5, 3), 0x530);
        assert_eq!(number(9, 0), 0x900);
        assert_eq!(number(10, 3), 0x1030);
        assert_eq!(number(12, 1), 0x1210);
    }
}
