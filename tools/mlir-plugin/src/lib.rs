//! Our dialects and passes for any program that loads MLIR plugins:
//! `mlir-opt-22 --load-dialect-plugin=libscythe_mlir_plugin.so --load-pass-plugin=libscythe_mlir_plugin.so`.
//!
//! A boundary: MLIR's C++ calls the two functions below by their names, and the functions that they
//! return. The library shares libMLIR.so and libLLVM.so with the program; a copy of its own would have
//! classes of its own, which the program's would not know.

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

/// What MLIR asks a library of dialects for.
#[unsafe(no_mangle)]
pub extern "C" fn mlirGetDialectPluginInfo() -> DialectPluginInfo {
    DialectPluginInfo {
        api_version: API_VERSION,
        name: NAME.as_ptr(),
        version: VERSION.as_ptr(),
        register: register_dialects,
    }
}

/// What MLIR asks a library of passes for.
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
    // SAFETY: MLIR calls this with its registry, which is there until it returns.
    let registry = unsafe { Registry::borrow(registry) };
    // A panic must not go through MLIR; its message has been printed, and what was not registered will be
    // missed by name.
    let _ =
        catch_unwind(std::panic::AssertUnwindSafe(|| registration::register_dialects(&registry)));
}

extern "C" fn register_passes() {
    // As above.
    let _ = catch_unwind(registration::register_passes);
}
