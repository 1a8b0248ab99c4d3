//! OpenCL devices: kernels are SPIR-V that the driver compiles.
//!
//! The driver orders commands: each is enqueued at once, with the events of its predecessors
//! ([`submission`]), in the driver's queue for its queue ([`queues`]). [`completion`] describes how the
//! runtime learns that a command is done. Commands whose work is done by the host stay in the runtime's
//! graph.

mod api;
mod completion;
mod driver;
mod error;
mod facts;
mod interop;
mod launch;
mod memory;
mod native_launch;
mod native_memory;
mod program;
mod queues;
mod submission;
mod transfers;
mod under_way;
mod variables;

use std::sync::Arc;

use opencl_sys::{CL_PLATFORM_NAME, CL_PLATFORM_VENDOR, CL_PLATFORM_VERSION, cl_platform_id};
use scythe_image::{DeviceGlobal, Kernel};

use super::info::{DeviceInfo, DeviceType};
use super::interop::Interop;
use super::{
    AllBefore, BackendKind, Before, Device, IndexSpace, KernelLimits, NativeEvent, NativeQueue,
    Platform, check_record, ending, hand_over, requirements,
};
use crate::core::command::{Command, Enqueued};
use crate::core::error::{Errc, RtError};
use crate::core::host_calls;
use crate::core::memory::Memory;
use crate::core::places::Place;
use crate::core::usm::Kind;
use crate::core::work::{Arguments, Work};
use crate::settings::{self, MemoryWish};
use api::{Api, Usm};
use completion::InDriver;
use driver::{Driver, Handle};
use facts::Questions;
use launch::Launch;
use memory::{DeviceMemory, Model};
use native_launch::NativeKernelLaunch;
use queues::{InOrder, Queues};
use submission::Submission;

/// A device.
pub struct OpenClDevice(Arc<Inner>);

/// The part of a device that commands keep alive.
pub struct Inner {
    /// Its number among the OpenCL devices of the machine.
    number: u32,
    id: Handle,
    driver: &'static Driver,
    info: DeviceInfo,
    memory: DeviceMemory,
    queues: Arc<Queues>,
}

/// The platforms that have devices for which `wanted` holds, given their number and their type.
#[must_use]
pub fn discover(
    wanted: impl Fn(usize, &str) -> bool,
) -> Vec<(&'static Platform, Vec<&'static dyn Device>)> {
    ending::loading();
    let Some(api) = api::load() else { return Vec::new() };
    crate::fork::watch();
    let wish = settings::opencl_memory();
    let mut number = 0;
    let mut found = Vec::new();
    for platform in api.platforms() {
        let devices = open(api, platform, &mut number, wish, &wanted);
        if !devices.is_empty() {
            found.push((describe(api, platform), devices));
        }
    }
    found
}

fn describe(api: &Api, platform: cl_platform_id) -> &'static Platform {
    let text = |key| -> &'static str { api.platform_text(platform, key).leak() };
    Box::leak(Box::new(Platform {
        name: text(CL_PLATFORM_NAME),
        vendor: text(CL_PLATFORM_VENDOR),
        version: text(CL_PLATFORM_VERSION),
        backend: BackendKind::OpenCl,
    }))
}

