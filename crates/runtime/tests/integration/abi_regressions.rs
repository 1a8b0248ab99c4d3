//! Regression tests through the C ABI, as C++ would call it.

use std::ffi::c_void;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::support::{command, kernel, launch, message, queue};
use scythe::Errc;
use scythe::abi::buffer::*;
use scythe::abi::command::*;
use scythe::abi::queue::*;
use scythe_image::{CpuEntry, ScheduleInfo, VERSION};

/// A launch of one work-item with one byte of arguments, of a kernel that expects `args_size`.
fn single_task(version: u32, args_size: u64, entry: CpuEntry) -> scythe_command {
    let mut command = launch(entry, &0u8, [1; 3], None);
    command.body.launch.kernel = kernel(version, entry, (args_size, 1));
    command.body.launch.args = c"x".as_ptr().cast();
    command
}

fn submit(queue: *mut scythe_queue, command: &scythe_command) -> i32 {
    // SAFETY: live objects; tests keep memory alive until they have waited.
    unsafe { scythe_queue_submit(queue, command, null_mut()) }
}

fn wait(queue: *mut scythe_queue) {
    // SAFETY: a live queue.
    assert_eq!(unsafe { scythe_queue_wait(queue) }, 0);
}

unsafe extern "C-unwind" fn deep(_: *const c_void, _: *const ScheduleInfo, _: u64, _: u64) {
    // More than the 2 MiB that Rust gives threads, less than the 8 MiB of a main thread.
    let mut room = [0u8; 5 << 20];
    for page in room.iter_mut().step_by(4096) {
        // SAFETY: a reference is valid for writes.
        unsafe { std::ptr::from_mut(page).write_volatile(1) };
    }
    std::hint::black_box(&room);
}

#[test]
fn kernels_have_as_much_stack_as_main() {
    let q = queue(0);
    for _ in 0..4 {
        assert_eq!(submit(q, &single_task(VERSION, 1, deep)), 0);
    }
    // SAFETY: a live queue. Not waited for at first: a waiting thread may run kernels itself.
    while !unsafe { scythe_queue_is_empty(q) } {
        std::thread::yield_now();
    }
}

#[test]
fn records_of_another_version_are_rejected_unread() {
    unsafe extern "C-unwind" fn never(_: *const c_void, _: *const ScheduleInfo, _: u64, _: u64) {}
    let q = queue(0);
    assert_eq!(submit(q, &single_task(VERSION + 1, 77, never)), Errc::Build as i32);
    assert_eq!(submit(q, &single_task(VERSION, 77, never)), Errc::KernelArgument as i32);
}

static BLOCKED: AtomicUsize = AtomicUsize::new(0);
static DONE: AtomicUsize = AtomicUsize::new(0);

fn threads_of_host_calls() -> usize {
    let tasks = std::fs::read_dir("/proc/self/task").expect("Linux");
    tasks
        .filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("comm")).ok())
        .filter(|name| name.trim() == "scythe-host-task")
        .count()
}

#[test]
fn host_calls_share_a_limited_number_of_threads() {
    unsafe extern "C" fn block(_: *mut c_void) -> i32 {
        while BLOCKED.load(Ordering::Acquire) == 0 {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        DONE.fetch_add(1, Ordering::AcqRel);
        0
    }
    let q = queue(0);
    let host = scythe_host_call { run: Some(block), drop: None, context: null_mut(), repeat: None };
    let call = command(SCYTHE_COMMAND_HOST, scythe_command_body { host });
    for _ in 0..400 {
        assert_eq!(submit(q, &call), 0);
    }
    assert!(threads_of_host_calls() <= 256, "{}", threads_of_host_calls());
    BLOCKED.store(1, Ordering::Release);
    wait(q);
    assert_eq!(DONE.load(Ordering::Acquire), 400);
    // Existing threads serve later calls.
    for _ in 0..100 {
        assert_eq!(submit(q, &call), 0);
        wait(q);
    }
    assert_eq!(DONE.load(Ordering::Acquire), 500);
}

#[test]
fn a_host_call_without_a_function_is_dropped_too() {
    unsafe extern "C" fn dropped(context: *mut c_void) {
        // SAFETY: the context is the counter below.
        unsafe { &*context.cast::<AtomicUsize>() }.fetch_add(1, Ordering::Relaxed);
    }
    let count = AtomicUsize::new(0);
    let context = (&raw const count).cast_mut().cast();
    let host = scythe_host_call { run: None, drop: Some(dropped), context, repeat: None };
    let call = command(SCYTHE_COMMAND_HOST, scythe_command_body { host });
    assert_eq!(submit(queue(0), &call), Errc::Invalid as i32);
    assert_eq!(count.load(Ordering::Relaxed), 1);
}

#[test]
fn patterns_of_every_size_are_repeated() {
    let q = queue(0);
    for size in [1usize, 2, 3, 4, 8, 12, 16, 100, 5000, 70_000] {
        for count in [1usize, 2, 3, 1000, 40_000].map(|n| n.min((3 << 20) / size + 1)) {
            let pattern: Vec<u8> = (0..size).map(|i| (i * 7 + 1) as u8).collect();
            let mut memory = vec![0u8; size * count + 1];
            let fill = scythe_fill {
                dst: memory.as_mut_ptr().cast(),
                pattern: pattern.as_ptr().cast(),
                pattern_size: size,
                count,
                flags: 0,
            };
            assert_eq!(submit(q, &command(SCYTHE_COMMAND_FILL, scythe_command_body { fill })), 0);
            wait(q);
            assert!(memory[..size * count].chunks(size).all(|c| c == pattern), "{size} x {count}");
            assert_eq!(memory[size * count], 0, "{size} x {count}: wrote too far");
        }
    }
}

#[test]
fn accesses_outside_the_buffer_are_rejected() {
    let desc = scythe_buffer_desc {
        struct_size: size_of::<scythe_buffer_desc>() as u32,
        flags: 0,
        bytes: 64,
        align: 4,
        host: null_mut(),
    };
    let mut buffer = null_mut();
    // SAFETY: readable and writable.
    assert_eq!(unsafe { scythe_buffer_create(&raw const desc, &raw mut buffer) }, 0);
    let fits = scythe_access {
        buffer,
        mode: SCYTHE_ACCESS_READ,
        dims: 1,
        element_size: 4,
        byte_offset: 32,
        buffer_range: [8, 1, 1],
        range: [8, 1, 1],
        offset: [0; 3],
    };
    let wrong = [
        scythe_access { byte_offset: 36, ..fits },
        scythe_access { element_size: usize::MAX, ..fits },
        scythe_access { dims: 4, ..fits },
        scythe_access { mode: SCYTHE_ACCESS_NO_INIT, ..fits },
    ];
    let (mut held, mut address) = (null_mut(), null_mut());
    // SAFETY: everything is live and writable.
    unsafe {
        for access in wrong {
            let status =
                scythe_host_access_acquire(&raw const access, &raw mut held, &raw mut address);
            assert_eq!(status, Errc::Invalid as i32, "{access:?}");
        }
        assert_eq!(
            scythe_host_access_acquire(&raw const fits, &raw mut held, &raw mut address),
            0,
            "{}",
            message()
        );
        scythe_host_access_release(held);
        scythe_buffer_release(buffer);
    }
}
