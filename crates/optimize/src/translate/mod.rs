//! From a raised kernel to the [`Graph`] that the analyses read.
//!
//! Before: `%g = sycl.nd_item.get_global_id(%nd, %c0) ...`, `llvm.getelementptr %p[%g]`, `llvm.load`
//! After:  `Query(GlobalId(0))`, `Offset { base, terms: [(g, 4)] }`, `Load`
//!
//! Requires a function of the `llvm` dialect (or `func` and `cf`) whose API calls are `sycl` operations;
//! calls of work-item builtins that were not raised are supported, too.

mod calls;
mod memory;
mod objects;
mod queries;

use std::collections::{HashMap, HashSet};

use scythe_mlir::{Attribute, Block, Dominance, Op, Value as MlirValue, effect};
use scythe_sycl_dialect::{MethodOp, canonicalize::constant, types};

use memory::Variables;
pub(crate) use memory::constant_offset;
use scythe_analysis::access::{Dimension, Launch};
use scythe_analysis::graph::{
    BlockId, Comparison, Edge, Graph, Integer, Operation, Terminator, Value,
};

/// A kernel as a graph, and the mapping back.
pub struct Translated<'c> {
    /// The kernel.
    pub graph: Graph,
    /// The index space, as far as it is known from the kernel.
    pub launch: Launch,
    operations: HashMap<Value, Op<'c>>,
    values: HashMap<MlirValue<'c>, Value>,
    blocks: Vec<Block<'c>>,
}

impl<'c> Translated<'c> {
    /// Translates a function with a body.
    #[must_use]
    pub fn of(function: Op<'c>) -> Self {
        let blocks = function.body();
        let launch = launch(function, &blocks);
        let mut translator = Translator {
            function,
            launch,
            graph: Graph::default(),
            numbers: HashMap::new(),
            values: HashMap::new(),
            operations: HashMap::new(),
            local: HashMap::new(),
            variables: Variables::of(&blocks),
            dominance: Dominance::new(function),
            block: BlockId::default(),
        };
        if translator.variables.escape() {
            translator.graph.let_variables_escape();
        }
        translator.run(&blocks);
        let Translator { graph, values, operations, .. } = translator;
        Self { graph, launch, operations, values, blocks }
    }

    /// The operation of an access.
    #[must_use]
    pub fn operation(&self, value: Value) -> Option<Op<'c>> {
        self.operations.get(&value).copied()
    }

    /// The value for a load, a store or an atomic operation, unless it was forwarded from a private variable.
    #[must_use]
    pub fn access(&self, op: Op<'c>) -> Option<Value> {
        self.operations.iter().find(|(_, of)| **of == op).map(|(&value, _)| value)
    }

    /// The graph's value for a value, if it is reachable.
    #[must_use]
    pub fn value(&self, value: MlirValue<'c>) -> Option<Value> {
        self.values.get(&value).copied()
    }

    /// The function's blocks, and those of the graph.
    pub fn blocks(&self) -> impl Iterator<Item = (Block<'c>, BlockId)> {
        self.blocks.iter().copied().zip(self.graph.blocks())
    }
}

struct Translator<'c> {
    function: Op<'c>,
    launch: Launch,
    graph: Graph,
    numbers: HashMap<Block<'c>, BlockId>,
    values: HashMap<MlirValue<'c>, Value>,
    operations: HashMap<Value, Op<'c>>,
    /// Local memory, by its accessor.
    local: HashMap<MlirValue<'c>, Value>,
    variables: Variables<'c>,
    dominance: Dominance<'c>,
    /// The block to which operations are added.
    block: BlockId,
}

