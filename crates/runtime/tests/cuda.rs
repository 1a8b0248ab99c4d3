//! CUDA devices with the driver of `fake_cuda`, which every machine has. Each test is a process of its own, as the
//! driver is found when devices are first asked for, and as some of them break it.

#[path = "support/cuda.rs"]
mod cuda;

use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Arc, OnceLock};

use cuda::*;
use scythe::Errc;
use scythe::backend::info::{Aspect, targets};
use scythe::backend::{Device, IndexSpace, devices};
use scythe::core::access::Region;
use scythe::core::buffer::{Buffer, HostAccess, HostMemory};
use scythe::core::command::Command;
use scythe::core::constants::Constants;
use scythe::core::queue::{Access, Queue};
use scythe::core::usm::Kind;
use scythe::core::work::{HostCall, MemoryHint, Rows, Work};
use scythe_image::{ArgumentKind, DeviceGlobal, Kernel, VERSION, Variant};

/// A launch of `scale` over a range.
fn scaling(device: &dyn Device, data: *mut u8, b: i32, space: IndexSpace) -> Work {
    device.prepare(scale(), block(&Scale { data, a: 2, b }), space).expect("a launch")
}

fn submit(queue: &Queue, work: Work, after: &[&Arc<Command>]) -> Arc<Command> {
    let after: Vec<_> = after.iter().map(|&command| Arc::clone(command)).collect();
    queue.submit(work, &after, vec![], None)
}

#[test]
fn devices_are_described() {
    if !is_child("devices_are_described") {
        return;
    }
    let info = device(0).info();
    assert_eq!((&*info.name, &*info.vendor), ("Fake GPU 0", "NVIDIA Corporation"));
    assert_eq!(info.targets, targets::PTX);
    assert_eq!(info.max_work_item_sizes, [64, 1024, 1024], "SYCL's last is CUDA's first");
    assert_eq!(info.sub_group_sizes, [32]);
    assert_eq!(info.local_mem_size, 227 << 10);
    assert_eq!(info.architecture, 0x3_0000_0900);
    assert!(info.has(Aspect::Gpu) && !info.has(Aspect::UsmSystemAllocations));
    assert_eq!(info.attributes.get(Aspect::PciAddress), Some(&b"0000:00:00.0"[..]));
    assert_eq!(device(1).info().number, 1);
    assert!(Control::new().noted(&["retain"]).is_empty(), "nobody needs a context for that");
    assert_eq!(device(0).free_memory(), Some(1 << 29));
}

#[test]
fn machines_without_devices_have_none() {
    let looks = |output: &std::process::Output, text: &str| {
        assert!(output.status.success(), "{text}");
    };
    let variables = [("FAKE_CUDA_DEVICES", "0")];
    let looks = |output: &std::process::Output, text: &str| {
        looks(output, text);
        assert!(!text.contains("warning"), "{text}");
    };
    if is_child_that("machines_without_devices_have_none", &variables, looks) {
        assert!(devices().is_empty());
    }
}

#[test]
fn drivers_that_cannot_be_used_are_reported() {
    let looks = |output: &std::process::Output, text: &str| {
        assert!(output.status.success(), "{text}");
        let warning = "scythe: warning: there are no CUDA devices: CUDA: cuInit failed: error 803";
        assert!(text.contains(warning), "{text}");
    };
    let variables = [("FAKE_CUDA_INIT", "803")];
    if is_child_that("drivers_that_cannot_be_used_are_reported", &variables, looks) {
        assert!(devices().is_empty());
    }
}

#[test]
fn selectors_choose_devices() {
    let looks = |output: &std::process::Output, text: &str| {
        assert!(output.status.success(), "{text}");
    };
    if is_child_that("selectors_choose_devices", &[("SCYTHE_DEVICES", "cuda:1")], looks) {
        assert_eq!(devices().len(), 1);
        assert_eq!(devices()[0].0.info().name, "Fake GPU 1");
    }
}

#[test]
fn in_order_queues_are_streams_without_events() {
    if !is_child("in_order_queues_are_streams_without_events") {
        return;
    }
    let (device, control) = (device(0), Control::new());
    let queue = Queue::new(device, true, false);
    let memory = device.allocate(Kind::Device, 4000, 4, "a test").expect("memory");
    control.hold(true);
    let fill = Work::Fill { to: memory.start(), pattern: [1, 0, 0, 0].into(), count: 1000 };
    submit(&queue, fill, &[]);
    for b in 0..5 {
        submit(&queue, scaling(device, memory.start(), b, range(1, [1000, 1, 1])), &[]);
    }
    let submitted = control.log();
    let made = |word: &str| submitted.iter().filter(|line| line.starts_with(word)).count();
    assert_eq!(made("launch scale s1 "), 5, "{submitted:?}");
    assert_eq!((made("wait"), made("synchronize")), (0, 0), "{submitted:?}");
    // The thread that looks now and then may have made one to ask about.
    assert!(made("record") <= 1, "{submitted:?}");
    queue.wait().expect("it ends");
    let back = read(&queue, memory.start(), 1000);
    assert_eq!(back[0], (0..5).fold(1, |value, b| value * 2 + b));
}

