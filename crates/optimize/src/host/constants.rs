//! Constant values and global variables of host code.

use std::collections::{HashMap, HashSet};

use scythe_mlir::{Attribute, Block, Op, Value};

use crate::translate::constant_offset;

/// Larger global variables are not read: kernels capture small objects.
const MOST_BYTES: u64 = 4096;
/// The depth to which operations are followed; LLVM has folded most constants already.
const DEPTH: u32 = 32;
/// Linkages of definitions that another one may replace.
const REPLACEABLE: &[&str] =
    &["weak", "linkonce", "common", "extern_weak", "available_externally", "appending"];

/// The global variables of a module.
pub(super) struct Constants<'c> {
    globals: HashMap<&'c str, Op<'c>>,
}

impl<'c> Constants<'c> {
    pub(super) fn of(module: Op<'c>) -> Self {
        let ops = module.body().into_iter().flat_map(Block::operations);
        let globals = ops
            .filter(|op| op.name() == "llvm.mlir.global")
            .filter_map(|op| Some((op.symbol_name()?, op)))
            .collect();
        Self { globals }
    }

    /// Whether there is a global variable of that name.
    pub(super) fn is_variable(&self, name: &str) -> bool {
        self.globals.contains_key(name)
    }

    /// The bytes of a constant value.
    pub(super) fn bytes(&self, value: Value<'c>) -> Option<Vec<u8>> {
        Evaluation { constants: self, open: HashSet::new() }.bytes(value, 0)
    }

    /// The value of a constant of 64 bits.
    pub(super) fn number(&self, value: Value<'c>) -> Option<u64> {
        let bytes: [u8; 8] = self.bytes(value)?.try_into().ok()?;
        (value.ty().integer_width() == Some(64)).then(|| u64::from_le_bytes(bytes))
    }

    /// The bytes of the constant at a pointer.
    pub(super) fn object(&self, pointer: Value<'c>) -> Option<Vec<u8>> {
        let op = pointer.defining_op().filter(|op| op.name() == "llvm.mlir.addressof")?;
        self.initial(op)
    }

    /// The contents of a constant global variable, given its `llvm.mlir.addressof`.
    fn initial(&self, addressof: Op<'c>) -> Option<Vec<u8>> {
        let name = addressof.attribute("global_name")?.as_symbol()?;
        let global = *self.globals.get(name)?;
        let linkage = global.attribute("linkage")?.to_string();
        let replaceable = REPLACEABLE.iter().any(|word| linkage.contains(&format!("<{word}>")));
        if replaceable || global.attribute("constant").is_none() {
            return None;
        }
        let ty = global.attribute("global_type")?.as_type()?;
        if global.size_of(ty)? > MOST_BYTES {
            return None;
        }
        if let Some(value) = global.attribute("value") {
            return value.bytes(global, ty);
        }
        let end = global.body().first()?.terminator()?;
        Initializer { bytes: vec![0; usize::try_from(global.size_of(ty)?).ok()?] }
            .write(end.operand(0)?, 0)
            .map(|whole| whole.bytes)
    }
}

/// The initial value of a global variable, while its region is evaluated. Undefined bytes are zero, as in
/// object files.
struct Initializer {
    bytes: Vec<u8>,
}

impl Initializer {
    fn write(mut self, value: Value<'_>, depth: u32) -> Option<Self> {
        // Only arrays of structs have long chains of operations.
        let mut chain = Vec::new();
        let mut next = Some(value);
        while let Some(current) = next.take() {
            let op = current.defining_op()?;
            chain.push(op);
            if op.name() == "llvm.insertvalue" {
                next = op.operand(0);
            }
            if chain.len() > MOST_BYTES as usize {
                return None;
            }
        }
        for op in chain.into_iter().rev() {
            self = self.apply(op, depth)?;
        }
        Some(self)
    }