impl<'c> Translator<'c> {
    fn run(&mut self, blocks: &[Block<'c>]) {
        for (index, &block) in blocks.iter().enumerate() {
            let id = self.graph.add_block();
            self.numbers.insert(block, id);
            if index > 0 {
                for argument in block.arguments() {
                    let value = self.graph.add_argument(id);
                    self.values.insert(argument, value);
                }
            }
        }
        // Definitions come before uses, in whatever order the blocks are written.
        for block in reachable(blocks) {
            self.block = self.numbers[&block];
            if self.block == BlockId::default() {
                self.parameters(block);
            }
            for op in block.operations() {
                if op.successors().is_empty() {
                    self.operation(op);
                }
            }
            if let Some(terminator) = block.terminator() {
                self.terminator(terminator);
            }
        }
    }

    fn add(&mut self, operation: Operation) -> Value {
        self.graph.add(self.block, operation)
    }

    fn number(&mut self, value: i64) -> Value {
        self.add(Operation::Constant(value))
    }

    /// The graph's value for a value; an unknown one if its definition is unreachable.
    fn value(&mut self, value: MlirValue<'c>) -> Value {
        match self.values.get(&value) {
            Some(&known) => known,
            None => self.add(Operation::Opaque { writes: false }),
        }
    }

    fn operand(&mut self, op: Op<'c>, index: usize) -> Value {
        match op.operand(index) {
            Some(operand) => self.value(operand),
            None => self.add(Operation::Opaque { writes: false }),
        }
    }

    /// Translates the kernel's parameters: the arguments' memory, or arguments themselves.
    fn parameters(&mut self, entry: Block<'c>) {
        let arguments = entry.arguments();
        let attributes = self.function.attribute("arg_attrs").and_then(Attribute::as_array);
        for (index, &argument) in arguments.iter().enumerate() {
            let number = u32::try_from(index).unwrap_or(u32::MAX);
            let in_memory = arguments.len() == 1
                || attributes
                    .as_ref()
                    .and_then(|all| all.get(index))
                    .is_some_and(|attributes| attributes.entry("llvm.byval").is_some());
            let is_pointer = argument.ty().llvm_pointer_space().is_some();
            let operation = match (is_pointer, in_memory) {
                (true, true) => Operation::Parameter(number),
                (true, false) => Operation::PointerParameter(number),
                (false, _) if types::parts(argument.ty()).is_some() => {
                    Operation::PointerParameter(number)
                }
                (false, _) => Operation::Function(Vec::new()),
            };
            let value = self.add(operation);
            self.values.insert(argument, value);
        }
    }

    /// Translates an operation, and records it if it accesses memory.
    fn operation(&mut self, op: Op<'c>) {
        let Some(value) = self.translate(op) else { return };
        if let Some(result) = op.result(0) {
            self.values.insert(result, value);
        }
        let touches = matches!(
            self.graph.operation(value),
            Some(Operation::Load { .. } | Operation::Store { .. } | Operation::Atomic { .. })
        );
        if touches {
            self.operations.entry(value).or_insert(op);
        }
    }

    fn translate(&mut self, op: Op<'c>) -> Option<Value> {
        if let Some(method) = MethodOp::of(op) {
            return Some(self.method(method));
        }
        let name = op.name();
        let short = name.split_once('.').map_or(name, |(_, rest)| rest);
        if let Some(integer) = integer(short, op) {
            let (a, b) = (self.operand(op, 0), self.operand(op, 1));
            return Some(self.add(Operation::Integer(integer, a, b)));
        }
        Some(match name {
            "llvm.mlir.constant" | "arith.constant" => {
                match op.attribute("value").and_then(Attribute::as_integer) {
                    Some(number) => self.number(number),
                    None => self.add(Operation::Function(Vec::new())),
                }
            }
            "llvm.mlir.addressof" => self.add(Operation::Object),
            "llvm.sext" | "llvm.zext" | "arith.extsi" | "arith.extui" => {
                let of = self.operand(op, 0);
                match op.operand(0).and_then(|v| v.ty().integer_width()) {
                    Some(bits @ 8..64) => self.add(Operation::Extend(of, bits)),
                    _ => self.add(Operation::Function(vec![of])),
                }
            }
            "llvm.trunc" | "arith.trunci" => {
                let of = self.operand(op, 0);
                match op.result(0).and_then(|v| v.ty().integer_width()) {
                    Some(32..) => self.add(Operation::Truncate(of)),
                    // Truncation to fewer bits is intended.
                    _ => self.add(Operation::Function(vec![of])),
                }
            }
            "llvm.icmp" | "arith.cmpi" => {
                let (a, b) = (self.operand(op, 0), self.operand(op, 1));
                let predicate = op.attribute("predicate").and_then(Attribute::as_integer);
                match predicate.and_then(comparison) {
                    Some(comparison) => self.add(Operation::Compare(comparison, a, b)),
                    None => self.add(Operation::Function(vec![a, b])),
                }
            }
            "llvm.select" | "arith.select" => {
                let (condition, yes) = (self.operand(op, 0), self.operand(op, 1));
                let no = self.operand(op, 2);
                self.add(Operation::Select { condition, yes, no })
            }
            "llvm.xor" if op.operand(1).and_then(constant) == Some(-1) => {
                let of = self.operand(op, 0);
                self.graph.add_inverted(self.block, of)
            }
            "llvm.intr.usub.sat" => {
                let (a, b) = (self.operand(op, 0), self.operand(op, 1));
                self.graph.add_saturating_difference(self.block, a, b)
            }
            "llvm.addrspacecast"
            | "llvm.bitcast"
            | "llvm.freeze"
            | "arith.index_cast"
            | "builtin.unrealized_conversion_cast" => {
                let of = self.operand(op, 0);
                self.add(Operation::Same(of))
            }
            _ => return self.memory(op).or_else(|| self.object(op)).or_else(|| self.other(op)),
        })
    }

    /// An operation of which only the effects are known.
    fn other(&mut self, op: Op<'c>) -> Option<Value> {
        if let Some(value) = self.call(op) {
            return Some(value);
        }
        let effects = op.effects();
        if effects & !effect::ALLOCATES == 0 && op.regions().is_empty() {
            let operands: Vec<Value> =
                op.operands().into_iter().map(|operand| self.value(operand)).collect();
            return Some(self.add(Operation::Function(operands)));
        }
        let writes = effects & (effect::WRITES | effect::UNKNOWN) != 0;
        Some(self.add(Operation::Opaque { writes }))
    }

    fn terminator(&mut self, op: Op<'c>) {
        let successors = op.successors();
        let condition = match (successors.len(), op.name()) {
            (0 | 1, _) => None,
            (_, "llvm.cond_br" | "cf.cond_br" | "llvm.switch" | "cf.switch") => {
                Some(self.operand(op, 0))
            }
            _ => Some(self.add(Operation::Opaque { writes: true })),
        };
        let mut edges = Vec::new();
        for (index, block) in successors.iter().enumerate() {
            let count = block.arguments().len();
            let arguments = (0..count)
                .map(|argument| match op.successor_operand(index, argument) {
                    Some(value) => self.value(value),
                    None => self.add(Operation::Opaque { writes: false }),
                })
                .collect();
            edges.push(Edge { to: self.numbers[block], arguments });
        }
        self.graph.terminate(self.block, Terminator { condition, edges });
    }

    /// The value of an operand that is a constant dimension.
    fn dimension(&self, op: Op<'c>) -> Option<Dimension> {
        let dimension = Dimension::try_from(constant(op.operand(1)?)?).ok()?;
        (dimension < 3).then_some(dimension)
    }
}

/// Reachable blocks, each before those that it dominates.
fn reachable<'c>(blocks: &[Block<'c>]) -> Vec<Block<'c>> {
    let Some(&entry) = blocks.first() else { return Vec::new() };
    let mut order = Vec::new();
    let mut seen = HashSet::from([entry]);
    let mut open = vec![(entry, successors(entry))];
    while let Some((block, next)) = open.last_mut() {
        match next.pop() {
            Some(successor) if seen.insert(successor) => {
                open.push((successor, successors(successor)));
            }
            Some(_) => {}
            None => {
                order.push(*block);
                open.pop();
            }
        }
    }
    order.reverse();
    order
}

