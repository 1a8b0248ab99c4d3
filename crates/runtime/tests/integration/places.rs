//! Buffers whose contents are in several memories, compared with a model: each device has memory of its own,
//! and runs ready commands in any order.

use std::cell::Cell;
use std::sync::{Arc, Mutex};

use scythe::RtError;
use scythe::backend::info::DeviceInfo;
use scythe::backend::{AllBefore, BackendKind, Device, IndexSpace};
use scythe::core::access::Region;
use scythe::core::buffer::{Buffer, HostAccess, HostMemory};
use scythe::core::command::Command;
use scythe::core::memory::{Allocation, DeviceAllocation, Memory};
use scythe::core::places::Place;
use scythe::core::queue::{Access, Queue};
use scythe::core::usm::Kind;
use scythe::core::work::{Arguments, DeviceWork, Work};

/// The size of the buffers, and of a row.
const BYTES: usize = 64;
const ROW: usize = 8;

/// The ready commands of all devices, in no order.
type Ready = Arc<Mutex<Vec<Arc<Command>>>>;

/// A device with memory of its own, which works when the test says so.
struct Remote {
    place: Place,
    ready: Ready,
    /// See [`Device::copy_domain`].
    domain: Option<usize>,
}

/// Bytes that were copied between memories on a test's thread.
fn moved() -> usize {
    MOVED.get()
}

thread_local! {
    static MOVED: Cell<usize> = const { Cell::new(0) };
}

/// Memory that a device fills with bytes that no command wrote.
struct Poisoned(Allocation);

impl DeviceAllocation for Poisoned {
    fn start(&self) -> *mut u8 {
        self.0.start()
    }
}

/// Adds a number to some bytes, or sets them.
struct Task {
    to: usize,
    part: Region,
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
    fn enqueue(&self, command: Arc<Command>, _: AllBefore) {
        self.ready.lock().expect("no test panics with the lock").push(command);
    }
    fn help(&self, _: &Arc<Command>) -> bool {
        // A waiting thread lets the devices work.
        run_one(&self.ready, |count| count - 1)
    }
    fn place(&self) -> Place {
        self.place
    }
    fn copy_domain(&self) -> Option<usize> {
        self.domain
    }
    fn allocate(&self, _: Kind, bytes: usize, align: usize, what: &str) -> Result<Memory, RtError> {
        let memory = Allocation::new(bytes, align, what)?;
        // SAFETY: the memory is ours.
        unsafe { std::ptr::write_bytes(memory.start(), 0xEE, bytes) };
        Ok(Memory::Device(Box::new(Poisoned(memory))))
    }
}

/// Runs one of the ready commands; false when there is none.
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
        Work::Device(task) => perform(task.downcast_ref().expect("only tasks are submitted")),
        work => {
            let bytes = match work {
                Work::Copy { bytes, .. } => *bytes,
                Work::CopyRows { size, .. } => size.row * size.rows * size.slices,
                _ => 0,
            };
            MOVED.set(MOVED.get() + bytes);
            // SAFETY: buffers keep the memory alive.
            unsafe { work.run(0..work.units()) }.expect("only host calls fail");
        }
    }
    // The returned command goes where its device would have put it.
    if let Some(next) = command.complete(Ok(())) {
        ready.lock().expect("no test panics with the lock").push(next);
    }
    true
}

impl DeviceWork for Task {
    fn arguments(&self) -> Option<&[u8]> {
        None
    }
}

fn perform(task: &Task) {
    let start: *mut u8 = std::ptr::with_exposed_provenance_mut(task.to);
    // SAFETY: the buffer has as many bytes, and the graph orders accesses to them.
    let bytes = unsafe { std::slice::from_raw_parts_mut(start, BYTES) };
    if let Some(seen) = &task.seen {
        *seen.lock().expect("no test panics with the lock") = read(bytes, task.part);
        return;
    }
    for at in places_in(task.part) {
        bytes[at] = if task.keep { bytes[at].wrapping_add(task.value) } else { task.value };
    }
}

/// The bytes of a box.
fn places_in(part: Region) -> impl Iterator<Item = usize> {
    let rows = part.offset[1]..part.offset[1] + part.range[1];
    let columns = part.offset[2]..part.offset[2] + part.range[2];
    rows.flat_map(move |row| columns.clone().map(move |column| row * ROW + column))
}

fn read(bytes: &[u8], part: Region) -> Vec<u8> {
    places_in(part).map(|at| bytes[at]).collect()
}

