//! Variables on the stack of host code: the effect of each operation on a variable.
//!
//! In host code, unlike in kernels, most addresses escape. That alone does not prevent the analysis: it
//! matters only where the object could be written through the address.

use std::collections::{HashMap, HashSet};

use scythe_mlir::{Attribute, Op, Value, effect};
use scythe_sycl_dialect::canonicalize::constant;
use scythe_sycl_dialect::host_ops::CONSTRUCTED;
use scythe_sycl_dialect::types;

use super::names;
use super::objects::{index_class, stored_size};
use crate::memory::{Bytes, constant_offset};

/// The effect of an operation on a variable.
#[derive(Clone, Copy, Debug)]
pub(super) enum Effect<'c> {
    /// It writes these bytes.
    Writes(Bytes, Written<'c>),
    /// It may write any of them.
    MayWrite,
    /// It lets the address escape.
    Publishes,
    /// It starts the variable's lifetime: earlier contents are lost, and the address has not escaped.
    Starts,
}

/// What is written.
#[derive(Clone, Copy, Debug)]
pub(super) enum Written<'c> {
    /// A value.
    Value(Value<'c>),
    /// The same byte everywhere.
    Filled(u8),
    /// A copy of the bytes at a pointer.
    Copied(Value<'c>),
    /// An object of SYCL, by its constructor.
    Object(Op<'c>),
}

/// A variable.
#[derive(Default)]
pub(super) struct Variable<'c> {
    effects: HashMap<Op<'c>, Vec<Effect<'c>>>,
    /// The operations that run while the address has escaped.
    public: HashSet<Op<'c>>,
}

/// The depth to which addresses are followed that are stored in other variables.
const DEPTH: u32 = 2;

/// The size of an object that is only known by its constructor: to the end of the variable.
const REST: i64 = i64::MAX / 4;

impl<'c> Variable<'c> {
    /// Analyses everything that is done with a variable.
    pub(super) fn new(alloca: Op<'c>) -> Self {
        let mut found = Self::default();
        if let Some(address) = alloca.result(0) {
            found.follow(address, DEPTH);
        }
        found.publish();
        found
    }

    pub(super) fn effects_of(&self, op: Op<'c>) -> &[Effect<'c>] {
        self.effects.get(&op).map_or(&[], Vec::as_slice)
    }

    /// Whether an operation without the variable as an operand may write it.
    pub(super) fn may_be_written_by(&self, op: Op<'c>) -> bool {
        self.public.contains(&op) && writes_unknown_memory(op)
    }

    /// The writes to known bytes.
    pub(super) fn writes(&self) -> impl Iterator<Item = Bytes> {
        self.effects.values().flatten().filter_map(|effect| match effect {
            Effect::Writes(bytes, _) => Some(*bytes),
            _ => None,
        })
    }

    fn add(&mut self, op: Op<'c>, effect: Effect<'c>) {
        self.effects.entry(op).or_default().push(effect);
    }

    /// Follows an address to all its uses.
    fn follow(&mut self, address: Value<'c>, depth: u32) {
        // Addresses, with their offsets in the variable if known.
        let mut open = vec![(address, Some(0))];
        let mut seen = HashSet::new();
        while let Some((pointer, start)) = open.pop() {
            if !seen.insert((pointer, start)) {
                continue;
            }
            for (user, operand) in pointer.uses() {
                match user.name() {
                    "llvm.getelementptr" => {
                        let further = start.zip(constant_offset(user));
                        let result = user.result(0).filter(|_| operand == 0);
                        open.extend(result.map(|r| (r, further.map(|(a, b)| a + b))));
                    }
                    "llvm.freeze"
                    | "llvm.intr.launder.invariant.group"
                    | "llvm.intr.strip.invariant.group" => {
                        open.extend(user.result(0).map(|r| (r, start)));
                    }
                    "llvm.select" => open.extend(user.result(0).map(|r| (r, None))),
                    "llvm.br" | "llvm.cond_br" | "llvm.switch" => {
                        open.extend(handed_on(user, pointer).into_iter().map(|a| (a, None)));
                    }
                    "llvm.intr.lifetime.start" => self.add(user, Effect::Starts),
                    "llvm.store" if operand == 0 => match kept_at(user, depth) {
                        Some(loads) => {
                            open.extend(
                                loads.into_iter().map(|(r, same)| (r, start.filter(|_| same))),
                            );
                        }
                        None => self.add(user, Effect::Publishes),
                    },
                    _ => self.use_of(user, operand, start),
                }
            }
        }
    }

    /// The effect of an operation that uses the address without deriving another one.
    fn use_of(&mut self, user: Op<'c>, operand: usize, start: Option<i64>) {
        let written = match (user.name(), operand) {
            (
                "llvm.load" | "llvm.icmp" | "llvm.intr.lifetime.end" | "llvm.intr.var.annotation",
                _,
            )
            | ("llvm.intr.memcpy" | "llvm.intr.memcpy.inline" | "llvm.intr.memmove", 1)
            | ("llvm.intr.assume" | "llvm.intr.dbg.declare" | "llvm.intr.dbg.value", _) => return,
            ("llvm.store", 1) => user
                .operand(0)
                .and_then(|value| Some((stored_size(user, value.ty())?, Written::Value(value)))),
            ("llvm.intr.memcpy" | "llvm.intr.memmove", 0) => {
                known_length(user).zip(user.operand(1).map(Written::Copied))
            }
            ("llvm.intr.memset", 0) => {
                let byte = user.operand(1).and_then(constant);
                known_length(user).zip(byte.map(|b| Written::Filled(b.to_le_bytes()[0])))
            }
            (names::CONSTRUCTOR, 0) => Some((object_size(user), Written::Object(user))),
            (names::CONSTRUCTOR, _) if keeps(user, operand) => {
                self.add(user, Effect::Publishes);
                None
            }
            (name, _) if name.starts_with(names::HOST) => return,
            ("llvm.call" | "llvm.invoke", _) if names::only_reads(user, operand) => return,
            // A function or operation of which nothing is known.
            _ => {
                self.add(user, Effect::Publishes);
                None
            }
        };
        self.add(
            user,
            match (written, start) {
                (Some((length, what)), Some(start)) => {
                    Effect::Writes(Bytes { start, length }, what)
                }
                _ => Effect::MayWrite,
            },
        );
    }

    /// Finds the operations that run after the address has escaped and before the variable's next lifetime.
    fn publish(&mut self) {
        let is = |op: &Op<'c>, wanted: fn(&Effect<'c>) -> bool| {
            self.effects.get(op).is_some_and(|effects| effects.iter().any(wanted))
        };
        let publishes = |op: &Op<'c>| is(op, |e| matches!(e, Effect::Publishes));
        let starts = |op: &Op<'c>| is(op, |e| matches!(e, Effect::Starts));
        let mut public = HashSet::new();
        let mut open: Vec<Op<'c>> = self.effects.keys().copied().filter(publishes).collect();
        while let Some(first) = open.pop() {
            // The operation itself may use the address at once.
            let mut current = Some(first);
            while let Some(op) = current.filter(|op| !starts(op) && public.insert(*op)) {
                current = op.next();
                open.extend(op.successors().iter().filter_map(|block| block.first()));
            }
        }
        self.public = public;
    }
}

