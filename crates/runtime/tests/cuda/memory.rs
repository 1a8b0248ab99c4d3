//! Memory of CUDA devices, and several devices, with the driver of `fake_cuda`: see `launches.rs`.

use std::sync::Arc;
use std::sync::atomic::AtomicPtr;
use std::time::Duration;

use crate::support::*;
use scythe::Errc;
use scythe::core::access::Region;
use scythe::core::buffer::{Buffer, HostAccess, HostMemory};
use scythe::core::command::Command;
use scythe::core::queue::{Access, Order, Queue, Role};
use scythe::core::scratch;
use scythe::core::snapshot::ProgramMemory;
use scythe::core::usm::Kind;
use scythe::core::work::{MemoryHint, Rows, Work};
use scythe_image::{ArgumentKind, DeviceGlobal, VERSION, Variant};

/// A buffer of integers without memory of the program.
fn buffer(count: usize) -> Arc<Buffer> {
    // SAFETY: there is no memory of the host.
    Arc::new(unsafe { Buffer::new(4 * count, 4, std::ptr::null_mut(), HostMemory::default()) })
}

/// Submits a launch that multiplies the integers of a buffer by two and adds `b`.
fn scale_buffer(queue: &Queue, buffer: &Arc<Buffer>, b: i32) -> Arc<Command> {
    let (device, count) = (queue.device(), buffer.bytes() / 4);
    let data = buffer.address_on(device, true).expect("memory");
    let work = scaling(device, data, b, range(1, [count, 1, 1]));
    let region = Region::whole(buffer.bytes());
    let buffer = Arc::clone(buffer);
    let access = Access { buffer, region, write: true, discard: false, on_host: false };
    queue.submit(work, &[], vec![access], None)
}

/// Waits until something holds: the runtime's thread may be the one that completes the last command.
fn soon(holds: impl Fn() -> bool) -> bool {
    (0..200).any(|_| {
        std::thread::sleep(Duration::from_millis(5));
        holds()
    })
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
    // SAFETY: the host has access to the buffer.
    let seen = unsafe { std::slice::from_raw_parts(start.cast::<i32>(), 1000) };
    assert!(seen.iter().zip(0..).all(|(value, i)| *value == ((i * 2 + 1) * 2 + 1) * 2 + 1));
    drop(held);
    let copies = control.noted(&["copy"]);
    assert_eq!(copies.len(), 4, "to a device, to the other, back, to the host: {copies:?}");
    let between: Vec<_> = copies.iter().filter(|copy| copy.contains("from")).collect();
    assert!(
        matches!(between[..], [there, back] if there.ends_with("from 0 to 1") && back.ends_with("from 1 to 0")),
        "devices copy from each other: {copies:?}"
    );
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
    // Whole rows between slices, and fractions of rows.
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
    let shared = device.allocate(Kind::Shared, 4096, 64, "a test").expect("memory");
    let hint = |advice| {
        run(&queue, Work::Hint(MemoryHint { start: shared.start(), bytes: 4096, advice }));
        control.noted(&["prefetch", "advise"])
    };
    assert!(matches!(&hint(None)[..], [one] if one.starts_with("prefetch 4096 s")));
    assert_eq!(hint(Some(1)), ["advise 4096 1 0"]);
    let reset = [2, 4, 6].map(|advice| format!("advise 4096 {advice} 0"));
    assert_eq!(hint(Some(0)), reset, "0 takes back all advice");
    assert!(hint(Some(-5)).is_empty(), "the driver has no such advice");
    // A hint that the driver rejects is no error.
    control.fail("cuMemAdvise", 1);
    hint(Some(1));
    assert!(queue.take_error().is_none());
}

