//! Reaching writes: the writes to an object on all paths to an operation of host code.
//!
//! Searches go backwards from a use and end at the first write on each path. An unknown call may write
//! everything whose address it gets, and everything whose address escaped before.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use scythe_mlir::{Block, Op, Value, effect};

use super::constants::Constants;
use super::pointers::{Base, Passed, Pointer, memory_is_safe, passed};

/// The position of a block, and of an operation in it.
type Position = (usize, usize);

/// The memory that an operation may write.
struct Write<'c> {
    op: Op<'c>,
    /// Its position in its block.
    at: usize,
    /// Whether it constructs the object at its first operand.
    constructs: bool,
    /// Through these pointers.
    through: Vec<Pointer<'c>>,
    /// Whether it may also write everything whose address has escaped.
    anything: bool,
}

struct Node<'c> {
    length: usize,
    writes: Vec<Write<'c>>,
    predecessors: Vec<usize>,
    successors: Vec<usize>,
}

/// The operations of a function, by position.
pub(super) struct Flow<'c> {
    positions: HashMap<Op<'c>, Position>,
    blocks: HashMap<Block<'c>, usize>,
    nodes: Vec<Node<'c>>,
    functions: HashMap<&'c str, Op<'c>>,
    /// For each variable, the operations after which its address has escaped.
    kept: RefCell<HashMap<Value<'c>, Vec<Position>>>,
    /// For each block, the blocks that are reachable from its end.
    reached: RefCell<HashMap<usize, HashSet<usize>>>,
}

/// Operations that write nothing, although MLIR does not know it.
fn is_silent(name: &str) -> bool {
    matches!(
        name,
        "llvm.br"
            | "llvm.cond_br"
            | "llvm.switch"
            | "llvm.return"
            | "llvm.unreachable"
            | "llvm.resume"
            | "llvm.landingpad"
            | "llvm.intr.assume"
            | "llvm.intr.var.annotation"
            | "llvm.intr.experimental.noalias.scope.decl"
    ) || name.starts_with("llvm.intr.dbg.")
        || (name.starts_with("sycl.host.")
            && !matches!(name, "sycl.host.constructor" | "sycl.host.set_captured"))
}

