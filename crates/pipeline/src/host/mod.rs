//! Takes a copy of host code through MLIR to analyse launches of kernels, and discards it.
//!
//! ```text
//! host module ─ copy ─ submission::prepare ─ LLVM ─► import ─ sycl-raise-host ─► HostView
//! ```
//!
//! The program's host code remains as clang compiled it; no failure here is an error.

mod kernels;

pub(crate) use kernels::captures;

use std::collections::HashMap;

use scythe_frontend::notes::{Kernel, Notes};
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::{Tuning, flatten_constants, run_passes as run_llvm_passes};
use scythe_mlir::{Context, Module as MlirModule, Op, import, run_passes, walk};
use scythe_raise::host::{self, Unraised};
use scythe_raise::submission::{self, Launch, marks};
use scythe_sycl_dialect::host_ops::KERNEL_NAME;

use crate::mlir::{NotRaised, Remark, RemarkKind, step};

/// The operation that a launch becomes.
const SCHEDULE_KERNEL: &str = "sycl.host.schedule_kernel";

/// Raised host code.
pub struct HostView<'c> {
    /// The functions that launch kernels, and `@device_functions`, which declares the kernels.
    pub module: MlirModule<'c>,
    /// All launches that the translation unit has, raised or not.
    pub launches: Vec<Launch>,
    /// Those that were not raised, and why.
    pub unraised: Vec<Unraised>,
    raised: HashMap<String, usize>,
}

impl HostView<'_> {
    /// Whether every launch of a kernel in this translation unit is scheduled in the module.
    #[must_use]
    pub fn is_complete(&self, kernel: &str) -> bool {
        // A launch without a name may be one of any kernel.
        let may_be = |launch: &&Launch| launch.kernel == kernel || launch.kernel.is_empty();
        let launches = self.launches.iter().filter(may_be).count();
        self.raised.get(kernel).copied().unwrap_or(0) == launches
    }

    /// Remarks about what was not raised, at the locations of launches.
    #[must_use]
    pub fn remarks(&self, notes: &Notes) -> Vec<Remark> {
        let remark = |unraised: &Unraised| {
            let symbol = unraised.kernel.as_deref();
            let kernel = notes.kernels.iter().find(|k| Some(k.symbol.as_str()) == symbol);
            let name = kernel.map_or("a kernel", |kernel| kernel.name.as_str());
            let message = format!("the launch of `{name}` is not raised: {}", unraised.why);
            Remark {
                kind: RemarkKind::Raise,
                place: place(unraised, kernel),
                message,
                access: None,
            }
        };
        self.unraised.iter().map(remark).collect()
    }
}

/// The location of a launch in the program. The functions of the headers around it are of no interest, and
/// without debug information only the notes have it.
fn place(unraised: &Unraised, kernel: Option<&Kernel>) -> Option<(String, u32, u32)> {
    let noted = kernel.and_then(|kernel| kernel.launched.as_ref().or(kernel.location.as_ref()));
    let Some(noted) = noted else { return unraised.places.last().cloned() };
    let in_program = unraised.places.iter().find(|(file, ..)| *file == noted.file);
    let noted = (noted.file.clone(), noted.line, noted.column);
    Some(in_program.cloned().unwrap_or(noted))
}

/// Raises the launches of a translation unit. `module` is clang's host code with its annotations ([`finish`]
/// removes them).
///
/// # Errors
/// When LLVM or MLIR fails; the module is unchanged.
pub fn launches<'c>(
    context: &'c Context,
    module: &Module<'_>,
    notes: &Notes,
) -> Result<HostView<'c>, NotRaised> {
    view(context, module, notes).map_err(NotRaised::of_host)
}

fn view<'c>(
    context: &'c Context,
    module: &Module<'_>,
    notes: &Notes,
) -> Result<HostView<'c>, NotRaised> {
    marks::mark(module);
    let declared = step(context, "its kernels cannot be declared", || {
        MlirModule::parse(context, &kernels::declarations(&notes.kernels))
    })?;
    let Some(prepared) = submission::prepare(module) else {
        let (launches, unraised) = (Vec::new(), Vec::new());
        return Ok(HostView { module: declared, launches, unraised, raised: HashMap::new() });
    };
    simplify(&prepared)?;
    let launches = submission::launches(&prepared);
    let module = step(context, "MLIR cannot import it", || import(context, prepared))?;
    for op in declared.block().operations() {
        op.detach();
        module.block().prepend(op);
    }
    step(context, "it cannot be raised", || run_passes(module.op(), host::PIPELINE, true).ok())?;
    let unraised = host::unraised(module.op());
    let raised = scheduled(module.op());
    Ok(HostView { module, launches, unraised, raised })
}

/// LLVM's passes, between ours.
fn simplify(prepared: &Module<'_>) -> Result<(), NotRaised> {
    let tuning = Tuning { vectorize: false, inline_threshold: None };
    let run = |passes| {
        run_llvm_passes(prepared, passes, None, tuning)
            .map_err(|e| NotRaised::device("LLVM cannot prepare it", e.to_string()))
    };
    run(submission::SIMPLIFY)?;
    submission::trim_again(prepared);
    run(submission::JOIN_BLOCKS)?;
    submission::complete(prepared);
    run(submission::TIDY)?;
    flatten_constants(prepared);
    Ok(())
}

/// The number of times that each kernel is scheduled.
fn scheduled(module: Op<'_>) -> HashMap<String, usize> {
    let mut found = HashMap::new();
    for op in walk(module).into_iter().filter(|op| op.name() == SCHEDULE_KERNEL) {
        let kernel = op.attribute(KERNEL_NAME).and_then(|symbol| symbol.as_symbol_path());
        if let Some(name) = kernel.as_ref().and_then(|path| path.last()) {
            *found.entry((*name).to_owned()).or_default() += 1;
        }
    }
    found
}

/// Removes the headers' annotations for the compiler, which are not part of the program.
pub fn finish(host: &Module<'_>) {
    marks::mark(host);
    marks::erase(host);
}
