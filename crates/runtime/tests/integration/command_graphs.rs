//! Graphs of commands on a device that only records.

use std::sync::Arc;

use crate::recorder::Recorder;
use scythe::backend::Device;
use scythe::core::access::Region;
use scythe::core::buffer::{Buffer, HostMemory};
use scythe::core::command::Command;
use scythe::core::graph::{Executable, Graph, NodeKind, Options, QueueId, Recipe, Recorded};
use scythe::core::queue::{Access, Order, Queue};
use scythe::core::work::{MemoryHint, Work};
use scythe::{Errc, RtError};

/// The numbers of the commands that are ready, in order of numbers.
fn ready_numbers(device: &Recorder) -> Vec<usize> {
    let mut numbers: Vec<usize> = device.ready().iter().map(number).collect();
    numbers.sort_unstable();
    numbers
}

/// Completes the command with a number.
fn end(device: &Recorder, wanted: usize) {
    device.end_first(Ok(()), |command| number(command) == wanted);
}

/// The number of a command: it is a hint about so many bytes.
fn number(command: &Arc<Command>) -> usize {
    match &command.work {
        Work::Hint(hint) => hint.bytes,
        _ => 0,
    }
}

struct Numbered(usize, NodeKind);

impl Recipe for Numbered {
    fn kind(&self) -> NodeKind {
        self.1
    }
    fn work(&self, _: &'static dyn Device, _: &[Access]) -> Result<Work, RtError> {
        Ok(Work::Hint(MemoryHint { start: std::ptr::null(), bytes: self.0, advice: None }))
    }
}

struct Whole(Arc<Executable>);

impl Recipe for Whole {
    fn kind(&self) -> NodeKind {
        NodeKind::Subgraph
    }
    fn work(&self, _: &'static dyn Device, _: &[Access]) -> Result<Work, RtError> {
        panic!("its commands are made one by one")
    }
    fn subgraph(&self) -> Option<&Arc<Executable>> {
        Some(&self.0)
    }
}

fn recorded(recipe: impl Recipe + 'static, after: &[usize]) -> Recorded {
    let accesses = Arc::new([]);
    Recorded { recipe: Arc::new(recipe), accesses, after: after.to_vec(), order: Order::Free }
}

fn numbered(number: usize, after: &[usize]) -> Recorded {
    recorded(Numbered(number, NodeKind::Kernel), after)
}

/// 1, then 2 and 3, then 4.
fn diamond(device: &'static Recorder) -> Arc<Graph> {
    let graph = Graph::new(device, Options::default(), 0);
    for (number, after) in [(1, &[][..]), (2, &[0]), (3, &[0]), (4, &[1, 2])] {
        graph.add(QueueId::NONE, numbered(number, after)).expect("a node");
    }
    graph
}

#[test]
fn commands_run_after_their_predecessors() {
    let device = Recorder::new();
    let ready = Executable::new(&diamond(device), false).expect("a graph");
    let queue = Queue::new(device, false, false);
    let first = ready.submit(&queue, &[]).expect("a submission");
    // Runs of one graph never overlap.
    let second = ready.submit(&queue, &[]).expect("a submission");
    assert_eq!(ready_numbers(device), [1]);
    end(device, 1);
    assert_eq!(ready_numbers(device), [2, 3]);
    end(device, 3);
    assert_eq!(ready_numbers(device), [2]);
    end(device, 2);
    assert_eq!(ready_numbers(device), [4]);
    assert!(!first.is_complete());
    end(device, 4);
    assert!(first.is_complete() && !second.is_complete());
    assert_eq!(ready_numbers(device), [1]);
}

#[test]
fn nested_graphs_act_as_one_node() {
    let device = Recorder::new();
    let inner = Executable::new(&diamond(device), false).expect("a graph");
    let outer = Graph::new(device, Options::default(), 0);
    outer.add(QueueId::NONE, numbered(10, &[])).expect("a node");
    outer.add(QueueId::NONE, recorded(Whole(inner), &[0])).expect("a node");
    outer.add(QueueId::NONE, numbered(20, &[1])).expect("a node");
    let ready = Executable::new(&outer, false).expect("a graph");
    let queue = Queue::new(device, false, false);
    ready.submit(&queue, &[]).expect("a submission");
    for (number, then) in [(10, &[1][..]), (1, &[2, 3]), (2, &[3]), (3, &[4]), (4, &[0])] {
        end(device, number);
        assert_eq!(ready_numbers(device), then, "after {number}");
    }
    end(device, 0);
    assert_eq!(ready_numbers(device), [20]);
}

