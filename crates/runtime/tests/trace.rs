//! The stream of events, received by a listener: on the CPU, and on a device that only records.

#[path = "support/recorder.rs"]
mod recorder;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use recorder::Recorder;
use scythe::backend::device_at;
use scythe::core::access::Region;
use scythe::core::buffer::{Buffer, HostAccess, HostMemory};
use scythe::core::command::Command;
use scythe::core::queue::{Access, Order, Queue};
use scythe::core::work::{HostCall, MemoryHint, Work};
use scythe::trace::{
    Because, CommandId, Ended, Event, Heard, Kind, Listener, Listening, Outcome, Submitted, drain,
    is_on, listen,
};
use scythe::{Errc, RtError};

/// Completes the oldest command.
fn end(device: &Recorder, result: Result<(), RtError>) {
    device.end_first(result, |_| true);
}

struct Recording(Arc<Mutex<Vec<Heard>>>);

impl Listener for Recording {
    fn hear(&mut self, events: &[Heard]) {
        self.0.lock().expect("no panic").extend_from_slice(events);
    }
}

/// The listener of one test; tests run one at a time, as all would receive the same events.
struct Ear {
    heard: Arc<Mutex<Vec<Heard>>>,
    _listening: Listening,
    _turn: MutexGuard<'static, ()>,
}

impl Ear {
    fn new() -> Self {
        static TURN: Mutex<()> = Mutex::new(());
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let heard = Arc::default();
        let listening = listen(Box::new(Recording(Arc::clone(&heard))));
        Self { heard, _listening: listening, _turn: turn }
    }

    fn events(&self) -> Vec<Heard> {
        drain();
        self.heard.lock().expect("no panic").clone()
    }

    fn submitted(&self) -> Vec<Submitted> {
        let take = |heard: Heard| match heard.event {
            Event::Submitted(submitted) => Some(*submitted),
            _ => None,
        };
        self.events().into_iter().filter_map(take).collect()
    }

    fn ended(&self) -> Vec<Ended> {
        let take = |heard: Heard| match heard.event {
            Event::Ended(ended) => Some(*ended),
            _ => None,
        };
        self.events().into_iter().filter_map(take).collect()
    }

    fn edges(&self) -> Vec<(CommandId, CommandId, Because)> {
        let take = |heard: Heard| match heard.event {
            Event::After { command, before, because } => Some((before, command, because)),
            _ => None,
        };
        self.events().into_iter().filter_map(take).collect()
    }
}

fn hint(bytes: usize) -> Work {
    Work::Hint(MemoryHint { start: std::ptr::null(), bytes, advice: None })
}

fn id(command: &Command) -> CommandId {
    command.trace().expect("a listener").id()
}

#[test]
fn commands_say_what_they_are_and_when_they_ran() {
    let ear = Ear::new();
    let device = Recorder::new();
    let queue = Queue::new(device, false, false);
    let first = queue.submit(hint(1), &[], vec![], None);
    let second = queue.submit(hint(2), &[Arc::clone(&first)], vec![], None);
    end(device, Ok(()));
    end(device, Ok(()));
    let submitted = ear.submitted();
    assert_eq!(submitted.len(), 2);
    assert_eq!([submitted[0].command, submitted[1].command], [id(&first), id(&second)]);
    assert!(submitted.iter().all(|s| s.what.kind == Kind::Hint && s.device.is_some()));
    assert_eq!([submitted[0].what.bytes, submitted[1].what.bytes], [1, 2]);
    assert_eq!(ear.edges(), [(id(&first), id(&second), Because::Event)]);
    let ended = ear.ended();
    assert_eq!(ended.len(), 2);
    for (submitted, ended) in submitted.iter().zip(&ended) {
        assert_eq!(submitted.command, ended.command);
        let (start, end) = ended.time;
        assert!(submitted.time <= ended.ready && ended.ready <= start && start <= end);
        assert_eq!(ended.outcome, Outcome::Done);
    }
    assert!(ended[1].ready >= ended[0].time.1, "ready when the first was done");
    assert!(!first.profiled, "the program did not ask");
}

#[test]
fn the_order_of_queues_and_buffers_is_recorded() {
    let ear = Ear::new();
    let device = Recorder::new();
    let in_order = Queue::new(device, true, false);
    let a = in_order.submit(hint(1), &[], vec![], None);
    let b = in_order.submit(hint(2), &[], vec![], None);
    let queue = Queue::new(device, false, false);
    let mut data = [0u8; 64];
    // SAFETY: the memory outlives the buffer's commands.
    let buffer = Arc::new(unsafe { Buffer::new(64, 1, data.as_mut_ptr(), HostMemory::default()) });
    let access = |write| Access {
        buffer: Arc::clone(&buffer),
        region: Region::whole(64),
        write,
        discard: false,
        on_host: false,
    };
    let writer = queue.submit(hint(3), &[], vec![access(true)], None);
    let readers = [4, 5].map(|bytes| queue.submit(hint(bytes), &[], vec![access(false)], None));
    let barrier = queue.submit_as(Order::Barrier, Work::Empty, &[], vec![], None);
    let mut expected = vec![
        (id(&a), id(&b), Because::Queue),
        (id(&writer), id(&readers[0]), Because::Buffer),
        (id(&writer), id(&readers[1]), Because::Buffer),
    ];
    expected
        .extend([&writer, &readers[0], &readers[1]].map(|c| (id(c), id(&barrier), Because::Queue)));
    assert_eq!(ear.edges(), expected);
    for _ in 0..6 {
        end(device, Ok(()));
    }
    // Complete predecessors are recorded, too.
    let last = queue.submit(hint(6), &[], vec![access(true)], None);
    assert!(ear.edges().contains(&(id(&readers[1]), id(&last), Because::Buffer)));
    end(device, Ok(()));
    let (held, _) = HostAccess::acquire(&buffer, Region::whole(64), false, false).expect("access");
    drop(held);
    let submitted = ear.submitted();
    let access = submitted.last().expect("an access");
    assert!(access.what.kind == Kind::HostAccess && access.device.is_none());
    assert!(ear.ended().iter().any(|ended| ended.command == access.command));
}

