//! Queues, to which commands are submitted.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError, Weak};
use std::time::Instant;

use scythe_image::Kernel;

use crate::backend::{Device, IndexSpace, NativeQueue};
use crate::check;
use crate::core::access::Region;
use crate::core::buffer::{Buffer, Usage, graph_lock};
use crate::core::command::Command;
use crate::core::error::{Errc, RtError};
use crate::core::failure::Because;
use crate::core::graph::{Graph, QueueId};
use crate::core::memory::Memory;
use crate::core::places::Place;
use crate::core::process;
use crate::core::snapshot::{self, ProgramMemory};
use crate::core::throttle::Throttle;
use crate::core::work::{HostCall, Work};
use crate::trace;

/// Asynchronous errors, oldest first.
#[derive(Default)]
pub struct Errors(Mutex<VecDeque<RtError>>);

impl Errors {
    /// Adds one.
    pub fn push(&self, error: RtError) {
        process::lock(&self.0).push_back(error);
    }

    /// Takes the oldest.
    pub fn take(&self) -> Option<RtError> {
        process::lock(&self.0).pop_front()
    }
}

/// What commands share with their queue.
#[derive(Default)]
pub struct Origin {
    /// The device's object for the queue.
    pub native: Option<NativeQueue>,
    /// Where errors go.
    pub errors: Errors,
}

/// An access of a command to a buffer.
#[derive(Clone)]
pub struct Access {
    /// The buffer.
    pub buffer: Arc<Buffer>,
    /// The part of it.
    pub region: Region,
    /// Whether it is written.
    pub write: bool,
    /// Whether the old contents are not needed.
    pub discard: bool,
    /// Whether the host accesses it, not the queue's device.
    pub on_host: bool,
}

/// How a command is ordered with commands that are submitted to the same queue before and after it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Not at all, except in an in-order queue.
    #[default]
    Free,
    /// Later commands come after it.
    Gate,
    /// A gate that also comes after earlier commands.
    Barrier,
}

/// How a command is submitted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Role {
    /// Its order.
    pub order: Order,
    /// Which of its memory belongs to the program.
    pub memory: ProgramMemory,
}

impl From<Order> for Role {
    fn from(order: Order) -> Self {
        Self { order, memory: ProgramMemory::default() }
    }
}

/// A queue.
pub struct Queue {
    device: &'static dyn Device,
    origin: Arc<Origin>,
    in_order: bool,
    /// Whether the device keeps the order of the commands that it has.
    keeps_order: bool,
    profiled: bool,
    recent: Arc<Mutex<Recent>>,
    /// Whether lists may be long: see [`Queue::is_long`].
    is_long: AtomicBool,
    id: QueueId,
    /// Whether there is a graph below.
    is_recording: AtomicBool,
    /// The graph that records commands instead of executing them.
    graph: Mutex<Option<Weak<Graph>>>,
}

/// All queues.
pub type Live = Vec<Weak<Mutex<Recent>>>;

static LIVE: Mutex<Live> = Mutex::new(Vec::new());

/// Keeps other threads from creating queues; waits for that until a point in time.
pub fn live_until(end: Instant) -> Option<MutexGuard<'static, Live>> {
    process::lock_until(&LIVE, end)
}

/// Removes queues that other threads were using when the process called `fork`: their locks are never
/// released in the child. Commands of the parent are lost there in any case.
pub fn forget_used(live: &mut Live) {
    let is_used =
        |recent: &Mutex<Recent>| matches!(recent.try_lock(), Err(TryLockError::WouldBlock));
    live.retain(|recent| recent.upgrade().is_some_and(|recent| !is_used(&recent)));
}

/// The commands that a queue remembers.
#[derive(Default)]
pub struct Recent {
    /// Commands that may not be complete yet. Those that certainly precede others of the list are left out:
    /// in an in-order queue, and before a barrier.
    commands: Vec<Arc<Command>>,
    /// The command that all later ones come after, in out-of-order queues.
    gate: Option<Arc<Command>>,
    throttle: Throttle,
}

