//! Device code to PTX: the pass order of this family.
//!
//! Work-items stay work-items: each is a thread. Everything is inlined into kernels, and queries of the index
//! space become special registers ([`super::builtins`]).

use scythe_frontend::notes::{Kernel, Notes};
use scythe_image::facts::PLAIN_RANGE_ATTRIBUTE;
use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::targets::TargetMachine;
use scythe_llvm::inkwell::values::FunctionValue;
use scythe_llvm::{Tuning, erase, run_passes, set_attribute, string_attribute};
use scythe_mux::{
    ATTR_HIDDEN, Builtin, MuxError, PTX_KERNEL, entry_points, mark_device_variable, original_name,
};
use scythe_pipeline::device_globals::{self, DeviceGlobals, Mark};
use scythe_pipeline::hostdev::specializations::{self, SpecializedKernel};
use scythe_pipeline::hostdev::{HostdevPass, KnownLaunches};
use scythe_pipeline::mlir::{MlirOptions, MlirStep, RemarkKind};
use scythe_pipeline::module_records::{GROUPS, LoweredKernel};
use scythe_pipeline::stage::{LOWERED_LL, MUX_LL, Watch};
use scythe_pipeline::tools::Tools;
use scythe_pipeline::warnings::Search;
use scythe_pipeline::{Effort, PipelineError, externals, kernels, plain_writes, rebuilding, text};
use scythe_raise::methods;

use super::passes::{PASSES, tells_slices_apart};
use super::{ABI, Architecture, PtxSchedule, libraries};

/// Passes that prepare clang's device IR for optimisation.
const PREPARE: &[&str] = &[
    "transfer-kernel-metadata",
    "attach-properties",
    "apply-ptx-properties",
    "place-group-memory",
    "place-static-group-memory",
    "subtract-generic",
    "call-the-driver",
    "define-complex-arithmetic",
    "define-deallocation",
];

/// Before the parameters of kernels are determined.
const EXPAND: &[&str] = &[
    // Parameters are constant memory.
    "copy-written-objects",
    "spread-work-items",
    "meet-divergently",
    "expand-builtins",
];

/// The minimum that turns constants passed by the headers into constants.
const INLINE: &str = "always-inline,function(sroa,early-cse,instcombine<no-verify-fixpoint>)";

/// Removes unused queries of dimensions.
const FOLD: &str = "function(early-cse,instsimplify,dce)";

/// Facts that other targets have in memory become parameters and special registers.
const LOWER: &[&str] = &[
    "inline-aligned-objects",
    "fold-known-sizes",
    "set-launch-bounds",
    "pass-launch-facts",
    "define-mux-builtins",
    "add-hidden-params",
];

/// The convention of C.
const C_FUNCTION: u32 = 0;

/// Calls cost more than anything else here.
const INLINE_THRESHOLD: i32 = 100_000;

const TUNING: Tuning = Tuning { vectorize: false, inline_threshold: Some(INLINE_THRESHOLD) };

/// Straight-line code may use wide loads and stores.
const FINISH_TUNING: Tuning = Tuning { vectorize: true, inline_threshold: Some(INLINE_THRESHOLD) };

/// LLVM's passes for code that will be optimised again. Address spaces are inferred when everything is
/// inlined: objects that functions get by value are private, those of kernels are parameters, and the former
/// become the latter.
const SIMPLIFY: &str = "function(sroa,early-cse),thinlto-pre-link<O2>";

/// Merges linked library code into loops, so that their sizes are known.
const MERGE: &str = "nvvm-reflect,always-inline,function(sroa,infer-address-spaces,early-cse<memssa>,\
                     instcombine<no-verify-fixpoint>,simplifycfg,loop-simplify)";

/// The last step before code generation.
const FINISH: &str = "default<O3>,function(infer-address-spaces),globaldce";

/// Removes computations whose loads are gone.
const TIDY: &str = "function(early-cse,instcombine<no-verify-fixpoint>,dce),globaldce";

/// The minimum that inlines the builtins' bodies.
const FINISH_PLAIN: &str = "nvvm-reflect,always-inline,function(sroa,instcombine<no-verify-fixpoint>,\
                            infer-address-spaces,simplifycfg),globaldce";

