//! CUDA devices: kernels are PTX that the driver compiles, or cubins that it loads.
//!
//! The driver orders commands: each is submitted at once, to a stream ([`streams`]), after waits for the events of
//! its predecessors in other streams. [`completion`] describes how the runtime learns that a command is done.
//! Commands whose work is the host's stay in the runtime's graph.

mod api;
mod clock;
mod completion;
mod context;
mod error;
mod facts;
mod graph;
mod interop;
mod launch;
mod memory;
mod open;
mod pageable;
mod peers;
mod pool;
mod program;
mod shape;
mod streams;
mod transfers;
mod versions;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use scythe_image::{DeviceGlobal, Kernel};
use smallvec::SmallVec;

use super::info::{Aspect, DeviceInfo};
use super::interop::Interop;
use super::{
    AllBefore, BackendKind, Before, Device, IndexSpace, KernelLimits, NativeQueue, PeerRequest,
    Platform, check_record, ending, hand_over, requirements, variables,
};
use crate::core::command::Command;
use crate::core::error::{Errc, RtError};
use crate::core::graph::{NativeGraph, NativeStep};
use crate::core::host_calls;
use crate::core::memory::{Allocation, Memory};
use crate::core::places::Place;
use crate::core::usm::Kind;
use crate::core::work::{Arguments, HostCall, Work};
use api::{Handle, Object};
use clock::{Clock, Times};
use context::{Context, Event};
use facts::Questions;
use graph::{CudaGraph, GraphLaunch};
use launch::{Direct, Launch};
use open::Entry;
use streams::{InOrder, Issued, Stream, Streams};
use transfers::Target;
use versions::Capability;
pub(super) use versions::Known;

/// A device.
pub struct CudaDevice(Arc<Inner>);

/// Events of other streams.
type Events = SmallVec<[Arc<Event>; 2]>;

/// The part of a device that commands keep alive.
pub struct Inner {
    /// Its number among the CUDA devices of the machine.
    number: u32,
    /// The number of those.
    count: u32,
    capability: Capability,
    context: &'static Context,
    info: DeviceInfo,
    /// Whether kernels can use any memory of the host.
    reaches_host: bool,
    streams: Arc<Streams>,
    clock: Clock,
    /// For copies that threads of the runtime make.
    lanes: pageable::Lanes,
    /// Streams of the program, except for those of its queues.
    lent_queues: Mutex<Vec<(Handle, InOrder)>>,
}

/// The platform with its devices for which `wanted` holds, given their number; none if there are no devices.
#[must_use]
pub fn discover(
    wanted: impl Fn(usize) -> bool,
) -> Option<(&'static Platform, Vec<&'static dyn Device>)> {
    ending::loading();
    let api = api::load()?;
    crate::fork::watch();
    let all = api.devices();
    let count = u32::try_from(all.len()).unwrap_or(u32::MAX);
    let open = |(number, device): (usize, api::DeviceId)| -> Option<&'static dyn Device> {
        if !wanted(number) {
            return None;
        }
        let ask = Questions { api, device };
        let context: &'static Context = Box::leak(Box::new(Context::new(api, device)));
        let info = facts::info(&ask, number);
        let device = CudaDevice(Arc::new(Inner {
            number: u32::try_from(number).unwrap_or(u32::MAX),
            count,
            capability: ask.capability(),
            context,
            reaches_host: info.has(Aspect::UsmSystemAllocations),
            info,
            streams: Arc::new(Streams::new(context)),
            clock: Clock::default(),
            lanes: pageable::Lanes::default(),
            lent_queues: Mutex::default(),
        }));
        Some(Box::leak(Box::new(device)))
    };
    let found: Vec<_> = all.into_iter().enumerate().filter_map(open).collect();
    if found.is_empty() {
        return None;
    }
    let platform = Platform {
        name: "NVIDIA CUDA",
        vendor: "NVIDIA Corporation",
        version: facts::version(api).leak(),
        backend: BackendKind::Cuda,
    };
    Some((Box::leak(Box::new(platform)), found))
}

impl Device for CudaDevice {
    fn info(&self) -> &DeviceInfo {
        &self.0.info
    }

    fn check_kernel(&self, kernel: &'static Kernel) -> Result<(), RtError> {
        check_record(kernel)?;
        versions::general(kernel, self.0.capability)?;
        requirements::check_device(kernel, &self.0.info)
    }

    fn kernel_limits(&self, kernel: &'static Kernel) -> Result<KernelLimits, RtError> {
        self.check_kernel(kernel)?;
        let _permit = self.0.context.enter()?;
        launch::limits(&self.0, kernel)
    }

