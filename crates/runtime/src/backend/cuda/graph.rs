//! Graphs of commands as CUDA graphs.
//!
//! Each command becomes one node or several: a launch of more blocks than the driver accepts, a copy of more
//! bytes than a row may have, or a pattern that the driver does not support. A graph with commands that CUDA
//! graphs cannot represent (host calls, hints, launches whose work-groups wait for each other, memory that
//! the driver does not know) is submitted command by command.

use std::sync::{Arc, Mutex, PoisonError};

use super::Inner;
use super::api::{Address, Copy3D, FillNode, Object, Side3D};
use super::context::Context;
use super::error::Failure;
use super::launch::Launch;
use super::memory;
use super::shape::Slice;
use super::transfers::{Element, MAX_PITCH, PIECE, Place, STAGING, UNIFIED, address, row_of};
use super::{Handle, RtError};
use crate::backend::Named;
use crate::core::command::Command;
use crate::core::graph::{NativeGraph, NativeStep};
use crate::core::memory::Memory;
use crate::core::usm::Kind;
use crate::core::work::{DeviceWork, Rows, Work};

/// Graphs with fewer nodes are faster as single commands.
const FEWEST: usize = 2;
/// Copies without rows are split into pieces of this size, the longest row of a box.
const ROW: usize = 1 << 30;

/// A graph in the driver, ready to be launched.
pub struct CudaGraph {
    context: &'static Context,
    graph: Handle,
    executable: Handle,
    nodes: Vec<(Handle, Kinds)>,
    /// The data that its nodes refer to, and facts about its kernels; changed by updates.
    contents: Mutex<Contents>,
}

#[derive(Default)]
struct Contents {
    /// Patterns that copies read.
    patterns: Vec<Memory>,
    kernels: Vec<Named<'static>>,
    prints: bool,
}

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kinds {
    Empty,
    Kernel,
    Copy,
    Fill,
}

/// The operation of a node.
enum Node<'a> {
    Empty,
    Kernel(&'a Launch, Slice),
    Copy(Box<Copy3D>),
    Fill(FillNode),
}

impl Node<'_> {
    fn kind(&self) -> Kinds {
        match self {
            Self::Empty => Kinds::Empty,
            Self::Kernel(..) => Kinds::Kernel,
            Self::Copy(_) => Kinds::Copy,
            Self::Fill(_) => Kinds::Fill,
        }
    }
}

/// The nodes of a command: independent, or in sequence.
struct Nodes<'a> {
    nodes: Vec<Node<'a>>,
    is_chain: bool,
}

/// The work of a submission.
pub struct GraphLaunch(Arc<CudaGraph>);

impl DeviceWork for GraphLaunch {
    fn arguments(&self) -> Option<&[u8]> {
        None
    }
}

impl GraphLaunch {
    /// The graph launch of a command, if it is one.
    pub fn of(command: &Command) -> Option<&Self> {
        match &command.work {
            Work::Device(work) => work.downcast_ref(),
            _ => None,
        }
    }

    /// Launches the graph in a stream.
    ///
    /// # Errors
    /// When the driver refuses.
    ///
    /// # Safety
    /// The memory that its commands use is valid until it is done, and the stream belongs to the device.
    pub unsafe fn enqueue(&self, stream: Object) -> Result<(), RtError> {
        let CudaGraph { context, executable, .. } = &*self.0;
        // SAFETY: the graph is live; the rest by this function's contract.
        unsafe { context.api.cuGraphLaunch(executable.0, stream) }
            .map_err(|failure| context.error(failure))
    }

    /// The kernels of the graph as messages name them.
    pub fn kernels(&self) -> Vec<Named<'static>> {
        self.0.contents().kernels.clone()
    }

    /// Whether a kernel may print.
    pub fn prints(&self) -> bool {
        self.0.contents().prints
    }
}

impl NativeGraph for CudaGraph {
    fn work(self: Arc<Self>) -> Work {
        Work::Device(Box::new(GraphLaunch(self)))
    }

