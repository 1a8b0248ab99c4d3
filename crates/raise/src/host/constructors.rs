//! Calls of constructors of SYCL's classes become `sycl.host.constructor`.
//!
//! Before: `llvm.invoke @accessor(%a, %buffer, %handler, %n, %none) to ^next unwind ^pad`, of a function
//! with `["scythe-constructor", "!sycl.accessor<[1, !llvm.void, write, device], (!sycl.range<[1]>)>"]`
//! After:  `sycl.host.constructor(%r, %n) {type = !sycl.range<[1]>}`,
//! `sycl.host.constructor(%a, %buffer, %handler, %r, %none) {type = …}`, `llvm.br ^next`
//!
//! The platform passes small ranges and ids as numbers; here they become objects again. A placeholder, which
//! has no handler, gets a null pointer instead. Landing pads without predecessors are kept, because there may
//! be launches in them.

use std::collections::{HashMap, HashSet};

use scythe_mlir::{Attribute, Block, Build, Op, Type, Value, walk};
use scythe_sycl_dialect::definitions::argument_attribute;
use scythe_sycl_dialect::host_ops::CONSTRUCTED;
use scythe_sycl_dialect::types;

use super::names::{CONSTRUCTOR, callee, is_record_query};
use super::objects::{self, functions};
use crate::calls::passthrough;
use crate::submission::marks::ATTR_CONSTRUCTOR;

/// A constructor.
struct Constructor<'c> {
    ty: Type<'c>,
    /// The ranges and ids among the parameters that follow the object, in order.
    indices: Vec<Type<'c>>,
    /// The number of parameters before them, the object included.
    before: usize,
    /// Whether the handler before them is missing: the accessor is a placeholder.
    placeholder: bool,
}

/// Raises all calls of constructors in a module.
pub(super) fn raise(module: Op<'_>) {
    let mut known = HashMap::new();
    for function in module.functions() {
        if let Some((symbol, constructor)) = function.symbol_name().zip(constructor(function)) {
            known.insert(symbol, constructor);
        }
    }
    let is_constructor =
        |function: &Op<'_>| function.symbol_name().is_some_and(|name| known.contains_key(name));
    // Calls in constructors are not raised: a delegating constructor makes one object, not two.
    for function in functions(module).into_iter().filter(|f| !is_constructor(f)) {
        for call in walk(function) {
            if let Some(constructor) = callee(call).and_then(|name| known.get(name)) {
                raise_call(call, constructor);
            }
        }
    }
}

/// The constructor that a function is; none if it is none, or its attribute is not understood.
fn constructor(function: Op<'_>) -> Option<Constructor<'_>> {
    let text = passthrough(function, ATTR_CONSTRUCTOR)?;
    let ty = Type::parse(function.location(), text)?;
    let parts = types::parts(ty)?;
    let is_index = |part: &Type<'_>| matches!(types::shape(*part), Some(("id" | "range", _)));
    let (indices, before) = match parts.definition.name {
        // The object, the buffer, the handler.
        "accessor" => {
            let indices: Vec<_> = parts.body.iter().copied().filter(is_index).collect();
            let before = if is_placeholder(function, indices.len())? { 2 } else { 3 };
            (indices, before)
        }
        // The object.
        "local_accessor" => match parts.dimensions()? {
            0 => (Vec::new(), 1),
            dimensions => (vec![objects::index_type(function, "range", dimensions)?], 1),
        },
        "nd_range" => {
            let of = |name| objects::index_type(function, name, parts.dimensions()?);
            let (range, id) = (of("range")?, of("id")?);
            (vec![range, range, id], 1)
        }
        // Buffers take them by reference, so they are objects already, like all other arguments.
        _ => (Vec::new(), 1),
    };
    let placeholder = parts.definition.name == "accessor" && before == 2;
    Some(Constructor { ty, indices, before, placeholder })
}

/// Whether a constructor of an accessor takes no handler after the buffer. A range follows then, as numbers
/// or in memory, or the list of properties, which is last.
fn is_placeholder(function: Op<'_>, indices: usize) -> Option<bool> {
    let (parameters, _) = function.attribute("function_type")?.as_type()?.llvm_function_parts()?;
    let third = parameters.get(2)?;
    let is_range = third.llvm_pointer_space().is_none()
        || argument_attribute(function, 2, "llvm.byval").is_some();
    Some(if indices == 0 { parameters.len() == 3 } else { is_range })
}

fn raise_call<'c>(call: Op<'c>, constructor: &Constructor<'c>) -> Option<()> {
    // The results of a constructor are not used.
    if call.results().iter().any(|result| result.is_used()) {
        return None;
    }
    let next = normal_destination(call);
    let mut operands = call.operands();
    let handed_on: usize = call.successors().iter().map(|block| block.arguments().len()).sum();
    operands.truncate(operands.len().checked_sub(handed_on)?);
    let mut arguments = operands.into_iter();
    let mut values: Vec<Value<'c>> = arguments.by_ref().take(constructor.before).collect();
    if constructor.placeholder {
        let pointer = Type::llvm_pointer(call.location(), 0);
        let none = Build::new("llvm.mlir.zero", call.location()).results(&[pointer]);
        values.push(none.value_before(call));
    }
    let mut rest: Vec<Value<'c>> = arguments.collect();
    rest.reverse();
    for &ty in &constructor.indices {
        // Overloads may lack arguments that have a default.
        if rest.is_empty() {
            break;
        }
        values.push(index_object(call, ty, &mut rest)?);
    }
    rest.reverse();
    values.extend(rest);
    Build::new(CONSTRUCTOR, call.location())
        .operands(&values)
        .attribute(CONSTRUCTED, Attribute::ty(constructor.ty))
        .before(call);
    if let Some((block, handed_on)) = next {
        leave(call, block, &handed_on);
    }
    call.erase();
    Some(())
}

