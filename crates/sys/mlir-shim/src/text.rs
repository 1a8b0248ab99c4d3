//! Conversion of strings from and to MLIR.

use std::ffi::c_void;
use std::fmt;

use crate::ffi::{MlirStringCallback, MlirStringRef};

pub(crate) fn string_ref(text: &str) -> MlirStringRef {
    MlirStringRef { data: text.as_ptr().cast(), length: text.len() }
}

/// The text of an MLIR string reference.
///
/// # Safety
/// The text must live for `'a`. MLIR's strings that we make are UTF-8; others are converted lossily.
pub(crate) unsafe fn borrowed<'a>(text: MlirStringRef) -> &'a str {
    if text.data.is_null() {
        return "";
    }
    // SAFETY: the caller guarantees the lifetime; MLIR gives the length.
    let bytes = unsafe { std::slice::from_raw_parts(text.data.cast::<u8>(), text.length) };
    std::str::from_utf8(bytes).unwrap_or("<not UTF-8>")
}

unsafe extern "C" fn append(text: MlirStringRef, user: *mut c_void) {
    // SAFETY: `collect` passes its own string as the user's data.
    unsafe { (*user.cast::<String>()).push_str(borrowed(text)) }
}

/// Collects what an MLIR function prints.
pub(crate) fn collect(write: impl FnOnce(MlirStringCallback, *mut c_void)) -> String {
    let mut text = String::new();
    write(Some(append), (&raw mut text).cast());
    text
}

/// `Display` for handles.
pub(crate) fn show(
    f: &mut fmt::Formatter<'_>,
    write: impl FnOnce(MlirStringCallback, *mut c_void),
) -> fmt::Result {
    f.write_str(&collect(write))
}
