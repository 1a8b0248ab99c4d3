//! Takes device code through MLIR: from LLVM IR to the `sycl` dialect and back.
//!
//! No failure here is an error: it is reported in a [`Remark`], and the pipeline continues with the original module.

use std::fmt;
use std::rc::Rc;

use scythe_frontend::notes::Kernel;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::targets::TargetMachine;
use scythe_llvm::{Tuning, restore_facts, run_passes as run_llvm_passes};
use scythe_mlir::{
    Context, Diagnostic, Module as MlirModule, Op, Severity, collect_diagnostics, export, import,
    run_passes,
};
pub use scythe_optimize::memory_access::{Distance, Pattern};
use scythe_raise::methods;

use crate::hostdev::specializations::{self, SpecializedKernel};
use crate::hostdev::{HostdevOptions, KnownLaunches};
use crate::registration::register_all;
use crate::stage::{SYCL_MLIR, Watch};
use crate::warnings::Finding;
use crate::{Effort, PipelineError, memory_access};

/// From imported LLVM IR to the dialect as analyses read it.
pub const RAISE: &str = "sycl-raise-methods,sycl-forward-objects,canonicalize,cse";

/// Back to operations that can be exported.
pub const LOWER: &str = "sycl-define-components,sycl-lower-to-call,convert-sycl-to-llvm,\
                     reconcile-unrealized-casts";

/// Inlines methods, so that the uses of pointers are visible.
const DISSOLVE: &str = "always-inline,function(sroa,early-cse,instcombine<no-verify-fixpoint>)";

/// The kinds of remarks that a user can request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemarkKind {
    /// What could not be raised, and why.
    Raise,
    /// How kernels access memory.
    MemoryAccess,
    /// How work-items become vectors.
    Vectorize,
}

impl RemarkKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Raise, Self::MemoryAccess, Self::Vectorize];

    /// The name in `-Rscythe=<name>`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Raise => "raise",
            Self::MemoryAccess => "memory-access",
            Self::Vectorize => "vectorize",
        }
    }

    /// One line for the help text.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::Raise => "what did not go through MLIR, and which launches were not understood",
            Self::MemoryAccess => "how kernels access global memory, and what to do about it",
            Self::Vectorize => "how work-items are vectorised, and what prevents it",
        }
    }
}

/// A result of an analysis, for users who request it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Its kind.
    pub kind: RemarkKind,
    /// File, line and column.
    pub place: Option<(String, u32, u32)>,
    /// The message.
    pub message: String,
    /// The memory access, for remarks about one.
    pub access: Option<Pattern>,
}

/// Whether and how device code goes through MLIR.
#[derive(Clone)]
pub struct MlirOptions {
    /// Whether it does.
    pub enabled: bool,
    /// Whether it does so even if there is nothing to raise (for tests).
    pub always: bool,
    /// The kinds of remarks to report.
    pub remarks: Vec<RemarkKind>,
    /// Receives the remarks.
    pub report: Rc<dyn Fn(&Remark)>,
    /// Receives findings to warn about.
    pub found: Rc<dyn Fn(Finding)>,
    /// Whether debug information is there for remarks only.
    pub drop_debug_info: bool,
}

impl MlirOptions {
    /// With MLIR, without remarks.
    #[must_use]
    pub fn silent() -> Self {
        Self {
            enabled: true,
            always: false,
            remarks: Vec::new(),
            report: Rc::new(|_| {}),
            found: Rc::new(|_| {}),
            drop_debug_info: false,
        }
    }

    /// Without MLIR.
    #[must_use]
    pub fn disabled() -> Self {
        Self { enabled: false, ..Self::silent() }
    }

    /// The same without remarks, which are equal for several processors.
    #[must_use]
    pub fn without_remarks(&self) -> Self {
        Self { enabled: self.enabled, drop_debug_info: self.drop_debug_info, ..Self::silent() }
    }

    /// The same without remarks of one kind.
    #[must_use]
    pub fn without(&self, kind: RemarkKind) -> Self {
        let mut other = self.clone();
        other.remarks.retain(|&known| known != kind);
        other
    }

