//! Launches that CUDA's driver gets while they are submitted, without an object that keeps what they are: which launches
//! those are, and that nobody can tell the difference. With the driver of `fake_cuda`.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use crate::support::*;
use scythe::backend::IndexSpace;
use scythe::core::command::Command;
use scythe::core::memory::Memory;
use scythe::core::queue::Queue;
use scythe::core::usm::Kind;
use scythe::core::work::{HostCall, Work};
use scythe::{Errc, RtError};
use scythe_image::Kernel;

/// The command of a launch; none if the queue cannot launch it directly.
fn launched<T>(
    queue: &Queue,
    kernel: &'static Kernel,
    arguments: &T,
    space: IndexSpace,
) -> Result<Option<Arc<Command>>, RtError> {
    // The driver copies them, so they may change afterwards.
    let mut block = block(arguments).bytes().to_vec();
    let command = queue.launch(kernel, &block, &space);
    block.fill(0xff);
    command
}

/// `data[i] = data[i] * a + b`.
fn scaled(queue: &Queue, data: *mut u8, b: i32, count: usize) -> Option<Arc<Command>> {
    let space = range(1, [count, 1, 1]);
    launched(queue, scale(), &Scale { data, a: 2, b }, space).expect("a launch")
}

fn numbers(queue: &Queue, count: usize) -> Memory {
    let memory = device(0).allocate(Kind::Device, count * 4, 4, "a test").expect("memory");
    run(queue, Work::Fill { to: memory.start(), pattern: [0].into(), count: count * 4 });
    memory
}

#[test]
fn launches_are_commands_of_their_queue() {
    if !is_child("launches_are_commands_of_their_queue") {
        return;
    }
    let control = Control::new();
    let (queue, other) = (Queue::new(device(0), true, false), Queue::new(device(0), true, false));
    let memory = numbers(&queue, 10);
    let data = memory.start();
    control.hold(true);
    control.log();
    let fill =
        submit(&queue, Work::Fill { to: data, pattern: [1, 0, 0, 0].into(), count: 10 }, &[]);
    let first = scaled(&queue, data, 1, 10).expect("directly");
    let second = scaled(&queue, data, 2, 10).expect("directly");
    let log = control.noted(&["launch", "wait", "synchronize"]);
    assert_eq!(log.len(), 2, "no more than two launches: {log:?}");
    // Their events say what they come after, and that they are not done.
    let before = second.predecessors();
    assert!(matches!(&before[..], [one] if Arc::ptr_eq(one, &first)), "{}", before.len());
    assert!(matches!(&first.predecessors()[..], [one] if Arc::ptr_eq(one, &fill)));
    assert!(!first.is_complete() && !queue.is_empty());
    // Commands of other queues come after them.
    let behind = submit(&other, scaling(device(0), data, 5, range(1, [10, 1, 1])), &[&second]);
    let log = control.noted(&["launch", "wait"]);
    assert!(log[0].starts_with("wait s2 ") && log[1].starts_with("launch scale s2 "), "{log:?}");
    control.hold(false);
    behind.wait().expect("it ends");
    assert!(first.is_complete() && second.is_complete() && fill.is_complete());
    queue.wait().expect("it ends");
    assert!(queue.is_empty() && queue.take_error().is_none());
    assert_eq!(read(&other, data, 10), [21; 10]);
}

#[test]
fn events_can_be_waited_for_later() {
    if !is_child("events_can_be_waited_for_later") {
        return;
    }
    let queue = Queue::new(device(0), true, false);
    let memory = numbers(&queue, 1);
    let mut kept = Vec::new();
    for round in 0..500 {
        let command = scaled(&queue, memory.start(), 1, 1).expect("directly");
        if round % 7 == 0 {
            kept.push(command);
        }
    }
    // The last one first, and some twice.
    for command in kept.iter().rev().chain(&kept) {
        command.wait().expect("it ends");
    }
    drop(queue);
    assert!(kept.iter().all(|command| command.is_complete() && command.predecessors().is_empty()));
}

