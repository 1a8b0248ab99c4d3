//! Buffers whose contents live in several memories, against a model: devices that each have memory of
//! their own, and take what is ready in any order.

use std::any::Any;
use std::sync::{Arc, Mutex};

use scythe::RtError;
use scythe::backend::info::DeviceInfo;
use scythe::backend::{Device, IndexSpace};
use scythe::core::access::Region;
use scythe::core::buffer::{Buffer, HostAccess, HostMemory};
use scythe::core::command::Command;
use scythe::core::memory::{Allocation, DeviceAllocation, Memory};
use scythe::core::places::Place;
use scythe::core::queue::{Access, Queue};
use scythe::core::usm::Kind;
use scythe::core::work::{Arguments, Work};

/// How many bytes the buffers have.
const BYTES: usize = 64;

/// What all devices have that is ready, in no order.
type Ready = Arc<Mutex<Vec<Arc<Command>>>>;

/// A device with memory of its own, which works when it is told to.
struct Remote {
    place: Place,
    ready: Ready,
}

/// Memory that a device filled with what nobody wrote.
struct Poisoned(Allocation);

impl DeviceAllocation for Poisoned {
    fn start(&self) -> *mut u8 {
        self.0.start()
    }
}

/// Adds a number to some bytes, or sets them.
struct Task {
    to: usize,
    first: usize,
    count: usize,
    value: u8,
    keep: bool,
    seen: Option<Arc<Mutex<Vec<u8>>>>,
}

impl Device for Remote {
    fn info(&self) -> &DeviceInfo {
        panic!("buffers do not ask")
    }
    fn prepare(
        &self,
        _: &'static scythe_image::Kernel,
        _: Arguments,
        _: IndexSpace,
    ) -> Result<Work, RtError> {
        Ok(Work::Empty)
    }
    fn enqueue(&self, command: Arc<Command>) {
        self.ready.lock().expect("no test panics with the lock").push(command);
    }
    fn help(&self, _: &Command) -> bool {
        // A thread that waits lets the devices work.
        run_one(&self.ready, |count| count - 1)
    }
    fn place(&self) -> Place {
        self.place
    }
    fn allocate(&self, _: Kind, bytes: usize, align: usize, what: &str) -> Result<Memory, RtError> {
        let memory = Allocation::new(bytes, align, what)?;
        // SAFETY: the memory is ours.
        unsafe { std::ptr::write_bytes(memory.start(), 0xEE, bytes) };
        Ok(Memory::Device(Box::new(Poisoned(memory))))
    }
}

/// Runs one of the commands that are ready; false when there is none.
fn run_one(ready: &Ready, choose: impl FnOnce(usize) -> usize) -> bool {
    let command = {
        let mut ready = ready.lock().expect("no test panics with the lock");
        if ready.is_empty() {
            return false;
        }
        let which = choose(ready.len());
        ready.swap_remove(which)
    };
    match &command.work {
        Work::Device(task) => perform(&**task),
        // SAFETY: buffers hold on to the memory.
        work => unsafe { work.run(0..work.units()) }.expect("only host calls fail"),
    }
    // What is handed back goes where its device would have put it.
    if let Some(next) = command.complete(Ok(())) {
        ready.lock().expect("no test panics with the lock").push(next);
    }
    true
}

fn perform(task: &(dyn Any + Send + Sync)) {
    let task = task.downcast_ref::<Task>().expect("only tasks are submitted");
    let start: *mut u8 = std::ptr::with_exposed_provenance_mut(task.to);
    // SAFETY: the buffer has as many bytes, and the graph gives them to this command.
    let bytes = unsafe { std::slice::from_raw_parts_mut(start, BYTES) };
    if let Some(seen) = &task.seen {
        *seen.lock().expect("no test panics with the lock") =
            bytes[task.first..task.first + task.count].to_vec();
        return;
    }
    for byte in &mut bytes[task.first..task.first + task.count] {
        *byte = if task.keep { byte.wrapping_add(task.value) } else { task.value };
    }
}

fn region(first: usize, count: usize) -> Region {
    Region {
        element_size: 1,
        byte_offset: 0,
        shape: [1, 1, BYTES],
        offset: [0, 0, first],
        range: [1, 1, count],
    }
}

/// A read that a device did or will do, and what it has to see.
struct Read {
    seen: Arc<Mutex<Vec<u8>>>,
    expected: Vec<u8>,
}

