//! Turns method ops into calls.
//!
//! Before: `%1 = sycl.nd_item.get_global_id(%nd, %i) {FunctionArgTypes = {!llvm.ptr, i32}, …}`
//! After:  `%a = memref.alloca()`, `memref.store %nd, %a[%c0]`, `%p = sycl.cast(%a)`,
//!         `%1 = sycl.call(%p, %i) {MangledFunctionName = @…, …}`
//!
//! Requires functions with the method that they implement as an attribute (`sycl.method`), for every method
//! op or for the ops that it can be split into. Establishes that no method op is left. If it fails, nothing
//! has been changed.

use std::collections::{HashMap, HashSet};

use scythe_mlir::{
    Attribute, Block, Build, Op, PassDefinition, PassFailed, Value, VerifyError, effect,
    report_error, walk,
};
use scythe_sycl_dialect::MethodOp;
use scythe_sycl_dialect::assembly::{FUNCTION_NAME, MANGLED_NAME, TYPE_NAME};
use scythe_sycl_dialect::canonicalize::zero;
use scythe_sycl_dialect::definitions::{Definitions, Duplicate};
use scythe_sycl_dialect::other_ops::function;
use scythe_sycl_dialect::types;

use crate::arguments;
use crate::functions;
use crate::resolve::{Register, Rest, Search, Step};

/// The pass.
pub(crate) struct Pass;

impl PassDefinition for Pass {
    fn argument(&self) -> &str {
        "sycl-lower-to-call"
    }

    fn description(&self) -> &str {
        "Replace method ops by calls of the functions that implement them"
    }

    fn run(&self, op: Op<'_>) -> Result<(), PassFailed> {
        to_calls(op)
    }
}

/// Replaces all method ops of a module by calls of functions in it.
///
/// # Errors
/// When an op has no function and cannot be split into ops that have one, or two functions define the same
/// method. It has been reported.
pub fn to_calls(module: Op<'_>) -> Result<(), PassFailed> {
    match Definitions::of(module) {
        Ok(definitions) => to_calls_with(module, &definitions),
        Err(duplicate) => Err(report_duplicate(module, &duplicate)),
    }
}

fn report_duplicate(module: Op<'_>, duplicate: &Duplicate) -> PassFailed {
    let second = function(module, &duplicate.second).unwrap_or(module);
    report_error(second, &VerifyError(duplicate.to_string()));
    PassFailed(duplicate.to_string())
}

/// The same with functions that were registered before, and are inserted again if they have been erased.
///
/// # Errors
/// When an op has no function and cannot be split into ops that have one. It has been reported.
pub fn to_calls_with<'c>(module: Op<'c>, definitions: &Definitions<'c>) -> Result<(), PassFailed> {
    let register = Register::new(definitions);
    let mut plans = Vec::new();
    let mut failed = None;
    for block in blocks(module) {
        let mut memory = Memory::default();
        for (index, op) in block.operations().into_iter().enumerate() {
            if let Some(method) = MethodOp::of(op) {
                match Search::new(&register, method).steps() {
                    Some(steps) => {
                        plans.push(Plan { op: method, steps, places: memory.places(op) });
                    }
                    None => failed = Some(report_missing(method)),
                }
            }
            memory.pass(op, index);
        }
    }
    if let Some(failed) = failed {
        return Err(failed);
    }
    let mut present = functions(module);
    for plan in &plans {
        for step in &plan.steps {
            insert(module, definitions, step, &mut present);
        }
        plan.carry_out();
    }
    Ok(())
}

fn blocks(root: Op<'_>) -> Vec<Block<'_>> {
    walk(root).into_iter().flat_map(Op::regions).flat_map(|region| region.blocks()).collect()
}

fn report_missing(op: MethodOp<'_>) -> PassFailed {
    let shown = |ty| format!("'{}'", types::without_body(op.op.location(), ty));
    let arguments: Vec<_> = op.function_argument_types().into_iter().map(shown).collect();
    let object = op.object_type().map_or_else(String::new, shown);
    let text = format!(
        "no definition of method '{}' of {object} taking ({}), and it cannot be split into \
         operations that have one",
        op.function_name(),
        arguments.join(", ")
    );
    report_error(op.op, &VerifyError(text.clone()));
    PassFailed(text)
}

/// Inserts the function of a call into the module if it is missing or only declared.
fn insert<'c>(
    module: Op<'c>,
    definitions: &Definitions<'c>,
    step: &Step<'c>,
    present: &mut HashMap<&'c str, Op<'c>>,
) {
    let there = present.get(step.symbol.as_str()).copied();
    if there.is_some_and(|there| !there.body().is_empty()) {
        return;
    }
    let Some(kept) = definitions.by_symbol(&step.symbol) else { return };
    if there.is_some() && kept.function.body().is_empty() {
        return;
    }
    let copy = kept.function.copy();
    match (there, module.body().first()) {
        (Some(declaration), _) => {
            declaration.insert_before(copy);
            declaration.erase();
        }
        (None, Some(block)) => block.append(copy),
        (None, None) => return copy.erase(),
    }
    if let Some(name) = copy.symbol_name() {
        present.insert(name, copy);
    }
}