#[test]
fn other_launches_take_the_usual_path() {
    if !is_child("other_launches_take_the_usual_path") {
        return;
    }
    let (device, control) = (device(0), Control::new());
    let queue = Queue::new(device, true, false);
    let memory = numbers(&queue, 4);
    let data = memory.start();
    control.log();
    assert!(scaled(&Queue::new(device, false, false), data, 1, 4).is_none(), "no order");
    assert!(scaled(&Queue::new(device, true, true), data, 1, 4).is_none(), "times are recorded");
    assert!(scaled(&queue, data, 1, 0).is_none(), "nothing to do");
    // A host task is not done, and nothing after it is with the driver.
    static MAY_END: AtomicBool = AtomicBool::new(false);
    unsafe extern "C" fn wait(_: *mut std::ffi::c_void) -> i32 {
        while !MAY_END.load(Ordering::SeqCst) {
            std::thread::yield_now();
        }
        0
    }
    // SAFETY: the function needs no context.
    let call = unsafe { HostCall::new(Some(wait), None, std::ptr::null_mut()) };
    let task = submit(&queue, Work::Host(Mutex::new(Some(call))), &[]);
    assert!(scaled(&queue, data, 1, 4).is_none(), "behind a host task");
    let behind = submit(&queue, scaling(device, data, 1, range(1, [4, 1, 1])), &[]);
    assert!(scaled(&queue, data, 1, 4).is_none(), "behind a command that waits for one");
    assert_eq!(control.noted(&["launch"]), [""; 0]);
    MAY_END.store(true, Ordering::SeqCst);
    behind.wait().expect("it ends");
    assert!(task.is_complete());
    assert!(scaled(&queue, data, 1, 4).is_some(), "all before it is done");
    assert_eq!(read(&queue, data, 4), [3; 4]);
}

#[test]
fn devices_with_all_memory_of_the_host_keep_launches() {
    let variables = [("FAKE_CUDA_PAGEABLE", "1")];
    let looks =
        |output: &std::process::Output, text: &str| assert!(output.status.success(), "{text}");
    if is_child_that("devices_with_all_memory_of_the_host_keep_launches", &variables, looks) {
        let queue = Queue::new(device(0), true, false);
        let memory = numbers(&queue, 4);
        assert!(scaled(&queue, memory.start(), 1, 4).is_none());
    }
}

#[test]
fn launches_that_are_refused_leave_nothing() {
    if !is_child("launches_that_are_refused_leave_nothing") {
        return;
    }
    let (device, control) = (device(0), Control::new());
    let queue = Queue::new(device, true, false);
    let memory = numbers(&queue, 4);
    let data = memory.start();
    control.log();
    let refused = |kernel, space| {
        let error = launched(&queue, kernel, &Scale { data, a: 2, b: 1 }, space).err();
        (error.expect("an error").code, queue.is_empty())
    };
    let groups = IndexSpace { local: Some([3, 1, 1]), ..range(1, [4, 1, 1]) };
    assert_eq!(refused(scale(), groups), (Errc::NdRange, true));
    assert_eq!(refused(scale(), range(1, [1 << 31, 1, 1])), (Errc::NdRange, true));
    let longer = simple(c"scale", 16, scale_arguments());
    let short = queue.launch(longer, &[0; 4], &range(1, [4, 1, 1]));
    assert!(short.is_err() && queue.is_empty(), "arguments are missing");
    // What the driver refuses is the command's failure, and the queue's error.
    let first = scaled(&queue, data, 1, 4).expect("directly");
    control.fail("cuLaunchKernel", 1);
    let failed = scaled(&queue, data, 1, 4).expect("directly");
    assert!(failed.is_complete() && failed.has_unseen_failure() && first.is_complete());
    let needs = submit(&queue, Work::Empty, &[&failed]);
    assert!(needs.has_unseen_failure());
    let after = scaled(&queue, data, 1, 4);
    let after =
        after.unwrap_or_else(|| submit(&queue, scaling(device, data, 1, range(1, [4, 1, 1])), &[]));
    after.wait().expect("it ends");
    assert!(!after.has_unseen_failure());
    let error = queue.take_error().expect("an error");
    assert_eq!(
        error.message,
        "kernel scale: CUDA: cuLaunchKernel failed: CUDA_ERROR_INVALID_VALUE (what it means)"
    );
    assert!(queue.take_error().is_none());
    assert!(scaled(&queue, data, 1, 4).is_some(), "the next one");
    assert_eq!(read(&queue, data, 4), [7; 4]);
}

#[test]
fn faults_name_kernels_that_were_launched_directly() {
    if !is_child("faults_name_kernels_that_were_launched_directly") {
        return;
    }
    let control = Control::new();
    let queue = Queue::new(device(0), true, false);
    let memory = numbers(&queue, 4);
    control.hold(true);
    scaled(&queue, memory.start(), 1, 4).expect("directly");
    let bad = simple(c"illegal_address", 8, vec![]);
    let bad = launched(&queue, bad, &0u64, range(1, [1, 1, 1])).expect("a launch");
    let behind = scaled(&queue, memory.start(), 1, 4).expect("directly");
    control.hold(false);
    behind.wait().expect("it ends");
    assert!(bad.expect("directly").has_unseen_failure() && behind.is_complete());
    let error = queue.take_error().expect("an error");
    assert_eq!(error.code, Errc::Kernel);
    assert!(error.message.contains("illegal_address"), "{error}");
    let space = range(1, [4, 1, 1]);
    let late = launched(&queue, scale(), &Scale { data: memory.start(), a: 2, b: 1 }, space);
    assert_eq!(late.err().map(|late| late.message.clone()), Some(error.message.clone()));
}

