//! Graphs of commands that are submitted as one (`sycl_ext_oneapi_graph`).
//!
//! A [`Graph`] is a growing list of nodes with edges between them: the program adds commands to it, or queues
//! that record instead of executing. Each node has a [`Recipe`], from which a command can be made any number
//! of times. An [`Executable`] is a copy of it whose edges are final. Devices that leave the order to the
//! runtime get it as one command ([`Replay`]); those that order commands themselves may make a graph of their
//! own ([`NativeGraph`]), and get its commands one by one otherwise.

#[forbid(unsafe_code)]
mod executable;
#[forbid(unsafe_code)]
mod native;
mod replay;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Weak};

use crate::backend::{Device, IndexSpace};
use crate::core::access::Region;
use crate::core::error::RtError;
use crate::core::process;
use crate::core::queue::{Access, Order};
use crate::core::work::Work;

pub use executable::Executable;
pub use native::{NativeGraph, NativeStep};
pub use replay::Replay;

/// The types of nodes, with the values of `node_type`.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// Nothing.
    Empty = 0,
    /// Another graph.
    Subgraph = 1,
    /// A kernel.
    Kernel = 2,
    /// A copy.
    Copy = 3,
    /// A fill with one byte value.
    Set = 4,
    /// A pattern.
    Fill = 5,
    /// Prefetches memory.
    Prefetch = 6,
    /// Gives advice about memory.
    Advise = 7,
    /// An empty command between the commands that a queue recorded before and after it.
    Barrier = 8,
    /// A call of the host program.
    Host = 9,
}

/// Describes a command; the command can be made any number of times.
pub trait Recipe: Send + Sync {
    /// The type of the node.
    fn kind(&self) -> NodeKind;

    /// Makes the command's work.
    ///
    /// # Errors
    /// As for a submission.
    fn work(&self, device: &'static dyn Device, accesses: &[Access]) -> Result<Work, RtError>;

    /// The graph that it runs, for [`NodeKind::Subgraph`].
    fn subgraph(&self) -> Option<&Arc<Executable>> {
        None
    }

    /// The same kernel over another index space.
    ///
    /// # Errors
    /// When it is not a kernel, or one over another kind of index space.
    fn with_space(&self, space: &IndexSpace) -> Result<Arc<dyn Recipe>, RtError> {
        let _ = space;
        Err(invalid("only kernels have an index space"))
    }

    /// The same with another value of a numbered argument: its bytes, or an address.
    ///
    /// # Errors
    /// When there is no such argument.
    fn with_argument(&self, index: u32, value: &[u8]) -> Result<Arc<dyn Recipe>, RtError> {
        let _ = (index, value);
        Err(invalid("only kernels have arguments"))
    }

    /// The name of the kernel, if it is one.
    fn name(&self) -> Option<&'static str> {
        None
    }
}

/// A command that may be added to a graph.
pub struct Recorded {
    /// The command.
    pub recipe: Arc<dyn Recipe>,
    /// Its accesses to buffers.
    pub accesses: Arc<[Access]>,
    /// Its predecessors in the same graph.
    pub after: Vec<usize>,
    /// Its meaning for other commands of its queue.
    pub order: Order,
}

/// The properties of a graph.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Edges are not checked for cycles.
    pub no_cycle_check: bool,
    /// Commands may use buffers.
    pub buffers: bool,
}

/// The identity of a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueId(usize);

impl QueueId {
    /// No queue: for nodes that the program adds directly.
    pub const NONE: Self = Self(0);

    /// That of a new queue.
    #[must_use]
    pub fn new() -> Self {
        static LAST: AtomicUsize = AtomicUsize::new(0);
        Self(LAST.fetch_add(1, Ordering::Relaxed) + 1)
    }
}

impl Default for QueueId {
    fn default() -> Self {
        Self::new()
    }
}

/// A node of a graph that may have been destroyed.
#[derive(Clone)]
pub struct NodeOf {
    /// The graph.
    pub graph: Weak<Graph>,
    /// The node.
    pub index: usize,
}

struct Node {
    /// The alternatives of the node.
    recipes: Vec<Arc<dyn Recipe>>,
    active: usize,
    accesses: Arc<[Access]>,
    before: Vec<usize>,
    after: Vec<usize>,
}

impl Node {
    fn recipe(&self) -> &Arc<dyn Recipe> {
        &self.recipes[self.active]
    }
}

/// A queue that records.
struct Recording {
    queue: QueueId,
    /// Whether it still records.
    active: bool,
    in_order: bool,
    /// The nodes it has recorded, without those that certainly precede others of the list.
    nodes: Vec<usize>,
    /// The node that all later ones come after, in an out-of-order queue.
    gate: Option<usize>,
}

