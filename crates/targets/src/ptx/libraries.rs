//! Mathematics for NVIDIA GPUs: NVIDIA's own library of bitcode, libdevice, or Debian's libclc.
//!
//! Calls of C library functions and of LLVM's intrinsics become calls of the library's functions, and the
//! called functions are linked into the module. Functions that PTX has instructions for are not changed.

use scythe_llvm::inkwell::FloatPredicate;
use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::builder::BuilderError;
use scythe_llvm::inkwell::intrinsics::Intrinsic;
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_llvm::inkwell::types::{AnyTypeEnum, BasicMetadataTypeEnum, BasicTypeEnum};
use scythe_llvm::inkwell::values::{
    AggregateValueEnum, BasicMetadataValueEnum, BasicValueEnum, CallSiteValue, FunctionValue,
    InstructionOpcode, InstructionValue,
};
use scythe_llvm::{
    Tuning, call_argument, call_instruction, call_sites, drop_attribute, drop_instruction, erase,
    erase_call, instructions, is_approximate, parse_bitcode_beside, parse_ir_beside, replace_uses,
    run_passes,
};
use scythe_pipeline::PipelineError;
use scythe_pipeline::tools::{Search, Tools};

use super::exponentials::EXPONENTIALS;
use super::gamma::TGAMMA;

/// Where to find libdevice: in a CUDA toolkit, or in the wheel nvidia-nvvm.
const LIBDEVICE: Search = Search {
    variable: "SCYTHE_LIBDEVICE",
    roots: &["CUDA_HOME", "CUDA_PATH", "CUDA_ROOT"],
    in_roots: &["nvvm/libdevice/libdevice.10.bc"],
    usual: &[
        "/usr/local/cuda/nvvm/libdevice/libdevice.10.bc",
        "/opt/cuda/nvvm/libdevice/libdevice.10.bc",
        "/usr/lib/cuda/nvvm/libdevice/libdevice.10.bc",
        "/usr/lib/nvidia-cuda-toolkit/libdevice/libdevice.10.bc",
    ],
    in_python_packages: &[
        "nvidia/cu13/nvvm/libdevice/libdevice.10.bc",
        "nvidia/cuda_nvcc/nvvm/libdevice/libdevice.10.bc",
        "triton/backends/nvidia/lib/libdevice.10.bc",
    ],
    program: None,
};

/// Where to find Debian's libclc-22.
const LIBCLC: Search = Search {
    variable: "SCYTHE_LIBCLC",
    roots: &[],
    in_roots: &[],
    usual: &[
        "/usr/lib/clc/nvptx64--.bc",
        "/usr/lib/llvm-22/share/clc/nvptx64--.bc",
        "/usr/share/clc/nvptx64--.bc",
    ],
    in_python_packages: &[],
    program: None,
};

/// Intrinsics without accurate PTX instructions, by the names of C's functions.
const INTRINSICS: &[&str] = &[
    "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp", "exp2",
    "exp10", "log", "log2", "log10", "pow", "ldexp",
];

/// Functions of libclc with larger errors than SYCL allows, or with too much code, and their replacements.
const IMPROVED: [(&str, &str); 6] = [
    ("_Z6tgammad", "scythe.tgamma.f64"),
    ("_Z6tgammaf", "scythe.tgamma.f32"),
    ("_Z5rsqrtf", "scythe.rsqrt.f32"),
    ("_Z4exp2f", "scythe.exp2.f32"),
    ("_Z3expf", "scythe.exp.f32"),
    ("_Z5exp10f", "scythe.exp10.f32"),
];

const DISCARD: Tuning = Tuning { vectorize: false, inline_threshold: None };

/// The naming scheme of a library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Names {
    /// `__nv_sinf`, `__nv_sin`, `__nv_fast_sinf`
    Nvidia,
    /// `_Z3sinf`, `_Z3sind`
    OpenCl,
}

/// A library.
struct Library<'c> {
    module: Module<'c>,
    names: Names,
}

/// Links the library functions that the module needs.
///
/// # Errors
/// When a library cannot be read; functions that no library has stay undefined.
pub fn link<'c>(module: &Module<'c>, tools: &dyn Tools) -> Result<(), PipelineError> {
    link_complex(module)?;
    expand(module)?;
    let calls = mathematics(module);
    if calls.is_empty() {
        return Ok(());
    }
    let Some(library) = find(module, tools)? else {
        return Err(PipelineError::Request(
            "kernels call mathematical functions, and there is no library of them for NVIDIA GPUs: install \
             libclc-22, or NVIDIA's libdevice (with a CUDA toolkit in CUDA_HOME, or `pip install \
             nvidia-nvvm`), or name libdevice.10.bc in SCYTHE_LIBDEVICE"
                .to_owned(),
        ));
    };
    for call in calls {
        library.serve(module, call);
    }
    let wanted: Vec<String> = undefined(module)
        .filter(|function| library.has(&name_of(*function)))
        .map(name_of)
        .collect();
    if wanted.is_empty() {
        return Ok(());
    }
    take(module, library.module, &wanted)
}

