//! Sparse forward analysis: every value starts as unreached and only becomes less uniform.

use super::Uniformity;
use crate::access::Symbol;
use crate::graph::{BlockId, Flow, Graph, Group, Operation, Pointers, Query, Value};

/// The result for a kernel.
#[derive(Clone, Debug)]
pub struct Solution {
    levels: Vec<Uniformity>,
    reached: Vec<Uniformity>,
    decisions: Vec<Uniformity>,
}

impl Solution {
    /// Analyses a kernel.
    pub fn of(graph: &Graph, flow: &Flow) -> Self {
        let mut pointers = Pointers::of(graph);
        let mut shared = vec![false; graph.values().count()];
        for &block in flow.order() {
            for (value, operation) in graph.operations(block) {
                if let Operation::Load { address, .. } = operation {
                    shared[value.index()] = pointers.is_shared(*address);
                }
            }
        }
        let mut solver = Solver {
            graph,
            flow,
            written: written(graph, flow),
            shared,
            levels: vec![Uniformity::Unreached; graph.values().count()],
        };
        // The lattice is short, so few rounds are needed.
        while solver.round() {}
        let reached = graph.blocks().map(|block| solver.reached(block)).collect();
        let decisions = graph.blocks().map(|block| solver.decision(block)).collect();
        Self { levels: solver.levels, reached, decisions }
    }

    /// The level of a value, wherever it is used inside its loops. A value that leaves a loop which
    /// work-items leave in different iterations is as uniform as the exits, see [`Uniformity::of_merge`];
    /// block arguments outside of the loop include that.
    pub fn value(&self, value: Value) -> Uniformity {
        self.levels[value.index()]
    }

    /// The level of a block's branch: which work-items take the same edge.
    pub fn branch(&self, block: BlockId) -> Uniformity {
        self.decisions[block.index()]
    }

    /// Which work-items reach a block together, and equally often.
    pub fn block(&self, block: BlockId) -> Uniformity {
        self.reached[block.index()]
    }
}

/// Which memory changes while the kernel runs.
#[derive(Clone, Copy)]
struct Written {
    /// The memory of its arguments.
    arguments: bool,
    /// Any other.
    others: bool,
}

fn written(graph: &Graph, flow: &Flow) -> Written {
    let mut written = Written { arguments: false, others: false };
    for &block in flow.order() {
        for (_, operation) in graph.operations(block) {
            match operation {
                Operation::Store { address, .. } | Operation::Atomic { address, .. } => {
                    match root(graph, *address) {
                        Root::Arguments => written.arguments = true,
                        Root::Variable => {}
                        Root::Other => written.others = true,
                    }
                }
                // An unknown operation may have any address.
                Operation::Opaque { writes: true } => {
                    written = Written { arguments: true, others: true };
                }
                _ => {}
            }
        }
    }
    written
}

/// What an address points into.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Root {
    /// The memory that contains kernel arguments.
    Arguments,
    /// A private variable.
    Variable,
    /// Anywhere.
    Other,
}

fn root(graph: &Graph, mut address: Value) -> Root {
    loop {
        match graph.operation(address) {
            Some(Operation::Parameter(_)) => return Root::Arguments,
            Some(Operation::Variable) => return Root::Variable,
            Some(Operation::Offset { base, .. } | Operation::Same(base)) => address = *base,
            _ => return Root::Other,
        }
    }
}

struct Solver<'g> {
    graph: &'g Graph,
    flow: &'g Flow,
    written: Written,
    /// For loads, whether they certainly load from shared memory.
    shared: Vec<bool>,
    levels: Vec<Uniformity>,
}

