//! Children of `fork`.
//!
//! Before a fork, the locks that everybody shares are taken, so that what they protect is whole in the child.
//! There the threads are gone: the pool and the host calls begin anew, without the commands that they had. Those
//! are lost to the child; waiting for one is an error ([`crate::core::command::Command::wait`]).

use std::cell::RefCell;
use std::sync::{MutexGuard, Once, RwLockWriteGuard};

use crate::backend::cpu::pool;
use crate::core::{buffer, exit, host_calls, process, queue, usm};
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
    _queues: MutexGuard<'static, queue::Live>,
    _graph: MutexGuard<'static, ()>,
    pools: pool::Pools,
    calls: host_calls::Calls,
    _allocations: RwLockWriteGuard<'static, usm::Allocations>,
    stream: StreamLock,
}

thread_local! {
    static HELD: RefCell<Option<Held>> = const { RefCell::new(None) };
}

/// Makes children of `fork` usable. Without memory for that, they are on their own.
pub fn watch() {
    static REGISTERED: Once = Once::new();
    REGISTERED.call_once(|| _ = pthread_atfork(prepare, parent, child));
}

extern "C" fn prepare() {
    let held = Held {
        _queues: queue::live(),
        _graph: buffer::graph_lock(),
        pools: pool::Pools::lock(),
        calls: host_calls::Calls::lock(),
        _allocations: usm::program().lock(),
        stream: StreamLock::lock(),
    };
    // A thread whose storage is gone ends, and so does its child.
    let _ = HELD.try_with(|slot| slot.replace(Some(held)));
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
    if let Some(mut held) = take() {
        held.pools.begin_anew();
        held.calls.begin_anew();
        held.stream.begin_anew();
    }
}
