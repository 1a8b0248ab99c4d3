//! Native OpenCL objects, for programs that use both interfaces.

use std::ffi::c_void;
use std::sync::Arc;

use opencl_sys::*;
use scythe_image::Kernel;

use super::completion::{self, InDriver};
use super::driver::Handle;
use super::error::{check, failed};
use super::facts::Questions;
use super::native_launch::NativeKernelLaunch;
use super::{Inner, OpenClDevice, api, ending, launch, native_memory};
use crate::backend::Device;
use crate::backend::interop::{
    Interop, KernelQuestion, Lent, Native, NativeLaunch, ObjectKind, ProgramState, QueueFacts,
};
use crate::core::command::Command;
use crate::core::error::{Errc, RtError};
use crate::core::failure::Because;
use crate::core::work::{DeviceWork, Work};

/// Events that a program turned into a command.
pub struct Events {
    device: Arc<Inner>,
    events: Vec<Handle>,
}

impl DeviceWork for Events {
    fn arguments(&self) -> Option<&[u8]> {
        None
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        let Some(_permit) = ending::permit() else { return };
        let Ok(release) = self.device.driver.api.clReleaseEvent() else { return };
        for event in &self.events {
            // SAFETY: the references were taken when this was made.
            let _ = unsafe { release(event.0) };
        }
    }
}

/// An OpenCL user event that is completed when this is dropped, which a command holds until it is complete.
struct Signal {
    device: Arc<Inner>,
    event: Handle,
}

impl Drop for Signal {
    fn drop(&mut self) {
        let Some(_permit) = ending::permit() else { return };
        let api = self.device.driver.api;
        if let (Ok(set), Ok(release)) = (api.clSetUserEventStatus(), api.clReleaseEvent()) {
            // SAFETY: a user event that only this completes, and a reference of ours.
            let _ = unsafe { (set(self.event.0, CL_COMPLETE), release(self.event.0)) };
        }
    }
}

fn words(bytes: &[u8]) -> Vec<Native> {
    let word = |chunk: &[u8]| {
        let mut value = [0; size_of::<usize>()];
        value.copy_from_slice(chunk);
        std::ptr::with_exposed_provenance_mut::<c_void>(usize::from_ne_bytes(value))
    };
    bytes.chunks_exact(size_of::<usize>()).map(word).collect()
}

impl OpenClDevice {
    fn permit() -> Result<ending::Permit, RtError> {
        ending::permit().ok_or_else(completion::too_late)
    }

    /// # Safety
    /// The queue is live, and `key` is one of its properties with the size of `T`.
    unsafe fn queue_fact<T: Copy>(
        &self,
        queue: Native,
        key: cl_command_queue_info,
        mut value: T,
    ) -> Result<T, RtError> {
        let get = self.0.driver.api.clGetCommandQueueInfo()?;
        let (size, none) = (size_of::<T>(), std::ptr::null_mut());
        // SAFETY: by this function's contract.
        let status = unsafe { get(queue, key, size, (&raw mut value).cast(), none) };
        check("clGetCommandQueueInfo", status).map(|()| value)
    }
}

impl Interop for OpenClDevice {
    fn platform(&self) -> Native {
        self.0.driver.platform.0
    }

    fn device(&self) -> Native {
        self.0.id.0
    }

    fn context(&self) -> Result<Native, RtError> {
        let _permit = Self::permit()?;
        self.0.driver.context()
    }

    unsafe fn retain(&self, kind: ObjectKind, object: Native) -> Result<(), RtError> {
        let _permit = Self::permit()?;
        let api = self.0.driver.api;
        // SAFETY: by this function's contract.
        let (call, status) = unsafe {
            match kind {
                ObjectKind::Device => ("clRetainDevice", (api.clRetainDevice()?)(object)),
                ObjectKind::Context => ("clRetainContext", (api.clRetainContext()?)(object)),
                ObjectKind::Queue => {
                    ("clRetainCommandQueue", (api.clRetainCommandQueue()?)(object))
                }
                ObjectKind::Event => ("clRetainEvent", (api.clRetainEvent()?)(object)),
                ObjectKind::Memory => ("clRetainMemObject", (api.clRetainMemObject()?)(object)),
                ObjectKind::Program => ("clRetainProgram", (api.clRetainProgram()?)(object)),
                ObjectKind::Kernel => ("clRetainKernel", (api.clRetainKernel()?)(object)),
            }
        };
        check(call, status).map_err(|error| error.with_code(Errc::Invalid))
    }

