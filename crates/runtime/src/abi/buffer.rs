//! Buffers and host accesses.

use std::ffi::c_void;
use std::sync::Arc;

use super::device::{device, scythe_device};
use super::{borrow, guard, guard_value, scythe_status, store};
use crate::core::access::Region;
use crate::core::buffer::{Buffer, HostAccess, HostMemory};
use crate::core::error::{Errc, RtError};
use crate::core::queue::Access;

/// A buffer.
pub struct scythe_buffer(());
/// An access by the host.
pub struct scythe_host_access(());

/// The access reads.
pub const SCYTHE_ACCESS_READ: u32 = 1;
/// The access writes.
pub const SCYTHE_ACCESS_WRITE: u32 = 2;
/// The previous contents do not matter.
pub const SCYTHE_ACCESS_NO_INIT: u32 = 4;

/// The host accesses the buffer, not the device of the queue.
pub const SCYTHE_ACCESS_ON_HOST: u32 = 8;

/// Host data is const: copied before the first write.
pub const SCYTHE_BUFFER_HOST_READ_ONLY: u32 = 1;
/// Copy host data now.
pub const SCYTHE_BUFFER_COPY_IN: u32 = 2;
/// Never leave the host memory.
pub const SCYTHE_BUFFER_USE_HOST_PTR: u32 = 4;

/// The part of a buffer that a command accesses. Sizes in elements, in SYCL's order (the last of `dims`
/// dimensions is contiguous).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct scythe_access {
    /// The buffer.
    pub buffer: *mut scythe_buffer,
    /// SCYTHE_ACCESS_*
    pub mode: u32,
    /// 0 to 3
    pub dims: u32,
    /// Bytes of an element.
    pub element_size: usize,
    /// The offset of the (sub-)buffer in the allocation.
    pub byte_offset: usize,
    /// The shape of the (sub-)buffer.
    pub buffer_range: [usize; 3],
    /// The box that is accessed.
    pub range: [usize; 3],
    /// Its first element.
    pub offset: [usize; 3],
}

impl scythe_access {
    /// Checks the description and converts it.
    ///
    /// # Safety
    /// `buffer` is null or a live handle.
    pub(crate) unsafe fn read(&self) -> Result<Access, RtError> {
        // SAFETY: live by contract.
        let buffer = unsafe { shared(self.buffer) };
        let buffer =
            buffer.ok_or_else(|| RtError::new(Errc::Accessor, "the accessor has no buffer"))?;
        if self.dims > 3 || self.mode & (SCYTHE_ACCESS_READ | SCYTHE_ACCESS_WRITE) == 0 {
            return Err(RtError::invalid("the access is malformed"));
        }
        let dims = self.dims as usize;
        // The contiguous dimension is the last one, whatever the number of dimensions.
        let place = |sizes: [usize; 3], rest: usize| {
            let mut out = [rest; 3];
            out[3 - dims..].copy_from_slice(&sizes[..dims]);
            out
        };
        let region = Region {
            element_size: self.element_size,
            byte_offset: self.byte_offset,
            shape: place(self.buffer_range, 1),
            offset: place(self.offset, 0),
            range: place(self.range, 1),
        };
        let region = if dims == 0 { first_of(region, buffer.bytes()) } else { region };
        if !region.is_inside() {
            return Err(RtError::new(
                Errc::Invalid,
                format!(
                    "the accessor's range {:?} at offset {:?} exceeds the buffer's range {:?}",
                    &self.range[..dims],
                    &self.offset[..dims],
                    &self.buffer_range[..dims]
                ),
            ));
        }
        if region.frame_end().is_none_or(|end| end > buffer.bytes()) {
            return Err(RtError::invalid(format!(
                "the accessor's shape {:?} of {}-byte elements at byte {} exceeds the buffer's {} \
                 bytes",
                &self.buffer_range[..dims],
                self.element_size,
                self.byte_offset,
                buffer.bytes()
            )));
        }
        let has = |flag: u32| self.mode & flag != 0;
        let discard = has(SCYTHE_ACCESS_NO_INIT);
        Ok(Access {
            buffer,
            region: if discard { region } else { region.with_neighbours() },
            write: has(SCYTHE_ACCESS_WRITE),
            discard,
            on_host: has(SCYTHE_ACCESS_ON_HOST),
        })
    }
}

/// A zero-dimensional access is to the first element.
fn first_of(region: Region, bytes: usize) -> Region {
    let rest = bytes.saturating_sub(region.byte_offset);
    Region { shape: [1, 1, (rest / region.element_size.max(1)).max(1)], ..region }
}

/// The description of a new buffer.
#[repr(C)]
#[derive(Debug)]
pub struct scythe_buffer_desc {
    /// sizeof(scythe_buffer_desc)
    pub struct_size: u32,
    /// SCYTHE_BUFFER_*
    pub flags: u32,
    /// Its size.
    pub bytes: usize,
    /// Its alignment.
    pub align: usize,
    /// Host memory; null for none.
    pub host: *mut c_void,
}

/// # Safety
/// `buffer` is null or a live handle.
unsafe fn shared(buffer: *const scythe_buffer) -> Option<Arc<Buffer>> {
    if buffer.is_null() {
        return None;
    }
    let buffer: *const Buffer = buffer.cast();
    // SAFETY: the handle came from `Arc::into_raw` and its reference is still there.
    unsafe {
        Arc::increment_strong_count(buffer);
        Some(Arc::from_raw(buffer))
    }
}

/// # Safety
/// `buffer` is null or a live handle.
unsafe fn inner<'a>(buffer: *const scythe_buffer) -> Result<&'a Buffer, RtError> {
    // SAFETY: a live handle points to a buffer.
    unsafe { borrow(buffer.cast::<Buffer>(), "the buffer") }
}