fn read(queue: &Queue, from: *const u8, count: usize) -> Vec<i32> {
    let mut back = vec![0i32; count];
    run(queue, Work::Copy { to: back.as_mut_ptr().cast(), from, bytes: count * 4 });
    back
}

#[test]
fn commands_of_different_streams_wait_for_events() {
    if !is_child("commands_of_different_streams_wait_for_events") {
        return;
    }
    let (device, control) = (device(0), Control::new());
    let (first, second) = (Queue::new(device, true, false), Queue::new(device, true, false));
    let memory = device.allocate(Kind::Device, 40, 4, "a test").expect("memory");
    let data = memory.start();
    control.hold(true);
    let a = submit(&first, Work::Fill { to: data, pattern: [7].into(), count: 40 }, &[]);
    let _unrelated = submit(&second, scaling(device, data, 0, range(1, [0, 1, 1])), &[]);
    let b = submit(&second, scaling(device, data, 1, range(1, [10, 1, 1])), &[&a]);
    let log = control.noted(&["memset8", "record", "wait", "launch"]);
    let place = |text: &str| log.iter().position(|line| line.starts_with(text)).expect(text);
    let wait = place("wait s2 e");
    let event = log[wait].split(' ').next_back().expect("an event").to_owned();
    assert!(place("memset8 40 s1") < place(&format!("record {event} s1")), "{log:?}");
    assert!(wait < place("launch scale s2"), "{log:?}");
    assert!(!b.is_complete());
    b.wait().expect("it ends");
    assert!(a.is_complete(), "what comes first is complete first");
    assert_eq!(read(&second, data, 10), [0x0707_0707 * 2 + 1; 10]);
}

#[test]
fn out_of_order_queues_spread_and_chains_stay_together() {
    if !is_child("out_of_order_queues_spread_and_chains_stay_together") {
        return;
    }
    let (device, control) = (device(0), Control::new());
    let queue = Queue::new(device, false, false);
    let memory = device.allocate(Kind::Device, 4000, 4, "a test").expect("memory");
    let work = || scaling(device, memory.start(), 0, range(1, [1, 1, 1]));
    drop((work(), control.log()));
    control.hold(true);
    let stream = |line: &str| line.split(' ').nth(2).expect("a stream").to_owned();
    let a = submit(&queue, work(), &[]);
    let b = submit(&queue, work(), &[&a]);
    let _ = submit(&queue, work(), &[&b]);
    let log = control.noted(&["launch", "wait"]);
    assert!(
        log.iter().all(|line| stream(line) == stream(&log[0])),
        "one chain, one stream: {log:?}"
    );
    assert_eq!(log.len(), 3, "and no waiting: {log:?}");
    let others: Vec<_> = (0..8).map(|_| submit(&queue, work(), &[])).collect();
    let log = control.noted(&["launch", "wait"]);
    let mut streams: Vec<_> = log.iter().map(|line| stream(line)).collect();
    streams.sort();
    streams.dedup();
    assert_eq!((log.len(), streams.len()), (8, 4), "{log:?}");
    let all: Vec<_> = others.iter().collect();
    submit(&queue, work(), &all).wait().expect("it ends");
    let log = control.noted(&["wait"]);
    assert_eq!(log.len(), 3, "one for each other stream, at most: {log:?}");
    assert!(others.iter().all(|command| command.is_complete()));
}

#[test]
fn events_and_streams_are_used_again() {
    if !is_child("events_and_streams_are_used_again") {
        return;
    }
    let (device, control) = (device(0), Control::new());
    let memory = device.allocate(Kind::Device, 4000, 4, "a test").expect("memory");
    for _ in 0..100 {
        let (one, other) = (Queue::new(device, true, true), Queue::new(device, true, false));
        let first = submit(&one, scaling(device, memory.start(), 0, range(1, [5, 1, 1])), &[]);
        let work = scaling(device, memory.start(), 0, range(1, [5, 1, 1]));
        submit(&other, work, &[&first]).wait().expect("it ends");
    }
    let log = control.log();
    let events = log.iter().filter(|line| line.starts_with("create")).count();
    assert!(events < 20, "{events} events for 200 commands");
    let last = log.iter().rfind(|line| line.starts_with("launch")).expect("launches");
    let stream = last.split(' ').nth(2).expect("a stream");
    assert!(["s1", "s2", "s3"].contains(&stream), "{last}");
}