    /// The bytes after one more operation.
    fn apply(mut self, op: Op<'_>, depth: u32) -> Option<Self> {
        match op.name() {
            "llvm.mlir.undef" | "llvm.mlir.poison" | "llvm.mlir.zero" => {
                self.bytes.fill(0);
                Some(self)
            }
            "llvm.mlir.constant" => {
                let bytes = op.attribute("value")?.bytes(op, op.result(0)?.ty())?;
                (bytes.len() == self.bytes.len()).then_some(Self { bytes })
            }
            "llvm.insertvalue" if depth < DEPTH => {
                let [whole, part] = op.operands()[..] else { return None };
                let path = op.attribute("position")?.as_positions()?;
                let (mut offset, mut ty) = (0, whole.ty());
                for index in path {
                    let (more, member) = ty.member(op, index)?;
                    (offset, ty) = (offset + more, member);
                }
                let size = usize::try_from(op.size_of(ty)?).ok()?;
                let place = usize::try_from(offset).ok()?;
                let part = Self { bytes: vec![0; size] }.write(part, depth + 1)?;
                self.bytes.get_mut(place..place + size)?.copy_from_slice(&part.bytes);
                Some(self)
            }
            _ => None,
        }
    }
}

struct Evaluation<'a, 'c> {
    constants: &'a Constants<'c>,
    /// Arguments of blocks that are being evaluated: a value that depends on itself is not constant.
    open: HashSet<Value<'c>>,
}

impl<'c> Evaluation<'_, 'c> {
    fn bytes(&mut self, value: Value<'c>, depth: u32) -> Option<Vec<u8>> {
        if depth > DEPTH {
            return None;
        }
        let Some(op) = value.defining_op() else { return self.argument(value, depth) };
        match op.name() {
            "llvm.mlir.constant" | "arith.constant" => op.attribute("value")?.bytes(op, value.ty()),
            "llvm.mlir.zero" => {
                let size = op.size_of(value.ty()).filter(|size| *size <= MOST_BYTES)?;
                Some(vec![0; usize::try_from(size).ok()?])
            }
            "llvm.load" => self.load(op),
            "llvm.freeze" => self.bytes(op.operand(0)?, depth + 1),
            "llvm.select" => {
                let [condition, yes, no] = op.operands()[..] else { return None };
                match self.bytes(condition, depth + 1).as_deref() {
                    Some([0]) => self.bytes(no, depth + 1),
                    Some([_]) => self.bytes(yes, depth + 1),
                    _ => {
                        let yes = self.bytes(yes, depth + 1)?;
                        (self.bytes(no, depth + 1)? == yes).then_some(yes)
                    }
                }
            }
            _ => self.arithmetic(op, depth),
        }
    }

    /// The value that all predecessors of a block pass, also through other arguments of blocks.
    fn argument(&mut self, value: Value<'c>, depth: u32) -> Option<Vec<u8>> {
        if self.open.contains(&value) {
            return None;
        }
        let mut arguments = vec![value];
        let mut sources = Vec::new();
        let mut next = 0;
        while let Some(&argument) = arguments.get(next) {
            next += 1;
            for source in incoming(argument)? {
                if source.defining_op().is_some() {
                    sources.push(source);
                } else if !arguments.contains(&source) {
                    arguments.push(source);
                }
            }
        }
        self.open.extend(&arguments);
        let mut found: Option<Vec<u8>> = None;
        let mut same = !sources.is_empty();
        for source in sources {
            let bytes = self.bytes(source, depth + 1);
            same &= bytes.is_some() && (found.is_none() || found == bytes);
            found = bytes;
            if !same {
                break;
            }
        }
        for argument in arguments {
            self.open.remove(&argument);
        }
        found.filter(|_| same)
    }

    /// Bytes of a constant global variable.
    fn load(&self, op: Op<'c>) -> Option<Vec<u8>> {
        let size = usize::try_from(op.size_of(op.result(0)?.ty())?).ok()?;
        let (mut address, mut offset) = (op.operand(0)?.defining_op()?, 0_i64);
        // Only unreachable code has cycles.
        for _ in 0..DEPTH {
            if address.name() == "llvm.getelementptr" {
                offset = offset.checked_add(constant_offset(address)?)?;
                address = address.operand(0)?.defining_op()?;
            }
        }
        if address.name() != "llvm.mlir.addressof" {
            return None;
        }
        let start = usize::try_from(offset).ok()?;
        Some(self.constants.initial(address)?.get(start..start.checked_add(size)?)?.to_vec())
    }

    fn arithmetic(&mut self, op: Op<'c>, depth: u32) -> Option<Vec<u8>> {
        let name = op.name().strip_prefix("llvm.")?;
        let width = op.result(0)?.ty().integer_width().filter(|width| *width <= 64)?;
        let mut operand = |index: usize| -> Option<(u64, u32)> {
            let value = op.operand(index)?;
            let width = value.ty().integer_width().filter(|width| *width <= 64)?;
            let bytes = self.bytes(value, depth + 1)?;
            let number = bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte));
            Some((number, width))
        };
        let (a, from) = operand(0)?;
        let result = match name {
            "zext" | "trunc" => a,
            "sext" => signed(a, from).cast_unsigned(),
            "icmp" => u64::from(compare(op, signed_pair((a, from), operand(1)?))?),
            _ => binary(name, a, operand(1)?.0, from)?,
        };
        let bytes = masked(result, width).to_le_bytes();
        Some(bytes[..width.div_ceil(8) as usize].to_vec())
    }
}

