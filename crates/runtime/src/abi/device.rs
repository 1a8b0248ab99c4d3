//! Platforms and devices.

use std::sync::Once;

use super::{guard, guard_value, scythe_status};
use crate::backend::info::{Aspect, DeviceInfo};
use crate::backend::{
    BackendKind, Device, PeerRequest, Platform, device_at, devices, native_count, platform_at,
    platforms, selection_error, unusable_devices,
};
use crate::core::error::{Errc, RtError};

/// A platform; lives as long as the process.
pub struct scythe_platform(());
/// A device; lives as long as the process.
pub struct scythe_device(());

/// string
pub const SCYTHE_PLATFORM_NAME: u32 = 0;
/// string
pub const SCYTHE_PLATFORM_VENDOR: u32 = 1;
/// string
pub const SCYTHE_PLATFORM_VERSION: u32 = 2;
/// u32: 1 cpu, 2 cuda, 3 opencl
pub const SCYTHE_PLATFORM_BACKEND: u32 = 3;

/// string
pub const SCYTHE_DEVICE_NAME: u32 = 0;
/// string
pub const SCYTHE_DEVICE_VENDOR: u32 = 1;
/// string
pub const SCYTHE_DEVICE_VERSION: u32 = 2;
/// string
pub const SCYTHE_DEVICE_DRIVER_VERSION: u32 = 3;
/// u32: 1 cpu, 2 gpu, 3 accelerator, 4 custom, 5 automatic, 6 host, 7 all
pub const SCYTHE_DEVICE_TYPE: u32 = 4;
/// u32
pub const SCYTHE_DEVICE_VENDOR_ID: u32 = 5;
/// u32
pub const SCYTHE_DEVICE_COMPUTE_UNITS: u32 = 6;
/// u64
pub const SCYTHE_DEVICE_MAX_WORK_GROUP_SIZE: u32 = 7;
/// u64[3], SYCL order
pub const SCYTHE_DEVICE_MAX_WORK_ITEM_SIZES: u32 = 8;
/// u32
pub const SCYTHE_DEVICE_MAX_NUM_SUB_GROUPS: u32 = 9;
/// u64[n]
pub const SCYTHE_DEVICE_SUB_GROUP_SIZES: u32 = 10;
/// u64
pub const SCYTHE_DEVICE_GLOBAL_MEM_SIZE: u32 = 11;
/// u64
pub const SCYTHE_DEVICE_LOCAL_MEM_SIZE: u32 = 12;
/// u32: 0 none, 1 local, 2 global
pub const SCYTHE_DEVICE_LOCAL_MEM_TYPE: u32 = 13;
/// u64
pub const SCYTHE_DEVICE_MAX_MEM_ALLOC_SIZE: u32 = 14;
/// u32, megahertz
pub const SCYTHE_DEVICE_MAX_CLOCK_FREQUENCY: u32 = 15;
/// u32
pub const SCYTHE_DEVICE_ADDRESS_BITS: u32 = 16;
/// u32, bits
pub const SCYTHE_DEVICE_MEM_BASE_ADDR_ALIGN: u32 = 17;
/// u32, bytes
pub const SCYTHE_DEVICE_GLOBAL_MEM_CACHE_LINE_SIZE: u32 = 18;
/// u64, bytes
pub const SCYTHE_DEVICE_GLOBAL_MEM_CACHE_SIZE: u32 = 19;
/// u32: 0 none, 1 read_only, 2 read_write
pub const SCYTHE_DEVICE_GLOBAL_MEM_CACHE_TYPE: u32 = 20;
/// u64, bytes
pub const SCYTHE_DEVICE_MAX_PARAMETER_SIZE: u32 = 21;
/// u64, nanoseconds
pub const SCYTHE_DEVICE_PROFILING_TIMER_RESOLUTION: u32 = 22;
/// u32[7]: char, short, int, long, float, double, half
pub const SCYTHE_DEVICE_PREFERRED_VECTOR_WIDTH: u32 = 23;
/// u32[7]
pub const SCYTHE_DEVICE_NATIVE_VECTOR_WIDTH: u32 = 24;
/// u32[3], sets for half, single, double: bit i is enumerator i of info::fp_config
pub const SCYTHE_DEVICE_FP_CONFIG: u32 = 25;
/// u32, 0 or 1
pub const SCYTHE_DEVICE_ERROR_CORRECTION: u32 = 26;
/// u32, 0 or 1
pub const SCYTHE_DEVICE_IS_AVAILABLE: u32 = 27;
/// u32, as SCYTHE_PLATFORM_BACKEND
pub const SCYTHE_DEVICE_BACKEND: u32 = 28;
/// u32[n], enumerators of sycl::aspect in the order of SYCL 2020
pub const SCYTHE_DEVICE_ASPECTS: u32 = 29;

