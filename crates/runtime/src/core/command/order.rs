//! The order between commands: which of them wait for which others, and when they are notified.
//!
//! There are two kinds of edges.
//!
//! - **Host edges.** The successor counts the predecessor until it is complete. All edges between different devices,
//!   to and from host calls and host accessors, and all edges of devices that do not order commands themselves are
//!   of this kind.
//! - **Device edges.** Both commands are of one device that orders commands itself ([`Device::orders`]). The
//!   successor counts the predecessor only until the device has it; then the device gets the successor, too,
//!   together with the native event of the predecessor, and the host forgets about the edge. Only failures still
//!   travel along it.
//!
//! Where a device keeps the order of a queue by itself ([`Device::keeps_order`]), there is no edge at all between two
//! commands of it that the device has: no failure would travel along it.
//!
//! A command whose end the host program has a part in ([`Command::finish_with`]) is not over when the device is
//! done, so edges from it are host edges.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::Thread;

use smallvec::SmallVec;

use super::wait::lost;
use super::{CHECKED, Command, FAILED, FOLLOWED, HOLDS, LINKED, Status};
#[allow(unused_imports, reason = "the documentation names it")]
use crate::backend::Device;
use crate::backend::{AllBefore, Before, NativeEvent};
use crate::check::host;
use crate::core::error::RtError;
use crate::core::failure::{Because, Failure};
use crate::core::work::{HostCall, Work};
use crate::trace::Outcome;

/// A command that comes after another.
struct Successor {
    command: Arc<Command>,
    because: Because,
    /// Whether it has stopped counting this predecessor: the device orders the two.
    released: bool,
}

/// A command that another one comes after.
struct Predecessor {
    command: Arc<Command>,
    because: Because,
    /// What the device knew it by when the edge was made, if it had it.
    event: Option<NativeEvent>,
}

#[derive(Default)]
pub(super) struct Links {
    pub(super) complete: bool,
    /// Whether the host program does something when the work is done, so that the device's end is not the command's.
    pub(super) ends_on_host: bool,
    /// What the device knows the command by, from the time it has it until it is complete.
    event: Option<NativeEvent>,
    /// Most commands have nothing of that.
    more: Option<Box<More>>,
}

/// What else a command has to do with.
#[derive(Default)]
pub(super) struct More {
    successors: SmallVec<[Successor; 1]>,
    /// Those that this command comes after, and why.
    predecessors: SmallVec<[Predecessor; 2]>,
    pub(super) waiting: Vec<Thread>,
    /// Memory that must not go before the command is complete.
    pub(super) held: SmallVec<[Arc<dyn Send + Sync>; 1]>,
    /// What the host program does when the work is done.
    pub(super) finish: Option<HostCall>,
}

impl Links {
    pub(super) fn more(&mut self) -> &mut More {
        self.more.get_or_insert_default()
    }

    fn predecessors(&self) -> &[Predecessor] {
        self.more.as_ref().map_or(&[], |more| &more.predecessors)
    }

    fn frees_memory(&self) -> bool {
        let held = self.more.iter().flat_map(|more| &more.held);
        held.into_iter().any(|memory| Arc::strong_count(memory) == 1)
    }

    /// The event that successors on the same device can wait for.
    fn event_for_successors(&self) -> Option<&NativeEvent> {
        self.event.as_ref().filter(|_| !self.ends_on_host)
    }
}

/// What [`Command::enqueued`] says.
#[derive(Default)]
pub struct Enqueued {
    /// Commands that the device can have now, too: see [`Command::prepare_hand_over`].
    pub ready: Vec<Arc<Command>>,
    /// Whether the host has to hear of the end of the command: see [`Device::expect`].
    pub expected: bool,
}