    fn groups_together(
        &self,
        kernel: &'static Kernel,
        items: u64,
        local_memory: usize,
    ) -> Result<u64, RtError> {
        self.check_kernel(kernel)?;
        if requirements::check_local_memory(&self.0.info, local_memory).is_err() {
            return Ok(0);
        }
        let _permit = self.0.context.enter()?;
        launch::groups_together(&self.0, kernel, items, local_memory)
    }

    fn prepare(
        &self,
        kernel: &'static Kernel,
        arguments: Arguments,
        space: IndexSpace,
    ) -> Result<Work, RtError> {
        let launch = Launch::new(&self.0, kernel, arguments, &space)?;
        Ok(launch.map_or(Work::Empty, |launch| Work::Device(launch)))
    }

    fn launch(
        &self,
        kernel: &'static Kernel,
        arguments: &[u8],
        space: &IndexSpace,
        enter: &mut dyn FnMut(Work) -> Option<Arc<Command>>,
    ) -> Result<Option<Arc<Command>>, RtError> {
        let device = &self.0;
        // Copies must know the host memory that kernels access.
        if device.reaches_host || !completion::has_thread() {
            return Ok(None);
        }
        let Some(launch) = Direct::new(device, kernel, arguments, space)? else { return Ok(None) };
        let Some(command) = enter(launch.work()) else { return Ok(None) };
        let ready = device.start(Arc::clone(&command), &[], Some(&launch));
        hand_over(ready, |next, after| device.start(next, after, None));
        Ok(Some(command))
    }

    fn open_queue(&self, in_order: bool, _profiled: bool) -> Option<NativeQueue> {
        // Out-of-order queues share streams.
        in_order.then(|| -> NativeQueue { Arc::new(self.0.streams.in_order()) })
    }

    fn keeps_order(&self, queue: &NativeQueue) -> bool {
        queue.is::<InOrder>()
    }

    fn previous(&self, command: &Command) -> Option<Arc<Command>> {
        let (stream, number) = open::place(command)?;
        stream.open.get(number.checked_sub(1)?)
    }

    fn orders(&self, work: &Work) -> bool {
        !matches!(work, Work::Host(_)) && completion::has_thread()
    }

    fn call_for_copy(&self, work: &Work) -> Option<HostCall> {
        pageable::call_for(&self.0, work)
    }

    fn makes_graphs(&self) -> bool {
        true
    }

