//! Our dialects and passes for any program that loads MLIR plugins:
//! `mlir-opt-22 --load-dialect-plugin=libscythe_mlir_plugin.so --load-pass-plugin=libscythe_mlir_plugin.so`.
//!
//! A boundary: MLIR's C++ calls the two functions below by name, and the functions that they return. The
//! library shares libMLIR.so and libLLVM.so with the program; with a separate copy, the program would not
//! recognise its classes.

use std::ffi::{CStr, c_char, c_void};
use std::panic::catch_unwind;

use scythe_mlir::Registry;
use scythe_pipeline::registration;

/// The version of both interfaces in MLIR 22 (`MLIR_PLUGIN_API_VERSION`).
const API_VERSION: u32 = 1;
const NAME: &CStr = c"scythe";
const VERSION: &CStr =
    match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(version) => version,
        Err(_) => panic!("a version has no zeros in it"),
    };

/// `mlir::DialectPluginLibraryInfo`.
#[repr(C)]
pub struct DialectPluginInfo {
    api_version: u32,
    name: *const c_char,
    version: *const c_char,
    register: unsafe extern "C" fn(registry: *mut c_void),
}

/// `mlir::PassPluginLibraryInfo`.
#[repr(C)]
pub struct PassPluginInfo {
    api_version: u32,
    name: *const c_char,
    version: *const c_char,
    register: extern "C" fn(),
}

/// Called by MLIR to load dialects.
#[unsafe(no_mangle)]
pub extern "C" fn mlirGetDialectPluginInfo() -> DialectPluginInfo {
    DialectPluginInfo {
        api_version: API_VERSION,
        name: NAME.as_ptr(),
        version: VERSION.as_ptr(),
        register: register_dialects,
    }
}

/// Called by MLIR to load passes.
#[unsafe(no_mangle)]
pub extern "C" fn mlirGetPassPluginInfo() -> PassPluginInfo {
    PassPluginInfo {
        api_version: API_VERSION,
        name: NAME.as_ptr(),
        version: VERSION.as_ptr(),
        register: register_passes,
    }
}

/// # Safety
/// `registry` is a pointer to an `mlir::DialectRegistry`.
unsafe extern "C" fn register_dialects(registry: *mut c_void) {
    // SAFETY: MLIR calls this with its registry, which lives until it returns.
    let registry = unsafe { Registry::borrow(registry) };
    // A panic must not unwind through MLIR; its message has been printed, and missing dialects will be
    // reported by name.
    let _ =
        catch_unwind(std::panic::AssertUnwindSafe(|| registration::register_dialects(&registry)));
}

extern "C" fn register_passes() {
    // As above.
    let _ = catch_unwind(registration::register_passes);
}
