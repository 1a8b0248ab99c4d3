//! Native CUDA objects, for programs that use both interfaces. They are not reference-counted: devices,
//! contexts, streams of queues and functions stay the runtime's; the program destroys events and the objects
//! it made.

use std::sync::Arc;

use scythe_image::Kernel;

use super::api::{Address, Handle, Object};
use super::open;
use super::program::Function;
use super::streams::InOrder;
use super::transfers::Target;
use super::{CudaDevice, versions};
use crate::backend::interop::{
    Interop, KernelQuestion, Lent, Native, NativeLaunch, ObjectKind, ProgramState, QueueFacts,
};
use crate::backend::{Device, NativeQueue, devices};
use crate::core::command::Command;
use crate::core::error::{Errc, RtError};
use crate::core::work::{DeviceWork, Work};

/// Events are used only for order (`CU_EVENT_DISABLE_TIMING`).
const WITHOUT_TIMES: u32 = 2;

/// Events of the program that a command waits for.
pub struct Events(Vec<Handle>);

impl DeviceWork for Events {
    fn arguments(&self) -> Option<&[u8]> {
        None
    }
}

impl Events {
    /// Makes a stream wait for them.
    ///
    /// # Errors
    /// When the driver refuses.
    ///
    /// # Safety
    /// Events and stream are live.
    pub unsafe fn enqueue(&self, device: &super::Inner, stream: Object) -> Result<(), RtError> {
        for event in &self.0 {
            // SAFETY: by this function's contract.
            unsafe { device.context.api.cuStreamWaitEvent(stream, event.0, 0) }
                .map_err(|failure| device.context.error(failure))?;
        }
        Ok(())
    }
}

/// CUDA devices are numbers from zero on, and zero is not a valid object.
fn device_object(number: i32) -> Native {
    std::ptr::without_provenance_mut(usize::try_from(number).unwrap_or(0) + 1)
}

fn unsupported<T>(what: &str) -> Result<T, RtError> {
    Err(RtError::new(
        Errc::FeatureNotSupported,
        format!("{what} is not available for CUDA devices"),
    ))
}

/// The legacy default stream (`CU_STREAM_LEGACY`).
const DEFAULT_STREAM: Object = std::ptr::without_provenance_mut(1);

/// Whether a stream is a predefined one, for all threads or for each.
fn is_default(stream: Object) -> bool {
    (1..=2).contains(&stream.addr())
}

impl CudaDevice {
    /// The context of a stream. The caller has entered that of the device.
    ///
    /// # Safety
    /// The stream is live.
    unsafe fn context_of(&self, stream: Object) -> Result<Object, RtError> {
        let mut context = std::ptr::null_mut();
        // SAFETY: by this function's contract; the output has space for the context.
        unsafe { self.0.context.api.cuStreamGetCtx(stream, &raw mut context) }
            .map_err(|failure| self.0.context.error(failure))?;
        Ok(context)
    }
}

impl Interop for CudaDevice {
    fn platform(&self) -> Native {
        // There is one, which is not an object of CUDA.
        std::ptr::from_ref(self.0.context.api).cast_mut().cast()
    }

    fn device(&self) -> Native {
        device_object(self.0.context.device)
    }

    fn context(&self) -> Result<Native, RtError> {
        let _permit = self.0.context.enter()?;
        self.0.context.object()
    }

    unsafe fn retain(&self, _: ObjectKind, _: Native) -> Result<(), RtError> {
        Ok(())
    }

    unsafe fn release(&self, kind: ObjectKind, object: Native) {
        let Some(_permit) = self.0.context.enter_to_clean_up() else { return };
        match kind {
            ObjectKind::Queue => self.0.lent_queues().retain(|(lent, _)| lent.0 != object),
            ObjectKind::Event => {
                // SAFETY: by this function's contract. A failure cannot be reported here.
                let _ = unsafe { self.0.context.api.cuEventDestroy(object) };
            }
            _ => {}
        }
    }

    unsafe fn context_devices(&self, context: Native) -> Result<Vec<Native>, RtError> {
        let _permit = self.0.context.enter()?;
        let own = self.0.context.object()?;
        let (api, mut device) = (self.0.context.api, 0);
        // SAFETY: by this function's contract; the output has space for the device. The thread's own context
        // is restored.
        unsafe {
            api.cuCtxSetCurrent(context)?;
            let found = api.cuCtxGetDevice(&raw mut device);
            api.cuCtxSetCurrent(own)?;
            found?;
        }
        Ok(vec![device_object(device)])
    }

    unsafe fn create_queue(&self, _: Native, _: bool, _: bool) -> Result<Native, RtError> {
        let _permit = self.0.context.enter()?;
        let queue = self.0.streams.in_order();
        let stream = queue.get()?.object();
        self.0.lent_queues().push((Handle(stream), queue));
        Ok(stream)
    }

    fn own_queue(&self, queue: &NativeQueue) -> Result<Option<Native>, RtError> {
        let _permit = self.0.context.enter()?;
        let own = queue.downcast_ref::<InOrder>().map(InOrder::get).transpose()?;
        Ok(own.map(|stream| stream.object()))
    }

