//! The clang plugin. The code is C++ (`plugin/*.cpp`), because clang's AST has no other interface; this
//! crate makes cargo build it and name it `libscythe_plugin.so`.
//!
//! The plugin *describes*: it writes kernel notes (see `crates/frontend`) and tells the driver when a
//! translation unit turns out to be SYCL. It decides nothing: it asks the front end's rules, which are
//! Rust and tested without clang, through the functions below, and has clang report what they say.
//!
//! The run of clang that makes objects loads it as a pass plugin, which keeps the optimiser away from finished kernels.

use std::ffi::{c_char, c_void};
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};

use scythe_frontend::judge;
use serde_json::{Value, json};

/// Takes an answer, which is JSON.
type Take = extern "C" fn(context: *mut c_void, text: *const u8, length: usize);

/// Judges the kernel that `text` describes; the verdict goes to `take`, called once.
///
/// # Safety
/// `text` must be readable for `length` bytes; `take` must accept `context`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_judge_kernel(
    text: *const u8,
    length: usize,
    context: *mut c_void,
    take: Take,
) {
    // SAFETY: the caller says so.
    let text = unsafe { std::slice::from_raw_parts(text, length) };
    answer(text, context, take, |text| serde_json::to_value(judge::kernel(text)?));
}

/// Judges the device code that `text` describes; the verdict goes to `take`, called once.
///
/// # Safety
/// As for [`scythe_judge_kernel`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_judge_device_code(
    text: *const u8,
    length: usize,
    context: *mut c_void,
    take: Take,
) {
    // SAFETY: the caller says so.
    let text = unsafe { std::slice::from_raw_parts(text, length) };
    answer(text, context, take, |text| serde_json::to_value(judge::device_code(text)?));
}

/// LLVM's `PassPluginLibraryInfo`: what a library has to say that is loaded as a pass plugin.
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

/// What LLVM calls where the library is loaded as a pass plugin. Of C++ that is linked into it, cargo's kind of library
/// exports nothing.
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

/// Nothing unwinds into clang: what goes wrong here is an answer, too.
fn answer(
    text: &[u8],
    context: *mut c_void,
    take: Take,
    judge: impl FnOnce(&str) -> Result<Value, serde_json::Error>,
) {
    let text = String::from_utf8_lossy(text);
    let verdict = match catch_unwind(AssertUnwindSafe(|| judge(&text))) {
        Ok(Ok(verdict)) => verdict,
        Ok(Err(error)) => json!({ "failure": error.to_string() }),
        Err(_) => json!({ "failure": "the rules panicked" }),
    };
    let text = verdict.to_string();
    take(context, text.as_ptr(), text.len());
}