#[test]
fn blocks_cover_ranges() {
    if !is_child("blocks_cover_ranges") {
        return;
    }
    let (device, control) = (device(0), Control::new());
    let queue = Queue::new(device, true, false);
    let memory = device.allocate(Kind::Device, 1 << 20, 4, "a test").expect("memory");
    for (dims, global, shape) in [
        (1, [1, 1, 1], "[1, 1, 1] [1, 1, 1]"),
        (1, [1000, 1, 1], "[4, 1, 1] [256, 1, 1]"),
        (2, [50, 100, 1], "[4, 7, 1] [32, 8, 1]"),
        (3, [3, 7, 33], "[2, 2, 2] [32, 4, 2]"),
    ] {
        let count: usize = global[..dims as usize].iter().product();
        run(&queue, Work::Fill { to: memory.start(), pattern: [3, 0, 0, 0].into(), count });
        control.log();
        run(&queue, scaling(device, memory.start(), 1, range(dims, global)));
        let log = control.noted(&["launch"]);
        assert_eq!(log, [format!("launch scale s1 {shape} 0")], "{global:?}");
        assert_eq!(read(&queue, memory.start(), count), vec![7; count], "{global:?}");
    }
    let local = Some([2, 3, 4]);
    let space = IndexSpace { local, local_memory: 100, ..range(3, [4, 6, 8]) };
    run(&queue, scaling(device, memory.start(), 1, space));
    assert_eq!(control.noted(&["launch"]), ["launch scale s1 [2, 2, 2] [4, 3, 2] 100"]);
}

#[test]
fn launches_that_no_device_can_run_are_refused() {
    if !is_child("launches_that_no_device_can_run_are_refused") {
        return;
    }
    let device = device(0);
    let refuse = |kernel, space: IndexSpace| {
        let arguments = block(&Scale { data: std::ptr::null_mut(), a: 0, b: 0 });
        device.prepare(kernel, arguments, space).err().expect("an error")
    };
    let groups = |global, local| IndexSpace { local: Some(local), ..range(3, global) };
    let error = refuse(scale(), range(1, [1 << 31, 1, 1]));
    assert_eq!(error.code, Errc::NdRange);
    assert!(error.message.contains("-fno-sycl-id-queries-fit-in-int"), "{error}");
    let offset = IndexSpace { offset: [1 << 31, 0, 0], ..range(1, [1, 1, 1]) };
    assert_eq!(refuse(scale(), offset).code, Errc::NdRange);
    assert_eq!(refuse(scale(), groups([128, 1, 1], [128, 1, 1])).code, Errc::NdRange, "64 at most");
    let error = refuse(scale(), groups([1, 1, 1024], [1, 1, 1024]));
    assert!(error.message.contains("512 work-items that the device allows for kernel scale"));
    let space = IndexSpace { local_memory: 1 << 20, ..groups([1, 1, 1], [1, 1, 1]) };
    assert_eq!(refuse(scale(), space).code, Errc::MemoryAllocation);
    let new = variant(module(c"ptx"), c"scale", (c"sm_100", c"ptx"), 0, scale_arguments());
    let error = refuse(kernel(c"k", 16, vec![new]), range(1, [1, 1, 1]));
    assert_eq!(error.code, Errc::KernelNotSupported);
    assert!(
        error.message.contains("sm_100 (ptx)") && error.message.contains("ptx:sm_90"),
        "{error}"
    );
    let error = refuse(kernel(c"k", 16, vec![]), range(1, [1, 1, 1]));
    assert!(error.message.contains("was not compiled for CUDA devices"), "{error}");
}

#[test]
fn the_best_version_runs() {
    if !is_child("the_best_version_runs") {
        return;
    }
    let (device, control) = (device(0), Control::new());
    let queue = Queue::new(device, true, false);
    let version = |function, target, features, flags| {
        variant(module(c"ptx"), function, (target, features), flags, scale_arguments())
    };
    // Names say what runs; there is memory for no work-item.
    let of = |variants, space| {
        let arguments = block(&Scale { data: std::ptr::null_mut(), a: 0, b: 0 });
        let work = device.prepare(kernel(c"k", 16, variants), arguments, space).expect("a launch");
        drop(work);
        control.noted(&["function"])
    };
    let one = range(1, [1, 1, 1]);
    let all = vec![
        version(c"ptx75", c"sm_75", c"ptx", 0),
        version(c"cubin80", c"sm_80", c"cubin", 0),
        version(c"ptx90", c"sm_90", c"ptx", 0),
        version(c"cubin90", c"sm_90", c"cubin", 0),
    ];
    assert_eq!(of(all, one), ["function cubin90"]);
    let ptx = vec![
        version(c"ptx75", c"sm_75", c"ptx", 0),
        version(c"ptx90", c"sm_90", c"ptx", 0),
        version(c"ptx90a", c"sm_100", c"ptx", 0),
    ];
    assert_eq!(of(ptx, one), ["function ptx90"]);
    // What takes for granted that pointers lead to different memory comes first, if that holds: nothing says so.
    let special = vec![
        version(c"special", c"sm_75", c"ptx", Variant::NO_ALIAS),
        version(c"general", c"sm_75", c"ptx", 0),
    ];
    assert_eq!(of(special, one), ["function special"], "there are no pointers");
    let wide = vec![
        version(c"narrow", c"sm_90", c"ptx", 0),
        version(c"wide", c"sm_75", c"ptx", Variant::WIDE_IDS),
    ];
    assert_eq!(of(wide, range(1, [1 << 32, 1, 1])), ["function wide"]);
    drop(queue);
}