/// The devices of a platform that are wanted; `number` counts all of them.
fn open(
    api: &'static Api,
    platform: cl_platform_id,
    number: &mut usize,
    wish: Option<MemoryWish>,
    wanted: impl Fn(usize, &str) -> bool,
) -> Vec<&'static dyn Device> {
    let usm = Usm::of(api, platform).ok();
    let mut described = Vec::new();
    for id in api.devices(platform) {
        let ask = Questions { api, device: id };
        let has_usm = ask
            .text(opencl_sys::CL_DEVICE_EXTENSIONS)
            .split_whitespace()
            .any(|name| name == "cl_intel_unified_shared_memory");
        let model = Model::of(&ask, has_usm && usm.is_some(), wish);
        let info = DeviceInfo { number: *number, ..facts::info(&ask, model) };
        *number += 1;
        let kind = match info.device_type {
            DeviceType::Cpu => "cpu",
            DeviceType::Gpu => "gpu",
            DeviceType::Accelerator => "accelerator",
            DeviceType::Custom => "custom",
        };
        if wanted(info.number, kind) {
            described.push((id, model, info));
        }
    }
    let ids: Vec<_> = described.iter().map(|(id, ..)| *id).collect();
    let driver: &'static Driver = Box::leak(Box::new(Driver::new(api, usm, platform, &ids)));
    described
        .into_iter()
        .map(|(id, model, info)| {
            let device = OpenClDevice(Arc::new(Inner {
                number: u32::try_from(info.number).unwrap_or(u32::MAX),
                id: Handle(id),
                driver,
                info,
                memory: DeviceMemory::new(model, driver, id),
                queues: Arc::new(Queues::new(driver, id)),
            }));
            Box::leak(Box::new(device)) as &'static dyn Device
        })
        .collect()
}

impl OpenClDevice {
    fn runs_programs(&self) -> Result<(), RtError> {
        let info = &self.0.info;
        match info.remark {
            None => Ok(()),
            Some(remark) => Err(RtError::new(
                Errc::KernelNotSupported,
                format!("{} cannot run kernels of this program: it {remark}", info.name),
            )),
        }
    }
}

impl Device for OpenClDevice {
    fn info(&self) -> &DeviceInfo {
        &self.0.info
    }

    fn check_kernel(&self, kernel: &'static Kernel) -> Result<(), RtError> {
        self.runs_programs()?;
        check_record(kernel)?;
        launch::has_code(kernel)?;
        requirements::check_device(kernel, &self.0.info)
    }

    fn kernel_limits(&self, kernel: &'static Kernel) -> Result<KernelLimits, RtError> {
        self.check_kernel(kernel)?;
        let _permit = ending::permit().ok_or_else(completion::too_late)?;
        launch::limits(&self.0, kernel)
    }

    fn prepare(
        &self,
        kernel: &'static Kernel,
        arguments: Arguments,
        space: IndexSpace,
    ) -> Result<Work, RtError> {
        let info = &self.0.info;
        self.runs_programs()?;
        requirements::check_local_memory(info, space.local_memory)?;
        let local = requirements::work_group_size(kernel, info, &space)?;
        let dims = space.dims as usize;
        if let Some(local) = local {
            requirements::check_work_group(info, dims, space.global, local)?;
        }
        if requirements::work_items(dims, space.global)? == 0 {
            return Ok(Work::Empty);
        }
        let _permit = ending::permit().ok_or_else(completion::too_late)?;
        let launch = Launch::new(&self.0, kernel, arguments, &space, local)?;
        Ok(Work::Device(Box::new(launch)))
    }

    fn open_queue(&self, in_order: bool, profiled: bool) -> Option<NativeQueue> {
        // Out-of-order queues share one of the driver's queues.
        in_order.then(|| -> NativeQueue { Arc::new(self.0.queues.in_order(profiled)) })
    }

    fn orders(&self, work: &Work) -> bool {
        !self.0.is_for_host(work) && completion::has_thread()
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

    fn place(&self) -> Place {
        match self.0.memory.model {
            Model::System => Place::HOST,
            _ => Place::of_device(BackendKind::OpenCl, self.0.number),
        }
    }

    fn copy_domain(&self) -> Option<usize> {
        // A pointer is valid on all devices of a context, and so are copies of shared virtual memory.
        (self.0.memory.model != Model::None).then(|| std::ptr::from_ref(self.0.driver).addr())
    }

    fn interop(&self) -> Option<&dyn Interop> {
        Some(self)
    }

    fn allocate(
        &self,
        kind: Kind,
        bytes: usize,
        align: usize,
        what: &str,
    ) -> Result<Memory, RtError> {
        let _permit = ending::permit().ok_or_else(completion::too_late)?;
        self.0.memory.allocate(kind, bytes, align, what)
    }

    fn variable(&self, global: &'static DeviceGlobal) -> Result<*mut u8, RtError> {
        let _permit = ending::permit().ok_or_else(completion::too_late)?;
        self.0.variable(global)
    }
}

impl Inner {
    /// Whether the host does the work, or there is nothing to do but wait for others.
    fn is_for_host(&self, work: &Work) -> bool {
        match work {
            Work::Host(_) => true,
            Work::Device(work) => work.downcast_ref::<interop::Events>().is_some(),
            // The host copies the rows in place; the driver would need a command for each.
            Work::CopyRows { .. } | Work::FillRows { .. } => self.memory.model == Model::System,
            _ => false,
        }
    }