impl Recent {
    /// Enters a command of an out-of-order queue.
    fn enter(&mut self, command: &Arc<Command>, order: Order) {
        self.gate = self.gate.take().filter(|gate| !gate.is_complete());
        if let Some(gate) = &self.gate {
            command.wait_for(gate, Because::Queue);
        }
        if order == Order::Barrier {
            for earlier in self.commands.drain(..) {
                command.wait_for(&earlier, Because::Queue);
            }
        }
        if order != Order::Free {
            self.gate = Some(Arc::clone(command));
        }
        if self.commands.len() >= TIDY_AT && self.commands.len().is_power_of_two() {
            self.commands.retain(|c| !c.is_complete());
        }
    }
}

/// Complete commands are removed from a list of this length.
const TIDY_AT: usize = 64;

impl Queue {
    /// A queue on a device.
    #[must_use]
    pub fn new(device: &'static dyn Device, in_order: bool, profiled: bool) -> Self {
        // The trace needs the device's time stamps, too.
        let timed = profiled || trace::is_on();
        Self::over(device, device.open_queue(in_order, timed), in_order, profiled)
    }

    /// A queue with the device's object `native`.
    #[must_use]
    pub fn over(
        device: &'static dyn Device,
        native: Option<NativeQueue>,
        in_order: bool,
        profiled: bool,
    ) -> Self {
        let (recent, graph, id) = (Arc::default(), Mutex::default(), QueueId::new());
        let mut live = process::lock(&LIVE);
        // Only when the list is full, so that creating many queues does not search all of them each time.
        if live.len() == live.capacity() {
            live.retain(|others| others.strong_count() > 0);
            let room = live.len().max(8);
            live.reserve(room);
        }
        live.push(Arc::downgrade(&recent));
        drop(live);
        let (is_long, is_recording) = (AtomicBool::new(false), AtomicBool::new(false));
        let keeps_order =
            in_order && native.as_ref().is_some_and(|native| device.keeps_order(native));
        let origin = Arc::new(Origin { native, errors: Errors::default() });
        Self {
            device,
            origin,
            in_order,
            keeps_order,
            profiled,
            recent,
            is_long,
            id,
            is_recording,
            graph,
        }
    }

    /// Its identity in graphs.
    #[must_use]
    pub fn id(&self) -> QueueId {
        self.id
    }

    /// The graph that records commands instead of executing them.
    #[must_use]
    pub fn recording(&self) -> Option<Arc<Graph>> {
        if !self.is_recording.load(Ordering::Relaxed) {
            return None;
        }
        let graph = process::lock(&self.graph).as_ref().and_then(Weak::upgrade);
        let graph = graph.filter(|graph| graph.is_recording(Some(self.id)));
        self.is_recording.store(graph.is_some(), Ordering::Relaxed);
        graph
    }

    /// Records commands into a graph from now on.
    ///
    /// # Errors
    /// When they are recorded into one already, or the graph is for another device.
    pub fn begin_recording(&self, graph: &Arc<Graph>) -> Result<(), RtError> {
        if self.recording().is_some() {
            return Err(RtError::invalid("begin_recording: the queue is already recording"));
        }
        graph.begin_recording(self.id, self.device, self.in_order)?;
        *process::lock(&self.graph) = Some(Arc::downgrade(graph));
        self.is_recording.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// The device.
    #[must_use]
    pub fn device(&self) -> &'static dyn Device {
        self.device
    }