/// Makes a buffer.
///
/// # Safety
/// `desc` is readable and its host memory stays valid as the flags require; `out` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_buffer_create(
    desc: *const scythe_buffer_desc,
    out: *mut *mut scythe_buffer,
) -> scythe_status {
    guard(|| {
        // SAFETY: readable by contract.
        let desc = unsafe { borrow(desc, "the buffer description") }?;
        if desc.struct_size as usize != size_of::<scythe_buffer_desc>() {
            return Err(RtError::invalid("headers and runtime are of different versions"));
        }
        let align = desc.align.max(1);
        if !align.is_power_of_two() {
            return Err(RtError::invalid(format!("a buffer cannot have alignment {align}")));
        }
        let host: *mut u8 = desc.host.cast();
        let policy = HostMemory {
            read_only: desc.flags & SCYTHE_BUFFER_HOST_READ_ONLY != 0,
            pinned: desc.flags & SCYTHE_BUFFER_USE_HOST_PTR != 0,
        };
        let copy = desc.flags & SCYTHE_BUFFER_COPY_IN != 0 && !host.is_null();
        // SAFETY: host memory is as described, by contract.
        let buffer = unsafe {
            if copy {
                Buffer::copied(desc.bytes, align, host)?
            } else {
                Buffer::new(desc.bytes, align, host, policy)
            }
        };
        let handle = Arc::into_raw(Arc::new(buffer)).cast_mut().cast();
        // SAFETY: writable by contract.
        unsafe { store(out, handle) }
    })
}

/// Adds a reference to the buffer.
///
/// # Safety
/// `buffer` is null or a live handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_buffer_retain(buffer: *mut scythe_buffer) {
    // SAFETY: live by contract; the extra reference is the caller's.
    guard_value((), || _ = unsafe { shared(buffer) }.map(Arc::into_raw));
}

/// Releases a reference. Does not wait: the memory exists until the last command that uses it has ended.
///
/// # Safety
/// `buffer` is null or a live handle, not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_buffer_release(buffer: *mut scythe_buffer) {
    if !buffer.is_null() {
        // SAFETY: the caller's reference, by contract.
        guard_value((), || drop(unsafe { Arc::from_raw(buffer.cast_const().cast::<Buffer>()) }));
    }
}

/// Waits until no command uses the buffer. Does not wait for host accesses, since the caller may have one.
///
/// # Safety
/// `buffer` is null or a live handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_buffer_wait(buffer: *mut scythe_buffer) -> scythe_status {
    guard(|| {
        // SAFETY: live by contract.
        unsafe { inner(buffer) }?.wait()
    })
}

/// The results are not needed in the host memory: from now on, other memory is used. No effect after a write
/// was submitted, or with SCYTHE_BUFFER_USE_HOST_PTR.
///
/// # Safety
/// `buffer` is null or a live handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_buffer_detach(buffer: *mut scythe_buffer) -> scythe_status {
    // SAFETY: live by contract.
    guard(|| unsafe { inner(buffer) }?.detach())
}

/// The address for commands on `device` (null: the host) that are submitted from now on. mode:
/// SCYTHE_ACCESS_*.
///
/// # Safety
/// `buffer` is null or a live handle; `out` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_buffer_address(
    buffer: *mut scythe_buffer,
    device: *const scythe_device,
    mode: u32,
    out: *mut *mut c_void,
) -> scythe_status {
    guard(|| {
        let write = mode & SCYTHE_ACCESS_WRITE != 0;
        // SAFETY: live by contract.
        let buffer = unsafe { inner(buffer) }?;
        let address = match device.is_null() {
            true => buffer.address(write)?,
            false => buffer.address_on(self::device(device)?, write)?,
        };
        // SAFETY: writable by contract.
        unsafe { store(out, address.cast()) }
    })
}

/// Whether the contents are in the host memory given at creation, so that nothing has to be written back.
///
/// # Safety
/// `buffer` is null or a live handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_buffer_in_host_memory(buffer: *const scythe_buffer) -> bool {
    // SAFETY: live by contract.
    guard_value(false, || unsafe { inner(buffer) }.is_ok_and(Buffer::in_host_memory))
}

/// Whether a writing command has been submitted since creation.
///
/// # Safety
/// `buffer` is null or a live handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_buffer_written(buffer: *const scythe_buffer) -> bool {
    // SAFETY: live by contract.
    guard_value(false, || unsafe { inner(buffer) }.is_ok_and(Buffer::written))
}

/// Waits for conflicting commands; later conflicting commands wait for the release.
///
/// # Safety
/// `access` is readable and names a live buffer; `out` and `address` are writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_host_access_acquire(
    access: *const scythe_access,
    out: *mut *mut scythe_host_access,
    address: *mut *mut c_void,
) -> scythe_status {
    guard(|| {
        // SAFETY: readable by contract.
        let access = unsafe { borrow(access, "the access")?.read() }?;
        let (held, start) =
            HostAccess::acquire(&access.buffer, access.region, access.write, access.discard)?;
        let handle = Box::into_raw(Box::new(held)).cast::<scythe_host_access>();
        // SAFETY: writable by contract.
        unsafe {
            store(address, start.cast())?;
            store(out, handle)
        }
    })
}

/// Ends a host access.
///
/// # Safety
/// `access` is null or a live handle, not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_host_access_release(access: *mut scythe_host_access) {
    if !access.is_null() {
        // SAFETY: made by `scythe_host_access_acquire`, given back once by contract.
        guard_value((), || drop(unsafe { Box::from_raw(access.cast::<HostAccess>()) }));
    }
}
