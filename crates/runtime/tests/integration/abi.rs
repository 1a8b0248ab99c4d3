//! The C ABI as C++ calls it, with handwritten kernels.

use std::ffi::{CStr, c_void};
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::support::{alone_with_usm, command, launch, message, queue};
use scythe::Errc;
use scythe::abi::buffer::*;
use scythe::abi::command::*;
use scythe::abi::device::*;
use scythe::abi::event::*;
use scythe::abi::queue::*;
use scythe::abi::usm::*;
use scythe::abi::{scythe_set_error, scythe_status_message};
use scythe_image::ScheduleInfo;

/// Submits and waits; the status of the submission.
fn run(queue: *mut scythe_queue, command: &scythe_command) -> i32 {
    // SAFETY: live objects; tests keep memory alive until the wait.
    unsafe {
        let status = scythe_queue_submit(queue, command, null_mut());
        assert_eq!(scythe_queue_wait(queue), 0);
        status
    }
}

/// Counts work-items per group number, as compiled code walks them.
unsafe extern "C-unwind" fn count_items(
    args: *const c_void,
    info: *const ScheduleInfo,
    first: u64,
    last: u64,
) {
    // SAFETY: the arguments are a reference to a counter, the info is the runtime's.
    let (counter, info) = unsafe { (&**args.cast::<*const AtomicU64>(), &*info) };
    let groups: [u64; 3] =
        std::array::from_fn(|d| info.global_size[d].div_ceil(info.local_size[d]));
    for group in first..last {
        let id = [group % groups[0], group / groups[0] % groups[1], group / groups[0] / groups[1]];
        let items: u64 = (0..3)
            .map(|d| info.local_size[d].min(info.global_size[d] - id[d] * info.local_size[d]))
            .product();
        counter.fetch_add(items, Ordering::Relaxed);
    }
}

#[test]
fn every_work_item_runs_once_whatever_the_size() {
    let q = queue(0);
    for global in [[1, 1, 1], [1, 1, 7], [3, 5, 17], [1, 1000, 1003], [2, 1, 100_003], [64, 1, 1]] {
        for round in 0..3 {
            let counter = AtomicU64::new(0);
            let pointer: *const AtomicU64 = &raw const counter;
            assert_eq!(run(q, &launch(count_items, &pointer, global, None)), 0);
            let expected = global.iter().product::<usize>() as u64;
            assert_eq!(counter.load(Ordering::Relaxed), expected, "{global:?} round {round}");
        }
    }
    // SAFETY: not used again.
    unsafe { scythe_queue_release(q) };
}

#[test]
fn zero_sizes_run_nothing() {
    let q = queue(0);
    let counter = AtomicU64::new(0);
    let pointer: *const AtomicU64 = &raw const counter;
    assert_eq!(run(q, &launch(count_items, &pointer, [4, 0, 4], None)), 0);
    assert_eq!(run(q, &launch(count_items, &pointer, [0, 4, 4], Some([1, 2, 2]))), 0);
    assert_eq!(counter.load(Ordering::Relaxed), 0);
}

#[test]
fn impossible_index_spaces_are_nd_range_errors() {
    let q = queue(0);
    let unit = 0u8;
    let status = |global, local| run(q, &launch(count_items, &unit, global, Some(local)));
    assert_eq!(status([4, 4, 10], [1, 1, 4]), Errc::NdRange as i32);
    assert!(message().contains("10 is not a multiple of 4"), "{}", message());
    assert_eq!(status([4, 4, 4], [1, 0, 1]), Errc::NdRange as i32);
    assert_eq!(status([64, 64, 64], [64, 64, 64]), Errc::NdRange as i32);
    assert!(message().contains("8192"), "{}", message());
    let huge = run(q, &launch(count_items, &unit, [usize::MAX, usize::MAX, 2], None));
    assert_eq!(huge, Errc::NdRange as i32);
}

