//! Graphs of commands (`sycl_ext_oneapi_graph`).

use std::ffi::c_void;
use std::sync::Arc;

use super::command::{SCYTHE_COMMAND_GRAPH, scythe_command};
use super::device::{device, scythe_device};
use super::event::{into_handle, scythe_event, shared};
use super::queue::{inner as queue_of, scythe_queue};
use super::recorded::RecordedCommand;
use super::{borrow, guard, guard_value, scythe_status, slice, store};
use crate::backend::IndexSpace;
use crate::core::command::Command;
use crate::core::error::RtError;
use crate::core::graph::{Executable, Graph, NodeOf, Options, QueueId, Recorded};
use crate::core::queue::{Access, Queue};
use crate::core::work::HostCall;

/// A modifiable graph.
pub struct scythe_graph(());

/// A graph whose edges are final.
pub struct scythe_executable_graph(());

/// Edges are not checked for cycles.
pub const SCYTHE_GRAPH_NO_CYCLE_CHECK: u32 = 1;
/// Commands may use buffers.
pub const SCYTHE_GRAPH_BUFFERS: u32 = 2;

/// # Safety
/// `graph` is null or a live handle.
unsafe fn graph_of(graph: *const scythe_graph) -> Result<Arc<Graph>, RtError> {
    let graph: *const Graph = graph.cast();
    // SAFETY: live by contract: the handle came from `Arc::into_raw`.
    unsafe {
        borrow(graph, "the graph")?;
        Arc::increment_strong_count(graph);
        Ok(Arc::from_raw(graph))
    }
}

/// # Safety
/// `graph` is null or a live handle.
pub(super) unsafe fn executable(
    graph: *const scythe_executable_graph,
) -> Result<Arc<Executable>, RtError> {
    let graph: *const Executable = graph.cast();
    // SAFETY: live by contract: the handle came from `Arc::into_raw`.
    unsafe {
        borrow(graph, "the graph")?;
        Arc::increment_strong_count(graph);
        Ok(Arc::from_raw(graph))
    }
}

/// The graph to which a queue records; a command that depends on a recorded command is recorded to the same
/// graph, and so are all that depend on it.
pub(super) fn recording_of(
    queue: &Queue,
    before: Option<&NodeOf>,
) -> Option<Result<Arc<Graph>, RtError>> {
    if let Some(graph) = queue.recording() {
        return Some(Ok(graph));
    }
    let graph = before?.graph.upgrade();
    let gone = || RtError::invalid("the event is of a command that was recorded to another graph");
    Some(graph.filter(|graph| graph.is_recording(None)).ok_or_else(gone).and_then(|graph| {
        queue.begin_recording(&graph)?;
        Ok(graph)
    }))
}

/// Records a command to a graph.
///
/// # Safety
/// As for `scythe_queue_submit`; memory that the command uses stays valid for as long as the graph is used.
pub(super) unsafe fn record(
    queue: &Queue,
    graph: &Arc<Graph>,
    command: &scythe_command,
    dependencies: &[Arc<Command>],
    accesses: Vec<Access>,
    finish: Option<HostCall>,
) -> Result<Arc<Command>, RtError> {
    // SAFETY: by this function's contract.
    let recorded = unsafe { recorded(graph, command, dependencies, accesses, finish) }?;
    let index = graph.add(queue.id(), recorded)?;
    Ok(Command::recorded(NodeOf { graph: Arc::downgrade(graph), index }))
}

/// Adds a command to the graph; its event represents the node.
///
/// # Safety
/// `graph` is a live handle, `command` is as for scythe_queue_submit, `out` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_graph_add(
    graph: *const scythe_graph,
    command: *const scythe_command,
    out: *mut *const scythe_event,
) -> scythe_status {
    guard(|| {
        // SAFETY: by this function's contract.
        unsafe {
            let graph = graph_of(graph)?;
            let recorded = read(&graph, command)?;
            let index = graph.add(QueueId::NONE, recorded)?;
            let command = Command::recorded(NodeOf { graph: Arc::downgrade(&graph), index });
            store(out, into_handle(command))
        }
    })
}

