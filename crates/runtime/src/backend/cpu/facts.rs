//! Information from the operating system about the processor.

use std::fs::read_to_string;

use crate::backend::BackendKind;
use crate::backend::info::{Aspect, DeviceInfo, DeviceType, FpConfigs, architecture, targets};

/// Work-items of a group run one after the other, so there is no natural limit.
const MAX_WORK_GROUP_SIZE: u64 = 8192;

/// The sizes of sub-groups that the compiler supports.
const SUB_GROUP_SIZES: &[u64] = &[4, 8, 16, 32];

/// Collects the properties; unknown ones get a plausible value.
pub fn info(threads: usize) -> DeviceInfo {
    let cpuinfo = read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        cpuinfo.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            (key.trim() == name).then(|| value.trim().to_owned())
        })
    };
    let memory = memory_line("MemTotal").unwrap_or(1 << 30);
    let vector = vector_bytes();
    let widths = [1, 2, 4, 8, 4, 8, 2].map(|size| vector / size);
    let clock = field("cpu MHz").and_then(|mhz| mhz.parse::<f64>().ok()).unwrap_or(1000.0);
    DeviceInfo {
        name: field("model name").unwrap_or_else(|| format!("{} CPU", std::env::consts::ARCH)),
        vendor: field("vendor_id").unwrap_or_else(|| "unknown".to_owned()),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        driver_version: env!("CARGO_PKG_VERSION").to_owned(),
        device_type: DeviceType::Cpu,
        backend: BackendKind::Cpu,
        targets: targets::CPU,
        compute_units: u32::try_from(threads).unwrap_or(u32::MAX),
        max_work_group_size: MAX_WORK_GROUP_SIZE,
        max_work_item_sizes: [MAX_WORK_GROUP_SIZE; 3],
        sub_group_sizes: SUB_GROUP_SIZES.to_vec(),
        max_num_sub_groups: (MAX_WORK_GROUP_SIZE / SUB_GROUP_SIZES[0]) as u32,
        global_mem_size: memory,
        // Part of ordinary memory; SYCL requires at least 32 KiB.
        local_mem_size: 256 << 10,
        local_mem_type: 2,
        max_mem_alloc_size: memory,
        max_clock_frequency: clock as u32,
        cache_line_size: cache("coherency_line_size").and_then(|s| s.parse().ok()).unwrap_or(64),
        cache_size: cache("size").and_then(|s| with_unit(&s)).unwrap_or(1 << 20),
        cache_type: 2,
        max_parameter_size: 1 << 20,
        preferred_vector_widths: widths,
        vector_widths: widths,
        fp_configs: FpConfigs {
            half: FpConfigs::IEEE,
            single: FpConfigs::IEEE,
            double: FpConfigs::IEEE,
        },
        architecture: if cfg!(target_arch = "x86_64") {
            architecture::X86_64
        } else {
            architecture::UNKNOWN
        },
        aspects: vec![
            Aspect::Cpu,
            Aspect::HostDebuggable,
            Aspect::Fp16,
            Aspect::Fp64,
            Aspect::Atomic64,
            Aspect::Image,
            Aspect::OnlineCompiler,
            Aspect::OnlineLinker,
            Aspect::QueueProfiling,
            Aspect::UsmDeviceAllocations,
            Aspect::UsmHostAllocations,
            Aspect::UsmAtomicHostAllocations,
            Aspect::UsmSharedAllocations,
            Aspect::UsmAtomicSharedAllocations,
            Aspect::UsmSystemAllocations,
            Aspect::FreeMemory,
            Aspect::ExtOneapiBallotGroup,
            Aspect::ExtOneapiFixedSizeGroup,
            Aspect::ExtOneapiOpportunisticGroup,
            Aspect::ExtOneapiTangleGroup,
            Aspect::ExtOneapiFragment,
            Aspect::ExtOneapiChunk,
            Aspect::ExtOneapiTangle,
            Aspect::ExtOneapiGraph,
            Aspect::ExtOneapiLimitedGraph,
        ],
        ..DeviceInfo::default()
    }
}

/// Bytes of memory that are available without swapping.
pub fn free_memory() -> Option<u64> {
    memory_line("MemAvailable")
}

/// A line of the operating system's information about memory, in bytes.
fn memory_line(name: &str) -> Option<u64> {
    memory_bytes(&read_to_string("/proc/meminfo").ok()?, name)
}

fn memory_bytes(meminfo: &str, name: &str) -> Option<u64> {
    meminfo.lines().find_map(|line| {
        let value = line.strip_prefix(name)?.strip_prefix(':')?.trim().strip_suffix("kB")?;
        value.trim().parse().ok().map(|kilobytes: u64| kilobytes * 1024)
    })
}

/// A property of the last level of cache.
fn cache(fact: &str) -> Option<String> {
    let level = |index: u32| {
        read_to_string(format!("/sys/devices/system/cpu/cpu0/cache/index{index}/{fact}")).ok()
    };
    (0..8).rev().find_map(level).map(|text| text.trim().to_owned())
}

/// `512K`, `32M`
fn with_unit(text: &str) -> Option<u64> {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let unit = match text[digits.len()..].trim() {
        "K" => 1 << 10,
        "M" => 1 << 20,
        "G" => 1 << 30,
        _ => 1,
    };
    digits.parse::<u64>().ok().map(|number| number * unit)
}

fn vector_bytes() -> u32 {
    #[cfg(target_arch = "x86_64")]
    {
        if std::arch::is_x86_feature_detected!("avx512f") {
            return 64;
        }
        if std::arch::is_x86_feature_detected!("avx") {
            return 32;
        }
    }
    16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_with_units() {
        assert_eq!(with_unit("512K"), Some(512 << 10));
        assert_eq!(with_unit("32M"), Some(32 << 20));
        assert_eq!(with_unit("100"), Some(100));
        assert_eq!(with_unit("lots"), None);
    }

    #[test]
    fn memory_is_read_from_the_right_line() {
        let text = "MemFree: 1 kB\nMemTotal:   2048 kB\n";
        assert_eq!(memory_bytes(text, "MemTotal"), Some(2048 * 1024));
        assert_eq!(memory_bytes(text, "Mem"), None);
    }

    #[test]
    fn every_fact_has_a_value() {
        let info = info(3);
        assert_eq!(info.compute_units, 3);
        assert!(!info.name.is_empty() && info.global_mem_size > 0 && info.cache_line_size > 0);
    }
}