#[test]
fn only_what_accessors_need_is_copied() {
    if !is_child("only_what_accessors_need_is_copied") {
        return;
    }
    let (device, control) = (device(0), Control::new());
    let queue = Queue::new(device, true, false);
    // Ten rows of a hundred integers.
    let mut host: Vec<i32> = (0..1000).collect();
    // SAFETY: `host` outlives the buffer's commands.
    let buffer =
        Arc::new(unsafe { Buffer::new(4000, 4, host.as_mut_ptr().cast(), HostMemory::default()) });
    let part = |offset: [usize; 2], range: [usize; 2]| Region {
        element_size: 4,
        byte_offset: 0,
        shape: [1, 10, 100],
        offset: [0, offset[0], offset[1]],
        range: [1, range[0], range[1]],
    };
    let copies = || -> Vec<String> {
        let noted = control.noted(&["copy", "copy2d", "copy3d"]);
        let sizes = noted.iter().map(|line| line.split(" s").next().unwrap_or(line));
        sizes.map(str::to_owned).collect()
    };
    // A kernel that writes the first element of a part, with an accessor that may write all of it.
    let step = |region: Region, discard: bool| {
        let start = 4 * (region.offset[1] * 100 + region.offset[2]);
        let data = buffer.address_on(device, true).expect("memory").wrapping_add(start);
        let access =
            Access { buffer: Arc::clone(&buffer), region, write: true, discard, on_host: false };
        let work = scaling(device, data, 1, range(1, [1, 1, 1]));
        queue.submit(work, &[], vec![access], None).wait().expect("it ends");
        copies()
    };
    let none: [&str; 0] = [];
    assert_eq!(step(part([2, 0], [3, 100]), false), ["copy 1200"], "three rows");
    assert_eq!(step(part([2, 0], [4, 100]), false), ["copy 400"], "the row that is not there");
    assert_eq!(step(part([7, 0], [3, 100]), true), none, "the old contents are not read");
    assert_eq!(step(part([0, 10], [2, 10]), false), ["copy2d 40x2 4 1"], "parts of two rows");
    assert_eq!(step(part([0, 10], [6, 10]), false), none, "all of it is there");
    // The host copies back what it reads, and nothing if it overwrites everything.
    let look = |region: Region, discard: bool| {
        let start = HostAccess::acquire(&buffer, region, discard, discard).expect("contents").1;
        // SAFETY: the host has access to the buffer.
        let first = unsafe { start.cast::<i32>().add(200).read() };
        (first, copies())
    };
    let (first, taken) = look(part([2, 0], [1, 100]), false);
    assert_eq!(taken, ["copy 400"]);
    assert_eq!(first, (200 * 2 + 1) * 2 + 1, "written by two kernels");
    assert_eq!(look(part([3, 0], [7, 100]), true).1, none);
    assert_eq!(look(part([0, 0], [10, 100]), false).1, ["copy2d 40x2 1 4"], "the rest");
}

