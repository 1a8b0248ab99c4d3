//! The command graph on a device that only records: when commands become ready, without threads or kernels.

use std::ffi::c_void;
use std::sync::{Arc, Mutex};

use crate::recorder::Recorder;
use scythe::core::access::Region;
use scythe::core::buffer::{Buffer, HostAccess, HostMemory};
use scythe::core::command::Command;
use scythe::core::queue::{Access, Order, Queue};
use scythe::core::work::{HostCall, Work};
use scythe::{Errc, RtError};

/// Device operations by command.
trait ByCommand {
    fn is_ready(&self, command: &Arc<Command>) -> bool;
    fn end(&self, command: &Arc<Command>);
}

impl ByCommand for Recorder {
    fn is_ready(&self, command: &Arc<Command>) -> bool {
        self.ready().iter().any(|c| Arc::ptr_eq(c, command))
    }

    fn end(&self, command: &Arc<Command>) {
        self.end_first(Ok(()), |c| Arc::ptr_eq(c, command));
    }
}

fn buffer(bytes: usize) -> Arc<Buffer> {
    // SAFETY: no host memory.
    Arc::new(unsafe { Buffer::new(bytes, 1, std::ptr::null_mut(), HostMemory::default()) })
}

/// A box of a buffer, as a ranged accessor has it.
fn ranged(buffer: &Arc<Buffer>, offset: usize, count: usize, write: bool) -> Access {
    let region = Region {
        element_size: 1,
        byte_offset: 0,
        shape: [1, 1, 100],
        offset: [0, 0, offset],
        range: [1, 1, count],
    };
    Access { buffer: Arc::clone(buffer), region, write, discard: false, on_host: false }
}

/// A sub-buffer.
fn part(buffer: &Arc<Buffer>, offset: usize, count: usize, write: bool) -> Access {
    let region = Region { byte_offset: offset, ..Region::whole(count) };
    Access { buffer: Arc::clone(buffer), region, write, discard: false, on_host: false }
}

fn whole(buffer: &Arc<Buffer>, write: bool) -> Access {
    part(buffer, 0, 100, write)
}

fn submit(queue: &Queue, accesses: Vec<Access>) -> Arc<Command> {
    queue.submit(Work::Empty, &[], accesses, None)
}

#[test]
fn readers_run_together_and_writers_wait_for_them() {
    let device = Recorder::new();
    let queue = Queue::new(device, false, false);
    let b = buffer(100);
    let write = submit(&queue, vec![whole(&b, true)]);
    let read_1 = submit(&queue, vec![whole(&b, false)]);
    let read_2 = submit(&queue, vec![whole(&b, false)]);
    let again = submit(&queue, vec![whole(&b, true)]);
    assert!(device.is_ready(&write) && !device.is_ready(&read_1) && !device.is_ready(&read_2));
    device.end(&write);
    assert!(device.is_ready(&read_1) && device.is_ready(&read_2), "read after write");
    device.end(&read_1);
    assert!(!device.is_ready(&again), "write after read: one reader is left");
    device.end(&read_2);
    assert!(device.is_ready(&again));
}

#[test]
fn disjoint_parts_are_independent() {
    let device = Recorder::new();
    let queue = Queue::new(device, false, false);
    let b = buffer(100);
    let left = submit(&queue, vec![part(&b, 0, 50, true)]);
    let right = submit(&queue, vec![part(&b, 50, 50, true)]);
    let across = submit(&queue, vec![part(&b, 49, 2, false)]);
    assert!(device.is_ready(&left) && device.is_ready(&right) && !device.is_ready(&across));
    device.end(&left);
    assert!(!device.is_ready(&across));
    device.end(&right);
    assert!(device.is_ready(&across));
}

