//! Callbacks from C++ into Rust.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::ffi::{MlirLocation, mlirEmitError};

/// Runs a callback; a panic in it is reported at `location`, and `otherwise` returned.
pub(crate) fn guarded<T>(location: MlirLocation, otherwise: T, body: impl FnOnce() -> T) -> T {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(value) => value,
        Err(_) => {
            // SAFETY: MLIR passed the location to the callback.
            unsafe { mlirEmitError(location, c"internal error: a callback panicked".as_ptr()) };
            otherwise
        }
    }
}

/// The same without a location: the panic's own message has to suffice.
pub(crate) fn quietly<T>(otherwise: T, body: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or(otherwise)
}