/// # Safety
/// As for [`record`].
unsafe fn read(graph: &Arc<Graph>, command: *const scythe_command) -> Result<Recorded, RtError> {
    // SAFETY: by this function's contract.
    unsafe {
        let command = borrow(command, "the command")?;
        let finish = command.finish();
        let events = slice(command.dependencies, command.dependency_count, "dependencies")?;
        let before: Vec<_> = events.iter().filter_map(|&event| shared(event)).collect();
        let accesses = slice(command.accesses, command.access_count, "the access list")?;
        let read: Result<Vec<Access>, RtError> =
            accesses.iter().map(|access| access.read()).collect();
        match read {
            Ok(accesses) => recorded(graph, command, &before, accesses, finish),
            Err(error) => {
                command.abandon();
                Err(error)
            }
        }
    }
}

/// # Safety
/// As for [`record`].
unsafe fn recorded(
    graph: &Arc<Graph>,
    command: &scythe_command,
    dependencies: &[Arc<Command>],
    accesses: Vec<Access>,
    finish: Option<HostCall>,
) -> Result<Recorded, RtError> {
    let mut after = Vec::with_capacity(dependencies.len());
    for dependency in dependencies {
        let node = dependency.node().filter(|node| node.graph.ptr_eq(&Arc::downgrade(graph)));
        let Some(node) = node else {
            // SAFETY: the command's work was not made.
            unsafe { command.abandon() };
            return Err(RtError::invalid(
                "a command of a graph can only come after events of commands of the same graph",
            ));
        };
        after.push(node.index);
    }
    // SAFETY: by this function's contract.
    let (recipe, role) = unsafe { (RecordedCommand::new(command, finish)?, command.role()) };
    if command.kind == SCYTHE_COMMAND_GRAPH {
        // SAFETY: by this function's contract.
        let inner = unsafe { executable(command.body.graph) }?;
        if !std::ptr::addr_eq(inner.device(), graph.device()) {
            return Err(RtError::invalid("the graphs are for different devices"));
        }
    }
    Ok(Recorded { recipe: Arc::new(recipe), accesses: accesses.into(), after, order: role.order })
}

/// Makes an empty graph. flags: SCYTHE_GRAPH_*. `owner` is returned by scythe_queue_recording and
/// scythe_event_node.
///
/// # Safety
/// `out` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_graph_create(
    target: *const scythe_device,
    flags: u32,
    owner: *const c_void,
    out: *mut *const scythe_graph,
) -> scythe_status {
    guard(|| {
        let options = Options {
            no_cycle_check: flags & SCYTHE_GRAPH_NO_CYCLE_CHECK != 0,
            buffers: flags & SCYTHE_GRAPH_BUFFERS != 0,
        };
        let graph = Graph::new(device(target)?, options, owner.expose_provenance());
        // SAFETY: writable by contract.
        unsafe { store(out, Arc::into_raw(graph).cast()) }
    })
}

/// Releases the graph.
///
/// # Safety
/// `graph` is null or a live handle, not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_graph_release(graph: *const scythe_graph) {
    if !graph.is_null() {
        // SAFETY: the caller's reference, by contract.
        guard_value((), || drop(unsafe { Arc::from_raw(graph.cast::<Graph>()) }));
    }
}

/// A unique number, larger than those of earlier graphs.
///
/// # Safety
/// `graph` is null or a live handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_graph_id(graph: *const scythe_graph) -> usize {
    // SAFETY: live by contract.
    guard_value(0, || unsafe { graph_of(graph) }.map_or(0, |graph| graph.id()))
}

/// Starts recording a queue to the graph.
///
/// # Safety
/// Both are live handles; recording ends before the queue is released.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_queue_begin_recording(
    queue: *mut scythe_queue,
    graph: *const scythe_graph,
) -> scythe_status {
    // SAFETY: live by contract.
    guard(|| unsafe { queue_of(queue)?.begin_recording(&graph_of(graph)?) })
}

/// Ends recording of a queue, or of all queues if it is null. errc::invalid if the queue records to another
/// graph.
///
/// # Safety
/// `graph` is a live handle, `queue` is null or one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_graph_end_recording(
    graph: *const scythe_graph,
    queue: *mut scythe_queue,
) -> scythe_status {
    guard(|| {
        // SAFETY: live by contract.
        let graph = unsafe { graph_of(graph) }?;
        if queue.is_null() {
            graph.end_recording(None);
            return Ok(());
        }
        // SAFETY: live by contract.
        let queue = unsafe { queue_of(queue) }?;
        if queue.recording().is_some_and(|other| !Arc::ptr_eq(&other, &graph)) {
            return Err(RtError::invalid("end_recording: the queue records to another graph"));
        }
        graph.end_recording(Some(queue.id()));
        Ok(())
    })
}