#[test]
fn wrong_arguments_are_refused() {
    let q = queue(0);
    let mut wrong_size = launch(count_items, &0u64, [1, 1, 1], None);
    wrong_size.body.launch.args_size = 4;
    assert_eq!(run(q, &wrong_size), Errc::KernelArgument as i32);

    let copy = scythe_copy { dst: null_mut(), src: null(), bytes: 4, flags: 0 };
    let body = scythe_command_body { copy };
    assert_eq!(run(q, &command(SCYTHE_COMMAND_COPY, body)), Errc::Invalid as i32);
    assert!(message().contains("null"), "{}", message());
    let nothing = scythe_copy { bytes: 0, ..copy };
    assert_eq!(run(q, &command(SCYTHE_COMMAND_COPY, scythe_command_body { copy: nothing })), 0);
    assert_eq!(run(q, &command(99, body)), Errc::Invalid as i32);

    let mut other_version = command(SCYTHE_COMMAND_EMPTY, body);
    other_version.struct_size = 8;
    assert_eq!(run(q, &other_version), Errc::Invalid as i32);
    // SAFETY: the test passes null on purpose.
    unsafe {
        assert_eq!(scythe_queue_submit(null_mut(), &raw const other_version, null_mut()), 8);
        assert_eq!(scythe_queue_submit(q, null(), null_mut()), 8);
        assert_eq!(scythe_event_wait(null()), 8);
        assert_eq!(scythe_buffer_wait(null_mut()), 8);
        scythe_event_release(null());
        scythe_buffer_release(null_mut());
        scythe_queue_release(null_mut());
        scythe_host_access_release(null_mut());
    }
}

#[test]
fn devices_are_not_forged() {
    assert!(scythe_device_count() >= 1 && scythe_platform_count() >= 1);
    assert!(scythe_device_at(scythe_device_count()).is_null());
    let forged: *const scythe_device = std::ptr::without_provenance(0xdead_beef);
    let mut out = null_mut();
    // SAFETY: `out` is writable.
    assert_eq!(unsafe { scythe_queue_create(forged, 0, &raw mut out) }, Errc::Invalid as i32);
    assert!(out.is_null());
    assert!(scythe_device_platform(forged).is_null());
    assert!(!scythe_device_has(forged, 0));
    assert!(scythe_device_has(scythe_device_at(0), 0), "the first device is a CPU");
}

#[test]
fn platforms_list_their_devices_and_selectors_that_refuse_all_get_a_list() {
    let platform = scythe_device_platform(scythe_device_at(0));
    // SAFETY: null, or an array of the stated size.
    unsafe {
        let count = scythe_platform_devices(platform, null_mut());
        let mut devices = vec![null(); count];
        assert_eq!(scythe_platform_devices(platform, devices.as_mut_ptr()), count);
        assert!(devices.contains(&scythe_device_at(0)));
        assert!(devices.iter().all(|&device| scythe_device_platform(device) == platform));
        assert_eq!(scythe_platform_devices(null(), null_mut()), 0);
    }
    assert_eq!(scythe_no_device(), Errc::Runtime as i32);
    assert!(message().contains("no device satisfies the device selector; available: "));
}

#[test]
fn statuses_have_messages() {
    // SAFETY: strings of the runtime, which are never freed.
    let text = |status| unsafe { CStr::from_ptr(scythe_status_message(status)) };
    assert_eq!(text(0), c"no error");
    assert_eq!(text(Errc::NdRange as i32), c"invalid nd_range");
    assert_eq!(text(-1), c"unknown SYCL error");
    assert_eq!(text(99), c"unknown SYCL error");
}

#[test]
fn information_is_cut_to_the_space_there_is() {
    let (mut size, mut text) = (0usize, [0u8; 3]);
    // SAFETY: both are writable as said.
    unsafe {
        let device = scythe_device_at(0);
        let out = text.as_mut_ptr().cast();
        assert_eq!(scythe_device_info(device, SCYTHE_DEVICE_VERSION, out, 3, &raw mut size), 0);
        assert_eq!((size, &text), (env!("CARGO_PKG_VERSION").len(), b"0.1"));
        assert_eq!(scythe_device_info(device, 9999, null_mut(), 0, &raw mut size), 8);
    }
}