#[test]
fn constants_index_spaces_and_shared_memory_are_parameters() {
    if !is_child("constants_index_spaces_and_shared_memory_are_parameters") {
        return;
    }
    let (device, control) = (device(0), Control::new());
    let queue = Queue::new(device, true, false);
    let kernel = simple(
        c"constant",
        8,
        vec![
            argument(ArgumentKind::Pointer, 8, 0),
            argument(ArgumentKind::Constant, 5, 77),
            argument(ArgumentKind::IndexSpace, 48, 0),
        ],
    );
    let memory = device.allocate(Kind::Device, 96, 8, "a test").expect("memory");
    for set in [false, true] {
        let mut arguments = block(&memory.start());
        if set {
            arguments.constants = Constants::copy(&[(5, &[1; 4]), (77, &[1, 2, 3, 4])]);
        }
        let space = IndexSpace {
            local: Some([1, 2, 4]),
            offset: [5, 6, 7],
            local_memory: 100_000,
            ..range(3, [1, 2, 4])
        };
        run(&queue, device.prepare(kernel, arguments, space).expect("a launch"));
        let back = read(&queue, memory.start(), 24);
        let value = if set { [0x0403_0201, 1] } else { [0, 0] };
        assert_eq!((back[0], back[1] & 0xff), (value[0], value[1]));
        assert_eq!(back[2], 100_000, "bytes of shared memory");
        let sizes: Vec<i32> = back[12..24].iter().step_by(2).copied().collect();
        assert_eq!(sizes, [4, 2, 1, 7, 6, 5]);
    }
    assert_eq!(control.noted(&["allow"]), ["allow 8 100000"], "the driver is asked once");
}

#[test]
fn variables_live_on_each_device() {
    if !is_child("variables_live_on_each_device") {
        return;
    }
    let global: &'static DeviceGlobal = Box::leak(Box::new(DeviceGlobal {
        version: VERSION,
        flags: 0,
        name: c"counter".as_ptr(),
        size: 4,
        align: 4,
        initial: 41i32.to_ne_bytes().to_vec().leak().as_ptr(),
        cpu: std::ptr::null_mut(),
        chosen: AtomicPtr::default(),
    }));
    let kernel = simple(c"count", 1, vec![global_argument(global)]);
    for number in [0, 1] {
        let queue = Queue::new(device(number), true, false);
        let launch = || device(number).prepare(kernel, block(&0u8), range(1, [1, 1, 1]));
        run(&queue, launch().expect("a launch"));
        let start = device(number).variable(global).expect("memory");
        assert_eq!(read(&queue, start, 1), [42], "device {number}");
    }
}

#[test]
fn buffers_move_between_devices_and_the_host() {
    if !is_child("buffers_move_between_devices_and_the_host") {
        return;
    }
    let mut host: Vec<i32> = (0..1000).collect();
    // SAFETY: `host` outlives the buffer's commands.
    let buffer =
        Arc::new(unsafe { Buffer::new(4000, 4, host.as_mut_ptr().cast(), HostMemory::default()) });
    let control = Control::new();
    for number in [0, 1, 0] {
        let queue = Queue::new(device(number), false, false);
        let data = buffer.address_on(device(number), true).expect("memory");
        let work = scaling(device(number), data, 1, range(1, [1000, 1, 1]));
        let region = Region::whole(4000);
        let access = Access {
            buffer: Arc::clone(&buffer),
            region,
            write: true,
            discard: false,
            on_host: false,
        };
        queue.submit(work, &[], vec![access], None);
    }
    let (held, start) =
        HostAccess::acquire(&buffer, Region::whole(4000), false, false).expect("contents");
    // SAFETY: the buffer is the host's meanwhile.
    let seen = unsafe { std::slice::from_raw_parts(start.cast::<i32>(), 1000) };
    assert!(seen.iter().zip(0..).all(|(value, i)| *value == ((i * 2 + 1) * 2 + 1) * 2 + 1));
    drop(held);
    let copies = control.noted(&["copy"]);
    assert_eq!(copies.len(), 4, "to a device, to the other, back, to the host: {copies:?}");
    drop(buffer);
    // The runtime's thread may have been the one who ended the last command, and hold on to the buffer for a moment.
    let left = (0..100).map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(10));
        control.allocations()
    });
    assert!(left.into_iter().any(|left| left == 0), "something is left");
}