#[test]
fn edges_may_point_backwards_but_form_no_cycle() {
    let device = Recorder::new();
    let graph = Graph::new(device, Options::default(), 0);
    for number in 1..=3 {
        graph.add(QueueId::NONE, numbered(number, &[])).expect("a node");
    }
    graph.make_edge(2, 0).expect("an edge to an earlier node");
    graph.make_edge(0, 1).expect("an edge");
    let refused = |from, to| graph.make_edge(from, to).expect_err("no edge").code;
    assert_eq!(
        (refused(1, 2), refused(1, 1), refused(0, 3)),
        (Errc::Invalid, Errc::Invalid, Errc::Invalid)
    );
    let ready = Executable::new(&graph, false).expect("a graph");
    let queue = Queue::new(device, false, false);
    ready.submit(&queue, &[]).expect("a submission");
    for number in [3, 1, 2] {
        assert_eq!(ready_numbers(device), [number]);
        end(device, number);
    }
    // Without the check, the error is found when the graph is finalized.
    let unchecked = Options { no_cycle_check: true, ..Options::default() };
    let graph = Graph::new(device, unchecked, 0);
    for number in 1..=2 {
        graph.add(QueueId::NONE, numbered(number, &[])).expect("a node");
    }
    graph.make_edge(0, 1).expect("an edge");
    graph.make_edge(1, 0).expect("an edge");
    assert_eq!(Executable::new(&graph, false).err().expect("no graph").code, Errc::Invalid);
}

#[test]
fn buffers_make_edges() {
    let device = Recorder::new();
    let strict = Graph::new(device, Options::default(), 0);
    let graph = Graph::new(device, Options { buffers: true, ..Options::default() }, 0);
    // SAFETY: no host memory.
    let buffer = unsafe { Buffer::new(100, 1, std::ptr::null_mut(), HostMemory::default()) };
    let buffer = Arc::new(buffer);
    let using = |part: Region, write: bool| {
        let access = Access {
            buffer: Arc::clone(&buffer),
            region: part,
            write,
            discard: false,
            on_host: false,
        };
        Recorded { accesses: Arc::new([access]), ..numbered(1, &[]) }
    };
    let half = |start: usize| Region { byte_offset: start, ..Region::whole(50) };
    let whole = Region::whole(100);
    let refused = strict.add(QueueId::NONE, using(whole, true));
    assert_eq!(refused.expect_err("buffers are not allowed").code, Errc::Invalid);
    let nodes: [(Region, bool, &[usize]); 6] = [
        (whole, true, &[]),
        (half(0), false, &[0]),
        (half(50), false, &[0]),
        (half(0), true, &[0, 1]),
        (half(50), false, &[0]),
        (whole, true, &[0, 2, 3, 4]),
    ];
    for (index, (part, write, before)) in nodes.into_iter().enumerate() {
        graph.add(QueueId::NONE, using(part, write)).expect("a node");
        assert_eq!(graph.neighbours(index, true).expect("a node"), before, "node {index}");
    }
}

#[test]
fn updates_need_nodes_of_the_graph() {
    let device = Recorder::new();
    let (graph, other) = (diamond(device), diamond(device));
    let ready = Executable::new(&graph, true).expect("a graph");
    let fixed = Executable::new(&graph, false).expect("a graph");
    graph.change(1, |_| Ok(Arc::new(Numbered(7, NodeKind::Kernel)))).expect("a change");
    assert!(fixed.update_nodes(&graph, &[1]).is_err());
    assert!(ready.update_nodes(&other, &[1]).is_err());
    assert!(ready.update_nodes(&graph, &[4]).is_err());
    ready.update_nodes(&graph, &[1]).expect("an update");
    let queue = Queue::new(device, false, false);
    ready.submit(&queue, &[]).expect("a submission");
    end(device, 1);
    assert_eq!(ready_numbers(device), [3, 7]);
    end(device, 7);
    end(device, 3);
    end(device, 4);
    // All nodes of another graph with the same edges.
    ready.update_all(&other).expect("an update");
    other.add(QueueId::NONE, numbered(5, &[])).expect("a node");
    assert!(ready.update_all(&other).is_err());
    ready.submit(&queue, &[]).expect("a submission");
    end(device, 1);
    assert_eq!(ready_numbers(device), [2, 3]);
}