    fn make_graph(&self, steps: &[NativeStep<'_>]) -> Option<Arc<dyn NativeGraph>> {
        CudaGraph::new(&self.0, steps).map(|graph| graph as Arc<dyn NativeGraph>)
    }

    fn enqueue(&self, command: Arc<Command>, after: AllBefore) {
        self.0.enqueue(command, &after);
    }

    fn expect(&self, command: &Arc<Command>) {
        completion::expect(command);
    }

    fn help(&self, awaited: &Arc<Command>) -> bool {
        completion::help(awaited)
    }

    fn interop(&self) -> Option<&dyn Interop> {
        Some(self)
    }

    fn free_memory(&self) -> Option<u64> {
        let _permit = self.0.context.enter().ok()?;
        let kept = self.0.context.pool.bytes() as u64;
        memory::free_bytes(self.0.context).ok().map(|free| free + kept)
    }

    fn place(&self) -> Place {
        self.0.place()
    }

    fn may_be_host_memory(&self, address: usize) -> bool {
        // A thread that cannot query cannot submit, either.
        let Ok(_permit) = self.0.context.enter() else { return false };
        memory::may_be_host_memory(self.0.context, address as api::Address)
    }

    fn copy_domain(&self) -> Option<usize> {
        // An address is valid on all devices, and the driver copies between any two.
        Some(std::ptr::from_ref(self.0.context.api).addr())
    }

    fn peer(&self, request: PeerRequest, peer: &dyn Device) -> Result<bool, RtError> {
        self.ask_peer(request, peer)
    }

    fn allocate(
        &self,
        kind: Kind,
        bytes: usize,
        align: usize,
        what: &str,
    ) -> Result<Memory, RtError> {
        let _permit = self.0.context.enter()?;
        memory::allocate(self.0.context, kind, bytes, align, what)
    }

    fn allocate_for_buffer(&self, bytes: usize, align: usize) -> Result<Memory, RtError> {
        let context = self.0.context;
        let known = memory::from_pool(context, bytes, align);
        known.map_or_else(
            || {
                let _permit = context.enter()?;
                memory::allocate_for_pool(context, bytes, align)
            },
            Ok,
        )
    }

    fn allocate_home(&self, bytes: usize, align: usize) -> Result<Memory, RtError> {
        // Most of these are never used. Allocating pinned memory takes longer than several copies from
        // ordinary memory, which costs nothing until it is used.
        Ok(Memory::Host(Allocation::new(bytes, align, "a buffer")?))
    }

    fn allocate_zeroed(&self, bytes: usize, align: usize, what: &str) -> Result<Memory, RtError> {
        let _permit = self.0.context.enter()?;
        memory::allocate_zeroed(self.0.context, bytes, align, what)
    }

    fn variable(&self, global: &'static DeviceGlobal) -> Result<*mut u8, RtError> {
        let _permit = self.0.context.enter()?;
        self.0.variable(global)
    }
}

/// The stream of an in-order queue's command.
fn in_order(command: &Command) -> Option<&InOrder> {
    command.queue()?.downcast_ref()
}

/// Whether kernels of a command may print.
fn may_print(command: &Command) -> bool {
    if let Work::Launched { prints, .. } = command.work {
        return prints;
    }
    match Launch::of(command) {
        Some(launch) => launch.prints(),
        None => GraphLaunch::of(command).is_some_and(GraphLaunch::prints),
    }
}

/// Checks each dimension of a work-group against the device's limits.
fn check_sizes(info: &DeviceInfo, local: &[usize]) -> Result<(), RtError> {
    let most = &info.max_work_item_sizes[3 - local.len()..];
    if local.iter().zip(most).all(|(&size, &most)| size as u64 <= most) {
        return Ok(());
    }
    let message = format!("the work-group size {local:?} exceeds what the device allows: {most:?}");
    Err(RtError::new(Errc::NdRange, message))
}

impl Inner {
    /// Checks the index space of a launch. Returns the size of its work-groups, if the program chose one, and the number
    /// of work-items.
    fn check_space(
        &self,
        kernel: &'static Kernel,
        space: &IndexSpace,
    ) -> Result<(Option<[usize; 3]>, u64), RtError> {
        let info = &self.info;
        requirements::check_local_memory(info, space.local_memory)?;
        let local = requirements::work_group_size(kernel, info, space)?;
        let dims = space.dims as usize;
        if let Some(local) = local {
            requirements::check_work_group(info, dims, space.global, local)?;
            check_sizes(info, &local[..dims])?;
        }
        Ok((local, requirements::work_items(dims, space.global)?))
    }

    fn lent_queues(&self) -> MutexGuard<'_, Vec<(Handle, InOrder)>> {
        self.lent_queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn place(&self) -> Place {
        Place::of_device(BackendKind::Cuda, self.number)
    }

    /// Where the variable is on this device. The first use creates it, with its initial value. The caller has
    /// entered the context.
    fn variable(&self, global: &'static DeviceGlobal) -> Result<*mut u8, RtError> {
        variables::at(self.place(), global, |bytes, align, initial| {
            let what = "a device_global";
            let memory = memory::allocate(self.context, Kind::Device, bytes, align, what)?;
            let stream = self.streams.clock()?.object();
            let to = memory.start().expose_provenance() as api::Address;
            let from = initial.as_ptr().expose_provenance() as api::Address;
            // SAFETY: the memory has as many bytes, and both stay until they are copied.
            unsafe {
                Target { context: self.context, stream }
                    .copy(to, from, initial.len())
                    .and_then(|()| self.context.api.cuStreamSynchronize(stream))
            }
            .map_err(|failure| self.context.error(failure))?;
            Ok(memory)
        })
    }

    /// Enqueues a command, and those that become ready by that.
    fn enqueue(self: &Arc<Self>, command: Arc<Command>, after: &[Before]) {
        let ready = self.start(command, after, None);
        hand_over(ready, |next, after| self.start(next, after, None));
    }

