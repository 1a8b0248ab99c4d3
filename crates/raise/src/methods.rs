//! Methods of SYCL's index-space classes and accessors in device IR.
//!
//! The headers annotate them (`SCYTHE_METHOD` in `include/sycl/detail/macros.hpp`) with class, method and
//! template arguments. [`mark`] turns the annotation into an attribute, which stays with the function through
//! bitcode, linking and MLIR's import:
//!
//! Before: `annotate("scythe.method", "nd_item", "get_global_id", 2)`
//! After:  `"scythe-method"="!sycl.nd_item<[2]> get_global_id"`
//!
//! While a module is raised, its methods must be functions that are called. [`keep_calls`] ensures that, and
//! [`dissolve`] makes them always inlined again, as the headers ask.

use scythe_image::facts::METHOD_MARK;
use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_llvm::inkwell::values::FunctionValue;
use scythe_llvm::{
    AnnotationArgument, add_attribute, drop_attribute, set_attribute, string_attribute,
    take_annotated,
};

/// The attribute of methods: the object's type in the dialect's syntax without a body, a space, and the
/// method's name in C++.
pub const ATTR_METHOD: &str = "scythe-method";

/// LLVM's passes that infer the memory effects of functions. They run before [`keep_calls`]: afterwards LLVM
/// relies on attributes only.
pub const FIND_EFFECTS: &str = "function(sroa,early-cse),cgscc(function-attrs)";

/// A function that is a method of a class the dialect has a type for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Method<'c> {
    /// The function. It gets the object's address; if it returns a class in memory, the address of that comes
    /// first.
    pub function: FunctionValue<'c>,
    /// The object's type in the dialect, such as `!sycl.item<[2, true]>`.
    pub object: String,
    /// The method's name, such as `get_id` or `operator[]`.
    pub name: String,
}

/// Turns the headers' annotations into attributes. Annotations would keep unused functions alive.
pub fn mark(module: &Module<'_>) {
    for annotated in take_annotated(module, METHOD_MARK) {
        // A class that the dialect has no type for has ordinary functions.
        if let Some(text) = describe(&annotated.arguments) {
            set_attribute(module, annotated.function, ATTR_METHOD, &text);
        }
    }
}

/// The attribute's value for an annotation; none for an accessor without dimensions, which has no index.
fn describe(arguments: &[AnnotationArgument]) -> Option<String> {
    let [AnnotationArgument::Text(class), AnnotationArgument::Text(method), parameters @ ..] =
        arguments
    else {
        return None;
    };
    if parameters.first() == Some(&AnnotationArgument::Number(0)) {
        return None;
    }
    let parameters = parameters.iter().enumerate().map(|(place, parameter)| match parameter {
        AnnotationArgument::Flag(flag) => Some(flag.to_string()),
        AnnotationArgument::Text(text) => Some(text.clone()),
        // Dimensions come first. Another number is the size of an unnamed element type.
        AnnotationArgument::Number(number) if place == 0 => Some(number.to_string()),
        AnnotationArgument::Number(bytes) => Some(format!("!llvm.array<{bytes} x i8>")),
        AnnotationArgument::Unknown => None,
    });
    let parameters = parameters.collect::<Option<Vec<_>>>()?;
    Some(match parameters.as_slice() {
        [] => format!("!sycl.{class} {method}"),
        parameters => format!("!sycl.{class}<[{}]> {method}", parameters.join(", ")),
    })
}

/// Object and method of an attribute's value.
pub(crate) fn parse(text: &str) -> Option<(&str, &str)> {
    match text.find("]> ") {
        Some(end) => Some((&text[..end + 2], &text[end + 3..])),
        None => text.split_once(' '),
    }
}

/// The method that a function is; none for other functions.
#[must_use]
pub fn method(function: FunctionValue<'_>) -> Option<Method<'_>> {
    let text = string_attribute(function, ATTR_METHOD)?;
    let (object, name) = parse(&text)?;
    Some(Method { function, object: object.to_owned(), name: name.to_owned() })
}

/// The methods that the module has.
#[must_use]
pub fn methods<'c>(module: &Module<'c>) -> Vec<Method<'c>> {
    module.get_functions().filter_map(method).collect()
}

/// Makes LLVM keep calls of methods and their signatures. It may still merge or move calls, as far as
/// attributes allow it. Methods stay in the module until [`dissolve`], called or not.
pub fn keep_calls(module: &Module<'_>) {
    for Method { function, .. } in methods(module) {
        drop_attribute(function, AttributeLoc::Function, "alwaysinline");
        add_attribute(function, AttributeLoc::Function, "noinline", 0);
        if function.count_basic_blocks() > 0 {
            // In a replaceable definition, LLVM neither changes the parameters nor assumes that unused ones
            // are undefined.
            function.set_linkage(Linkage::WeakODR);
        }
    }
}

/// Makes methods ordinary functions that are always inlined.
pub fn dissolve(module: &Module<'_>) {
    for Method { function, .. } in methods(module) {
        function.remove_string_attribute(AttributeLoc::Function, ATTR_METHOD);
        drop_attribute(function, AttributeLoc::Function, "noinline");
        add_attribute(function, AttributeLoc::Function, "alwaysinline", 0);
        if function.count_basic_blocks() > 0 {
            function.set_linkage(Linkage::Internal);
        }
    }
}

#[cfg(test)]
mod tests;