#[test]
fn copies_fills_and_hints() {
    if !is_child("copies_fills_and_hints") {
        return;
    }
    let (device, control) = (device(0), Control::new());
    let queue = Queue::new(device, false, false);
    let memory = device.allocate(Kind::Device, 100_000, 512, "a test").expect("memory");
    let start = memory.start();
    assert_eq!(start.addr() % 512, 0, "more than the driver aligns to");
    let back = |bytes: usize| {
        let mut back = vec![0u8; bytes];
        run(&queue, Work::Copy { to: back.as_mut_ptr(), from: start, bytes });
        back
    };
    for (pattern, call) in [
        (&[7u8][..], "memset8"),
        (&[7; 16], "memset8"),
        (&[1, 2], "memset16"),
        (&[1, 2, 3, 4], "memset32"),
        (&[1, 2, 3], "copy"),
        (&[1, 2, 3, 4, 5, 6, 7, 8], "copy"),
    ] {
        let count = 99_000 / pattern.len();
        control.log();
        run(&queue, Work::Fill { to: start, pattern: pattern.into(), count });
        let log = control.noted(&["memset8", "memset16", "memset32", "copy"]);
        assert!(!log.is_empty() && log.len() < 10, "{log:?}");
        assert!(log.iter().all(|line| line.starts_with(call)), "{log:?}");
        assert!(back(count * pattern.len()) == pattern.repeat(count), "{pattern:?}");
    }
    let host: Vec<u8> = (0..=255).collect();
    // Whole rows between slices, and not.
    for from_pitch in [[8, 32], [8, 35]] {
        run(&queue, Work::Fill { to: start, pattern: [0].into(), count: 4096 });
        let size = Rows { row: 4, rows: 3, slices: 2 };
        let (to_pitch, from) = ([64, 512], host.as_ptr());
        run(&queue, Work::CopyRows { to: start, from, size, to_pitch, from_pitch });
        for (pattern, at) in [(&[5u8, 6, 7][..], 8), (&[9, 9], 24), (&[1, 2, 3, 4], 32)] {
            let to = start.wrapping_add(at);
            run(&queue, Work::FillRows { to, pattern: pattern.into(), size, pitch: to_pitch });
        }
        let back = back(4096);
        for (slice, row) in [(0, 0), (0, 2), (1, 0), (1, 2)] {
            let (at, from) = (slice * 512 + row * 64, slice * from_pitch[1] + row * 8);
            assert_eq!(back[at..at + 4], host[from..from + 4], "row {row} of slice {slice}");
            assert_eq!(back[at + 8..at + 20], [5, 6, 7].repeat(4));
            assert_eq!(back[at + 24..at + 33], [9, 9, 9, 9, 9, 9, 9, 9, 1]);
            assert_eq!(back[at + 48..at + 50], [0, 0]);
        }
    }
    let log = control.log();
    for call in ["copy3d 4x3x2", "copy2d 4x3 4 1", "memset2d8 8x3", "memset2d32 4x3"] {
        assert!(log.iter().any(|line| line.starts_with(call)), "{call}");
    }
    // The driver has no function for advice, which is no error.
    let shared = device.allocate(Kind::Shared, 4096, 64, "a test").expect("memory");
    for advice in [None, Some(1), Some(0), Some(-5)] {
        run(&queue, Work::Hint(MemoryHint { start: shared.start(), bytes: 4096, advice }));
    }
    assert_eq!(control.noted(&["prefetch"]).len(), 1);
}

#[test]
fn times_are_the_device_s() {
    if !is_child("times_are_the_device_s") {
        return;
    }
    let (device, control) = (device(0), Control::new());
    let queue = Queue::new(device, true, true);
    let memory = device.allocate(Kind::Device, 4000, 4, "a test").expect("memory");
    let mut last = 0;
    for _ in 0..3 {
        let command =
            submit(&queue, scaling(device, memory.start(), 0, range(1, [1000, 1, 1])), &[]);
        command.wait().expect("it ends");
        let time = |slot: &std::sync::atomic::AtomicU64| slot.load(Ordering::Relaxed);
        let times = &command.times;
        let (submit, start, end) = (time(&times.submit), time(&times.start), time(&times.end));
        assert!(0 < submit && submit <= start && start <= end, "{submit} {start} {end}");
        assert!(last <= start, "one after the other");
        last = end;
    }
    let log = control.noted(&["create", "record", "launch"]);
    assert!(log.iter().any(|line| line.starts_with("create") && line.ends_with(" 0")), "{log:?}");
}

