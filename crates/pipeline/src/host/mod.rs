//! Host code on its way through MLIR, to be looked at and thrown away: what kernels are launched with.
//!
//! ```text
//! host module ─ copy ─ submission::prepare ─ LLVM ─► import ─ sycl-raise-host ─► HostView
//! ```
//!
//! The host code of the program stays clang's; nothing here makes a program fail.

mod kernels;

use std::collections::HashMap;

use scythe_frontend::notes::Notes;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::{Tuning, run_passes as run_llvm_passes};
use scythe_mlir::{Context, Module as MlirModule, import, run_passes};
use scythe_raise::submission::{self, Launch, marks};

use crate::mlir::{NotRaised, step};

/// From imported LLVM IR of host code to scheduled kernels.
pub const RAISE: &str = "canonicalize";

/// Raised host code.
pub struct HostView<'c> {
    /// The functions that launch kernels, and `@device_functions`, which declares the kernels.
    pub module: MlirModule<'c>,
    /// All launches that the translation unit has, raised or not.
    pub launches: Vec<Launch>,
    raised: HashMap<String, usize>,
}

impl HostView<'_> {
    /// Whether every launch of a kernel that this translation unit has is scheduled in the module.
    #[must_use]
    pub fn is_complete(&self, kernel: &str) -> bool {
        let launches = self.launches.iter().filter(|launch| launch.kernel == kernel).count();
        self.raised.get(kernel).copied().unwrap_or(0) == launches
    }
}

/// Raises the launches of a translation unit. `host` is clang's module with its marks ([`finish`] takes
/// them away).
///
/// # Errors
/// When there is nothing to raise, or MLIR cannot; the module is what it was.
pub fn launches<'c>(
    context: &'c Context,
    host: &Module<'_>,
    notes: &Notes,
) -> Result<HostView<'c>, NotRaised> {
    marks::mark(host);
    let prepared = submission::prepare(host)
        .ok_or_else(|| NotRaised::device("it launches no kernel", String::new()).of_host())?;
    let tuning = Tuning { vectorize: false, inline_threshold: None };
    let simplify = |passes| {
        run_llvm_passes(&prepared, passes, None, tuning)
            .map_err(|e| NotRaised::device("LLVM cannot prepare it", e.to_string()).of_host())
    };
    simplify(submission::SIMPLIFY)?;
    submission::trim_again(&prepared);
    simplify(submission::JOIN_BLOCKS)?;
    submission::complete(&prepared);
    simplify(submission::TIDY)?;
    let launches = submission::launches(&prepared);
    let module = step(context, "MLIR cannot import it", || import(context, prepared))
        .map_err(NotRaised::of_host)?;
    let declared = step(context, "its kernels cannot be declared", || {
        MlirModule::parse(context, &kernels::declarations(&notes.kernels))
    })
    .map_err(NotRaised::of_host)?;
    for op in declared.block().operations() {
        op.detach();
        module.block().prepend(op);
    }
    step(context, "it cannot be raised", || run_passes(module.op(), RAISE, true).ok())
        .map_err(NotRaised::of_host)?;
    Ok(HostView { module, launches, raised: HashMap::new() })
}

/// Takes away what the headers say to the compiler only: it is no part of the program.
pub fn finish(host: &Module<'_>) {
    marks::mark(host);
    marks::erase(host);
}