    unsafe fn release(&self, kind: ObjectKind, object: Native) {
        let Some(_permit) = ending::permit() else { return };
        let api = self.0.driver.api;
        // SAFETY: by this function's contract. A failure cannot be reported here.
        let _ = unsafe {
            match kind {
                ObjectKind::Device => api.clReleaseDevice().map(|release| release(object)),
                ObjectKind::Context => api.clReleaseContext().map(|release| release(object)),
                ObjectKind::Queue => api.clReleaseCommandQueue().map(|release| release(object)),
                ObjectKind::Event => api.clReleaseEvent().map(|release| release(object)),
                ObjectKind::Memory => api.clReleaseMemObject().map(|release| release(object)),
                ObjectKind::Program => api.clReleaseProgram().map(|release| release(object)),
                ObjectKind::Kernel => api.clReleaseKernel().map(|release| release(object)),
            }
        };
    }

    unsafe fn context_devices(&self, context: Native) -> Result<Vec<Native>, RtError> {
        let _permit = Self::permit()?;
        let get = self.0.driver.api.clGetContextInfo()?;
        let bytes = api::value("clGetContextInfo", |size, out, needed| {
            // SAFETY: by this function's contract; `out` has space for `size` bytes.
            unsafe { get(context, CL_CONTEXT_DEVICES, size, out, needed) }
        });
        bytes.map(|bytes| words(&bytes))
    }

    unsafe fn create_queue(
        &self,
        context: Native,
        in_order: bool,
        profiled: bool,
    ) -> Result<Native, RtError> {
        let _permit = Self::permit()?;
        let order = if in_order { 0 } else { CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE };
        let profiling = if profiled { CL_QUEUE_PROFILING_ENABLE } else { 0 };
        let ask = Questions { api: self.0.driver.api, device: self.0.id.0 };
        let wanted = (order | profiling) & ask.number(CL_DEVICE_QUEUE_ON_HOST_PROPERTIES);
        let properties = [CL_QUEUE_PROPERTIES as cl_queue_properties, wanted, 0];
        let create = self.0.driver.api.clCreateCommandQueueWithProperties()?;
        let mut status = CL_SUCCESS;
        // SAFETY: by this function's contract; the list of properties ends with zero.
        let queue = unsafe { create(context, self.0.id.0, properties.as_ptr(), &raw mut status) };
        if status != CL_SUCCESS || queue.is_null() {
            return Err(failed("clCreateCommandQueueWithProperties", status));
        }
        Ok(queue)
    }

    unsafe fn queue_facts(&self, queue: Native) -> Result<QueueFacts, RtError> {
        let _permit = Self::permit()?;
        // SAFETY: by this function's contract.
        unsafe {
            let device = self.queue_fact(queue, CL_QUEUE_DEVICE, std::ptr::null_mut())?;
            let properties: cl_command_queue_properties =
                self.queue_fact(queue, CL_QUEUE_PROPERTIES, 0)?;
            Ok(QueueFacts {
                device,
                in_order: properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE == 0,
                profiled: properties & CL_QUEUE_PROFILING_ENABLE != 0,
            })
        }
    }

    fn events(&self, command: &Arc<Command>) -> Result<Vec<Native>, RtError> {
        if let Work::Device(work) = &command.work
            && let Some(known) = work.downcast_ref::<Events>()
        {
            for event in &known.events {
                // SAFETY: the command keeps its events.
                unsafe { self.retain(ObjectKind::Event, event.0) }?;
            }
            return Ok(known.events.iter().map(|event| event.0).collect());
        }
        // The host program may wait for it in the driver, where it cannot help.
        command.expect();
        let permit = Self::permit()?;
        let create = self.0.driver.api.clCreateUserEvent()?;
        let mut status = CL_SUCCESS;
        // SAFETY: the context is the driver's.
        let event = unsafe { create(self.0.driver.context()?, &raw mut status) };
        if status != CL_SUCCESS || event.is_null() {
            return Err(failed("clCreateUserEvent", status));
        }
        drop(permit);
        // SAFETY: made just now. One reference is for the caller, and one for the signal.
        unsafe { self.retain(ObjectKind::Event, event) }?;
        // A complete command drops what it holds at once, which signals the event.
        command.hold(Arc::new(Signal { device: Arc::clone(&self.0), event: Handle(event) }));
        Ok(vec![event])
    }

