//! Addresses, loads and stores, and private variables that are written once.

use std::collections::HashMap;

use scythe_mlir::{Attribute, Block, Dominance, Op, Type, Value as MlirValue};
use scythe_sycl_dialect::canonicalize::constant;

use super::Translator;
use scythe_analysis::graph::{Operation, Value};

/// Marks an index in `rawConstantIndices` that is an operand.
const DYNAMIC: i32 = i32::MIN;

/// A store to a private variable.
struct Written<'c> {
    offset: i64,
    bytes: i64,
    op: Op<'c>,
}

/// Private variables of a function.
pub(super) struct Variables<'c> {
    /// Stores by variable; none for variables whose address escapes.
    stores: HashMap<MlirValue<'c>, Option<Vec<Written<'c>>>>,
    /// Whether the address of a variable escapes.
    escape: bool,
}

impl<'c> Variables<'c> {
    pub(super) fn of(blocks: &[Block<'c>]) -> Self {
        let mut stores = HashMap::new();
        let mut escape = false;
        for op in blocks.iter().flat_map(|block| block.operations()) {
            if op.name() == "llvm.alloca"
                && let Some(variable) = op.result(0)
            {
                let mut found = Vec::new();
                let known = uses(variable, 0, &mut found).then_some(found);
                stores.insert(variable, known);
                escape |= escapes(variable);
            }
        }
        Self { stores, escape }
    }

    /// Whether the address of some variable escapes.
    pub(super) fn escape(&self) -> bool {
        self.escape
    }

    /// The store that wrote some bytes of a variable, and their offset in the stored value: the last one
    /// before `load` in the same block, or the only one.
    fn store_before(
        &self,
        load: Op<'c>,
        variable: MlirValue<'c>,
        offset: i64,
        bytes: i64,
        dominance: &Dominance<'c>,
    ) -> Option<(Op<'c>, i64)> {
        let stores = self.stores.get(&variable)?.as_ref()?;
        let overlapping: Vec<&Written<'c>> = stores
            .iter()
            .filter(|w| w.offset < offset + bytes && offset < w.offset + w.bytes)
            .collect();
        let found = match overlapping[..] {
            [] => return None,
            [only] => only,
            _ => {
                let before = load.block()?.operations().into_iter().take_while(|&op| op != load);
                before.filter_map(|op| overlapping.iter().find(|w| w.op == op)).last()?
            }
        };
        let covers = found.offset <= offset && offset + bytes <= found.offset + found.bytes;
        (covers && dominance.dominates(found.op, load)).then_some((found.op, offset - found.offset))
    }
}

/// Whether an address escapes, because it is stored or passed on.
fn escapes(pointer: MlirValue<'_>) -> bool {
    pointer.uses().into_iter().any(|(user, operand)| match user.name() {
        "llvm.load" | "llvm.intr.lifetime.start" | "llvm.intr.lifetime.end" | "llvm.icmp" => false,
        "llvm.store" => operand != 1,
        // They copy memory, not addresses.
        "llvm.intr.memcpy" | "llvm.intr.memmove" | "llvm.intr.memset" => false,
        "llvm.addrspacecast" | "llvm.getelementptr" => user.result(0).is_some_and(escapes),
        _ => true,
    })
}

/// Collects all stores through a pointer; returns whether its address does not escape.
fn uses<'c>(pointer: MlirValue<'c>, offset: i64, found: &mut Vec<Written<'c>>) -> bool {
    pointer.uses().into_iter().all(|(user, operand)| match user.name() {
        "llvm.load" | "llvm.intr.lifetime.start" | "llvm.intr.lifetime.end" => true,
        "llvm.store" if operand == 1 => {
            let bytes = user.operand(0).and_then(|v| user.size_of(v.ty()));
            let Some(bytes) = bytes.and_then(|b| i64::try_from(b).ok()) else { return false };
            found.push(Written { offset, bytes, op: user });
            true
        }
        "llvm.addrspacecast" => user.result(0).is_some_and(|r| uses(r, offset, found)),
        "llvm.getelementptr" => match (constant_offset(user), user.result(0)) {
            (Some(more), Some(result)) => uses(result, offset + more, found),
            _ => false,
        },
        _ => false,
    })
}

/// The offset of a `getelementptr` whose indices are all constant.
pub(crate) fn constant_offset(op: Op<'_>) -> Option<i64> {
    let address = address(op)?;
    address.terms.iter().try_fold(address.bytes, |sum, &(index, size)| {
        sum.checked_add(constant(index)?.checked_mul(size)?)
    })
}

/// The parts of a `getelementptr`.
struct Address<'c> {
    base: MlirValue<'c>,
    bytes: i64,
    terms: Vec<(MlirValue<'c>, i64)>,
    /// The element size for the first index that may vary.
    element_bytes: Option<u64>,
}