/// Functions of complex numbers: `complex.cpp`, as compiled by the build.
const COMPLEX: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/complex.bc"));

/// Links the functions of complex numbers that the module calls. They call those of real numbers.
fn link_complex(module: &Module<'_>) -> Result<(), PipelineError> {
    // The common prefix of their names.
    if !undefined(module).any(|function| name_of(function).starts_with('c')) {
        return Ok(());
    }
    let code = parse_bitcode_beside(module, "complex", COMPLEX)
        .map_err(|e| PipelineError::bug("mathematics", e.to_string()))?;
    let is_there = |name: &String| {
        code.get_function(name).is_some_and(|function| function.count_basic_blocks() > 0)
    };
    let wanted: Vec<String> = undefined(module).map(name_of).filter(is_there).collect();
    if wanted.is_empty() { Ok(()) } else { take(module, code, &wanted) }
}

/// Moves functions of a library to the module, with the functions they call.
fn take<'c>(module: &Module<'c>, code: Module<'c>, wanted: &[String]) -> Result<(), PipelineError> {
    let kept: Vec<String> = wanted.iter().map(|name| format!("preserve-gv={name}")).collect();
    // Most of it is not needed.
    run_passes(&code, &format!("internalize<{}>,globaldce", kept.join(";")), None, DISCARD)?;
    for function in code.get_functions() {
        // The module's own attributes define the target.
        for name in ["target-cpu", "target-features"] {
            function.remove_string_attribute(AttributeLoc::Function, name);
        }
        drop_attribute(function, AttributeLoc::Function, "noinline");
    }
    code.set_triple(&module.get_triple());
    code.set_data_layout(&module.get_data_layout());
    scythe_llvm::link(module, code)?;
    for name in wanted {
        if let Some(function) = module.get_function(name).filter(|f| f.count_basic_blocks() > 0) {
            function.set_linkage(Linkage::Internal);
        }
    }
    Ok(())
}

/// Replaces intrinsics with two results by their definition.
fn expand<'c>(module: &Module<'c>) -> Result<(), PipelineError> {
    let wrong = |e: &dyn std::fmt::Display| PipelineError::bug("mathematics", e.to_string());
    for function in module.get_functions().filter(|f| f.get_intrinsic_id() != 0) {
        let name = name_of(function);
        let parts: Option<[&str; 2]> = match name.split('.').nth(1) {
            Some("modf") => Some(["llvm.trunc", ""]),
            Some("sincos") => Some(["llvm.sin", "llvm.cos"]),
            _ => None,
        };
        if let Some(rounding) = rounded(&name) {
            for call in call_sites(function).unwrap_or_default() {
                round(module, call, rounding).map_err(|e| wrong(&e))?;
            }
        }
        let Some(parts) = parts else { continue };
        for call in call_sites(function).unwrap_or_default() {
            let Some(BasicValueEnum::FloatValue(given)) = call_argument(call, 0) else { continue };
            let builder = module.get_context().create_builder();
            builder.position_before(&call_instruction(call));
            let of = |name: &str, arguments: &[BasicMetadataValueEnum<'c>]| {
                let found = Intrinsic::find(name)?;
                let function = found.get_declaration(module, &[given.get_type().into()])?;
                let call = builder.build_call(function, arguments, "").ok()?;
                call.try_as_basic_value().basic().map(BasicValueEnum::into_float_value)
            };
            let missing = || wrong(&format!("{} has no intrinsic", parts[0]));
            let first = of(parts[0], &[given.into()]).ok_or_else(missing)?;
            let pair = if parts[1].is_empty() {
                // An infinity has no fraction, and zeros keep their signs.
                let rest = builder.build_float_sub(given, first, "").map_err(|e| wrong(&e))?;
                let same = builder
                    .build_float_compare(FloatPredicate::OEQ, given, first, "")
                    .map_err(|e| wrong(&e))?;
                let zero = given.get_type().const_zero();
                let rest = builder.build_select(same, zero, rest, "").map_err(|e| wrong(&e))?;
                let rest = of("llvm.copysign", &[rest.into(), given.into()]).ok_or_else(missing)?;
                [rest, first]
            } else {
                [first, of(parts[1], &[given.into()]).ok_or_else(missing)?]
            };
            let BasicTypeEnum::StructType(ty) =
                BasicTypeEnum::try_from(call_instruction(call).get_type())
                    .map_err(|()| wrong(&"an intrinsic without a result"))?
            else {
                continue;
            };
            let mut both = AggregateValueEnum::StructValue(ty.get_poison());
            for (index, value) in (0..).zip(pair) {
                both = builder.build_insert_value(both, value, index, "").map_err(|e| wrong(&e))?;
            }
            replace_uses(&call_instruction(call), &both.into_struct_value());
            erase_call(call);
        }
    }
    Ok(())
}

