//! The C ABI that the C++ headers call. `include/scythe/runtime.h` is generated from this module.
//!
//! Every function that can fail returns a status and leaves a message for the thread; panics are caught here
//! and become `errc::runtime`. Functions take raw pointers from C++ and state in `# Safety` what they rely
//! on; null is always checked.

#![allow(non_camel_case_types)]

pub mod assertion;
pub mod buffer;
pub mod check;
pub mod command;
pub mod device;
pub mod device_global;
pub mod event;
pub mod graph;
pub mod interop;
pub mod kernel;
pub mod native_code;
pub mod native_launch;
pub mod program;
pub mod queue;
pub mod recorded;
pub mod stream;
pub mod usm;

use std::cell::{Cell, RefCell};
use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::core::error::{Errc, RtError};

/// 0 is success; other values are those of `sycl::errc`, in the order of SYCL 2020: success, runtime,
/// kernel, accessor, nd_range, event, kernel_argument, build, invalid, memory_allocation, platform,
/// profiling, feature_not_supported, kernel_not_supported, backend_mismatch.
pub type scythe_status = i32;

thread_local! {
    static MESSAGE: RefCell<CString> = RefCell::default();
    static NATIVE: Cell<i32> = const { Cell::new(0) };
}

/// Stores the driver's error code for the next error that is reported to the program.
pub(crate) fn remember_native(code: i32) {
    NATIVE.set(code);
}

fn remember(message: &str) {
    // A NUL inside a message would truncate it.
    let text = CString::new(message.replace('\0', " ")).unwrap_or_default();
    // Static destructors of C++ run when the thread's storage is gone; then there is only the status.
    let _ = MESSAGE.try_with(|slot| *slot.borrow_mut() = text);
}

/// The message of the thread's last error.
#[must_use]
pub fn last_error() -> String {
    MESSAGE.try_with(|slot| slot.borrow().to_string_lossy().into_owned()).unwrap_or_default()
}

/// Runs the body of an ABI function: errors and panics become a status with a message.
pub(crate) fn guard(body: impl FnOnce() -> Result<(), RtError>) -> scythe_status {
    let error = match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => return 0,
        Ok(Err(error)) => error,
        Err(panic) => RtError::from_panic(&*panic),
    };
    remember(&error.message);
    remember_native(error.native);
    error.code as scythe_status
}

/// The same for functions that return a value and cannot fail.
pub(crate) fn guard_value<T>(otherwise: T, body: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or(otherwise)
}

/// Rejects null.
///
/// # Safety
/// A pointer that is not null is valid for reads of `T` for the lifetime the caller chooses.
pub(crate) unsafe fn borrow<'a, T>(pointer: *const T, what: &str) -> Result<&'a T, RtError> {
    // SAFETY: by this function's contract.
    unsafe { pointer.as_ref() }.ok_or_else(|| RtError::invalid(format!("{what} is null")))
}

/// Stores a result.
///
/// # Safety
/// A pointer that is not null is writable.
pub(crate) unsafe fn store<T>(out: *mut T, value: T) -> Result<(), RtError> {
    if out.is_null() {
        return Err(RtError::invalid("the result pointer is null"));
    }
    // SAFETY: writable by contract; null was rejected.
    unsafe { out.write(value) };
    Ok(())
}

/// A slice from C++.
///
/// # Safety
/// `first` is readable for `count` elements.
pub(crate) unsafe fn slice<'a, T>(
    first: *const T,
    count: usize,
    what: &str,
) -> Result<&'a [T], RtError> {
    if count == 0 {
        return Ok(&[]);
    }
    if first.is_null() {
        return Err(RtError::invalid(format!("{what} is null")));
    }
    // SAFETY: by this function's contract; not null.
    Ok(unsafe { std::slice::from_raw_parts(first, count) })
}

/// Message of the last failing call on this thread; valid until the next failing call on it. Never
/// null.
#[unsafe(no_mangle)]
pub extern "C" fn scythe_error_message() -> *const c_char {
    const GONE: &CStr = c"the program is ending: the message is no longer available";
    MESSAGE.try_with(|slot| slot.borrow().as_ptr()).unwrap_or(GONE.as_ptr())
}

/// The driver's error code for the last failing call on this thread, or for an error that was taken from a
/// queue after it; zero if no driver has failed.
#[unsafe(no_mangle)]
pub extern "C" fn scythe_error_native() -> i32 {
    NATIVE.get()
}

/// The meaning of a status, of any call. Never null.
#[unsafe(no_mangle)]
pub extern "C" fn scythe_status_message(status: scythe_status) -> *const c_char {
    let known =
        if status == 0 { Some(c"no error") } else { Errc::from_value(status).map(Errc::message) };
    known.unwrap_or(c"unknown SYCL error").as_ptr()
}

/// Sets the message of this thread; host calls do so before they return an error.
///
/// # Safety
/// `message` is null or a NUL-terminated string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_set_error(message: *const c_char) {
    if !message.is_null() {
        // SAFETY: a NUL-terminated string by contract.
        remember(&unsafe { CStr::from_ptr(message) }.to_string_lossy());
    }
}

/// The runtime's version, such as "0.1.0".
#[unsafe(no_mangle)]
pub extern "C" fn scythe_version() -> *const c_char {
    // The text before it is for `scythe++ --version`, which searches for it in the library's file.
    const BEFORE: &str = "libscythe, kernel records version 9, version ";
    const TEXT: &str =
        concat!("libscythe, kernel records version 9, version ", env!("CARGO_PKG_VERSION"), "\0");
    const { assert!(scythe_image::VERSION == 9, "the text has to name the version of records") };
    TEXT[BEFORE.len()..].as_ptr().cast()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_become_a_status_with_a_message() {
        let status = guard(|| panic!("boom {}", 7));
        assert_eq!(status, Errc::Runtime as i32);
        assert_eq!(last_error(), "internal error in the Scythe runtime: boom 7");
    }

    #[test]
    fn the_version_is_a_number() {
        // SAFETY: a string that ends with NUL and lives as long as the program.
        let version = unsafe { CStr::from_ptr(scythe_version()) };
        assert_eq!(version.to_str(), Ok(env!("CARGO_PKG_VERSION")));
    }

    #[test]
    fn errors_keep_their_code() {
        assert_eq!(guard(|| Err(RtError::invalid("x"))), Errc::Invalid as i32);
        assert_eq!(guard(|| Ok(())), 0);
        assert_eq!(last_error(), "x", "success leaves the message alone");
    }
}
