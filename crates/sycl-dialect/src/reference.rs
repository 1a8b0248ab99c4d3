//! The book's reference of types and operations, made from the tables.

use std::fmt::Write;

use crate::methods::{METHODS, Method, Shape};
use crate::other_ops::OTHERS;
use crate::types::{Parameter, TYPES};

/// The reference as a page of the book.
#[must_use]
pub fn page() -> String {
    let mut out = String::from(
        "# The `sycl` dialect: reference\n\n\
         This page is made from the tables in `crates/sycl-dialect`.\n\n\
         ## Types\n\n\
         A body, the C++ layout as a list of types, may follow the parameters: \
         `!sycl.id<[1], (!sycl.array<[1], (memref<1xi64>)>)>`.\n\n\
         | type | what it is | bases |\n|---|---|---|\n",
    );
    for ty in TYPES {
        let parameters: Vec<_> = ty.parameters.iter().map(|p| parameter(*p)).collect();
        let shown = if parameters.is_empty() {
            format!("!sycl.{}", ty.name)
        } else {
            format!("!sycl.{}<[{}]>", ty.name, parameters.join(", "))
        };
        let _ = writeln!(out, "| `{shown}` | {} | {} |", ty.summary.trim(), ty.bases.join(", "));
    }
    out.push_str(
        "\n## Method ops\n\n\
         All are pure. `FunctionArgTypes`, `FunctionName` and `TypeName` say which function \
         implements an operation; `FunctionName` must be one of the methods.\n",
    );
    let mut object = "";
    for method in METHODS {
        if method.object != object {
            object = method.object;
            let _ = write!(
                out,
                "\n### `{object}`\n\n| op | methods | result | trait |\n|---|---|---|---|\n"
            );
        }
        let _ = writeln!(
            out,
            "| `sycl.{}` | {} | {} {} | {} |",
            method.name,
            method.methods.iter().map(|m| format!("`{m}`")).collect::<Vec<_>>().join(", "),
            method.summary,
            result(method),
            method.shape.trait_name().unwrap_or(""),
        );
    }
    out.push_str("\n## Other ops\n");
    for other in OTHERS {
        let _ = write!(
            out,
            "\n### `sycl.{}`\n\n{}\n\n```mlir\n{}\n```\n",
            other.name, other.summary, other.form
        );
    }
    out
}

fn parameter(parameter: Parameter) -> &'static str {
    match parameter {
        Parameter::Dimensions | Parameter::Number => "dimensions",
        Parameter::Flag => "flag",
        Parameter::OptionalFlag => "flag?",
        Parameter::Element | Parameter::VectorElement => "element",
        Parameter::VectorLength => "length",
        Parameter::Word(words) => words.what,
        Parameter::Numbers => "numbers…",
    }
}

fn result(method: &Method) -> &'static str {
    match method.shape {
        Shape::Id => "(`id`; `i64` for a dimension)",
        Shape::Range => "(`range`; `i64` for a dimension)",
        Shape::Group => "(`group`; `i64` for a dimension)",
        Shape::Component | Shape::Size => "(`i64`)",
        Shape::Number => "(`i32`)",
        Shape::Truth => "(`i1`)",
        Shape::Object(_) => "(an object)",
        Shape::Element | Shape::Pointer => "(`memref` or `llvm.ptr`)",
    }
}