    fn update(&self, steps: &[NativeStep<'_>]) -> bool {
        let Ok(_permit) = self.context.enter() else { return false };
        let mut contents = Contents::default();
        let described = describe(self.context, steps, &mut contents);
        let Some(described) = described else { return false };
        let changed: Vec<&Node<'_>> = described.iter().flat_map(|step| &step.nodes).collect();
        if changed.len() != self.nodes.len() {
            return false;
        }
        let Ok(context) = self.context.object() else { return false };
        let same = self.nodes.iter().zip(&changed).all(|((_, kind), node)| *kind == node.kind());
        let all = same
            && self.nodes.iter().zip(changed).all(|((handle, _), node)| {
                // SAFETY: the graph and its node are live, and the driver copies descriptions.
                unsafe { self.set(context, handle.0, node) }.is_ok()
            });
        if all {
            *self.contents() = contents;
        }
        all
    }
}

impl CudaGraph {
    /// Makes a graph of commands; none if CUDA cannot represent it, or it would not pay.
    pub fn new(device: &Inner, steps: &[NativeStep<'_>]) -> Option<Arc<Self>> {
        let context = device.context;
        let _permit = context.enter().ok()?;
        let mut contents = Contents::default();
        let described = describe(context, steps, &mut contents)?;
        if described.iter().map(|step| step.nodes.len()).sum::<usize>() < FEWEST {
            return None;
        }
        let mut graph = std::ptr::null_mut();
        // SAFETY: the context is current; the output has space for the graph.
        unsafe { context.api.cuGraphCreate(&raw mut graph, 0) }.ok()?;
        let (graph, executable) = (Handle(graph), Handle(std::ptr::null_mut()));
        let mut made =
            Self { context, graph, executable, nodes: Vec::new(), contents: Mutex::new(contents) };
        // SAFETY: the graph is live and owned here.
        unsafe { made.fill(steps, &described) }.ok()?;
        Some(Arc::new(made))
    }

    fn contents(&self) -> std::sync::MutexGuard<'_, Contents> {
        self.contents.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds all nodes.
    ///
    /// # Safety
    /// The graph is new.
    unsafe fn fill(
        &mut self,
        steps: &[NativeStep<'_>],
        described: &[Nodes<'_>],
    ) -> Result<(), RtError> {
        let context = self.context.object()?;
        // The last nodes of each command.
        let mut ends: Vec<Vec<Object>> = Vec::with_capacity(steps.len());
        for (step, Nodes { nodes, is_chain }) in steps.iter().zip(described) {
            let mut after: Vec<Object> =
                step.before.iter().flat_map(|&before| ends[before].iter().copied()).collect();
            after.sort_unstable();
            after.dedup();
            let mut own = Vec::with_capacity(nodes.len());
            for node in nodes {
                // SAFETY: all nodes are of this graph.
                let handle = unsafe { self.add(context, node, &after) }?;
                self.nodes.push((Handle(handle), node.kind()));
                if *is_chain {
                    after = vec![handle];
                    own.clear();
                }
                own.push(handle);
            }
            ends.push(own);
        }
        // SAFETY: the graph is live; the output has space for the result.
        unsafe {
            let executable = &raw mut self.executable.0;
            self.context.api.cuGraphInstantiateWithFlags(executable, self.graph.0, 0)
        }?;
        Ok(())
    }

    /// # Safety
    /// The graph and its nodes are live.
    unsafe fn add(
        &self,
        context: Object,
        node: &Node<'_>,
        after: &[Object],
    ) -> Result<Object, Failure> {
        let (api, graph) = (self.context.api, self.graph.0);
        let (first, count) = (after.as_ptr(), after.len());
        let mut made = std::ptr::null_mut();
        let out = &raw mut made;
        // SAFETY: by this function's contract; the driver copies its input.
        unsafe {
            match node {
                Node::Empty => api.cuGraphAddEmptyNode(out, graph, first, count),
                Node::Kernel(launch, slice) => launch.with_node(*slice, |kernel| {
                    api.cuGraphAddKernelNode(out, graph, first, count, kernel)
                }),
                Node::Copy(copy) => {
                    api.cuGraphAddMemcpyNode(out, graph, first, count, &raw const **copy, context)
                }
                Node::Fill(fill) => {
                    api.cuGraphAddMemsetNode(out, graph, first, count, fill, context)
                }
            }
        }?;
        Ok(made)
    }

    /// Changes the operation of a node, to one of the same kind, for later launches.
    ///
    /// # Safety
    /// The node is one of the graph's.
    unsafe fn set(&self, context: Object, at: Object, node: &Node<'_>) -> Result<(), Failure> {
        let (api, graph) = (self.context.api, self.executable.0);
        // SAFETY: by this function's contract; the driver copies its input.
        unsafe {
            match node {
                Node::Empty => Ok(()),
                Node::Kernel(launch, slice) => launch.with_node(*slice, |kernel| {
                    api.cuGraphExecKernelNodeSetParams(graph, at, kernel)
                }),
                Node::Copy(copy) => {
                    api.cuGraphExecMemcpyNodeSetParams(graph, at, &raw const **copy, context)
                }
                Node::Fill(fill) => api.cuGraphExecMemsetNodeSetParams(graph, at, fill, context),
            }
        }
    }
}

impl Drop for CudaGraph {
    fn drop(&mut self) {
        let Some(_permit) = self.context.enter_to_clean_up() else { return };
        // SAFETY: running submissions keep the graph alive, so there are none.
        unsafe {
            if !self.executable.0.is_null() {
                let _ = self.context.api.cuGraphExecDestroy(self.executable.0);
            }
            let _ = self.context.api.cuGraphDestroy(self.graph.0);
        }
    }
}

/// The nodes of all commands; none if one of them cannot be part of a graph. The caller has entered the
/// context.
fn describe<'a>(
    context: &'static Context,
    steps: &'a [NativeStep<'_>],
    contents: &mut Contents,
) -> Option<Vec<Nodes<'a>>> {
    steps.iter().map(|step| nodes(context, &step.work, contents)).collect()
}

fn nodes<'a>(
    context: &'static Context,
    work: &'a Work,
    contents: &mut Contents,
) -> Option<Nodes<'a>> {
    let is_known = |start: *const u8| memory::kind(context, address(start)).is_some();
    let mut is_chain = false;
    let nodes = match work {
        Work::Empty => Vec::new(),
        // Its former state is unknown.
        Work::Launched { .. } => return None,
        Work::Device(work) => {
            let launch = work.downcast_ref::<Launch>().filter(|launch| launch.is_for_graphs())?;
            contents.kernels.push(launch.named());
            contents.prints |= launch.prints();
            launch.slices().into_iter().map(|slice| Node::Kernel(launch, slice)).collect()
        }
        Work::Copy { to, from, bytes } => {
            if !is_known(*to) || !is_known(*from) {
                return None;
            }
            if to.cast_const() == *from {
                Vec::new()
            } else {
                plain(address(*to), address(*from), *bytes)
            }
        }
        Work::CopyRows { to, from, size, to_pitch, from_pitch } => {
            if !is_known(*to) || !is_known(*from) {
                return None;
            }
            rows((address(*to), *to_pitch), (address(*from), *from_pitch), *size)?
        }
        Work::Fill { to, pattern, count } if pattern.len() * count > 0 => {
            let to = address(*to);
            match Element::of(pattern, to, 0) {
                Some(element) => vec![Node::Fill(fill(element, to, 0, pattern.len() * count, 1))],
                None => {
                    is_chain = true;
                    repeat(context, to, pattern, pattern.len() * count, contents)?
                }
            }
        }
        Work::FillRows { to, pattern, size, pitch } => {
            let (to, bytes) = ((address(*to), *pitch), size.row * pattern.len());
            let element = Element::of(pattern, to.0, pitch[0] | pitch[1])
                .filter(|_| (bytes..=MAX_PITCH).contains(&pitch[0]))?;
            let slices = 0..if bytes * size.rows == 0 { 0 } else { size.slices };
            slices
                .map(|slice| {
                    Node::Fill(fill(element, row_of(to, slice, 0), pitch[0], bytes, size.rows))
                })
                .collect()
        }
        Work::Fill { .. } => Vec::new(),
        Work::Hint(_) | Work::Host(_) | Work::Replay(_) => return None,
    };
    // Successors of a command need a node to depend on.
    Some(Nodes { nodes: if nodes.is_empty() { vec![Node::Empty] } else { nodes }, is_chain })
}