/// u32, the targets that it runs code for: 1 cpu, 2 spirv64, 4 ptx
pub const SCYTHE_DEVICE_TARGETS: u32 = 30;
/// string, separated by spaces
pub const SCYTHE_DEVICE_EXTENSIONS: u32 = 31;
/// u64, an enumerator of ext::oneapi::experimental::architecture
pub const SCYTHE_DEVICE_ARCHITECTURE: u32 = 32;

/// u32; for this and all following keys, errc::feature_not_supported if the driver does not provide the value
pub const SCYTHE_DEVICE_ID: u32 = 33;
/// string
pub const SCYTHE_DEVICE_PCI_ADDRESS: u32 = 34;
/// u8[16]
pub const SCYTHE_DEVICE_UUID: u32 = 35;
/// u32
pub const SCYTHE_DEVICE_GPU_EU_COUNT: u32 = 36;
/// u32
pub const SCYTHE_DEVICE_GPU_EU_SIMD_WIDTH: u32 = 37;
/// u32
pub const SCYTHE_DEVICE_GPU_SLICES: u32 = 38;
/// u32
pub const SCYTHE_DEVICE_GPU_SUBSLICES_PER_SLICE: u32 = 39;
/// u32
pub const SCYTHE_DEVICE_GPU_EU_COUNT_PER_SUBSLICE: u32 = 40;
/// u32
pub const SCYTHE_DEVICE_GPU_HW_THREADS_PER_EU: u32 = 41;
/// u64, bytes per second
pub const SCYTHE_DEVICE_MAX_MEM_BANDWIDTH: u32 = 42;
/// u64, bytes
pub const SCYTHE_DEVICE_FREE_MEMORY: u32 = 43;
/// u32, megahertz
pub const SCYTHE_DEVICE_MEMORY_CLOCK_RATE: u32 = 44;
/// u32, bits
pub const SCYTHE_DEVICE_MEMORY_BUS_WIDTH: u32 = 45;

/// Handles are the numbers of devices and platforms plus one, so that they cannot be dangling pointers.
fn handle<T>(index: usize) -> *const T {
    std::ptr::without_provenance(index + 1)
}

fn index<T>(handle: *const T) -> Option<usize> {
    handle.addr().checked_sub(1)
}

/// The device behind a handle.
pub(crate) fn device(handle: *const scythe_device) -> Result<&'static dyn Device, RtError> {
    let found = index(handle).and_then(device_at);
    found.map(|(device, _)| device).ok_or_else(|| RtError::invalid("this is not a device"))
}

/// The number of the device behind a handle.
pub(crate) fn device_number(handle: *const scythe_device) -> Result<usize, RtError> {
    device(handle)?;
    index(handle).ok_or_else(|| RtError::invalid("this is not a device"))
}

/// The handle of a device.
pub(crate) fn device_handle(number: usize) -> *const scythe_device {
    handle(number)
}

/// The handle of a platform.
pub(crate) fn platform_handle(number: usize) -> *const scythe_platform {
    handle(number)
}

fn platform(handle: *const scythe_platform) -> Result<&'static Platform, RtError> {
    let found = index(handle).and_then(platform_at);
    found.ok_or_else(|| RtError::invalid("this is not a platform"))
}

/// If `SCYTHE_DEVICES` is invalid, lists are empty, and programs behave as on a machine without devices.
fn report_selection_error() {
    static ONCE: Once = Once::new();
    if let Some(error) = selection_error() {
        ONCE.call_once(|| eprintln!("scythe: error: {error}"));
    }
}

/// The number of platforms, after filtering by SCYTHE_DEVICES.
#[unsafe(no_mangle)]
pub extern "C" fn scythe_platform_count() -> usize {
    guard_value(0, || {
        report_selection_error();
        platforms().len()
    })
}

/// A platform; null past the end.
#[unsafe(no_mangle)]
pub extern "C" fn scythe_platform_at(index: usize) -> *const scythe_platform {
    guard_value(std::ptr::null(), || platform_at(index).map_or(std::ptr::null(), |_| handle(index)))
}

/// The number of devices, after filtering by SCYTHE_DEVICES.
#[unsafe(no_mangle)]
pub extern "C" fn scythe_device_count() -> usize {
    guard_value(0, || {
        report_selection_error();
        devices().len()
    })
}

