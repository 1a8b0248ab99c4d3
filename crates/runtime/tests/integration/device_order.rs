//! Devices that order commands themselves: when they get commands, and which threads learn of completion. The
//! devices are simulated: they take commands with the events of their predecessors, and complete them when
//! the test says so.

use std::sync::{Arc, Mutex};

use scythe::backend::info::DeviceInfo;
use scythe::backend::{AllBefore, Device, IndexSpace, NativeEvent};
use scythe::core::access::Region;
use scythe::core::buffer::{Buffer, HostAccess, HostMemory};
use scythe::core::command::Command;
use scythe::core::queue::{Access, Order, Queue};
use scythe::core::work::{Arguments, DeviceWork, HostCall, Work};
use scythe::{Errc, RtError};

/// A device with memory that it shares with the host.
#[derive(Default)]
struct Driver {
    has: Mutex<Vec<Given>>,
    expected: Mutex<Vec<Arc<Command>>>,
}

/// A command as the device got it.
struct Given {
    command: Arc<Command>,
    after: Vec<usize>,
    needed: usize,
    cancelled: bool,
}

/// The native event of a command: its index among those that the device got.
struct Number(usize);

impl Device for Driver {
    fn info(&self) -> &DeviceInfo {
        panic!("the graph does not ask")
    }
    fn prepare(
        &self,
        _: &'static scythe_image::Kernel,
        _: Arguments,
        _: IndexSpace,
    ) -> Result<Work, RtError> {
        Ok(Work::Empty)
    }
    fn orders(&self, work: &Work) -> bool {
        !matches!(work, Work::Host(_))
    }
    fn enqueue(&self, command: Arc<Command>, after: AllBefore) {
        if let Work::Host(_) = &command.work {
            // SAFETY: the test's own call, made once.
            let result = unsafe { command.work.run(0..1) };
            if let Some(next) = command.complete(result) {
                next.hand_over();
            }
            return;
        }
        let number = {
            let mut has = self.has.lock().expect("no test panics with the lock");
            has.push(Given {
                after: after.iter().map(|b| b.event.object::<Number>().expect("ours").0).collect(),
                needed: after.iter().filter(|before| before.is_needed).count(),
                cancelled: command.is_cancelled(),
                command: Arc::clone(&command),
            });
            has.len() - 1
        };
        let report = command.enqueued(NativeEvent::Object(Arc::new(Number(number))));
        if report.expected {
            self.expect(&command);
        }
        for next in report.ready {
            next.hand_over();
        }
    }
    fn expect(&self, command: &Arc<Command>) {
        self.expected.lock().expect("no test panics with the lock").push(Arc::clone(command));
    }
    fn help(&self, awaited: &Arc<Command>) -> bool {
        // A waiting thread lets the device do everything up to the awaited command.
        let Some(event) = awaited.event() else { return false };
        let number = event.object::<Number>().expect("ours").0;
        for number in 0..=number {
            self.end(number, Ok(()));
        }
        true
    }
}

impl Driver {
    fn new() -> &'static Self {
        Box::leak(Box::default())
    }

    fn count(&self) -> usize {
        self.has.lock().expect("no test panics with the lock").len()
    }

    fn after(&self, number: usize) -> Vec<usize> {
        self.has.lock().expect("no test panics with the lock")[number].after.clone()
    }

    fn given<T>(&self, number: usize, ask: impl FnOnce(&Given) -> T) -> T {
        ask(&self.has.lock().expect("no test panics with the lock")[number])
    }

    fn is_expected(&self, command: &Arc<Command>) -> bool {
        let expected = self.expected.lock().expect("no test panics with the lock");
        expected.iter().any(|other| Arc::ptr_eq(other, command))
    }

    /// Completes a command, as a driver would, unless it is complete.
    fn end(&self, number: usize, result: Result<(), RtError>) {
        let command = self.given(number, |given| Arc::clone(&given.command));
        if !command.is_complete()
            && let Some(next) = command.complete(result)
        {
            next.hand_over();
        }
    }
}

struct Nothing;

impl DeviceWork for Nothing {
    fn arguments(&self) -> Option<&[u8]> {
        None
    }
}

fn work() -> Work {
    Work::Device(Box::new(Nothing))
}

fn boom() -> RtError {
    RtError::new(Errc::Runtime, "boom")
}

fn host_call(run: unsafe extern "C" fn(*mut std::ffi::c_void) -> i32) -> HostCall {
    // SAFETY: the functions of this file take no context.
    unsafe { HostCall::new(Some(run), None, std::ptr::null_mut()) }
}

unsafe extern "C" fn succeed(_: *mut std::ffi::c_void) -> i32 {
    0
}

fn host_task() -> Work {
    Work::Host(Mutex::new(Some(host_call(succeed))))
}