fn fill(element: Element, to: Address, pitch: usize, bytes: usize, height: usize) -> FillNode {
    let (value, size) = match element {
        Element::Byte(value) => (u32::from(value), 1),
        Element::Half(value) => (u32::from(value), 2),
        Element::Word(value) => (value, 4),
    };
    FillNode { to, pitch, value, size, width: bytes / size as usize, height }
}

fn side((start, [pitch, slice]): Place) -> Side3D {
    Side3D {
        x: 0,
        y: 0,
        z: 0,
        level: 0,
        memory: UNIFIED,
        host: std::ptr::null(),
        device: start,
        array: std::ptr::null_mut(),
        reserved: std::ptr::null_mut(),
        pitch,
        height: slice.checked_div(pitch).unwrap_or(0),
    }
}

fn copy(to: Place, from: Place, [width, height, depth]: [usize; 3]) -> Node<'static> {
    Node::Copy(Box::new(Copy3D { from: side(from), to: side(to), width, height, depth }))
}

/// A copy without rows.
fn plain(to: Address, from: Address, bytes: usize) -> Vec<Node<'static>> {
    let piece = |at: usize| {
        let width = ROW.min(bytes - at);
        let place = |start: Address| (start + at as Address, [width, width]);
        copy(place(to), place(from), [width, 1, 1])
    };
    (0..bytes).step_by(ROW).map(piece).collect()
}