#[test]
fn failed_allocations_report_sycl_errors() {
    if !is_child("failed_allocations_report_sycl_errors") {
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
fn buffers_reuse_memory() {
    if !is_child("buffers_reuse_memory") {
        return;
    }
    let control = Control::new();
    let queues = [Queue::new(device(0), true, false), Queue::new(device(0), false, false)];
    for round in 0..20 {
        let queue = &queues[round % 2];
        // Sizes that share blocks, and one that does not.
        let buffers = [buffer(1000 + round), buffer(100_000)];
        let last = buffers.each_ref().map(|buffer| scale_buffer(queue, buffer, 1));
        last.iter().for_each(|command| command.wait().expect("it ends"));
        drop((buffers, last));
        assert!(soon(|| control.allocations() <= 4), "blocks are used again");
    }
    let made = control.noted(&["cuMemAlloc"]);
    assert!(made.len() <= 4, "{made:?}");
}

#[test]
fn memory_in_use_is_not_reused() {
    if !is_child("memory_in_use_is_not_reused") {
        return;
    }
    let control = Control::new();
    let queue = Queue::new(device(0), true, false);
    let [first, second] = [buffer(1000), buffer(1000)];
    let place = |buffer: &Arc<Buffer>| buffer.address_on(device(0), true).expect("memory").addr();
    let used = place(&first);
    control.hold(true);
    let command = scale_buffer(&queue, &first, 1);
    drop(first);
    assert_ne!(place(&second), used, "a pending command uses it");
    control.hold(false);
    command.wait().expect("it ends");
    drop(command);
    // The queue keeps its last command until it is waited for.
    queue.wait().expect("it ends");
    assert!(soon(|| place(&buffer(1000)) == used), "no command uses it any more");
}

#[test]
fn unused_memory_is_freed_when_a_device_has_none_left() {
    if !is_child("unused_memory_is_freed_when_a_device_has_none_left") {
        return;
    }
    let control = Control::new();
    let queue = Queue::new(device(0), true, false);
    let keep = |count| {
        scale_buffer(&queue, &buffer(count), 0).wait().expect("it ends");
        queue.wait().expect("it ends");
    };
    keep(1000);
    keep(50_000);
    let partial = scratch::acquire((0, device(0)), 64, 8192).expect("memory");
    scratch::release(partial);
    assert_eq!(control.allocations(), 3);
    // Memory kept for reuse counts as free.
    let free = device(0).free_memory().expect("known");
    assert!(free > 1 << 29, "{free}");
    for kind in [Kind::Device, Kind::Shared] {
        keep(1000);
        let call = if kind == Kind::Device { "cuMemAlloc" } else { "cuMemAllocManaged" };
        control.fail(call, 2);
        let memory = device(0).allocate(kind, 4096, 4, "a test").expect("the second time");
        assert_eq!(control.allocations(), 1, "all else was given back");
        drop(memory);
    }
    // A buffer, too.
    keep(1000);
    control.fail("cuMemAlloc", 2);
    let large = buffer(100_000);
    large.address_on(device(0), true).expect("the second time");
    assert_eq!(control.allocations(), 1);
    // With nothing to free, it is an error.
    control.fail("cuMemAlloc", 2);
    let error = buffer(200_000).address_on(device(0), true).expect_err("no memory");
    assert_eq!(error.code, Errc::MemoryAllocation);
    assert!(error.message.starts_with("cannot allocate 800000 bytes for a buffer"), "{error}");
}

#[test]
fn threads_use_several_devices_in_turns() {
    if !is_child("threads_use_several_devices_in_turns") {
        return;
    }
    let shared = buffer(64);
    {
        let start = HostAccess::acquire(&shared, Region::whole(256), true, true).expect("memory").1;
        // SAFETY: the host has access to the buffer.
        unsafe { std::ptr::write_bytes(start, 0, 256) };
    }
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let shared = &shared;
            scope.spawn(move || {
                // Every thread has queues of both devices, in order and out of order, one of them with
                // profiling.
                let queues = [(0, true), (1, false), (1, true), (0, false)]
                    .map(|(number, in_order)| Queue::new(device(number), in_order, thread == 0));
                let own = buffer(64);
                drop(HostAccess::acquire(&own, Region::whole(256), true, true).map(
                    |(held, start)| {
                        // SAFETY: the host has access to the buffer.
                        unsafe { std::ptr::write_bytes(start, 0, 256) };
                        held
                    },
                ));
                let mut expected = 0i32;
                for round in 0..60 {
                    let queue = &queues[(round * 7 + thread) % 4];
                    scale_buffer(queue, &own, round as i32 % 3);
                    expected = expected.wrapping_mul(2).wrapping_add(round as i32 % 3);
                    // The contents move between devices all the time, while other threads use them.
                    scale_buffer(queue, shared, 0);
                    if round % 20 == 19 {
                        let (held, start) =
                            HostAccess::acquire(&own, Region::whole(256), false, false)
                                .expect("it ends");
                        // SAFETY: the host has access to the buffer.
                        let seen = unsafe { std::slice::from_raw_parts(start.cast::<i32>(), 64) };
                        assert_eq!(seen, [expected; 64]);
                        drop(held);
                    }
                }
                for queue in &queues {
                    queue.wait().expect("it ends");
                    assert!(
                        queue.take_error().is_none(),
                        "each stream was used in its own context"
                    );
                }
            });
        }
    });
}

