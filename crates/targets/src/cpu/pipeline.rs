//! Device code to native functions: the pass order of this family.

use scythe_bind::note_writes;
use scythe_frontend::notes::Kernel;
use scythe_image::facts::FINISHED_MARK;
use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::targets::{FileType, TargetMachine};
use scythe_llvm::inkwell::values::FunctionValue;
use scythe_llvm::{Tuning, assume_indices, erase, numbers, run_passes, set_attribute};
use scythe_mux::passes::{proven_kernels, unchecked_name};
use scythe_mux::{
    ATTR_KERNEL, Builtin, META_CHECKED, base_name, describe_lanes, entry_points, entry_points_of,
    original_name,
};
use scythe_pipeline::hostdev::specializations::{self, SpecializedKernel};
use scythe_pipeline::hostdev::{HostdevPass, KnownLaunches};
use scythe_pipeline::mlir::{MlirOptions, MlirStep, Remark, RemarkKind};
use scythe_pipeline::stage::{MUX_LL, Stage, Watch};
use scythe_pipeline::warnings::Search;
use scythe_pipeline::{Effort, PipelineError, externals, kernels, plain_writes, rebuilding, text};

use super::{ABI, Cpu, CpuSchedule};

/// Translates properties, before optimisation.
const PROPERTIES: &[&str] = &["attach-properties", "apply-cpu-properties"];

/// Work-item passes that prepare clang's device IR for optimisation.
const PREPARE: &[&str] = &[
    "transfer-kernel-metadata",
    "define-assertions",
    "place-group-memory",
    "place-static-group-memory",
    "step-together",
    "prepare-barriers",
    "meet-in-loops",
    "legalize-attributes",
];

/// Reuse of memory in loops of one work-item, or of a whole work-group.
const REUSE: &[(HostdevPass, &str)] =
    &[(HostdevPass::Registers, "accumulate-in-registers"), (HostdevPass::Tiles, "stage-tiles")];

/// The machine code, as text.
pub const ASM: Stage = Stage { name: "asm", summary: "device code as assembly", file: None };

/// The work-item passes: work-items and work-groups become loops. The passes after the first one.
const LOOPS: &[&str] = &["relax-local-atomics", "replace-module-scope-vars", "add-entry-hook"];

/// Queries of the loops become parameters, and kernels get the signature that the runtime calls.
const INTERFACE: &[&str] =
    &["add-sched-params", "define-mux-builtins", "add-kernel-wrapper<unpacked>"];

/// Calls in a kernel keep its loop over work-items from being vectorised, so inlining pays much
/// sooner than in host code.
const KERNEL_INLINE_THRESHOLD: i32 = 2000;

/// Before work-item loops exist, one work-item is optimised alone. Vectorising or unrolling its inner loops
/// now would prevent vectorising across work-items.
const ONE_WORK_ITEM: Tuning =
    Tuning { vectorize: false, inline_threshold: Some(KERNEL_INLINE_THRESHOLD) };
const WORK_GROUPS: Tuning =
    Tuning { vectorize: true, inline_threshold: Some(KERNEL_INLINE_THRESHOLD) };

/// LLVM's passes for code that will be optimised again: everything but vectorising and unrolling.
const SIMPLIFY: &str = "thinlto-pre-link<O2>";

/// Short loops of known trip counts are unrolled completely: the rest vectorises as straight-line code.
const UNROLL: &str = "function(loop-simplify,lcssa,loop(loop-unroll-full),sroa,\
                      instcombine<no-verify-fixpoint>,simplifycfg,loop-simplify,lcssa)";

/// The same while barriers may be copied.
const UNROLL_BARRIERS: &str = "function(loop-simplify,lcssa,\
     loop-unroll<O3;full-unroll-max=16;no-partial;no-peeling;no-runtime;no-upperbound>)";

/// LLVM's passes for checked code before its accesses are instrumented: inlining and promotion to registers,
/// but no removal of accesses to shared memory.
const SIMPLIFY_CHECKED: &str = "always-inline,cgscc(inline),function(sroa<modify-cfg>,\
     early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>,loop-simplify,lcssa,\
     loop(loop-rotate,indvars,loop-unroll-full),sroa,early-cse<memssa>,\
     instcombine<no-verify-fixpoint>,simplifycfg),globaldce";

