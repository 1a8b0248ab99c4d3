//! The properties of an OpenCL device.

use opencl_sys::*;

use super::api::{Api, text};
use super::memory::Model;
use crate::backend::BackendKind;
use crate::backend::info::{
    Aspect, Attributes, DeviceInfo, DeviceType, FpConfigs, architecture, targets,
};

/// A device to query. Properties that the driver does not report count as zero.
pub struct Questions<'a> {
    /// The library.
    pub api: &'a Api,
    /// The device.
    pub device: cl_device_id,
}

impl Questions<'_> {
    fn bytes(&self, key: cl_device_info) -> Vec<u8> {
        self.api.device_bytes(self.device, key).unwrap_or_default()
    }

    /// A text.
    pub fn text(&self, key: cl_device_info) -> String {
        text(self.bytes(key))
    }

    /// A number of any size.
    pub fn number(&self, key: cl_device_info) -> u64 {
        number(&self.bytes(key))
    }

    fn small(&self, key: cl_device_info) -> u32 {
        u32::try_from(self.number(key)).unwrap_or(u32::MAX)
    }

    /// Numbers of 32 bits.
    fn words(&self, key: cl_device_info) -> Vec<u32> {
        let word = |bytes: &[u8]| number(bytes) as u32;
        self.bytes(key).chunks_exact(size_of::<u32>()).map(word).collect()
    }

    /// Numbers of 64 bits.
    fn sizes(&self, key: cl_device_info) -> Vec<u64> {
        self.bytes(key).chunks_exact(size_of::<u64>()).map(number).collect()
    }
}

/// A number in the machine's byte order, which is little-endian wherever Scythe runs.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().take(size_of::<u64>()).rev().fold(0, |all, &byte| all << 8 | u64::from(byte))
}

/// Collects the properties. `model` is how the device accesses memory.
pub fn info(ask: &Questions<'_>, model: Model) -> DeviceInfo {
    let extensions: Vec<String> =
        ask.text(CL_DEVICE_EXTENSIONS).split_whitespace().map(str::to_owned).collect();
    let takes_spirv = ask.text(CL_DEVICE_IL_VERSION).contains("SPIR-V");
    let address_bits = ask.small(CL_DEVICE_ADDRESS_BITS);
    let remark = match (takes_spirv, address_bits, model) {
        (false, ..) => Some("does not accept SPIR-V"),
        (_, bits, _) if bits != usize::BITS => {
            Some("has addresses of a different size than the host")
        }
        (.., Model::None) => Some("has no memory that pointers can address"),
        _ => None,
    };
    let max_work_group_size = ask.number(CL_DEVICE_MAX_WORK_GROUP_SIZE).max(1);
    let sub_group_sizes = sub_group_sizes(ask, &extensions);
    let smallest = sub_group_sizes.iter().copied().min().unwrap_or(1).max(1);
    let mut max_work_item_sizes = [1; 3];
    for (to, from) in
        max_work_item_sizes.iter_mut().rev().zip(ask.sizes(CL_DEVICE_MAX_WORK_ITEM_SIZES))
    {
        *to = from;
    }
    let max_num_sub_groups = match ask.small(CL_DEVICE_MAX_NUM_SUB_GROUPS) {
        0 => u32::try_from(max_work_group_size / smallest).unwrap_or(u32::MAX),
        known => known,
    };
    let attributes = attributes(ask, &extensions);
    let mut aspects = aspects(ask, &extensions, model);
    aspects.extend(attributes.aspects());
    DeviceInfo {
        name: ask.text(CL_DEVICE_NAME),
        vendor: ask.text(CL_DEVICE_VENDOR),
        vendor_id: ask.small(CL_DEVICE_VENDOR_ID),
        version: ask.text(CL_DEVICE_VERSION),
        driver_version: ask.text(CL_DRIVER_VERSION),
        device_type: device_type(ask.number(CL_DEVICE_TYPE)),
        backend: BackendKind::OpenCl,
        number: 0,
        targets: if remark.is_none() { targets::SPIRV64 } else { 0 },
        remark,
        available: ask.number(CL_DEVICE_AVAILABLE) != 0,
        compute_units: ask.small(CL_DEVICE_MAX_COMPUTE_UNITS).max(1),
        max_work_group_size,
        max_work_item_sizes,
        sub_group_sizes,
        max_num_sub_groups,
        global_mem_size: ask.number(CL_DEVICE_GLOBAL_MEM_SIZE),
        local_mem_size: ask.number(CL_DEVICE_LOCAL_MEM_SIZE),
        local_mem_type: ask.small(CL_DEVICE_LOCAL_MEM_TYPE),
        max_mem_alloc_size: ask.number(CL_DEVICE_MAX_MEM_ALLOC_SIZE),
        mem_base_addr_align: ask.small(CL_DEVICE_MEM_BASE_ADDR_ALIGN).max(8),
        address_bits,
        max_parameter_size: ask.number(CL_DEVICE_MAX_PARAMETER_SIZE),
        timer_resolution: ask.number(CL_DEVICE_PROFILING_TIMER_RESOLUTION).max(1),
        max_clock_frequency: ask.small(CL_DEVICE_MAX_CLOCK_FREQUENCY),
        cache_line_size: ask.small(CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE),
        cache_size: ask.number(CL_DEVICE_GLOBAL_MEM_CACHE_SIZE),
        cache_type: ask.small(CL_DEVICE_GLOBAL_MEM_CACHE_TYPE),
        error_correction: ask.number(CL_DEVICE_ERROR_CORRECTION_SUPPORT) != 0,
        preferred_vector_widths: [
            CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR,
            CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT,
            CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT,
            CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG,
            CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT,
            CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE,
            CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF,
        ]
        .map(|key| ask.small(key)),
        vector_widths: [
            CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR,
            CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT,
            CL_DEVICE_NATIVE_VECTOR_WIDTH_INT,
            CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG,
            CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT,
            CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE,
            CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF,
        ]
        .map(|key| ask.small(key)),
        fp_configs: FpConfigs {
            half: fp_config(ask.number(CL_DEVICE_HALF_FP_CONFIG)),
            single: fp_config(ask.number(CL_DEVICE_SINGLE_FP_CONFIG)),
            double: fp_config(ask.number(CL_DEVICE_DOUBLE_FP_CONFIG)),
        },
        aspects,
        architecture: architecture(ask, &extensions),
        attributes,
        extensions,
    }
}

