//! The driver's graphs.
//!
//! Of the nodes that are ready, the one that was added last runs first: a node without a necessary edge runs
//! too early.

use std::ffi::c_void;
use std::sync::Arc;

use super::calls::{Copy, Side3D, copy_box, handle, put};
use super::kernels::{self, Launch};
use super::*;

type Object = *mut c_void;
type Body = Arc<dyn Fn() -> i32 + Send + Sync>;

/// A node: its operation, and the indices of its predecessors.
#[derive(Clone)]
struct Node {
    kind: char,
    body: Body,
    after: Vec<usize>,
}

/// A graph, or an instantiated one.
#[derive(Clone, Default)]
pub struct Graph {
    nodes: Vec<Node>,
    /// Descriptions of its nodes.
    notes: Vec<String>,
}

/// `CUDA_KERNEL_NODE_PARAMS`
#[repr(C)]
pub struct KernelNode {
    function: Object,
    grid: [u32; 3],
    block: [u32; 3],
    shared: u32,
    parameters: *mut *mut c_void,
    extra: *mut *mut c_void,
}

/// `CUDA_MEMSET_NODE_PARAMS`
#[repr(C)]
#[derive(Clone, core::marker::Copy)]
pub struct FillNode {
    to: u64,
    pitch: usize,
    value: u32,
    size: u32,
    width: usize,
    height: usize,
}

impl Driver {
    fn graph(&mut self, graph: Object) -> &mut Graph {
        let made = graph.addr().checked_sub(1).and_then(|number| self.graphs.get_mut(number));
        made.and_then(Option::as_mut).expect("fake driver: a graph that is not there")
    }

    fn new_graph(&mut self, graph: Graph) -> Object {
        self.graphs.push(Some(graph));
        handle(self.graphs.len())
    }

    /// A node is its index in the graph plus one.
    unsafe fn add(
        &mut self,
        (out, graph, after, count): (*mut Object, Object, *const Object, usize),
        (kind, note, body): (char, String, Body),
    ) -> i32 {
        // SAFETY: the caller passes as many as it says.
        let after = (0..count).map(|i| unsafe { after.add(i).read() }.addr() - 1).collect();
        let graph = self.graph(graph);
        graph.notes.push(format!("{note} after {after:?}"));
        graph.nodes.push(Node { kind, body, after });
        let number = graph.nodes.len();
        put(out, handle(number))
    }

    fn set(
        &mut self,
        graph: Object,
        node: Object,
        (kind, note, body): (char, String, Body),
    ) -> i32 {
        let graph = self.graph(graph);
        let known = &mut graph.nodes[node.addr() - 1];
        if known.kind != kind {
            return INVALID_VALUE;
        }
        known.body = body;
        self.note(format!("set n{} {note}", node.addr() - 1));
        0
    }

    unsafe fn kernel(&self, kernel: *const KernelNode) -> Option<(char, String, Body)> {
        // SAFETY: the caller passes a description.
        let KernelNode { function, grid, block, shared, parameters, .. } = unsafe { &*kernel };
        let name = self.functions[function.addr() - 1].clone();
        let launch = Launch { grid: *grid, block: *block, shared: *shared };
        if is_instant() {
            return Some(('k', name, Arc::new(|| 0)));
        }
        // SAFETY: the caller knows the kernel's parameters.
        let body = unsafe { kernels::body(&name, launch, *parameters) }?;
        Some(('k', format!("kernel {name} {grid:?} {block:?} {shared}"), Arc::from(body)))
    }
}

unsafe fn copy(copy: *const Copy<Side3D, 3>) -> (char, String, Body) {
    // SAFETY: the caller passes a description.
    let copy = unsafe { *copy };
    assert_eq!((copy.from.memory, copy.to.memory), (4, 4), "the driver is to find out");
    let [width, height, depth] = copy.size;
    let body: Body = Arc::new(move || {
        // SAFETY: the caller guarantees the memory.
        unsafe { copy_box(&copy) };
        0
    });
    ('c', format!("copy {width}x{height}x{depth}"), body)
}

unsafe fn fill(fill: *const FillNode) -> (char, String, Body) {
    // SAFETY: the caller passes a description.
    let FillNode { to, pitch, value, size, width, height } = unsafe { *fill };
    let body: Body = Arc::new(move || {
        for (row, at) in (0..height).flat_map(|row| (0..width).map(move |at| (row, at))) {
            let start = (to as usize + row * pitch + at * size as usize) as *mut u8;
            let bytes = value.to_ne_bytes();
            // SAFETY: the caller guarantees the memory.
            unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), start, size as usize) };
        }
        0
    });
    ('f', format!("fill{} {width}x{height}", size * 8), body)
}

