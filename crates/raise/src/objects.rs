//! The values of objects in variables.
//!
//! C++ keeps an object in memory to call a method of it. If all writes to that memory are known, a loaded
//! object is the one that was stored: as a whole, as the result of another operation, or in pieces, as the
//! components of an id or a range.

use std::collections::HashMap;

use scythe_mlir::{Build, Dominance, Op, Type, Value, walk};
use scythe_sycl_dialect::types;

use crate::memory::{Bytes, Write, Written, place, writes};

/// The number of copies that are followed.
const COPIES: u32 = 4;

/// Forwards objects in all functions of a module.
pub fn forward(module: Op<'_>) {
    let is_llvm = |op: &Op<'_>| op.name() == "llvm.func" && !op.body().is_empty();
    for function in module.functions().into_iter().filter(is_llvm) {
        // This comes first, because operations with remembered writes must not change.
        for op in walk(function).into_iter().filter(|op| op.name() == "llvm.extractvalue") {
            component_of_pieces(op);
        }
        let mut known = Known { dominance: Dominance::new(function), writes: HashMap::new() };
        for op in walk(function).into_iter().filter(|op| op.name() == "sycl.mlir.wrap") {
            known.forward_wrapped(op);
        }
    }
}

struct Known<'c> {
    dominance: Dominance<'c>,
    /// Writes to variables; none for those whose address escapes.
    writes: HashMap<Op<'c>, Option<Vec<Write<'c>>>>,
}

/// The contents of a variable.
enum Held<'c> {
    /// An object as a whole.
    Object(Value<'c>),
    /// The components of an id or a range.
    Components(Vec<Value<'c>>),
    /// An id of zeros.
    Zeros,
}

impl<'c> Known<'c> {
    /// Replaces an object that is loaded from a variable by the stored one.
    fn forward_wrapped(&mut self, wrap: Op<'c>) -> Option<()> {
        let object = wrap.result(0)?;
        let load = wrap.operand(0)?.defining_op().filter(|op| op.name() == "llvm.load")?;
        let held = self.held(load, load.operand(0)?, object.ty(), COPIES)?;
        let name = types::shape(object.ty())?.0;
        let at = wrap.location();
        let value = match held {
            Held::Object(value) => value,
            Held::Components(components) => {
                let constructor = format!("sycl.{name}.constructor");
                Build::new(&constructor, at)
                    .operands(&components)
                    .results(&[object.ty()])
                    .value_before(wrap)
            }
            Held::Zeros => {
                Build::new("sycl.id.constructor", at).results(&[object.ty()]).value_before(wrap)
            }
        };
        object.replace_uses(value);
        wrap.erase();
        Some(())
    }

    /// The contents of memory when `reader` reads it.
    fn held(
        &mut self,
        reader: Op<'c>,
        pointer: Value<'c>,
        ty: Type<'c>,
        copies: u32,
    ) -> Option<Held<'c>> {
        let (variable, start) = place(pointer)?;
        let layout = types::layout(reader.location(), ty)?;
        let length = i64::try_from(reader.size_of(layout)?).ok()?;
        let wanted = Bytes { start, length };
        let all = self.writes.entry(variable).or_insert_with(|| writes(variable)).clone()?;
        let relevant: Vec<_> = all.into_iter().filter(|w| w.bytes.overlaps(wanted)).collect();
        match relevant[..] {
            [only] if only.bytes == wanted => {
                self.precedes(only.op, reader)?;
                match only.what {
                    Written::Value(value) => whole(value, ty).or_else(|| {
                        // The only component of a one-dimensional id or range.
                        let number = value.ty().integer_width() == Some(64);
                        (number && components(ty) == Some(1)).then(|| Held::Components(vec![value]))
                    }),
                    Written::Copied(from) if copies > 0 => self.held(only.op, from, ty, copies - 1),
                    Written::Zeros => is_id(ty).then_some(Held::Zeros),
                    _ => None,
                }
            }
            _ => self.components(reader, wanted, ty, &relevant),
        }
    }

    /// The components of an id or a range that were stored one by one.
    fn components(
        &self,
        reader: Op<'c>,
        wanted: Bytes,
        ty: Type<'c>,
        relevant: &[Write<'c>],
    ) -> Option<Held<'c>> {
        let count = components(ty)?;
        let mut found = Vec::new();
        for component in 0..count {
            let bytes = Bytes { start: wanted.start + 8 * component, length: 8 };
            let mut writers = relevant.iter().filter(|w| w.bytes.overlaps(bytes));
            let (Some(only), None) = (writers.next(), writers.next()) else { return None };
            let Written::Value(value) = only.what else { return None };
            if only.bytes != bytes || value.ty().integer_width() != Some(64) {
                return None;
            }
            self.precedes(only.op, reader)?;
            found.push(value);
        }
        Some(Held::Components(found))
    }

    /// Whether the only write always precedes a read. No loop comes between them either: on a path to the
    /// read on which the written value is computed again but not written, the write would be missing.
    fn precedes(&self, write: Op<'c>, read: Op<'c>) -> Option<()> {
        self.dominance.dominates(write, read).then_some(())
    }
}

/// The object that a value contains the bytes of.
fn whole<'c>(value: Value<'c>, ty: Type<'c>) -> Option<Held<'c>> {
    let unwrap = value.defining_op().filter(|op| op.name() == "sycl.mlir.unwrap")?;
    let object = unwrap.operand(0)?;
    (object.ty() == ty).then_some(Held::Object(object))
}

fn is_id(ty: Type<'_>) -> bool {
    types::shape(ty).is_some_and(|(name, _)| name == "id")
}

/// The number of components of an id or a range.
fn components(ty: Type<'_>) -> Option<i64> {
    match types::shape(ty)? {
        ("id" | "range", Some(dimensions)) => Some(dimensions.into()),
        _ => None,
    }
}

/// A piece of an id or range that is returned in pieces is a component of it.
fn component_of_pieces(op: Op<'_>) -> Option<()> {
    let unwrap = op.operand(0)?.defining_op().filter(|op| op.name() == "sycl.mlir.unwrap")?;
    let object = unwrap.operand(0)?;
    let (name, Some(dimensions)) = types::shape(object.ty())? else { return None };
    let positions = op.attribute("position")?;
    let position = positions.as_positions()?;
    let [index] = position[..] else { return None };
    let fits = components(object.ty()).is_some() && index < i64::from(dimensions);
    // Pieces must have the size of components.
    let whole = unwrap.result(0)?.ty().llvm_struct_parts()?.len() == dimensions as usize;
    let result = op.result(0)?;
    if !fits || !whole || result.ty().integer_width() != Some(64) {
        return None;
    }
    let get = crate::components::get(op, name, object, index);
    result.replace_uses(get);
    op.erase();
    Some(())
}