fn address(op: Op<'_>) -> Option<Address<'_>> {
    let mut element = op.attribute("elem_type")?.as_type()?;
    let indices = op.attribute("rawConstantIndices").and_then(Attribute::as_numbers)?;
    let mut operands = op.operands().into_iter();
    let mut address =
        Address { base: operands.next()?, bytes: 0, terms: Vec::new(), element_bytes: None };
    for (place, &index) in indices.iter().enumerate() {
        let dynamic = if index == DYNAMIC { Some(operands.next()?) } else { None };
        // The first index counts whole elements; the others select members.
        let (size, inner) = match place {
            0 => (padded_size(element, op)?, element),
            _ => match dynamic {
                // Only the members of arrays all have the same size.
                Some(_) => element.member(op, 1)?,
                None => element.member(op, index.into())?,
            },
        };
        let size = i64::try_from(size).ok()?;
        match (dynamic, place) {
            (Some(value), _) => {
                address.terms.push((value, size));
                address.element_bytes = u64::try_from(size).ok();
            }
            (None, 0) => address.bytes += i64::from(index) * size,
            (None, _) => address.bytes += size,
        }
        element = inner;
    }
    Some(address)
}

/// The distance between elements of an array.
fn padded_size(ty: Type<'_>, at: Op<'_>) -> Option<u64> {
    // It is the offset of the second of two elements.
    Type::llvm_array(ty, 2).member(at, 1).map(|(offset, _)| offset)
}

impl<'c> Translator<'c> {
    pub(super) fn memory(&mut self, op: Op<'c>) -> Option<Value> {
        match op.name() {
            "llvm.getelementptr" => Some(self.address(op)),
            "llvm.alloca" => Some(self.add(Operation::Variable)),
            "llvm.load" => Some(self.load(op)),
            "llvm.store" => {
                let bytes = self.bytes(op, op.operand(0)?.ty());
                let address = self.operand(op, 1);
                Some(self.add(Operation::Store { address, bytes }))
            }
            "llvm.atomicrmw" | "llvm.cmpxchg" => {
                let bytes = self.bytes(op, op.operand(1)?.ty());
                let address = self.operand(op, 0);
                Some(self.add(Operation::Atomic { address, bytes }))
            }
            "llvm.intr.memcpy"
            | "llvm.intr.memmove"
            | "llvm.intr.memset"
            | "llvm.intr.memcpy.inline" => {
                let address = self.operand(op, 0);
                let length = op
                    .operand(2)
                    .and_then(constant)
                    .or_else(|| op.attribute("len").and_then(Attribute::as_integer));
                let bytes = length.and_then(|length| u64::try_from(length).ok()).unwrap_or(0);
                Some(self.add(Operation::Store { address, bytes }))
            }
            "llvm.intr.lifetime.start"
            | "llvm.intr.lifetime.end"
            | "llvm.intr.assume"
            | "llvm.intr.dbg.value"
            | "llvm.intr.dbg.declare"
            | "llvm.intr.dbg.label"
            | "llvm.fence"
            | "llvm.intr.experimental.noalias.scope.decl" => {
                Some(self.add(Operation::Opaque { writes: false }))
            }
            _ => None,
        }
    }

    fn bytes(&self, op: Op<'c>, ty: Type<'c>) -> u64 {
        op.size_of(ty).unwrap_or(0)
    }

    fn address(&mut self, op: Op<'c>) -> Value {
        let Some(found) = address(op) else {
            let operands = op.operands().into_iter().map(|v| self.value(v)).collect();
            return self.add(Operation::Function(operands));
        };
        let base = self.value(found.base);
        let terms = found.terms.iter().map(|&(index, size)| (self.value(index), size)).collect();
        let Address { bytes, element_bytes, .. } = found;
        self.add(Operation::Offset { base, bytes, terms, element_bytes })
    }

    fn load(&mut self, op: Op<'c>) -> Value {
        let (Some(address), Some(result)) = (op.operand(0), op.result(0)) else {
            return self.add(Operation::Opaque { writes: false });
        };
        let bytes = self.bytes(op, result.ty());
        if let Some(value) = self.stored_part(op, address, 0, bytes) {
            return value;
        }
        let is_pointer = is_pointer(result.ty());
        let address = self.value(address);
        self.add(Operation::Load { address, bytes, is_pointer })
    }

    /// The stored value of some bytes of a private variable, if a single store wrote them.
    pub(super) fn stored_part(
        &mut self,
        load: Op<'c>,
        address: MlirValue<'c>,
        offset: i64,
        bytes: u64,
    ) -> Option<Value> {
        let (stored, place) = self.stored(load, address, offset, bytes)?;
        let size = load.size_of(stored.ty())?;
        if place == 0 && size == bytes {
            return Some(self.value(stored));
        }
        if bytes != 8 || place % 8 != 0 {
            return None;
        }
        let components = self.raw_components(stored, u8::try_from(size / 8).ok()?)?;
        components.get(usize::try_from(place / 8).ok()?).copied()
    }

    /// The value that contains the bytes, and their offset in it.
    pub(super) fn stored(
        &self,
        load: Op<'c>,
        address: MlirValue<'c>,
        offset: i64,
        bytes: u64,
    ) -> Option<(MlirValue<'c>, i64)> {
        let (variable, start) = variable(address)?;
        let bytes = i64::try_from(bytes).ok()?;
        let (store, place) =
            self.variables.store_before(load, variable, start + offset, bytes, &self.dominance)?;
        Some((store.operand(0)?, place))
    }
}

/// Whether a loaded value is a pointer or contains some.
pub(super) fn is_pointer(ty: Type<'_>) -> bool {
    ty.llvm_pointer_space().is_some() || ty.llvm_struct_parts().is_some()
}

/// The variable that an address points into, and the offset.
fn variable(mut address: MlirValue<'_>) -> Option<(MlirValue<'_>, i64)> {
    let mut offset = 0;
    loop {
        let op = address.defining_op()?;
        match op.name() {
            "llvm.alloca" => return Some((address, offset)),
            "llvm.getelementptr" => offset += constant_offset(op)?,
            "llvm.addrspacecast" => {}
            _ => return None,
        }
        address = op.operand(0)?;
    }
}
