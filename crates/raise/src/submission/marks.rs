//! The headers' annotations in host code (`SCYTHE_CONSTRUCTOR` and `SCYTHE_LAUNCH` in
//! `include/sycl/detail/macros.hpp`).
//!
//! Before: `annotate("scythe.constructor", "accessor", "range", 1, "!llvm.void", "write", "device")`
//! After:  `"scythe-constructor"="!sycl.accessor<[1, !llvm.void, write, device], (!sycl.range<[1]>)>"`
//!
//! Before: `call @llvm.var.annotation(ptr %size, ptr "scythe.range", …, ptr null)`
//! After:  `call @llvm.var.annotation(ptr %size, ptr "range", …, ptr %handler)`
//!
//! Annotations are for the compiler only: [`erase`] removes them from the code of a program.

use std::collections::HashMap;

use scythe_image::facts::{CONSTRUCTOR_MARK, LAUNCH_MARK_PREFIX, OPAQUE_MARK};
use scythe_llvm::inkwell::AddressSpace;
use scythe_llvm::inkwell::attributes::{Attribute, AttributeLoc};
use scythe_llvm::inkwell::module::{Linkage, Module};
use scythe_llvm::inkwell::values::{BasicValueEnum, CallSiteValue, GlobalValue, PointerValue};
use scythe_llvm::{
    AnnotationArgument, add_attribute, call_argument, call_instruction, call_sites,
    erase as erase_function, erase_call, erase_variable, set_attribute, string_attribute,
    take_annotated, variable_annotations, variable_users,
};

/// The attribute of functions that are not analysed.
pub const ATTR_OPAQUE: &str = "scythe-opaque";

/// The prefix of types of buffers.
const BUFFER: &str = "!sycl.buffer<";

/// clang's intrinsic for annotations of parameters.
const INTRINSIC: &str = "llvm.var.annotation.p0.p0";

/// The attribute of constructors: the type of the object that they make, in the dialect's syntax.
pub const ATTR_CONSTRUCTOR: &str = "scythe-constructor";

/// Turns annotations of functions into attributes.
pub fn mark(module: &Module<'_>) {
    for annotated in take_annotated(module, OPAQUE_MARK) {
        set_attribute(module, annotated.function, ATTR_OPAQUE, "");
    }
    for annotated in take_annotated(module, CONSTRUCTOR_MARK) {
        if let Some(text) = describe(&annotated.arguments) {
            set_attribute(module, annotated.function, ATTR_CONSTRUCTOR, &text);
        }
    }
}

/// The attribute's value for an annotation; none for an accessor without dimensions, for which the dialect
/// has no type.
fn describe(arguments: &[AnnotationArgument]) -> Option<String> {
    let [AnnotationArgument::Text(class), AnnotationArgument::Text(body), parameters @ ..] =
        arguments
    else {
        return None;
    };
    let Some(AnnotationArgument::Number(dimensions @ 1..)) = parameters.first() else {
        return None;
    };
    let body = match body.as_str() {
        "void" => ", (!llvm.void)".to_owned(),
        "range" => format!(", (!sycl.range<[{dimensions}]>)"),
        "range id" => format!(", (!sycl.range<[{dimensions}]>, !sycl.id<[{dimensions}]>)"),
        "none" => String::new(),
        _ => return None,
    };
    let parameters = parameters.iter().map(|parameter| match parameter {
        AnnotationArgument::Flag(flag) => Some(flag.to_string()),
        AnnotationArgument::Text(text) => Some(text.clone()),
        AnnotationArgument::Number(number) => Some(number.to_string()),
        AnnotationArgument::Unknown => None,
    });
    let parameters = parameters.collect::<Option<Vec<_>>>()?;
    Some(format!("!sycl.{class}<[{}]{body}>", parameters.join(", ")))
}

