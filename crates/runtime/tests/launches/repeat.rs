//! The host cost of a launch: a loop for profilers, on the fake driver.
//!
//! ```text
//! cargo build --release -p scythe-runtime --examples
//! mkdir fake && ln -s $PWD/target/release/examples/libfake_cuda.so fake/libcuda.so.1
//! LD_LIBRARY_PATH=fake SCYTHE_DEVICES=cuda valgrind --tool=callgrind target/release/examples/launches in-order
//! ```
//!
//! The word selects the dependency of a launch: `in-order` (the one before it in the queue), `no-order`
//! (none), `events` (its event), `buffer` (the last writer of the buffer), or `wait` (the one before it, for
//! which the program waited). The driver's own time is in functions that begin with `cu`; with
//! `FAKE_CUDA_INSTANT=1` it is almost nothing, and the printed nanoseconds, per launch and the minimum over
//! all steps, are the cost of the runtime. The numbers after the word are the number of steps, and the
//! launches of each step before the program waits.

#[allow(dead_code, reason = "a loop needs little of it")]
#[path = "../support/cuda.rs"]
mod cuda;

use std::ptr::{null, null_mut};
use std::time::Instant;

use cuda::{argument, simple};
use scythe::abi::buffer::*;
use scythe::abi::command::*;
use scythe::abi::device::scythe_device_at;
use scythe::abi::event::*;
use scythe::abi::queue::*;
use scythe_image::ArgumentKind;

fn main() {
    let mut words = std::env::args().skip(1);
    let kind = words.next().unwrap_or_default();
    let mut number = |usual: usize| -> usize {
        words.next().and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    let (steps, step) = (number(100), number(1000));
    let flags = if matches!(&*kind, "in-order" | "wait") { SCYTHE_QUEUE_IN_ORDER } else { 0 };
    let (mut queue, mut buffer) = (null_mut(), null_mut());
    let description = scythe_buffer_desc {
        struct_size: size_of::<scythe_buffer_desc>() as u32,
        flags: 0,
        bytes: 4096,
        align: 4,
        host: null_mut(),
    };
    // SAFETY: the handles are writable.
    unsafe {
        assert_eq!(scythe_queue_create(scythe_device_at(0), flags, &raw mut queue), 0);
        assert_eq!(scythe_buffer_create(&raw const description, &raw mut buffer), 0);
    }
    let access = scythe_access {
        buffer,
        mode: SCYTHE_ACCESS_READ | SCYTHE_ACCESS_WRITE,
        dims: 1,
        element_size: 4,
        byte_offset: 0,
        buffer_range: [1024, 1, 1],
        range: [1024, 1, 1],
        offset: [0; 3],
    };
    let kernel = simple(c"nothing", 8, vec![argument(ArgumentKind::Bytes, 8, 0)]);
    let value = 0u64;
    let mut last: *mut scythe_event = null_mut();
    let mut best = f64::INFINITY;
    for _ in 0..steps {
        let start = Instant::now();
        for _ in 0..step {
            let dependency: *const scythe_event = last;
            let mut command = scythe_command {
                struct_size: size_of::<scythe_command>() as u32,
                kind: SCYTHE_COMMAND_KERNEL,
                dependencies: null(),
                dependency_count: 0,
                accesses: null(),
                access_count: 0,
                finish: scythe_host_call {
                    run: None,
                    drop: None,
                    context: null_mut(),
                    repeat: None,
                },
                body: scythe_command_body {
                    launch: scythe_launch {
                        kernel: std::ptr::from_ref(kernel).cast(),
                        args: (&raw const value).cast(),
                        args_size: 8,
                        args_align: 8,
                        dims: 1,
                        has_local: false,
                        hierarchical: false,
                        together: false,
                        global: [1024, 1, 1],
                        local: [1; 3],
                        offset: [0; 3],
                        local_memory: 0,
                        constants: null(),
                        constant_count: 0,
                    },
                },
            };
            if kind == "events" {
                (command.dependencies, command.dependency_count) = (&raw const dependency, 1);
            }
            // SAFETY: live handles, and a complete command.
            unsafe {
                if kind != "events" {
                    // Like programs that never look at an event.
                    scythe_event_release(last);
                }
                if kind == "buffer" {
                    let (device, mut start) = (scythe_device_at(0), null_mut());
                    scythe_buffer_address(buffer, device, access.mode, &raw mut start);
                    (command.accesses, command.access_count) = (&raw const access, 1);
                }
                assert_eq!(scythe_queue_submit(queue, &raw const command, &raw mut last), 0);
                if kind == "events" {
                    scythe_event_release(dependency);
                }
                if kind == "wait" {
                    assert_eq!(scythe_event_wait(last), 0);
                }
            }
        }
        // SAFETY: a live handle.
        assert_eq!(unsafe { scythe_queue_wait(queue) }, 0);
        best = best.min(start.elapsed().as_secs_f64() / step as f64);
    }
    println!("{kind}: {:.0} ns", best * 1e9);
}
