//! Unified shared memory.

use std::ffi::c_void;
use std::sync::Arc;

use super::device::{device, device_handle, device_number, scythe_device};
use super::queue::{inner, scythe_queue};
use super::{guard, scythe_status, store};
use crate::backend::device_at;
use crate::check::origin::Origin;
use crate::check::regions::{self, Owner};
use crate::check::{self};
use crate::core::error::RtError;
use crate::core::memory::Memory;
use crate::core::queue::Queue;
use crate::core::scratch;
use crate::core::usm::{Kind, program};
use crate::trace::{self, Pool};

/// sycl::usm::alloc::host
pub const SCYTHE_USM_HOST: u32 = 0;
/// sycl::usm::alloc::device
pub const SCYTHE_USM_DEVICE: u32 = 1;
/// sycl::usm::alloc::shared
pub const SCYTHE_USM_SHARED: u32 = 2;
/// sycl::usm::alloc::unknown
pub const SCYTHE_USM_UNKNOWN: u32 = 3;

/// Allocates; kind: SCYTHE_USM_*. `context` identifies the sycl::context. On failure `*out` is null.
///
/// # Safety
/// `out` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_usm_alloc(
    device: *const scythe_device,
    context: *const c_void,
    kind: u32,
    bytes: usize,
    align: usize,
    out: *mut *mut c_void,
) -> scythe_status {
    guard(|| {
        // SAFETY: writable by contract.
        unsafe { store(out, std::ptr::null_mut()) }?;
        let kind = Kind::from_value(kind)
            .ok_or_else(|| RtError::invalid(format!("unknown kind of USM {kind}")))?;
        let owner = (device_number(device)?, context.addr());
        let device = self::device(device)?;
        let start = program().alloc(owner, kind, bytes, align, |bytes, align| {
            device.allocate(kind, bytes, align, "unified shared memory")
        })?;
        trace::memory_changed(pool(kind), Some(device), signed(bytes));
        if check::is_on() {
            let made = Some(Arc::new(Origin::here()));
            regions::add(Owner::Usm(kind), start.addr(), bytes, made);
        }
        // SAFETY: writable by contract.
        unsafe { store(out, start.cast()) }
    })
}

/// Memory of the device for a command's own use: at least `bytes` bytes, of which the first `zeros` are zero,
/// and must be zero again when it is released.
///
/// # Safety
/// `out` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_scratch_acquire(
    device: *const scythe_device,
    zeros: usize,
    bytes: usize,
    out: *mut *mut c_void,
) -> scythe_status {
    guard(|| {
        let number = device_number(device)?;
        let start = scratch::acquire((number, self::device(device)?), zeros, bytes)?;
        // SAFETY: writable by contract.
        unsafe { store(out, start.cast()) }
    })
}

/// Releases such memory.
#[unsafe(no_mangle)]
pub extern "C" fn scythe_scratch_release(start: *mut c_void) -> scythe_status {
    guard(|| {
        scratch::release(start.cast_const().cast());
        Ok(())
    })
}

fn pool(kind: Kind) -> Pool {
    match kind {
        Kind::Host => Pool::UsmHost,
        Kind::Device => Pool::UsmDevice,
        Kind::Shared => Pool::UsmShared,
    }
}

fn signed(bytes: usize) -> i64 {
    i64::try_from(bytes).unwrap_or(i64::MAX)
}

/// Removes an allocation: its memory is freed when the result is dropped.
fn free(ptr: *mut c_void, context: *const c_void) -> Result<Memory, RtError> {
    if !trace::is_on() {
        return program().free(ptr.addr(), context.addr());
    }
    let found = program().query(ptr.addr(), context.addr());
    let bytes = program().extent(ptr.addr()).map_or(0, |(start, end)| end - start);
    let memory = program().free(ptr.addr(), context.addr())?;
    let owner = found.and_then(|found| Some((found.kind, device_at(found.device)?.0)));
    if let Some((kind, device)) = owner {
        trace::memory_changed(pool(kind), Some(device), -signed(bytes));
    }
    Ok(memory)
}

/// Frees; null is allowed. errc::invalid if `ptr` is not a live allocation of the context.
#[unsafe(no_mangle)]
pub extern "C" fn scythe_usm_free(ptr: *mut c_void, context: *const c_void) -> scythe_status {
    guard(|| match ptr.is_null() {
        true => Ok(()),
        false => free(ptr, context).map(|memory| {
            if check::is_on() {
                regions::quarantine(ptr.addr(), memory);
            }
        }),
    })
}

/// Like scythe_usm_free, but the memory exists until everything submitted so far is complete, to this queue
/// and to others.
///
/// # Safety
/// `queue` is a live queue.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_usm_free_after(
    queue: *const scythe_queue,
    ptr: *mut c_void,
    context: *const c_void,
) -> scythe_status {
    guard(|| {
        if ptr.is_null() {
            return Ok(());
        }
        // SAFETY: live by contract.
        unsafe { inner(queue) }?;
        let memory = free(ptr, context)?;
        // Commands that were submitted before may use it. If they do not end, later uses are not found
        // either.
        if check::is_on() && check::host::let_commands_run() {
            regions::quarantine(ptr.addr(), memory);
        } else {
            Queue::keep(memory);
        }
        Ok(())
    })
}

/// The kind of the allocation that contains an address; `*device` is null for SCYTHE_USM_UNKNOWN.
///
/// # Safety
/// `kind` and `device` are writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_usm_query(
    ptr: *const c_void,
    context: *const c_void,
    kind: *mut u32,
    device: *mut *const scythe_device,
) -> scythe_status {
    guard(|| {
        let (found, owner) = match program().query(ptr.addr(), context.addr()) {
            Some(found) => (found.kind as u32, device_handle(found.device)),
            None => (SCYTHE_USM_UNKNOWN, std::ptr::null()),
        };
        // SAFETY: writable by contract.
        unsafe {
            store(kind, found)?;
            store(device, owner)
        }
    })
}