    unsafe fn command(&self, events: &[Native]) -> Result<Arc<Command>, RtError> {
        let mut kept = Events { device: Arc::clone(&self.0), events: Vec::new() };
        let mut parts = Vec::new();
        for &event in events {
            // SAFETY: by this function's contract. One reference is kept, one is for the task.
            unsafe {
                self.retain(ObjectKind::Event, event)?;
                kept.events.push(Handle(event));
                self.retain(ObjectKind::Event, event)?;
            }
            parts.push((Command::new(None, Work::Empty, None), Handle(event)));
        }
        let all = Command::new(Some(self.ender()?), Work::Device(Box::new(kept)), None);
        for (part, _) in &parts {
            all.wait_for(part, Because::Event);
        }
        for (command, event) in parts {
            command.set_running();
            completion::follow(
                &command,
                InDriver::new(&self.0, std::ptr::null_mut(), event.0, None),
            );
        }
        all.submit();
        Ok(all)
    }

    unsafe fn lend(&self, memory: Lent, context: Native) -> Result<Native, RtError> {
        let _permit = Self::permit()?;
        // SAFETY: by this function's contract.
        unsafe { native_memory::lend(&self.0, memory, context) }
    }

    unsafe fn take_back(&self, memory: Lent, object: Native, written: bool) -> Result<(), RtError> {
        if !written {
            return Ok(());
        }
        let _permit = Self::permit()?;
        // SAFETY: by this function's contract.
        unsafe { native_memory::take_back(&self.0, memory, object) }
    }

    unsafe fn memory_size(&self, object: Native) -> Result<usize, RtError> {
        let _permit = Self::permit()?;
        // SAFETY: by this function's contract.
        unsafe { native_memory::facts(&self.0, object) }.map(|(_, bytes)| bytes)
    }

    unsafe fn copy_memory(
        &self,
        object: Native,
        host: *mut u8,
        bytes: usize,
        to_object: bool,
    ) -> Result<(), RtError> {
        // SAFETY: by this function's contract; the queue is created and released here.
        unsafe {
            let (context, _) = {
                let _permit = Self::permit()?;
                native_memory::facts(&self.0, object)?
            };
            let queue = self.create_queue(context.0, true, false)?;
            let copied = {
                let _permit = Self::permit()?;
                native_memory::transfer(&self.0, queue, object, host, bytes, to_object)
            };
            self.release(ObjectKind::Queue, queue);
            copied
        }
    }

    fn program(&self, kernel: &'static Kernel) -> Result<Native, RtError> {
        self.check_kernel(kernel)?;
        let built = {
            let _permit = Self::permit()?;
            launch::built(&self.0, kernel)?
        };
        let program = built.program().object();
        // SAFETY: the pool keeps the program.
        unsafe { self.retain(ObjectKind::Program, program) }?;
        Ok(program)
    }

    fn kernel(&self, kernel: &'static Kernel) -> Result<Native, RtError> {
        self.check_kernel(kernel)?;
        let _permit = Self::permit()?;
        launch::built(&self.0, kernel)?.another(&self.0.memory).map(|made| made.0)
    }

