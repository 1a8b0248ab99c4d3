//! Prepares kernel submissions in the LLVM IR of host code for raising.
//!
//! clang's host code goes through a dozen functions of the headers between a program's `submit` and the call
//! that names a kernel. A copy of it, which is never compiled, is transformed until each launch and
//! everything it depends on is in one function of the program:
//!
//! ```text
//! marks   the headers' annotations become attributes of constructors and marked parameters
//! select  functions that launch kernels, and small functions; others lose their bodies
//! inline  functions that launch kernels into their callers, up to the program's own functions
//! trim    code that no launch depends on is removed: later code, and paths that throw
//! ```
//!
//! Constructors of buffers and accessors have no bodies and stay calls. Functions with unknown callers are
//! kept beside their inlined copies, so no launch is lost: [`launches`] of the result are all launches of the
//! translation unit. A function of the headers or a template is not kept once it has been inlined everywhere;
//! other units that call it have a copy of their own, and then share the kernel, too ([`visible`] in kernel
//! notes).
//!
//! [`visible`]: ../../scythe_frontend/notes/struct.Kernel.html#structfield.visible

mod inline;
pub mod marks;
mod select;
mod trim;

use scythe_image::RECORD_QUERY;
use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_llvm::inkwell::values::{BasicValueEnum, CallSiteValue, FunctionValue};
use scythe_llvm::{
    add_attribute, allow_optimization, call_argument, call_instruction, calls_in, constant_string,
    copy_functions, drop_attribute, drop_body, drop_function_attributes, drop_hints, hide_changes,
    outermost_place,
};

/// LLVM's passes between [`prepare`] and [`trim_again`]: small functions are inlined, and numbers are
/// propagated to their uses. None of them merges accesses, or lets a constructor write to another object than
/// in the program. Loops with few iterations, which copy arrays into closures and numbers into ids, are
/// unrolled.
pub const SIMPLIFY: &str = "function(lower-expect,sroa,early-cse,simplifycfg),always-inline,cgscc(inline),\
     function(sroa,early-cse,instcombine<no-verify-fixpoint>,sccp,simplifycfg,\
     loop-simplify,lcssa,loop(loop-rotate,loop-idiom,loop-unroll-full),sroa,early-cse,simplifycfg),\
     globaldce";

/// LLVM's passes between [`trim_again`] and [`complete`].
pub const JOIN_BLOCKS: &str = "function(simplifycfg)";

/// LLVM's passes after [`complete`].
pub const TIDY: &str =
    "function(sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg),globaldce";

/// A copy of a marked module in which launches are in the functions that they depend on; none if there are no
/// launches.
#[must_use]
pub fn prepare<'c>(host: &Module<'c>) -> Option<Module<'c>> {
    let selection = select::select(host)?;
    let kept: Vec<_> = selection.launching.iter().chain(&selection.small).copied().collect();
    let copy = copy_functions(host, &kept);
    let same = |function: &FunctionValue<'c>| copy.get_function(name(*function).as_str());
    for function in kept.iter().filter_map(same) {
        // This copy is only analysed, so attributes against optimisation do not matter.
        allow_optimization(function);
        drop_hints(function);
        // Then LLVM's passes and the analysis of memory need not consider volatile accesses and the like.
        hide_changes(function);
    }
    marks::link_parameters(&copy);
    marks::protect_parameters(&copy);
    let launching: Vec<_> = selection.launching.iter().filter_map(same).collect();
    for &function in &launching {
        trim::cut_after_launch(function);
    }
    inline::inline(&launching);
    trim::trim(&copy);
    for &function in &launching {
        // The rest of its body does not determine its results.
        drop_attribute(function, AttributeLoc::Function, "alwaysinline");
        add_attribute(function, AttributeLoc::Function, "noinline", 0);
    }
    for function in selection.small.iter().filter_map(same) {
        function.set_linkage(Linkage::Internal);
    }
    for function in selection.making.iter().filter_map(same) {
        add_attribute(function, AttributeLoc::Function, "alwaysinline", 0);
    }
    for function in selection.roots.iter().filter_map(same) {
        function.set_linkage(Linkage::External);
    }
    for &function in launching.iter().filter(|f| !calls_in(**f).into_iter().any(is_launch)) {
        function.set_linkage(Linkage::Internal);
    }
    Some(copy)
}

/// Trims once more, now that more is known about paths without launches.
pub fn trim_again(module: &Module<'_>) {
    trim::trim(module);
}

/// Removes what is not needed: bodies of functions without launches, and attributes for code generation.
pub fn complete(module: &Module<'_>) {
    for function in module.get_functions().filter(|f| f.count_basic_blocks() > 0) {
        if calls_in(function).into_iter().any(is_launch) {
            drop_hints(function);
            drop_function_attributes(function);
        } else {
            drop_body(function);
        }
    }
}

fn name(function: FunctionValue<'_>) -> String {
    function.get_name().to_string_lossy().into_owned()
}

/// A launch in host code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The kernel's symbol in host code; empty if it may be one of several.
    pub kernel: String,
    /// The function that launches it.
    pub function: String,
    /// File, line and column, if host code has debug information.
    pub place: Option<(String, u32, u32)>,
}

/// The launches that a module has.
#[must_use]
pub fn launches(module: &Module<'_>) -> Vec<Launch> {
    let in_function = |function: FunctionValue<'_>| {
        let name = name(function);
        let launch = move |call| {
            let kernel = kernel(call).unwrap_or_default();
            let place = outermost_place(call_instruction(call));
            Launch { kernel, function: name.clone(), place }
        };
        calls_in(function).into_iter().filter(|&call| is_launch(call)).map(launch).collect()
    };
    module.get_functions().flat_map(|function| -> Vec<Launch> { in_function(function) }).collect()
}

/// Whether a call is the headers' query for a kernel's record, of which each launch has one.
fn is_launch(call: CallSiteValue<'_>) -> bool {
    call.get_called_fn_value().is_some_and(asks_for_record)
}

fn asks_for_record(function: FunctionValue<'_>) -> bool {
    function.get_name().to_bytes() == RECORD_QUERY.as_bytes()
}

/// The kernel of a launch.
fn kernel(call: CallSiteValue<'_>) -> Option<String> {
    match call_argument(call, 0)? {
        BasicValueEnum::PointerValue(name) => constant_string(name),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