/// The arguments of blocks to which a terminator passes a value.
fn handed_on<'c>(terminator: Op<'c>, value: Value<'c>) -> Vec<Value<'c>> {
    let mut found = Vec::new();
    for (successor, block) in terminator.successors().into_iter().enumerate() {
        for (number, argument) in block.arguments().into_iter().enumerate() {
            if terminator.successor_operand(successor, number) == Some(value) {
                found.push(argument);
            }
        }
    }
    found
}

/// Whether a variable to which an address is stored can be followed: all loads from it, each with whether it
/// always loads that address.
fn kept_at<'c>(store: Op<'c>, depth: u32) -> Option<Vec<(Value<'c>, bool)>> {
    let slot = store.operand(1)?.defining_op().filter(|op| op.name() == "llvm.alloca")?;
    let depth = depth.checked_sub(1)?;
    let mut inner = Variable::default();
    inner.follow(slot.result(0)?, depth);
    let mut writers = 0;
    for effect in inner.effects.values().flatten() {
        match effect {
            Effect::Writes(..) => writers += 1,
            Effect::Starts => {}
            Effect::MayWrite | Effect::Publishes => return None,
        }
    }
    let mut loads = Vec::new();
    for (user, operand) in slot.result(0)?.uses() {
        match user.name() {
            "llvm.load" => loads.push((user.result(0)?, writers == 1)),
            // Loads at other offsets, and copies of the variable, are not followed.
            "llvm.store" if operand == 1 => {}
            "llvm.intr.lifetime.start" | "llvm.intr.lifetime.end" | "llvm.intr.var.annotation" => {}
            "llvm.call" | "llvm.invoke" if names::only_reads(user, operand) => {}
            _ => return None,
        }
    }
    Some(loads)
}

fn known_length(op: Op<'_>) -> Option<i64> {
    constant(op.operand(2)?)
}

/// The bytes of an object that a constructor makes.
fn object_size(constructor: Op<'_>) -> i64 {
    let ty = constructor.attribute(CONSTRUCTED).and_then(|ty| ty.as_type());
    match ty.and_then(types::shape) {
        Some(("id" | "range", Some(dimensions))) => 8 * i64::from(dimensions),
        Some(("nd_range", Some(dimensions))) => 24 * i64::from(dimensions),
        // Later members are initialised afterwards, so their writes are found first.
        _ => REST,
    }
}

/// Whether a constructed object keeps a pointer to an argument: buffers write to their host memory later
/// (SYCL 2020 §4.7.2.3). Ranges and ids are copied.
fn keeps(constructor: Op<'_>, operand: usize) -> bool {
    let ty = constructor.attribute(CONSTRUCTED).and_then(|ty| ty.as_type());
    let is_buffer = ty.and_then(types::shape).is_some_and(|(name, _)| name == "buffer");
    is_buffer && constructor.operand(operand).is_some_and(|value| index_class(value).is_none())
}

/// Whether an operation may write memory whose address has escaped.
fn writes_unknown_memory(op: Op<'_>) -> bool {
    let name = op.name();
    if name == "llvm.load" {
        // Synchronisation with another thread makes that thread's writes visible.
        let order = op.attribute("ordering").and_then(Attribute::as_integer);
        return order.is_some_and(|order| order != 0);
    }
    let harmless = name.starts_with(names::HOST)
        || name.starts_with("llvm.intr.lifetime.")
        || matches!(name, "llvm.intr.var.annotation" | "llvm.intr.assume")
        || names::is_question(op)
        || op.effects() & (effect::WRITES | effect::UNKNOWN) == 0;
    if harmless {
        return false;
    }
    let target = match name {
        "llvm.store" => op.operand(1),
        "llvm.intr.memcpy" | "llvm.intr.memmove" | "llvm.intr.memset" => op.operand(0),
        _ => None,
    };
    // A write to another variable does not affect this one.
    target.and_then(crate::memory::place).is_none()
}