impl Command {
    /// Makes this command wait for `predecessor`. Only before [`Command::submit`].
    pub fn wait_for(self: &Arc<Self>, predecessor: &Arc<Command>, because: Because) {
        if Arc::ptr_eq(self, predecessor) {
            return;
        }
        self.trace_after(predecessor, because);
        if predecessor.is_complete() {
            return self.inherit_failure(predecessor, because);
        }
        if predecessor.is_lost() {
            return self.fail_before_running(lost());
        }
        let mut links = predecessor.links();
        if links.complete {
            drop(links);
            return self.inherit_failure(predecessor, because);
        }
        let enqueued = predecessor.ordered && links.event.is_some();
        let released = enqueued
            && self.is_ordered_behind(predecessor)
            && links.event_for_successors().is_some();
        if !released {
            self.pending.fetch_add(1, Ordering::Relaxed);
        }
        links.more().successors.push(Successor { command: Arc::clone(self), because, released });
        let event = links.event.clone().filter(|_| released);
        drop(links);
        self.add_traits(predecessor.traits.load(Ordering::Relaxed));
        let mut own = self.links();
        own.more().predecessors.push(Predecessor {
            command: Arc::clone(predecessor),
            because,
            event,
        });
        self.add_contents(LINKED);
        drop(own);
        // Who gets access for the host waits itself.
        if enqueued && !released && !self.is_host_access() {
            predecessor.expect();
        }
    }

    /// Listeners hear that this command comes after another, be that complete or not.
    pub fn trace_after(&self, predecessor: &Command, because: Because) {
        if let (Some(trace), Some(before)) = (self.trace(), predecessor.trace()) {
            trace.after(before, because);
        }
    }

    /// Makes this command come after the last one of its queue, whose order the device keeps. Only before
    /// [`Command::submit`].
    pub fn follow(self: &Arc<Self>, last: &Arc<Command>) {
        if self.ordered && last.has_contents(FOLLOWED) {
            self.trace_after(last, Because::Queue);
            if !last.is_complete() {
                self.behind.store(true, Ordering::Relaxed);
                self.add_traits(last.traits.load(Ordering::Relaxed));
            }
        } else {
            self.wait_for(last, Because::Queue);
        }
    }

    /// Whether the device has it, and what comes behind it in its queue need not wait for more.
    #[must_use]
    pub fn is_followed(&self) -> bool {
        self.has_contents(FOLLOWED)
    }

    /// Whether a device that has both can order them.
    fn is_ordered_behind(&self, predecessor: &Self) -> bool {
        self.ordered && predecessor.ordered && self.is_on_device_of(predecessor)
    }

    fn is_on_device_of(&self, other: &Self) -> bool {
        match (self.device, other.device) {
            (Some(a), Some(b)) => std::ptr::addr_eq(a, b),
            _ => false,
        }
    }

    /// The device is to tell of the end of the command without being asked.
    pub fn expect(self: &Arc<Self>) {
        if let Some(device) = self.device.filter(|_| self.ordered) {
            device.expect(self);
        }
    }

    /// Whether a command that needs this one does not run if this one fails. A host task behind a host task that threw
    /// runs: it can find out by itself, and its own errors are reported, too (SYCL 2020 §4.10.1).
    fn stops(&self, successor: &Self) -> bool {
        !matches!((&self.work, &successor.work), (Work::Host(_), Work::Host(_)))
    }

    fn inherit_failure(&self, predecessor: &Command, because: Because) {
        let failed = predecessor.status.load(Ordering::Acquire) == FAILED;
        if because == Because::Queue || !failed || !predecessor.stops(self) {
            return;
        }
        let Some(failure) = predecessor.failure.get() else { return };
        // Whoever looks at a buffer has waited for it, whatever is in it.
        if because == Because::Event || !(failure.is_seen() || self.is_host_access()) {
            let _ = self.failure.set(Arc::clone(failure));
        }
    }

    /// The command will not run.
    fn fail_before_running(&self, error: RtError) {
        if self.failure.set(Failure::new()).is_ok() {
            self.report(error);
        }
    }

    /// All predecessors are named: the command starts as soon as they are complete.
    pub fn submit(self: &Arc<Self>) {
        if self.has_contents(CHECKED) {
            host::submitted();
        }
        if let Some(trace) = self.trace() {
            trace.submitted(self.device, &self.work);
        }
        if self.release_one() {
            self.hand_over();
        }
    }

    /// As [`Command::submit`], for a host access that never begins: it is over when those before it are.
    pub fn abandon(self: &Arc<Self>) {
        self.abandoned.store(true, Ordering::Relaxed);
        self.submit();
    }