#[derive(Default)]
struct State {
    nodes: Vec<Node>,
    /// Which nodes use which parts of buffers, as far as later nodes depend on it.
    uses: Vec<Use>,
    recordings: Vec<Recording>,
}

struct Use {
    buffer: usize,
    frame: Region,
    write: bool,
    node: usize,
}

/// A graph that can still be changed.
pub struct Graph {
    device: &'static dyn Device,
    options: Options,
    id: usize,
    /// The host program's id for it.
    owner: usize,
    state: Mutex<State>,
}

fn invalid(message: impl Into<String>) -> RtError {
    RtError::invalid(message.into())
}

impl Graph {
    /// A graph without nodes.
    #[must_use]
    pub fn new(device: &'static dyn Device, options: Options, owner: usize) -> Arc<Self> {
        static IDS: AtomicUsize = AtomicUsize::new(1);
        let id = IDS.fetch_add(1, Ordering::Relaxed);
        Arc::new(Self { device, options, id, owner, state: Mutex::default() })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        process::lock(&self.state)
    }

    /// The device that all its commands are for.
    #[must_use]
    pub fn device(&self) -> &'static dyn Device {
        self.device
    }

    /// Its number: later graphs have larger ones.
    #[must_use]
    pub fn id(&self) -> usize {
        self.id
    }

    /// The host program's id for it.
    #[must_use]
    pub fn owner(&self) -> usize {
        self.owner
    }

    /// How many nodes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.state().nodes.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A queue begins to record.
    ///
    /// # Errors
    /// When it belongs to another device.
    pub fn begin_recording(
        &self,
        queue: QueueId,
        device: &'static dyn Device,
        in_order: bool,
    ) -> Result<(), RtError> {
        if !std::ptr::addr_eq(device, self.device) {
            return Err(invalid("begin_recording: the queue and the graph have different devices"));
        }
        let mut state = self.state();
        match state.recordings.iter_mut().find(|known| known.queue == queue) {
            // Earlier recorded commands still come first.
            Some(known) => known.active = true,
            None => {
                let nodes = Vec::new();
                state.recordings.push(Recording {
                    queue,
                    active: true,
                    in_order,
                    nodes,
                    gate: None,
                });
            }
        }
        Ok(())
    }

    /// Ends recording by one queue, or by all.
    pub fn end_recording(&self, queue: Option<QueueId>) {
        for recording in &mut self.state().recordings {
            if queue.is_none_or(|queue| queue == recording.queue) {
                recording.active = false;
            }
        }
    }

    /// Whether a queue records, or any does.
    #[must_use]
    pub fn is_recording(&self, queue: Option<QueueId>) -> bool {
        self.state()
            .recordings
            .iter()
            .any(|recording| recording.active && queue.is_none_or(|queue| queue == recording.queue))
    }

    /// Adds a command; if `queue` records into this graph, it is one of the queue's.
    ///
    /// # Errors
    /// When it must not be part of a graph.
    pub fn add(&self, queue: QueueId, command: Recorded) -> Result<usize, RtError> {
        let Recorded { recipe, accesses, after, order } = command;
        if !accesses.is_empty() && !self.options.buffers {
            return Err(invalid(
                "a command of the graph uses a buffer, and the graph was made without \
                 property::graph::assume_buffer_outlives_graph",
            ));
        }
        let mut state = self.state();
        let index = state.nodes.len();
        let mut before = after;
        if let Some(bad) = before.iter().find(|&&node| node >= index) {
            return Err(invalid(format!("the graph has no node {bad}")));
        }
        for access in accesses.iter() {
            state.order(index, access, &mut before);
        }
        state.enter(queue, index, order, &mut before);
        before.sort_unstable();
        before.dedup();
        for &node in &before {
            state.nodes[node].after.push(index);
        }
        let recipes = vec![recipe];
        state.nodes.push(Node { recipes, active: 0, accesses, before, after: Vec::new() });
        Ok(index)
    }

    /// Adds an alternative to a node.
    ///
    /// # Errors
    /// When that would change the edges of the graph.
    pub fn add_alternative(&self, node: usize, command: Recorded) -> Result<(), RtError> {
        let mut state = self.state();
        let node = state.node_mut(node)?;
        if command.recipe.kind() != node.recipe().kind() {
            return Err(invalid("all command groups of a dynamic_command_group are of one type"));
        }
        let uses = |access: &Access| (Arc::as_ptr(&access.buffer), access.write);
        let same = command.accesses.iter().map(uses).eq(node.accesses.iter().map(uses))
            && command.after.iter().all(|node_before| node.before.contains(node_before));
        if !same {
            return Err(invalid(
                "the command groups of a dynamic_command_group have different dependencies",
            ));
        }
        node.recipes.push(command.recipe);
        Ok(())
    }

    /// Selects the alternative of a node.
    ///
    /// # Errors
    /// When there is no such node, or no such alternative.
    pub fn set_active(&self, node: usize, choice: usize) -> Result<(), RtError> {
        let mut state = self.state();
        let node = state.node_mut(node)?;
        if choice >= node.recipes.len() {
            return Err(invalid("the dynamic_command_group has no command group of this number"));
        }
        node.active = choice;
        Ok(())
    }

    /// Changes what a node does.
    ///
    /// # Errors
    /// When there is no such node, or `change` fails.
    pub fn change(
        &self,
        node: usize,
        change: impl FnOnce(&Arc<dyn Recipe>) -> Result<Arc<dyn Recipe>, RtError>,
    ) -> Result<(), RtError> {
        let mut state = self.state();
        let node = state.node_mut(node)?;
        let changed = change(node.recipe())?;
        node.recipes[node.active] = changed;
        Ok(())
    }

    /// Makes an edge.
    ///
    /// # Errors
    /// When one of the nodes does not exist, both are the same, or the edge would create a cycle.
    pub fn make_edge(&self, from: usize, to: usize) -> Result<(), RtError> {
        let mut state = self.state();
        if from.max(to) >= state.nodes.len() {
            return Err(invalid("make_edge: a node does not belong to the graph"));
        }
        if from == to {
            return Err(invalid("make_edge: a node cannot depend on itself"));
        }
        if !self.options.no_cycle_check && state.reaches(to, from) {
            return Err(invalid("make_edge: the edge would create a cycle"));
        }
        if !state.nodes[to].before.contains(&from) {
            state.nodes[to].before.push(from);
            state.nodes[from].after.push(to);
        }
        Ok(())
    }

    /// The command of a node.
    ///
    /// # Errors
    /// When there is no such node.
    pub fn recipe(&self, node: usize) -> Result<Arc<dyn Recipe>, RtError> {
        Ok(Arc::clone(self.state().node_mut(node)?.recipe()))
    }

    /// The direct predecessors of a node, or its direct successors.
    ///
    /// # Errors
    /// When there is no such node.
    pub fn neighbours(&self, node: usize, before: bool) -> Result<Vec<usize>, RtError> {
        let mut state = self.state();
        let node = state.node_mut(node)?;
        Ok(if before { node.before.clone() } else { node.after.clone() })
    }
}

