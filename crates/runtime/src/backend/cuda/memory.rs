//! The memory of CUDA devices: addresses mean the same on the host and on all devices.

use std::ffi::c_void;

use super::api::{Address, Object};
use super::context::Context;
use super::error::{Failure, OUT_OF_MEMORY};
use super::pool;
use crate::core::error::{Errc, RtError};
use crate::core::memory::{DeviceAllocation, Memory};
use crate::core::scratch;
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
        let mut free = free_bytes(context)?;
        if size as u64 > free && release_unused(context) {
            free = free_bytes(context)?;
        }
        if size as u64 > free {
            return Err(RtError::new(
                Errc::MemoryAllocation,
                format!(
                    "cannot allocate {bytes} bytes for {what}: the device has {free} bytes free"
                ),
            ));
        }
    }
    let base = from_driver(context, kind, size)
        .map_err(|failure| refused(context, failure, bytes, what))?;
    let start = if padding == 0 { base } else { base.next_multiple_of(align as Address) };
    let owner = if kind == Kind::Host { Owner::HostMemory } else { Owner::DeviceMemory };
    Ok(Memory::Device(Box::new(Owned { context, base, start, owner })))
}

/// Has the driver allocate memory. Where it has none, the runtime gives back what it keeps and asks again.
fn from_driver(context: &'static Context, kind: Kind, size: usize) -> Result<Address, Failure> {
    let api = context.api;
    let allocate = || {
        let (mut device, mut host) = (0, std::ptr::null_mut());
        // SAFETY: the context is current; there is room for the addresses.
        unsafe {
            match kind {
                Kind::Device => api.cuMemAlloc(&raw mut device, size)?,
                Kind::Shared => api.cuMemAllocManaged(&raw mut device, size, GLOBAL)?,
                Kind::Host => api.cuMemHostAlloc(&raw mut host, size, PORTABLE_AND_MAPPED)?,
            }
        }
        Ok(if kind == Kind::Host { host.addr() as Address } else { device })
    };
    match allocate() {
        Err(Failure { code: OUT_OF_MEMORY, .. }) if release_unused(context) => allocate(),
        result => result,
    }
}

/// Gives memory back to the driver that the runtime only keeps; whether there was some. The caller has entered the
/// context.
fn release_unused(context: &'static Context) -> bool {
    let blocks = context.pool.take_all();
    let any = scratch::release_unused();
    for &block in &blocks {
        // SAFETY: allocated in this context, and nobody else has it. There is nobody to tell when this fails.
        let _ = unsafe { context.api.cuMemFree(block) };
    }
    any || !blocks.is_empty()
}

/// Memory for a buffer that another one had before, if there is some; the driver is not called.
pub fn from_pool(context: &'static Context, bytes: usize, align: usize) -> Option<Memory> {
    // A broken context, or an end of the program, is found by who uses the buffer.
    let size = pool::size_of_block(bytes).filter(|_| align <= ALIGN)?;
    let start = context.pool.take(size)?;
    let owner = Owner::Pool(size);
    Some(Memory::Device(Box::new(Owned { context, base: start, start, owner })))
}

/// Memory for a buffer, which is kept when the buffer is gone. The caller has entered the context.
///
/// # Errors
/// When there is not that much.
pub fn allocate_for_pool(
    context: &'static Context,
    bytes: usize,
    align: usize,
) -> Result<Memory, RtError> {
    const WHAT: &str = "a buffer";
    let Some(size) = pool::size_of_block(bytes).filter(|_| align <= ALIGN) else {
        return allocate(context, Kind::Device, bytes, align, WHAT);
    };
    let start = from_driver(context, Kind::Device, size)
        .map_err(|failure| refused(context, failure, bytes, WHAT))?;
    let owner = Owner::Pool(size);
    Ok(Memory::Device(Box::new(Owned { context, base: start, start, owner })))
}

fn refused(context: &'static Context, failure: Failure, bytes: usize, what: &str) -> RtError {
    let error = context.error(failure);
    if failure.code != OUT_OF_MEMORY {
        return error;
    }
    let message = format!("cannot allocate {bytes} bytes for {what}: {}", error.message);
    RtError::new(Errc::MemoryAllocation, message)
}

/// `CU_POINTER_ATTRIBUTE_MEMORY_TYPE`
const MEMORY_TYPE: i32 = 2;
/// `CU_MEMORYTYPE_HOST`
const HOST: i32 = 1;

/// What the driver says that memory is (`CUmemorytype`); none where it knows nothing of it. The caller has entered the
/// context.
pub fn kind(context: &'static Context, address: Address) -> Option<i32> {
    let mut kind = 0i32;
    // Asked for several attributes at once, the driver leaves them alone where it does not know the memory; asked
    // for one, it reports an error, which tools that watch its calls show.
    let (keys, out) = ([MEMORY_TYPE], [(&raw mut kind).cast::<c_void>()]);
    // SAFETY: there is room for the answer; the address is not followed.
    let known =
        unsafe { context.api.cuPointerGetAttributes(1, keys.as_ptr(), out.as_ptr(), address) };
    known.ok().map(|()| kind).filter(|&kind| kind != 0)
}

/// Whether the host has it, as far as the driver knows. The caller has entered the context.
pub fn may_be_host_memory(context: &'static Context, address: Address) -> bool {
    kind(context, address).is_none_or(|kind| kind == HOST)
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
    owner: Owner,
}

/// Who gets memory back.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    /// The driver, which has it on the device or in both places.
    DeviceMemory,
    /// The driver, which has it on the host.
    HostMemory,
    /// The pool, as a block of that size.
    Pool(usize),
}

impl DeviceAllocation for Owned {
    fn start(&self) -> *mut u8 {
        std::ptr::with_exposed_provenance_mut(self.start as usize)
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        if let Owner::Pool(size) = self.owner
            && self.context.pool.keep(size, self.base)
        {
            return;
        }
        // The driver takes itself apart when the program ends, and its memory with it.
        let Some(_permit) = self.context.enter_to_clean_up() else { return };
        let api = self.context.api;
        // SAFETY: allocated in this context, and given back once. Commands that use it are complete: they hold on to
        // buffers, and a program frees what it has done with. There is nobody to tell when this fails.
        let _ = unsafe {
            if self.owner == Owner::HostMemory {
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
