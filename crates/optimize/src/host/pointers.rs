//! What pointers in host code point to, and whether addresses have escaped.

use scythe_mlir::{Attribute, Op, Value};
use scythe_sycl_dialect::host_ops::Launch;

use super::constants::Constants;
use super::objects::buffer_data;
use crate::translate::constant_offset;

/// The number of steps for which a pointer is followed; only unreachable code has cycles.
const STEPS: usize = 64;

/// What a pointer was derived from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Base<'c> {
    /// A variable of the function.
    Variable(Value<'c>),
    /// A global variable.
    Global(&'c str),
    /// An argument of the function.
    Argument(Value<'c>),
    /// Another value.
    Other(Value<'c>),
}

/// A pointer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pointer<'c> {
    /// The pointer itself.
    pub value: Value<'c>,
    /// What it was derived from.
    pub base: Base<'c>,
    /// The constant offset in bytes from there, if it is constant.
    pub offset: Option<i64>,
}

impl<'c> Pointer<'c> {
    pub(super) fn of(value: Value<'c>, constants: &Constants<'c>) -> Self {
        let (mut from, mut offset) = (value, Some(0_i64));
        for _ in 0..STEPS {
            let Some(op) = from.defining_op().filter(|op| op.name() == "llvm.getelementptr") else {
                break;
            };
            offset = offset.zip(constant_offset(op)).and_then(|(a, b)| a.checked_add(b));
            let Some(next) = op.operand(0) else { break };
            from = next;
        }
        let base = match from.defining_op() {
            Some(op) if op.name() == "llvm.alloca" => Base::Variable(from),
            Some(op) if op.name() == "llvm.mlir.addressof" => {
                let name = op.attribute("global_name").and_then(Attribute::as_symbol);
                // An alias of a variable is an ordinary pointer.
                name.filter(|name| constants.is_variable(name))
                    .map_or(Base::Other(from), Base::Global)
            }
            Some(_) => Base::Other(from),
            None => match from.block_argument() {
                Some((block, _)) if block.predecessors().is_empty() => Base::Argument(from),
                _ => Base::Other(from),
            },
        };
        Self { value, base, offset }
    }

    /// Whether both are the same address, wherever they are in the function.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.value == other.value
            || (self.base == other.base && self.offset.is_some() && self.offset == other.offset)
    }
}

/// What an operation does with a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Passed {
    /// Whether it may write there.
    pub writes: bool,
    /// Whether the address may escape.
    pub keeps: bool,
}

impl Passed {
    const READ: Self = Self { writes: false, keeps: false };
    const WRITTEN: Self = Self { writes: true, keeps: false };
    const KEPT: Self = Self { writes: false, keeps: true };
    const GIVEN_AWAY: Self = Self { writes: true, keeps: true };
}

/// What an operation does with a pointer operand.
pub(super) fn passed(op: Op<'_>, operand: usize, callee: Option<Op<'_>>) -> Passed {
    match op.name() {
        "llvm.load" | "llvm.icmp" | "llvm.intr.assume" | "llvm.intr.var.annotation" => Passed::READ,
        name if name.starts_with("llvm.intr.dbg.") => Passed::READ,
        "llvm.store" if operand == 0 => Passed::KEPT,
        "llvm.store" | "llvm.intr.memset" | "llvm.intr.memset.inline" => Passed::WRITTEN,
        "llvm.intr.lifetime.start" | "llvm.intr.lifetime.end" => Passed::WRITTEN,
        "llvm.intr.memcpy" | "llvm.intr.memmove" | "llvm.intr.memcpy.inline" => match operand {
            0 => Passed::WRITTEN,
            _ => Passed::READ,
        },
        "sycl.host.constructor" => match operand {
            0 => Passed::WRITTEN,
            // Kernels use the host memory of a buffer from now on.
            _ if buffer_data(op, operand) => Passed::GIVEN_AWAY,
            _ => Passed::READ,
        },
        "sycl.host.set_captured" if operand == 0 => Passed::WRITTEN,
        "sycl.host.handler.set_kernel" | "sycl.host.handler.set_nd_range" => match operand {
            0 => Passed::WRITTEN,
            _ => Passed::READ,
        },
        "sycl.host.set_captured" if op.attribute("sycl_type").is_some() => Passed::READ,
        "sycl.host.schedule_kernel" => scheduled(op, operand),
        "llvm.call" | "llvm.invoke" => called(op, operand, callee),
        _ => Passed::GIVEN_AWAY,
    }
}

/// A kernel gets copies of objects, but may write through a captured pointer.
fn scheduled(op: Op<'_>, operand: usize) -> Passed {
    let Some(launch) = Launch::of(op) else { return Passed::GIVEN_AWAY };
    let first = op.operand_count() - launch.arguments.len();
    match operand.checked_sub(first).and_then(|index| launch.arguments.get(index)) {
        Some(argument) if argument.ty.is_none() => Passed::GIVEN_AWAY,
        Some(_) => Passed::READ,
        None if operand == 0 => Passed::WRITTEN,
        None => Passed::READ,
    }
}

/// According to the attributes of the call and of the function.
fn called(op: Op<'_>, operand: usize, callee: Option<Op<'_>>) -> Passed {
    if op.attribute("callee").is_none() {
        return Passed::GIVEN_AWAY;
    }
    let says = |attribute: &str| {
        [Some(op), callee].into_iter().flatten().any(|place| {
            let list = place.attribute("arg_attrs").and_then(Attribute::as_array);
            list.and_then(|list| list.get(operand)?.entry(attribute)).is_some()
        })
    };
    if says("llvm.byval") {
        return Passed::READ;
    }
    let reads =
        says("llvm.readonly") || says("llvm.readnone") || memory_is_safe(op, callee, "argMem");
    Passed { writes: !reads, keeps: !says("llvm.nocapture") }
}

/// Whether a call does not write through its arguments (`argMem`), or to other memory (`other`).
pub(super) fn memory_is_safe(op: Op<'_>, callee: Option<Op<'_>>, memory: &str) -> bool {
    [Some(op), callee].into_iter().flatten().any(|place| {
        let text = place.attribute("memory_effects").map(|effects| effects.to_string());
        text.is_some_and(|text| {
            ["none", "read"].iter().any(|word| {
                let says = format!("{memory} = {word}");
                text.split_once(&says).is_some_and(|(_, rest)| rest.starts_with([',', '>']))
            })
        })
    })
}