/// How many of the first devices run native code. This call loads no drivers, so programs with native code
/// only can avoid that.
#[unsafe(no_mangle)]
pub extern "C" fn scythe_native_device_count() -> usize {
    guard_value(0, native_count)
}

/// A device; null past the end.
#[unsafe(no_mangle)]
pub extern "C" fn scythe_device_at(index: usize) -> *const scythe_device {
    guard_value(std::ptr::null(), || device_at(index).map_or(std::ptr::null(), |_| handle(index)))
}

/// The error of a device selector that rejects all devices, with a list of the available ones.
#[unsafe(no_mangle)]
pub extern "C" fn scythe_no_device() -> scythe_status {
    guard(|| {
        if let Some(error) = selection_error() {
            return Err(RtError::new(Errc::Runtime, error));
        }
        let names: Vec<&str> = devices().iter().map(|(device, _)| &*device.info().name).collect();
        let mut message = String::from("no device satisfies the device selector; ");
        match names.as_slice() {
            [] => message.push_str("no device is available"),
            names => message.push_str(&format!("available: {}", names.join(", "))),
        }
        for (device, _) in unusable_devices() {
            let info = device.info();
            let remark = info.remark.unwrap_or("runs no kernels");
            message.push_str(&format!("; {} cannot be used: it {remark}", info.name));
        }
        if let Some(filter) = crate::settings::devices() {
            message.push_str(&format!(" (SCYTHE_DEVICES={filter} is set)"));
        }
        Err(RtError::new(Errc::Runtime, message))
    })
}

/// The number of devices of a platform. Writes them to `out` unless that is null.
///
/// # Safety
/// `out` is null or writable for that many.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_platform_devices(
    platform: *const scythe_platform,
    out: *mut *const scythe_device,
) -> usize {
    guard_value(0, || {
        let Ok(own) = self::platform(platform) else { return 0 };
        // Native devices come first, and do not need drivers.
        let count = if own.backend == BackendKind::Cpu { native_count() } else { devices().len() };
        let is_own = |&place: &usize| device_at(place).is_some_and(|(_, p)| std::ptr::eq(p, own));
        let places = (0..count).filter(is_own);
        if out.is_null() {
            return places.count();
        }
        // SAFETY: `out` is writable for as many as there are.
        places.enumerate().map(|(i, place)| unsafe { out.add(i).write(handle(place)) }).count()
    })
}

/// The platform of a device; null for an invalid handle.
#[unsafe(no_mangle)]
pub extern "C" fn scythe_device_platform(device: *const scythe_device) -> *const scythe_platform {
    guard_value(std::ptr::null(), || {
        let Some((_, own)) = index(device).and_then(device_at) else {
            return std::ptr::null();
        };
        let is_it = |&place: &usize| platform_at(place).is_some_and(|p| std::ptr::eq(p, own));
        // The first ones are known without loading drivers.
        (0..).take_while(|&i| platform_at(i).is_some()).find(is_it).map_or(std::ptr::null(), handle)
    })
}

/// Whether the device has an aspect, by its number in SYCL 2020's order.
#[unsafe(no_mangle)]
pub extern "C" fn scythe_device_has(device: *const scythe_device, aspect: u32) -> bool {
    guard_value(false, || {
        let wanted = Aspect::ALL.get(aspect as usize);
        let found = index(device).and_then(device_at);
        matches!((found, wanted), (Some((device, _)), Some(&aspect)) if device.info().has(aspect))
    })
}

fn numbers(values: &[u32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_ne_bytes()).collect()
}

fn sizes(values: &[u64]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_ne_bytes()).collect()
}