impl<'c> Flow<'c> {
    pub(super) fn of(
        function: Op<'c>,
        functions: &HashMap<&'c str, Op<'c>>,
        constants: &Constants<'c>,
    ) -> Self {
        let all = function.body();
        let blocks: HashMap<Block<'c>, usize> =
            all.iter().enumerate().map(|(index, &block)| (block, index)).collect();
        let numbers = |list: Vec<Block<'c>>| -> Vec<usize> {
            list.iter().filter_map(|block| blocks.get(block).copied()).collect()
        };
        let mut positions = HashMap::new();
        let mut nodes = Vec::new();
        for (index, &block) in all.iter().enumerate() {
            let ops = block.operations();
            positions.extend(ops.iter().enumerate().map(|(at, &op)| (op, (index, at))));
            let writes = ops.iter().enumerate();
            nodes.push(Node {
                length: ops.len(),
                writes: writes
                    .filter_map(|(at, &op)| write(op, at, functions, constants))
                    .collect(),
                predecessors: numbers(block.predecessors()),
                successors: block
                    .terminator()
                    .map_or_else(Vec::new, |end| numbers(end.successors())),
            });
        }
        Self {
            positions,
            blocks,
            nodes,
            functions: functions.clone(),
            kept: RefCell::default(),
            reached: RefCell::default(),
        }
    }

    /// The constructors of the object at a pointer that are its last writes before an operation; none if
    /// there may be other writes.
    pub(super) fn constructors(&self, object: &Pointer<'c>, at: Op<'c>) -> Option<Vec<Op<'c>>> {
        let found = self.back(object, at, &[])?;
        (!found.is_empty()).then_some(found)
    }

    /// Whether an object is not written on any path from one of some operations to another, and every path
    /// contains one of them.
    pub(super) fn is_unchanged(&self, object: &Pointer<'c>, from: &[Op<'c>], to: Op<'c>) -> bool {
        self.back(object, to, from)
            .is_some_and(|ends| !ends.is_empty() && ends.iter().all(|end| from.contains(end)))
    }

    /// The ends of backward searches from an operation: `stops`, and constructors of the object. None if a
    /// search ends at another write, or where the pointer is computed.
    fn back(&self, object: &Pointer<'c>, at: Op<'c>, stops: &[Op<'c>]) -> Option<Vec<Op<'c>>> {
        let &(block, end) = self.positions.get(&at)?;
        let origin = self.origin(object);
        let stops: Vec<(Position, Op<'c>)> =
            stops.iter().filter_map(|&op| Some((*self.positions.get(&op)?, op))).collect();
        let mut seen = HashSet::new();
        let mut ends = Vec::new();
        let mut open = vec![(block, end)];
        while let Some((block, end)) = open.pop() {
            match self.back_in_block(object, (block, end), &origin, &stops) {
                Step::Ends(op) if ends.contains(&op) => {}
                Step::Ends(op) => ends.push(op),
                Step::Lost => return None,
                Step::Start => {
                    // The start of the function, before which nothing is known.
                    if block == 0 {
                        return None;
                    }
                    for &before in &self.nodes[block].predecessors {
                        if seen.insert(before) {
                            open.push((before, self.nodes[before].length));
                        }
                    }
                }
            }
        }
        Some(ends)
    }

    fn back_in_block(
        &self,
        object: &Pointer<'c>,
        (block, end): Position,
        origin: &[Position],
        stops: &[(Position, Op<'c>)],
    ) -> Step<'c> {
        let last = |list: &mut dyn Iterator<Item = Position>| {
            list.filter(|(b, at)| *b == block && *at < end).map(|(_, at)| at).max()
        };
        let origin_at = last(&mut origin.iter().copied());
        let stop_at = last(&mut stops.iter().map(|(position, _)| *position));
        for write in self.nodes[block].writes.iter().rev().filter(|write| write.at < end) {
            if Some(write.at) <= stop_at.max(origin_at) {
                break;
            }
            match self.effect_of(write, object, block) {
                WriteEffect::None => {}
                WriteEffect::Defines => return Step::Ends(write.op),
                WriteEffect::Clobbers => return Step::Lost,
            }
        }
        match stop_at {
            Some(at) if stop_at > origin_at => stops
                .iter()
                .find(|(position, _)| *position == (block, at))
                .map_or(Step::Lost, |(_, op)| Step::Ends(*op)),
            _ if origin_at.is_some() => Step::Lost,
            _ if self.begins_in(object, block) => Step::Lost,
            _ => Step::Start,
        }
    }

    /// The operation that computes a pointer, before which it had another value.
    fn origin(&self, object: &Pointer<'c>) -> Vec<Position> {
        let base = match object.base {
            Base::Variable(value) | Base::Other(value) => Some(value),
            Base::Global(_) | Base::Argument(_) => None,
        };
        let own = object.offset.is_none().then_some(object.value);
        let ops = base.into_iter().chain(own).filter_map(Value::defining_op);
        ops.filter_map(|op| self.positions.get(&op).copied()).collect()
    }

    /// Whether a pointer is an argument of a block.
    fn begins_in(&self, object: &Pointer<'c>, block: usize) -> bool {
        matches!(object.base, Base::Other(value)
            if value.block_argument().and_then(|(b, _)| self.blocks.get(&b)) == Some(&block))
    }

    fn effect_of(&self, write: &Write<'c>, object: &Pointer<'c>, block: usize) -> WriteEffect {
        let position = (block, write.at);
        if write.constructs && write.through.first().is_some_and(|made| made.is_same(object)) {
            return WriteEffect::Defines;
        }
        let mut through = write.through.iter();
        if through.any(|pointer| self.may_be_same(object.base, pointer.base, position)) {
            return WriteEffect::Clobbers;
        }
        let found = write.anything
            && match object.base {
                Base::Variable(variable) => self.is_kept_before(variable, position),
                _ => true,
            };
        if found { WriteEffect::Clobbers } else { WriteEffect::None }
    }

    fn may_be_same(&self, one: Base<'c>, other: Base<'c>, at: Position) -> bool {
        match (one, other) {
            (Base::Variable(a), Base::Variable(b)) => a == b,
            (Base::Global(a), Base::Global(b)) => a == b,
            (Base::Variable(variable), Base::Other(_))
            | (Base::Other(_), Base::Variable(variable)) => self.is_kept_before(variable, at),
            (Base::Variable(_), _) | (_, Base::Variable(_)) => false,
            _ => true,
        }
    }

    /// Whether the address of a variable has escaped before an operation.
    fn is_kept_before(&self, variable: Value<'c>, at: Position) -> bool {
        let mut kept = self.kept.borrow_mut();
        let keepers = kept.entry(variable).or_insert_with(|| self.keepers(variable));
        keepers.iter().any(|&keeper| self.reaches(keeper, at))
    }

    /// The operations through which the address of a variable escapes.
    fn keepers(&self, variable: Value<'c>) -> Vec<Position> {
        let mut found = Vec::new();
        let mut pointers = vec![variable];
        let mut next = 0;
        while let Some(&pointer) = pointers.get(next) {
            next += 1;
            for (user, operand) in pointer.uses() {
                if user.name() == "llvm.getelementptr" && operand == 0 {
                    pointers.extend(user.result(0).filter(|result| !pointers.contains(result)));
                } else if passed(user, operand, callee(user, &self.functions)).keeps {
                    // A user outside of the function's blocks counts as everywhere.
                    found.push(self.positions.get(&user).copied().unwrap_or((0, 0)));
                }
            }
        }
        found
    }

    /// Whether an operation may run before another, or is the same.
    fn reaches(&self, (block, at): Position, (to_block, to): Position) -> bool {
        if block == to_block && at <= to {
            return true;
        }
        let mut reached = self.reached.borrow_mut();
        reached.entry(block).or_insert_with(|| self.blocks_after(block)).contains(&to_block)
    }

    fn blocks_after(&self, block: usize) -> HashSet<usize> {
        let mut found = HashSet::new();
        let mut open = self.nodes[block].successors.clone();
        while let Some(block) = open.pop() {
            if found.insert(block) {
                open.extend(&self.nodes[block].successors);
            }
        }
        found
    }
}

enum Step<'c> {
    /// The search ends at an operation.
    Ends(Op<'c>),
    /// There is another write.
    Lost,
    /// The search has reached the start of the block.
    Start,
}

enum WriteEffect {
    /// It does not write the object.
    None,
    /// It constructs the object.
    Defines,
    /// It may write the object.
    Clobbers,
}

fn callee<'c>(op: Op<'c>, functions: &HashMap<&'c str, Op<'c>>) -> Option<Op<'c>> {
    functions.get(op.attribute("callee")?.as_symbol()?).copied()
}

/// The memory that an operation may write; none for most.
fn write<'c>(
    op: Op<'c>,
    at: usize,
    functions: &HashMap<&'c str, Op<'c>>,
    constants: &Constants<'c>,
) -> Option<Write<'c>> {
    let name = op.name();
    let is_call = matches!(name, "llvm.call" | "llvm.invoke");
    let is_known = is_call
        || matches!(name, "llvm.store" | "sycl.host.constructor" | "sycl.host.set_captured")
        || name.starts_with("llvm.intr.mem")
        || name.starts_with("llvm.intr.lifetime.");
    if is_silent(name) || (!is_known && op.effects() & (effect::WRITES | effect::UNKNOWN) == 0) {
        return None;
    }
    let callee = callee(op, functions);
    let pointers = op.operands().into_iter().enumerate();
    let through = pointers
        .filter(|(operand, value)| {
            let Passed { writes, .. } = passed(op, *operand, callee);
            writes && value.ty().llvm_pointer_space().is_some()
        })
        .map(|(_, value)| Pointer::of(value, constants))
        .collect();
    let anything = if is_call { !memory_is_safe(op, callee, "other") } else { !is_known };
    Some(Write { op, at, constructs: name == "sycl.host.constructor", through, anything })
}
