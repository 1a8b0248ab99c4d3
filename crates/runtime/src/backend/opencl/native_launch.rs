//! Launches of kernels that the program created with OpenCL functions.

use std::sync::{Arc, Mutex, PoisonError};

use opencl_sys::*;

use super::Inner;
use super::driver::Handle;
use super::error::check;
use super::submission::{NdRange, Submission};
use crate::backend::ending;
use crate::backend::interop::{NativeArgument, NativeLaunch};
use crate::backend::requirements;
use crate::core::error::RtError;
use crate::core::work::{DeviceWork, Work};

/// A launch, ready to be enqueued.
pub struct NativeKernelLaunch {
    device: Arc<Inner>,
    kernel: Handle,
    arguments: Vec<(u32, NativeArgument)>,
    range: NdRange,
}

/// Kernel objects keep arguments until they are enqueued, and the program's kernel objects may have several
/// users.
static SETTING: Mutex<()> = Mutex::new(());

impl NativeKernelLaunch {
    /// Checks a launch and retains its kernel.
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
        let _permit = ending::permit().ok_or_else(super::completion::too_late)?;
        let api = device.driver.api;
        let mut context: cl_context = std::ptr::null_mut();
        // SAFETY: by this function's contract; the output has space for the value.
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
            range: NdRange::new(&space, space.local),
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
    /// The memory that the kernel uses is valid until it is done, and the queue belongs to the device.
    pub unsafe fn enqueue(&self, device: &Inner, to: Submission<'_>) -> Result<cl_event, RtError> {
        let api = device.driver.api;
        let _alone = SETTING.lock().unwrap_or_else(PoisonError::into_inner);
        let set = api.clSetKernelArg()?;
        // SAFETY: by this function's contract; the lock keeps our other launches out.
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
            self.range.enqueue(device, to, self.kernel.0)
        }
    }
}

impl DeviceWork for NativeKernelLaunch {
    fn arguments(&self) -> Option<&[u8]> {
        // Pointers among its arguments are USM, or memory of buffers.
        None
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