/// The rounding of an intrinsic that returns an integer.
fn rounded(name: &str) -> Option<&'static str> {
    match name.split('.').nth(1)? {
        "lround" | "llround" => Some("llvm.round"),
        "lrint" | "llrint" => Some("llvm.rint"),
        _ => None,
    }
}

fn round<'c>(module: &Module<'c>, call: CallSiteValue<'c>, name: &str) -> Result<(), BuilderError> {
    let instruction = call_instruction(call);
    let (Some(BasicValueEnum::FloatValue(given)), AnyTypeEnum::IntType(ty)) =
        (call_argument(call, 0), instruction.get_type())
    else {
        return Ok(());
    };
    let found = Intrinsic::find(name)
        .and_then(|round| round.get_declaration(module, &[given.get_type().into()]));
    let Some(function) = found else { return Ok(()) };
    let builder = module.get_context().create_builder();
    builder.position_before(&instruction);
    let rounded = builder.build_call(function, &[given.into()], "")?.try_as_basic_value().basic();
    if let Some(BasicValueEnum::FloatValue(rounded)) = rounded {
        replace_uses(&instruction, &builder.build_float_to_signed_int(rounded, ty, "")?);
        erase_call(call);
    }
    Ok(())
}

fn find<'c>(module: &Module<'c>, tools: &dyn Tools) -> Result<Option<Library<'c>>, PipelineError> {
    for (search, names) in [(LIBDEVICE, Names::Nvidia), (LIBCLC, Names::OpenCl)] {
        let Some(path) = tools.find(&search)? else { continue };
        let shown = path.display().to_string();
        let bytes = std::fs::read(&path)
            .map_err(|e| PipelineError::Request(format!("cannot read {shown}: {e}")))?;
        let module = parse_bitcode_beside(module, &shown, &bytes)
            .map_err(|e| PipelineError::Request(format!("{shown} is not bitcode: {e}")))?;
        if names == Names::OpenCl {
            improve(&module)?;
        }
        return Ok(Some(Library { module, names }));
    }
    Ok(None)
}

/// Adds the replacements of libclc's functions.
fn improve(library: &Module<'_>) -> Result<(), PipelineError> {
    for (name, text) in [("gamma", TGAMMA), ("exponentials", EXPONENTIALS)] {
        let more = parse_ir_beside(library, name, text.as_bytes())
            .map_err(|e| PipelineError::bug("mathematics", e.to_string()))?;
        more.set_triple(&library.get_triple());
        more.set_data_layout(&library.get_data_layout());
        scythe_llvm::link(library, more)?;
    }
    Ok(())
}

fn name_of(function: FunctionValue<'_>) -> String {
    function.get_name().to_string_lossy().into_owned()
}

fn undefined<'a, 'c: 'a>(module: &'a Module<'c>) -> impl Iterator<Item = FunctionValue<'c>> + 'a {
    module.get_functions().filter(|f| f.count_basic_blocks() == 0 && f.get_intrinsic_id() == 0)
}

/// An operation that a library may implement.
#[derive(Clone, Copy)]
enum Need<'c> {
    /// A call of a function, by its name in C.
    Call(CallSiteValue<'c>),
    /// A remainder.
    Remainder(InstructionValue<'c>),
}

/// All operations without PTX instructions.
fn mathematics<'c>(module: &Module<'c>) -> Vec<Need<'c>> {
    let mut all = Vec::new();
    for function in module.get_functions().filter(|f| f.count_basic_blocks() == 0) {
        let name = name_of(function);
        let is_wanted = match name.strip_prefix("llvm.") {
            Some(rest) => INTRINSICS.iter().any(|known| rest.split('.').next() == Some(known)),
            None => numbers_only(function) && !is_ours(&name),
        };
        if is_wanted {
            all.extend(call_sites(function).unwrap_or_default().into_iter().map(Need::Call));
        }
    }
    let remainders = module
        .get_functions()
        .flat_map(instructions)
        .filter(|i| i.get_opcode() == InstructionOpcode::FRem);
    all.extend(remainders.map(Need::Remainder));
    all
}

