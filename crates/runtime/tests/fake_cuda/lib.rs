//! A driver for tests: `libcuda.so.1` on machines without a GPU.
//!
//! Streams are lists of operations. Unless a test holds them ([`fake_hold`]) operations run when they are
//! submitted; otherwise when a thread waits, or the test says so, in an order that streams and events allow.
//! Memory is the host's. Kernels are the functions of `kernels.rs`, found by name; they run thread by thread,
//! so that a test sees the effect of blocks and parameters. Streams and events belong to contexts, as
//! NVIDIA's do. Calls are logged ([`fake_log`]), any of them can be made to fail ([`fake_fail`]), and one
//! that comes after the program's end, or without a context, ends the process.
//!
//! With `FAKE_CUDA_INSTANT` set, launches and events do nothing and take no time: what remains is the cost of
//! the runtime itself. `FAKE_CUDA_BEHIND` is how many launches the device is behind then, like devices that
//! get kernels faster than they run them: commands complete later, and their memory is no longer in caches.
//!
//! Hints do nothing, and are logged.

#![allow(
    non_snake_case,
    clippy::missing_safety_doc,
    clippy::not_unsafe_ptr_arg_deref,
    missing_docs,
    reason = "the functions are NVIDIA's, who says what they do"
)]

mod calls;
mod control;
mod graphs;
mod instant;
mod kernels;

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

pub use calls::*;
pub use control::*;
pub use graphs::*;

pub const INVALID_VALUE: i32 = 1;
pub const OUT_OF_MEMORY: i32 = 2;
pub const NO_DEVICE: i32 = 100;
pub const INVALID_CONTEXT: i32 = 201;
pub const INVALID_PTX: i32 = 218;
pub const NOT_FOUND: i32 = 500;
pub const NOT_READY: i32 = 600;

/// The number of the first created stream; the predefined ones come before.
const STREAMS: usize = 3;

/// An operation of a stream.
enum Operation {
    Run(Box<dyn FnOnce() -> i32 + Send>),
    Record(usize, u64),
    Wait(usize, u64),
}

#[derive(Default)]
struct Event {
    /// Its context.
    context: usize,
    /// How often it was recorded, and how many of those records are done.
    recorded: u64,
    done: u64,
    at: Option<Instant>,
}

#[derive(Default)]
pub struct Driver {
    log: Vec<String>,
    /// Functions whose next call fails, with the codes.
    failing: Vec<(String, i32)>,
    is_held: bool,
    sticky: i32,
    streams: Vec<VecDeque<Operation>>,
    /// The context of each stream.
    contexts: Vec<usize>,
    events: Vec<Event>,
    /// Names of functions.
    functions: Vec<String>,
    /// Graphs and instantiated graphs; none for destroyed ones.
    graphs: Vec<Option<graphs::Graph>>,
    /// Allocations: size and context.
    allocated: BTreeMap<u64, (usize, usize)>,
    /// Pairs of contexts with peer access.
    peers: BTreeSet<(usize, usize)>,
}

static DRIVER: Mutex<Option<Driver>> = Mutex::new(None);
static IS_OVER: AtomicBool = AtomicBool::new(false);
/// Whether operations do nothing.
static IS_INSTANT: AtomicBool = AtomicBool::new(false);

thread_local! {
    static CURRENT: Cell<usize> = const { Cell::new(0) };
}

/// The number of a stream in the log: created streams count from one.
fn stream_name(stream: *mut c_void) -> usize {
    stream.addr().saturating_sub(STREAMS - 1)
}

fn driver() -> MutexGuard<'static, Option<Driver>> {
    DRIVER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether operations do nothing, and are done at once.
fn is_instant() -> bool {
    IS_INSTANT.load(Ordering::Relaxed)
}

/// Runs the body of a call, unless it is to fail.
fn call(name: &str, body: impl FnOnce(&mut Driver) -> i32) -> i32 {
    if IS_OVER.load(Ordering::SeqCst) {
        eprintln!("fake driver: {name} was called after the end of the program");
        std::process::abort();
    }
    let mut guard = driver();
    let driver = guard.get_or_insert_default();
    if let Some(place) = driver.failing.iter().position(|(failing, _)| failing == name) {
        return driver.failing.remove(place).1;
    }
    if driver.sticky != 0 && !name.starts_with("cuCtx") && !name.starts_with("cuGetError") {
        return driver.sticky;
    }
    body(driver)
}

/// As [`call`], for functions that need a context.
fn call_in_context(name: &str, body: impl FnOnce(&mut Driver) -> i32) -> i32 {
    if CURRENT.get() == 0 {
        eprintln!("fake driver: {name} was called without a context");
        return INVALID_CONTEXT;
    }
    call(name, body)
}

impl Driver {
    fn note(&mut self, text: String) {
        self.log.push(text);
    }

    /// Adds an operation to a stream.
    fn submit(&mut self, stream: *mut c_void, operation: Operation) -> i32 {
        // The predefined stream is not used for ordering.
        if stream.addr() < STREAMS
            && let Operation::Run(body) = operation
        {
            return body();
        }
        let Some(number) = stream.addr().checked_sub(STREAMS).filter(|n| *n < self.streams.len())
        else {
            return INVALID_VALUE;
        };
        if self.contexts[number] != CURRENT.get() {
            eprintln!("fake driver: a stream is used while another context is current");
            return INVALID_CONTEXT;
        }
        let list = &mut self.streams[number];
        list.push_back(operation);
        if !self.is_held {
            self.run();
        }
        // As with the real driver, waiting calls report errors.
        0
    }

    /// Runs all operations that can run.
    fn run(&mut self) {
        let mut any = true;
        while std::mem::take(&mut any) {
            for number in 0..self.streams.len() {
                while self.step(number) {
                    any = true;
                }
            }
        }
    }

    /// Runs the next operation of a stream, if it can run.
    fn step(&mut self, number: usize) -> bool {
        if let Some(Operation::Wait(event, generation)) = self.streams[number].front()
            && self.events[*event].done < *generation
        {
            return false;
        }
        match self.streams[number].pop_front() {
            None => return false,
            Some(Operation::Wait(..)) => {}
            Some(Operation::Record(event, generation)) => {
                let event = &mut self.events[event];
                event.done = event.done.max(generation);
                event.at = Some(Instant::now());
            }
            Some(Operation::Run(body)) => {
                let code = if self.sticky == 0 { body() } else { 0 };
                if code != 0 {
                    self.sticky = code;
                }
            }
        }
        true
    }

    /// The allocation that contains an address: its start, its size, and the number of its device.
    fn block_of(&self, address: u64) -> Option<(u64, usize, usize)> {
        let (start, (bytes, context)) = self.allocated.range(..=address).next_back()?;
        (address - start < *bytes as u64).then(|| (*start, *bytes, context - 0x100))
    }

    fn device_of(&self, address: u64) -> Option<usize> {
        self.block_of(address).map(|(_, _, device)| device)
    }

    fn event(&mut self, event: *mut c_void) -> (usize, &mut Event) {
        let number = event.addr() - 1;
        (number, &mut self.events[number])
    }
}