/// Whether a queue records to the graph.
///
/// # Safety
/// `graph` is a live handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_graph_is_recording(graph: *const scythe_graph) -> bool {
    // SAFETY: live by contract.
    guard_value(false, || unsafe { graph_of(graph) }.is_ok_and(|graph| graph.is_recording(None)))
}

/// The owner of the graph to which the queue records; null if it executes commands.
///
/// # Safety
/// `queue` is null or a live handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_queue_recording(queue: *const scythe_queue) -> *const c_void {
    guard_value(std::ptr::null(), || {
        // SAFETY: live by contract.
        let graph = unsafe { queue_of(queue) }.ok().and_then(Queue::recording);
        graph.map_or(std::ptr::null(), |graph| std::ptr::with_exposed_provenance(graph.owner()))
    })
}

/// The node that an event represents, and the owner of its graph; errc::invalid if it represents none.
///
/// # Safety
/// `event` is null or a live handle; the others are writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_event_node(
    event: *const scythe_event,
    owner: *mut *const c_void,
    node: *mut usize,
) -> scythe_status {
    guard(|| {
        // SAFETY: live by contract.
        let command = unsafe { shared(event) };
        let of = command.as_ref().and_then(|command| command.node());
        let graph = of.and_then(|node| node.graph.upgrade());
        let (Some(of), Some(graph)) = (of, graph) else {
            return Err(RtError::invalid("the event is not that of a node of a graph"));
        };
        // SAFETY: writable by contract.
        unsafe {
            store(owner, std::ptr::with_exposed_provenance(graph.owner()))?;
            store(node, of.index)
        }
    })
}

/// An event that represents a node, like those of commands that were recorded.
///
/// # Safety
/// `graph` is a live handle, `out` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_graph_event(
    graph: *const scythe_graph,
    node: usize,
    out: *mut *const scythe_event,
) -> scythe_status {
    guard(|| {
        // SAFETY: live by contract.
        let graph = unsafe { graph_of(graph) }?;
        graph.recipe(node)?;
        let command = Command::recorded(NodeOf { graph: Arc::downgrade(&graph), index: node });
        // SAFETY: writable by contract.
        unsafe { store(out, into_handle(command)) }
    })
}

/// The number of nodes.
///
/// # Safety
/// `graph` is null or a live handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_graph_size(graph: *const scythe_graph) -> usize {
    // SAFETY: live by contract.
    guard_value(0, || unsafe { graph_of(graph) }.map_or(0, |graph| graph.len()))
}

/// The kind of a node: a value of node_type. `name` is that of its kernel, with `name_size` bytes; null for
/// others.
///
/// # Safety
/// `graph` is a live handle, the others are writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_graph_describe(
    graph: *const scythe_graph,
    node: usize,
    kind: *mut u32,
    name: *mut *const u8,
    name_size: *mut usize,
) -> scythe_status {
    guard(|| {
        // SAFETY: live by contract.
        let recipe = unsafe { graph_of(graph) }?.recipe(node)?;
        let text = recipe.name().unwrap_or_default();
        // SAFETY: writable by contract; names live as long as the program.
        unsafe {
            store(kind, recipe.kind() as u32)?;
            store(name, if text.is_empty() { std::ptr::null() } else { text.as_ptr() })?;
            store(name_size, text.len())
        }
    })
}

/// The direct predecessors of a node, or its direct successors; `*count` is their number, whatever `capacity`
/// is.
///
/// # Safety
/// `graph` is a live handle, `out` is writable for `capacity` numbers, `count` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_graph_neighbours(
    graph: *const scythe_graph,
    node: usize,
    before: bool,
    out: *mut usize,
    capacity: usize,
    count: *mut usize,
) -> scythe_status {
    guard(|| {
        // SAFETY: live by contract.
        let found = unsafe { graph_of(graph) }?.neighbours(node, before)?;
        for (index, &node) in found.iter().take(capacity).enumerate() {
            // SAFETY: writable for `capacity` numbers by contract.
            unsafe { store(out.wrapping_add(index), node) }?;
        }
        // SAFETY: writable by contract.
        unsafe { store(count, found.len()) }
    })
}