/// Removes `device_global`s from a module, whose kernels get their addresses as parameters.
///
/// # Errors
/// When LLVM reports an error; that is a bug.
pub(super) fn separate_globals<'c>(
    module: &Module<'c>,
    notes: &Notes,
    mark: Mark,
) -> Result<DeviceGlobals<'c>, PipelineError> {
    let machine = machine(Architecture::OLDEST)?;
    let globals = device_globals::separate(&[module], notes, &machine, mark)?;
    for name in globals.names() {
        mark_device_variable(module, &name)
            .map_err(|e| PipelineError::bug("device variables", e.to_string()))?;
    }
    Ok(globals)
}

fn machine(architecture: Architecture) -> Result<TargetMachine, PipelineError> {
    architecture
        .machine()
        .map_err(|e| PipelineError::Request(format!("cannot compile for NVIDIA GPUs: {e}")))
}

/// Where the objects of kernels are rebuilt.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rebuilding {
    /// By each thread.
    Inside,
    /// Around the kernel.
    Outlined,
}

/// The pipeline for one architecture.
pub struct PtxPipeline<'a> {
    /// The architecture to compile for.
    pub architecture: Architecture,
    /// How work-items are scheduled.
    pub schedule: PtxSchedule,
    /// The optimisation level.
    pub effort: Effort,
    /// Whether and how to use MLIR.
    pub mlir: &'a MlirOptions,
    /// The kernels of the module, from the device pass's notes.
    pub kernels: &'a [&'a Kernel],
    /// The known launches of the kernels, and how to use them.
    pub known: &'a KnownLaunches,
    /// Finds libraries.
    pub tools: &'a dyn Tools,
    /// Observes the stages.
    pub watch: Watch<'a>,
}