    /// One thing less to wait for; true when nothing is left.
    fn release_one(&self) -> bool {
        // Where one is left it is the caller's, and nobody else counts.
        let is_last = self.pending.load(Ordering::Acquire) == 1
            || self.pending.fetch_sub(1, Ordering::AcqRel) == 1;
        if let Some(trace) = self.trace()
            && is_last
        {
            trace.set_ready();
        }
        is_last
    }

    /// What the device gets with a command that is ready: the native events of predecessors. None when there is
    /// nothing to do, not even to keep an order.
    #[must_use]
    pub fn prepare_hand_over(&self) -> Option<AllBefore> {
        let is_linked = self.ordered && self.has_contents(LINKED);
        let after = if is_linked { self.events_before() } else { AllBefore::new() };
        (!after.is_empty() || self.is_behind() || !self.is_cancelled()).then_some(after)
    }

    /// Hands the command, which waits for nothing on the host any more, to its device.
    pub fn hand_over(self: &Arc<Self>) {
        let Some(device) = self.device else {
            if self.abandoned.load(Ordering::Relaxed) {
                let _ = self.complete(Ok(()));
            } else {
                // A command without a device is completed by whoever made it.
                self.set_running();
            }
            return;
        };
        match self.prepare_hand_over() {
            Some(after) => {
                self.get_ready();
                device.enqueue(Arc::clone(self), after);
            }
            None => {
                if let Some(next) = self.complete(Ok(())) {
                    next.hand_over();
                }
            }
        }
    }

    /// The native events of predecessors that the device has.
    fn events_before(&self) -> AllBefore {
        let links = self.links();
        let before =
            links.predecessors().iter().filter_map(|Predecessor { command, because, event }| {
                let is_needed = *because != Because::Queue;
                let event = match event {
                    Some(event) => Some(event.clone()).filter(|_| !command.is_complete()),
                    None => command.event(),
                };
                event.map(|event| Before { event, is_needed })
            });
        before.collect()
    }

    /// Predecessors that are not complete yet.
    #[must_use]
    pub fn predecessors(&self) -> Vec<Arc<Command>> {
        let mut all = Vec::new();
        self.add_predecessors(&mut all);
        all
    }

    /// Whether all predecessors are complete, and no memory goes with this command, unless it may.
    #[must_use]
    pub fn is_next(&self, may_free: bool) -> bool {
        let links = self.links();
        links.predecessors().iter().all(|before| before.command.is_complete())
            && (may_free || !links.frees_memory())
    }

    /// Whether neither predecessors nor memory have anything to do with its end.
    #[must_use]
    pub fn ends_alone(&self) -> bool {
        !self.has_contents(LINKED | HOLDS)
    }

    /// Whether memory goes with the command. Only a hint: others may let go of it meanwhile.
    #[must_use]
    pub fn frees_memory(&self) -> bool {
        self.links().frees_memory()
    }

    /// Whether nobody else knows the command, and neither predecessors nor memory, listeners or the host program have
    /// anything to do with its end.
    #[must_use]
    pub fn ends_unseen(self: &Arc<Self>) -> bool {
        Arc::strong_count(self) == 1
            && !self.has_contents(LINKED | HOLDS | CHECKED)
            && !self.has_finish()
            && self.trace().is_none()
            && !self.is_cancelled()
    }

    /// Adds predecessors that are not complete yet.
    pub fn add_predecessors(&self, list: &mut impl Extend<Arc<Command>>) {
        self.add_linked(list);
        if self.is_behind() && !self.is_complete() {
            list.extend(self.device.and_then(|device| device.previous(self)));
        }
    }

    /// The same without the one that it only comes after because the device keeps the order of their queue.
    pub fn add_linked(&self, list: &mut impl Extend<Arc<Command>>) {
        if self.has_contents(LINKED) {
            let links = self.links();
            let all = links.predecessors().iter().map(|before| &before.command);
            list.extend(all.filter(|command| !command.is_complete()).cloned());
        }
    }

    /// What the device knows the command by, while it has it.
    #[must_use]
    pub fn event(&self) -> Option<NativeEvent> {
        if !self.ordered || self.is_complete() {
            return None;
        }
        self.links().event.clone()
    }

