//! The interface of the driver for tests.

use std::ffi::{CStr, c_char};

use super::driver;

/// Makes the next call of a function return a code and do nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fake_fail(name: *const c_char, code: i32) {
    // SAFETY: tests pass texts that end with NUL.
    let name = unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned();
    driver().get_or_insert_default().failing.push((name, code));
}

/// Holds operations in their streams, or lets them run again.
#[unsafe(no_mangle)]
pub extern "C" fn fake_hold(hold: bool) {
    let mut guard = driver();
    let driver = guard.get_or_insert_default();
    driver.is_held = hold;
    if !hold {
        driver.run();
    }
}

/// Writes the calls so far, one per line, and clears them; returns the length of the text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fake_log(out: *mut u8, room: usize) -> usize {
    let mut guard = driver();
    let driver = guard.get_or_insert_default();
    let text = driver.log.join("\n");
    if text.len() <= room {
        // SAFETY: tests pass as much space as they say.
        unsafe { std::ptr::copy_nonoverlapping(text.as_ptr(), out, text.len()) };
        driver.log.clear();
    }
    text.len()
}

/// The number of live allocations.
#[unsafe(no_mangle)]
pub extern "C" fn fake_allocations() -> usize {
    driver().get_or_insert_default().allocated.len()
}
