//! Passes that are written in Rust, and pipelines of them and MLIR's.

use std::ffi::c_void;
use std::fmt;

use crate::Op;
use crate::boundary::guarded;
use crate::ffi::*;
use crate::text::{collect, string_ref};

/// A pass has failed, and MLIR has reported why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassFailed(pub String);

impl fmt::Display for PassFailed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_empty() { "a pass failed" } else { &self.0 })
    }
}

impl std::error::Error for PassFailed {}

/// A pass.
pub trait PassDefinition: Sync {
    /// Its name in pipelines.
    fn argument(&self) -> &str;

    /// One line for the list of passes.
    fn description(&self) -> &str;

    /// The operations that it runs on; on any when empty.
    fn anchor(&self) -> &str {
        "builtin.module"
    }

    /// Runs it. Before it returns an error, it reports the error at an operation.
    ///
    /// # Errors
    /// When it fails.
    fn run(&self, op: Op<'_>) -> Result<(), PassFailed>;
}

/// Registers a pass under its name.
pub fn register_pass(pass: &'static dyn PassDefinition) {
    let user: *mut &'static dyn PassDefinition = Box::leak(Box::new(pass));
    let declared: &'static ScythePass = Box::leak(Box::new(ScythePass {
        argument: string_ref(pass.argument()),
        description: string_ref(pass.description()),
        anchor: string_ref(pass.anchor()),
        user: user.cast(),
        run: Some(run),
    }));
    // SAFETY: it lives as long as the process.
    unsafe { scytheRegisterPass(declared) }
}

unsafe extern "C" fn run(user: *mut c_void, op: MlirOperation) -> bool {
    let op = Op::from_raw(op);
    // SAFETY: `register_pass` put a pass there.
    let pass = unsafe { *user.cast::<&'static dyn PassDefinition>() };
    guarded(op.location().raw, false, || pass.run(op).is_ok())
}

/// Registers a named pipeline.
pub fn register_pipeline(argument: &'static str, description: &'static str, pipeline: &str) {
    // SAFETY: the shim copies the pipeline; the other two are static.
    unsafe {
        scytheRegisterPipeline(string_ref(argument), string_ref(description), string_ref(pipeline));
    }
}

/// Registers all passes of MLIR.
pub fn register_all_passes() {
    // SAFETY: nothing is asked of the caller.
    unsafe { scytheRegisterAllPasses() }
}

/// Runs a pipeline on an operation: only the passes, without the name of the operation around them.
///
/// # Errors
/// When the pipeline is invalid, or a pass fails.
pub fn run_passes(root: Op<'_>, pipeline: &str, verify: bool) -> Result<(), PassFailed> {
    let mut ok = false;
    let message = collect(|callback, user| {
        // SAFETY: the handle is valid.
        ok = unsafe { scytheRunMlirPasses(root.raw, string_ref(pipeline), verify, callback, user) };
    });
    if ok { Ok(()) } else { Err(PassFailed(message)) }
}