#[test]
fn failures_are_recorded_with_their_successors() {
    let ear = Ear::new();
    let device = Recorder::new();
    let queue = Queue::new(device, false, false);
    let first = queue.submit(hint(1), &[], vec![], None);
    let second = queue.submit(hint(2), &[Arc::clone(&first)], vec![], None);
    end(device, Err(RtError::new(Errc::Runtime, "out of luck")));
    let ended = ear.ended();
    let of = |command| &ended.iter().find(|e| e.command == id(command)).expect("over").outcome;
    assert_eq!(*of(&first), Outcome::Failed("out of luck".into()));
    assert_eq!(*of(&second), Outcome::Cancelled);
}

#[test]
fn events_belong_to_threads() {
    let ear = Ear::new();
    let (device, _) = device_at(0).expect("the CPU");
    let submit = || {
        let queue = Queue::new(device, true, false);
        let (mut to, from) = (vec![0u8; 100], vec![1u8; 100]);
        for _ in 0..100 {
            let work = Work::Copy { to: to.as_mut_ptr(), from: from.as_ptr(), bytes: 100 };
            queue.submit(work, &[], vec![], None);
        }
        queue.wait().expect("it ends");
    };
    std::thread::scope(|scope| {
        for _ in 0..4 {
            std::thread::Builder::new()
                .name("tester".into())
                .spawn_scoped(scope, submit)
                .expect("a thread");
        }
    });
    let events = ear.events();
    let threads: Vec<u32> = events
        .iter()
        .filter(|heard| matches!(&heard.event, Event::Thread { name } if &**name == "tester"))
        .map(|heard| heard.thread)
        .collect();
    assert_eq!(threads.len(), 4);
    for thread in threads {
        let own = |heard: &&Heard| heard.thread == thread;
        let submitted =
            events.iter().filter(own).filter(|h| matches!(h.event, Event::Submitted(_)));
        assert_eq!(submitted.count(), 100);
        let calls =
            events.iter().filter(own).filter(|h| matches!(h.event, Event::Submitting { .. }));
        assert_eq!(calls.count(), 100);
    }
    let parts: Vec<CommandId> = events
        .iter()
        .filter_map(|heard| match &heard.event {
            Event::Part { command, .. } => Some(*command),
            _ => None,
        })
        .collect();
    let mut ended: Vec<CommandId> = ear.ended().iter().map(|ended| ended.command).collect();
    assert_eq!((parts.len(), ended.len()), (400, 400), "each ran on some thread, and ended");
    ended.sort_unstable();
    ended.dedup();
    assert_eq!(ended.len(), 400, "numbers are unique");
}

#[test]
fn a_full_list_is_passed_on() {
    let ear = Ear::new();
    let device = Recorder::new();
    let queue = Queue::new(device, false, false);
    for _ in 0..3000 {
        queue.submit(hint(1), &[], vec![], None);
        end(device, Ok(()));
    }
    // Three events each, and a list holds 4096; nothing else passes lists on here.
    assert!(ear.heard.lock().expect("no panic").len() >= 8000);
    assert_eq!(ear.ended().len(), 3000);
}

extern "C" fn call(_: *mut std::ffi::c_void) -> i32 {
    0
}

#[test]
fn host_tasks_and_waits_are_recorded() {
    let ear = Ear::new();
    let (device, _) = device_at(0).expect("the CPU");
    let queue = Queue::new(device, false, false);
    // SAFETY: the function takes anything.
    let task = unsafe { HostCall::new(Some(call), None, std::ptr::null_mut()) };
    let task = queue.submit(Work::Host(Mutex::new(Some(task))), &[], vec![], None);
    task.wait().expect("it ends");
    let submitted = ear.submitted();
    assert!(submitted[0].what.kind == Kind::HostTask && submitted[0].device.is_none());
    let here =
        ear.events().iter().find(|h| matches!(h.event, Event::Submitted(_))).map(|h| h.thread);
    let part = ear.events().into_iter().find(|h| matches!(h.event, Event::Part { .. }));
    assert_ne!(part.map(|heard| heard.thread), here, "host tasks have threads of their own");
}

#[test]
fn without_a_listener_nothing_is_recorded() {
    let ear = Ear::new();
    let Ear { heard, _listening, _turn } = ear;
    drop(_listening);
    assert!(!is_on());
    let device = Recorder::new();
    let queue = Queue::new(device, false, false);
    let command = queue.submit(hint(1), &[], vec![], None);
    assert!(command.trace().is_none() && !command.timed);
    end(device, Ok(()));
    drain();
    assert!(heard.lock().expect("no panic").is_empty());
}