impl Solver<'_> {
    /// Visits the whole kernel; returns whether anything changed.
    fn round(&mut self) -> bool {
        let mut changed = false;
        for &block in self.flow.order() {
            for (position, &argument) in self.graph.arguments(block).iter().enumerate() {
                let level = self.argument(block, position);
                changed |= self.raise(argument, level);
            }
            for (value, operation) in self.graph.operations(block) {
                let level = self.result(block, value, operation);
                changed |= self.raise(value, level);
            }
        }
        changed
    }

    fn raise(&mut self, value: Value, level: Uniformity) -> bool {
        let known = &mut self.levels[value.index()];
        let joined = known.join(level);
        std::mem::replace(known, joined) != joined
    }

    /// The level of a value as seen from a block: work-items that left a loop in different iterations have
    /// different values.
    fn seen_from(&self, value: Value, block: BlockId) -> Uniformity {
        let level = self.levels[value.index()];
        let home = self.graph.block_of(value);
        if level == Uniformity::Unreached || home == block || self.is_constant(value) {
            return level;
        }
        self.flow
            .exits_between(home, block)
            .fold(level, |level, exit| level.join(self.decision(exit)))
    }

    /// Which work-items reach a block together.
    fn reached(&self, block: BlockId) -> Uniformity {
        let deciders = self.flow.deciders(block).map(|branch| self.decision(branch));
        deciders.fold(Uniformity::Launch, Uniformity::join)
    }

    fn is_constant(&self, value: Value) -> bool {
        use Operation as O;
        matches!(
            self.graph.operation(value),
            Some(
                O::Constant(_) | O::Parameter(_) | O::PointerParameter(_) | O::Object | O::Query(_)
            ) | Some(O::LocalMemory)
        )
    }

    /// The level of a branch's decision.
    fn decision(&self, branch: BlockId) -> Uniformity {
        match self.graph.terminator(branch).condition {
            Some(condition) => self.seen_from(condition, branch),
            None => Uniformity::Launch,
        }
    }

    fn argument(&self, block: BlockId, position: usize) -> Uniformity {
        let incoming = self.graph.incoming(block, position);
        let all_equal = incoming.windows(2).all(|pair| pair[0].1 == pair[1].1);
        // An edge may leave a loop, so values are seen from its target.
        Uniformity::of_merge(
            incoming.iter().map(|&(_, value)| self.seen_from(value, block)),
            all_equal,
            self.flow.merges(block).map(|branch| self.decision(branch)),
        )
    }

    fn result(&self, block: BlockId, value: Value, operation: &Operation) -> Uniformity {
        use Operation as O;
        let operands = || operation.operands().into_iter().map(|v| self.seen_from(v, block));
        // Nothing is known before all operands are.
        if operands().any(|level| level == Uniformity::Unreached) {
            return Uniformity::Unreached;
        }
        let joined = Uniformity::of_function(operands());
        match operation {
            O::Query(query) => of_query(*query),
            O::Load { address, .. } => {
                let changes = match root(self.graph, *address) {
                    Root::Arguments => self.written.arguments,
                    Root::Variable | Root::Other => self.written.others,
                };
                match self.shared[value.index()] {
                    true if changes => Uniformity::of_written_load(joined, self.reached(block)),
                    true => joined,
                    // The memory may be private.
                    false => joined.join(Uniformity::Varying),
                }
            }
            O::GroupResult(Group::WorkGroup, _) => Uniformity::of_work_group_result(joined),
            O::GroupResult(Group::SubGroup, _) => Uniformity::of_sub_group_result(joined),
            O::Opaque { .. } | O::Atomic { .. } => Uniformity::Unknown,
            // The address is private.
            O::Variable => Uniformity::Varying,
            O::LocalMemory => Uniformity::WorkGroup,
            _ => joined,
        }
    }
}

fn of_query(query: Query) -> Uniformity {
    match query {
        Query::Index(symbol) if symbol.is_uniform() => Uniformity::Launch,
        Query::Index(Symbol::GroupId(_)) => Uniformity::WorkGroup,
        Query::Index(_) | Query::SubGroupLocalId | Query::WorkItem => Uniformity::Varying,
        Query::SubGroupId | Query::SubGroupSize | Query::SubGroup => Uniformity::SubGroup,
        Query::MaxSubGroupSize => Uniformity::Launch,
    }
}