/// Ends the block of an invocation that has become an operation. The unwind destination matters only if it
/// leads to launches, which come after what precedes the constructor.
fn leave<'c>(invoke: Op<'c>, next: Block<'c>, handed_on: &[Value<'c>]) {
    let at = invoke.location();
    let successors = invoke.successors();
    let Some(&pad) = successors.get(1).filter(|pad| leads_to_launch(**pad)) else {
        Build::new("llvm.br", at).operands(handed_on).successors(&[next]).before(invoke);
        return;
    };
    let unwound: Vec<_> = (0..pad.arguments().len())
        .filter_map(|number| invoke.successor_operand(1, number))
        .collect();
    let truth = Type::integer(at, 1);
    let either = Build::new("llvm.mlir.undef", at).results(&[truth]).value_before(invoke);
    let sizes = [1, handed_on.len(), unwound.len()].map(|n| i32::try_from(n).unwrap_or(i32::MAX));
    Build::new("llvm.cond_br", at)
        .operands(&[either])
        .operands(handed_on)
        .operands(&unwound)
        .attribute("operandSegmentSizes", Attribute::numbers(at, &sizes))
        .successors(&[next, pad])
        .before(invoke);
}

/// Whether a launch follows after the start of a block.
fn leads_to_launch(block: Block<'_>) -> bool {
    let mut seen = HashSet::from([block]);
    let mut open = vec![block];
    while let Some(block) = open.pop() {
        if block.operations().into_iter().any(is_record_query) {
            return true;
        }
        let next = block.terminator().map(Op::successors).unwrap_or_default();
        open.extend(next.into_iter().filter(|block| seen.insert(*block)));
    }
    false
}

/// The normal destination of an invocation, and the values that are passed to it.
fn normal_destination<'c>(call: Op<'c>) -> Option<(Block<'c>, Vec<Value<'c>>)> {
    let block = *call.successors().first()?;
    let count = block.arguments().len();
    let values = (0..count).filter_map(|number| call.successor_operand(0, number)).collect();
    Some((block, values))
}

/// The next range or id among the remaining arguments, which are reversed: by reference, or as numbers that
/// become an object again.
fn index_object<'c>(call: Op<'c>, ty: Type<'c>, rest: &mut Vec<Value<'c>>) -> Option<Value<'c>> {
    let first = rest.pop()?;
    if first.ty().llvm_pointer_space().is_some() {
        return Some(first);
    }
    let (_, Some(dimensions)) = types::shape(ty)? else { return None };
    let count = usize::try_from(dimensions).ok()?;
    let mut components = Vec::new();
    if first.ty().integer_width() == Some(64) {
        components.push(first);
        while components.len() < count {
            components.push(rest.pop()?);
        }
    } else {
        // Some platforms pass them as one value with several parts.
        for position in 0..i64::from(dimensions) {
            let (_, part) = first.ty().member(call, position)?;
            let positions = Attribute::positions(call.location(), &[position]);
            components.push(
                Build::new("llvm.extractvalue", call.location())
                    .operands(&[first])
                    .attribute("position", positions)
                    .results(&[part])
                    .value_before(call),
            );
        }
    }
    let are_numbers = components.iter().all(|c| c.ty().integer_width() == Some(64));
    are_numbers.then(|| objects::index(call, ty, &components))
}
