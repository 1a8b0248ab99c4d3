//! Device variables.

use std::ffi::c_void;

use scythe_image::DeviceGlobal;

use super::device::{device, scythe_device};
use super::{borrow, guard, scythe_status, store};
use crate::backend::check_variable;
use crate::core::error::RtError;

/// The record of a device_global, which the compiler wrote into the program.
pub struct scythe_device_global(());

/// The address of `bytes` bytes of a device_global on a device, from `offset` on: commands of its queues can
/// use it like the address of USM. errc::invalid if the variable is smaller.
///
/// # Safety
/// `global` is null or a record; `out` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_device_global_address(
    device_handle: *const scythe_device,
    global: *const scythe_device_global,
    offset: usize,
    bytes: usize,
    out: *mut *mut c_void,
) -> scythe_status {
    guard(|| {
        if global.is_null() {
            return Err(RtError::invalid(
                "the device_global is neither a variable of namespace scope nor a static member, or \
                 its translation unit was not compiled by scythe++",
            ));
        }
        // SAFETY: records live as long as the program that carries them.
        let global: &'static DeviceGlobal =
            unsafe { borrow(global.cast::<DeviceGlobal>(), "the device_global") }?;
        check_variable(global, offset, bytes)?;
        let start = device(device_handle)?.variable(global)?;
        // SAFETY: writable by contract.
        unsafe { store(out, start.wrapping_add(offset).cast()) }
    })
}
