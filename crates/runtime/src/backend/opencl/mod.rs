//! OpenCL devices: kernels are SPIR-V that the driver compiles.
//!
//! The runtime's graph orders commands; what arrives here is ready. It goes into a queue whose commands run
//! in any order, and [`jobs`] hears when it is done.

mod api;
mod driver;
mod ending;
mod error;
mod facts;
mod interop;
mod jobs;
mod kept;
mod launch;
mod memory;
mod native_launch;
mod native_memory;
mod program;
mod queues;
mod transfers;
mod variables;

use std::sync::Arc;

use opencl_sys::{CL_PLATFORM_NAME, CL_PLATFORM_VENDOR, CL_PLATFORM_VERSION, cl_platform_id};
use scythe_image::{DeviceGlobal, Kernel};

use super::info::{DeviceInfo, DeviceType};
use super::interop::Interop;
use super::{
    BackendKind, Device, IndexSpace, KernelLimits, Platform, check_record, cpu, requirements,
};
use crate::core::command::Command;
use crate::core::error::{Errc, RtError};
use crate::core::memory::Memory;
use crate::core::places::Place;
use crate::core::usm::Kind;
use crate::core::work::{Arguments, Work};
use crate::settings::{self, MemoryWish};
use api::{Api, Usm};
use driver::{Driver, Handle};
use facts::Questions;
use jobs::{Job, Staging};
use launch::Launch;
use memory::{DeviceMemory, Model};
use native_launch::NativeKernelLaunch;
use queues::Queues;

/// A device.
pub struct OpenClDevice(Arc<Inner>);

/// What commands under way hold on to.
pub struct Inner {
    /// Among the OpenCL devices of the machine.
    number: u32,
    id: Handle,
    driver: &'static Driver,
    info: DeviceInfo,
    memory: DeviceMemory,
    queues: Arc<Queues>,
}

/// The platforms that have devices for which `wanted` holds, given their number and what they are.
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
        let _permit = ending::permit().ok_or_else(jobs::too_late)?;
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
        let _permit = ending::permit().ok_or_else(jobs::too_late)?;
        let launch = Launch::new(&self.0, kernel, arguments, &space, local)?;
        Ok(Work::Device(Box::new(launch)))
    }

    fn enqueue(&self, command: Arc<Command>) {
        let mut next = Some(command);
        while let Some(command) = next.take() {
            next = self.0.start(command);
        }
    }

    fn help(&self, _: &Command) -> bool {
        jobs::help()
    }

    fn place(&self) -> Place {
        match self.0.memory.model {
            Model::System => Place::HOST,
            _ => Place::of_device(self.0.number),
        }
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
        let _permit = ending::permit().ok_or_else(jobs::too_late)?;
        self.0.memory.allocate(kind, bytes, align, what)
    }

    fn variable(&self, global: &'static DeviceGlobal) -> Result<*mut u8, RtError> {
        let _permit = ending::permit().ok_or_else(jobs::too_late)?;
        self.0.variable(global)
    }
}

impl Inner {
    /// Starts a command; if it is done at once, what comes next is returned.
    fn start(self: &Arc<Self>, command: Arc<Command>) -> Option<Arc<Command>> {
        match &command.work {
            Work::Empty => return command.complete(Ok(())),
            // What it waited for is all there is to it.
            Work::Device(work) if work.is::<interop::Events>() => return command.complete(Ok(())),
            Work::Host(_) => {
                cpu::host_calls::push(command);
                return None;
            }
            // The host does it in place, row by row, where a driver would need a command for each.
            Work::CopyRows { .. } | Work::FillRows { .. } if self.memory.model == Model::System => {
                cpu::host_calls::push(command);
                return None;
            }
            _ => {}
        }
        command.set_running();
        match self.issue(&command) {
            Ok((event, staging)) => {
                let (device, event) = (Arc::clone(self), event);
                jobs::watch(Job { command, device, event, staging });
                None
            }
            Err(error) => command.complete(Err(error)),
        }
    }

    /// Hands a command to the driver. The memory that is returned has to stay until it is done.
    fn issue(self: &Arc<Self>, command: &Command) -> Result<(Handle, Option<Staging>), RtError> {
        let _permit = ending::permit().ok_or_else(jobs::too_late)?;
        let queue = self.queues.get(command.profiled)?;
        let mut staging = None;
        // SAFETY: the submitter vouches for the memory, and what a device of ours prepared is a launch;
        // the queue is this device's.
        let event = unsafe {
            match &command.work {
                Work::Device(work) => {
                    if let Some(launch) = work.downcast_ref::<Launch>() {
                        launch.enqueue(self, queue)?
                    } else if let Some(launch) = work.downcast_ref::<NativeKernelLaunch>() {
                        launch.enqueue(self, queue)?
                    } else {
                        let message = "the command is another device's";
                        return Err(RtError::new(Errc::BackendMismatch, message));
                    }
                }
                work => transfers::enqueue(self, queue, work, &mut staging)?,
            }
        };
        // Drivers may keep commands until somebody asks for them.
        // SAFETY: the queue is live.
        error::check("clFlush", unsafe { (self.driver.api.clFlush()?)(queue) })?;
        Ok((Handle(event), staging))
    }
}
