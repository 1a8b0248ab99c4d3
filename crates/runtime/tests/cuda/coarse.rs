//! Kernels on CUDA devices that have a version whose work-items each process several items, with the driver of
//! `fake_cuda`: which launches get it, and of how many work-items.

use std::ffi::CStr;
use std::sync::Arc;

use crate::support::*;
use scythe::backend::{Device, IndexSpace};
use scythe::core::graph::{Executable, Graph, NodeKind, Options, QueueId, Recipe, Recorded};
use scythe::core::memory::Memory;
use scythe::core::queue::{Access, Order, Queue};
use scythe::core::usm::Kind;
use scythe::core::work::Work;
use scythe::{Errc, RtError};
use scythe_image::{Kernel, Variant};

/// The least number of work-items for that: the device has 132 multiprocessors.
const ENOUGH: usize = 132 * 2048;
/// A range with more than enough.
const LARGE: [usize; 3] = [1081, 1009, 1];

/// `scale`, with a version named `function` for four items in y.
fn coarse(function: &'static CStr) -> &'static Kernel {
    Box::leak(Box::new(new_coarse(function)))
}

fn new_coarse(function: &'static CStr) -> Kernel {
    let arguments = scale_arguments;
    let several = code(module(c"ptx"), function, arguments(), std::ptr::null(), (4, 1));
    let single = code(module(c"ptx"), c"scale", arguments(), several, (1, 0));
    let plain = variant(module(c"ptx"), c"scale", (c"sm_75", c"ptx"), 0, arguments());
    let variants: &'static [Variant] = Box::leak(Box::new([Variant { kernel: single, ..plain }]));
    let args_size = size_of::<Scale>() as u64;
    Kernel { args_size, args_align: 8, ..Kernel::of_variants(c"scale", variants) }
}

fn scaled(
    device: &dyn Device,
    kernel: &'static Kernel,
    memory: &Memory,
    space: IndexSpace,
) -> Result<Work, RtError> {
    device.prepare(kernel, block(&Scale { data: memory.start(), a: 2, b: 1 }), space)
}

#[test]
fn large_launches_have_fewer_work_items() {
    if !is_child("large_launches_have_fewer_work_items") {
        return;
    }
    let (device, control) = (device(0), Control::new());
    let queue = Queue::new(device, true, false);
    let kernel = coarse(c"scale4");
    let memory = device.allocate(Kind::Device, 6 << 20, 4, "a test").expect("memory");
    for (dims, global, local, launch) in [
        // Rows that are no multiple of four, and columns that are no multiple of a block.
        (2, [1056, 1024, 1], None, "scale4 s1 [16, 66, 1] [64, 4, 1]"),
        (2, [1053, 1024, 1], None, "scale4 s1 [16, 66, 1] [64, 4, 1]"),
        (2, [1058, 1025, 1], None, "scale4 s1 [17, 67, 1] [64, 4, 1]"),
        (2, [1, ENOUGH, 1], None, "scale4 s1 [1056, 1, 1] [256, 1, 1]"),
        (2, [3, ENOUGH, 1], None, "scale4 s1 [1056, 1, 1] [256, 1, 1]"),
        (3, [3, 264, 1025], None, "scale s1 [17, 66, 3] [64, 4, 1]"),
        (3, [3, 350, 1025], None, "scale4 s1 [17, 22, 3] [64, 4, 1]"),
        // Too few work-items, no such dimension, chosen work-groups, no items.
        (2, [1052, 1024, 1], None, "scale s1 [16, 263, 1] [64, 4, 1]"),
        (1, [4 * ENOUGH, 1, 1], None, "scale s1 [4224, 1, 1] [256, 1, 1]"),
        (2, [1056, 1024, 1], Some([4, 64, 1]), "scale s1 [16, 264, 1] [64, 4, 1]"),
        (2, [0, ENOUGH, 1], None, ""),
        (2, [ENOUGH, 0, 1], None, ""),
    ] {
        let count = global[..dims as usize].iter().product::<usize>() + 1;
        run(&queue, Work::Fill { to: memory.start(), pattern: [3, 0, 0, 0].into(), count });
        control.log();
        let space = IndexSpace { local, ..range(dims, global) };
        run(&queue, scaled(device, kernel, &memory, space).expect("a launch"));
        let log = control.noted(&["launch"]).join("");
        let expected = if launch.is_empty() { String::new() } else { format!("launch {launch} 0") };
        assert_eq!(log, expected, "{global:?}");
        let back = read(&queue, memory.start(), count);
        assert!(back[..count - 1].iter().all(|&found| found == 7), "{global:?}");
        assert_eq!(back[count - 1], 3, "beyond {global:?}");
    }
}

#[test]
fn coarse_code_is_loaded_for_launches_that_use_it() {
    if !is_child("coarse_code_is_loaded_for_launches_that_use_it") {
        return;
    }
    let (device, control) = (device(0), Control::new());
    let memory = device.allocate(Kind::Device, 8 << 20, 4, "a test").expect("memory");
    let loads = |kernel, space| {
        control.log();
        scaled(device, kernel, &memory, space).map(|_| control.noted(&["function"]))
    };
    let kernel = coarse(c"scale4");
    let small = range(2, [10, 10, 1]);
    assert_eq!(loads(kernel, small).expect("a launch"), ["function scale"]);
    assert_eq!(loads(kernel, range(2, LARGE)).expect("a launch"), ["function scale4"]);
    assert_eq!(loads(kernel, range(2, LARGE)).expect("a launch"), [""; 0]);
    let broken = coarse(c"missing");
    assert_eq!(loads(broken, small).expect("a launch"), ["function scale"]);
    assert_eq!(loads(broken, range(2, LARGE)).expect_err("no function").code, Errc::Build);
    // Neighbouring work-items would no longer access neighbouring memory.
    let along = Box::leak(Box::new(Kernel { shape: 2, ..new_coarse(c"scale4") }));
    assert_eq!(loads(along, range(2, LARGE)).expect("a launch"), ["function scale"]);
    // Ids of items beyond the range have 31 bits, too.
    let late = IndexSpace { offset: [(1 << 31) - 1100, 0, 0], ..range(2, LARGE) };
    assert_eq!(loads(coarse(c"scale4"), late).expect("a launch"), ["function scale"]);
    let late = IndexSpace { offset: [(1 << 31) - 40_000, 0, 0], ..range(2, LARGE) };
    let both = loads(coarse(c"scale4"), late).expect("a launch");
    assert_eq!(both, ["function scale", "function scale4"]);
}

#[test]
fn graphs_have_either_version() {
    if !is_child("graphs_have_either_version") {
        return;
    }
    let (device, control) = (device(0), Control::new());
    let queue = Queue::new(device, true, false);
    let count = LARGE[0] * LARGE[1];
    let memory = device.allocate(Kind::Device, count * 4, 4, "a test").expect("memory");
    run(&queue, Work::Fill { to: memory.start(), pattern: [0].into(), count: count * 4 });
    let kernel = coarse(c"scale4");
    let launch = |global| Arc::new(Launched(kernel, memory.start().expose_provenance(), global));
    let graph = Graph::new(device, Options::default(), 0);
    for (after, global) in [(vec![], LARGE), (vec![0], [5, 3, 1])] {
        let (recipe, accesses) = (launch(global), Arc::new([]));
        let recorded = Recorded { recipe, accesses, after, order: Order::Free };
        graph.add(QueueId::NONE, recorded).expect("a node");
    }
    control.log();
    let executable = Executable::new(&graph, true).expect("a graph");
    assert_eq!(
        control.noted(&["node"]),
        [
            "node n0 kernel scale4 [16, 68, 1] [64, 4, 1] 0 after []",
            "node n1 kernel scale [1, 1, 1] [4, 8, 1] 0 after [0]",
        ]
    );
    let replay = || executable.submit(&queue, &[]).expect("a graph").wait().expect("it ends");
    replay();
    let back = read(&queue, memory.start(), count);
    assert!(back[..15].iter().all(|&found| found == 3), "{:?}", &back[..15]);
    assert!(back[15..].iter().all(|&found| found == 1));
    // The node that was large is small now, and the other way round.
    graph.change(0, |_| Ok(launch([3, 5, 1]))).expect("a change");
    graph.change(1, |_| Ok(launch(LARGE))).expect("a change");
    control.log();
    executable.update_nodes(&graph, &[0, 1]).expect("an update");
    assert_eq!(
        control.noted(&["set", "node"]),
        [
            "set n0 kernel scale [1, 1, 1] [8, 4, 1] 0",
            "set n1 kernel scale4 [16, 68, 1] [64, 4, 1] 0",
        ]
    );
    replay();
    let back = read(&queue, memory.start(), count);
    assert!(back[..15].iter().all(|&found| found == 15), "{:?}", &back[..15]);
    assert!(back[15..].iter().all(|&found| found == 3));
}

/// A launch in a graph.
struct Launched(&'static Kernel, usize, [usize; 3]);

impl Recipe for Launched {
    fn kind(&self) -> NodeKind {
        NodeKind::Kernel
    }

    fn work(&self, device: &'static dyn Device, _: &[Access]) -> Result<Work, RtError> {
        let Self(kernel, data, global) = *self;
        let data = std::ptr::with_exposed_provenance_mut(data);
        device.prepare(kernel, block(&Scale { data, a: 2, b: 1 }), range(2, global))
    }
}
