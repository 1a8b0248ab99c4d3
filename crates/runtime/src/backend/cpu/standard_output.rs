//! Output of the program that is still in the C library's buffers.

use std::ffi::{c_int, c_void};

unsafe extern "C" {
    fn fflush(stream: *mut c_void) -> c_int;
    #[link_name = "stdout"]
    static STANDARD_OUTPUT: *mut c_void;
}

/// Flushes it. Other streams are not flushed: a thread that waits for input holds its stream's lock.
pub fn flush() {
    // SAFETY: the C library's own stream; errors are ignored.
    unsafe { fflush(STANDARD_OUTPUT) };
}
