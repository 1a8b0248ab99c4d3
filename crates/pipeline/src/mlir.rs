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

/// From imported LLVM IR to what analyses read.
pub const RAISE: &str = "sycl-raise-methods,sycl-forward-objects,canonicalize,cse";

/// Back to what can be exported.
pub const LOWER: &str = "sycl-define-components,sycl-lower-to-call,convert-sycl-to-llvm,\
                     reconcile-unrealized-casts";

/// Methods become what they do, so that it can be seen which pointers a kernel uses.
const DISSOLVE: &str = "always-inline,function(sroa,early-cse,instcombine<no-verify-fixpoint>)";

/// What a user can ask remarks about.
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

/// Something that the compiler found out, for those who asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// What it is about.
    pub kind: RemarkKind,
    /// File, line and column.
    pub place: Option<(String, u32, u32)>,
    /// What it says.
    pub message: String,
    /// The memory access that it is about, if it is about one.
    pub access: Option<Pattern>,
}

/// Whether and how device code goes through MLIR.
#[derive(Clone)]
pub struct MlirOptions {
    /// Whether it does.
    pub enabled: bool,
    /// Whether it does so even where there is nothing to raise, for the sake of tests.
    pub always: bool,
    /// What to tell about.
    pub remarks: Vec<RemarkKind>,
    /// Receives the remarks.
    pub report: Rc<dyn Fn(&Remark)>,
    /// Receives what deserves a warning.
    pub found: Rc<dyn Fn(Finding)>,
    /// Whether device code has debug information for the sake of remarks only.
    pub drop_debug_info: bool,
}

impl MlirOptions {
    /// Through MLIR, without remarks.
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

    /// The pipeline without MLIR.
    #[must_use]
    pub fn disabled() -> Self {
        Self { enabled: false, ..Self::silent() }
    }

    /// The same without remarks: several processors have the same ones.
    #[must_use]
    pub fn without_remarks(&self) -> Self {
        Self { enabled: self.enabled, drop_debug_info: self.drop_debug_info, ..Self::silent() }
    }

    /// The same without remarks of a kind.
    #[must_use]
    pub fn without(&self, kind: RemarkKind) -> Self {
        let mut other = self.clone();
        other.remarks.retain(|&known| known != kind);
        other
    }

    pub(crate) fn tell(&self, kind: RemarkKind, message: &dyn fmt::Display) {
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

/// Why a module did not go through MLIR.
#[derive(Debug)]
pub struct NotRaised {
    whose: &'static str,
    what: &'static str,
    why: String,
}

impl fmt::Display for NotRaised {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} goes without MLIR: {}", self.whose, self.what)?;
        if self.why.is_empty() { Ok(()) } else { write!(f, ": {}", self.why) }
    }
}

impl NotRaised {
    pub(crate) fn device(what: &'static str, why: String) -> Self {
        Self { whose: "device code", what, why }
    }

    /// The same about host code.
    pub(crate) fn of_host(self) -> Self {
        Self { whose: "host code", ..self }
    }
}

/// The step of a family's pipeline in which device code goes through the `sycl` dialect.
#[derive(Clone, Copy)]
pub struct MlirStep<'a> {
    /// LLVM's machine for the target.
    pub machine: &'a TargetMachine,
    /// What LLVM does to everything but calls of methods before they are raised.
    pub simplify: &'a str,
    /// How.
    pub tuning: Tuning,
    /// How much to optimise.
    pub effort: Effort,
    /// The kernels of the module.
    pub kernels: &'a [&'a Kernel],
    /// Whether and how device code is raised.
    pub options: &'a MlirOptions,
    /// Who looks at the stage `sycl-mlir`.
    pub watch: Watch<'a>,
}

impl MlirStep<'_> {
    /// Raises device code, whose kernels have their entry points, and lowers it again, where there is
    /// anything to optimise; then methods are functions like any other, which are always inlined.
    ///
    /// # Errors
    /// When LLVM cannot do its part, which is a bug, or an observer wants to stop.
    pub fn run(&self, module: &mut Module<'_>) -> Result<(), PipelineError> {
        self.round_trip(module)?;
        self.watch.passed("to the sycl dialect and back (MLIR)", module)
    }

    /// Makes the specializations of kernels that what is known of their launches pays for; `reads_widely` is that of
    /// [`specializations::make`].
    ///
    /// # Errors
    /// When LLVM cannot do its part, or a kernel is not what its notes describe; both are bugs.
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
    /// When LLVM cannot do its part, which is a bug.
    pub fn report_accesses(&self, module: &Module<'_>) -> Result<(), PipelineError> {
        run_llvm_passes(module, methods::FIND_EFFECTS, self.machine, self.tuning)?;
        methods::keep_calls(module);
        run_llvm_passes(module, self.simplify, self.machine, self.tuning)?;
        // Why a module cannot be raised is told of the one that is compiled.
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
                Err(why) => self.options.tell(RemarkKind::Raise, &why),
            }
        }
        Ok(())
    }

    /// Lowers a raised module, and gives it back the facts that MLIR dropped from the original.
    ///
    /// # Errors
    /// When a step fails.
    fn lower<'l>(
        &self,
        context: &Context,
        raised: MlirModule<'_>,
        original: &Module<'l>,
    ) -> Result<Module<'l>, NotRaised> {
        // They are true whatever becomes of the module.
        for remark in analyses(raised.op(), self.kernels, self.options) {
            (self.options.report)(&remark);
        }
        step(context, "it cannot be lowered", || run_passes(raised.op(), LOWER, true).ok())?;
        let made =
            step(context, "MLIR cannot export it", || export(original.get_context(), raised.op()))?;
        restore_facts(original, &made);
        match made.verify() {
            Ok(()) => Ok(made),
            Err(why) => {
                Err(NotRaised::device("what comes back is no valid LLVM IR", why.to_string()))
            }
        }
    }
}

/// A context for such modules.
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
    // MLIR's exporter trips over much of what describes types and variables; lines go through.
    let tuning = Tuning { vectorize: false, inline_threshold: None };
    let stripped = run_llvm_passes(&copy, "strip-nonlinetable-debuginfo", machine, tuning);
    stripped.map_err(|e| NotRaised::device("LLVM cannot prepare it", e.to_string()))?;
    let imported = step(context, "MLIR cannot import it", || import(context, copy))?;
    step(context, "it cannot be raised", || run_passes(imported.op(), RAISE, true).ok())?;
    Ok(imported)
}

/// The remarks that users asked for, and only those: analyses take time.
fn analyses(module: Op<'_>, kernels: &[&Kernel], options: &MlirOptions) -> Vec<Remark> {
    if options.remarks.contains(&RemarkKind::MemoryAccess) {
        memory_access::remarks(module, kernels)
    } else {
        Vec::new()
    }
}

/// Carries out a step; MLIR's own words say why it failed.
pub(crate) fn step<T>(
    context: &Context,
    what: &'static str,
    body: impl FnOnce() -> Option<T>,
) -> Result<T, NotRaised> {
    let (result, diagnostics) = collect_diagnostics(context, body);
    result.ok_or_else(|| {
        let first = diagnostics.into_iter().find(|d| d.severity == Severity::Error);
        // IR in a message may be several lines.
        let words = |d: Diagnostic| d.message.split_whitespace().collect::<Vec<_>>().join(" ");
        NotRaised::device(what, first.map_or_else(String::new, words))
    })
}
