//! The queues of a device.
//!
//! The runtime's own graph orders commands, so what a device gets may run in any order. There is one
//! queue with and one without profiling, each made when it is first needed.

use std::sync::{Arc, OnceLock};

use opencl_sys::*;

use super::driver::{Driver, Handle};
use super::ending;
use super::error::failed;
use super::facts::Questions;
use crate::core::error::RtError;

/// The queues.
pub struct Queues {
    driver: &'static Driver,
    device: Handle,
    plain: OnceLock<Result<Handle, RtError>>,
    profiled: OnceLock<Result<Handle, RtError>>,
}

impl Queues {
    /// The queues of a device.
    pub fn new(driver: &'static Driver, device: cl_device_id) -> Self {
        let (plain, profiled) = (OnceLock::new(), OnceLock::new());
        Self { driver, device: Handle(device), plain, profiled }
    }

    /// One of the queues.
    ///
    /// # Errors
    /// When the driver cannot make one.
    pub fn get(self: &Arc<Self>, profiled: bool) -> Result<cl_command_queue, RtError> {
        let queue = if profiled { &self.profiled } else { &self.plain };
        let made = queue.get_or_init(|| {
            let made = self.make(profiled);
            if made.is_ok() {
                ending::wait_for(Arc::clone(self));
            }
            made
        });
        made.as_ref().map(|handle| handle.0).map_err(Clone::clone)
    }

    fn make(&self, profiled: bool) -> Result<Handle, RtError> {
        let create = self.driver.api.clCreateCommandQueueWithProperties()?;
        let ask = Questions { api: self.driver.api, device: self.device.0 };
        let possible = ask.number(CL_DEVICE_QUEUE_ON_HOST_PROPERTIES);
        let profiling = if profiled { CL_QUEUE_PROFILING_ENABLE } else { 0 };
        let wanted = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | profiling;
        let properties = [CL_QUEUE_PROPERTIES as cl_queue_properties, wanted & possible, 0];
        let mut status = CL_SUCCESS;
        let context = self.driver.context()?;
        // SAFETY: context and device belong together; the list of properties ends with zero.
        let queue = unsafe { create(context, self.device.0, properties.as_ptr(), &raw mut status) };
        if status != CL_SUCCESS || queue.is_null() {
            return Err(failed("clCreateCommandQueueWithProperties", status));
        }
        Ok(Handle(queue))
    }

    /// Waits until everything in the queues is done.
    pub fn finish(&self) {
        for queue in [&self.plain, &self.profiled] {
            if let (Some(Ok(queue)), Ok(finish)) = (queue.get(), self.driver.api.clFinish()) {
                // SAFETY: the queue is live. There is nobody to tell when this fails.
                let _ = unsafe { finish(queue.0) };
            }
        }
    }
}