#[test]
fn allocations_fail_as_sycl_says() {
    if !is_child("allocations_fail_as_sycl_says") {
        return;
    }
    let (device, control) = (device(0), Control::new());
    let refuse = |kind, bytes| device.allocate(kind, bytes, 4, "a test").err().expect("an error");
    let error = refuse(Kind::Device, 2 << 30);
    assert_eq!(error.code, Errc::MemoryAllocation);
    assert_eq!(
        error.message,
        "cannot allocate 2147483648 bytes for a test: CUDA: cuMemAlloc failed: \
         CUDA_ERROR_OUT_OF_MEMORY (what it means)"
    );
    let error = refuse(Kind::Shared, 600 << 20);
    assert!(error.message.contains("the device has 536870912 bytes free"), "{error}");
    assert_eq!(refuse(Kind::Host, usize::MAX).code, Errc::MemoryAllocation);
    control.fail("cuMemAlloc", 2);
    assert_eq!(refuse(Kind::Device, 4).code, Errc::MemoryAllocation);
    device.allocate(Kind::Device, 4, 4, "a test").expect("only that one failed");
    assert_eq!(control.allocations(), 0);
}

#[test]
fn code_that_the_driver_refuses_is_a_build_error() {
    if !is_child("code_that_the_driver_refuses_is_a_build_error") {
        return;
    }
    let refuse = |code, function| {
        let version = variant(module(code), function, (c"sm_75", c"ptx"), 0, scale_arguments());
        let arguments = block(&Scale { data: std::ptr::null_mut(), a: 0, b: 0 });
        let kernel = kernel(c"the kernel", 16, vec![version]);
        device(0).prepare(kernel, arguments, range(1, [1, 1, 1])).err().expect("an error")
    };
    let error = refuse(c"bad ptx", c"scale");
    assert_eq!(error.code, Errc::Build);
    assert_eq!(
        error.message,
        "kernel the kernel: CUDA: cuModuleLoadDataEx failed: CUDA_ERROR_INVALID_PTX (what it means)\n\
         ptxas fatal: it is bad"
    );
    let error = refuse(c"ptx", c"missing");
    assert_eq!(error.code, Errc::Build);
    assert!(error.message.contains("cuModuleGetFunction failed: CUDA_ERROR_NOT_FOUND"), "{error}");
}

#[test]
fn launches_that_fail_do_not_stop_others() {
    if !is_child("launches_that_fail_do_not_stop_others") {
        return;
    }
    let (device, control) = (device(0), Control::new());
    let queue = Queue::new(device, true, false);
    let memory = device.allocate(Kind::Device, 4, 4, "a test").expect("memory");
    control.fail("cuLaunchKernel", 1);
    let failed = submit(&queue, scaling(device, memory.start(), 0, range(1, [1, 1, 1])), &[]);
    let needs = submit(&queue, Work::Empty, &[&failed]);
    let after = submit(&queue, scaling(device, memory.start(), 0, range(1, [1, 1, 1])), &[]);
    after.wait().expect("it ends");
    assert!(failed.has_unseen_failure() && needs.has_unseen_failure());
    assert!(!after.has_unseen_failure());
    let error = queue.take_error().expect("an error");
    assert_eq!(
        error.message,
        "kernel scale: CUDA: cuLaunchKernel failed: CUDA_ERROR_INVALID_VALUE (what it means)"
    );
    assert!(queue.take_error().is_none());
}

/// A kernel that ends the context: nothing hangs, and all that comes later has the same error.
fn broken_by(function: &'static std::ffi::CStr, name: &str) {
    let (device, control) = (device(0), Control::new());
    let (queue, other) = (Queue::new(device, true, false), Queue::new(device, false, false));
    let memory = device.allocate(Kind::Device, 4, 4, "a test").expect("memory");
    let work = || scaling(device, memory.start(), 0, range(1, [1, 1, 1]));
    submit(&queue, work(), &[]).wait().expect("it ends");
    control.hold(true);
    let fine = submit(&other, work(), &[]);
    let bad = device.prepare(simple(function, 1, vec![]), block(&0u8), range(1, [1, 1, 1]));
    let bad = submit(&queue, bad.expect("a launch"), &[]);
    let behind = submit(&other, work(), &[&bad]);
    behind.wait().expect("it ends");
    fine.wait().expect("it ends");
    assert!(bad.is_cancelled() && bad.is_complete() && behind.is_complete());
    let error = queue.take_error().expect("an error");
    assert_eq!(error.code, Errc::Kernel);
    assert!(error.message.contains(name), "{error}");
    assert!(error.message.contains(function.to_str().expect("text")), "{error}");
    let late =
        submit(&queue, Work::Fill { to: memory.start(), pattern: [0].into(), count: 4 }, &[]);
    late.wait().expect("it ends");
    assert_eq!(queue.take_error().expect("an error").message, error.message);
    let refused = device.allocate(Kind::Device, 4, 4, "a test").err().expect("an error");
    assert_eq!(refused.message, error.message);
}

