//! Children of `fork`.
//!
//! Before a fork, shared locks are acquired, so that the data they protect is consistent in the child. The
//! runtime's threads do not exist there: the pool and the host calls start anew, without their pending
//! commands. Those are lost to the child; waiting for one is an error
//! ([`crate::core::command::Command::wait`]).
//!
//! A program may fork in a signal handler that interrupted a thread holding one of the locks. Then the fork
//! proceeds without them, and the child may do anything but use the runtime, which raises an error there: most
//! children run another program.

use std::cell::RefCell;
use std::sync::{MutexGuard, Once, RwLockWriteGuard};
use std::time::{Duration, Instant};

use crate::backend::cpu::pool;
use crate::core::{buffer, exit, host_calls, process, queue, stall, usm};
use crate::trace::StreamLock;

unsafe extern "C" {
    /// Registers functions that `fork` calls: before it, and after it in parent and child.
    safe fn pthread_atfork(
        prepare: extern "C" fn(),
        parent: extern "C" fn(),
        child: extern "C" fn(),
    ) -> i32;
}

/// The locks, in the order in which they are taken.
struct Held {
    queues: MutexGuard<'static, queue::Live>,
    _graph: MutexGuard<'static, ()>,
    pools: pool::Pools,
    calls: host_calls::Calls,
    _allocations: RwLockWriteGuard<'static, usm::Allocations>,
    stream: StreamLock,
}

/// How long other threads may hold locks: the runtime holds each for microseconds, but on a busy machine a
/// holder may have to wait for a processor.
const LONGEST_WAIT: Duration = Duration::from_secs(3);

thread_local! {
    static HELD: RefCell<Option<Held>> = const { RefCell::new(None) };
}

/// Makes children of `fork` usable. Without memory for the registration, they are not.
pub fn watch() {
    static REGISTERED: Once = Once::new();
    REGISTERED.call_once(|| _ = pthread_atfork(prepare, parent, child));
}

impl Held {
    fn take() -> Option<Self> {
        let end = Instant::now() + LONGEST_WAIT;
        Some(Self {
            queues: queue::live_until(end)?,
            _graph: buffer::graph_lock_until(end)?,
            pools: pool::Pools::lock_until(end)?,
            calls: host_calls::Calls::lock_until(end)?,
            _allocations: usm::program().lock_until(end)?,
            stream: StreamLock::lock_until(end)?,
        })
    }
}

extern "C" fn prepare() {
    // A thread whose storage is destroyed is about to end, and so is its child.
    let _ = HELD.try_with(|slot| slot.replace(Held::take()));
}

fn take() -> Option<Held> {
    HELD.try_with(RefCell::take).ok().flatten()
}

extern "C" fn parent() {
    drop(take());
}

extern "C" fn child() {
    process::begin_generation();
    exit::forget();
    stall::forget();
    if let Some(mut held) = take() {
        queue::forget_used(&mut held.queues);
        held.pools.begin_anew();
        held.calls.begin_anew();
        held.stream.begin_anew();
    } else {
        process::give_up();
    }
}