    unsafe fn adopt_queue(&self, queue: Native) -> Result<NativeQueue, RtError> {
        let _permit = self.0.context.enter()?;
        let own = self.0.context.object()?;
        let stream = if queue.is_null() { DEFAULT_STREAM } else { queue };
        // SAFETY: by this function's contract.
        if !is_default(stream) && unsafe { self.context_of(stream) }? != own {
            let message = format!(
                "the stream is not of the primary context of {}, which is the one that SYCL uses",
                self.0.info.name
            );
            return Err(RtError::invalid(message));
        }
        Ok(Arc::new(self.0.streams.adopt(Handle(stream))))
    }

    unsafe fn queue_facts(&self, queue: Native) -> Result<QueueFacts, RtError> {
        if queue.is_null() || is_default(queue) {
            return Err(RtError::invalid("the default stream belongs to no particular device"));
        }
        let context = {
            let _permit = self.0.context.enter()?;
            // SAFETY: by this function's contract.
            unsafe { self.context_of(queue) }?
        };
        // SAFETY: the context of a stream that is live.
        let device = unsafe { self.context_devices(context) }?;
        let device = device.first().copied().unwrap_or(std::ptr::null_mut());
        Ok(QueueFacts { device, in_order: true, profiled: false })
    }

    fn events(&self, command: &Arc<Command>) -> Result<Vec<Native>, RtError> {
        let place = open::place(command);
        if place.is_none() {
            // It is not in the driver yet: something on the host comes first.
            command.wait()?;
        }
        let context = self.0.context;
        let _permit = context.enter()?;
        let failed = |failure| context.error(failure);
        let queue = self.0.streams.in_order();
        let stream = queue.get()?.object();
        let mut event = std::ptr::null_mut();
        // SAFETY: the context is current, the stream is live; the output has space for the event.
        unsafe {
            if let Some((known, number)) = place
                && let Some(before) = known.event_behind(number)?
            {
                context.api.cuStreamWaitEvent(stream, before.object(), 0).map_err(failed)?;
            }
            context.api.cuEventCreate(&raw mut event, WITHOUT_TIMES).map_err(failed)?;
            context.api.cuEventRecord(event, stream).map_err(failed)?;
        }
        Ok(vec![event])
    }

    unsafe fn command(&self, events: &[Native]) -> Result<Arc<Command>, RtError> {
        let events = Events(events.iter().map(|&event| Handle(event)).collect());
        let is_this = |device: &&'static dyn Device| std::ptr::addr_eq(*device, self);
        let this = devices().iter().map(|(device, _)| *device).find(is_this);
        let this =
            this.ok_or_else(|| RtError::invalid("the device is not one of the program's"))?;
        let command = Command::new(Some(this), Work::Device(Box::new(events)), None);
        command.submit();
        Ok(command)
    }

    unsafe fn lend(&self, memory: Lent, _: Native) -> Result<Native, RtError> {
        // CUDA needs only an address.
        Ok(memory.address.cast())
    }

    unsafe fn take_back(&self, _: Lent, _: Native, _: bool) -> Result<(), RtError> {
        Ok(())
    }

    unsafe fn memory_size(&self, object: Native) -> Result<usize, RtError> {
        let _permit = self.0.context.enter()?;
        let inside = object.expose_provenance() as Address;
        let (mut start, mut bytes) = (0, 0);
        // SAFETY: the outputs have space for the results; the address is not dereferenced.
        let found = unsafe {
            self.0.context.api.cuMemGetAddressRange(&raw mut start, &raw mut bytes, inside)
        };
        found.map_err(|failure| {
            let error = self.0.context.error(failure);
            match failure.is_sticky() {
                true => error,
                // Drivers report unknown addresses in different ways.
                false => error.with_code(Errc::Invalid),
            }
        })?;
        Ok(bytes - (inside - start) as usize)
    }

    unsafe fn copy_memory(
        &self,
        object: Native,
        host: *mut u8,
        bytes: usize,
        to_object: bool,
    ) -> Result<(), RtError> {
        let context = self.0.context;
        let _permit = context.enter()?;
        let stream = self.0.streams.clock()?.object();
        let device = object.expose_provenance() as Address;
        let host = host.expose_provenance() as Address;
        let (to, from) = if to_object { (device, host) } else { (host, device) };
        // SAFETY: by this function's contract.
        unsafe {
            Target { context, stream }
                .copy(to, from, bytes)
                .and_then(|()| context.api.cuStreamSynchronize(stream))
        }
        .map_err(|failure| context.error(failure))
    }

    fn program(&self, _: &'static Kernel) -> Result<Native, RtError> {
        unsupported("modules")
    }

    fn kernel(&self, kernel: &'static Kernel) -> Result<Native, RtError> {
        self.check_kernel(kernel)?;
        let _permit = self.0.context.enter()?;
        let code = versions::general(kernel, self.0.capability)?;
        Function::of(self.0.context, code).map(|function| function.object())
    }

    unsafe fn bring_program_to(&self, _: Native, _: ProgramState) -> Result<(), RtError> {
        unsupported("kernel bundles of modules")
    }

    unsafe fn kernel_fact(&self, _: Native, _: KernelQuestion) -> Result<Vec<u8>, RtError> {
        unsupported("kernels of functions")
    }

    unsafe fn prepare(&self, _: NativeLaunch) -> Result<Work, RtError> {
        unsupported("kernels of functions")
    }
}