#[test]
fn illegal_addresses_break_a_device() {
    if is_child("illegal_addresses_break_a_device") {
        broken_by(c"illegal_address", "CUDA_ERROR_ILLEGAL_ADDRESS (what it means)");
    }
}

#[test]
fn assertions_break_a_device() {
    if is_child("assertions_break_a_device") {
        broken_by(c"assertion", "CUDA_ERROR_ASSERT (what it means)");
    }
}

unsafe extern "C" fn flag(context: *mut std::ffi::c_void) -> i32 {
    // SAFETY: tests pass a flag that lives for ever.
    unsafe { &*context.cast::<std::sync::atomic::AtomicBool>() }.store(true, Ordering::SeqCst);
    0
}

#[test]
fn host_tasks_hear_of_ends() {
    if !is_child("host_tasks_hear_of_ends") {
        return;
    }
    let (device, control) = (device(0), Control::new());
    let queue = Queue::new(device, true, false);
    let memory = device.allocate(Kind::Device, 4, 4, "a test").expect("memory");
    let called: &'static _ = Box::leak(Box::new(std::sync::atomic::AtomicBool::new(false)));
    let context: *const std::sync::atomic::AtomicBool = called;
    // SAFETY: the function takes a flag.
    let call = unsafe { HostCall::new(Some(flag), None, context.cast_mut().cast()) };
    control.hold(true);
    submit(&queue, scaling(device, memory.start(), 0, range(1, [1, 1, 1])), &[]);
    let task = submit(&queue, Work::Host(std::sync::Mutex::new(Some(call))), &[]);
    let behind = submit(&queue, scaling(device, memory.start(), 0, range(1, [1, 1, 1])), &[]);
    std::thread::sleep(std::time::Duration::from_millis(20));
    assert!(!called.load(Ordering::SeqCst), "the kernel has not run");
    assert_eq!(control.noted(&["launch"]).len(), 1, "the host task comes first");
    control.hold(false);
    // Nobody waits: the runtime's thread finds out.
    for _ in 0..1000 {
        std::thread::sleep(std::time::Duration::from_millis(2));
        if behind.is_complete() {
            break;
        }
    }
    assert!(called.load(Ordering::SeqCst) && task.is_complete() && behind.is_complete());
}

#[test]
fn many_threads_use_a_device() {
    if !is_child("many_threads_use_a_device") {
        return;
    }
    let device = device(0);
    std::thread::scope(|scope| {
        for number in 0..8 {
            scope.spawn(move || {
                let queue = Queue::new(device, number % 2 == 0, number % 3 == 0);
                let memory = device.allocate(Kind::Device, 400, 4, "a test").expect("memory");
                let data = memory.start();
                let mut last =
                    submit(&queue, Work::Fill { to: data, pattern: [0].into(), count: 400 }, &[]);
                for _ in 0..200 {
                    let arguments = block(&Scale { data, a: 1, b: number });
                    let work = device.prepare(scale(), arguments, range(1, [100, 1, 1]));
                    last = submit(&queue, work.expect("a launch"), &[&last]);
                }
                last.wait().expect("it ends");
                assert_eq!(read(&queue, data, 100), vec![200 * number; 100]);
            });
        }
    });
}

#[test]
fn threads_share_a_queue() {
    if !is_child("threads_share_a_queue") {
        return;
    }
    let device = device(0);
    let queues = [Queue::new(device, true, false), Queue::new(device, false, false)];
    let memory = device.allocate(Kind::Device, 4, 4, "a test").expect("memory");
    run(&queues[0], Work::Fill { to: memory.start(), pattern: [0].into(), count: 4 });
    let data = memory.start().expose_provenance();
    std::thread::scope(|scope| {
        for number in 0..6 {
            let queues = &queues;
            scope.spawn(move || {
                for round in 1..=400 {
                    let data = std::ptr::with_exposed_provenance_mut(data);
                    let arguments = block(&Scale { data, a: 1, b: 1 });
                    let work = device.prepare(scale(), arguments, range(1, [1, 1, 1]));
                    let last = submit(&queues[0], work.expect("a launch"), &[]);
                    let work = device.prepare(nothing(), block(&0u64), range(1, [1, 1, 1]));
                    let other = submit(&queues[1], work.expect("a launch"), &[&last]);
                    if round % 50 == number {
                        other.wait().expect("it ends");
                        assert!(last.is_complete(), "what it came after is complete before it");
                    }
                }
            });
        }
    });
    queues.iter().for_each(|queue| queue.wait().expect("it ends"));
    assert_eq!(read(&queues[0], memory.start(), 1), [6 * 400]);
}