/// Makes an edge between two nodes.
///
/// # Safety
/// `graph` is a live handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_graph_make_edge(
    graph: *const scythe_graph,
    source: usize,
    target: usize,
) -> scythe_status {
    // SAFETY: live by contract.
    guard(|| unsafe { graph_of(graph) }?.make_edge(source, target))
}

/// Adds an alternative command to a node. It is not enqueued.
///
/// # Safety
/// `graph` is a live handle; `command` is as for scythe_queue_submit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_graph_add_alternative(
    graph: *const scythe_graph,
    node: usize,
    command: *const scythe_command,
) -> scythe_status {
    guard(|| {
        // SAFETY: by this function's contract.
        unsafe {
            let graph = graph_of(graph)?;
            graph.add_alternative(node, read(&graph, command)?)
        }
    })
}

/// Chooses the command of a node, by number: 0 is the original one.
///
/// # Safety
/// `graph` is a live handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_graph_set_active(
    graph: *const scythe_graph,
    node: usize,
    choice: usize,
) -> scythe_status {
    // SAFETY: live by contract.
    guard(|| unsafe { graph_of(graph) }?.set_active(node, choice))
}

/// Sets the index space of a node's kernel; `local` is null for a range.
///
/// # Safety
/// `graph` is a live handle, the others are readable for three numbers, or `local` is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_graph_set_space(
    graph: *const scythe_graph,
    node: usize,
    dims: u32,
    global: *const usize,
    local: *const usize,
    offset: *const usize,
) -> scythe_status {
    guard(|| {
        // SAFETY: by this function's contract.
        unsafe {
            let sizes = |sizes: *const usize| -> Result<[usize; 3], RtError> {
                Ok(*borrow(sizes.cast::<[usize; 3]>(), "the index space")?)
            };
            let space = IndexSpace {
                dims,
                global: sizes(global)?,
                local: if local.is_null() { None } else { Some(sizes(local)?) },
                offset: sizes(offset)?,
                local_memory: 0,
                hierarchical: false,
                together: false,
            };
            graph_of(graph)?.change(node, |recipe| recipe.with_space(&space))
        }
    })
}

/// Sets an argument of a node's kernel: its bytes, or those of an address.
///
/// # Safety
/// `graph` is a live handle, `value` is readable for `size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_graph_set_argument(
    graph: *const scythe_graph,
    node: usize,
    index: u32,
    value: *const c_void,
    size: usize,
) -> scythe_status {
    guard(|| {
        // SAFETY: by this function's contract.
        unsafe {
            let value = slice(value.cast::<u8>(), size, "the value")?;
            graph_of(graph)?.change(node, |recipe| recipe.with_argument(index, value))
        }
    })
}

/// Makes a copy of the graph that can be executed: the body of SCYTHE_COMMAND_GRAPH.
///
/// # Safety
/// `graph` is a live handle, `out` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_graph_finalize(
    graph: *const scythe_graph,
    updatable: bool,
    out: *mut *const scythe_executable_graph,
) -> scythe_status {
    guard(|| {
        // SAFETY: live and writable by contract.
        unsafe {
            let made = Executable::new(&graph_of(graph)?, updatable)?;
            store(out, Arc::into_raw(made).cast())
        }
    })
}

/// Releases the graph. Submitted commands still run.
///
/// # Safety
/// `graph` is null or a live handle, not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_executable_graph_release(graph: *const scythe_executable_graph) {
    if !graph.is_null() {
        // SAFETY: the caller's reference, by contract.
        guard_value((), || drop(unsafe { Arc::from_raw(graph.cast::<Executable>()) }));
    }
}

/// Updates nodes of an executable graph from the graph that it was made from.
///
/// # Safety
/// Both are live handles, `nodes` is readable for `count` numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_executable_graph_update_nodes(
    graph: *const scythe_executable_graph,
    source: *const scythe_graph,
    nodes: *const usize,
    count: usize,
) -> scythe_status {
    guard(|| {
        // SAFETY: by this function's contract.
        unsafe {
            let nodes = slice(nodes, count, "the nodes")?;
            executable(graph)?.update_nodes(&graph_of(source)?, nodes)
        }
    })
}

/// Updates all nodes of an executable graph from another graph with the same edges.
///
/// # Safety
/// Both are live handles.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scythe_executable_graph_update(
    graph: *const scythe_executable_graph,
    source: *const scythe_graph,
) -> scythe_status {
    // SAFETY: live by contract.
    guard(|| unsafe { executable(graph)?.update_all(&graph_of(source)?) })
}