#[test]
fn a_box_of_a_buffer_is_ordered_like_all_of_it() {
    let device = Recorder::new();
    let queue = Queue::new(device, false, false);
    let b = buffer(100);
    let left = submit(&queue, vec![ranged(&b, 0, 50, true)]);
    let right = submit(&queue, vec![ranged(&b, 50, 50, false)]);
    let nothing = submit(&queue, vec![ranged(&b, 50, 0, false)]);
    assert!(device.is_ready(&left) && !device.is_ready(&right) && !device.is_ready(&nothing));
    device.end(&left);
    assert!(device.is_ready(&right) && device.is_ready(&nothing));
}

#[test]
fn a_write_to_a_part_does_not_hide_older_accesses_to_the_rest() {
    let device = Recorder::new();
    let queue = Queue::new(device, false, false);
    let b = buffer(100);
    let first = submit(&queue, vec![whole(&b, true)]);
    let part_1 = submit(&queue, vec![part(&b, 0, 10, true)]);
    let rest = submit(&queue, vec![part(&b, 50, 10, true)]);
    assert!(!device.is_ready(&part_1) && !device.is_ready(&rest));
    device.end(&first);
    assert!(device.is_ready(&part_1) && device.is_ready(&rest));
}

#[test]
fn in_order_queues_keep_their_order_and_share_buffers_with_others() {
    let device = Recorder::new();
    let in_order = Queue::new(device, true, false);
    let other = Queue::new(device, false, false);
    let b = buffer(100);
    let first = submit(&in_order, vec![]);
    let second = submit(&in_order, vec![whole(&b, true)]);
    let outside = submit(&other, vec![whole(&b, false)]);
    assert!(device.is_ready(&first) && !device.is_ready(&second) && !device.is_ready(&outside));
    device.end(&first);
    assert!(device.is_ready(&second) && !device.is_ready(&outside));
    device.end(&second);
    assert!(device.is_ready(&outside));
}

#[test]
fn barriers_come_after_all_and_gates_after_what_they_name() {
    let device = Recorder::new();
    let queue = Queue::new(device, false, false);
    let stand =
        |order, after: &[Arc<Command>]| queue.submit_as(order, Work::Empty, after, vec![], None);
    let a = submit(&queue, vec![]);
    let b = submit(&queue, vec![]);
    let gate = stand(Order::Gate, &[Arc::clone(&b)]);
    let behind_gate = submit(&queue, vec![]);
    assert!(!device.is_ready(&gate) && !device.is_ready(&behind_gate));
    device.end(&b);
    assert!(device.is_ready(&gate), "a gate waits for nothing but what it names");
    device.end(&gate);
    assert!(device.is_ready(&behind_gate));

    let barrier = stand(Order::Barrier, &[]);
    let second = stand(Order::Barrier, &[]);
    let behind = submit(&queue, vec![]);
    device.end(&behind_gate);
    assert!(!device.is_ready(&barrier), "a barrier waits for all there is");
    device.end(&a);
    assert!(device.is_ready(&barrier) && !device.is_ready(&second) && !device.is_ready(&behind));
    device.end(&barrier);
    assert!(device.is_ready(&second) && !device.is_ready(&behind));
    assert!(!queue.is_empty());
    device.end(&second);
    device.end(&behind);
    assert!(queue.is_empty());
    assert!(device.is_ready(&submit(&queue, vec![])), "what is complete is no gate");
}

#[test]
fn explicit_dependencies() {
    let device = Recorder::new();
    let queue = Queue::new(device, false, false);
    let a = submit(&queue, vec![]);
    let b = submit(&queue, vec![]);
    let c =
        queue.submit(Work::Empty, &[Arc::clone(&a), Arc::clone(&b), Arc::clone(&a)], vec![], None);
    assert_eq!(c.predecessors().len(), 3, "named twice counts twice, and is released twice");
    device.end(&a);
    assert!(!device.is_ready(&c));
    device.end(&b);
    assert!(device.is_ready(&c));
    let d = queue.submit(Work::Empty, &[a, b], vec![], None);
    assert!(device.is_ready(&d), "what is complete is not waited for");
}