fn nothing() -> &'static Kernel {
    static RECORD: OnceLock<&'static Kernel> = OnceLock::new();
    let parameters = || vec![argument(ArgumentKind::Bytes, 8, 0)];
    RECORD.get_or_init(|| simple(c"nothing", 8, parameters()))
}

#[test]
fn who_submits_completes_what_is_done() {
    if !is_child("who_submits_completes_what_is_done") {
        return;
    }
    let (device, control) = (device(0), Control::new());
    let queue = Queue::new(device, true, false);
    let launch = || device.prepare(nothing(), block(&0u64), range(1, [1, 1, 1])).expect("a launch");
    let first = submit(&queue, launch(), &[]);
    let mut later: Vec<_> = (0..640).map(|_| submit(&queue, launch(), &[])).collect();
    assert!(first.is_complete(), "nobody waited");
    later.retain(|command| !command.is_complete());
    assert!(later.len() < 200, "{} commands are pending", later.len());
    let log = control.noted(&["record", "current", "launch"]);
    let made = |word: &str| log.iter().filter(|line| line.starts_with(word)).count();
    // Two threads may have made the context theirs, and one of them looks now and then.
    assert_eq!(made("launch"), 641);
    assert!(made("current") <= 2, "{log:?}");
    assert!(made("record") < 641 / 16, "{} events", made("record"));
    queue.wait().expect("it ends");
}

/// The driver ends the process when it is called after its own end.
#[test]
fn programs_end_while_commands_are_under_way() {
    if !is_child("programs_end_while_commands_are_under_way") {
        return;
    }
    let (device, control) = (device(0), Control::new());
    let queue = Queue::new(device, true, false);
    let memory = device.allocate(Kind::Device, 4, 4, "a test").expect("memory");
    control.hold(true);
    for _ in 0..10 {
        submit(&queue, scaling(device, memory.start(), 0, range(1, [1, 1, 1])), &[]);
    }
    std::mem::forget((queue, memory));
    std::process::exit(0);
}

#[test]
fn children_of_fork_leave_the_driver_alone() {
    if !is_child("children_of_fork_leave_the_driver_alone") {
        return;
    }
    unsafe extern "C" {
        safe fn fork() -> i32;
        fn waitpid(child: i32, status: *mut i32, options: i32) -> i32;
        safe fn _exit(status: i32) -> !;
    }
    let device = device(0);
    let queue = Queue::new(device, true, false);
    let memory = device.allocate(Kind::Device, 4, 4, "a test").expect("memory");
    run(&queue, scaling(device, memory.start(), 0, range(1, [1, 1, 1])));
    let child = fork();
    if child == 0 {
        let error = device.allocate(Kind::Device, 4, 4, "a test").err();
        let good = error.is_some_and(|error| {
            error.message.starts_with("CUDA devices cannot be used in a child")
        });
        _exit(if good { 0 } else { 1 });
    }
    let mut status = -1;
    // SAFETY: there is room for the status.
    unsafe { waitpid(child, &raw mut status, 0) };
    assert_eq!(status, 0);
    run(&queue, scaling(device, memory.start(), 0, range(1, [1, 1, 1])));
}

#[test]
fn programs_have_the_driver_s_objects() {
    if !is_child("programs_have_the_driver_s_objects") {
        return;
    }
    let (device, control) = (device(1), Control::new());
    let interop = device.interop().expect("there are objects");
    assert_eq!(interop.device().addr(), 2, "the number, one up");
    let context = interop.context().expect("a context");
    assert_eq!(context.addr(), 0x101);
    // SAFETY: the context is live.
    let owners = unsafe { cuda::device(0).interop().expect("objects").context_devices(context) };
    assert_eq!(owners.expect("a device"), [interop.device()]);
    let queue = Queue::new(device, true, false);
    let memory = device.allocate(Kind::Device, 4, 4, "a test").expect("memory");
    control.hold(true);
    let command = submit(&queue, scaling(device, memory.start(), 0, range(1, [1, 1, 1])), &[]);
    let native = queue.native().1.expect("a stream");
    let stream = interop.own_queue(native).expect("no error").expect("a stream").addr();
    let launches = control.noted(&["launch"]);
    assert!(launches[0].starts_with(&format!("launch scale s{stream} ")), "{launches:?}");
    let events = interop.events(&command).expect("an event");
    // SAFETY: the events are live.
    let after = unsafe { interop.command(&events) }.expect("a command");
    let log = control.noted(&["wait", "record"]);
    let wait = format!("e{}", events[0].addr());
    assert!(log.iter().any(|line| line.starts_with("wait") && line.ends_with(&wait)), "{log:?}");
    assert!(!after.is_complete());
    control.hold(false);
    after.wait().expect("it ends");
}