impl State {
    fn node_mut(&mut self, node: usize) -> Result<&mut Node, RtError> {
        self.nodes.get_mut(node).ok_or_else(|| invalid("the graph has no such node"))
    }

    /// Adds the nodes that precede `index` because of a part of a buffer, and enters it for later nodes.
    fn order(&mut self, index: usize, access: &Access, before: &mut Vec<usize>) {
        let (buffer, frame) = (Arc::as_ptr(&access.buffer).addr(), access.region.frame());
        if frame.is_empty() {
            return;
        }
        let write = access.write;
        self.uses.retain(|entry| {
            if entry.buffer != buffer || entry.node == index || !frame.overlaps(&entry.frame) {
                return true;
            }
            if write || entry.write {
                before.push(entry.node);
            }
            // Successors of this node are also ordered after the nodes it replaces.
            !(write && frame.covers(&entry.frame))
        });
        self.uses.push(Use { buffer, frame, write, node: index });
    }

    /// Enters a node into the list of its queue.
    fn enter(&mut self, queue: QueueId, index: usize, order: Order, before: &mut Vec<usize>) {
        let Some(recording) = self.recordings.iter_mut().find(|known| known.queue == queue) else {
            return;
        };
        if recording.in_order {
            before.append(&mut recording.nodes);
        } else {
            before.extend(recording.gate);
            if order == Order::Barrier {
                before.append(&mut recording.nodes);
            }
            if order != Order::Free {
                recording.gate = Some(index);
            }
        }
        recording.nodes.push(index);
    }

    /// Whether there is a path from one node to another.
    fn reaches(&self, from: usize, to: usize) -> bool {
        let mut seen = vec![false; self.nodes.len()];
        let mut open = vec![from];
        while let Some(node) = open.pop() {
            if node == to {
                return true;
            }
            if !std::mem::replace(&mut seen[node], true) {
                open.extend(&self.nodes[node].after);
            }
        }
        false
    }
}