#[test]
fn chains_go_to_the_device_at_once() {
    let device = Driver::new();
    let queue = Queue::new(device, true, false);
    let commands: Vec<_> = (0..5).map(|_| queue.submit(work(), &[], vec![], None)).collect();
    assert_eq!(device.count(), 5, "none is complete, and the device has them all");
    assert_eq!(device.after(4), [3]);
    assert_eq!(device.given(4, |given| given.needed), 0, "only the order of the queue");
    assert!(commands.iter().all(|command| !device.is_expected(command)), "no request");
    queue.wait().expect("it ends");
    assert!(commands.iter().all(|command| command.is_complete()));

    let queue = Queue::new(device, false, false);
    let a = queue.submit(work(), &[], vec![], None);
    let b = queue.submit(work(), &[], vec![], None);
    let _ = queue.submit(work(), &[a, b], vec![], None);
    assert_eq!(device.after(7), [5, 6], "events of the program");
    assert_eq!(device.given(7, |given| given.needed), 2);
    let barrier = queue.submit_as(Order::Barrier, Work::Empty, &[], vec![], None);
    assert_eq!(device.after(8), [5, 6, 7], "a barrier is the device's, too");
    barrier.wait().expect("it ends");
}

#[test]
fn buffers_order_on_the_device_and_hosts_wait() {
    let device = Driver::new();
    let queue = Queue::new(device, false, false);
    // SAFETY: no host memory.
    let buffer =
        Arc::new(unsafe { Buffer::new(64, 1, std::ptr::null_mut(), HostMemory::default()) });
    let access = |write| Access {
        buffer: Arc::clone(&buffer),
        region: Region::whole(64),
        write,
        discard: false,
        on_host: false,
    };
    let writer = queue.submit(work(), &[], vec![access(true)], None);
    let readers: Vec<_> =
        (0..2).map(|_| queue.submit(work(), &[], vec![access(false)], None)).collect();
    let _ = queue.submit(work(), &[], vec![access(true)], None);
    assert_eq!(device.after(1), [0]);
    assert_eq!(device.after(3), [0, 1, 2]);
    let (held, _) = HostAccess::acquire(&buffer, Region::whole(64), false, false).expect("memory");
    assert!(writer.is_complete() && readers.iter().all(|reader| reader.is_complete()));
    let behind = queue.submit(work(), &[], vec![access(true)], None);
    assert_eq!(device.count(), 4, "the host has the buffer");
    drop(held);
    assert_eq!(device.count(), 5);
    behind.wait().expect("it ends");
}

#[test]
fn the_host_and_other_devices_learn_of_completion() {
    let (device, other) = (Driver::new(), Driver::new());
    let (queue, another) = (Queue::new(device, false, false), Queue::new(other, false, false));
    let first = queue.submit(work(), &[], vec![], None);
    let elsewhere = another.submit(work(), &[Arc::clone(&first)], vec![], None);
    assert_eq!(other.count(), 0, "events of one device mean nothing to another");
    assert!(device.is_expected(&first));
    let task = queue.submit(host_task(), std::slice::from_ref(&elsewhere), vec![], None);
    let last = queue.submit(work(), &[task], vec![], None);
    let chain = queue.submit(work(), &[Arc::clone(&last)], vec![], None);
    assert_eq!(device.count(), 1, "a host task comes first");
    device.end(0, Ok(()));
    assert!(other.is_expected(&elsewhere), "known before the device had it");
    other.end(0, Ok(()));
    assert_eq!(device.count(), 3, "the command behind the host task, and the one behind that");
    assert_eq!(device.after(2), [1]);
    chain.wait().expect("it ends");
    assert!(last.is_complete());
}

#[test]
fn host_code_at_the_end_runs_before_successors() {
    let device = Driver::new();
    let queue = Queue::new(device, true, false);
    let printing = queue.submit(work(), &[], vec![], Some(host_call(succeed)));
    let _ = queue.submit(work(), &[], vec![], None);
    assert_eq!(device.count(), 1);
    assert!(device.is_expected(&printing));
    device.end(0, Ok(()));
    assert_eq!(device.count(), 2);
    device.end(1, Ok(()));
}

#[test]
fn failures_on_the_device_reach_enqueued_successors() {
    let device = Driver::new();
    let queue = Queue::new(device, true, false);
    let fails = queue.submit(work(), &[], vec![], None);
    let needs = queue.submit(work(), &[Arc::clone(&fails)], vec![], None);
    let behind = queue.submit(work(), &[], vec![], None);
    device.end(0, Err(boom()));
    // Whether or not the driver has cancelled it, it is a failed command.
    device.end(1, Ok(()));
    device.end(2, Ok(()));
    assert!(fails.has_unseen_failure() && needs.has_unseen_failure());
    assert!(!behind.has_unseen_failure(), "the order of a queue carries no failures");
    assert!(queue.take_error().is_some() && queue.take_error().is_none(), "reported once");

    let late = queue.submit(work(), &[needs], vec![], None);
    assert_eq!(device.count(), 3, "not even given to the device");
    assert!(late.is_complete() && late.has_unseen_failure());
}

#[test]
fn cancelled_commands_keep_the_order() {
    let device = Driver::new();
    let queue = Queue::new(device, true, false);
    let other = Queue::new(device, false, false);
    let failed = other.submit(work(), &[], vec![], None);
    device.end(0, Err(boom()));
    let runs = queue.submit(work(), &[], vec![], None);
    let cancelled = queue.submit(work(), &[failed], vec![], None);
    assert!(device.given(2, |given| given.cancelled), "it has nothing to do but to come later");
    assert_eq!(device.after(2), [1]);
    assert!(!cancelled.is_complete());
    queue.wait().expect("it ends");
    assert!(runs.is_complete() && cancelled.is_complete());
}