#[test]
fn the_host_finishes_a_command_before_others_see_it_complete() {
    static CALLS: Mutex<Vec<&str>> = Mutex::new(Vec::new());
    fn note(what: &'static str) {
        CALLS.lock().expect("no test panics with the lock").push(what);
    }
    extern "C" fn run(command: *mut c_void) -> i32 {
        // SAFETY: the test passes its own command, which is alive.
        let command = unsafe { &*command.cast::<Arc<Command>>() };
        note(if command.is_complete() { "run too late" } else { "run" });
        0
    }
    extern "C" fn dropped(_: *mut c_void) {
        note("drop");
    }
    let device = Recorder::new();
    let queue = Queue::new(device, false, false);
    let mut place = std::mem::MaybeUninit::<Arc<Command>>::uninit();
    let context = place.as_mut_ptr().cast();
    // SAFETY: the functions only log.
    let call = unsafe { HostCall::new(Some(run), Some(dropped), context) };
    let first = queue.submit(Work::Empty, &[], vec![], Some(call));
    place.write(Arc::clone(&first));
    let second = queue.submit(Work::Empty, &[Arc::clone(&first)], vec![], None);
    assert!(CALLS.lock().expect("no test panics with the lock").is_empty());
    device.end(&first);
    assert_eq!(*CALLS.lock().expect("no test panics with the lock"), ["run", "drop"]);
    assert!(first.is_complete() && device.is_ready(&second));
    // SAFETY: written above.
    unsafe { place.assume_init_drop() };
}

#[test]
fn one_command_may_access_a_buffer_twice() {
    let device = Recorder::new();
    let queue = Queue::new(device, false, false);
    let b = buffer(100);
    let both = submit(&queue, vec![whole(&b, false), whole(&b, true)]);
    assert!(device.is_ready(&both), "it does not wait for itself");
    let next = submit(&queue, vec![whole(&b, false)]);
    assert!(!device.is_ready(&next));
    device.end(&both);
    assert!(device.is_ready(&next));
}

#[test]
fn empty_accesses_order_nothing() {
    let device = Recorder::new();
    let queue = Queue::new(device, false, false);
    let b = buffer(100);
    let write = submit(&queue, vec![whole(&b, true)]);
    let nothing = submit(&queue, vec![part(&b, 10, 0, true)]);
    assert!(device.is_ready(&write) && device.is_ready(&nothing));
}

#[test]
fn host_accesses_hold_commands_back() {
    let device = Recorder::new();
    let queue = Queue::new(device, false, false);
    let b = buffer(100);
    let (held, address) =
        HostAccess::acquire(&b, Region::whole(100), true, false).expect("memory for 100 bytes");
    assert!(!address.is_null());
    let read = submit(&queue, vec![whole(&b, false)]);
    assert!(!device.is_ready(&read));
    drop(held);
    assert!(device.is_ready(&read));
    let (reading, _) = HostAccess::acquire(&b, Region::whole(100), false, false).expect("memory");
    let read_too = submit(&queue, vec![whole(&b, false)]);
    assert!(device.is_ready(&read_too), "readers do not disturb each other");
    drop(reading);
}

#[test]
fn host_accesses_wait_for_commands() {
    let device = Recorder::new();
    let queue = Queue::new(device, false, false);
    let b = buffer(100);
    let write = submit(&queue, vec![whole(&b, true)]);
    let at_host = {
        let b = Arc::clone(&b);
        std::thread::spawn(move || {
            HostAccess::acquire(&b, Region::whole(100), false, false).is_ok()
        })
    };
    std::thread::sleep(std::time::Duration::from_millis(20));
    assert!(!at_host.is_finished(), "the write is not complete");
    device.end(&write);
    assert!(at_host.join().expect("no panic"));
}

#[test]
fn waiting_for_a_buffer_does_not_wait_for_host_accesses() {
    let device = Recorder::new();
    let queue = Queue::new(device, false, false);
    let b = buffer(100);
    let (_held, _) = HostAccess::acquire(&b, Region::whole(100), false, false).expect("memory");
    let read = submit(&queue, vec![whole(&b, false)]);
    device.end(&read);
    b.wait().expect("nothing is pending");
}