#[test]
fn memory_of_one_device_is_copied_to_another() {
    if !is_child("memory_of_one_device_is_copied_to_another") {
        return;
    }
    let control = Control::new();
    let queues = [0, 1].map(|number| Queue::new(device(number), true, false));
    let memory = [0, 1]
        .map(|number| device(number).allocate(Kind::Device, 400, 4, "a test").expect("memory"));
    let (from, to) = (memory[0].start(), memory[1].start());
    run(&queues[0], Work::Fill { to: from, pattern: 7i32.to_ne_bytes().into(), count: 100 });
    control.log();
    // On the device of the source, and on that of the target.
    for queue in &queues {
        run(queue, Work::Fill { to: to.wrapping_add(4), pattern: [0].into(), count: 4 });
        run(queue, Work::Copy { to, from, bytes: 400 });
        assert_eq!(read(&queues[1], to, 100), [7; 100]);
    }
    // A kernel of one device after a copy on the other: the host waits in between.
    control.hold(true);
    let copy = submit(&queues[0], Work::Copy { to, from, bytes: 400 }, &[]);
    let work = scaling(device(1), to, 1, range(1, [100, 1, 1]));
    let kernel = submit(&queues[1], work, &[&copy]);
    control.hold(false);
    kernel.wait().expect("it ends");
    assert!(copy.is_complete());
    assert_eq!(read(&queues[1], to, 100), [15; 100]);
    let copies = control.noted(&["copy"]);
    let between = copies.iter().filter(|copy| copy.ends_with("from 0 to 1")).count();
    assert_eq!(between, 3, "{copies:?}");
}

#[test]
fn memory_that_the_program_got_from_the_driver_is_not_the_host_s() {
    if !is_child("memory_that_the_program_got_from_the_driver_is_not_the_host_s") {
        return;
    }
    let (device, control) = (device(0), Control::new());
    let queue = Queue::new(device, true, false);
    run(&queue, Work::Empty);
    let memory = device.allocate(Kind::Device, 4, 4, "a test").expect("memory");
    let mut host = 1i32;
    for (from, is_read_early) in [((&raw mut host).cast(), true), (memory.start(), false)] {
        let mut back = 0i32;
        let copy = Work::Copy { to: (&raw mut back).cast(), from: from.cast_const(), bytes: 4 };
        control.hold(true);
        // SAFETY: four bytes, which the fake driver allocates on the host.
        unsafe { from.cast::<i32>().write(1) };
        let program = ProgramMemory { source: true, target: false };
        let role = Role { order: Order::Free, memory: program };
        let command = queue.submit_as(role, copy, &[], vec![], None);
        // SAFETY: as above.
        unsafe { from.cast::<i32>().write(2) };
        control.hold(false);
        command.wait().expect("it ends");
        assert_eq!(back, if is_read_early { 1 } else { 2 });
    }
}