    unsafe fn bring_program_to(&self, program: Native, state: ProgramState) -> Result<(), RtError> {
        let _permit = Self::permit()?;
        let api = self.0.driver.api;
        let mut kind: cl_program_binary_type = CL_PROGRAM_BINARY_TYPE_NONE;
        // SAFETY: by this function's contract; the output has space for the value.
        let status = unsafe {
            (api.clGetProgramBuildInfo()?)(
                program,
                self.0.id.0,
                CL_PROGRAM_BINARY_TYPE,
                size_of_val(&kind),
                (&raw mut kind).cast(),
                std::ptr::null_mut(),
            )
        };
        let invalid = |error: RtError| error.with_code(Errc::Invalid);
        check("clGetProgramBuildInfo", status).map_err(invalid)?;
        let executable = kind == CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
        match state {
            ProgramState::Executable if executable => Ok(()),
            ProgramState::Executable => {
                let (build, device) = (api.clBuildProgram()?, self.0.id.0);
                // SAFETY: by this function's contract.
                let status = unsafe {
                    build(program, 1, &raw const device, c"".as_ptr(), None, std::ptr::null_mut())
                };
                check("clBuildProgram", status)
            }
            _ if executable => Err(RtError::invalid(
                "an OpenCL program that is an executable can only be a bundle in the state executable",
            )),
            ProgramState::Input if kind != CL_PROGRAM_BINARY_TYPE_NONE => {
                Err(RtError::invalid("the OpenCL program is already compiled"))
            }
            ProgramState::Input => Ok(()),
            ProgramState::Object if kind != CL_PROGRAM_BINARY_TYPE_NONE => Ok(()),
            ProgramState::Object => {
                let (compile, device) = (api.clCompileProgram()?, self.0.id.0);
                let none: *mut c_void = std::ptr::null_mut();
                // SAFETY: by this function's contract.
                let status = unsafe {
                    compile(
                        program,
                        1,
                        &raw const device,
                        c"".as_ptr(),
                        0,
                        none.cast(),
                        none.cast(),
                        None,
                        none,
                    )
                };
                check("clCompileProgram", status).map_err(invalid)
            }
        }
    }

    unsafe fn kernel_fact(
        &self,
        kernel: Native,
        question: KernelQuestion,
    ) -> Result<Vec<u8>, RtError> {
        let _permit = Self::permit()?;
        let api = self.0.driver.api;
        let text = matches!(question, KernelQuestion::Name | KernelQuestion::Attributes);
        let of_kernel = |key: cl_kernel_info| {
            let get = api.clGetKernelInfo()?;
            api::value("clGetKernelInfo", |size, out, needed| {
                // SAFETY: by this function's contract; `out` has space for `size` bytes.
                unsafe { get(kernel, key, size, out, needed) }
            })
        };
        let of_groups = |key: cl_kernel_work_group_info| {
            let get = api.clGetKernelWorkGroupInfo()?;
            api::value("clGetKernelWorkGroupInfo", |size, out, needed| {
                // SAFETY: as above.
                unsafe { get(kernel, self.0.id.0, key, size, out, needed) }
            })
        };
        let bytes = match question {
            KernelQuestion::Name => of_kernel(CL_KERNEL_FUNCTION_NAME),
            KernelQuestion::Attributes => of_kernel(CL_KERNEL_ATTRIBUTES),
            KernelQuestion::ArgumentCount => of_kernel(CL_KERNEL_NUM_ARGS),
            KernelQuestion::MaxWorkGroupSize => of_groups(CL_KERNEL_WORK_GROUP_SIZE),
            KernelQuestion::PreferredMultiple => {
                of_groups(CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE)
            }
            KernelQuestion::PrivateBytes => of_groups(CL_KERNEL_PRIVATE_MEM_SIZE),
        }?;
        Ok(if text { api::text(bytes).into_bytes() } else { bytes })
    }

    unsafe fn prepare(&self, launch: NativeLaunch) -> Result<Work, RtError> {
        // SAFETY: by this function's contract.
        unsafe { NativeKernelLaunch::prepare(&self.0, launch) }
    }
}

impl OpenClDevice {
    /// The device that completes commands which only wait for others: the process's device object for this
    /// device.
    fn ender(&self) -> Result<&'static dyn Device, RtError> {
        let same = |device: &&'static dyn Device| {
            device.interop().is_some_and(|other| other.device() == self.0.id.0)
        };
        let listed = crate::backend::devices().iter().map(|(device, _)| *device).find(same);
        listed.ok_or_else(|| RtError::invalid("the device does not run kernels of SYCL programs"))
    }
}