/// A copy of a box; none where rows are too far apart.
fn rows(to: Place, from: Place, size: Rows) -> Option<Vec<Node<'static>>> {
    if size.row == 0 || size.rows == 0 || size.slices == 0 {
        return Some(Vec::new());
    }
    let fits = |(_, pitch): &Place| (size.row..=MAX_PITCH).contains(&pitch[0]);
    if !fits(&to) || !fits(&from) {
        return None;
    }
    let slice = |slice| {
        let place = |place: Place| (row_of(place, slice, 0), place.1);
        copy(place(to), place(from), [size.row, size.rows, 1])
    };
    Some((0..size.slices).map(slice).collect())
}

/// A fill with a pattern that the driver does not support: it is copied from the host once, and then doubled
/// repeatedly.
fn repeat(
    context: &'static Context,
    to: Address,
    pattern: &[u8],
    total: usize,
    contents: &mut Contents,
) -> Option<Vec<Node<'static>>> {
    let staged = pattern.repeat((STAGING / pattern.len()).max(1));
    let memory = memory::allocate(context, Kind::Host, staged.len(), 16, "a pattern").ok()?;
    // SAFETY: host memory of that many bytes, which nothing else uses yet.
    unsafe { std::ptr::copy_nonoverlapping(staged.as_ptr(), memory.start(), staged.len()) };
    let mut done = staged.len().min(total);
    let mut nodes = plain(to, address(memory.start()), done);
    contents.patterns.push(memory);
    let piece = (PIECE / pattern.len()).max(1) * pattern.len();
    while done < total {
        let bytes = done.min(piece).min(total - done);
        nodes.extend(plain(to + done as Address, to, bytes));
        done += bytes;
    }
    Some(nodes)
}