/// The same after the loops over work-items.
const FINISH_CHECKED: &str = "always-inline,globaldce,function(sroa,early-cse<memssa>,simplifycfg,\
     instcombine<no-verify-fixpoint>,loop-mssa(licm),simplifycfg)";

/// LLVM's optimiser, and passes after vectorising: constant masks, loops with one iteration, values selected
/// by a loop's exit condition, and short loops around vectors. Nothing optimises kernels after this
/// (`FINISHED_MARK`).
const OPTIMIZE: &str = "default<O3>,function(loop-simplify,lcssa,\
     loop(indvars,loop-deletion,loop-unroll-full),promote-lanes,sroa<modify-cfg>,\
     early-cse<memssa>,instcombine<no-verify-fixpoint>,correlated-propagation,simplifycfg,loop-mssa(licm),\
     instcombine<no-verify-fixpoint>,simplifycfg,loop-unroll<O3>,\
     instcombine<no-verify-fixpoint>,loop-mssa(licm),simplifycfg,loop-simplify,\
     prefetch-streams,simplifycfg)";

/// The pipeline for one processor.
pub struct CpuPipeline<'a> {
    /// The processor.
    pub cpu: &'a Cpu,
    /// The optimisation level.
    pub effort: Effort,
    /// Whether and how to use MLIR, when optimising.
    pub mlir: &'a MlirOptions,
    /// The kernels of the module, from the device pass's notes.
    pub kernels: &'a [&'a Kernel],
    /// The known launches of the kernels, and how to use them.
    pub known: &'a KnownLaunches,
    /// Observes the stages.
    pub watch: Watch<'a>,
}

/// A kernel's native entry point in a lowered module.
#[derive(Clone, Debug)]
pub struct Entry<'c> {
    /// The kernel's symbol in the device pass.
    pub symbol: String,
    /// The number of the specialization.
    pub specialization: u32,
    /// The function with [`scythe_image::CpuEntry`]'s signature.
    pub function: FunctionValue<'c>,
}

