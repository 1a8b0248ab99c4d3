//! Events of CUDA devices, with the driver of `fake_cuda`: see `launches.rs`.

use std::sync::{Arc, Mutex};

use crate::support::*;
use scythe::core::access::Region;
use scythe::core::buffer::{Buffer, HostAccess, HostMemory};
use scythe::core::queue::{Access, Queue};
use scythe::trace::{Because, Ended, Event, Heard, Kind, Listener, Moved, Pool, drain, listen};

struct Recording(Arc<Mutex<Vec<Heard>>>);

impl Listener for Recording {
    fn hear(&mut self, events: &[Heard]) {
        self.0.lock().expect("no panic").extend_from_slice(events);
    }
}

fn ended(events: &[Heard], command: u64) -> Ended {
    let of = |heard: &Heard| match &heard.event {
        Event::Ended(ended) if ended.command == command => Some((**ended).clone()),
        _ => None,
    };
    events.iter().find_map(of).expect("it is over")
}

#[test]
fn copies_between_devices_say_why() {
    if !is_child("copies_between_devices_say_why") {
        return;
    }
    let heard = Arc::default();
    listen(Box::new(Recording(Arc::clone(&heard)))).forever();
    let mut host: Vec<i32> = (0..1000).collect();
    // SAFETY: `host` outlives the buffer's commands.
    let buffer =
        Arc::new(unsafe { Buffer::new(4000, 4, host.as_mut_ptr().cast(), HostMemory::default()) });
    let mut launches = Vec::new();
    for number in [0, 1] {
        let queue = Queue::new(device(number), false, false);
        let data = buffer.address_on(device(number), true).expect("memory");
        let work = scaling(device(number), data, 1, range(1, [1000, 1, 1]));
        let (buffer, region) = (Arc::clone(&buffer), Region::whole(4000));
        let access = Access { buffer, region, write: true, discard: false, on_host: false };
        launches.push(queue.submit(work, &[], vec![access], None));
    }
    let access = HostAccess::acquire(&buffer, Region::whole(4000), false, false).expect("contents");
    drop((access, buffer));
    drain();
    let events = heard.lock().expect("no panic").clone();
    let moved: Vec<Moved> = events
        .iter()
        .filter_map(|heard| match &heard.event {
            Event::Moved(moved) => Some((**moved).clone()),
            _ => None,
        })
        .collect();
    let ways: Vec<String> = moved.iter().map(|m| format!("{} to {}", m.from, m.to)).collect();
    assert_eq!(ways, ["host to cuda:0", "cuda:0 to cuda:1", "cuda:1 to host"]);
    let ids: Vec<u64> = launches.iter().map(|c| c.trace().expect("heard").id()).collect();
    assert_eq!([moved[0].needed_by, moved[1].needed_by], ids[..], "which command needs them");
    assert!(moved[0].write && !moved[2].write, "what the accessor does");
    assert!(moved.iter().all(|m| m.accessed == (0..4000) && m.buffer == moved[0].buffer));
    let is_after = |command, before, because| {
        events.iter().any(|heard| {
            matches!(&heard.event, Event::After { command: c, before: b, because: w }
                if (*c, *b, *w) == (command, before, because))
        })
    };
    // Across devices: launch, copy, launch.
    assert!(is_after(ids[0], moved[0].command, Because::Buffer));
    assert!(is_after(moved[1].command, ids[0], Because::Buffer));
    assert!(is_after(ids[1], moved[1].command, Because::Buffer));
    assert!(is_after(moved[2].command, ids[1], Because::Buffer));
    // In the order of the devices' clocks.
    let chain = [moved[0].command, ids[0], moved[1].command, ids[1], moved[2].command];
    let times = chain.map(|command| ended(&events, command).time);
    assert!(times.iter().all(|(start, end)| start <= end), "{times:?}");
    let launch = events.iter().find_map(|heard| match &heard.event {
        Event::Submitted(submitted) if submitted.command == ids[0] => Some(submitted.clone()),
        _ => None,
    });
    let launch = launch.expect("submitted").what;
    assert_eq!(launch.kind, Kind::Kernel);
    let launch = launch.launch.expect("a kernel");
    assert_eq!((launch.global[0], launch.specialization.target), (1000, "sm_75"));
    assert_eq!(launch.specialization.chosen(), "any launch");
    // Memory of both devices was allocated and freed.
    let memory: Vec<u64> = events
        .iter()
        .filter_map(|heard| match heard.event {
            Event::Memory { pool: Pool::Buffers, device: Some(_), bytes, .. } => Some(bytes),
            _ => None,
        })
        .collect();
    assert_eq!(memory, [4000, 4000, 0, 0]);
}

#[test]
fn an_in_order_queue_is_recorded() {
    if !is_child("an_in_order_queue_is_recorded") {
        return;
    }
    let heard = Arc::default();
    listen(Box::new(Recording(Arc::clone(&heard)))).forever();
    let queue = Queue::new(device(0), true, false);
    let memory =
        device(0).allocate(scythe::core::usm::Kind::Device, 4000, 4, "a test").expect("memory");
    let launch = || scaling(device(0), memory.start(), 1, range(1, [1000, 1, 1]));
    let commands: Vec<_> = (0..5).map(|_| queue.submit(launch(), &[], vec![], None)).collect();
    queue.wait().expect("it ends");
    drain();
    let events = heard.lock().expect("no panic").clone();
    let ids: Vec<u64> = commands.iter().map(|c| c.trace().expect("heard").id()).collect();
    for pair in ids.windows(2) {
        let is_edge = |heard: &Heard| {
            matches!(heard.event, Event::After { command, before, because: Because::Queue }
                if (before, command) == (pair[0], pair[1]))
        };
        assert!(events.iter().any(is_edge), "{pair:?}");
        let (first, second) = (ended(&events, pair[0]), ended(&events, pair[1]));
        assert!(first.time.0 <= second.time.0, "{first:?} {second:?}");
    }
}