#[test]
fn copies_read_after_kernels_that_may_write_their_source() {
    let test = "copies_read_after_kernels_that_may_write_their_source";
    let variables = [("FAKE_CUDA_PAGEABLE", "1")];
    if !is_child_that(test, &variables, |output, text| assert!(output.status.success(), "{text}")) {
        return;
    }
    #[repr(C)]
    struct Through {
        list: *const *mut i32,
        value: i32,
    }
    let arguments =
        || vec![argument(ArgumentKind::Pointer, 8, 0), argument(ArgumentKind::Bytes, 4, 8)];
    let (device, control) = (device(0), Control::new());
    let queue = Queue::new(device, true, false);
    run(&queue, Work::Empty);
    for (flags, expected) in [(0, 1), (Variant::WRITES_ELSEWHERE, 7)] {
        let target = (c"sm_75", c"ptx");
        let version = variant(module(c"ptx"), c"through", target, flags, arguments());
        let kernel = kernel(c"through", size_of::<Through>() as u64, vec![version]);
        // The source and the pointer that the kernel follows are in one block; no pointer argument leads to
        // the source by an offset.
        let mut memory = Box::new((1i32, std::ptr::null_mut::<i32>()));
        memory.1 = &raw mut memory.0;
        let (source, list) = (memory.1, &raw const memory.1);
        assert!(source.addr() < list.addr());
        let mut back = 0i32;
        control.hold(true);
        let given = block(&Through { list, value: 7 });
        submit(&queue, device.prepare(kernel, given, range(1, [1, 1, 1])).expect("a launch"), &[]);
        let copy =
            Work::Copy { to: (&raw mut back).cast(), from: source.cast_const().cast(), bytes: 4 };
        let program = ProgramMemory { source: true, target: false };
        let role = Role { order: Order::Free, memory: program };
        let command = queue.submit_as(role, copy, &[], vec![], None);
        control.hold(false);
        command.wait().expect("it ends");
        assert_eq!(back, expected, "flags {flags}");
    }
}

/// A copy of 9 MiB from memory of the program to the device and back, with commands before and after it.
fn large_copies(control: &Control) -> Vec<String> {
    let queue = Queue::new(device(0), true, false);
    let count = (9 << 20) / 4 + 3;
    let source: Vec<i32> = (0..count as i32).collect();
    let mut back = vec![0i32; count];
    let memory = device(0).allocate(Kind::Device, count * 4, 64, "a test").expect("memory");
    control.log();
    run(&queue, Work::Fill { to: memory.start(), pattern: [1].into(), count: count * 4 });
    submit(
        &queue,
        Work::Copy { to: memory.start(), from: source.as_ptr().cast(), bytes: count * 4 },
        &[],
    );
    submit(&queue, scaling(device(0), memory.start(), 1, range(1, [count, 1, 1])), &[]);
    let last = submit(
        &queue,
        Work::Copy { to: back.as_mut_ptr().cast(), from: memory.start(), bytes: count * 4 },
        &[],
    );
    last.wait().expect("it ends");
    assert!(queue.take_error().is_none());
    assert!(back.iter().enumerate().all(|(i, &value)| value == 2 * i as i32 + 1));
    control.noted(&["copy"])
}

#[test]
fn large_copies_of_pageable_memory_use_another_thread() {
    if !is_child("large_copies_of_pageable_memory_use_another_thread") {
        return;
    }
    let control = Control::new();
    let copies = large_copies(&control);
    let whole = (9 << 20) + 12;
    // In a stream of their own, not the queue's.
    assert_eq!(copies, [format!("copy {whole} s2"), format!("copy {whole} s2")]);
    // An error of the driver goes to the queue, and successors do not run.
    let queue = Queue::new(device(0), true, false);
    let memory = device(0).allocate(Kind::Device, 4 << 20, 64, "a test").expect("memory");
    let source = vec![7u8; 4 << 20];
    control.fail("cuMemcpyAsync", 1);
    let from = source.as_ptr();
    let copy = submit(&queue, Work::Copy { to: memory.start(), from, bytes: 4 << 20 }, &[]);
    let _ = copy.wait();
    let error = queue.take_error().expect("an error").message.clone();
    assert!(error.contains("cuMemcpyAsync"), "{error}");
    // Small ones stay in the queue's stream, which is the first queue's only if that was returned in time.
    control.log();
    run(&queue, Work::Fill { to: memory.start(), pattern: [1].into(), count: 4 });
    run(&queue, Work::Copy { to: memory.start(), from, bytes: 1 << 20 });
    let noted = control.noted(&["memset8", "copy"]);
    let streams: Vec<_> = noted.iter().filter_map(|line| line.rsplit(' ').next()).collect();
    assert!(
        matches!(streams[..], [filled, copied] if filled == copied && copied != "s2"),
        "{noted:?}"
    );
}

