//! Launches, queues and events of CUDA devices.

use std::sync::OnceLock;
use std::sync::atomic::Ordering;

use crate::support::*;
use scythe::Errc;
use scythe::backend::info::{Aspect, targets};
use scythe::backend::{IndexSpace, devices};
use scythe::core::constants::Constants;
use scythe::core::queue::Queue;
use scythe::core::usm::Kind;
use scythe::core::work::{HostCall, Work};
use scythe_image::{ArgumentKind, Kernel, Variant};

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
    assert!(Control::new().noted(&["retain"]).is_empty(), "that needs no context");
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
    // The polling thread may have recorded one.
    assert!(made("record") <= 1, "{submitted:?}");
    queue.wait().expect("it ends");
    let back = read(&queue, memory.start(), 1000);
    assert_eq!(back[0], (0..5).fold(1, |value, b| value * 2 + b));
}

#[test]
fn a_wait_completes_all_earlier_commands() {
    if !is_child("a_wait_completes_all_earlier_commands") {
        return;
    }
    let (device, control) = (device(0), Control::new());
    let queue = Queue::new(device, true, false);
    let memory = device.allocate(Kind::Device, 4, 4, "a test").expect("memory");
    run(&queue, Work::Fill { to: memory.start(), pattern: [0].into(), count: 4 });
    let launch = |b| scaling(device, memory.start(), b, range(1, [1, 1, 1]));
    control.hold(true);
    let mut all: Vec<_> = (0..10).map(|b| submit(&queue, launch(b), &[])).collect();
    // Empty commands are in order, too, and so are those that failed before they ran.
    all.push(submit(&queue, Work::Empty, &[]));
    control.fail("cuLaunchKernel", 1);
    control.hold(false);
    let failed = submit(&queue, launch(0), &[]);
    assert!(all.iter().all(|command| command.is_complete()), "those before a failure are over");
    assert!(failed.is_complete() && queue.take_error().is_some());
    control.hold(true);
    all = (0..100).map(|_| submit(&queue, launch(1), &[])).collect();
    all.push(submit(&queue, Work::Empty, &[]));
    assert!(all.iter().all(|command| !command.is_complete()));
    for pair in all.windows(2) {
        let before = pair[1].predecessors();
        assert!(matches!(&before[..], [one] if std::sync::Arc::ptr_eq(one, &pair[0])));
    }
    control.hold(false);
    queue.wait().expect("it ends");
    assert!(all.iter().all(|command| command.is_complete() && command.predecessors().is_empty()));
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
        (2, [50, 100, 1], "[2, 13, 1] [64, 4, 1]"),
        (3, [3, 7, 33], "[1, 2, 3] [64, 4, 1]"),
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
fn launches_that_no_device_can_run_are_rejected() {
    if !is_child("launches_that_no_device_can_run_are_rejected") {
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
    // The name says which variant runs; the kernel is only prepared, so its arguments point nowhere.
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
    // A variant that assumes disjoint pointers comes first if they are known to be disjoint, which they are
    // not here.
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
fn code_that_the_driver_rejects_is_a_build_error() {
    if !is_child("code_that_the_driver_rejects_is_a_build_error") {
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

/// A kernel that breaks the context: nothing hangs, and all later commands have the same error.
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
fn host_tasks_run_when_a_device_is_done() {
    if !is_child("host_tasks_run_when_a_device_is_done") {
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
    // No thread waits: the runtime's thread has to find out.
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
fn submitting_completes_finished_commands() {
    if !is_child("submitting_completes_finished_commands") {
        return;
    }
    let (device, control) = (device(0), Control::new());
    let queue = Queue::new(device, true, false);
    let launch = || device.prepare(nothing(), block(&0u64), range(1, [1, 1, 1])).expect("a launch");
    let first = submit(&queue, launch(), &[]);
    let mut later: Vec<_> = (0..640).map(|_| submit(&queue, launch(), &[])).collect();
    assert!(first.is_complete(), "nothing waited");
    later.retain(|command| !command.is_complete());
    assert!(later.len() < 200, "{} commands are pending", later.len());
    let log = control.noted(&["record", "current", "launch"]);
    let made = |word: &str| log.iter().filter(|line| line.starts_with(word)).count();
    // Two threads may have made the context current, and one of them polls.
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
fn children_of_fork_do_not_call_the_driver() {
    if !is_child("children_of_fork_do_not_call_the_driver") {
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
fn programs_get_the_driver_s_objects() {
    if !is_child("programs_get_the_driver_s_objects") {
        return;
    }
    let (device, control) = (device(1), Control::new());
    let interop = device.interop().expect("there are objects");
    assert_eq!(interop.device().addr(), 2, "the number, one up");
    let context = interop.context().expect("a context");
    assert_eq!(context.addr(), 0x101);
    // SAFETY: the context is live.
    let owners =
        unsafe { crate::support::device(0).interop().expect("objects").context_devices(context) };
    assert_eq!(owners.expect("a device"), [interop.device()]);
    let queue = Queue::new(device, true, false);
    let memory = device.allocate(Kind::Device, 4, 4, "a test").expect("memory");
    control.hold(true);
    let command = submit(&queue, scaling(device, memory.start(), 0, range(1, [1, 1, 1])), &[]);
    let native = queue.native().1.expect("a stream");
    let stream = interop.own_queue(native).expect("no error").expect("a stream");
    let launches = control.noted(&["launch"]);
    // Two numbers belong to predefined streams.
    let name = format!("launch scale s{} ", stream.addr() - 2);
    assert!(launches[0].starts_with(&name), "{launches:?}");
    let events = interop.events(&command).expect("an event");
    // SAFETY: the events are live.
    let after = unsafe { interop.command(&events) }.expect("a command");
    let log = control.noted(&["wait", "record"]);
    let wait = format!("e{}", events[0].addr());
    assert!(log.iter().any(|line| line.starts_with("wait") && line.ends_with(&wait)), "{log:?}");
    assert!(!after.is_complete());
    // SAFETY: the stream is live, and stays so. A queue of the same stream comes after that, too.
    let adopted = unsafe { interop.adopt_queue(stream) }.expect("a queue");
    let adopted = Queue::over(device, Some(adopted), true, false);
    let behind = submit(&adopted, scaling(device, memory.start(), 0, range(1, [1, 1, 1])), &[]);
    assert!(control.noted(&["launch"])[0].starts_with(&name) && !behind.is_complete());
    control.hold(false);
    behind.wait().expect("it ends");
    after.wait().expect("it ends");
    // SAFETY: the stream is live.
    let facts =
        unsafe { crate::support::device(0).interop().expect("objects").queue_facts(stream) };
    let facts = facts.expect("a device");
    assert!(facts.device == interop.device() && facts.in_order && !facts.profiled);
    // SAFETY: as above.
    let error =
        unsafe { crate::support::device(0).interop().expect("objects").adopt_queue(stream) };
    let error = error.expect_err("another device's");
    assert_eq!(error.code, Errc::Invalid);
    assert!(error.message.contains("primary context of Fake GPU 0"), "{error}");
    // Memory: the bytes from an address to the end of its allocation.
    run(&queue, Work::Fill { to: memory.start(), pattern: 5i32.to_ne_bytes().into(), count: 1 });
    // SAFETY: the memory is live and large enough.
    unsafe {
        let inside = memory.start().wrapping_add(1).cast();
        assert_eq!(interop.memory_size(inside).expect("memory"), 3);
        assert_eq!(
            interop.memory_size(std::ptr::without_provenance_mut(16)).expect_err("none").code,
            Errc::Invalid
        );
        let (object, mut value) = (memory.start().cast(), [0i32]);
        let host = value.as_mut_ptr();
        interop.copy_memory(object, host.cast(), 4, false).expect("it ends");
        assert_eq!(*host, 5);
        *host = 6;
        interop.copy_memory(object, host.cast(), 4, true).expect("it ends");
        assert_eq!(read(&queue, memory.start(), 1), [6]);
    }
}