/// The prefix of functions in the headers that the libraries have and C lacks.
const HEADERS_PREFIX: &str = "__scythe_math_";

fn is_ours(name: &str) -> bool {
    name.starts_with("__mux_")
        || (name.starts_with("__scythe") && !name.starts_with(HEADERS_PREFIX))
}

/// Whether a function can be a mathematical function of C: its first parameter is a number.
fn numbers_only(function: FunctionValue<'_>) -> bool {
    let is_number = |ty: &BasicMetadataTypeEnum<'_>| ty.is_float_type() || ty.is_int_type();
    let first = function.get_type().get_param_types().first().is_some_and(is_number);
    first && function.get_type().get_return_type().is_some()
}

impl<'c> Library<'c> {
    fn has(&self, name: &str) -> bool {
        self.module.get_function(name).is_some_and(|f| f.count_basic_blocks() > 0)
    }

    /// Replaces an operation by the library's function, if it has one.
    fn serve(&self, module: &Module<'c>, need: Need<'c>) {
        match need {
            Need::Call(call) => {
                let Some(called) = call.get_called_fn_value() else { return };
                let arguments: Vec<BasicValueEnum<'c>> =
                    (0..call.count_arguments()).filter_map(|i| call_argument(call, i)).collect();
                let name = c_name(&name_of(called), &arguments);
                let instruction = call_instruction(call);
                if let Some(value) = self.call(module, (&name, instruction), &arguments) {
                    replace_uses(&instruction, &value);
                    erase_call(call);
                    if call_sites(called).is_some_and(|sites| sites.is_empty()) {
                        erase(called);
                    }
                }
            }
            Need::Remainder(instruction) => {
                let operands = (0..2).filter_map(|i| instruction.get_operand(i)?.value());
                let operands: Vec<BasicValueEnum<'c>> = operands.collect();
                let name = c_name("llvm.fmod", &operands);
                if let Some(value) = self.call(module, (&name, instruction), &operands) {
                    replace_uses(&instruction, &value);
                    drop_instruction(instruction);
                }
            }
        }
    }

