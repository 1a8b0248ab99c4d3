//! Device code to SPIR-V: the pass order of this family.
//!
//! Work-items stay work-items: the driver of a device schedules them. The headers define the builtins that
//! they call (`__mux_*`) in terms of SPIR-V (`include/sycl/detail/spirv_builtins.hpp`), except for memory
//! that only the driver can provide.

use scythe_frontend::notes::{Kernel, Notes};
use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::targets::TargetMachine;
use scythe_llvm::inkwell::types::AnyTypeEnum;
use scythe_llvm::inkwell::values::InstructionOpcode;
use scythe_llvm::{Tuning, add_attribute, drop_body, instructions, run_passes};
use scythe_mux::{Builtin, entry_points, mark_device_variable};
use scythe_pipeline::device_globals::{self, DeviceGlobals, Mark};
use scythe_pipeline::module_records::LoweredKernel;
use scythe_pipeline::stage::{LOWERED_LL, MUX_LL, Watch};
use scythe_pipeline::warnings::Search;
use scythe_pipeline::{PipelineError, attributes, externals, kernels, text};
use scythe_raise::methods;

use super::passes::{PASSES, inline_endings};
use super::reducible::{MAKE_REDUCIBLE, is_irreducible};
use super::{ABI, Extensions, SpirvSchedule, SpirvVersion, machine};

/// Passes that prepare clang's device IR for optimisation.
const PREPARE: &[&str] = &[
    "transfer-kernel-metadata",
    "place-group-memory",
    "place-static-group-memory",
    "subtract-generic",
    "define-complex-arithmetic",
    "define-deallocation",
    "add-hidden-params",
];

/// When the used specialization constants are known.
const CONSTANTS: &[&str] = &["number-specialization-constants"];

/// Replaces code that LLVM's back end does not support.
const LEGALIZE: &[&str] = &[
    // Drivers pass one object to several work-items.
    "copy-written-objects",
    "place-formats",
    "use-opencl-functions",
    "widen-conditions",
    "repeat-conditions",
    "extract-whole-lanes",
    "keep-variable-sizes",
    "hide-negations",
];

/// Drivers optimise what they compile, so only simplifications that they cannot do are done here: functions
/// are inlined into kernels, objects become values. Loops are not changed.
const TUNING: Tuning = Tuning { vectorize: false, inline_threshold: Some(2000) };

/// LLVM's passes for code that will be optimised again.
const SIMPLIFY: &str = "always-inline,function(sroa,early-cse,infer-address-spaces),\
                        thinlto-pre-link<O2>,\
                        function(infer-address-spaces,sroa,early-cse,\
                        instcombine<no-verify-fixpoint>,simplifycfg),globaldce";

/// The minimum that turns scopes and dimensions into constants, as SPIR-V requires.
const FOLD: &str = "always-inline,function(sroa,early-cse,instcombine<no-verify-fixpoint>,\
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
    let globals = device_globals::separate(&[module], notes, &llvm_machine()?, mark)?;
    for name in globals.names() {
        mark_device_variable(module, &name)
            .map_err(|e| PipelineError::bug("device variables", e.to_string()))?;
    }
    Ok(globals)
}

fn llvm_machine() -> Result<TargetMachine, PipelineError> {
    machine().map_err(|e| PipelineError::Request(format!("cannot compile for SPIR-V: {e}")))
}

/// The pipeline to SPIR-V.
pub struct SpirvPipeline<'a> {
    /// The kernels of the module, from the device pass's notes.
    pub kernels: &'a [&'a Kernel],
    /// The extensions that the module may use.
    pub extensions: &'a Extensions,
    /// Where to report certain errors in kernels, if no other family does.
    pub warnings: Option<Search<'a>>,
    /// Observes the stages.
    pub watch: Watch<'a>,
}