fn successors(block: Block<'_>) -> Vec<Block<'_>> {
    block.terminator().map_or_else(Vec::new, Op::successors)
}

fn integer(name: &str, op: Op<'_>) -> Option<Integer> {
    // Vectors are excluded.
    op.result(0)?
        .ty()
        .integer_width()
        .filter(|width| (8..=64).contains(width))
        .or_else(|| op.result(0).is_some_and(|r| r.ty().is_index()).then_some(64))?;
    Some(match name {
        "add" | "addi" => Integer::Add,
        "sub" | "subi" => Integer::Subtract,
        "mul" | "muli" => Integer::Multiply,
        "shl" | "shli" => Integer::ShiftLeft,
        "lshr" | "ashr" | "shrui" | "shrsi" => Integer::ShiftRight,
        "sdiv" | "udiv" | "divsi" | "divui" => Integer::Divide,
        "srem" | "urem" | "remsi" | "remui" => Integer::Remainder,
        "and" | "andi" => Integer::And,
        "or" if op.attribute("isDisjoint").is_some() => Integer::Add,
        "intr.smin" | "intr.umin" | "minsi" | "minui" => Integer::Minimum,
        "intr.smax" | "intr.umax" | "maxsi" | "maxui" => Integer::Maximum,
        _ => return None,
    })
}

/// Predicates have the same numbers in `llvm` and `arith`.
fn comparison(predicate: i64) -> Option<Comparison> {
    Some(match predicate {
        0 => Comparison::Equal,
        1 => Comparison::NotEqual,
        2 | 6 => Comparison::Less,
        3 | 7 => Comparison::LessOrEqual,
        4 | 8 => Comparison::Greater,
        5 | 9 => Comparison::GreaterOrEqual,
        _ => return None,
    })
}

/// The number of dimensions, according to the objects or builtins that the kernel uses.
fn launch(function: Op<'_>, blocks: &[Block<'_>]) -> Launch {
    let mut dimensions = 0;
    let mut asked = 0;
    for op in blocks.iter().flat_map(|block| block.operations()) {
        for ty in op.operands().iter().map(|v| v.ty()).chain(op.results().iter().map(|v| v.ty())) {
            if let Some(("nd_item" | "item" | "group" | "h_item", Some(count))) = types::shape(ty) {
                dimensions = dimensions.max(count.min(3) as u8);
            }
        }
        if calls::is_ranked_query(op) {
            let dimension = op.operand(0).and_then(constant).and_then(|d| u8::try_from(d).ok());
            asked = asked.max(dimension.map_or(1, |d| d.min(2) + 1));
        }
    }
    let dimensions = dimensions.max(asked);
    let group_size = function
        .attribute("reqd_work_group_size")
        .and_then(Attribute::as_numbers)
        .and_then(|sizes| group_size(&sizes, dimensions));
    Launch { dimensions, group_size }
}

/// Sizes by SYCL dimension; LLVM's order has the fastest one first.
fn group_size(sizes: &[i32], dimensions: u8) -> Option<[u64; 3]> {
    let mut result = [1; 3];
    let fastest_first = sizes.get(..usize::from(dimensions))?;
    for (size, &given) in result.iter_mut().zip(fastest_first.iter().rev()) {
        *size = u64::try_from(given).ok().filter(|&size| size > 0)?;
    }
    Some(result)
}
