//! Output of the program that is still in the C library's buffers.

use std::ffi::{c_int, c_void};

unsafe extern "C" {
    fn fflush(stream: *mut c_void) -> c_int;
    #[link_name = "stdout"]
    static STANDARD_OUTPUT: *mut c_void;
}

/// Writes it out. Other streams are left alone: whoever waits for input holds its stream's lock.
pub fn flush() {
    // SAFETY: the C library's own stream; a failure is nobody's business when the program ends.
    unsafe { fflush(STANDARD_OUTPUT) };
}