impl SpirvPipeline<'_> {
    /// Gives kernels their entry points, and removes all other functions: the stage `lowered-ll`.
    ///
    /// # Errors
    /// When a kernel uses a feature that SPIR-V does not support.
    pub fn prepare(&self, module: &Module<'_>) -> Result<(), PipelineError> {
        kernels::take_annotations(module);
        methods::dissolve(module);
        kernels::make_entry_points(module, (self.kernels, ABI), &SpirvSchedule, |_| Ok(()))?;
        if let Some(search) = self.warnings {
            self.warn(module, search)?;
        }
        for kernel in self.kernels {
            attributes::drop_transferred(module, kernel);
        }
        // No driver uses it.
        module.strip_debug_info();
        kernels::allow_simplification(module);
        keep_printf(module);
        self.passes(module, PREPARE)?;
        device_globals::drop_lists(module);
        let internalize = externals::internalize(&entry_points(module));
        inline_endings(module);
        let machine = llvm_machine()?;
        run_passes(module, &format!("{internalize},always-inline"), &machine, TUNING)?;
        self.passes(module, &["end-work-items"])?;
        self.watch.reached(LOWERED_LL, || Ok(module.print_to_string().to_bytes().to_vec()))
    }

    /// Reports the errors in kernels, from a copy of the module with the original builtins: the headers define them in
    /// terms of SPIR-V.
    fn warn(&self, module: &Module<'_>, search: Search<'_>) -> Result<(), PipelineError> {
        let is_barrier = |function| Builtin::of(function).is_some_and(Builtin::is_barrier_like);
        let (barriers, null) = (module.get_functions().any(is_barrier), search.sees_null());
        if !barriers && !null {
            return Ok(());
        }
        let copy = module.clone();
        let unseen = SpirvPipeline { watch: Watch::none(), ..*self };
        unseen.passes(&copy, &["transfer-kernel-metadata"])?;
        kernels::allow_simplification(&copy);
        copy.get_functions().filter(|f| Builtin::of(*f).is_some()).for_each(drop_body);
        let internalize = externals::internalize(&entry_points(&copy));
        let machine = llvm_machine()?;
        run_passes(&copy, &format!("{internalize},{SIMPLIFY}"), &machine, TUNING)?;
        search.barriers(&copy);
        if null {
            search.null_pointers_of(&copy, (&machine, SIMPLIFY, TUNING))?;
        }
        Ok(())
    }

    /// Runs everything up to the input of LLVM's back end: the stage `mux-ll`.
    ///
    /// # Errors
    /// When a pass finds IR it cannot lower; that is a bug.
    pub fn lower(&self, module: &mut Module<'_>) -> Result<Vec<LoweredKernel>, PipelineError> {
        let machine = llvm_machine()?;
        if module.get_function(&Builtin::SpecializationConstant.name()).is_some() {
            run_passes(module, FOLD, &machine, TUNING)?;
            self.watch.passed("fold (LLVM)", module)?;
            self.passes(module, CONSTANTS)?;
        }
        // At -O0 too: this code cannot be debugged, and LLVM's back end does not support all that clang
        // emits. Optimising loops may introduce integer widths that SPIR-V does not have.
        let before = module.clone();
        run_passes(module, SIMPLIFY, &machine, TUNING)?;
        self.watch.passed("simplify (LLVM)", module)?;
        if has_odd_integers(module) {
            *module = before;
            run_passes(module, FOLD, &machine, TUNING)?;
            self.watch.passed("fold (LLVM)", module)?;
        }
        if module.get_functions().any(is_irreducible) {
            run_passes(module, MAKE_REDUCIBLE, &machine, TUNING)?;
            self.watch.passed("make loops reducible (LLVM)", module)?;
        }
        scythe_bind::note_writes(module, entry_points(module));
        self.passes(module, LEGALIZE)?;
        // Usually mangled: `_Z22__spirv_ControlBarrierjjj`.
        let has = |name: &str| name.contains("__spirv_");
        externals::refuse_missing(module, self.kernels, "SPIR-V", has)?;
        let properties = scythe_properties::for_spirv(|name| self.extensions.allows(name));
        self.passes(module, &properties)?;
        // The texts of annotations.
        run_passes(module, "globaldce", &machine, TUNING)?;
        limit_alignment(module);
        SpirvVersion::needed(module).retarget(module);
        module.verify().map_err(|e| PipelineError::bug("SPIR-V lowering", e.to_string()))?;
        self.watch.reached(MUX_LL, || Ok(module.print_to_string().to_bytes().to_vec()))?;
        Ok(LoweredKernel::all(module))
    }

    fn passes(&self, module: &Module<'_>, names: &[impl AsRef<str>]) -> Result<(), PipelineError> {
        text::run_named(module, (&SpirvSchedule, PASSES), (self.kernels, self.watch), names)
    }
}

/// Whether code computes with integers of widths that SPIR-V does not have.
fn has_odd_integers(module: &Module<'_>) -> bool {
    let is_odd = |ty: AnyTypeEnum<'_>| match ty {
        AnyTypeEnum::IntType(ty) => !matches!(ty.get_bit_width(), 1 | 8 | 16 | 32 | 64),
        _ => false,
    };
    module.get_functions().flat_map(instructions).any(|instruction| is_odd(instruction.get_type()))
}

/// LLVM's back end writes the alignment of variables as a byte, so 256 becomes zero. No memory access of any
/// device is wider than the limit.
fn limit_alignment(module: &Module<'_>) {
    const MOST: u32 = 128;
    for function in module.get_functions() {
        for instruction in instructions(function) {
            if instruction.get_opcode() == InstructionOpcode::Alloca
                && instruction.get_alignment().is_ok_and(|align| align > MOST)
            {
                // Only instructions without an alignment reject one.
                let _ = instruction.set_alignment(MOST);
            }
        }
    }
}

/// LLVM would replace it by other functions of the C library, which OpenCL does not have.
fn keep_printf(module: &Module<'_>) {
    if let Some(printf) = module.get_function("printf") {
        add_attribute(printf, AttributeLoc::Function, "nobuiltin", 0);
    }
}