fn device_value(info: &DeviceInfo, key: u32) -> Option<Vec<u8>> {
    let fp = info.fp_configs;
    Some(match key {
        SCYTHE_DEVICE_NAME => info.name.clone().into_bytes(),
        SCYTHE_DEVICE_VENDOR => info.vendor.clone().into_bytes(),
        SCYTHE_DEVICE_VERSION => info.version.clone().into_bytes(),
        SCYTHE_DEVICE_DRIVER_VERSION => info.driver_version.clone().into_bytes(),
        SCYTHE_DEVICE_TYPE => numbers(&[info.device_type as u32]),
        SCYTHE_DEVICE_VENDOR_ID => numbers(&[info.vendor_id]),
        SCYTHE_DEVICE_COMPUTE_UNITS => numbers(&[info.compute_units]),
        SCYTHE_DEVICE_MAX_WORK_GROUP_SIZE => sizes(&[info.max_work_group_size]),
        SCYTHE_DEVICE_MAX_WORK_ITEM_SIZES => sizes(&info.max_work_item_sizes),
        SCYTHE_DEVICE_MAX_NUM_SUB_GROUPS => numbers(&[info.max_num_sub_groups]),
        SCYTHE_DEVICE_SUB_GROUP_SIZES => sizes(&info.sub_group_sizes),
        SCYTHE_DEVICE_GLOBAL_MEM_SIZE => sizes(&[info.global_mem_size]),
        SCYTHE_DEVICE_LOCAL_MEM_SIZE => sizes(&[info.local_mem_size]),
        SCYTHE_DEVICE_LOCAL_MEM_TYPE => numbers(&[info.local_mem_type]),
        SCYTHE_DEVICE_MAX_MEM_ALLOC_SIZE => sizes(&[info.max_mem_alloc_size]),
        SCYTHE_DEVICE_MAX_CLOCK_FREQUENCY => numbers(&[info.max_clock_frequency]),
        SCYTHE_DEVICE_ADDRESS_BITS => numbers(&[info.address_bits]),
        SCYTHE_DEVICE_MEM_BASE_ADDR_ALIGN => numbers(&[info.mem_base_addr_align]),
        SCYTHE_DEVICE_GLOBAL_MEM_CACHE_LINE_SIZE => numbers(&[info.cache_line_size]),
        SCYTHE_DEVICE_GLOBAL_MEM_CACHE_SIZE => sizes(&[info.cache_size]),
        SCYTHE_DEVICE_GLOBAL_MEM_CACHE_TYPE => numbers(&[info.cache_type]),
        SCYTHE_DEVICE_MAX_PARAMETER_SIZE => sizes(&[info.max_parameter_size]),
        SCYTHE_DEVICE_PROFILING_TIMER_RESOLUTION => sizes(&[info.timer_resolution]),
        SCYTHE_DEVICE_PREFERRED_VECTOR_WIDTH => numbers(&info.preferred_vector_widths),
        SCYTHE_DEVICE_NATIVE_VECTOR_WIDTH => numbers(&info.vector_widths),
        SCYTHE_DEVICE_FP_CONFIG => numbers(&[fp.half, fp.single, fp.double]),
        SCYTHE_DEVICE_ERROR_CORRECTION => numbers(&[u32::from(info.error_correction)]),
        SCYTHE_DEVICE_IS_AVAILABLE => numbers(&[u32::from(info.available)]),
        SCYTHE_DEVICE_BACKEND => numbers(&[info.backend as u32]),
        SCYTHE_DEVICE_ASPECTS => {
            numbers(&info.aspects.iter().map(|&aspect| aspect as u32).collect::<Vec<_>>())
        }
        SCYTHE_DEVICE_TARGETS => numbers(&[info.targets]),
        SCYTHE_DEVICE_EXTENSIONS => info.extensions.join(" ").into_bytes(),
        SCYTHE_DEVICE_ARCHITECTURE => sizes(&[info.architecture]),
        _ => return None,
    })
}

/// The keys of properties that only some drivers provide.
const ATTRIBUTES: &[(u32, Aspect)] = &[
    (SCYTHE_DEVICE_ID, Aspect::DeviceId),
    (SCYTHE_DEVICE_PCI_ADDRESS, Aspect::PciAddress),
    (SCYTHE_DEVICE_UUID, Aspect::Uuid),
    (SCYTHE_DEVICE_GPU_EU_COUNT, Aspect::GpuEuCount),
    (SCYTHE_DEVICE_GPU_EU_SIMD_WIDTH, Aspect::GpuEuSimdWidth),
    (SCYTHE_DEVICE_GPU_SLICES, Aspect::GpuSlices),
    (SCYTHE_DEVICE_GPU_SUBSLICES_PER_SLICE, Aspect::GpuSubslicesPerSlice),
    (SCYTHE_DEVICE_GPU_EU_COUNT_PER_SUBSLICE, Aspect::GpuEuCountPerSubslice),
    (SCYTHE_DEVICE_GPU_HW_THREADS_PER_EU, Aspect::GpuHwThreadsPerEu),
    (SCYTHE_DEVICE_MAX_MEM_BANDWIDTH, Aspect::MaxMemBandwidth),
    (SCYTHE_DEVICE_FREE_MEMORY, Aspect::FreeMemory),
    (SCYTHE_DEVICE_MEMORY_CLOCK_RATE, Aspect::MemoryClockRate),
    (SCYTHE_DEVICE_MEMORY_BUS_WIDTH, Aspect::MemoryBusWidth),
];