#[test]
fn copies_and_fills() {
    let q = queue(SCYTHE_QUEUE_IN_ORDER);
    let n = 3 * 1_000_003;
    let mut data = vec![0u8; n];
    let pattern = [1u8, 2, 3];
    let fill = scythe_fill {
        dst: data.as_mut_ptr().cast(),
        pattern: pattern.as_ptr().cast(),
        pattern_size: 3,
        count: n / 3,
        flags: 0,
    };
    assert_eq!(run(q, &command(SCYTHE_COMMAND_FILL, scythe_command_body { fill })), 0);
    assert!(data.chunks(3).all(|c| c == pattern));
    let mut other = vec![0u8; n];
    let copy = scythe_copy {
        dst: other.as_mut_ptr().cast(),
        src: data.as_ptr().cast(),
        bytes: n,
        flags: 0,
    };
    assert_eq!(run(q, &command(SCYTHE_COMMAND_COPY, scythe_command_body { copy })), 0);
    assert_eq!(data, other);

    // A 2 x 3 x 4 box of 5 x 6 x 7 bytes.
    let cube: Vec<u8> = (0..210u8).collect();
    let mut small = [0u8; 24];
    let copy_rect = scythe_copy_rect {
        dst: small.as_mut_ptr().cast(),
        src: cube[42 + 7 + 1..].as_ptr().cast(),
        row_bytes: 4,
        rows: 3,
        slices: 2,
        dst_row_pitch: 4,
        dst_slice_pitch: 12,
        src_row_pitch: 7,
        src_slice_pitch: 42,
        flags: 0,
    };
    assert_eq!(run(q, &command(SCYTHE_COMMAND_COPY_RECT, scythe_command_body { copy_rect })), 0);
    for (i, &value) in small.iter().enumerate() {
        let (z, y, x) = (i / 12, i / 4 % 3, i % 4);
        assert_eq!(usize::from(value), (z + 1) * 42 + (y + 1) * 7 + x + 1);
    }
    let mut frame = [0u8; 20];
    let fill_rect = scythe_fill_rect {
        dst: frame[6..].as_mut_ptr().cast(),
        pattern: pattern.as_ptr().cast(),
        pattern_size: 3,
        row_count: 1,
        rows: 2,
        slices: 1,
        row_pitch: 5,
        slice_pitch: 0,
    };
    assert_eq!(run(q, &command(SCYTHE_COMMAND_FILL_RECT, scythe_command_body { fill_rect })), 0);
    assert_eq!(frame, [0, 0, 0, 0, 0, 0, 1, 2, 3, 0, 0, 1, 2, 3, 0, 0, 0, 0, 0, 0]);
}

static DROPS: AtomicU64 = AtomicU64::new(0);

unsafe extern "C" fn fails(_: *mut c_void) -> i32 {
    // SAFETY: a literal.
    unsafe { scythe_set_error(c"the host task failed".as_ptr()) };
    Errc::Invalid as i32
}

unsafe extern "C" fn dropped(_: *mut c_void) {
    DROPS.fetch_add(1, Ordering::SeqCst);
}

