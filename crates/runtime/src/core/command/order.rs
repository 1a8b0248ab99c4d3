//! The order between commands: which of them wait for which others, and when they are notified.
//!
//! There are two kinds of edges.
//!
//! - **Host edges.** The successor counts the predecessor until it is complete. All edges between different devices,
//!   to and from host calls and host accessors, and all edges of devices that do not order commands themselves are
//!   of this kind.
//! - **Device edges.** Both commands run on one device that orders commands itself ([`Device::orders`]). The
//!   successor counts the predecessor only until that is enqueued; then the device gets the successor, too,
//!   together with the native event of the predecessor, and the host drops the edge. Only failures still
//!   propagate along it.
//!
//! Where a device keeps the order of a queue by itself ([`Device::keeps_order`]), two enqueued commands of it
//! have no edge at all: no failure would propagate along it.
//!
//! A command with host code at its end ([`Command::finish_with`]) is not complete when the device is done, so
//! edges from it are host edges.

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

/// A successor of a command.
struct Successor {
    command: Arc<Command>,
    because: Because,
    /// Whether it has stopped counting this predecessor: the device orders the two.
    released: bool,
}

/// A predecessor of a command.
struct Predecessor {
    command: Arc<Command>,
    because: Because,
    /// Its native event when the edge was made, if it was enqueued.
    event: Option<NativeEvent>,
}

#[derive(Default)]
pub(super) struct Links {
    pub(super) complete: bool,
    /// Whether the host program has a call when the work is done, so that the end on the device is not the command's.
    pub(super) ends_on_host: bool,
    /// The native event, from when it is enqueued until it is complete.
    event: Option<NativeEvent>,
    /// The parts that most commands do not have.
    more: Option<Box<More>>,
}

/// Parts of [`Links`] that most commands do not have.
#[derive(Default)]
pub(super) struct More {
    successors: SmallVec<[Successor; 1]>,
    /// The predecessors of this command, and the reasons.
    predecessors: SmallVec<[Predecessor; 2]>,
    pub(super) waiting: Vec<Thread>,
    /// Memory that must stay until the command is complete.
    pub(super) held: SmallVec<[Arc<dyn Send + Sync>; 1]>,
    /// The call of the host program at its end.
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

/// The result of [`Command::enqueued`].
#[derive(Default)]
pub struct Enqueued {
    /// Commands that can be enqueued now, too: see [`Command::prepare_hand_over`].
    pub ready: Vec<Arc<Command>>,
    /// Whether the host needs to learn of its completion: see [`Device::expect`].
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
        // A host access waits on its own thread.
        if enqueued && !released && !self.is_host_access() {
            predecessor.expect();
        }
    }

    /// Records in the trace that this command comes after another, complete or not.
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

    /// Whether the device has it, and commands after it in its queue depend on nothing else.
    #[must_use]
    pub fn is_followed(&self) -> bool {
        self.has_contents(FOLLOWED)
    }

    /// Whether the device orders it after `predecessor`.
    fn is_ordered_behind(&self, predecessor: &Self) -> bool {
        self.ordered && predecessor.ordered && self.is_on_device_of(predecessor)
    }

    fn is_on_device_of(&self, other: &Self) -> bool {
        match (self.device, other.device) {
            (Some(a), Some(b)) => std::ptr::addr_eq(a, b),
            _ => false,
        }
    }

    /// Asks the device to report the completion of the command.
    pub fn expect(self: &Arc<Self>) {
        if let Some(device) = self.device.filter(|_| self.ordered) {
            device.expect(self);
        }
    }

    /// Whether the failure of this command cancels `successor`. A host task after a host task that threw
    /// still runs: it can find out by itself, and its own errors are reported, too (SYCL 2020 §4.10.1).
    fn stops(&self, successor: &Self) -> bool {
        !matches!((&self.work, &successor.work), (Work::Host(_), Work::Host(_)))
    }

    fn inherit_failure(&self, predecessor: &Command, because: Because) {
        let failed = predecessor.status.load(Ordering::Acquire) == FAILED;
        if because == Because::Queue || !failed || !predecessor.stops(self) {
            return;
        }
        let Some(failure) = predecessor.failure.get() else { return };
        // A host access to a buffer has waited for it, whatever its contents.
        if because == Because::Event || !(failure.is_seen() || self.is_host_access()) {
            let _ = self.failure.set(Arc::clone(failure));
        }
    }

