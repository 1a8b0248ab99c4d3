//! Sparse forward analysis: every value starts as unreached and only becomes less uniform.

use super::Uniformity;
use crate::access::Symbol;
use crate::graph::{BlockId, Flow, Graph, Group, Operation, Pointers, Query, Value};

/// What was found out about a kernel.
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
        // The lattice is short, so that a handful of rounds does.
        while solver.round() {}
        let reached = graph.blocks().map(|block| solver.reached(block)).collect();
        let decisions = graph.blocks().map(|block| solver.decision(block)).collect();
        Self { levels: solver.levels, reached, decisions }
    }

    /// Who agrees on a value, wherever it is used within its loops. A value that leaves a loop which
    /// work-items leave at different times is as uniform as those ways out, see
    /// [`Uniformity::of_merge`]; block arguments outside have that in them already.
    pub fn value(&self, value: Value) -> Uniformity {
        self.levels[value.index()]
    }

    /// Who goes on from a block to the same one.
    pub fn branch(&self, block: BlockId) -> Uniformity {
        self.decisions[block.index()]
    }

    /// Who gets to a block together, and equally often.
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
                // Whatever it is, it may have got any address.
                Operation::Opaque { writes: true } => {
                    written = Written { arguments: true, others: true };
                }
                _ => {}
            }
        }
    }
    written
}

/// Where an address leads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Root {
    /// Into the memory that kernel arguments lie in.
    Arguments,
    /// Into a variable of the work-item's own.
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
    /// For loads, whether they certainly load from memory that work-items share.
    shared: Vec<bool>,
    levels: Vec<Uniformity>,
}

impl Solver<'_> {
    /// Goes through the kernel once; whether anything changed.
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

    /// A value as a block sees it: work-items that left a loop at different times have values of
    /// different iterations.
    fn seen_from(&self, value: Value, block: BlockId) -> Uniformity {
        let level = self.levels[value.index()];
        let home = self.graph.block_of(value);
        if level == Uniformity::Unreached || home == block || self.is_constant(value) {
            return level;
        }
        self.flow.ways_out(home, block).fold(level, |level, exit| level.join(self.decision(exit)))
    }

    /// Who gets to a block together.
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

    /// Who decides a branch in the same way.
    fn decision(&self, branch: BlockId) -> Uniformity {
        match self.graph.terminator(branch).condition {
            Some(condition) => self.seen_from(condition, branch),
            None => Uniformity::Launch,
        }
    }

    fn argument(&self, block: BlockId, position: usize) -> Uniformity {
        let incoming = self.graph.incoming(block, position);
        let all_equal = incoming.windows(2).all(|pair| pair[0].1 == pair[1].1);
        // An edge may leave a loop, so that values are seen from where it leads.
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
                    // Each work-item may have its own memory there.
                    false => joined.join(Uniformity::Varying),
                }
            }
            O::GroupResult(Group::WorkGroup, _) => Uniformity::of_work_group_result(joined),
            O::GroupResult(Group::SubGroup, _) => Uniformity::of_sub_group_result(joined),
            O::Opaque { .. } | O::Atomic { .. } => Uniformity::Unknown,
            // Each work-item has its own.
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