impl PtxPipeline<'_> {
    /// Gives kernels their entry points and everything else that later passes require.
    fn make_kernels(
        &self,
        module: &Module<'_>,
        machine: &TargetMachine,
        rebuilding: Rebuilding,
    ) -> Result<(), PipelineError> {
        kernels::take_annotations(module);
        kernels::make_entry_points(module, (self.kernels, ABI), &self.schedule, |made| {
            match rebuilding {
                Rebuilding::Inside => Ok(()),
                Rebuilding::Outlined => rebuilding::outline(module, made),
            }
        })?;
        retarget(module);
        self.passes(module, PREPARE)?;
        device_globals::drop_lists(module);
        let kept = [entry_points(module), rebuilding::outlined(module)].concat();
        Ok(run_passes(module, &externals::internalize(&kept), machine, TUNING)?)
    }

    fn mlir_step<'s>(
        &'s self,
        machine: &'s TargetMachine,
        options: &'s MlirOptions,
    ) -> MlirStep<'s> {
        MlirStep {
            machine,
            simplify: SIMPLIFY,
            tuning: TUNING,
            effort: self.effort,
            kernels: self.kernels,
            options,
            watch: self.watch,
        }
    }

    /// Reports remarks on memory accesses, if requested, from a copy in which kernels get whole objects, as
    /// on the CPU: little is known of an accessor that a thread has rebuilt. Returns the remaining kinds of
    /// remarks.
    fn report_accesses(
        &self,
        module: &Module<'_>,
        machine: &TargetMachine,
    ) -> Result<MlirOptions, PipelineError> {
        let kind = RemarkKind::MemoryAccess;
        if self.mlir.remarks.contains(&kind) && self.effort == Effort::Full && self.mlir.enabled {
            let copy = module.clone();
            self.make_kernels(&copy, machine, Rebuilding::Outlined)?;
            self.mlir_step(machine, self.mlir).report_accesses(&copy)?;
        }
        Ok(self.mlir.without(kind))
    }

    fn search(&self) -> Search<'_> {
        Search { kernels: self.kernels, known: self.known, options: self.mlir }
    }

    /// Reports null pointers, from a copy of the module whose kernels have no work-items beyond the range.
    fn warn_of_null_pointers(
        &self,
        module: &Module<'_>,
        machine: &TargetMachine,
    ) -> Result<(), PipelineError> {
        if self.effort == Effort::Full && self.search().sees_null() {
            let copy = module.clone();
            let unseen = PtxPipeline { watch: Watch::none(), ..*self };
            unseen.make_kernels(&copy, machine, Rebuilding::Inside)?;
            methods::dissolve(&copy);
            self.search().null_pointers_of(&copy, (machine, SIMPLIFY, TUNING))?;
        }
        Ok(())
    }

    /// Gives kernels their entry points, and removes all other functions: the stage `lowered-ll`. Returns the
    /// kernels that have specializations.
    ///
    /// # Errors
    /// When a kernel uses a feature that GPUs do not support.
    pub fn prepare(
        &self,
        module: &mut Module<'_>,
    ) -> Result<Vec<SpecializedKernel>, PipelineError> {
        let machine = machine(self.architecture)?;
        let options = self.report_accesses(module, &machine)?;
        self.warn_of_null_pointers(module, &machine)?;
        self.make_kernels(module, &machine, Rebuilding::Inside)?;
        let step = self.mlir_step(&machine, &options);
        step.run(module)?;
        let mut made = Vec::new();
        if self.effort == Effort::Full {
            made = step.specialize(module, self.known, true)?;
            run_passes(module, SIMPLIFY, &machine, TUNING)?;
            self.watch.passed("simplify (LLVM)", module)?;
            self.passes(module, &["fold-known-sizes", "apply-no-alias"])?;
            self.search().barriers(module);
            specializations::drop_idle(module, &mut made);
            self.watch.specialized(&made);
            if self.known.options.has(HostdevPass::Registers) {
                self.passes(module, &["accumulate-in-registers"])?;
            }
        }
        if self.mlir.drop_debug_info {
            module.strip_debug_info();
        }
        self.watch.reached(LOWERED_LL, || Ok(module.print_to_string().to_bytes().to_vec()))?;
        Ok(made)
    }

    /// Runs everything before the parameters of kernels are determined.
    ///
    /// # Errors
    /// When a pass finds IR it cannot lower; that is a bug.
    pub fn expand(&self, module: &Module<'_>) -> Result<(), PipelineError> {
        let machine = machine(self.architecture)?;
        if module.get_function(&Builtin::SpecializationConstant.name()).is_some() {
            // Keys of constants are arguments of functions at -O0.
            run_passes(module, INLINE, &machine, TUNING)?;
            self.watch.passed("inline (LLVM)", module)?;
        }
        self.mark_plain_ranges(module);
        if self.effort == Effort::Full {
            self.passes(module, &["coarsen-work-items"])?;
        }
        self.passes(module, EXPAND)?;
        run_passes(module, FOLD, &machine, TUNING)?;
        self.watch.passed("fold (LLVM)", module)?;
        Ok(())
    }

    /// A copy of the module's kernels for launches that have to be split; none if kernels do not depend on
    /// that. It only contains the general specialization of each kernel.
    ///
    /// Most programs have no such launch, so ordinary code does not pay for them.
    ///
    /// # Errors
    /// When a pass finds IR it cannot lower; that is a bug.
    pub fn in_slices<'c>(
        &self,
        module: &Module<'c>,
        is_general: impl Fn(FunctionValue<'c>) -> bool,
    ) -> Result<Option<Module<'c>>, PipelineError> {
        let bug = |e: MuxError| PipelineError::bug("work-groups", e.to_string());
        if !tells_slices_apart(module).map_err(bug)? {
            return Ok(None);
        }
        let slices = module.clone();
        self.count_groups(&slices)?;
        let asks = |kernel: &FunctionValue<'c>| {
            let hidden = string_attribute(*kernel, ATTR_HIDDEN).unwrap_or_default();
            hidden.split(',').any(|name| name == GROUPS)
        };
        let all = entry_points(&slices);
        let (wanted, others): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|kernel| asks(kernel) && is_general(*kernel));
        others.into_iter().for_each(erase);
        Ok((!wanted.is_empty()).then_some(slices))
    }

    /// Lets launches number their work-groups.
    ///
    /// # Errors
    /// When a pass finds IR it cannot lower; that is a bug.
    pub fn count_groups(&self, module: &Module<'_>) -> Result<(), PipelineError> {
        // Known facts about a kernel's launch may fold its queries.
        self.passes(module, &["fold-known-sizes", "number-groups-by-launch"])
    }

    /// Runs everything up to the input of LLVM's back end: the stage `mux-ll`.
    ///
    /// # Errors
    /// When a pass finds IR it cannot lower; that is a bug.
    pub fn lower(&self, module: &Module<'_>) -> Result<Vec<LoweredKernel>, PipelineError> {
        let machine = machine(self.architecture)?;
        self.passes(module, LOWER)?;
        libraries::link(module, self.tools)?;
        for function in module.get_functions() {
            if function.get_call_conventions() != PTX_KERNEL {
                function.set_call_conventions(C_FUNCTION);
            }
            for call in scythe_llvm::calls_in(function) {
                call.set_call_convention(C_FUNCTION);
            }
        }
        match self.effort {
            Effort::Full => {
                run_passes(module, MERGE, &machine, FINISH_TUNING)?;
                self.watch.passed("merge (LLVM)", module)?;
                let before = ["note-costs", "keep-alignments", "walk-pointers", "mark-small-loops"];
                self.passes(module, &before)?;
                run_passes(module, FINISH, &machine, FINISH_TUNING)?;
                self.watch.passed("optimise (LLVM)", module)?;
                self.passes(module, &["share-loads", "drop-idle-coarse"])?;
                run_passes(module, TIDY, &machine, FINISH_TUNING)?;
                scythe_bind::note_writes(module, entry_points(module));
                self.passes(module, &["join-loads", "issue-loads-early"])?;
            }
            Effort::None => {
                // A library's query about the machine is a call with unknown effects.
                run_passes(module, "nvvm-reflect", &machine, TUNING)?;
                plain_writes::note(module, &machine, TUNING)?;
                run_passes(module, FINISH_PLAIN, &machine, FINISH_TUNING)?;
            }
        }
        name_symbols(module);
        let has = |name: &str| DRIVERS_OWN.contains(&name);
        externals::refuse_missing(module, self.kernels, "NVIDIA GPUs", has)?;
        module.verify().map_err(|e| PipelineError::bug("lowering to PTX", e.to_string()))?;
        self.watch.reached(MUX_LL, || Ok(module.print_to_string().to_bytes().to_vec()))?;
        Ok(LoweredKernel::all(module))
    }

    /// Marks kernels that run over plain ranges: the runtime chooses their work-groups.
    fn mark_plain_ranges(&self, module: &Module<'_>) {
        for function in entry_points(module) {
            let symbol = original_name(function);
            let note = self.kernels.iter().find(|kernel| kernel.symbol == symbol);
            if note.is_some_and(|kernel| kernel.plain_range) {
                set_attribute(module, function, PLAIN_RANGE_ATTRIBUTE, "");
            }
        }
    }

    fn passes(&self, module: &Module<'_>, names: &[&str]) -> Result<(), PipelineError> {
        text::run_named(module, (&self.schedule, PASSES), (self.kernels, self.watch), names)
    }
}

/// Gives symbols names that PTX allows: letters, digits and underscores.
fn name_symbols(module: &Module<'_>) {
    let valid = |name: &str| -> Option<String> {
        let is_fine = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let fixed = name.chars().map(|c| if is_fine(c) { c } else { '_' });
        (!name.chars().all(is_fine)).then(|| fixed.collect())
    };
    for function in module.get_functions().filter(|f| f.get_intrinsic_id() == 0) {
        if let Some(name) = valid(&function.get_name().to_string_lossy()) {
            function.as_global_value().set_name(&name);
        }
    }
    for global in module.get_globals() {
        let name = global.get_name().to_string_lossy().into_owned();
        if let Some(name) = valid(&name).filter(|_| !name.starts_with("llvm.")) {
            global.set_name(&name);
        }
    }
}

/// Functions of the driver.
const DRIVERS_OWN: [&str; 2] = ["vprintf", "__assertfail"];

/// From here on, LLVM's target machine defines the processor, not attributes of functions.
fn retarget(module: &Module<'_>) {
    for function in module.get_functions() {
        for name in ["target-cpu", "target-features"] {
            function.remove_string_attribute(AttributeLoc::Function, name);
        }
    }
    kernels::allow_simplification(module);
}