    /// Enqueues a command, and those that become ready by that.
    fn enqueue(self: &Arc<Self>, command: Arc<Command>, after: &[Before]) {
        let ready = self.start(command, after);
        hand_over(ready, |next, after| self.start(next, after));
    }

    /// Starts a command; returns the commands that become ready by that.
    fn start(self: &Arc<Self>, command: Arc<Command>, after: &[Before]) -> Vec<Arc<Command>> {
        if self.is_for_host(&command.work) {
            return match &command.work {
                // It only waits for its predecessors.
                Work::Device(_) => Vec::from_iter(command.complete(Ok(()))),
                _ => {
                    host_calls::push(command);
                    Vec::new()
                }
            };
        }
        if after.is_empty() && matches!(command.work, Work::Empty) {
            return Vec::from_iter(command.complete(Ok(())));
        }
        let known_as = match self.issue(&command, after) {
            Ok(known_as) => Arc::new(known_as),
            Err(error) => {
                // It has failed, but is complete only after its predecessors.
                let before = after.iter().filter_map(|before| before.event.object());
                before.for_each(InDriver::wait_for_end);
                return Vec::from_iter(command.complete(Err(error)));
            }
        };
        if !completion::has_thread() {
            return Vec::from_iter(completion::wait_and_finish(&command, &known_as));
        }
        let Enqueued { ready, expected } =
            command.enqueued(NativeEvent::Object(Arc::<InDriver>::clone(&known_as)));
        if expected {
            completion::expect(&command);
        }
        completion::add(command, known_as);
        ready
    }

    /// Enqueues a command in the driver.
    fn issue(self: &Arc<Self>, command: &Command, after: &[Before]) -> Result<InDriver, RtError> {
        let _permit = ending::permit().ok_or_else(completion::too_late)?;
        let in_order = command.queue().and_then(|queue| queue.downcast_ref::<InOrder>());
        let queue = match in_order {
            Some(queue) => queue.get()?,
            None => self.queues.shared(command.timed)?,
        };
        // In the same in-order queue, the driver keeps the order. An event makes sure that the command is
        // cancelled when its predecessor fails.
        let mut events = Vec::with_capacity(after.len());
        for before in after {
            let Some(known_as) = before.event.object::<InDriver>() else { continue };
            if before.is_needed || in_order.is_none() || known_as.queue() != queue {
                events.push(known_as.event());
            }
        }
        let to = Submission { queue, after: &events };
        let mut staging = None;
        // SAFETY: the submitter guarantees that the memory is valid, and a launch prepared by one of our
        // devices is of that type; the queue belongs to this device.
        let event = unsafe {
            match &command.work {
                _ if command.is_cancelled() => to.marker(self)?,
                Work::Empty => to.marker(self)?,
                Work::Device(work) => {
                    if let Some(launch) = work.downcast_ref::<Launch>() {
                        launch.enqueue(self, to)?
                    } else if let Some(launch) = work.downcast_ref::<NativeKernelLaunch>() {
                        launch.enqueue(self, to)?
                    } else {
                        let message = "the command belongs to another device";
                        return Err(RtError::new(Errc::BackendMismatch, message));
                    }
                }
                work => transfers::enqueue(self, to, work, &mut staging)?,
            }
        };
        let known_as = InDriver::new(self, queue, event, staging);
        // SAFETY: the queue is live. Drivers may hold commands back until they are flushed or waited for.
        error::check("clFlush", unsafe { (self.driver.api.clFlush()?)(queue) })?;
        Ok(known_as)
    }
}