    pub(crate) fn remark(&self, kind: RemarkKind, message: &dyn fmt::Display) {
        if self.remarks.contains(&kind) {
            (self.report)(&Remark {
                kind,
                place: None,
                message: message.to_string(),
                access: None,
            });
        }
    }
}

/// Why a module was not raised.
#[derive(Debug)]
pub struct NotRaised {
    whose: &'static str,
    what: &'static str,
    why: String,
}

impl fmt::Display for NotRaised {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is compiled without MLIR: {}", self.whose, self.what)?;
        if self.why.is_empty() { Ok(()) } else { write!(f, ": {}", self.why) }
    }
}

impl NotRaised {
    pub(crate) fn device(what: &'static str, why: String) -> Self {
        Self { whose: "device code", what, why }
    }

    /// The same for host code.
    pub(crate) fn of_host(self) -> Self {
        Self { whose: "host code", ..self }
    }
}

/// The step of a family's pipeline in which device code goes through the `sycl` dialect.
#[derive(Clone, Copy)]
pub struct MlirStep<'a> {
    /// LLVM's machine for the target.
    pub machine: &'a TargetMachine,
    /// LLVM's passes before raising, during which methods are not inlined.
    pub simplify: &'a str,
    /// Their tuning.
    pub tuning: Tuning,
    /// The optimisation level.
    pub effort: Effort,
    /// The kernels of the module.
    pub kernels: &'a [&'a Kernel],
    /// Whether and how device code is raised.
    pub options: &'a MlirOptions,
    /// Observes the stage `sycl-mlir`.
    pub watch: Watch<'a>,
}

impl MlirStep<'_> {
    /// Raises device code, whose kernels have their entry points, and lowers it again, if optimisation is
    /// enabled; then methods are ordinary functions that are always inlined.
    ///
    /// # Errors
    /// When LLVM fails, which is a bug, or an observer stops the walk.
    pub fn run(&self, module: &mut Module<'_>) -> Result<(), PipelineError> {
        self.round_trip(module)?;
        self.watch.passed("to the sycl dialect and back (MLIR)", module)
    }

    /// Makes the specializations of kernels for which facts about launches are worth it; `reads_widely` is
    /// that of [`specializations::make`].
    ///
    /// # Errors
    /// When LLVM fails, or a kernel is not what its notes describe; both are bugs.
    pub fn specialize(
        &self,
        module: &Module<'_>,
        known: &KnownLaunches,
        reads_widely: bool,
    ) -> Result<Vec<SpecializedKernel>, PipelineError> {
        let KnownLaunches { options, launches } = known;
        if *options == HostdevOptions::none() {
            return Ok(Vec::new());
        }
        run_llvm_passes(module, DISSOLVE, self.machine, self.tuning)?;
        self.watch.passed("dissolve methods (LLVM)", module)?;
        specializations::make(module, self.kernels, launches, (options, reads_widely))
    }

    fn round_trip(&self, module: &mut Module<'_>) -> Result<(), PipelineError> {
        if self.effort == Effort::Full && self.options.enabled {
            run_llvm_passes(module, methods::FIND_EFFECTS, self.machine, self.tuning)?;
            methods::keep_calls(module);
            run_llvm_passes(module, self.simplify, self.machine, self.tuning)?;
            let back = !methods::methods(module).is_empty() || self.options.always;
            if back || self.watch.wants(SYCL_MLIR).is_some() {
                self.through_the_dialect(module, back)?;
            }
        } else {
            let why = "device code is raised at -O1 and above, without -fno-scythe-mlir";
            self.watch.cannot(SYCL_MLIR, &why)?;
        }
        methods::dissolve(module);
        Ok(())
    }

    /// Remarks on how the kernels of a module access memory, and nothing else.
    ///
    /// # Errors
    /// When LLVM fails, which is a bug.
    pub fn report_accesses(&self, module: &Module<'_>) -> Result<(), PipelineError> {
        run_llvm_passes(module, methods::FIND_EFFECTS, self.machine, self.tuning)?;
        methods::keep_calls(module);
        run_llvm_passes(module, self.simplify, self.machine, self.tuning)?;
        // That a module cannot be raised is reported when it is compiled.
        let context = context();
        if let Ok(raised) = raise(&context, module, self.machine) {
            for remark in memory_access::remarks(raised.op(), self.kernels) {
                (self.options.report)(&remark);
            }
        }
        Ok(())
    }

    /// Raises a module, shows the result to the observer, and lowers it again if `back`. A module that cannot be
    /// raised or lowered stays what it was.
    fn through_the_dialect(
        &self,
        module: &mut Module<'_>,
        back: bool,
    ) -> Result<(), PipelineError> {
        let context = context();
        let raised = raise(&context, module, self.machine);
        match &raised {
            Ok(raised) => {
                self.watch.reached(SYCL_MLIR, || Ok(self.watch.printed(raised.op())))?;
            }
            Err(why) => self.watch.cannot(SYCL_MLIR, why)?,
        }
        if back {
            match raised.and_then(|raised| self.lower(&context, raised, module)) {
                Ok(made) => *module = made,
                Err(why) => self.options.remark(RemarkKind::Raise, &why),
            }
        }
        Ok(())
    }

    /// Lowers a raised module, and restores the facts that MLIR dropped from the original.
    ///
    /// # Errors
    /// When a step fails.
    fn lower<'l>(
        &self,
        context: &Context,
        raised: MlirModule<'_>,
        original: &Module<'l>,
    ) -> Result<Module<'l>, NotRaised> {
        // The remarks are valid even if lowering fails.
        for remark in analyses(raised.op(), self.kernels, self.options) {
            (self.options.report)(&remark);
        }
        step(context, "it cannot be lowered", || run_passes(raised.op(), LOWER, true).ok())?;
        let made =
            step(context, "MLIR cannot export it", || export(original.get_context(), raised.op()))?;
        restore_facts(original, &made);
        match made.verify() {
            Ok(()) => Ok(made),
            Err(why) => Err(NotRaised::device("the result is not valid LLVM IR", why.to_string())),
        }
    }
}

