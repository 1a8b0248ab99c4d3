//! How neighbouring work-items access memory at single accesses, for callers that need nothing else.

use std::collections::HashSet;

use super::super::{Dimension, Launch, Polynomial, Stride, Symbols};
use super::{Reader, index};
use crate::graph::{Definition, Flow, Graph, Operation, Value};

/// Where neighbours in a dimension access memory in the same iterations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Neighbours {
    /// The same address.
    Same,
    /// Adjacent addresses, in ascending order.
    SideBySide,
    /// Addresses that are further apart, in another order, or unknown.
    Scattered,
    /// Private memory, as far as is known.
    Private,
}

/// Which work-items are neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// All work-items of a work-group.
    WorkGroup,
    /// Those of one sub-group: the last of one sub-group and the first of the next do not count.
    SubGroup,
}

impl Neighbours {
    /// The result for a distance between accesses of this size.
    pub fn of(stride: &Stride, bytes: u64, reach: Reach, symbols: &Symbols) -> Self {
        let Stride::Known { bytes: distance, run } = stride else { return Self::Scattered };
        let sub_group = match reach {
            Reach::WorkGroup => None,
            Reach::SubGroup => symbols.sub_group_size().map(Polynomial::from),
        };
        let breaks = run.is_some() && *run != sub_group;
        match distance.as_constant() {
            Some(0) if !breaks => Self::Same,
            Some(step) if !breaks && u64::try_from(step) == Ok(bytes) => Self::SideBySide,
            _ => Self::Scattered,
        }
    }
}

/// Computes addresses of a kernel on demand.
pub struct Addresses<'a> {
    reader: Reader<'a>,
    /// The position of each block in the order of control flow.
    rank: Vec<usize>,
    prepared: HashSet<Value>,
}

impl<'a> Addresses<'a> {
    /// The addresses of a kernel.
    pub fn of(graph: &'a Graph, flow: &'a Flow, launch: Launch) -> Self {
        let mut rank = vec![usize::MAX; graph.blocks().count()];
        for (place, block) in flow.order().iter().enumerate() {
            rank[block.index()] = place;
        }
        let reader = Reader::new(graph, flow, launch, &nameless);
        Self { reader, rank, prepared: HashSet::new() }
    }

    /// How neighbours in a dimension access memory at a load or store; none for any other operation.
    pub fn neighbours(
        &mut self,
        access: Value,
        dimension: Dimension,
        reach: Reach,
    ) -> Option<Neighbours> {
        let (address, bytes) = self.accessed(access)?;
        if !self.is_shared(address) {
            return Some(Neighbours::Private);
        }
        Some(self.between(access, (address, bytes), dimension, reach))
    }

    /// How neighbours in a dimension would access memory at a load or store if all variables of the kernel
    /// were shared; none for any other operation.
    pub fn within_variables(
        &mut self,
        access: Value,
        dimension: Dimension,
        reach: Reach,
    ) -> Option<Neighbours> {
        let (address, bytes) = self.accessed(access)?;
        Some(self.between(access, (address, bytes), dimension, reach))
    }

    fn accessed(&self, access: Value) -> Option<(Value, u64)> {
        match *self.reader.graph.operation(access)? {
            Operation::Load { address, bytes, .. } | Operation::Store { address, bytes } => {
                Some((address, bytes))
            }
            _ => None,
        }
    }

    fn between(
        &mut self,
        access: Value,
        (address, bytes): (Value, u64),
        dimension: Dimension,
        reach: Reach,
    ) -> Neighbours {
        self.prepare(address);
        let found = self.reader.seen_from(address, self.reader.graph.block_of(access));
        // If an index is clamped at borders, neighbours cannot be loaded as one vector.
        if found.borders.is_some() {
            return Neighbours::Scattered;
        }
        let element_bytes = found.element_bytes.unwrap_or(bytes).max(bytes);
        let Some(offset) = index(&found).offset(element_bytes, &self.reader.launch) else {
            return Neighbours::Scattered;
        };
        let symbols = &self.reader.symbols;
        let stride = Stride::between_work_items(&offset, dimension, symbols);
        Neighbours::of(&stride, bytes, reach, symbols)
    }

    /// Whether a pointer certainly refers to memory that work-items share.
    pub fn is_shared(&mut self, pointer: Value) -> bool {
        self.reader.pointers.is_shared(pointer)
    }

    /// Reads the operands of an address before the address, so that recursion is shallow even in long
    /// kernels.
    fn prepare(&mut self, address: Value) {
        let graph = self.reader.graph;
        let (mut found, mut open) = (Vec::new(), vec![address]);
        while let Some(value) = open.pop() {
            if !self.prepared.insert(value) {
                continue;
            }
            found.push(value);
            match graph.definition(value) {
                Definition::Result(operation) => open.extend(operation.operands()),
                Definition::Argument { position } => {
                    let incoming = graph.incoming(graph.block_of(value), *position);
                    open.extend(incoming.into_iter().map(|(_, value)| value));
                }
            }
        }
        found.sort_unstable_by_key(|&value| (self.rank[graph.block_of(value).index()], value));
        for value in found {
            if graph.operation(value).is_some() {
                self.reader.evaluate(value);
            }
        }
    }
}

fn nameless(_: u32, _: i64, _: Option<u64>) -> Option<String> {
    None
}