#[test]
fn errors_reach_the_queue_once_and_keep_its_order() {
    let device = Recorder::new();
    let queue = Queue::new(device, true, false);
    let bad = submit(&queue, vec![]);
    let next = submit(&queue, vec![]);
    let handed_on = bad.complete(Err(RtError::new(Errc::Kernel, "it broke")));
    assert!(handed_on.is_some_and(|c| Arc::ptr_eq(&c, &next)));
    let error = queue.take_error().expect("the error is there");
    assert_eq!((error.code, error.message.as_str()), (Errc::Kernel, "it broke"));
    assert!(queue.take_error().is_none(), "once");
}

#[test]
fn failures_propagate_along_events_and_buffers() {
    let device = Recorder::new();
    let queue = Queue::new(device, false, false);
    let (a, b) = (buffer(100), buffer(100));
    let bad = submit(&queue, vec![whole(&a, true)]);
    let reader = submit(&queue, vec![whole(&a, false), whole(&b, true)]);
    let after_reader = submit(&queue, vec![whole(&b, false)]);
    let other = submit(&queue, vec![]);
    let _ = bad.complete(Err(RtError::invalid("known").as_reported()));
    assert!(reader.is_complete() && after_reader.is_complete() && !device.is_ready(&after_reader));
    assert!(device.is_ready(&other), "it has nothing to do with it");
    assert!(queue.take_error().is_none(), "the program has it already");
    for _ in 0..2 {
        assert!(!device.is_ready(&submit(&queue, vec![whole(&a, false)])), "nothing has waited");
    }
    after_reader.wait().expect("complete");
    assert!(device.is_ready(&submit(&queue, vec![whole(&a, false)])), "a thread has waited");
    let named = queue.submit(Work::Empty, &[bad], vec![], None);
    assert!(named.is_complete() && !device.is_ready(&named), "a failed event never comes");
}

#[test]
fn calls_behind_a_failure_are_dropped_and_not_made() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static DROPPED: AtomicUsize = AtomicUsize::new(0);
    extern "C" fn run(_: *mut c_void) -> i32 {
        panic!("the command before it failed")
    }
    extern "C" fn dropped(_: *mut c_void) {
        DROPPED.fetch_add(1, Ordering::Relaxed);
    }
    // SAFETY: they do nothing with the context.
    let call = || unsafe { HostCall::new(Some(run), Some(dropped), std::ptr::null_mut()) };
    let device = Recorder::new();
    let queue = Queue::new(device, true, false);
    let bad = submit(&queue, vec![]);
    let work = Work::Host(Mutex::new(Some(call())));
    let task = queue.submit(work, &[Arc::clone(&bad)], vec![], Some(call()));
    // Many, so that recursion would show.
    let mut last = Arc::clone(&task);
    for _ in 0..60_000 {
        last = queue.submit(Work::Empty, &[last], vec![], None);
    }
    let _ = bad.complete(Err(RtError::invalid("it broke")));
    assert!(task.is_complete() && last.is_complete());
    assert_eq!(DROPPED.load(Ordering::Relaxed), 2, "before the command counts as complete");
}

#[test]
fn buffers_live_until_their_commands_end() {
    let device = Recorder::new();
    let queue = Queue::new(device, false, false);
    let b = buffer(100);
    let alive = Arc::downgrade(&b);
    let command = submit(&queue, vec![whole(&b, true)]);
    drop(b);
    assert!(alive.upgrade().is_some(), "the command holds it");
    device.end(&command);
    assert!(alive.upgrade().is_none(), "no reference");
}