#[test]
fn host_calls_report_errors_and_are_dropped_once() {
    let q = queue(0);
    let host = scythe_host_call {
        run: Some(fails),
        drop: Some(dropped),
        context: null_mut(),
        repeat: None,
    };
    let call = command(SCYTHE_COMMAND_HOST, scythe_command_body { host });
    let mut event = null_mut();
    let (mut code, mut text) = (0, null());
    // SAFETY: live objects, writable results.
    unsafe {
        assert_eq!(scythe_queue_submit(q, &raw const call, &raw mut event), 0);
        assert_eq!(scythe_event_wait(event), 0);
        assert_eq!(scythe_queue_take_error(q, &raw mut code, &raw mut text), 0);
        assert_eq!(code, Errc::Invalid as i32);
        assert_eq!(CStr::from_ptr(text).to_str(), Ok("the host task failed"));
        assert_eq!(scythe_queue_take_error(q, &raw mut code, &raw mut text), 0);
        assert_eq!(code, 0, "once");
        scythe_event_release(event);
    }
    assert_eq!(DROPS.load(Ordering::SeqCst), 1, "when the command is complete, its call is gone");
    // SAFETY: not used again.
    unsafe { scythe_queue_release(q) };
    assert_eq!(DROPS.load(Ordering::SeqCst), 1, "once");
    // SAFETY: the test passes null on purpose. A call that cannot be submitted is dropped, too.
    unsafe { assert_eq!(scythe_queue_submit(null_mut(), &raw const call, null_mut()), 8) };
    assert_eq!(DROPS.load(Ordering::SeqCst), 2);
}

#[test]
fn profiling_needs_its_property() {
    let empty = command(
        SCYTHE_COMMAND_EMPTY,
        scythe_command_body {
            copy: scythe_copy { dst: null_mut(), src: null(), bytes: 0, flags: 0 },
        },
    );
    let mut event = null_mut();
    let mut times = [0u64; 3];
    // SAFETY: live objects, writable results.
    unsafe {
        let q = queue(0);
        assert_eq!(scythe_queue_submit(q, &raw const empty, &raw mut event), 0);
        let status = scythe_event_profiling(event, SCYTHE_PROFILING_END, &raw mut times[0]);
        assert_eq!(status, Errc::Invalid as i32);
        scythe_event_release(event);

        let q = queue(SCYTHE_QUEUE_PROFILING);
        assert_eq!(scythe_queue_submit(q, &raw const empty, &raw mut event), 0);
        for (which, time) in times.iter_mut().enumerate() {
            assert_eq!(scythe_event_profiling(event, which as u32, time), 0);
        }
        assert!(times[0] > 0 && times[0] <= times[1] && times[1] <= times[2], "{times:?}");
        assert_eq!(scythe_event_status(event), SCYTHE_EVENT_COMPLETE);
        scythe_event_release(event);
    }
}

#[test]
fn buffers_leave_const_memory_before_they_are_written() {
    let host = [1u8, 2, 3, 4];
    let desc = scythe_buffer_desc {
        struct_size: size_of::<scythe_buffer_desc>() as u32,
        flags: SCYTHE_BUFFER_HOST_READ_ONLY,
        bytes: 4,
        align: 1,
        host: host.as_ptr().cast_mut().cast(),
    };
    let (mut buffer, mut address) = (null_mut(), null_mut());
    // SAFETY: the host memory outlives the buffer; results are writable.
    unsafe {
        assert_eq!(scythe_buffer_create(&raw const desc, &raw mut buffer), 0);
        assert_eq!(scythe_buffer_address(buffer, null(), SCYTHE_ACCESS_READ, &raw mut address), 0);
        assert_eq!(address.cast_const(), host.as_ptr().cast());
        assert!(scythe_buffer_in_host_memory(buffer) && !scythe_buffer_written(buffer));
        assert_eq!(scythe_buffer_address(buffer, null(), SCYTHE_ACCESS_WRITE, &raw mut address), 0);
        assert_ne!(address.cast_const(), host.as_ptr().cast());
        assert_eq!(std::slice::from_raw_parts(address.cast::<u8>(), 4), host);
        assert!(!scythe_buffer_in_host_memory(buffer) && scythe_buffer_written(buffer));
        scythe_buffer_release(buffer);
    }
    let absurd = scythe_buffer_desc { bytes: usize::MAX / 2, host: null_mut(), flags: 0, ..desc };
    // SAFETY: results are writable.
    unsafe {
        assert_eq!(scythe_buffer_create(&raw const absurd, &raw mut buffer), 0);
        let status = scythe_buffer_address(buffer, null(), SCYTHE_ACCESS_WRITE, &raw mut address);
        assert_eq!(status, Errc::MemoryAllocation as i32);
        scythe_buffer_release(buffer);
    }
}

