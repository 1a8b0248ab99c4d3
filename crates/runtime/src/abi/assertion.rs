//! Failing assertions in kernels: the function that compiled kernels call.

use std::ffi::{CStr, c_char};
use std::io::Write;
use std::sync::{Mutex, PoisonError};

use crate::backend::cpu::standard_output;

/// The position of a work-item. The contiguous dimension comes first, which is SYCL's last.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct scythe_work_item {
    /// 1 to 3.
    pub dimensions: u64,
    /// Its position in the whole index space.
    pub global_id: [u64; 3],
    /// Its position in its work-group.
    pub local_id: [u64; 3],
}

/// Work-items may fail on several threads at once; the first one prints.
static SPEAKING: Mutex<()> = Mutex::new(());

/// Prints which assertion failed in which work-item and ends the program by `SIGABRT`, as `assert` does on
/// the host.
///
/// # Safety
/// The strings are null or NUL-terminated; `work_item` is null or readable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_assertion_failed(
    expression: *const c_char,
    file: *const c_char,
    line: u32,
    function: *const c_char,
    work_item: *const scythe_work_item,
) {
    let speaking = SPEAKING.lock().unwrap_or_else(PoisonError::into_inner);
    // SAFETY: by this function's contract.
    let [expression, file, function] = [expression, file, function].map(|s| unsafe { text(s) });
    // SAFETY: by this function's contract.
    let item = unsafe { work_item.as_ref() };
    let message = message(&expression, &format!("{file}:{line}: {function}"), item);
    // Earlier output of the program comes first.
    standard_output::flush();
    // A failure to print cannot be reported.
    let _ = std::io::stderr().write_all(message.as_bytes());
    std::mem::forget(speaking);
    std::process::abort()
}

/// # Safety
/// `text` is null or NUL-terminated.
unsafe fn text(text: *const c_char) -> String {
    if text.is_null() {
        return "?".to_owned();
    }
    // SAFETY: by this function's contract.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

fn message(expression: &str, place: &str, item: Option<&scythe_work_item>) -> String {
    let who = item.map_or_else(String::new, |item| {
        let dimensions = usize::try_from(item.dimensions).unwrap_or(3).clamp(1, 3);
        let id = |id: &[u64; 3]| {
            let numbers: Vec<String> =
                id[..dimensions].iter().rev().map(ToString::to_string).collect();
            numbers.join(",")
        };
        format!(" global id: [{}], local id: [{}]", id(&item.global_id), id(&item.local_id))
    });
    format!("{place}:{who} Assertion `{expression}` failed.\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_printed_in_the_order_of_sycl() {
        let item = scythe_work_item { dimensions: 2, global_id: [7, 3, 0], local_id: [1, 2, 0] };
        assert_eq!(
            message("i < n", "a.cpp:4: void f()", Some(&item)),
            "a.cpp:4: void f(): global id: [3,7], local id: [2,1] Assertion `i < n` failed.\n"
        );
    }

    #[test]
    fn invalid_numbers_of_dimensions_do_no_harm() {
        let item = scythe_work_item { dimensions: 9, global_id: [1, 2, 3], local_id: [0; 3] };
        assert!(message("x", "p", Some(&item)).contains("global id: [3,2,1]"));
        assert_eq!(message("x", "p", None), "p: Assertion `x` failed.\n");
    }
}