fn has(extensions: &[String], name: &str) -> bool {
    extensions.iter().any(|extension| extension == name)
}

/// Queries of `cl_intel_device_attribute_query`.
const INTEL_ATTRIBUTES: &str = "cl_intel_device_attribute_query";

fn architecture(ask: &Questions<'_>, extensions: &[String]) -> u64 {
    match device_type(ask.number(CL_DEVICE_TYPE)) {
        // Drivers for processors run on the host's own processor.
        DeviceType::Cpu if cfg!(target_arch = "x86_64") => architecture::X86_64,
        DeviceType::Gpu if has(extensions, INTEL_ATTRIBUTES) => {
            match ask.number(CL_DEVICE_IP_VERSION_INTEL) {
                0 => architecture::UNKNOWN,
                version => architecture::INTEL_GPU | version,
            }
        }
        _ => architecture::UNKNOWN,
    }
}

/// The properties that extensions of OpenCL report.
fn attributes(ask: &Questions<'_>, extensions: &[String]) -> Attributes {
    let mut all = Attributes::default();
    if has(extensions, "cl_khr_device_uuid") {
        let uuid = ask.bytes(CL_DEVICE_UUID_KHR);
        if uuid.len() == CL_UUID_SIZE_KHR {
            all.set(Aspect::Uuid, uuid);
        }
    }
    if has(extensions, "cl_khr_pci_bus_info")
        && let [domain, bus, device, function] = ask.words(CL_DEVICE_PCI_BUS_INFO_KHR)[..]
    {
        let address = format!("{domain:04x}:{bus:02x}:{device:02x}.{function:x}");
        all.set(Aspect::PciAddress, address);
    }
    if !has(extensions, INTEL_ATTRIBUTES) {
        return all;
    }
    let mut add = |aspect: Aspect, value: u32| {
        if value > 0 {
            all.set(aspect, value.to_ne_bytes());
        }
    };
    let slices = ask.small(CL_DEVICE_NUM_SLICES_INTEL);
    let sub_slices = ask.small(CL_DEVICE_NUM_SUB_SLICES_PER_SLICE_INTEL);
    let units = ask.small(CL_DEVICE_NUM_EUS_PER_SUB_SLICE_INTEL);
    add(Aspect::DeviceId, ask.small(CL_DEVICE_ID_INTEL));
    add(Aspect::GpuSlices, slices);
    add(Aspect::GpuSubslicesPerSlice, sub_slices);
    add(Aspect::GpuEuCountPerSubslice, units);
    add(Aspect::GpuEuCount, slices.saturating_mul(sub_slices).saturating_mul(units));
    add(Aspect::GpuHwThreadsPerEu, ask.small(CL_DEVICE_NUM_THREADS_PER_EU_INTEL));
    all
}

