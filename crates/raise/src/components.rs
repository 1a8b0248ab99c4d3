//! Components of ids and ranges.
//!
//! Raising creates `sycl.id.get` where the program has no such call, so there may be no function that
//! implements it. The layout of ids and ranges is part of their types, so such functions can be defined here.

use std::collections::{BTreeSet, HashSet};

use scythe_mlir::{Attribute, Build, Op, Type, Value, walk};
use scythe_sycl_dialect::assembly::{ARGUMENT_TYPES, FUNCTION_NAME, TYPE_NAME};
use scythe_sycl_dialect::definitions::{METHOD, method_of};
use scythe_sycl_dialect::types;

/// The method that returns components.
const GET: &str = "get";

/// A component of an id or a range, before an operation.
pub(crate) fn get<'c>(anchor: Op<'c>, name: &str, object: Value<'c>, index: i64) -> Value<'c> {
    let at = anchor.location();
    let dimension = Type::integer(at, 32);
    let index = Build::new("llvm.mlir.constant", at)
        .results(&[dimension])
        .attribute("value", Attribute::integer(dimension, index))
        .value_before(anchor);
    let arguments = [Type::llvm_pointer(at, 0), dimension].map(Attribute::ty);
    let op = format!("sycl.{name}.get");
    Build::new(&op, at)
        .operands(&[object, index])
        .results(&[Type::integer(at, 64)])
        .attribute(ARGUMENT_TYPES, Attribute::array(at, &arguments))
        .attribute(FUNCTION_NAME, Attribute::symbol(at, GET))
        .attribute(TYPE_NAME, Attribute::symbol(at, name))
        .value_before(anchor)
}

/// Defines `get` for ids and ranges, for all numbers of dimensions that objects of a module have, where it is
/// missing. It is not known yet which functions lowering will need.
pub fn define(module: Op<'_>) {
    let Some(block) = module.body().first().copied() else { return };
    let at = module.location();
    let functions = block.operations();
    let defined: HashSet<Type<'_>> = functions
        .iter()
        .filter_map(|function| method_of(*function))
        .filter(|(_, name)| *name == GET)
        .map(|(object, _)| object)
        .collect();
    let used: BTreeSet<u32> = functions
        .iter()
        .flat_map(|function| walk(*function))
        .filter(|op| op.name().starts_with("sycl."))
        .flat_map(|op| op.operands().into_iter().chain(op.results()))
        .filter_map(|value| types::shape(value.ty())?.1)
        .collect();
    for dimensions in used {
        for name in ["id", "range"] {
            let ty = types::index_type(at, name, dimensions);
            let missing = ty.filter(|ty| !defined.contains(ty));
            if let Some(function) = missing.and_then(|ty| definition(module, ty)) {
                block.append(function);
            }
        }
    }
}

/// `get` of an id or a range, in terms of pointers and numbers.
fn definition<'c>(module: Op<'c>, ty: Type<'c>) -> Option<Op<'c>> {
    let at = module.location();
    let (name, dimensions) = types::shape(ty)?;
    let text = format!(
        "llvm.func internal @\"sycl.{name}.{}.get\"(%object: !llvm.ptr, %d: i32) -> i64 \
         attributes {{passthrough = [\"alwaysinline\", \"nounwind\"]}} {{\n\
         %place = llvm.getelementptr inbounds %object[%d] : (!llvm.ptr, i32) -> !llvm.ptr, i64\n\
         %value = llvm.load %place {{alignment = 8 : i64}} : !llvm.ptr -> i64\n\
         llvm.return %value : i64\n}}",
        dimensions?
    );
    let function = Op::parse(at, &text)?;
    let method = [Attribute::ty(ty), Attribute::symbol(at, GET)];
    function.set_attribute(METHOD, Attribute::array(at, &method));
    Some(function)
}
