//! From LLVM IR to the `sycl` dialect, for device code (index space) and host code (kernel
//! submission).
//!
//! [`methods`] finds the functions of device code that are methods of SYCL's classes, while the code is LLVM
//! IR; after MLIR has imported it, [`calls`] turns calls of those functions into operations, and [`objects`]
//! finds the values in objects, so that operations are connected by values instead of memory. [`components`]
//! supplies functions that the headers may lack. [`submission`] prepares host code while it is LLVM IR, and
//! [`host`] raises it, step by step, to one operation per launch of a kernel.
//!
//! Invariant: raising may fail for any function, and never makes a program fail: what cannot be raised
//! remains a call.

#![forbid(unsafe_code)]

pub mod calls;
pub mod components;
pub mod host;
mod memory;
pub mod methods;
pub mod objects;
pub mod submission;

use std::sync::Once;

use scythe_mlir::{Op, PassDefinition, PassFailed, register_pass};

/// Registers the passes of this crate.
pub fn register_passes() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        for pass in PASSES {
            register_pass(*pass);
        }
    });
}

/// All passes of this crate.
pub static PASSES: &[&dyn PassDefinition] = &[
    &Raising {
        argument: "sycl-raise-methods",
        description: "Calls of functions that are methods of SYCL's classes become operations",
        run: calls::raise,
    },
    &Raising {
        argument: "sycl-forward-objects",
        description: "Objects that are kept in variables become the values that they hold",
        run: objects::forward,
    },
    &Raising {
        argument: "sycl-define-components",
        description: "Components of ids and ranges get functions that implement them",
        run: components::define,
    },
    &host::CONSTRUCTORS,
    &host::RANGES,
    &host::KERNEL_NAMES,
    &host::SET_ND_RANGE,
    &host::SET_CAPTURED,
    &host::SET_KERNEL,
    &host::SCHEDULE_KERNEL,
];

struct Raising {
    argument: &'static str,
    description: &'static str,
    run: fn(Op<'_>),
}

impl PassDefinition for Raising {
    fn argument(&self) -> &str {
        self.argument
    }

    fn description(&self) -> &str {
        self.description
    }

    fn run(&self, op: Op<'_>) -> Result<(), PassFailed> {
        (self.run)(op);
        Ok(())
    }
}