#[unsafe(no_mangle)]
pub extern "C" fn cuGraphCreate(out: *mut Object, _: u32) -> i32 {
    call_in_context("cuGraphCreate", |driver| put(out, driver.new_graph(Graph::default())))
}

fn destroy(name: &str, graph: Object) -> i32 {
    call_in_context(name, |driver| {
        driver.graph(graph);
        driver.graphs[graph.addr() - 1] = None;
        0
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cuGraphDestroy(graph: Object) -> i32 {
    destroy("cuGraphDestroy", graph)
}

#[unsafe(no_mangle)]
pub extern "C" fn cuGraphExecDestroy(graph: Object) -> i32 {
    destroy("cuGraphExecDestroy", graph)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddEmptyNode(
    out: *mut Object,
    graph: Object,
    after: *const Object,
    count: usize,
) -> i32 {
    let nothing: Body = Arc::new(|| 0);
    let node = ('e', "empty".to_owned(), nothing);
    // SAFETY: as for `add`.
    call_in_context("cuGraphAddEmptyNode", |driver| unsafe {
        driver.add((out, graph, after, count), node)
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddKernelNode(
    out: *mut Object,
    graph: Object,
    after: *const Object,
    count: usize,
    kernel: *const KernelNode,
) -> i32 {
    // SAFETY: as for `add`.
    call_in_context("cuGraphAddKernelNode", |driver| unsafe {
        let node = driver.kernel(kernel);
        node.map_or(INVALID_VALUE, |node| driver.add((out, graph, after, count), node))
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddMemcpyNode(
    out: *mut Object,
    graph: Object,
    after: *const Object,
    count: usize,
    copied: *const Copy<Side3D, 3>,
    _: Object,
) -> i32 {
    // SAFETY: as for `add`.
    call_in_context("cuGraphAddMemcpyNode", |driver| unsafe {
        driver.add((out, graph, after, count), copy(copied))
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddMemsetNode(
    out: *mut Object,
    graph: Object,
    after: *const Object,
    count: usize,
    filled: *const FillNode,
    _: Object,
) -> i32 {
    // SAFETY: as for `add`.
    call_in_context("cuGraphAddMemsetNode", |driver| unsafe {
        driver.add((out, graph, after, count), fill(filled))
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cuGraphInstantiateWithFlags(out: *mut Object, graph: Object, _: u64) -> i32 {
    call_in_context("cuGraphInstantiateWithFlags", |driver| {
        let made = driver.graph(graph).clone();
        for (number, note) in made.notes.iter().enumerate() {
            driver.note(format!("node n{number} {note}"));
        }
        put(out, driver.new_graph(made))
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExecKernelNodeSetParams(
    graph: Object,
    node: Object,
    kernel: *const KernelNode,
) -> i32 {
    call_in_context("cuGraphExecKernelNodeSetParams", |driver| {
        // SAFETY: the caller passes a description.
        let described = unsafe { driver.kernel(kernel) };
        described.map_or(INVALID_VALUE, |described| driver.set(graph, node, described))
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExecMemcpyNodeSetParams(
    graph: Object,
    node: Object,
    copied: *const Copy<Side3D, 3>,
    _: Object,
) -> i32 {
    call_in_context("cuGraphExecMemcpyNodeSetParams", |driver| {
        // SAFETY: the caller passes a description.
        driver.set(graph, node, unsafe { copy(copied) })
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExecMemsetNodeSetParams(
    graph: Object,
    node: Object,
    filled: *const FillNode,
    _: Object,
) -> i32 {
    call_in_context("cuGraphExecMemsetNodeSetParams", |driver| {
        // SAFETY: the caller passes a description.
        driver.set(graph, node, unsafe { fill(filled) })
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cuGraphLaunch(graph: Object, stream: Object) -> i32 {
    if is_instant() {
        return 0;
    }
    call_in_context("cuGraphLaunch", |driver| {
        driver.note(format!("graph s{}", stream_name(stream)));
        let graph = driver.graph(graph).clone();
        driver.submit(stream, Operation::Run(Box::new(move || run(&graph.nodes))))
    })
}

fn run(nodes: &[Node]) -> i32 {
    let mut done = vec![false; nodes.len()];
    let ready = |done: &[bool]| {
        (0..nodes.len()).rev().find(|&n| !done[n] && nodes[n].after.iter().all(|&a| done[a]))
    };
    while let Some(next) = ready(&done) {
        let code = (nodes[next].body)();
        if code != 0 {
            return code;
        }
        done[next] = true;
    }
    0
}