#[test]
fn large_copies_may_be_staged() {
    let variables = [("SCYTHE_CUDA_COPIES", "staged")];
    let test = "large_copies_may_be_staged";
    let looks = |output: &std::process::Output, text: &str| {
        assert!(output.status.success(), "{text}");
    };
    if !is_child_that(test, &variables, looks) {
        return;
    }
    let (piece, rest) = (4 << 20, (1 << 20) + 12);
    let one = [piece, piece, rest].map(|bytes| format!("copy {bytes} s2"));
    let control = Control::new();
    assert_eq!(large_copies(&control), [one.clone(), one].concat());
    // Several threads make larger copies; which of them copies a piece is not defined.
    let queue = Queue::new(device(0), true, false);
    let count = (40 << 20) / 4 + 1;
    let source: Vec<i32> = (0..count as i32).rev().collect();
    let mut back = vec![0i32; count];
    let memory = device(0).allocate(Kind::Device, count * 4, 64, "a test").expect("memory");
    let up = || Work::Copy { to: memory.start(), from: source.as_ptr().cast(), bytes: count * 4 };
    control.log();
    run(&queue, up());
    run(
        &queue,
        Work::Copy { to: back.as_mut_ptr().cast(), from: memory.start(), bytes: count * 4 },
    );
    assert!(back == source);
    let mut copies = control.noted(&["copy"]);
    copies
        .retain(|copy| copy.starts_with(&format!("copy {piece} ")) || copy.starts_with("copy 4 "));
    assert_eq!(copies.len(), 2 * (40 / 4 + 1), "{copies:?}");
    control.fail("cuMemcpyAsync", 1);
    let failed = submit(&queue, up(), &[]);
    let _ = failed.wait();
    let error = queue.take_error().expect("an error").message.clone();
    assert!(error.contains("cuMemcpyAsync"), "{error}");
    run(&queue, up());
}

#[test]
fn devices_access_memory_of_their_peers() {
    use scythe::backend::{Device, PeerRequest};
    if !is_child("devices_access_memory_of_their_peers") {
        return;
    }
    let fake = Control::new();
    let (first, second) = (device(0), device(1));
    let ask = |from: &dyn Device, to: &dyn Device, request| from.peer(request, to);
    let code = |answer: Result<bool, scythe::RtError>| answer.map_err(|error| error.code);
    assert_eq!(code(ask(first, second, PeerRequest::CanAccess)), Ok(true));
    assert_eq!(code(ask(first, second, PeerRequest::HasAtomics)), Ok(true));
    assert_eq!(code(ask(second, first, PeerRequest::CanAccess)), Ok(false), "not that way");
    assert_eq!(code(ask(second, first, PeerRequest::HasAtomics)), Ok(false));
    assert_eq!(code(ask(first, first, PeerRequest::CanAccess)), Ok(false), "no peer of its own");
    let disable = || code(ask(first, second, PeerRequest::Disable));
    let enable = || code(ask(first, second, PeerRequest::Enable));
    assert_eq!(disable(), Err(Errc::Invalid), "it was never enabled");
    assert_eq!(enable(), Ok(true));
    assert_eq!(fake.noted(&["enable"]), ["enable 100 101 0"], "in the context of the one who asks");
    assert_eq!(enable(), Err(Errc::Invalid), "twice");
    assert_eq!(disable(), Ok(true));
    assert_eq!(enable(), Ok(true), "again");
    assert_eq!(code(ask(second, first, PeerRequest::Enable)), Err(Errc::Invalid), "not that way");
}
