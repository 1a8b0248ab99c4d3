//! Declarations of MLIR's C API and of the shim, made from `shim.h`.

#![allow(
    clippy::all,
    clippy::undocumented_unsafe_blocks,
    dead_code,
    missing_docs,
    non_camel_case_types
)]
#![allow(non_snake_case, non_upper_case_globals, unreachable_pub)]
#![allow(unpredictable_function_pointer_comparisons)]

include!(concat!(env!("OUT_DIR"), "/ffi.rs"));