    fn call(
        &self,
        module: &Module<'c>,
        (name, at): (&str, InstructionValue<'c>),
        arguments: &[BasicValueEnum<'c>],
    ) -> Option<BasicValueEnum<'c>> {
        let name = self.named(name, arguments, is_approximate(at))?;
        let model = self.module.get_function(&name)?;
        let parameters = model.get_type().get_param_types();
        let fits = parameters.len() == arguments.len()
            && parameters
                .iter()
                .zip(arguments)
                .all(|(ty, value)| *ty == BasicMetadataTypeEnum::from(value.get_type()));
        let result: AnyTypeEnum<'c> = at.get_type();
        if !fits || model.get_type().get_return_type()? != BasicTypeEnum::try_from(result).ok()? {
            return None;
        }
        let function = module
            .get_function(&name)
            .unwrap_or_else(|| module.add_function(&name, model.get_type(), None));
        let builder = module.get_context().create_builder();
        builder.position_before(&at);
        let arguments: Vec<BasicMetadataValueEnum<'c>> =
            arguments.iter().map(|&argument| argument.into()).collect();
        builder.build_call(function, &arguments, "").ok()?.try_as_basic_value().basic()
    }

    /// The library's name of a function of C, if it has it.
    fn named(
        &self,
        name: &str,
        arguments: &[BasicValueEnum<'c>],
        approximate: bool,
    ) -> Option<String> {
        let candidates = match self.names {
            Names::Nvidia => {
                let fast = approximate.then(|| format!("__nv_fast_{name}"));
                fast.into_iter().chain([format!("__nv_{name}")]).collect::<Vec<_>>()
            }
            Names::OpenCl => {
                let mangled = mangled(name, arguments)?;
                let ours = IMPROVED.iter().find(|(theirs, _)| *theirs == mangled);
                vec![ours.map_or(mangled, |(_, name)| (*name).to_owned())]
            }
        };
        candidates.into_iter().find(|candidate| self.has(candidate))
    }
}

/// C's name of a function, `sinf` for `llvm.sin.f32`.
fn c_name(name: &str, arguments: &[BasicValueEnum<'_>]) -> String {
    let Some(rest) = name.strip_prefix("llvm.") else {
        return name.strip_prefix(HEADERS_PREFIX).unwrap_or(name).to_owned();
    };
    let base = rest.split('.').next().unwrap_or(rest);
    let is_single = arguments.first().is_some_and(|value| {
        value.is_float_value()
            && value.get_type()
                == value.get_type().into_float_type().get_context().f32_type().into()
    });
    if is_single { format!("{base}f") } else { base.to_owned() }
}

/// The name of OpenCL's function for these argument types. The second result is stored through a pointer to
/// an integer, or for `modf` to a number like the first.
fn mangled(name: &str, arguments: &[BasicValueEnum<'_>]) -> Option<String> {
    let mut types = String::new();
    for argument in arguments {
        if argument.is_pointer_value() {
            let pointee = if name.starts_with("modf") { types.chars().next()? } else { 'i' };
            types.extend(['P', pointee]);
            continue;
        }
        types.push(match argument {
            BasicValueEnum::FloatValue(value) => {
                let context = value.get_type().get_context();
                if value.get_type() == context.f32_type() {
                    'f'
                } else if value.get_type() == context.f64_type() {
                    'd'
                } else {
                    return None;
                }
            }
            BasicValueEnum::IntValue(value) if value.get_type().get_bit_width() == 32 => 'i',
            _ => return None,
        });
    }
    // C's names end with the type, OpenCL's do not.
    let base = match types.chars().next() {
        Some('f') => name.strip_suffix('f').unwrap_or(name),
        _ => name,
    };
    Some(format!("_Z{}{base}{types}", base.len()))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use scythe_llvm::inkwell::context::Context;
    use scythe_pipeline::tools::{Search, ToolCall, ToolError, Tools};

    use super::link;

    /// A machine without any library.
    struct Nothing;

    impl Tools for Nothing {
        fn run(&self, _call: &ToolCall<'_>) -> Result<Vec<u8>, ToolError> {
            Err(ToolError::Missing("there are no tools".to_owned()))
        }

        fn locate(&self, _search: &Search) -> Result<Option<PathBuf>, ToolError> {
            Ok(None)
        }
    }

    /// A machine that only has libclc.
    struct Libclc;

    impl Tools for Libclc {
        fn run(&self, _call: &ToolCall<'_>) -> Result<Vec<u8>, ToolError> {
            Err(ToolError::Missing("there are no tools".to_owned()))
        }

        fn locate(&self, search: &Search) -> Result<Option<PathBuf>, ToolError> {
            let found = || search.usual.iter().map(PathBuf::from).find(|path| path.exists());
            Ok((search.variable == "SCYTHE_LIBCLC").then(found).flatten())
        }
    }

    #[test]
    fn powers_of_libclc_are_instructions() {
        for (function, instruction) in [
            ("llvm.exp.f32", "nvvm.ex2.approx"),
            ("llvm.exp10.f32", "nvvm.ex2.approx"),
            ("exp2f", "nvvm.ex2.approx"),
            ("__scythe_math_rsqrtf", "nvvm.rsqrt.approx"),
        ] {
            let text = format!(
                "declare float @{function}(float)\n\
                 define float @f(float %x) {{\n  %y = call float @{function}(float %x)\n  ret float %y\n}}\n"
            );
            let context = Context::create();
            let module = scythe_llvm::parse_ir(&context, "test", text.as_bytes()).expect("valid");
            link(&module, &Libclc).expect("there is libclc-22");
            let after = module.print_to_string().to_string();
            assert!(
                after.contains(instruction) && !after.contains(&format!("@{function}(")),
                "{after}"
            );
        }
    }

    fn linked(text: &str) -> Result<(), String> {
        let context = Context::create();
        let module = scythe_llvm::parse_ir(&context, "test", text.as_bytes()).expect("valid");
        link(&module, &Nothing).map_err(|error| error.to_string())
    }

    #[test]
    fn missing_libraries_are_an_error_only_if_needed() {
        for function in ["llvm.sin.f32", "sinf"] {
            let text = format!(
                "declare float @{function}(float)\n\
                 define float @f(float %x) {{\n  %y = call float @{function}(float %x)\n  ret float %y\n}}\n"
            );
            let error = linked(&text).expect_err("there is no library");
            for word in ["libclc-22", "nvidia-nvvm", "SCYTHE_LIBDEVICE"] {
                assert!(error.contains(word), "{error}");
            }
        }
        let without = "define float @f(float %x) {\n  %y = fadd float %x, %x\n  ret float %y\n}\n";
        assert_eq!(linked(without), Ok(()));
    }
}