fn part(offset: [usize; 2], range: [usize; 2]) -> Region {
    Region {
        element_size: 1,
        byte_offset: 0,
        shape: [1, BYTES / ROW, ROW],
        offset: [0, offset[0], offset[1]],
        range: [1, range[0], range[1]],
    }
}

fn all() -> Region {
    part([0, 0], [BYTES / ROW, ROW])
}

/// A read by a device, and the bytes that it has to see.
struct Read {
    seen: Arc<Mutex<Vec<u8>>>,
    expected: Vec<u8>,
}

/// Random commands on several devices and the host; all see the values of a sequential program.
fn random_programs(host_memory: bool, read_only: bool, domain: Option<usize>) {
    for seed in 0..200 {
        let mut random = fastrand::Rng::with_seed(seed);
        let ready = Ready::default();
        let places = [
            Place::HOST,
            Place::of_device(BackendKind::OpenCl, 0),
            Place::of_device(BackendKind::OpenCl, 1),
        ];
        let devices = places.map(|place| -> &'static Remote {
            Box::leak(Box::new(Remote { place, ready: Arc::clone(&ready), domain }))
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
            // Unwritten bytes have no defined value.
            let (held, start) = HostAccess::acquire(&buffer, all(), true, true).expect("memory");
            // SAFETY: the host has access to the buffer.
            unsafe { std::ptr::write_bytes(start, 0, BYTES) };
            drop(held);
        }
        for _ in 0..30 {
            let mut side = |size: usize| {
                let first = random.usize(0..size);
                (first, random.usize(1..=size - first))
            };
            let ((row, rows), (column, columns)) = (side(BYTES / ROW), side(ROW));
            let part = match random.u8(0..4) {
                0 => all(),
                1 => part([row, 0], [rows, ROW]),
                _ => part([row, column], [rows, columns]),
            };
            let (write, value) = (random.bool(), random.u8(1..=255));
            if random.u8(0..5) == 0 {
                let (held, start) =
                    HostAccess::acquire(&buffer, part, write, false).expect("memory");
                for at in places_in(part) {
                    // SAFETY: the buffer has as many bytes, and the host has access to the part.
                    let byte = unsafe { &mut *start.add(at) };
                    assert_eq!(*byte, model[at], "seed {seed}: host");
                    if write {
                        *byte = value;
                        model[at] = value;
                    }
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
                let expected = read(&model, part);
                reads.push(Read { seen: Arc::clone(seen), expected });
            } else {
                for at in places_in(part) {
                    model[at] = if keep { model[at].wrapping_add(value) } else { value };
                }
            }
            let task = Task { to, part, value, keep, seen };
            let access = Access {
                buffer: Arc::clone(&buffer),
                region: part,
                write,
                discard: write && !keep,
                on_host,
            };
            let mut accesses = vec![access];
            if random.u8(0..4) == 0 {
                // The command may also read the contents elsewhere.
                let other = Access {
                    buffer: Arc::clone(&buffer),
                    region: all(),
                    write: false,
                    discard: false,
                    on_host: !on_host,
                };
                accesses.insert(random.usize(0..2), other);
            }
            queues[which].submit(Work::Device(Box::new(task)), &[], accesses, None);
            for _ in 0..random.u8(0..3) {
                run_one(&ready, |count| random.usize(0..count));
            }
        }
        while run_one(&ready, |count| random.usize(0..count)) {}
        for (number, read) in reads.iter().enumerate() {
            let seen = read.seen.lock().expect("no test panics with the lock");
            assert_eq!(*seen, read.expected, "seed {seed}: read {number}");
        }
        let (held, start) = HostAccess::acquire(&buffer, all(), false, false).expect("memory");
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
    random_programs(true, false, None);
    random_programs(true, false, Some(1));
}

#[test]
fn const_host_memory_is_never_written() {
    random_programs(true, true, None);
}

#[test]
fn buffers_without_host_memory_are_current_wherever_they_are_used() {
    random_programs(false, false, None);
    random_programs(false, false, Some(1));
}

fn remote(ready: &Ready, number: u32, domain: Option<usize>) -> &'static Remote {
    let place = Place::of_device(BackendKind::OpenCl, number);
    Box::leak(Box::new(Remote { place, ready: Arc::clone(ready), domain }))
}

/// Only bytes that a command needs and that are outdated there are copied, from a place where they are
/// current.
#[test]
fn only_needed_bytes_are_copied() {
    let ready = Ready::default();
    let devices = [remote(&ready, 0, Some(7)), remote(&ready, 1, Some(7)), remote(&ready, 2, None)];
    let queues = devices.map(|device| Queue::new(device, false, false));
    let mut host = vec![1u8; BYTES];
    // SAFETY: `host` outlives the buffer's commands.
    let buffer =
        Arc::new(unsafe { Buffer::new(BYTES, 1, host.as_mut_ptr(), HostMemory::default()) });
    let step = |which: usize, part: Region, write: bool, discard: bool| {
        let before = moved();
        let to = buffer.address_on(devices[which], write).expect("memory").expose_provenance();
        let seen = (!write).then(Arc::default);
        let task = Work::Device(Box::new(Task { to, part, value: 1, keep: !discard, seen }));
        let access =
            Access { buffer: Arc::clone(&buffer), region: part, write, discard, on_host: false };
        queues[which].submit(task, &[], vec![access], None).wait().expect("it ends");
        moved() - before
    };
    let column = part([0, 7], [8, 1]);
    assert_eq!(step(0, part([2, 0], [2, 8]), false, false), 16, "two rows");
    assert_eq!(step(0, part([2, 0], [3, 8]), true, false), 8, "one more");
    assert_eq!(step(0, part([6, 2], [1, 3]), true, true), 0, "overwritten anyway");
    assert_eq!(step(1, part([2, 0], [3, 8]), false, false), 24, "directly");
    assert!(!buffer.in_host_memory(), "the host did not take part");
    assert_eq!(step(2, part([4, 0], [1, 8]), false, false), 16, "by way of the host");
    assert_eq!(step(2, column, false, false), 9, "five from the host, two by way of it");
    let before = moved();
    let (held, _) = HostAccess::acquire(&buffer, column, true, true).expect("memory");
    drop(held);
    assert_eq!(moved() - before, 0, "the host overwrites it");
    let (held, _) = HostAccess::acquire(&buffer, all(), false, false).expect("memory");
    drop(held);
    assert!(buffer.in_host_memory());
    let mut expected = vec![1u8; BYTES];
    places_in(part([2, 0], [3, 8])).for_each(|at| expected[at] = 2);
    places_in(column).for_each(|at| expected[at] = host[at]);
    assert_eq!(host, expected);
}

#[test]
fn reads_of_host_and_device_do_not_wait_for_each_other() {
    let ready = Ready::default();
    let device: &'static Remote = remote(&ready, 0, None);
    let queue = Queue::new(device, false, false);
    let mut host = vec![7u8; BYTES];
    // SAFETY: `host` outlives the buffer's commands.
    let buffer =
        Arc::new(unsafe { Buffer::new(BYTES, 1, host.as_mut_ptr(), HostMemory::default()) });
    let (held, _) = HostAccess::acquire(&buffer, all(), false, false).expect("memory");
    let to = buffer.address_on(device, false).expect("memory").expose_provenance();
    let seen: Arc<Mutex<Vec<u8>>> = Arc::default();
    let task = Task { to, part: all(), value: 0, keep: true, seen: Some(Arc::clone(&seen)) };
    let access = Access {
        buffer: Arc::clone(&buffer),
        region: all(),
        write: false,
        discard: false,
        on_host: false,
    };
    let command = queue.submit(Work::Device(Box::new(task)), &[], vec![access], None);
    command.wait().expect("it ends");
    assert_eq!(*seen.lock().expect("no test panics with the lock"), vec![7; BYTES]);
    drop(held);
}

/// A command group may have accessors for the device and for the host, of the same buffer. Contents then
/// move there and back before the command.
#[test]
fn one_command_accesses_a_buffer_in_two_places() {
    for seed in 0..50 {
        let mut random = fastrand::Rng::with_seed(seed);
        let ready = Ready::default();
        let device = remote(&ready, 0, None);
        let queue = Queue::new(device, false, false);
        let mut host = vec![7u8; BYTES];
        // SAFETY: `host` outlives the buffer's commands.
        let buffer =
            Arc::new(unsafe { Buffer::new(BYTES, 1, host.as_mut_ptr(), HostMemory::default()) });
        buffer.address_on(device, true).expect("memory");
        let access = |write, on_host| Access {
            buffer: Arc::clone(&buffer),
            region: all(),
            write,
            discard: false,
            on_host,
        };
        let accesses =
            vec![access(true, false), access(false, true), access(true, true), access(true, false)];
        queue.submit(Work::Empty, &[], accesses, None);
        while run_one(&ready, |count| random.usize(0..count)) {}
        let (held, _) = HostAccess::acquire(&buffer, all(), false, false).expect("memory");
        drop(held);
        assert_eq!(host, vec![7; BYTES], "seed {seed}");
    }
}