fn device_type(bits: cl_device_type) -> DeviceType {
    match bits {
        _ if bits & CL_DEVICE_TYPE_CPU != 0 => DeviceType::Cpu,
        _ if bits & CL_DEVICE_TYPE_GPU != 0 => DeviceType::Gpu,
        _ if bits & CL_DEVICE_TYPE_ACCELERATOR != 0 => DeviceType::Accelerator,
        _ => DeviceType::Custom,
    }
}

fn sub_group_sizes(ask: &Questions<'_>, extensions: &[String]) -> Vec<u64> {
    let has = |name: &str| extensions.iter().any(|e| e == name);
    let sizes = if has("cl_intel_required_subgroup_size") {
        ask.sizes(CL_DEVICE_SUB_GROUP_SIZES_INTEL)
    } else {
        Vec::new()
    };
    // A device that reports none has at least the trivial one.
    if sizes.is_empty() { vec![1] } else { sizes }
}

/// OpenCL and SYCL have the same enumerators in nearly the same order.
fn fp_config(bits: cl_device_fp_config) -> u32 {
    const IN_ORDER: [cl_device_fp_config; 8] = [
        CL_FP_DENORM,
        CL_FP_INF_NAN,
        CL_FP_ROUND_TO_NEAREST,
        CL_FP_ROUND_TO_ZERO,
        CL_FP_ROUND_TO_INF,
        CL_FP_FMA,
        CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT,
        CL_FP_SOFT_FLOAT,
    ];
    IN_ORDER
        .iter()
        .enumerate()
        .filter(|(_, bit)| bits & **bit != 0)
        .fold(0, |all, (index, _)| all | 1 << index)
}

fn aspects(ask: &Questions<'_>, extensions: &[String], model: Model) -> Vec<Aspect> {
    let has = |name: &str| extensions.iter().any(|e| e == name);
    let mut aspects = vec![match device_type(ask.number(CL_DEVICE_TYPE)) {
        DeviceType::Cpu => Aspect::Cpu,
        DeviceType::Gpu => Aspect::Gpu,
        DeviceType::Accelerator => Aspect::Accelerator,
        DeviceType::Custom => Aspect::Custom,
    }];
    let mut add = |aspect: Aspect, there: bool| {
        if there {
            aspects.push(aspect);
        }
    };
    add(Aspect::Fp16, has("cl_khr_fp16"));
    add(Aspect::Fp64, has("cl_khr_fp64") || ask.number(CL_DEVICE_DOUBLE_FP_CONFIG) != 0);
    let atomics = ["cl_khr_int64_base_atomics", "cl_khr_int64_extended_atomics"];
    add(Aspect::Atomic64, atomics.into_iter().all(has));
    // As on other devices, the headers sample images that are stored in buffers.
    add(Aspect::Image, true);
    let queues = ask.number(CL_DEVICE_QUEUE_ON_HOST_PROPERTIES);
    // The driver's compiler builds SYCL's kernel bundles.
    add(Aspect::OnlineCompiler, true);
    add(Aspect::OnlineLinker, true);
    add(Aspect::QueueProfiling, queues & CL_QUEUE_PROFILING_ENABLE != 0);
    let usm = model.usm(ask);
    add(Aspect::UsmDeviceAllocations, usm.device);
    add(Aspect::UsmHostAllocations, usm.host);
    add(Aspect::UsmAtomicHostAllocations, usm.atomic_host);
    add(Aspect::UsmSharedAllocations, usm.shared);
    add(Aspect::UsmAtomicSharedAllocations, usm.atomic_shared);
    add(Aspect::UsmSystemAllocations, usm.system);
    // Parts of sub-groups exchange values by shuffles; drivers do not say which work-items reach a call
    // together.
    let shuffles = has("cl_khr_subgroup_shuffle") || has("cl_intel_subgroups");
    add(Aspect::ExtOneapiBallotGroup, shuffles);
    add(Aspect::ExtOneapiFixedSizeGroup, shuffles);
    add(Aspect::ExtOneapiFragment, shuffles);
    add(Aspect::ExtOneapiChunk, shuffles);
    add(Aspect::ExtOneapiOpportunisticGroup, true);
    add(Aspect::ExtOneapiGraph, true);
    add(Aspect::ExtOneapiLimitedGraph, true);
    aspects
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_size_that_the_driver_says() {
        assert_eq!(number(&[]), 0);
        assert_eq!(number(&7u32.to_ne_bytes()), 7);
        assert_eq!(number(&u64::MAX.to_ne_bytes()), u64::MAX);
    }

    #[test]
    fn floating_point_is_described_in_sycl_s_order() {
        assert_eq!(fp_config(CL_FP_DENORM | CL_FP_FMA), 0b10_0001);
        assert_eq!(fp_config(CL_FP_SOFT_FLOAT), 1 << 7);
        assert_eq!(fp_config(CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT), 1 << 6);
    }
}
