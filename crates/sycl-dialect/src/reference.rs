//! The book's reference of types and operations, generated from the tables.

use std::fmt::Write;

use crate::host_ops::HOST;
use crate::methods::{COMPOSITIONS, LINEAR, METHODS, Method, Shape, Spread};
use crate::other_ops::{Documented, OTHERS};
use crate::types::{DECORATED, MODES, Parameter, SPACES, TARGETS, TYPES};

/// The reference, as a page of the book.
#[must_use]
pub fn page() -> String {
    let mut out = String::from(
        "# The `sycl` dialect: reference\n\n\
         This page is made from the tables in `crates/sycl-dialect`; `cargo xtask bless` makes it \
         again.\n",
    );
    types(&mut out);
    methods(&mut out);
    canonicalisation(&mut out);
    documented(&mut out, "Other ops", OTHERS);
    documented(&mut out, "Host ops", HOST);
    out
}

// Writing to a string cannot fail.

fn types(out: &mut String) {
    out.push_str(
        "\n## Types\n\n\
         A body, the C++ layout as a list of types, may follow the parameters: \
         `!sycl.id<[1], (!sycl.array<[1], (memref<1xi64>)>)>`.\n\n\
         | type | description | bases |\n|---|---|---|\n",
    );
    for ty in TYPES {
        let parameters: Vec<_> = ty.parameters.iter().map(|p| parameter(*p)).collect();
        let shown = if parameters.is_empty() {
            format!("!sycl.{}", ty.name)
        } else {
            format!("!sycl.{}<[{}]>", ty.name, parameters.join(", "))
        };
        let bases = ty.bases.iter().map(|base| format!("`{base}`")).collect::<Vec<_>>().join(", ");
        let _ = writeln!(out, "| `{shown}` | {} | {bases} |", ty.summary.trim());
    }
    out.push('\n');
    for words in [&MODES, &TARGETS, &SPACES, &DECORATED] {
        let list: Vec<_> = words.words.iter().map(|(word, _)| format!("`{word}`")).collect();
        let _ = writeln!(out, "- {}: {}", words.what, list.join(", "));
    }
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

fn methods(out: &mut String) {
    out.push_str(
        "\n## Method ops\n\n\
         All are pure. `FunctionArgTypes`, `FunctionName` and `TypeName` name the function that \
         implements an operation; `FunctionName` must be one of the methods. A dimension is an `i32` \
         or an `index`, and a number may be an `index` wherever it is an `i64`.\n",
    );
    let mut object = "";
    for method in METHODS {
        if method.object != object {
            object = method.object;
            let _ = write!(
                out,
                "\n### `{object}`\n\n\
                 | op | methods | description | result | uniform in | trait |\n|---|---|---|---|---|---|\n"
            );
        }
        let _ = writeln!(
            out,
            "| `sycl.{}` | {} | {} | {} | {} | {} |",
            method.name,
            method.methods.iter().map(|m| format!("`{m}`")).collect::<Vec<_>>().join(", "),
            method.summary,
            result(method),
            spread(method.spread),
            method.shape.trait_name().unwrap_or(""),
        );
    }
}

fn result(method: &Method) -> String {
    match method.shape {
        Shape::Id | Shape::Range | Shape::Group => {
            let whole = method.shape.whole().unwrap_or_default();
            format!("`{whole}`; `i64` for a dimension")
        }
        Shape::Component => {
            "`i64` for a dimension; without one, `i64` in one dimension, or a `range`".into()
        }
        Shape::Size => "`i64`".into(),
        Shape::Number => "`i32`".into(),
        Shape::Truth => "`i1`".into(),
        Shape::Object(name) => format!("`{name}`"),
        Shape::Element => "a `memref` or `llvm.ptr` for an id; for a number in more dimensions, \
             an `accessor_subscript`"
            .into(),
        Shape::Pointer => "a `memref`, `llvm.ptr` or `multi_ptr`".into(),
    }
}

fn spread(spread: Spread) -> &'static str {
    match spread {
        Spread::WorkItem => "not uniform",
        Spread::SubGroup => "the sub-group",
        Spread::WorkGroup => "the work-group",
        Spread::Launch => "all work-items",
        Spread::Operands => "as its operands",
    }
}

fn canonicalisation(out: &mut String) {
    out.push_str(
        "\n## Canonicalisation\n\n\
         A component of a query's result is that query with a dimension: \
         `id.get(nd_item.get_global_id(x), i)` is `nd_item.get_global_id(x, i)`. Queries of a constructed \
         object are replaced by the constructor's operands, and sizes of constant ranges are constants. \
         Further rules:\n\n\
         | two operations | replaced by |\n|---|---|\n",
    );
    for composition in COMPOSITIONS {
        let _ = writeln!(
            out,
            "| `{}({}(x))` | `{}(x)` |",
            composition.outer, composition.inner, composition.whole
        );
    }
    out.push_str("\n| in one dimension | replaced by |\n|---|---|\n");
    for (whole, linear) in LINEAR {
        let _ = writeln!(out, "| `{whole}(x, 0)` | `{linear}(x)` |");
    }
}

fn documented(out: &mut String, heading: &str, ops: &[Documented]) {
    let _ = writeln!(out, "\n## {heading}");
    for op in ops {
        let _ = write!(
            out,
            "\n### `sycl.{}`\n\n{}\n\n```mlir\n{}\n```\n",
            op.name, op.summary, op.example
        );
    }
}