/// Writes to memory in a block, up to the current operation.
#[derive(Default)]
struct Memory<'c> {
    loads: HashMap<Op<'c>, usize>,
    last_write: Option<usize>,
}

impl<'c> Memory<'c> {
    /// Moves past an operation of the block.
    fn pass(&mut self, op: Op<'c>, index: usize) {
        if is_plain_load(op) {
            self.loads.insert(op, index);
        }
        if op.effects() & (effect::WRITES | effect::UNKNOWN) != 0 {
            self.last_write = Some(index);
        }
    }

    /// The addresses of the operands of `op`, the next operation in the block.
    ///
    /// An object that was loaded before need not be stored again for its address (an extension of the
    /// design's steps): if nothing has been written since, the memory still contains it.
    fn places(&self, op: Op<'c>) -> Vec<Option<Value<'c>>> {
        op.operands().into_iter().map(|value| self.place(value)).collect()
    }

    fn place(&self, value: Value<'c>) -> Option<Value<'c>> {
        let wrap = value.defining_op().filter(|op| op.name() == "sycl.mlir.wrap")?;
        let load = wrap.operand(0)?.defining_op()?;
        let loaded = *self.loads.get(&load)?;
        self.last_write.is_none_or(|write| write < loaded).then(|| load.operand(0))?
    }
}

/// The replacement of a method op.
struct Plan<'c> {
    op: MethodOp<'c>,
    steps: Vec<Step<'c>>,
    places: Vec<Option<Value<'c>>>,
}

impl<'c> Plan<'c> {
    fn carry_out(&self) {
        let op = self.op.op;
        let (Some(mut object), Some(result)) = (op.operand(0), op.result(0)) else { return };
        let operands = op.operands();
        if result.is_used() {
            let mut place = self.places.first().copied().flatten();
            for step in &self.steps {
                object = self.call(step, object, place);
                place = None;
            }
            result.replace_uses(object);
        }
        op.erase();
        drop_unused(operands);
    }

    fn call(&self, step: &Step<'c>, object: Value<'c>, place: Option<Value<'c>>) -> Value<'c> {
        let (op, at) = (self.op.op, self.op.op.location());
        let mut values = vec![(object, place)];
        match step.rest {
            Rest::Nothing => {}
            Rest::Zero => {
                let zero = zero(op);
                op.insert_before(zero);
                values.extend(zero.result(0).map(|zero| (zero, None)));
            }
            Rest::Given => {
                values.extend(op.operands().into_iter().zip(self.places.iter().copied()).skip(1));
            }
        }
        let arguments: Vec<_> = values
            .iter()
            .zip(&step.arguments)
            .map(|(&(value, place), &to)| arguments::pass(value, place, to, op))
            .collect();
        let of_same_type = step.method.object == self.op.method.object;
        let type_name = if of_same_type { self.op.type_name() } else { step.method.object };
        Build::new("sycl.call", at)
            .operands(&arguments)
            .results(&[step.result])
            .attribute(FUNCTION_NAME, Attribute::symbol(at, &step.name))
            .attribute(MANGLED_NAME, Attribute::symbol(at, &step.symbol))
            .attribute(TYPE_NAME, Attribute::symbol(at, type_name))
            .value_before(op)
    }
}

/// Whether an operation is a load that can be removed if it is unused, and moved while nothing is written.
fn is_plain_load(op: Op<'_>) -> bool {
    op.name() == "llvm.load"
        && op.attribute("volatile_").is_none()
        && op.attribute("ordering").is_none_or(|ordering| ordering.as_integer() == Some(0))
}

/// Erases unused objects and their loads.
fn drop_unused(values: Vec<Value<'_>>) {
    // A value may be in the list twice.
    let mut seen = HashSet::new();
    for value in values {
        if !seen.insert(value) || value.is_used() {
            continue;
        }
        let Some(op) = value.defining_op() else { continue };
        if is_plain_load(op) || matches!(op.name(), "sycl.mlir.wrap" | "sycl.mlir.unwrap") {
            let operands = op.operands();
            op.erase();
            drop_unused(operands);
        }
    }
}
