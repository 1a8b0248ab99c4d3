//! Variables on the stack: which operations read and write which of their bytes.

use scythe_mlir::{Op, Value};
use scythe_sycl_dialect::canonicalize::constant;

/// Some bytes of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bytes {
    pub(crate) start: i64,
    pub(crate) length: i64,
}

impl Bytes {
    pub(crate) fn overlaps(self, other: Bytes) -> bool {
        self.start < other.start + other.length && other.start < self.start + self.length
    }
}

/// A write to a variable.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Write<'c> {
    pub(crate) op: Op<'c>,
    pub(crate) bytes: Bytes,
    pub(crate) what: Written<'c>,
}

/// What is written.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Written<'c> {
    /// A value.
    Value(Value<'c>),
    /// Zeros.
    Zeros,
    /// A copy of the bytes at a pointer.
    Copied(Value<'c>),
    /// Unknown.
    Unknown,
}

/// The variable that a pointer points into, and the offset; none for other memory.
pub(crate) fn place(pointer: Value<'_>) -> Option<(Op<'_>, i64)> {
    let op = pointer.defining_op()?;
    match op.name() {
        "llvm.alloca" => Some((op, 0)),
        "llvm.getelementptr" => {
            let (base, offset) = place(op.operand(0)?)?;
            Some((base, offset + constant_offset(op)?))
        }
        _ => None,
    }
}

/// The constant offset of an address computation.
pub(crate) fn constant_offset(op: Op<'_>) -> Option<i64> {
    /// Marks an index that is an operand.
    const OPERAND: i32 = i32::MIN;
    let element = op.attribute("elem_type")?.as_type()?;
    let mut operands = op.operands().into_iter().skip(1);
    let mut indices = Vec::new();
    for index in op.attribute("rawConstantIndices")?.as_numbers()? {
        indices.push(match index {
            OPERAND => constant(operands.next()?)?,
            known => i64::from(known),
        });
    }
    let (first, rest) = indices.split_first()?;
    let mut offset = match first {
        0 => 0,
        _ => first.checked_mul(i64::try_from(op.size_of(element)?).ok()?)?,
    };
    // The first index counts whole objects, those after it select members.
    let mut inside = element;
    for &index in rest {
        let (start, member) = inside.member(op, index)?;
        offset = offset.checked_add(i64::try_from(start).ok()?)?;
        inside = member;
    }
    Some(offset)
}

/// All writes to a variable; none if its address escapes.
pub(crate) fn writes(variable: Op<'_>) -> Option<Vec<Write<'_>>> {
    let mut found = Vec::new();
    let mut open = vec![(variable.result(0)?, 0)];
    while let Some((pointer, start)) = open.pop() {
        for (user, operand) in pointer.uses() {
            match user.name() {
                "llvm.getelementptr" if operand == 0 => {
                    open.push((user.result(0)?, start + constant_offset(user)?));
                }
                "llvm.load" | "llvm.intr.lifetime.start" | "llvm.intr.lifetime.end" => {}
                "llvm.store" if operand == 1 => {
                    let value = user.operand(0)?;
                    let length = i64::try_from(user.size_of(value.ty())?).ok()?;
                    let what = Written::Value(value);
                    found.push(Write { op: user, bytes: Bytes { start, length }, what });
                }
                "llvm.intr.memcpy" | "llvm.intr.memmove" if operand == 1 => {}
                "llvm.intr.memcpy" | "llvm.intr.memmove" if operand == 0 => {
                    let length = constant(user.operand(2)?)?;
                    let what = Written::Copied(user.operand(1)?);
                    found.push(Write { op: user, bytes: Bytes { start, length }, what });
                }
                "llvm.intr.memset" if operand == 0 => {
                    let length = constant(user.operand(2)?)?;
                    let zeros = constant(user.operand(1)?) == Some(0);
                    let what = if zeros { Written::Zeros } else { Written::Unknown };
                    found.push(Write { op: user, bytes: Bytes { start, length }, what });
                }
                _ => return None,
            }
        }
    }
    Some(found)
}