#[test]
fn usm_queries_find_allocations() {
    let _alone = alone_with_usm();
    let (mut start, mut kind, mut device) = (null_mut(), 0, null());
    let context: *const c_void = std::ptr::without_provenance(16);
    // SAFETY: results are writable.
    unsafe {
        let own = scythe_device_at(0);
        assert_eq!(scythe_usm_alloc(own, context, SCYTHE_USM_DEVICE, 64, 0, &raw mut start), 0);
        let inside = start.wrapping_byte_add(63);
        assert_eq!(scythe_usm_query(inside, context, &raw mut kind, &raw mut device), 0);
        assert_eq!((kind, device), (SCYTHE_USM_DEVICE, own));
        assert_eq!(scythe_usm_free(start, context), 0);
        assert_eq!(scythe_usm_free(start, context), Errc::Invalid as i32);
        assert!(message().contains("already freed"), "{}", message());
        assert_eq!(scythe_usm_free(null_mut(), context), 0);
        let status = scythe_usm_alloc(own, context, 7, 64, 0, &raw mut start);
        assert_eq!((status, start), (Errc::Invalid as i32, null_mut()));
    }
}

/// Slow work-items at one end of the range: idle threads take the next units, so no thread runs all of them.
unsafe extern "C-unwind" fn uneven(
    args: *const c_void,
    _: *const ScheduleInfo,
    first: u64,
    last: u64,
) {
    // SAFETY: the arguments are a reference to the table.
    let table = unsafe { &**args.cast::<*const [AtomicU64; 256]>() };
    for group in first..last {
        if group < 16 {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let me = std::thread::current()
            .name()
            .map_or(99, |name| name.rsplit('-').next().and_then(|n| n.parse().ok()).unwrap_or(99));
        table[group as usize].store(me + 1, Ordering::Relaxed);
    }
}

#[test]
fn uneven_kernels_use_all_threads() {
    let (mut threads, mut size) = (0u32, 0usize);
    // SAFETY: both are writable as said.
    let status = unsafe {
        let (device, key) = (scythe_device_at(0), SCYTHE_DEVICE_COMPUTE_UNITS);
        scythe_device_info(device, key, (&raw mut threads).cast(), 4, &raw mut size)
    };
    assert_eq!((status, size), (0, 4));
    let table: [AtomicU64; 256] = std::array::from_fn(|_| AtomicU64::new(0));
    let pointer: *const [AtomicU64; 256] = &raw const table;
    let q = queue(0);
    assert_eq!(run(q, &launch(uneven, &pointer, [1, 1, 256], Some([1, 1, 1]))), 0);
    let slow: std::collections::HashSet<u64> =
        table[..16].iter().map(|t| t.load(Ordering::Relaxed)).collect();
    assert!(table.iter().all(|t| t.load(Ordering::Relaxed) > 0), "all groups ran");
    assert!(threads == 1 || slow.len() > 1, "one thread ran all slow groups");
}

#[test]
fn many_threads_submit_at_once() {
    let counter = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for t in 0..8usize {
            let counter = &counter;
            scope.spawn(move || {
                let q = queue(if t % 2 == 0 { SCYTHE_QUEUE_IN_ORDER } else { 0 });
                let pointer: *const AtomicU64 = std::ptr::from_ref(counter);
                let command = launch(count_items, &pointer, [1, 1, 100 + t], None);
                for _ in 0..500 {
                    // SAFETY: live objects; the counter outlives the wait.
                    unsafe {
                        assert_eq!(scythe_queue_submit(q, &raw const command, null_mut()), 0)
                    };
                }
                // SAFETY: live, then not used again.
                unsafe {
                    assert_eq!(scythe_queue_wait(q), 0);
                    scythe_queue_release(q);
                }
            });
        }
    });
    let expected: usize = (0..8).map(|t| 500 * (100 + t)).sum();
    assert_eq!(counter.load(Ordering::Relaxed), expected as u64);
}
