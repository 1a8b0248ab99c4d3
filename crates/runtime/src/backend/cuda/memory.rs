//! The memory of CUDA devices: an address is valid on the host and on all devices.

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

/// The driver's alignment of device memory.
const ALIGN: usize = 256;
/// Host memory that all devices can use, under the same address (`CU_MEMHOSTALLOC_PORTABLE`, `_DEVICEMAP`).
const PORTABLE_AND_MAPPED: u32 = 1 | 2;
/// Managed memory that all streams can use (`CU_MEM_ATTACH_GLOBAL`).
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
    // SAFETY: the context is current, and the memory has that many bytes, which nothing else uses yet.
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
        // The driver would evict other memory, again and again while kernels run.
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

/// Allocates memory with the driver. If it fails, the runtime frees unused memory and tries again.
fn from_driver(context: &'static Context, kind: Kind, size: usize) -> Result<Address, Failure> {
    let api = context.api;
    let allocate = || {
        let (mut device, mut host) = (0, std::ptr::null_mut());
        // SAFETY: the context is current; the outputs have space for the addresses.
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

/// Frees memory that is only kept for reuse; returns whether there was some. The caller has entered the
/// context.
fn release_unused(context: &'static Context) -> bool {
    let blocks = context.pool.take_all();
    let any = scratch::release_unused();
    for &block in &blocks {
        // SAFETY: allocated in this context, and nothing else uses it. A failure cannot be reported here.
        let _ = unsafe { context.api.cuMemFree(block) };
    }
    any || !blocks.is_empty()
}

/// Reuses memory of a former buffer, if there is some; the driver is not called.
pub fn from_pool(context: &'static Context, bytes: usize, align: usize) -> Option<Memory> {
    // A broken context, or the end of the program, is detected when the buffer is used.
    let size = pool::size_of_block(bytes).filter(|_| align <= ALIGN)?;
    let start = context.pool.take(size)?;
    let owner = Owner::Pool(size);
    Some(Memory::Device(Box::new(Owned { context, base: start, start, owner })))
}

/// Memory for a buffer, which is kept for reuse afterwards. The caller has entered the context.
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

/// The driver's type of memory (`CUmemorytype`); none if it does not know the memory. The caller has entered
/// the context.
pub fn kind(context: &'static Context, address: Address) -> Option<i32> {
    let mut kind = 0i32;
    // When queried for several attributes at once, the driver does not change them for unknown memory; when
    // queried for one, it reports an error, which tools that trace its calls show.
    let (keys, out) = ([MEMORY_TYPE], [(&raw mut kind).cast::<c_void>()]);
    // SAFETY: the outputs have space for the results; the address is not dereferenced.
    let known =
        unsafe { context.api.cuPointerGetAttributes(1, keys.as_ptr(), out.as_ptr(), address) };
    known.ok().map(|()| kind).filter(|&kind| kind != 0)
}

/// Whether it may be host memory, as far as the driver knows. The caller has entered the context.
pub fn may_be_host_memory(context: &'static Context, address: Address) -> bool {
    kind(context, address).is_none_or(|kind| kind == HOST)
}

/// Bytes of unused device memory.
///
/// # Errors
/// When the driver does not report it.
pub fn free_bytes(context: &'static Context) -> Result<u64, RtError> {
    let (mut free, mut total) = (0usize, 0usize);
    // SAFETY: the context is current; the outputs have space for the sizes.
    unsafe { context.api.cuMemGetInfo(&raw mut free, &raw mut total) }
        .map_err(|failure| context.error(failure))?;
    Ok(free as u64)
}

/// Memory that the driver allocated.
struct Owned {
    context: &'static Context,
    /// The driver's address.
    base: Address,
    start: Address,
    owner: Owner,
}

/// Where the memory is returned to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    /// The driver, for device or managed memory.
    DeviceMemory,
    /// The driver, for host memory.
    HostMemory,
    /// The pool, for a block of that size.
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
        // The driver frees its memory itself when the program ends.
        let Some(_permit) = self.context.enter_to_clean_up() else { return };
        let api = self.context.api;
        // SAFETY: allocated in this context, and freed once. Commands that use it are complete: they keep
        // buffers alive, and a program frees USM after its last use. A failure cannot be reported here.
        let _ = unsafe {
            if self.owner == Owner::HostMemory {
                api.cuMemFreeHost(std::ptr::with_exposed_provenance_mut(self.base as usize))
            } else {
                api.cuMemFree(self.base)
            }
        };
    }
}

/// The advice of `mem_advise`: the driver's values (`CU_MEM_ADVISE_SET_READ_MOSTLY` and later ones).
const ADVICE: std::ops::RangeInclusive<i32> = 1..=6;
/// The values that reset all advice: read-mostly, preferred location, accessed-by.
const RESET: [i32; 3] = [2, 4, 6];

/// Passes a hint to the driver. A hint that it does not support is no error.
pub fn hint(context: &'static Context, stream: Object, hint: MemoryHint) {
    let MemoryHint { start, bytes, advice } = hint;
    let (api, device, start) = (context.api, context.device, start.addr() as Address);
    // SAFETY: the context is current, the stream is live; a hint changes no contents. Hints are for managed
    // memory; the driver rejects others.
    let tell = |advice| _ = unsafe { api.cuMemAdvise(start, bytes, advice, device) };
    match advice {
        // SAFETY: as above.
        None => _ = unsafe { api.cuMemPrefetchAsync(start, bytes, device, stream) },
        Some(0) => RESET.into_iter().for_each(tell),
        Some(advice) if ADVICE.contains(&advice) => tell(advice),
        Some(_) => {}
    }
}