    /// The device has the command, and knows it by `event`. Called before anybody can complete it.
    #[must_use]
    pub fn enqueued(self: &Arc<Self>, event: NativeEvent) -> Enqueued {
        let mut links = self.links();
        links.event = Some(event);
        let mut ready = Vec::new();
        let followed = links.event_for_successors().is_some();
        if followed && self.ordered {
            self.add_contents(FOLLOWED);
        }
        let mut expected = false;
        if let Some(more) = &mut links.more {
            expected = !more.waiting.is_empty();
            for successor in &mut more.successors {
                if followed && successor.command.is_ordered_behind(self) {
                    successor.released = true;
                    ready.push(Arc::clone(&successor.command));
                } else {
                    expected |= !successor.command.is_host_access();
                }
            }
        }
        drop(links);
        ready.retain(|command| !command.is_lost() && command.release_one());
        Enqueued { ready, expected }
    }

    /// The command is done. Successors that are ready now go to their devices, but for one, which is
    /// returned when it is the same device's: the caller may run it at once.
    pub fn complete(self: &Arc<Self>, result: Result<(), RtError>) -> Option<Arc<Command>> {
        let mut next = None;
        let mut cancelled = self.end(result, &mut next);
        // Commands that do not run are complete at once. There may be many, so this is no recursion.
        while let Some(command) = cancelled.pop() {
            cancelled.append(&mut command.end(Ok(()), &mut next));
        }
        next
    }

    /// Listeners hear of the end before anybody who waits for it: the program may end then.
    fn trace_end(&self, outcome: impl FnOnce() -> Outcome) {
        if let Some(trace) = self.trace() {
            self.set_end();
            let time = |time: &AtomicU64| time.load(Ordering::Relaxed);
            trace.ended((time(&self.times.start), time(&self.times.end)), outcome());
        }
    }

    /// Ends the command; successors that are ready and will not run are returned.
    fn end(
        self: &Arc<Self>,
        result: Result<(), RtError>,
        next: &mut Option<Arc<Command>>,
    ) -> Vec<Arc<Command>> {
        if self.has_contents(CHECKED) {
            host::ended();
        }
        if self.timed {
            self.set_running();
        }
        let mut result = result;
        if self.has_finish.load(Ordering::Relaxed) {
            // The lock is not held meanwhile, as the program may ask about the command.
            let finish = self.links().more().finish.take();
            if let Some(call) = finish.filter(|_| !self.is_cancelled()) {
                result = result.and(call.call());
            }
        }
        if self.is_cancelled() {
            self.work.give_up();
            self.trace_end(|| Outcome::Cancelled);
        } else if let Err(error) = result {
            let _ = self.failure.set(Failure::new());
            self.trace_end(|| Outcome::Failed(error.message.as_str().into()));
            self.report(error);
        } else {
            self.trace_end(|| Outcome::Done);
        }
        if self.timed {
            self.set_end();
        }
        // A host access is over, whatever happened before it.
        let failure = self.failure.get().filter(|_| self.device.is_some());
        let status = if failure.is_some() { FAILED } else { Status::Complete as u8 };
        let mut links = self.links();
        self.status.store(status, Ordering::Release);
        links.complete = true;
        let (event, more) = (links.event.take(), links.more.take());
        drop(links);
        let Some(more) = more else { return Vec::new() };
        let More { successors, predecessors, waiting, held, finish } = *more;
        for thread in waiting {
            thread.unpark();
        }
        let mut cancelled = Vec::new();
        for Successor { command: successor, because, released } in successors {
            if successor.is_lost() {
                continue;
            }
            let stops = because != Because::Queue && self.stops(&successor);
            if let Some(failure) = failure.filter(|_| stops) {
                let _ = successor.failure.set(Arc::clone(failure));
            }
            if released || !successor.release_one() {
                continue;
            }
            // Commands that a device orders may still have predecessors there: it gets them in any case.
            if successor.device.is_some() && !successor.ordered && successor.is_cancelled() {
                cancelled.push(successor);
            } else if next.is_none() && successor.is_on_device_of(self) {
                successor.get_ready();
                *next = Some(successor);
            } else {
                successor.hand_over();
            }
        }
        // Outside the lock: this may free predecessors and memory.
        drop((predecessors, held, event, finish));
        cancelled
    }
}
