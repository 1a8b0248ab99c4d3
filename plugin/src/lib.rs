//! The clang plugin. The code is C++ (`plugin/*.cpp`), because clang's AST has no other interface; this
//! crate makes cargo build it and name it `libscythe_plugin.so`.
//!
//! The plugin *describes*: it writes kernel notes (see `crates/frontend`) and notifies the driver that a
//! translation unit uses SYCL. It decides nothing: it passes its description to the front end's rules, which are
//! Rust and tested without clang, through the functions below, and reports their findings through clang.
//!
//! The run of clang that makes objects loads it as a pass plugin that keeps optional passes away from finished kernels.

use std::ffi::{c_char, c_void};
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};

use scythe_frontend::check;
use serde_json::{Value, json};

/// Receives a result, which is JSON.
type Take = extern "C" fn(context: *mut c_void, text: *const u8, length: usize);

/// Checks the kernel that `text` describes and passes the findings to `take`, which is called once.
///
/// # Safety
/// `text` must be readable for `length` bytes; `take` must accept `context`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_check_kernel(
    text: *const u8,
    length: usize,
    context: *mut c_void,
    take: Take,
) {
    // SAFETY: the caller says so.
    let text = unsafe { std::slice::from_raw_parts(text, length) };
    answer(text, context, take, |text| serde_json::to_value(check::kernel(text)?));
}

/// Checks the device code that `text` describes and passes the findings to `take`, which is called once.
///
/// # Safety
/// As for [`scythe_check_kernel`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_check_device_code(
    text: *const u8,
    length: usize,
    context: *mut c_void,
    take: Take,
) {
    // SAFETY: the caller says so.
    let text = unsafe { std::slice::from_raw_parts(text, length) };
    answer(text, context, take, |text| serde_json::to_value(check::device_code(text)?));
}

/// LLVM's `PassPluginLibraryInfo`: describes a library that is loaded as a pass plugin.
#[repr(C)]
pub struct PassPluginInfo {
    version: u32,
    name: *const c_char,
    plugin_version: *const c_char,
    register: *const c_void,
    before_code: *const c_void,
}

unsafe extern "C" {
    fn scytheDescribePassPlugin(info: *mut PassPluginInfo);
}

/// LLVM calls this when it loads the library as a pass plugin. It is in Rust because cargo exports no symbols of C++
/// code that is linked into the library.
#[unsafe(no_mangle)]
#[allow(non_snake_case, reason = "the name is LLVM's")]
pub extern "C" fn llvmGetPassPluginInfo() -> PassPluginInfo {
    let mut info = MaybeUninit::uninit();
    // SAFETY: the function writes a whole structure of this layout (`plugin/finished.cpp`).
    unsafe {
        scytheDescribePassPlugin(info.as_mut_ptr());
        info.assume_init()
    }
}

/// Nothing unwinds into clang: failures are results, too.
fn answer(
    text: &[u8],
    context: *mut c_void,
    take: Take,
    check: impl FnOnce(&str) -> Result<Value, serde_json::Error>,
) {
    let text = String::from_utf8_lossy(text);
    let found = match catch_unwind(AssertUnwindSafe(|| check(&text))) {
        Ok(Ok(found)) => found,
        Ok(Err(error)) => json!({ "failure": error.to_string() }),
        Err(_) => json!({ "failure": "the rules panicked" }),
    };
    let text = found.to_string();
    take(context, text.as_ptr(), text.len());
}
