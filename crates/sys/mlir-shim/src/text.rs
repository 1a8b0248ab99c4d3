//! Strings on their way to and from MLIR.

use std::ffi::c_void;
use std::fmt;

use crate::ffi::{MlirStringCallback, MlirStringRef};

pub(crate) fn string_ref(text: &str) -> MlirStringRef {
    MlirStringRef { data: text.as_ptr().cast(), length: text.len() }
}

/// The text behind a reference of MLIR's.
///
/// # Safety
/// The text must live for `'a`. MLIR's strings are UTF-8 as far as we make them; others are shown as well
/// as they can be.
pub(crate) unsafe fn borrowed<'a>(text: MlirStringRef) -> &'a str {
    if text.data.is_null() {
        return "";
    }
    // SAFETY: the caller says that the text lives long enough; MLIR gives its length.
    let bytes = unsafe { std::slice::from_raw_parts(text.data.cast::<u8>(), text.length) };
    std::str::from_utf8(bytes).unwrap_or("<not UTF-8>")
}

unsafe extern "C" fn append(text: MlirStringRef, user: *mut c_void) {
    // SAFETY: `collect` passes its own string as the user's data.
    unsafe { (*user.cast::<String>()).push_str(borrowed(text)) }
}

/// What a function of MLIR writes.
pub(crate) fn collect(write: impl FnOnce(MlirStringCallback, *mut c_void)) -> String {
    let mut text = String::new();
    write(Some(append), (&raw mut text).cast());
    text
}

/// For `Display` of handles.
pub(crate) fn show(
    f: &mut fmt::Formatter<'_>,
    write: impl FnOnce(MlirStringCallback, *mut c_void),
) -> fmt::Result {
    f.write_str(&collect(write))
}
