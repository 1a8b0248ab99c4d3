//! From a kernel's [`Graph`] to its accesses: follows addresses back to ids, loops, kernel arguments and
//! loaded values.
//!
//! Values that are not polynomials become unknowns, with the dimensions and loops in which they may change,
//! and whether they were loaded.
//!
//! Assumption in addition to those of the analysis: different kernel arguments refer to different memory. A
//! remark that is wrong about two pointers to the same memory does no harm.

mod addresses;
mod evaluate;
mod expression;
mod guards;
mod recurrence;
mod written;

use std::collections::{HashMap, HashSet};

pub use addresses::{Addresses, Neighbours, Reach};
use expression::{BaseKey, Expression};
use written::Written;

use super::{Access, Action, Base, Index, Kernel, Launch, Loop, LoopId, Memory, Symbol, Symbols};
use crate::graph::{Flow, Graph, Operation, Pointers, Value};

/// The number of evaluations before giving up, as a multiple of the kernel's size: loops are evaluated
/// repeatedly.
const MOST_EVALUATIONS: usize = 200;

/// Names of kernel arguments by parameter and byte offset: of the object that a pointer there refers to, or
/// of a number of the given size.
pub type Names<'a> = dyn Fn(u32, i64, Option<u64>) -> Option<String> + 'a;

/// A kernel's accesses to global and local memory, and the operation behind each of them.
pub fn read(graph: &Graph, flow: &Flow, launch: Launch, names: &Names<'_>) -> (Kernel, Vec<Value>) {
    let mut reader = Reader::new(graph, flow, launch, names);
    // Operands are read first, so that recursion is shallow even in long kernels.
    for &block in flow.order() {
        for (value, _) in graph.operations(block) {
            reader.evaluate(value);
        }
    }
    reader.find_trip_counts();
    let (accesses, operations) = reader.accesses();
    (Kernel { launch, symbols: reader.symbols, accesses }, operations)
}

/// Unknowns that are the same at each occurrence.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Interned {
    /// Bytes of kernel arguments: parameter, offset, size.
    Argument(u32, i64, u64),
    /// A component of an accessor's range.
    Extent(BaseKey, u8),
    /// The size of a full sub-group.
    SubGroupSize,
}

struct Reader<'a> {
    graph: &'a Graph,
    flow: &'a Flow,
    launch: Launch,
    names: &'a Names<'a>,
    symbols: Symbols,
    /// By the number of the loop in `flow`.
    loops: Vec<LoopId>,
    known: HashMap<Value, Expression>,
    /// Values in the order in which they were evaluated.
    log: Vec<Value>,
    /// Values that are being evaluated.
    pending: HashSet<Value>,
    /// Loops whose carried values are being analysed.
    solving: HashSet<usize>,
    interned: HashMap<Interned, Symbol>,
    bases: Vec<BaseKey>,
    written: Written,
    pointers: Pointers<'a>,
    patience: usize,
}

impl<'a> Reader<'a> {
    fn new(graph: &'a Graph, flow: &'a Flow, launch: Launch, names: &'a Names<'a>) -> Self {
        let mut symbols = Symbols::default();
        let loops = flow.loops().iter().map(|_| symbols.add_loop(Loop::default())).collect();
        Self {
            graph,
            flow,
            launch,
            names,
            symbols,
            loops,
            known: HashMap::new(),
            log: Vec::new(),
            pending: HashSet::new(),
            solving: HashSet::new(),
            interned: HashMap::new(),
            bases: Vec::new(),
            written: Written::of(graph, flow),
            pointers: Pointers::of(graph),
            patience: MOST_EVALUATIONS * graph.values().count().max(64),
        }
    }

    fn accesses(&mut self) -> (Vec<Access>, Vec<Value>) {
        let (mut accesses, mut operations) = (Vec::new(), Vec::new());
        // In program order, which differs from that of control flow.
        let mut blocks = self.flow.order().to_vec();
        blocks.sort_unstable();
        for block in blocks {
            for (value, operation) in self.graph.operations(block) {
                let (action, address, bytes) = match *operation {
                    Operation::Load { address, bytes, .. } => (Action::Load, address, bytes),
                    Operation::Store { address, bytes } => (Action::Store, address, bytes),
                    Operation::Atomic { address, bytes } => (Action::Atomic, address, bytes),
                    _ => continue,
                };
                let address = self.seen_from(address, block);
                let Some(base) = self.base(&address) else { continue };
                let loops: Vec<LoopId> =
                    self.flow.loops_around(block).map(|l| self.loops[l]).collect();
                let executed = self.executed(block);
                let element_bytes = address.element_bytes.unwrap_or(bytes).max(bytes);
                accesses.push(Access {
                    action,
                    base,
                    index: index(&address),
                    bytes,
                    element_bytes,
                    loops,
                    executed,
                    except_at_borders: address.borders.is_some(),
                });
                operations.push(value);
            }
        }
        (accesses, operations)
    }

    /// The base of an address; none for private memory and for arguments.
    fn base(&mut self, address: &Expression) -> Option<Base> {
        let key = address.base.clone()?;
        let (name, memory) = match key {
            // A parameter refers to the kernel's arguments.
            BaseKey::Parameter(_) | BaseKey::Variable(_) => return None,
            BaseKey::Argument(parameter, offset) => {
                ((self.names)(parameter, offset, None), Memory::Global)
            }
            BaseKey::Local(_) => (None, Memory::Local),
            BaseKey::Value(_) => (None, Memory::Global),
        };
        let known = self.bases.iter().position(|k| *k == key);
        let id = known.unwrap_or_else(|| {
            self.bases.push(key);
            self.bases.len() - 1
        });
        Some(Base { id: u32::try_from(id).unwrap_or(u32::MAX), name, memory })
    }
}

fn index(address: &Expression) -> Index {
    match &address.subscripts {
        Some(subscripts) => Index::Subscripts {
            rows: subscripts.rows.clone(),
            extents: subscripts.extents.clone(),
            within: address.value.clone(),
        },
        None => Index::Offset(address.value.clone()),
    }
}
