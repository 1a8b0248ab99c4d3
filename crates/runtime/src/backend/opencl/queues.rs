//! The queues of a device.
//!
//! An in-order queue of the program has an in-order queue of the driver. All other queues share one, whose
//! commands run in any order that their wait lists allow. Queues exist with and without profiling, are
//! created at their first use, and are used again when the program's queues are destroyed.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use opencl_sys::*;

use super::driver::{Driver, Handle};
use super::error::failed;
use super::facts::Questions;
use crate::backend::ending::{self, Finish};
use crate::core::error::RtError;

/// The queues.
pub struct Queues {
    driver: &'static Driver,
    device: Handle,
    /// Out of order; the second has profiling.
    shared: [OnceLock<Result<Handle, RtError>>; 2],
    lists: Mutex<Lists>,
}

#[derive(Default)]
struct Lists {
    /// All queues.
    all: Vec<Handle>,
    /// Unused in-order queues; the second list is of those with profiling.
    spare: [Vec<Handle>; 2],
}

/// The driver's queue for an in-order queue of the program.
pub struct InOrder {
    queues: Arc<Queues>,
    profiled: bool,
    made: OnceLock<Result<Handle, RtError>>,
}

impl InOrder {
    /// The OpenCL queue.
    ///
    /// # Errors
    /// When the driver cannot make one.
    pub fn get(&self) -> Result<cl_command_queue, RtError> {
        let made = self.made.get_or_init(|| {
            let spare = self.queues.lists().spare[usize::from(self.profiled)].pop();
            spare.map_or_else(|| self.queues.make(true, self.profiled), Ok)
        });
        made.as_ref().map(|handle| handle.0).map_err(Clone::clone)
    }
}

impl Drop for InOrder {
    fn drop(&mut self) {
        if let Some(Ok(queue)) = self.made.get() {
            // Its commands may still run; later ones come after them, which does no harm.
            self.queues.lists().spare[usize::from(self.profiled)].push(*queue);
        }
    }
}

impl Queues {
    /// The queues of a device.
    pub fn new(driver: &'static Driver, device: cl_device_id) -> Self {
        Self { driver, device: Handle(device), shared: Default::default(), lists: Mutex::default() }
    }

    fn lists(&self) -> MutexGuard<'_, Lists> {
        self.lists.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A queue for an in-order queue of the program.
    pub fn in_order(self: &Arc<Self>, profiled: bool) -> InOrder {
        InOrder { queues: Arc::clone(self), profiled, made: OnceLock::new() }
    }

    /// The out-of-order queue.
    ///
    /// # Errors
    /// When the driver cannot make one.
    pub fn shared(self: &Arc<Self>, profiled: bool) -> Result<cl_command_queue, RtError> {
        let made = self.shared[usize::from(profiled)].get_or_init(|| self.make(false, profiled));
        made.as_ref().map(|handle| handle.0).map_err(Clone::clone)
    }

    fn make(self: &Arc<Self>, in_order: bool, profiled: bool) -> Result<Handle, RtError> {
        let create = self.driver.api.clCreateCommandQueueWithProperties()?;
        let ask = Questions { api: self.driver.api, device: self.device.0 };
        let possible = ask.number(CL_DEVICE_QUEUE_ON_HOST_PROPERTIES);
        let profiling = if profiled { CL_QUEUE_PROFILING_ENABLE } else { 0 };
        let order = if in_order { 0 } else { CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE };
        let properties =
            [CL_QUEUE_PROPERTIES as cl_queue_properties, (order | profiling) & possible, 0];
        let mut status = CL_SUCCESS;
        let context = self.driver.context()?;
        // SAFETY: context and device belong together; the list of properties ends with zero.
        let queue = unsafe { create(context, self.device.0, properties.as_ptr(), &raw mut status) };
        if status != CL_SUCCESS || queue.is_null() {
            return Err(failed("clCreateCommandQueueWithProperties", status));
        }
        let mut lists = self.lists();
        lists.all.push(Handle(queue));
        if lists.all.len() == 1 {
            drop(lists);
            ending::wait_for(Arc::<Self>::clone(self));
        }
        Ok(Handle(queue))
    }
}

impl Finish for Queues {
    fn finish(&self) {
        let all = std::mem::take(&mut self.lists().all);
        for queue in all {
            if let Ok(finish) = self.driver.api.clFinish() {
                // SAFETY: the queue is live. A failure cannot be reported here.
                let _ = unsafe { finish(queue.0) };
            }
        }
    }
}