/// A context with the dialects of such modules.
#[must_use]
pub fn context() -> Context {
    register_all();
    scythe_sycl_dialect::context()
}

fn raise<'c>(
    context: &'c Context,
    module: &Module<'_>,
    machine: &TargetMachine,
) -> Result<MlirModule<'c>, NotRaised> {
    let copy = module.clone();
    // MLIR cannot export all debug information about types and variables; line numbers are kept.
    let tuning = Tuning { vectorize: false, inline_threshold: None };
    let stripped = run_llvm_passes(&copy, "strip-nonlinetable-debuginfo", machine, tuning);
    stripped.map_err(|e| NotRaised::device("LLVM cannot prepare it", e.to_string()))?;
    let imported = step(context, "MLIR cannot import it", || import(context, copy))?;
    step(context, "it cannot be raised", || run_passes(imported.op(), RAISE, true).ok())?;
    Ok(imported)
}

/// Only the remarks that users request: analyses take time.
fn analyses(module: Op<'_>, kernels: &[&Kernel], options: &MlirOptions) -> Vec<Remark> {
    if options.remarks.contains(&RemarkKind::MemoryAccess) {
        memory_access::remarks(module, kernels)
    } else {
        Vec::new()
    }
}

/// Runs a step; on failure, MLIR's message says why.
pub(crate) fn step<T>(
    context: &Context,
    what: &'static str,
    body: impl FnOnce() -> Option<T>,
) -> Result<T, NotRaised> {
    let (result, diagnostics) = collect_diagnostics(context, body);
    result.ok_or_else(|| {
        let first = diagnostics.into_iter().find(|d| d.severity == Severity::Error);
        // A message that contains IR may have several lines.
        let words = |d: Diagnostic| d.message.split_whitespace().collect::<Vec<_>>().join(" ");
        NotRaised::device(what, first.map_or_else(String::new, words))
    })
}