/// A number truncated to a width.
fn masked(value: u64, width: u32) -> u64 {
    if width >= 64 { value } else { value & ((1 << width) - 1) }
}

fn signed(value: u64, width: u32) -> i64 {
    let unused = 64 - width.clamp(1, 64);
    (value << unused).cast_signed() >> unused
}

fn signed_pair((a, width): (u64, u32), (b, _): (u64, u32)) -> [(u64, i64); 2] {
    [(a, signed(a, width)), (b, signed(b, width))]
}

/// The result of an `llvm.icmp`.
fn compare(op: Op<'_>, [(a, sa), (b, sb)]: [(u64, i64); 2]) -> Option<bool> {
    // In the order of LLVM's dialect.
    Some(match op.attribute("predicate").and_then(Attribute::as_integer)? {
        0 => a == b,
        1 => a != b,
        2 => sa < sb,
        3 => sa <= sb,
        4 => sa > sb,
        5 => sa >= sb,
        6 => a < b,
        7 => a <= b,
        8 => a > b,
        9 => a >= b,
        _ => return None,
    })
}

/// Arithmetic on two numbers of a width; none where the result is poison or undefined.
fn binary(name: &str, a: u64, b: u64, width: u32) -> Option<u64> {
    let (sa, sb) = (signed(a, width), signed(b, width));
    let shift = || u32::try_from(b).ok().filter(|by| *by < width);
    Some(match name {
        "add" => a.wrapping_add(b),
        "sub" => a.wrapping_sub(b),
        "mul" => a.wrapping_mul(b),
        "udiv" => a.checked_div(b)?,
        "urem" => a.checked_rem(b)?,
        "sdiv" => sa.checked_div(sb)?.cast_unsigned(),
        "srem" => sa.checked_rem(sb)?.cast_unsigned(),
        "and" => a & b,
        "or" => a | b,
        "xor" => a ^ b,
        "shl" => a << shift()?,
        "lshr" => a >> shift()?,
        "ashr" => (sa >> shift()?).cast_unsigned(),
        "intr.umin" => a.min(b),
        "intr.umax" => a.max(b),
        "intr.smin" => sa.min(sb).cast_unsigned(),
        "intr.smax" => sa.max(sb).cast_unsigned(),
        _ => return None,
    })
}

/// The values that the predecessors of a block pass for one of its arguments; none for a function's own
/// arguments, and for results of terminators.
fn incoming<'c>(argument: Value<'c>) -> Option<Vec<Value<'c>>> {
    let (block, index) = argument.block_argument()?;
    let predecessors = block.predecessors();
    if predecessors.is_empty() {
        return None;
    }
    let mut found = Vec::new();
    for predecessor in predecessors {
        let terminator = predecessor.terminator()?;
        for (number, successor) in terminator.successors().into_iter().enumerate() {
            if successor == block {
                found.push(terminator.successor_operand(number, index)?);
            }
        }
    }
    Some(found)
}
