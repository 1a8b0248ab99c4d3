//! Objects of SYCL: ids and ranges as their components, accessors as pointers.

use scythe_mlir::{Op, Value as MlirValue};
use scythe_sycl_dialect::{MethodOp, types};

use super::Translator;
use super::memory::is_pointer;
use scythe_analysis::graph::{Operation, Value};

/// The size of a component.
const COMPONENT: i64 = 8;

impl<'c> Translator<'c> {
    /// Operations on objects that are not methods, and on LLVM's aggregates.
    pub(super) fn object(&mut self, op: Op<'c>) -> Option<Value> {
        match op.name() {
            // Accessors are represented by the memory behind them, and ids by their components.
            "sycl.mlir.wrap" => Some(self.operand(op, 0)),
            "sycl.mlir.unwrap" => {
                let object = op.operand(0)?;
                let wide = op.result(0)?.ty().integer_width() == Some(64);
                match types::shape(object.ty()) {
                    Some(("id" | "range", Some(1))) if wide => {
                        self.components(object)?.first().copied()
                    }
                    _ => Some(self.value(object)),
                }
            }
            "llvm.extractvalue" => Some(self.extracted(op)),
            _ => None,
        }
    }

    /// The components of an id or a range.
    pub(super) fn components(&mut self, object: MlirValue<'c>) -> Option<Vec<Value>> {
        let (name, dimensions) = types::shape(object.ty())?;
        if !matches!(name, "id" | "range") {
            return None;
        }
        let dimensions = u8::try_from(dimensions?).ok()?;
        let known = object.defining_op().and_then(|op| self.made_of(op, dimensions));
        let count = usize::from(dimensions);
        Some(match known.filter(|components| components.len() == count) {
            Some(components) => components,
            None => (0..count).map(|_| self.add(Operation::Opaque { writes: false })).collect(),
        })
    }

    fn made_of(&mut self, op: Op<'c>, dimensions: u8) -> Option<Vec<Value>> {
        match op.name() {
            "sycl.id.constructor" | "sycl.range.constructor" => {
                let operands = op.operands();
                if operands.is_empty() {
                    return Some((0..dimensions).map(|_| self.number(0)).collect());
                }
                if operands.len() == usize::from(dimensions)
                    && operands.iter().all(|o| types::parts(o.ty()).is_none())
                {
                    return Some(operands.into_iter().map(|o| self.value(o)).collect());
                }
                self.components(operands[0])
            }
            "sycl.mlir.wrap" => self.raw_components(op.operand(0)?, dimensions),
            _ => {
                let method = MethodOp::of(op)?;
                (0..dimensions).map(|d| self.query(method, d)).collect()
            }
        }
    }

    /// The components of LLVM's representation of an id or a range.
    pub(super) fn raw_components(
        &mut self,
        raw: MlirValue<'c>,
        dimensions: u8,
    ) -> Option<Vec<Value>> {
        if dimensions == 1 && raw.ty().integer_width() == Some(64) {
            return Some(vec![self.value(raw)]);
        }
        let op = raw.defining_op()?;
        match op.name() {
            "llvm.load" => {
                let address = op.operand(0)?;
                let bytes = u64::from(dimensions) * 8;
                if let Some((whole, 0)) = self.stored(op, address, 0, bytes)
                    && op.size_of(whole.ty()) == Some(bytes)
                {
                    return self.raw_components(whole, dimensions);
                }
                let at = |d: u8| i64::from(d) * COMPONENT;
                Some(
                    (0..dimensions)
                        .map(|d| self.loaded_part(op, address, at(d), 8, false))
                        .collect(),
                )
            }
            "llvm.insertvalue" => {
                let mut components: Vec<Option<Value>> = vec![None; usize::from(dimensions)];
                let mut chain = Some(op);
                while let Some(op) = chain.filter(|op| op.name() == "llvm.insertvalue") {
                    // The last index selects the component, however deeply it is nested.
                    let place = usize::try_from(*position(op)?.last()?).ok()?;
                    let slot = components.get_mut(place)?;
                    if slot.is_none() {
                        let value = op.operand(1)?;
                        *slot = self.values.get(&value).copied();
                    }
                    chain = op.operand(0)?.defining_op();
                }
                components.into_iter().collect()
            }
            "sycl.mlir.unwrap" => {
                let components = self.components(op.operand(0)?)?;
                (components.len() == usize::from(dimensions)).then_some(components)
            }
            _ => None,
        }
    }

    /// A part of an object that is loaded as a whole.
    fn loaded_part(
        &mut self,
        load: Op<'c>,
        address: MlirValue<'c>,
        offset: i64,
        bytes: u64,
        is_pointer: bool,
    ) -> Value {
        if let Some(value) = self.stored_part(load, address, offset, bytes) {
            return value;
        }
        let base = self.value(address);
        let address =
            self.add(Operation::Offset { base, bytes: offset, terms: vec![], element_bytes: None });
        self.add(Operation::Load { address, bytes, is_pointer })
    }

    fn extracted(&mut self, op: Op<'c>) -> Value {
        let part = self.extracted_part(op);
        part.unwrap_or_else(|| {
            let whole = self.operand(op, 0);
            self.add(Operation::Function(vec![whole]))
        })
    }

    fn extracted_part(&mut self, op: Op<'c>) -> Option<Value> {
        let (whole, result) = (op.operand(0)?, op.result(0)?);
        let wanted = position(op)?;
        let mut from = whole.defining_op()?;
        while from.name() == "llvm.insertvalue" {
            if position(from)? == wanted {
                let value = from.operand(1)?;
                return Some(self.value(value));
            }
            from = from.operand(0)?.defining_op()?;
        }
        match from.name() {
            "llvm.load" => {
                let (mut offset, mut ty) = (0, from.result(0)?.ty());
                for &index in &wanted {
                    let (more, inner) = ty.member(op, index)?;
                    offset += i64::try_from(more).ok()?;
                    ty = inner;
                }
                let bytes = op.size_of(result.ty())?;
                let address = from.operand(0)?;
                Some(self.loaded_part(from, address, offset, bytes, is_pointer(result.ty())))
            }
            "sycl.mlir.unwrap" => {
                let place = usize::try_from(*wanted.last()?).ok()?;
                self.components(from.operand(0)?)?.get(place).copied()
            }
            _ => None,
        }
    }
}

/// The indices of an `insertvalue` or `extractvalue`.
fn position(op: Op<'_>) -> Option<Vec<i64>> {
    op.attribute("position")?.as_positions()
}