impl CpuPipeline<'_> {
    /// Everything before the work-item back end: the stage `lowered-ll`. Returns the kernels that have
    /// specializations.
    ///
    /// # Errors
    /// When a kernel uses a feature that the CPU does not support.
    pub fn prepare(
        &self,
        module: &mut Module<'_>,
    ) -> Result<Vec<SpecializedKernel>, PipelineError> {
        text::refuse_unusual_types(module, self.kernels)?;
        self.one_work_item(module)?;
        if is_checked(module) {
            self.check(module)?;
            return Ok(Vec::new());
        }
        let machine = self.machine(module)?;
        let step = MlirStep {
            machine: &machine,
            simplify: SIMPLIFY,
            tuning: ONE_WORK_ITEM,
            effort: self.effort,
            kernels: self.kernels,
            options: self.mlir,
            watch: self.watch,
        };
        step.run(module)?;
        let mut made = Vec::new();
        if self.effort == Effort::Full {
            made = step.specialize(module, self.known, false)?;
            self.simplify(module)?;
            note_writes(module, entry_points(module));
            self.warn(module);
            self.drop_locations(module);
            specializations::drop_idle(module, &mut made);
            self.watch.specialized(&made);
            self.arrange(module)?;
            self.remark_lanes(module);
        } else {
            plain_writes::note(module, &self.machine(module)?, ONE_WORK_ITEM)?;
            self.drop_locations(module);
        }
        Ok(made)
    }

    /// Reports the errors in kernels.
    fn warn(&self, module: &Module<'_>) {
        let search = Search { kernels: self.kernels, known: self.known, options: self.mlir };
        search.barriers(module);
        search.null_pointers(module);
    }

    /// Simplifies the code of one work-item.
    fn simplify(&self, module: &Module<'_>) -> Result<(), PipelineError> {
        let machine = self.machine(module)?;
        run_passes(module, SIMPLIFY, &machine, ONE_WORK_ITEM)?;
        self.watch.passed("simplify (LLVM)", module)?;
        self.passes(module, &["fold-known-sizes", "count-turns"])?;
        if module.get_functions().any(|f| Builtin::of(f).is_some_and(Builtin::is_barrier_like)) {
            self.passes(module, &["allow-barrier-copies"])?;
            run_passes(module, UNROLL_BARRIERS, &machine, ONE_WORK_ITEM)?;
            self.passes(module, &["forbid-barrier-copies"])?;
        }
        run_passes(module, UNROLL, &machine, ONE_WORK_ITEM)?;
        self.watch.passed("unroll short loops (LLVM)", module)?;
        self.passes(module, &["apply-no-alias"])?;
        Ok(())
    }

    /// Arranges the code of one work-item for the work-item loops.
    fn arrange(&self, module: &Module<'_>) -> Result<(), PipelineError> {
        // Facts about shared memory below do not hold for objects that work-items write.
        self.passes(module, &["copy-written-objects", "drop-idle-barriers"])?;
        for (pass, name) in REUSE {
            if self.known.options.has(*pass) {
                self.passes(module, &[name])?;
            }
        }
        self.passes(
            module,
            &["split-rows", "narrow-work-items", "split-interior", "interchange-uniform-loops"],
        )?;
        Ok(())
    }

    /// Makes kernels report their memory accesses to the runtime, in the program's order: nothing is moved
    /// between loops, and no facts about launches are used.
    fn check(&self, module: &Module<'_>) -> Result<(), PipelineError> {
        let plain = (self.effort == Effort::Full).then(|| module.clone());
        self.passes(module, &["check-variables"])?;
        let machine = self.machine(module)?;
        run_passes(module, SIMPLIFY_CHECKED, &machine, ONE_WORK_ITEM)?;
        self.watch.passed("simplify (LLVM)", module)?;
        self.passes(module, &["copy-written-objects"])?;
        if plain.is_some() {
            self.passes(module, &["prove-accesses"])?;
        }
        self.passes(module, &["check-accesses"])?;
        let proven = proven_kernels(module);
        if let Some(plain) = plain.filter(|_| !proven.is_empty()) {
            self.unchecked(&plain, &proven)?;
            scythe_llvm::link(module, plain)
                .map_err(|e| PipelineError::bug("code without checks", e.to_string()))?;
        }
        self.drop_locations(module);
        Ok(())
    }

    /// Makes code of kernels for launches whose accesses are proven good, up to the loops over work-groups.
    fn unchecked(&self, module: &Module<'_>, kernels: &[String]) -> Result<(), PipelineError> {
        for function in module.get_functions().filter(|f| f.count_basic_blocks() > 0) {
            assume_indices(function);
        }
        let is_proven = |function: &FunctionValue<'_>| {
            kernels.iter().any(|name| function.get_name().to_bytes() == name.as_bytes())
        };
        for entry in rebuilding::outlined(module) {
            erase(entry);
        }
        for kernel in entry_points(module).into_iter().filter(|kernel| !is_proven(kernel)) {
            erase(kernel);
        }
        let mlir = MlirOptions { enabled: false, ..self.mlir.without_remarks() };
        let quiet = CpuPipeline { mlir: &mlir, watch: Watch::none(), ..*self };
        quiet.simplify(module)?;
        quiet.arrange(module)?;
        quiet.loops(module)?;
        for kernel in entry_points(module) {
            let name = unchecked_name(&base_name(kernel));
            kernel.as_global_value().set_name(&name);
            kernel.remove_string_attribute(AttributeLoc::Function, ATTR_KERNEL);
        }
        Ok(())
    }

    /// Work-items and work-groups become loops.
    fn loops(&self, module: &Module<'_>) -> Result<(), PipelineError> {
        if self.effort == Effort::Full {
            self.passes(module, &["drop-idle-barriers", "separate-guards"])?;
            self.passes(
                module,
                &["work-item-loops<early-returns;narrow-regions;vector-exchanges>"],
            )?;
        } else {
            self.passes(module, &["drop-idle-barriers", "work-item-loops<report-divergence>"])?;
        }
        self.passes(module, LOOPS)
    }

    /// Reports how the work-items of each kernel will run.
    fn remark_lanes(&self, module: &Module<'_>) {
        if !self.mlir.remarks.contains(&RemarkKind::Vectorize) {
            return;
        }
        for kernel in self.kernels {
            let versions = entry_points_of(module, &kernel.symbol);
            let Some(&general) = versions
                .iter()
                .find(|version| specializations::specialization_number(**version) == 0)
                .or(versions.first())
            else {
                continue;
            };
            let message = format!("kernel `{}`: {}", kernel.name, describe_lanes(module, general));
            let place = kernel.location.as_ref().map(|l| (l.file.clone(), l.line, l.column));
            let kind = RemarkKind::Vectorize;
            (self.mlir.report)(&Remark { kind, place, message, access: None });
        }
    }

    /// Removes debug information that was only needed for messages.
    fn drop_locations(&self, module: &Module<'_>) {
        if self.mlir.drop_debug_info {
            module.strip_debug_info();
        }
    }

    /// Gives kernels their entry points and everything else that later passes require, and removes all other
    /// functions.
    fn one_work_item(&self, module: &Module<'_>) -> Result<(), PipelineError> {
        kernels::take_annotations(module);
        kernels::make_entry_points(module, (self.kernels, ABI), &CpuSchedule, |made| {
            rebuilding::outline(module, made)
        })?;
        self.cpu.retarget(module);
        self.passes(module, PROPERTIES)?;
        self.passes(module, PREPARE)?;
        // Only kernels are used from outside, and device functions must not be confused with host functions
        // of the same name.
        let kept = [entry_points(module), rebuilding::outlined(module)].concat();
        let internalize = externals::internalize(&kept);
        let machine = self.machine(module)?;
        Ok(run_passes(module, &internalize, &machine, ONE_WORK_ITEM)?)
    }

    /// Runs the work-item back end and LLVM's optimiser: the stage `mux-ll`.
    ///
    /// # Errors
    /// When a pass finds IR it cannot lower; that is a bug.
    pub fn lower<'c>(&self, module: &Module<'c>) -> Result<Vec<Entry<'c>>, PipelineError> {
        let checked = is_checked(module);
        let has_unchecked = checked && !proven_kernels(module).is_empty();
        if checked {
            // The runtime detects divergent barriers by itself.
            self.passes(module, &["work-item-loops"])?;
            self.passes(module, LOOPS)?;
            self.passes(module, &["choose-proven"])?;
        } else {
            self.loops(module)?;
        }
        rebuilding::put_around(module)?;
        self.passes(module, INTERFACE)?;
        let machine = self.machine(module)?;
        let finish = match self.effort {
            // The runtime is called before all accesses now, and code without checks should be fast.
            Effort::Full if !checked || has_unchecked => OPTIMIZE,
            _ if checked => FINISH_CHECKED,
            _ => "always-inline,globaldce",
        };
        run_passes(module, finish, &machine, WORK_GROUPS)?;
        if self.effort == Effort::Full && !checked {
            finish_functions(module);
        }
        self.watch.passed("optimise (LLVM)", module)?;
        module.verify().map_err(|e| PipelineError::bug("work-item lowering", e.to_string()))?;
        self.watch.reached(MUX_LL, || Ok(module.print_to_string().to_bytes().to_vec()))?;
        self.watch.reached(ASM, || self.assemble(module))?;
        Ok(entry_points(module)
            .into_iter()
            .map(|function| {
                let (symbol, specialization) =
                    (original_name(function), specializations::specialization_number(function));
                Entry { symbol, specialization, function }
            })
            .collect())
    }

    /// The lowered module as assembly. Programs get it from the last run of clang, together with their host
    /// code.
    fn assemble(&self, module: &Module<'_>) -> Result<Vec<u8>, PipelineError> {
        let machine = self.machine(module)?;
        // Comments have the calls that a line was inlined through.
        machine.set_asm_verbosity(self.watch.wants_places());
        let buffer = machine
            .write_to_memory_buffer(module, FileType::Assembly)
            .map_err(|e| PipelineError::bug("code generation", e.to_string()))?;
        Ok(buffer.as_slice().strip_suffix(b"\0").unwrap_or(buffer.as_slice()).to_vec())
    }

    fn machine(&self, module: &Module<'_>) -> Result<TargetMachine, PipelineError> {
        let triple = module.get_triple();
        Ok(self.cpu.machine(&triple.as_str().to_string_lossy())?)
    }

    fn passes(&self, module: &Module<'_>, names: &[&str]) -> Result<(), PipelineError> {
        text::run_named(module, (&CpuSchedule, &[]), (self.kernels, self.watch), names)
    }
}

/// Whether kernels of the module are checked while they run; if some are, all of them are.
fn is_checked(module: &Module<'_>) -> bool {
    module.get_functions().any(|function| numbers(function, META_CHECKED).is_some())
}

/// Marks functions so that the last run of clang does not optimise them.
fn finish_functions(module: &Module<'_>) {
    for function in module.get_functions().filter(|f| f.count_basic_blocks() > 0) {
        set_attribute(module, function, FINISHED_MARK, "");
    }
}
