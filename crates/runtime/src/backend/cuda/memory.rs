//! The memory of CUDA devices: addresses mean the same on the host and on all devices.

use super::api::{Address, Object};
use super::context::Context;
use super::error::{Failure, OUT_OF_MEMORY};
use crate::core::error::{Errc, RtError};
use crate::core::memory::{DeviceAllocation, Memory};
use crate::core::usm::Kind;
use crate::core::work::MemoryHint;

/// What the driver aligns device memory to.
const ALIGN: usize = 256;
/// The host's memory can be used by all devices, by the same address (`CU_MEMHOSTALLOC_PORTABLE`, `_DEVICEMAP`).
const PORTABLE_AND_MAPPED: u32 = 1 | 2;
/// Managed memory can be used by all streams (`CU_MEM_ATTACH_GLOBAL`).
const GLOBAL: u32 = 1;

/// Allocates memory. The caller has entered the context.
///
/// # Errors
/// When there is no such memory.
pub fn allocate_zeroed(
    context: &'static Context,
    bytes: usize,
    align: usize,
    what: &str,
) -> Result<Memory, RtError> {
    let memory = allocate(context, Kind::Device, bytes, align, what)?;
    let start = memory.start().expose_provenance() as Address;
    let stream = std::ptr::null_mut();
    // SAFETY: the context is current, and the memory is of that many bytes, which nobody else knows yet.
    let done = unsafe {
        context
            .api
            .cuMemsetD8Async(start, 0, bytes, stream)
            .and_then(|()| context.api.cuStreamSynchronize(stream))
    };
    done.map_err(|failure| context.error(failure))?;
    Ok(memory)
}

/// Memory for the program, or for the runtime. The caller has entered the context.
///
/// # Errors
/// When there is none of that kind, or not that much.
pub fn allocate(
    context: &'static Context,
    kind: Kind,
    bytes: usize,
    align: usize,
    what: &str,
) -> Result<Memory, RtError> {
    let padding = if align > ALIGN { align } else { 0 };
    let size = bytes
        .max(1)
        .checked_add(padding)
        .filter(|&size| size <= isize::MAX as usize)
        .ok_or_else(|| RtError::out_of_memory(bytes, what))?;
    if kind == Kind::Shared {
        // The driver would make room by moving other memory out, again and again while kernels run.
        let free = free_bytes(context)?;
        if size as u64 > free {
            return Err(RtError::new(
                Errc::MemoryAllocation,
                format!(
                    "cannot allocate {bytes} bytes for {what}: the device has {free} bytes free"
                ),
            ));
        }
    }
    let (api, mut device, mut host) = (context.api, 0, std::ptr::null_mut());
    // SAFETY: the context is current; there is room for the addresses.
    let allocated = unsafe {
        match kind {
            Kind::Device => api.cuMemAlloc(&raw mut device, size),
            Kind::Shared => api.cuMemAllocManaged(&raw mut device, size, GLOBAL),
            Kind::Host => api.cuMemHostAlloc(&raw mut host, size, PORTABLE_AND_MAPPED),
        }
    };
    allocated.map_err(|failure| refused(context, failure, bytes, what))?;
    let base = if kind == Kind::Host { host.addr() as Address } else { device };
    let start = if padding == 0 { base } else { base.next_multiple_of(align as Address) };
    Ok(Memory::Device(Box::new(Owned { context, base, start, is_host: kind == Kind::Host })))
}

fn refused(context: &'static Context, failure: Failure, bytes: usize, what: &str) -> RtError {
    let error = context.error(failure);
    if failure.code != OUT_OF_MEMORY {
        return error;
    }
    let message = format!("cannot allocate {bytes} bytes for {what}: {}", error.message);
    RtError::new(Errc::MemoryAllocation, message)
}

/// Bytes of the device's memory that nobody uses. The caller has entered the context.
///
/// # Errors
/// When the driver does not say.
pub fn free_bytes(context: &'static Context) -> Result<u64, RtError> {
    let (mut free, mut total) = (0usize, 0usize);
    // SAFETY: the context is current; there is room for the sizes.
    unsafe { context.api.cuMemGetInfo(&raw mut free, &raw mut total) }
        .map_err(|failure| context.error(failure))?;
    Ok(free as u64)
}

/// Memory that the driver allocated.
struct Owned {
    context: &'static Context,
    /// What the driver knows it by.
    base: Address,
    start: Address,
    is_host: bool,
}

impl DeviceAllocation for Owned {
    fn start(&self) -> *mut u8 {
        std::ptr::with_exposed_provenance_mut(self.start as usize)
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        // The driver takes itself apart when the program ends, and its memory with it.
        let Some(_permit) = self.context.enter_to_clean_up() else { return };
        let api = self.context.api;
        // SAFETY: allocated in this context, and given back once. Commands that use it are complete: they hold on to
        // buffers, and a program frees what it has done with. There is nobody to tell when this fails.
        let _ = unsafe {
            if self.is_host {
                api.cuMemFreeHost(std::ptr::with_exposed_provenance_mut(self.base as usize))
            } else {
                api.cuMemFree(self.base)
            }
        };
    }
}

/// The advice that `mem_advise` takes: the driver's numbers (`CU_MEM_ADVISE_SET_READ_MOSTLY` and those after it).
const ADVICE: std::ops::RangeInclusive<i32> = 1..=6;
/// What undoes all of it: nothing is read mostly, has a preferred location, or is accessed by a device.
const RESET: [i32; 3] = [2, 4, 6];

/// Passes a hint to the driver. It is no error where the driver cannot make anything of it.
pub fn hint(context: &'static Context, stream: Object, hint: MemoryHint) {
    let MemoryHint { start, bytes, advice } = hint;
    let (api, device, start) = (context.api, context.device, start.addr() as Address);
    // Hints are about managed memory; the driver refuses others.
    // SAFETY: the context is current, the stream is live; a hint changes no contents.
    let tell = |advice| _ = unsafe { api.cuMemAdvise(start, bytes, advice, device) };
    match advice {
        // SAFETY: as above.
        None => _ = unsafe { api.cuMemPrefetchAsync(start, bytes, device, stream) },
        Some(0) => RESET.into_iter().for_each(tell),
        Some(advice) if ADVICE.contains(&advice) => tell(advice),
        Some(_) => {}
    }
}
