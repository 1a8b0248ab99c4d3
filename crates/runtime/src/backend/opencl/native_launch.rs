//! Launches of kernels that the program made with OpenCL's own functions.

use std::sync::{Arc, Mutex, PoisonError};

use opencl_sys::*;

use super::Inner;
use super::driver::Handle;
use super::ending;
use super::error::check;
use super::launch::reorder;
use crate::backend::interop::{NativeArgument, NativeLaunch};
use crate::backend::requirements;
use crate::core::error::RtError;
use crate::core::work::Work;

/// A launch, ready to be enqueued.
pub struct NativeKernelLaunch {
    device: Arc<Inner>,
    kernel: Handle,
    arguments: Vec<(u32, NativeArgument)>,
    dims: u32,
    // In OpenCL's order.
    global: [usize; 3],
    local: Option<[usize; 3]>,
    offset: [usize; 3],
}

/// Kernel objects keep arguments until they are enqueued, and the program's own may have several users.
static SETTING: Mutex<()> = Mutex::new(());

impl NativeKernelLaunch {
    /// Checks a launch and keeps its kernel.
    ///
    /// # Errors
    /// When the device cannot run it.
    ///
    /// # Safety
    /// The kernel is live.
    pub unsafe fn prepare(device: &Arc<Inner>, launch: NativeLaunch) -> Result<Work, RtError> {
        let NativeLaunch { kernel, arguments, space } = launch;
        let dims = space.dims as usize;
        if let Some(local) = space.local {
            requirements::check_work_group(&device.info, dims, space.global, local)?;
        }
        let _permit = ending::permit().ok_or_else(super::jobs::too_late)?;
        let api = device.driver.api;
        let mut context: cl_context = std::ptr::null_mut();
        // SAFETY: by this function's contract; there is room for the value.
        unsafe {
            let (size, none) = (size_of::<cl_context>(), std::ptr::null_mut());
            let out = (&raw mut context).cast();
            let status = (api.clGetKernelInfo()?)(kernel, CL_KERNEL_CONTEXT, size, out, none);
            check("clGetKernelInfo", status)?;
            if context != device.driver.context()? {
                return Err(RtError::invalid(
                    "the kernel object belongs to another OpenCL context than the queue: make it in \
                     the one that get_native<backend::opencl> returns for the queue's context",
                ));
            }
            check("clRetainKernel", (api.clRetainKernel()?)(kernel))?;
        }
        let prepared = Self {
            device: Arc::clone(device),
            kernel: Handle(kernel),
            arguments,
            dims: space.dims,
            global: reorder(space.global, space.dims, 1),
            local: space.local.map(|local| reorder(local, space.dims, 1)),
            offset: reorder(space.offset, space.dims, 0),
        };
        if requirements::work_items(dims, space.global)? == 0 {
            return Ok(Work::Empty);
        }
        Ok(Work::Device(Box::new(prepared)))
    }

    /// Enqueues the launch.
    ///
    /// # Errors
    /// When the driver refuses.
    ///
    /// # Safety
    /// The memory that the kernel uses is valid until it is done, and `queue` is a queue of the device.
    pub unsafe fn enqueue(
        &self,
        device: &Inner,
        queue: cl_command_queue,
    ) -> Result<cl_event, RtError> {
        let api = device.driver.api;
        let _alone = SETTING.lock().unwrap_or_else(PoisonError::into_inner);
        let set = api.clSetKernelArg()?;
        // SAFETY: by this function's contract; the lock keeps other launches of ours away.
        unsafe {
            device.memory.allow_all(self.kernel.0)?;
            for (index, argument) in &self.arguments {
                match argument {
                    NativeArgument::Bytes(bytes) => {
                        let status = set(self.kernel.0, *index, bytes.len(), bytes.as_ptr().cast());
                        check("clSetKernelArg", status)?;
                    }
                    NativeArgument::Local(bytes) => {
                        let status = set(self.kernel.0, *index, *bytes, std::ptr::null());
                        check("clSetKernelArg", status)?;
                    }
                    NativeArgument::Pointer(address) => {
                        let pointer = std::ptr::with_exposed_provenance(*address);
                        device.memory.set_pointer(self.kernel.0, *index, pointer)?;
                    }
                }
            }
            let local = self.local.as_ref().map_or(std::ptr::null(), |l| l.as_ptr());
            let mut event = std::ptr::null_mut();
            let status = (api.clEnqueueNDRangeKernel()?)(
                queue,
                self.kernel.0,
                self.dims,
                self.offset.as_ptr(),
                self.global.as_ptr(),
                local,
                0,
                std::ptr::null(),
                &raw mut event,
            );
            check("clEnqueueNDRangeKernel", status)?;
            Ok(event)
        }
    }
}

impl Drop for NativeKernelLaunch {
    fn drop(&mut self) {
        let Some(_permit) = ending::permit() else { return };
        if let Ok(release) = self.device.driver.api.clReleaseKernel() {
            // SAFETY: `prepare` took a reference.
            let _ = unsafe { release(self.kernel.0) };
        }
    }
}