/// Removes all annotations from a module.
pub fn erase(module: &Module<'_>) {
    for function in module.get_functions() {
        for attribute in [ATTR_CONSTRUCTOR, ATTR_OPAQUE] {
            function.remove_string_attribute(AttributeLoc::Function, attribute);
        }
    }
    let ours = variable_annotations(module).into_iter();
    let mut texts = Vec::new();
    for (call, _) in ours.filter(|(_, text)| text.starts_with(LAUNCH_MARK_PREFIX)) {
        for index in [1, 2] {
            if let Some(BasicValueEnum::PointerValue(text)) = call_argument(call, index)
                && !texts.contains(&text)
            {
                texts.push(text);
            }
        }
        erase_call(call);
    }
    let all: Vec<_> = module.get_globals().collect();
    for text in all.into_iter().filter(|g| texts.contains(&g.as_pointer_value())) {
        let users = variable_users(text);
        if users.instructions.is_empty() && !users.initializers {
            erase_variable(text);
        }
    }
    if let Some(intrinsic) = module.get_function(INTRINSIC)
        && call_sites(intrinsic).is_some_and(|calls| calls.is_empty())
    {
        erase_function(intrinsic);
    }
}

/// Replaces the texts of parameter annotations by the words that raising expects, and adds the handler that
/// they belong to: annotated functions are its methods, and it identifies annotations of one launch after
/// inlining. The program's own annotations are removed.
pub fn link_parameters(module: &Module<'_>) {
    let mut words: HashMap<String, GlobalValue<'_>> = HashMap::new();
    for (call, text) in variable_annotations(module) {
        let (Some(word), Some(handler)) = (text.strip_prefix(LAUNCH_MARK_PREFIX), handler(call))
        else {
            erase_call(call);
            continue;
        };
        let text = words.entry(word.to_owned()).or_insert_with(|| constant(module, word));
        let call = call_instruction(call);
        call.set_operand(1, text.as_pointer_value());
        call.set_operand(4, handler);
    }
}

/// Declares which parameters constructors only read: those of buffers all objects that they take by
/// reference, above all ranges, which programs may use repeatedly; those of accessors the properties, which
/// come last.
pub fn protect_parameters(module: &Module<'_>) {
    let dereferenceable = Attribute::get_named_enum_kind_id("dereferenceable");
    for function in module.get_functions() {
        let Some(text) = string_attribute(function, ATTR_CONSTRUCTOR) else { continue };
        let count = function.count_params();
        let first = if text.starts_with(BUFFER) { 1 } else { count.saturating_sub(1).max(1) };
        for place in (first..count).map(AttributeLoc::Param) {
            // References can be dereferenced; pointers to host memory may be null.
            if function.get_enum_attribute(place, dereferenceable).is_some() {
                add_attribute(function, place, "readonly", 0);
                add_attribute(function, place, "captures", 0);
            }
        }
    }
}

/// The object of the method that contains a call.
fn handler(call: CallSiteValue<'_>) -> Option<PointerValue<'_>> {
    let function = call_instruction(call).get_parent()?.get_parent()?;
    match function.get_first_param()? {
        BasicValueEnum::PointerValue(this) => Some(this),
        _ => None,
    }
}

fn constant<'c>(module: &Module<'c>, text: &str) -> GlobalValue<'c> {
    let bytes = module.get_context().const_string(text.as_bytes(), true);
    let global = module.add_global(bytes.get_type(), Some(AddressSpace::default()), text);
    global.set_initializer(&bytes);
    global.set_constant(true);
    global.set_linkage(Linkage::Private);
    global
}

#[cfg(test)]
mod tests {
    use super::describe;
    use scythe_llvm::AnnotationArgument::{Flag, Number, Text};

    fn text(text: &str) -> scythe_llvm::AnnotationArgument {
        Text(text.to_owned())
    }

    #[test]
    fn constructors_are_described_by_the_type_of_what_they_make() {
        let accessor = |body, dimensions| {
            let kind = [text("!llvm.void"), text("write"), text("device")];
            let head = [text("accessor"), text(body), Number(dimensions)];
            describe(&head.into_iter().chain(kind).collect::<Vec<_>>())
        };
        assert_eq!(
            accessor("range id", 2).as_deref(),
            Some(
                "!sycl.accessor<[2, !llvm.void, write, device], (!sycl.range<[2]>, !sycl.id<[2]>)>"
            )
        );
        assert_eq!(
            accessor("void", 1).as_deref(),
            Some("!sycl.accessor<[1, !llvm.void, write, device], (!llvm.void)>")
        );
        assert_eq!(accessor("void", 0), None);
        let buffer = [text("buffer"), text("none"), Number(3), text("!llvm.void"), Flag(true)];
        assert_eq!(describe(&buffer).as_deref(), Some("!sycl.buffer<[3, !llvm.void, true]>"));
    }
}