#[test]
fn long_chains_are_freed_without_recursion() {
    let device = Recorder::new();
    let queue = Queue::new(device, false, false);
    let b = buffer(100);
    let chain: Vec<_> = (0..60_000).map(|_| submit(&queue, vec![whole(&b, true)])).collect();
    for command in &chain {
        // The successor is the next in the list.
        let _ = command.complete(Ok(()));
    }
    drop(queue);
    device.ready().clear();
    drop(chain);
}

#[test]
fn a_long_chain_that_never_runs_is_freed() {
    let device = Recorder::new();
    let queue = Queue::new(device, true, false);
    for _ in 0..10_000 {
        submit(&queue, vec![]);
    }
    assert!(!queue.is_empty());
}

/// The access of a random command: buffer, offset, count, whether it writes.
type Wanted = (usize, usize, usize, bool);

/// Random commands on a few buffers: whatever order a device chooses among ready commands, conflicting
/// commands run in the order of submission.
#[test]
fn random_graphs_respect_program_order() {
    let mut seed = 42u64;
    let mut next = move |n: usize| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % n
    };
    for _ in 0..200 {
        let device = Recorder::new();
        let queues = [Queue::new(device, false, false), Queue::new(device, true, false)];
        let buffers: Vec<_> = (0..3).map(|_| buffer(100)).collect();
        let mut submitted: Vec<(Arc<Command>, Vec<Wanted>, usize)> = Vec::new();
        for _ in 0..30 {
            let q = next(2);
            let wanted: Vec<_> = (0..next(3) + 1)
                .map(|_| {
                    let offset = next(90);
                    (next(3), offset, next(100 - offset), next(2) == 0)
                })
                .collect();
            let accesses = wanted.iter().map(|&(b, o, n, w)| part(&buffers[b], o, n, w)).collect();
            submitted.push((submit(&queues[q], accesses), wanted, q));
        }
        let mut ended: Vec<usize> = Vec::new();
        while ended.len() < submitted.len() {
            let ready: Vec<usize> = (0..submitted.len())
                .filter(|i| device.is_ready(&submitted[*i].0) && !ended.contains(i))
                .collect();
            assert!(!ready.is_empty(), "a cycle");
            let pick = ready[next(ready.len())];
            device.end(&submitted[pick].0);
            ended.push(pick);
        }
        let when = |i: usize| ended.iter().position(|&e| e == i).expect("all ended");
        for later in 0..submitted.len() {
            for earlier in 0..later {
                let conflict = submitted[earlier].1.iter().any(|a| {
                    submitted[later].1.iter().any(|b| {
                        a.0 == b.0
                            && (a.3 || b.3)
                            && a.2 > 0
                            && b.2 > 0
                            && a.1 < b.1 + b.2
                            && b.1 < a.1 + a.2
                    })
                });
                let in_order = submitted[earlier].2 == 1 && submitted[later].2 == 1;
                if conflict || in_order {
                    assert!(when(earlier) < when(later), "{earlier} and {later} changed places");
                }
            }
        }
    }
}

/// Submissions from many threads that share buffers in different orders make no cycle.
#[test]
fn many_threads_make_no_cycle() {
    let device = Recorder::new();
    let a = buffer(100);
    let b = buffer(100);
    let threads: Vec<_> = (0..4)
        .map(|t| {
            let (a, b) = (Arc::clone(&a), Arc::clone(&b));
            std::thread::spawn(move || {
                let queue = Queue::new(device, false, false);
                (0..500)
                    .map(|_| {
                        let mut accesses = vec![whole(&a, true), whole(&b, true)];
                        if t % 2 == 0 {
                            accesses.reverse();
                        }
                        submit(&queue, accesses)
                    })
                    .collect::<Vec<_>>()
            })
        })
        .collect();
    let all: Vec<_> = threads.into_iter().flat_map(|t| t.join().expect("no panic")).collect();
    for _ in 0..all.len() {
        let ready = all.iter().find(|c| device.is_ready(c) && !c.is_complete());
        device.end(ready.expect("one is always ready"));
    }
    assert!(all.iter().all(|c| c.is_complete()));
}