#[test]
fn queues_end_before_their_launches() {
    if !is_child("queues_end_before_their_launches") {
        return;
    }
    let control = Control::new();
    let reader = Queue::new(device(0), true, false);
    let memory = numbers(&reader, 4);
    control.hold(true);
    let mut last = None;
    for b in 0..20 {
        // The next queue has the stream of the one before, whose launches are not done.
        let queue = Queue::new(device(0), true, false);
        last = scaled(&queue, memory.start(), b, 4);
        assert!(last.is_some());
    }
    control.hold(false);
    last.expect("a command").wait().expect("it ends");
    let expected = (0..20).fold(0i32, |value, b| value.wrapping_mul(2) + b);
    assert_eq!(read(&reader, memory.start(), 4), [expected; 4]);
}

#[test]
fn threads_share_a_queue_with_both_kinds_of_launches() {
    if !is_child("threads_share_a_queue_with_both_kinds_of_launches") {
        return;
    }
    const THREADS: usize = 6;
    const ROUNDS: usize = 300;
    let device = device(0);
    let (queue, free) = (Queue::new(device, true, false), Queue::new(device, false, false));
    let memory = numbers(&queue, 1);
    let data = memory.start().expose_provenance();
    let directly = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for number in 0..THREADS {
            let (queue, free, directly) = (&queue, &free, &directly);
            scope.spawn(move || {
                let data = std::ptr::with_exposed_provenance_mut(data);
                for round in 1..=ROUNDS {
                    let (adds, space) = (Scale { data, a: 1, b: 1 }, range(1, [1, 1, 1]));
                    let launched = launched(queue, scale(), &adds, space).expect("a launch");
                    directly.fetch_add(usize::from(launched.is_some()), Ordering::Relaxed);
                    let prepared =
                        || device.prepare(scale(), block(&adds), space).expect("a launch");
                    let last = launched.unwrap_or_else(|| submit(queue, prepared(), &[]));
                    match (round + number) % 50 {
                        0 => last.wait().expect("it ends"),
                        1..10 => drop(submit(queue, prepared(), &[])),
                        10..15 => drop(submit(free, Work::Empty, &[&last])),
                        _ => {}
                    }
                }
            });
        }
    });
    queue.wait().expect("it ends");
    free.wait().expect("it ends");
    let also = (0..THREADS).flat_map(|n| (1..=ROUNDS).map(move |round| (round + n) % 50));
    let expected = THREADS * ROUNDS + also.filter(|at| (1..10).contains(at)).count();
    assert_eq!(read(&queue, memory.start(), 1), [expected as i32]);
    assert!(directly.into_inner() > 0);
}

#[test]
fn configurations_are_those_of_the_index_space() {
    if !is_child("configurations_are_those_of_the_index_space") {
        return;
    }
    let control = Control::new();
    let queue = Queue::new(device(0), true, false);
    let memory = numbers(&queue, 40);
    let data = memory.start();
    let kernel = scale();
    let sizes = [3, 40, 7, 1, 12, 33];
    let mut expected = [0; 40];
    control.log();
    for round in 0..3 {
        for count in sizes {
            let whole = range(1, [count, 1, 1]);
            let in_groups = IndexSpace { local: Some([1; 3]), ..whole };
            for space in [whole, in_groups] {
                launched(&queue, kernel, &Scale { data, a: 1, b: round }, space)
                    .expect("a launch")
                    .expect("directly");
                expected[..count].iter_mut().for_each(|element| *element += round);
            }
        }
    }
    let log = control.noted(&["launch"]);
    assert_eq!(log.len(), 36);
    // More index spaces than are kept: all rounds are alike.
    let place = |line: &String| line.split(' ').skip(3).map(str::to_owned).collect::<Vec<_>>();
    let places: Vec<_> = log.iter().map(place).collect();
    assert_eq!(places[..12], places[12..24], "{log:?}");
    assert_eq!(places[..12], places[24..], "{log:?}");
    assert_ne!(places[2], places[3], "with and without a size of work-groups: {log:?}");
    assert_eq!(read(&queue, data, 40), expected);
    // A launch that is not allowed stays so.
    for _ in 0..2 {
        let space = IndexSpace { local: Some([5, 1, 1]), ..range(1, [12, 1, 1]) };
        let refused = launched(&queue, kernel, &Scale { data, a: 1, b: 1 }, space);
        assert_eq!(refused.err().expect("12 is no multiple of 5").code, Errc::NdRange);
    }
}