    fn recent(&self) -> MutexGuard<'_, Recent> {
        process::lock(&self.recent)
    }

    /// Submits a command after all its dependencies; see [`Command::finish_with`].
    pub fn submit(
        &self,
        work: Work,
        dependencies: &[Arc<Command>],
        accesses: Vec<Access>,
        finish: Option<HostCall>,
    ) -> Arc<Command> {
        self.submit_as(Order::Free, work, dependencies, accesses, finish)
    }

    /// Submits a command that may be ordered with others of the queue.
    pub fn submit_as(
        &self,
        role: impl Into<Role>,
        mut work: Work,
        dependencies: &[Arc<Command>],
        accesses: Vec<Access>,
        finish: Option<HostCall>,
    ) -> Arc<Command> {
        let Role { order, memory } = role.into();
        let (mut writes_host, mut bytes) = (false, None);
        if memory != ProgramMemory::default() {
            writes_host = snapshot::writes_host(&work, memory);
            if snapshot::is_wanted(self.device, &work, memory) {
                let before = self.before(dependencies, &accesses);
                // SAFETY: the submitter guarantees the source from now on.
                bytes = unsafe { snapshot::take(&mut work, before) };
            }
        }
        let origin = Arc::clone(&self.origin);
        let command = Command::of_queue(self.device, work, self.profiled, origin);
        if let Some(call) = finish {
            command.finish_with(call);
        }
        if writes_host {
            command.set_writes_host();
        }
        if let Some(bytes) = bytes {
            command.hold(bytes);
        }
        for dependency in dependencies {
            command.wait_for(dependency, Because::Event);
        }
        // Accesses of one command are entered together: of two submissions that share two buffers, one must
        // precede the other in both.
        let graph = (!accesses.is_empty()).then(graph_lock);
        let mut transfers = Vec::new();
        // A command may read a buffer in one place and write it in another: what it writes makes the other outdated, so
        // contents are moved for reads first.
        let in_order = [false, true].into_iter().flat_map(|write| {
            accesses.iter().enumerate().filter(move |(_, access)| access.write == write)
        });
        for (index, access) in in_order {
            let place = if access.on_host { Place::HOST } else { self.device.place() };
            // Another accessor of the command may need contents that this one discards.
            let same = |other: &Access| Arc::ptr_eq(&other.buffer, &access.buffer);
            let others = || accesses.iter().enumerate().any(|(i, other)| i != index && same(other));
            let discard = access.discard && !others();
            let usage = Usage { region: access.region, write: access.write, discard, place };
            access.buffer.order(&command, usage, &mut transfers);
        }
        for access in accesses {
            command.hold(access.buffer);
        }
        let mut recent = self.recent();
        if self.in_order {
            let last = recent.commands.pop();
            match &last {
                Some(last) if self.keeps_order => command.follow(last),
                Some(last) => command.wait_for(last, Because::Queue),
                None => {}
            }
        } else {
            recent.enter(&command, order);
        }
        recent.commands.push(Arc::clone(&command));
        let is_long = recent.throttle.is_due(&command);
        drop(recent);
        drop(graph);
        for transfer in transfers {
            transfer.submit();
        }
        command.submit();
        if let Some(trace) = command.trace() {
            trace.was_submitted();
        }
        if is_long {
            self.wait_while_full();
        }
        command
    }

    /// Whether [`Queue::launch`] may do something.
    #[must_use]
    pub fn launches_at_once(&self) -> bool {
        // Profiling, traces and checks need more of a launch than is kept of it.
        self.keeps_order
            && !(self.profiled || trace::is_on() || check::is_on())
            && !(self.is_long() || self.is_recording.load(Ordering::Relaxed))
    }

    /// Launches a kernel after everything that was submitted, if the device can do that immediately; otherwise does
    /// nothing.
    ///
    /// # Errors
    /// When the device cannot launch it.
    pub fn launch(
        &self,
        kernel: &'static Kernel,
        arguments: &[u8],
        space: &IndexSpace,
    ) -> Result<Option<Arc<Command>>, RtError> {
        if !self.launches_at_once() {
            return Ok(None);
        }
        let mut is_long = false;
        let command = self.device.launch(kernel, arguments, space, &mut |work| {
            let mut recent = self.recent();
            if !recent.commands.last().is_none_or(|last| last.is_followed()) {
                return None;
            }
            let origin = Arc::clone(&self.origin);
            let command = Command::of_queue(self.device, work, false, origin);
            if let Some(last) = recent.commands.pop() {
                command.follow(&last);
            }
            recent.commands.push(Arc::clone(&command));
            is_long = recent.throttle.is_due(&command);
            Some(command)
        })?;
        if is_long {
            self.wait_while_full();
        }
        Ok(command)
    }

    /// Whether lists are so long that [`Queue::reserve`] is needed; short ones use the emergency reserve.
    #[must_use]
    pub fn is_long(&self) -> bool {
        self.is_long.load(Ordering::Relaxed)
    }

    /// Reserves space for one more command in lists.
    ///
    /// # Errors
    /// When there is no memory.
    pub fn reserve(&self, accesses: &[Access]) -> Result<(), RtError> {
        let fail = |_| {
            RtError::new(Errc::MemoryAllocation, "out of memory: cannot allocate another command")
        };
        self.recent().commands.try_reserve(1).map_err(fail)?;
        // A copy to the device and one from it may come with each.
        accesses.iter().try_for_each(|access| access.buffer.reserve(3)).map_err(fail)
    }

    /// The predecessors of a command, as far as they are known before it is entered.
    fn before(&self, dependencies: &[Arc<Command>], accesses: &[Access]) -> Vec<Arc<Command>> {
        let mut before = dependencies.to_vec();
        for access in accesses {
            access.buffer.add_pending(&mut before);
        }
        let recent = self.recent();
        let last = if self.in_order { recent.commands.last() } else { recent.gate.as_ref() };
        before.extend(last.cloned());
        before
    }

    /// Waits while too many commands are pending. The caller holds no lock.
    fn wait_while_full(&self) {
        Throttle::wait(|look| {
            let mut recent = self.recent();
            let Recent { commands, throttle, .. } = &mut *recent;
            if commands.len() >= TIDY_AT {
                commands.retain(|command| !command.is_complete());
            }
            look(throttle, commands.len());
            self.is_long.store(throttle.is_long(commands.len()), Ordering::Relaxed);
        });
    }

    /// Keeps memory that the program has freed until everything submitted so far is complete: programs free
    /// memory that their last commands use, and may name any queue of the context.
    pub fn keep(memory: Memory) {
        let memory: Arc<dyn Send + Sync> = Arc::new(memory);
        let live: Vec<_> = process::lock(&LIVE).iter().filter_map(Weak::upgrade).collect();
        for recent in live {
            for command in &process::lock(&recent).commands {
                command.hold(Arc::clone(&memory));
            }
        }
    }

    /// Waits for everything submitted so far.
    ///
    /// # Errors
    /// When a command can never be complete; the rest is still waited for.
    pub fn wait(&self) -> Result<(), RtError> {
        // Others may submit meanwhile; their commands are not waited for.
        let mut now = Vec::new();
        let recent = self.recent();
        // Without memory for the list, wait for one after the other; the first ones are soon done.
        let all = match now.try_reserve_exact(recent.commands.len()) {
            Ok(()) => recent.commands.len(),
            Err(_) => 0,
        };
        now.extend(recent.commands.iter().take(all).cloned());
        drop(recent);
        let mut result = Ok(());
        for command in now.iter().rev() {
            result = result.and(command.wait());
        }
        while all == 0 && result.is_ok() {
            let next = self.recent().commands.iter().find(|c| !c.is_complete()).cloned();
            let Some(next) = next else { break };
            result = next.wait();
        }
        check::host::host_waited();
        self.recent().commands.retain(|c| !(c.is_complete() || c.is_lost()));
        result
    }

    /// Its device, and the device's object for it.
    #[must_use]
    pub fn native(&self) -> (&'static dyn Device, Option<&NativeQueue>) {
        (self.device, self.origin.native.as_ref())
    }

    /// Whether everything submitted is complete.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        // A query is usually repeated until the answer changes.
        self.recent().commands.iter().all(|command| {
            command.expect();
            command.is_complete()
        })
    }

    /// The oldest asynchronous error.
    #[must_use]
    pub fn take_error(&self) -> Option<RtError> {
        self.origin.errors.take()
    }
}