/// A property from the device's driver; none if `key` is another one.
fn attribute(device: &dyn Device, key: u32) -> Result<Option<Vec<u8>>, RtError> {
    let Some((_, aspect)) = ATTRIBUTES.iter().find(|(known, _)| *known == key) else {
        return Ok(None);
    };
    let info = device.info();
    // This one changes all the time.
    let free = if *aspect == Aspect::FreeMemory { device.free_memory() } else { None };
    let known =
        free.map(|bytes| sizes(&[bytes])).or_else(|| info.attributes.get(*aspect).map(Vec::from));
    let missing = || {
        let message = format!("{} does not have aspect::{}", info.name, aspect.name());
        RtError::new(Errc::FeatureNotSupported, message)
    };
    known.map(Some).ok_or_else(missing)
}

fn platform_value(platform: &Platform, key: u32) -> Option<Vec<u8>> {
    Some(match key {
        SCYTHE_PLATFORM_NAME => platform.name.into(),
        SCYTHE_PLATFORM_VENDOR => platform.vendor.into(),
        SCYTHE_PLATFORM_VERSION => platform.version.into(),
        SCYTHE_PLATFORM_BACKEND => numbers(&[platform.backend as u32]),
        _ => return None,
    })
}

/// # Safety
/// `out` is writable for `capacity` bytes, `size` is writable.
pub(super) unsafe fn answer(
    value: Option<Vec<u8>>,
    key: u32,
    out: *mut u8,
    capacity: usize,
    size: *mut usize,
) -> Result<(), RtError> {
    let value = value.ok_or_else(|| RtError::invalid(format!("unknown information key {key}")))?;
    if !out.is_null() {
        // SAFETY: writable by contract; no more than fits.
        unsafe { std::ptr::copy_nonoverlapping(value.as_ptr(), out, value.len().min(capacity)) };
    }
    // SAFETY: writable by contract.
    unsafe { super::store(size, value.len()) }
}

/// Writes at most `capacity` bytes of the value, and always its full size to `*size`. Strings are UTF-8
/// without NUL, arrays consecutive elements.
///
/// # Safety
/// `out` is null or writable for `capacity` bytes; `size` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_device_info(
    device: *const scythe_device,
    key: u32,
    out: *mut std::ffi::c_void,
    capacity: usize,
    size: *mut usize,
) -> scythe_status {
    guard(|| {
        let device = self::device(device)?;
        let value = match attribute(device, key)? {
            None => device_value(device.info(), key),
            known => known,
        };
        // SAFETY: by this function's contract.
        unsafe { answer(value, key, out.cast(), capacity, size) }
    })
}

/// Requests of `scythe_device_peer`.
pub const SCYTHE_PEER_CAN_ACCESS: u32 = 0;
/// Whether atomic operations are atomic for both devices.
pub const SCYTHE_PEER_HAS_ATOMICS: u32 = 1;
/// Allows kernels of the device to use the memory of the other one.
pub const SCYTHE_PEER_ENABLE: u32 = 2;
/// Revokes that.
pub const SCYTHE_PEER_DISABLE: u32 = 3;

/// Queries or changes how kernels of a device may use the memory of another one (`SCYTHE_PEER_...`).
///
/// # Safety
/// `out` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_device_peer(
    device: *const scythe_device,
    peer: *const scythe_device,
    request: u32,
    out: *mut bool,
) -> scythe_status {
    guard(|| {
        let request = match request {
            SCYTHE_PEER_CAN_ACCESS => PeerRequest::CanAccess,
            SCYTHE_PEER_HAS_ATOMICS => PeerRequest::HasAtomics,
            SCYTHE_PEER_ENABLE => PeerRequest::Enable,
            SCYTHE_PEER_DISABLE => PeerRequest::Disable,
            _ => return Err(RtError::invalid("there is no such request about peers")),
        };
        let answer = self::device(device)?.peer(request, self::device(peer)?)?;
        // SAFETY: writable by contract.
        unsafe { super::store(out, answer) }
    })
}

/// The same for platforms.
///
/// # Safety
/// `out` is null or writable for `capacity` bytes; `size` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_platform_info(
    platform: *const scythe_platform,
    key: u32,
    out: *mut std::ffi::c_void,
    capacity: usize,
    size: *mut usize,
) -> scythe_status {
    guard(|| {
        let value = platform_value(self::platform(platform)?, key);
        // SAFETY: by this function's contract.
        unsafe { answer(value, key, out.cast(), capacity, size) }
    })
}
