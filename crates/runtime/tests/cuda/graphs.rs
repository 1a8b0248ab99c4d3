//! Graphs of commands on CUDA devices, with the driver of `fake_cuda`: they become CUDA graphs if those can
//! represent them.

use std::sync::{Arc, Mutex};

use crate::support::*;
use scythe::RtError;
use scythe::backend::Device;
use scythe::core::graph::{Executable, Graph, NodeKind, Options, QueueId, Recipe, Recorded};
use scythe::core::memory::Memory;
use scythe::core::queue::{Access, Order, Queue};
use scythe::core::usm::Kind;
use scythe::core::work::{HostCall, Rows, Work};

type Make = Box<dyn Fn(&'static dyn Device) -> Work + Send + Sync>;

/// A command whose work a closure makes.
struct Made(NodeKind, Make);

impl Recipe for Made {
    fn kind(&self) -> NodeKind {
        self.0
    }

    fn work(&self, device: &'static dyn Device, _: &[Access]) -> Result<Work, RtError> {
        Ok((self.1)(device))
    }
}

/// Addresses go between threads.
#[derive(Clone, Copy)]
struct Address(usize);

impl Address {
    fn of(memory: &Memory) -> Self {
        Self(memory.start().expose_provenance())
    }

    fn at(self, offset: usize) -> *mut u8 {
        std::ptr::with_exposed_provenance_mut(self.0 + offset)
    }
}

fn add(graph: &Graph, kind: NodeKind, after: &[usize], make: Make) -> usize {
    let recipe = Arc::new(Made(kind, make));
    let (accesses, after) = (Arc::new([]), after.to_vec());
    let recorded = Recorded { recipe, accesses, after, order: Order::Free };
    graph.add(QueueId::NONE, recorded).expect("a node")
}

/// `data[i] = data[i] * 2 + b` for `count` numbers.
fn scaled(data: Address, b: i32, count: usize) -> Make {
    Box::new(move |device| scaling(device, data.at(0), b, range(1, [count, 1, 1])))
}

fn memory(bytes: usize) -> Memory {
    device(0).allocate(Kind::Device, bytes, 64, "a test").expect("memory")
}

fn graph() -> Arc<Graph> {
    Graph::new(device(0), Options::default(), 0)
}

/// Submits a graph and waits for it; returns the driver's log.
fn replay(executable: &Executable, queue: &Queue, control: &Control) -> Vec<String> {
    control.log();
    executable.submit(queue, &[]).expect("a submission").wait().expect("it ends");
    control.noted(&["graph", "launch", "copy", "set", "node", "memset32", "prefetch"])
}

#[test]
fn graphs_are_launched_as_one() {
    if !is_child("graphs_are_launched_as_one") {
        return;
    }
    let (control, queue) = (Control::new(), Queue::new(device(0), true, false));
    let (a, b) = (memory(16), memory(16));
    let (x, y) = (Address::of(&a), Address::of(&b));
    let graph = graph();
    let fill = move |_| Work::Fill { to: x.at(0), pattern: [1, 0, 0, 0].into(), count: 4 };
    add(&graph, NodeKind::Fill, &[], Box::new(fill));
    add(&graph, NodeKind::Kernel, &[0], scaled(x, 3, 4));
    add(&graph, NodeKind::Empty, &[0], Box::new(|_| Work::Empty));
    let copy = move |_| Work::Copy { to: y.at(0), from: x.at(0), bytes: 16 };
    add(&graph, NodeKind::Copy, &[1, 2], Box::new(copy));
    add(&graph, NodeKind::Kernel, &[3], scaled(y, 1, 4));
    control.log();
    let executable = Executable::new(&graph, true).expect("a graph");
    let nodes = control.noted(&["node"]);
    assert_eq!(
        nodes,
        [
            "node n0 fill32 4x1 after []",
            "node n1 kernel scale [1, 1, 1] [4, 1, 1] 0 after [0]",
            "node n2 empty after [0]",
            "node n3 copy 16x1x1 after [1, 2]",
            "node n4 kernel scale [1, 1, 1] [4, 1, 1] 0 after [3]",
        ]
    );
    for _ in 0..3 {
        assert_eq!(replay(&executable, &queue, &control), ["graph s1"], "one call, nothing made");
        assert_eq!(read(&queue, b.start(), 4), [11; 4]);
    }
    // Twice without a wait, after other commands of the queue.
    let queued = Queue::new(device(0), true, false);
    control.hold(true);
    executable.submit(&queued, &[]).expect("a submission");
    submit(&queued, scaling(device(0), b.start(), 0, range(1, [4, 1, 1])), &[]);
    let last = executable.submit(&queued, &[]).expect("a submission");
    control.hold(false);
    last.wait().expect("it ends");
    assert_eq!(read(&queue, b.start(), 4), [11; 4]);
    drop(executable);
}

#[test]
fn updates_change_nodes_in_place() {
    if !is_child("updates_change_nodes_in_place") {
        return;
    }
    let (control, queue) = (Control::new(), Queue::new(device(0), false, false));
    let (a, b) = (memory(16), memory(16));
    let (x, y) = (Address::of(&a), Address::of(&b));
    run(&queue, Work::Fill { to: a.start(), pattern: [0].into(), count: 16 });
    run(&queue, Work::Fill { to: b.start(), pattern: [0].into(), count: 16 });
    let graph = graph();
    add(&graph, NodeKind::Kernel, &[], scaled(x, 1, 4));
    add(&graph, NodeKind::Kernel, &[0], scaled(x, 1, 4));
    let executable = Executable::new(&graph, true).expect("a graph");
    replay(&executable, &queue, &control);
    assert_eq!(read(&queue, a.start(), 4), [3; 4]);
    graph.change(1, |_| Ok(Arc::new(Made(NodeKind::Kernel, scaled(y, 5, 2))))).expect("a change");
    control.log();
    executable.update_nodes(&graph, &[1]).expect("an update");
    assert_eq!(
        control.noted(&["set", "node"]),
        ["set n0 kernel scale [1, 1, 1] [4, 1, 1] 0", "set n1 kernel scale [1, 1, 1] [2, 1, 1] 0"]
    );
    assert_eq!(replay(&executable, &queue, &control).len(), 1);
    assert_eq!(read(&queue, a.start(), 4), [7; 4]);
    assert_eq!(read(&queue, b.start(), 4), [5, 5, 0, 0]);
    // If the driver rejects the change, the graph is made again.
    control.fail("cuGraphExecKernelNodeSetParams", 1);
    graph.change(1, |_| Ok(Arc::new(Made(NodeKind::Kernel, scaled(y, 0, 2))))).expect("a change");
    executable.update_nodes(&graph, &[1]).expect("an update");
    assert_eq!(control.noted(&["node"]).len(), 2);
    assert_eq!(replay(&executable, &queue, &control).len(), 1);
    assert_eq!(read(&queue, b.start(), 4), [10, 10, 0, 0]);
}

#[test]
fn other_graphs_are_submitted_one_by_one() {
    if !is_child("other_graphs_are_submitted_one_by_one") {
        return;
    }
    let (control, queue) = (Control::new(), Queue::new(device(0), false, false));
    let a = memory(16);
    let x = Address::of(&a);
    run(&queue, Work::Fill { to: a.start(), pattern: [0].into(), count: 16 });
    // A host task between two kernels.
    static SEEN: Mutex<Vec<i32>> = Mutex::new(Vec::new());
    unsafe extern "C" fn look(context: *mut std::ffi::c_void) -> i32 {
        // SAFETY: memory of the fake device is the host's.
        SEEN.lock().expect("no panic").push(unsafe { *context.cast::<i32>() });
        0
    }
    let graph = self::graph();
    add(&graph, NodeKind::Kernel, &[], scaled(x, 1, 4));
    let host = move |_| {
        // SAFETY: called once, with live memory.
        let call = unsafe { HostCall::new(Some(look), None, x.at(0).cast()) };
        Work::Host(Mutex::new(Some(call)))
    };
    add(&graph, NodeKind::Host, &[0], Box::new(host));
    add(&graph, NodeKind::Kernel, &[1], scaled(x, 1, 4));
    let executable = Executable::new(&graph, false).expect("a graph");
    let noted = replay(&executable, &queue, &control);
    assert!(noted.len() == 2 && noted.iter().all(|line| line.starts_with("launch")), "{noted:?}");
    assert_eq!(*SEEN.lock().expect("no panic"), [1]);
    // Memory that was not allocated by the driver.
    let mut own = [0i32; 4];
    let to = Address(own.as_mut_ptr().expose_provenance());
    let graph = self::graph();
    add(&graph, NodeKind::Kernel, &[], scaled(x, 1, 4));
    let copy = move |_| Work::Copy { to: to.at(0), from: x.at(0), bytes: 16 };
    add(&graph, NodeKind::Copy, &[0], Box::new(copy));
    let executable = Executable::new(&graph, false).expect("a graph");
    assert_eq!(replay(&executable, &queue, &control).len(), 2);
    assert_eq!(own, [7; 4]);
    // A single node, and a driver that makes no graphs.
    let graph = self::graph();
    add(&graph, NodeKind::Kernel, &[], scaled(x, 1, 4));
    let executable = Executable::new(&graph, false).expect("a graph");
    assert!(replay(&executable, &queue, &control)[0].starts_with("launch"));
    add(&graph, NodeKind::Kernel, &[0], scaled(x, 1, 4));
    control.fail("cuGraphInstantiateWithFlags", 1);
    let executable = Executable::new(&graph, false).expect("a graph");
    assert_eq!(replay(&executable, &queue, &control).len(), 2);
}

#[test]
fn patterns_and_boxes_are_several_nodes() {
    if !is_child("patterns_and_boxes_are_several_nodes") {
        return;
    }
    let (control, queue) = (Control::new(), Queue::new(device(0), true, false));
    // The driver has no elements of 24 bytes.
    let (count, pattern) = (1000, [1i32, 2, 3, 4, 5, 6]);
    let (a, b) = (memory(count * 24), memory(count * 24));
    let (x, y) = (Address::of(&a), Address::of(&b));
    let graph = graph();
    let bytes: Box<[u8]> = pattern.iter().flat_map(|word| word.to_ne_bytes()).collect();
    let fill = move |_| Work::Fill { to: x.at(0), pattern: bytes.clone(), count };
    add(&graph, NodeKind::Fill, &[], Box::new(fill));
    // The second half of 4 rows in each of 3 slices.
    let copy = move |_| Work::CopyRows {
        to: y.at(0),
        from: x.at(12),
        size: Rows { row: 12, rows: 4, slices: 3 },
        to_pitch: [12, 48],
        from_pitch: [24, 240],
    };
    add(&graph, NodeKind::Copy, &[0], Box::new(copy));
    let set = move |_| Work::FillRows {
        to: y.at(4),
        pattern: 9i32.to_ne_bytes().into(),
        size: Rows { row: 1, rows: 2, slices: 1 },
        pitch: [12, 24],
    };
    add(&graph, NodeKind::Fill, &[1], Box::new(set));
    control.log();
    let executable = Executable::new(&graph, false).expect("a graph");
    assert!(control.noted(&["node"]).len() > 6);
    assert_eq!(replay(&executable, &queue, &control), ["graph s1"]);
    let filled = read(&queue, a.start(), count * 6);
    assert!(filled.chunks(6).all(|part| part == pattern));
    let copied = read(&queue, b.start(), 36);
    let expected: Vec<i32> = (0..12).flat_map(|row| [4, if row < 2 { 9 } else { 5 }, 6]).collect();
    assert_eq!(copied, expected);
}

#[test]
fn faults_name_the_kernels_of_the_graph() {
    if !is_child("faults_name_the_kernels_of_the_graph") {
        return;
    }
    let queue = Queue::new(device(0), true, false);
    let a = memory(16);
    let graph = graph();
    add(&graph, NodeKind::Kernel, &[], scaled(Address::of(&a), 1, 4));
    let wrong = |device: &'static dyn Device| {
        let kernel = simple(c"illegal_address", 0, vec![]);
        device.prepare(kernel, block(&()), range(1, [1, 1, 1])).expect("a launch")
    };
    add(&graph, NodeKind::Kernel, &[0], Box::new(wrong));
    let executable = Executable::new(&graph, false).expect("a graph");
    let command = executable.submit(&queue, &[]).expect("a submission");
    let _ = command.wait();
    let error = queue.take_error().expect("an error").message.clone();
    assert!(error.contains("scale, illegal_address"), "{error}");
}
