//! A platform's driver: its functions and its context.

use std::ffi::c_void;
use std::sync::OnceLock;

use opencl_sys::{CL_SUCCESS, cl_context, cl_device_id, cl_platform_id};

use super::api::{Api, Usm};
use super::error::failed;
use crate::core::error::RtError;

/// An OpenCL object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handle(pub *mut c_void);

// SAFETY: OpenCL objects may be used from any thread, at the same time; kernel objects are the exception, and
// those have one user at a time here.
unsafe impl Send for Handle {}
// SAFETY: as above.
unsafe impl Sync for Handle {}

/// A platform's driver. Its devices share a context, so that host memory allocated by one of them can be used
/// by all.
pub struct Driver {
    /// The library's functions.
    pub api: &'static Api,
    /// Those of the extension for unified shared memory.
    pub usm: Option<Usm>,
    /// The platform.
    pub platform: Handle,
    devices: Vec<Handle>,
    context: OnceLock<Result<Handle, RtError>>,
}

impl Driver {
    /// The driver of the devices, which are of one platform.
    pub fn new(
        api: &'static Api,
        usm: Option<Usm>,
        platform: cl_platform_id,
        devices: &[cl_device_id],
    ) -> Self {
        let devices = devices.iter().map(|&id| Handle(id)).collect();
        Self { api, usm, platform: Handle(platform), devices, context: OnceLock::new() }
    }

    /// The context, made when it is first needed.
    ///
    /// # Errors
    /// When the driver cannot make one.
    pub fn context(&self) -> Result<cl_context, RtError> {
        let made = self.context.get_or_init(|| self.make_context());
        made.as_ref().map(|handle| handle.0).map_err(Clone::clone)
    }

    fn make_context(&self) -> Result<Handle, RtError> {
        let create = self.api.clCreateContext()?;
        let devices: Vec<cl_device_id> = self.devices.iter().map(|handle| handle.0).collect();
        let mut status = CL_SUCCESS;
        // SAFETY: the devices are those of one platform and live as long as the process.
        let context = unsafe {
            create(
                std::ptr::null(),
                devices.len() as u32,
                devices.as_ptr(),
                None,
                std::ptr::null_mut(),
                &raw mut status,
            )
        };
        if status != CL_SUCCESS || context.is_null() {
            return Err(failed("clCreateContext", status));
        }
        Ok(Handle(context))
    }
}