    /// Starts a command, which carries out the launch if there is one; returns the commands that become ready by that.
    fn start(
        self: &Arc<Self>,
        command: Arc<Command>,
        after: &[Before],
        launch: Option<&Direct<'_>>,
    ) -> Vec<Arc<Command>> {
        if let Work::Host(_) = &command.work {
            host_calls::push(command);
            return Vec::new();
        }
        if after.is_empty() && !command.is_behind() && matches!(command.work, Work::Empty) {
            return Vec::from_iter(command.complete(Ok(())));
        }
        let (stream, mut issued) = match self.issue(command, after, launch) {
            Ok(issued) => issued,
            Err((error, command)) => {
                // It has failed, but is complete only after its predecessors.
                let before = after.iter().filter_map(|before| before.event.number_in::<Stream>());
                before.for_each(|(stream, number)| completion::wait_and_settle(stream, number));
                if let Some(queue) = in_order(&command).filter(|_| command.is_behind())
                    && let Ok(stream) = queue.get()
                {
                    completion::wait_and_settle(stream, stream.issued());
                }
                return Vec::from_iter(command.complete(Err(error)));
            }
        };
        let (ready, number) = (std::mem::take(&mut issued.ready), issued.number);
        completion::follow(stream, issued);
        if !completion::has_thread() {
            completion::wait_and_settle(stream, number);
        }
        ready
    }

    /// Enqueues a command in the driver.
    fn issue(
        self: &Arc<Self>,
        command: Arc<Command>,
        after: &[Before],
        launch: Option<&Direct<'_>>,
    ) -> Result<(&'static Stream, Issued), (RtError, Arc<Command>)> {
        let prints = may_print(&command);
        let (stream, events, times) = match self.prepare_issue(&command, after) {
            Ok(prepared) => prepared,
            Err(error) => return Err((error, command)),
        };
        let entry = Entry { number: 0, command, prints, times, staging: None };
        let body = |entry: &mut Entry, stream| {
            if let Some(times) = &entry.times {
                times.start().record(stream)?;
            }
            if let Some(launch) = launch {
                // SAFETY: the submitter vouches for the memory; the stream is this device's.
                unsafe { launch.enqueue(self, stream) }?;
            } else if !entry.command.is_cancelled() {
                self.put(&entry.command, stream, &mut entry.staging)?;
            }
            entry.times.as_ref().map_or(Ok(()), |times| times.end().record(stream))
        };
        let issued = stream.issue(entry, &events, body, completion::is_polling)?;
        Ok((stream, issued))
    }

    /// The stream for a command, the events of predecessors in other streams, and events for its times.
    fn prepare_issue(
        self: &Arc<Self>,
        command: &Command,
        after: &[Before],
    ) -> Result<(&'static Stream, Events, Option<Box<Times>>), RtError> {
        let in_order = in_order(command);
        let before = || after.iter().filter_map(|before| before.event.number_in::<Stream>());
        let known = in_order.map_or_else(|| self.streams.known(before()), InOrder::known);
        // The driver has nothing to do for most commands but to carry them out.
        if let Some(stream) = known
            && !command.timed
            && before().all(|(other, _)| std::ptr::eq(other, stream))
        {
            return Ok((stream, Events::new(), None));
        }
        let _permit = self.context.enter()?;
        let stream = match (known, in_order) {
            (Some(known), _) => known,
            (None, Some(queue)) => queue.get()?,
            (None, None) => self.streams.shared()?,
        };
        // A stream keeps the order of its own commands; of another one, the last predecessor suffices.
        let mut last: SmallVec<[(&Stream, u64); 4]> = SmallVec::new();
        for (other, number) in before().filter(|(other, _)| !std::ptr::eq(*other, stream)) {
            match last.iter_mut().find(|known| std::ptr::eq(known.0, other)) {
                Some(known) => known.1 = known.1.max(number),
                None => last.push((other, number)),
            }
        }
        let mut events = Events::new();
        for (other, number) in last {
            events.extend(other.event_behind(number)?);
        }
        let times = match command.timed {
            true => Some(Box::new(self.clock.times(self.context, &self.streams)?)),
            false => None,
        };
        Ok((stream, events, times))
    }

    /// Enqueues the work of a command in a stream.
    fn put(
        &self,
        command: &Command,
        stream: Object,
        staging: &mut Option<open::Staging>,
    ) -> Result<(), RtError> {
        // SAFETY: the submitter guarantees the memory and the events; the stream belongs to this device.
        unsafe {
            match &command.work {
                Work::Empty | Work::Launched { .. } => Ok(()),
                Work::Device(work) => {
                    if let Some(launch) = work.downcast_ref::<Launch>() {
                        launch.enqueue(self, stream)
                    } else if let Some(graph) = work.downcast_ref::<GraphLaunch>() {
                        graph.enqueue(stream)
                    } else if let Some(events) = work.downcast_ref::<interop::Events>() {
                        events.enqueue(self, stream)
                    } else {
                        let message = "the command belongs to another device";
                        Err(RtError::new(Errc::BackendMismatch, message))
                    }
                }
                work => transfers::enqueue(Target { context: self.context, stream }, work, staging),
            }
        }
    }
}