/// Random commands on several devices and the host; all see what a program that does one after the other
/// would.
fn random_programs(host_memory: bool, read_only: bool) {
    for seed in 0..200 {
        let mut random = fastrand::Rng::with_seed(seed);
        let ready = Ready::default();
        let places = [Place::HOST, Place::of_device(0), Place::of_device(1)];
        let devices = places.map(|place| -> &'static Remote {
            Box::leak(Box::new(Remote { place, ready: Arc::clone(&ready) }))
        });
        let queues = devices.map(|device| Queue::new(device, false, false));
        let mut host: Vec<u8> = (0..BYTES as u8).collect();
        let original = host.clone();
        let memory = if host_memory { host.as_mut_ptr() } else { std::ptr::null_mut() };
        // SAFETY: `host` outlives the buffer's commands.
        let buffer = Arc::new(unsafe {
            Buffer::new(BYTES, 1, memory, HostMemory { read_only, pinned: false })
        });
        let mut model = if host_memory { original.clone() } else { vec![0; BYTES] };
        let mut reads: Vec<Read> = Vec::new();
        if !host_memory {
            // Reading what nobody wrote has no answer.
            let (held, start) =
                HostAccess::acquire(&buffer, region(0, BYTES), true, true).expect("memory");
            // SAFETY: the buffer is the host's.
            unsafe { std::ptr::write_bytes(start, 0, BYTES) };
            drop(held);
        }
        for _ in 0..30 {
            let first = random.usize(0..BYTES);
            let (first, count) = match random.u8(0..3) {
                0 => (0, BYTES),
                _ => (first, random.usize(1..=BYTES - first)),
            };
            let (write, value) = (random.bool(), random.u8(1..=255));
            if random.u8(0..5) == 0 {
                let (held, start) =
                    HostAccess::acquire(&buffer, region(first, count), write, false)
                        .expect("memory");
                // SAFETY: the buffer has as many bytes, and the part is the host's meanwhile.
                let bytes = unsafe { std::slice::from_raw_parts_mut(start.add(first), count) };
                assert_eq!(bytes, &model[first..first + count], "seed {seed}: host");
                if write {
                    bytes.fill(value);
                    model[first..first + count].fill(value);
                }
                drop(held);
                continue;
            }
            let which = random.usize(0..3);
            let keep = random.bool();
            let on_host = random.u8(0..6) == 0;
            let to = match on_host {
                true => buffer.address(write),
                false => buffer.address_on(devices[which], write),
            };
            let to = to.expect("memory").expose_provenance();
            let seen = (!write).then(Arc::default);
            if let Some(seen) = &seen {
                let expected = model[first..first + count].to_vec();
                reads.push(Read { seen: Arc::clone(seen), expected });
            } else {
                for byte in &mut model[first..first + count] {
                    *byte = if keep { byte.wrapping_add(value) } else { value };
                }
            }
            let task = Task { to, first, count, value, keep, seen };
            let access = Access {
                buffer: Arc::clone(&buffer),
                region: region(first, count),
                write,
                discard: write && !keep,
                on_host,
            };
            queues[which].submit(Work::Device(Box::new(task)), &[], vec![access], None);
            for _ in 0..random.u8(0..3) {
                run_one(&ready, |count| random.usize(0..count));
            }
        }
        while run_one(&ready, |count| random.usize(0..count)) {}
        for (number, read) in reads.iter().enumerate() {
            let seen = read.seen.lock().expect("no test panics with the lock");
            assert_eq!(*seen, read.expected, "seed {seed}: read {number}");
        }
        let (held, start) =
            HostAccess::acquire(&buffer, region(0, BYTES), false, false).expect("memory");
        // SAFETY: the buffer has as many bytes.
        assert_eq!(unsafe { std::slice::from_raw_parts(start, BYTES) }, model, "seed {seed}");
        drop(held);
        if read_only {
            assert_eq!(host, original, "seed {seed}: const memory was written");
        } else if host_memory {
            assert!(buffer.in_host_memory());
            assert_eq!(host, model, "seed {seed}: the host's memory has the results");
        }
    }
}

#[test]
fn buffers_over_host_memory_are_current_wherever_they_are_used() {
    random_programs(true, false);
}

#[test]
fn const_host_memory_is_never_written() {
    random_programs(true, true);
}

#[test]
fn buffers_without_host_memory_are_current_wherever_they_are_used() {
    random_programs(false, false);
}

#[test]
fn a_host_that_reads_does_not_hold_up_a_device_that_reads() {
    let ready = Ready::default();
    let device: &'static Remote =
        Box::leak(Box::new(Remote { place: Place::of_device(0), ready: Arc::clone(&ready) }));
    let queue = Queue::new(device, false, false);
    let mut host = vec![7u8; BYTES];
    // SAFETY: `host` outlives the buffer's commands.
    let buffer =
        Arc::new(unsafe { Buffer::new(BYTES, 1, host.as_mut_ptr(), HostMemory::default()) });
    let (held, _) = HostAccess::acquire(&buffer, region(0, BYTES), false, false).expect("memory");
    let to = buffer.address_on(device, false).expect("memory").expose_provenance();
    let seen: Arc<Mutex<Vec<u8>>> = Arc::default();
    let task =
        Task { to, first: 0, count: BYTES, value: 0, keep: true, seen: Some(Arc::clone(&seen)) };
    let access = Access {
        buffer: Arc::clone(&buffer),
        region: region(0, BYTES),
        write: false,
        discard: false,
        on_host: false,
    };
    let command = queue.submit(Work::Device(Box::new(task)), &[], vec![access], None);
    command.wait().expect("it ends");
    assert_eq!(*seen.lock().expect("no test panics with the lock"), vec![7; BYTES]);
    drop(held);
}