    /// Makes the command fail without running.
    fn fail_before_running(&self, error: RtError) {
        if self.failure.set(Failure::new()).is_ok() {
            self.report(error);
        }
    }

    /// All predecessors are entered: the command starts as soon as they are complete.
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

    /// As [`Command::submit`], for a host access that never begins: it completes when its predecessors do.
    pub fn abandon(self: &Arc<Self>) {
        self.abandoned.store(true, Ordering::Relaxed);
        self.submit();
    }

    /// Counts one predecessor less; true when none is left.
    fn release_one(&self) -> bool {
        // The last count belongs to the caller, and nothing else changes it.
        let is_last = self.pending.load(Ordering::Acquire) == 1
            || self.pending.fetch_sub(1, Ordering::AcqRel) == 1;
        if let Some(trace) = self.trace()
            && is_last
        {
            trace.set_ready();
        }
        is_last
    }

    /// The native events of predecessors, which the device gets with a command that is ready. None when there
    /// is nothing to do, not even to keep an order.
    #[must_use]
    pub fn prepare_hand_over(&self) -> Option<AllBefore> {
        let is_linked = self.ordered && self.has_contents(LINKED);
        let after = if is_linked { self.events_before() } else { AllBefore::new() };
        (!after.is_empty() || self.is_behind() || !self.is_cancelled()).then_some(after)
    }

    /// Hands the command over to its device. The host has nothing left to wait for.
    pub fn hand_over(self: &Arc<Self>) {
        let Some(device) = self.device else {
            if self.abandoned.load(Ordering::Relaxed) {
                let _ = self.complete(Ok(()));
            } else {
                // A command without a device is completed by its creator.
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

    /// The native events of enqueued predecessors.
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

    /// Whether all predecessors are complete, and completing the command frees no memory unless `may_free`.
    #[must_use]
    pub fn is_next(&self, may_free: bool) -> bool {
        let links = self.links();
        links.predecessors().iter().all(|before| before.command.is_complete())
            && (may_free || !links.frees_memory())
    }

    /// Whether completing it involves neither predecessors nor memory.
    #[must_use]
    pub fn ends_alone(&self) -> bool {
        !self.has_contents(LINKED | HOLDS)
    }

    /// Whether completing the command frees memory. Only a hint: it may be released meanwhile.
    #[must_use]
    pub fn frees_memory(&self) -> bool {
        self.links().frees_memory()
    }

    /// Whether there is no other reference to the command, and its completion involves no predecessors,
    /// memory, listeners or calls of the host program.
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

    /// The same without the predecessor whose order only the device keeps.
    pub fn add_linked(&self, list: &mut impl Extend<Arc<Command>>) {
        if self.has_contents(LINKED) {
            let links = self.links();
            let all = links.predecessors().iter().map(|before| &before.command);
            list.extend(all.filter(|command| !command.is_complete()).cloned());
        }
    }

    /// The native event, while the command is enqueued.
    #[must_use]
    pub fn event(&self) -> Option<NativeEvent> {
        if !self.ordered || self.is_complete() {
            return None;
        }
        self.links().event.clone()
    }

    /// The command has been enqueued with native event `event`. Called before it can be completed.
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

    /// The command is done. Successors that are ready now go to their devices, except one, which is returned
    /// if it is for the same device: the caller may run it at once.
    pub fn complete(self: &Arc<Self>, result: Result<(), RtError>) -> Option<Arc<Command>> {
        let mut next = None;
        let mut cancelled = self.end(result, &mut next);
        // Commands that do not run are complete at once. There may be many: a loop instead of recursion.
        while let Some(command) = cancelled.pop() {
            cancelled.append(&mut command.end(Ok(()), &mut next));
        }
        next
    }

    /// Records the end in the trace before waiting threads wake: the program may end then.
    fn trace_end(&self, outcome: impl FnOnce() -> Outcome) {
        if let Some(trace) = self.trace() {
            self.set_end();
            let time = |time: &AtomicU64| time.load(Ordering::Relaxed);
            trace.ended((time(&self.times.start), time(&self.times.end)), outcome());
        }
    }

    /// Completes the command; returns the successors that are ready and will not run.
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
            // Not under the lock: the program may query the command in the call.
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
        // A host access is over, whatever its predecessors did.
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
