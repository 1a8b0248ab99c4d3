//! How commands are enqueued in the driver.

use opencl_sys::*;

use super::Inner;
use super::error::check;
use crate::backend::IndexSpace;
use crate::core::error::RtError;

/// The queue of a command, and its predecessors.
#[derive(Clone, Copy)]
pub struct Submission<'a> {
    /// The OpenCL queue.
    pub queue: cl_command_queue,
    /// Events of the predecessors.
    pub after: &'a [cl_event],
}

impl Submission<'_> {
    /// The number of events, for OpenCL's functions.
    pub fn count(&self) -> cl_uint {
        self.after.len() as cl_uint
    }

    /// The events, for OpenCL's functions.
    pub fn list(&self) -> *const cl_event {
        if self.after.is_empty() { std::ptr::null() } else { self.after.as_ptr() }
    }

    /// Enqueues a command that does nothing.
    ///
    /// # Errors
    /// When the driver refuses.
    pub fn marker(&self, device: &Inner) -> Result<cl_event, RtError> {
        let mut event = std::ptr::null_mut();
        let marker = device.driver.api.clEnqueueMarkerWithWaitList()?;
        // SAFETY: the queue and the events are live.
        let status = unsafe { marker(self.queue, self.count(), self.list(), &raw mut event) };
        check("clEnqueueMarkerWithWaitList", status)?;
        Ok(event)
    }
}

/// One event that is complete when all of `events` are; these are released.
///
/// # Errors
/// When the driver refuses.
pub fn join(
    device: &Inner,
    queue: cl_command_queue,
    events: &[cl_event],
) -> Result<cl_event, RtError> {
    if let [only] = events {
        return Ok(*only);
    }
    let joined = Submission { queue, after: events }.marker(device);
    let release = device.driver.api.clReleaseEvent()?;
    for &event in events {
        // SAFETY: the events belong to the caller, who does not use them any more.
        let _ = unsafe { release(event) };
    }
    joined
}

/// An index space in OpenCL's order.
#[derive(Clone, Copy, Debug)]
pub struct NdRange {
    dims: u32,
    global: [usize; 3],
    local: Option<[usize; 3]>,
    offset: [usize; 3],
}

impl NdRange {
    /// The index space in work-groups of size `local`, if that is chosen.
    pub fn new(space: &IndexSpace, local: Option<[usize; 3]>) -> Self {
        let dims = space.dims;
        Self {
            dims,
            global: reorder(space.global, dims, 1),
            local: local.map(|local| reorder(local, dims, 1)),
            offset: reorder(space.offset, dims, 0),
        }
    }

    /// The index space in SYCL's order of dimensions.
    pub fn space(&self) -> IndexSpace {
        let dims = self.dims;
        IndexSpace {
            dims,
            global: reorder(self.global, dims, 1),
            local: self.local.map(|local| reorder(local, dims, 1)),
            offset: reorder(self.offset, dims, 0),
            local_memory: 0,
            hierarchical: false,
            together: false,
        }
    }

    /// Enqueues a kernel whose arguments are set.
    ///
    /// # Errors
    /// When the driver refuses.
    ///
    /// # Safety
    /// Nothing else uses the kernel object meanwhile; the memory that the kernel uses is valid until it is
    /// done; the queue belongs to the device.
    pub unsafe fn enqueue(
        &self,
        device: &Inner,
        to: Submission<'_>,
        kernel: cl_kernel,
    ) -> Result<cl_event, RtError> {
        let local = self.local.as_ref().map_or(std::ptr::null(), |local| local.as_ptr());
        let mut event = std::ptr::null_mut();
        // SAFETY: by this function's contract.
        let status = unsafe {
            (device.driver.api.clEnqueueNDRangeKernel()?)(
                to.queue,
                kernel,
                self.dims,
                self.offset.as_ptr(),
                self.global.as_ptr(),
                local,
                to.count(),
                to.list(),
                &raw mut event,
            )
        };
        check("clEnqueueNDRangeKernel", status)?;
        Ok(event)
    }
}

/// SYCL's last dimension is the contiguous one, which is OpenCL's first.
fn reorder(sizes: [usize; 3], dims: u32, rest: usize) -> [usize; 3] {
    let dims = dims as usize;
    std::array::from_fn(|d| if d < dims { sizes[dims - 1 - d] } else { rest })
}

#[cfg(test)]
mod tests {
    use super::reorder;

    #[test]
    fn the_contiguous_dimension_comes_first() {
        assert_eq!(reorder([2, 3, 4], 3, 1), [4, 3, 2]);
        assert_eq!(reorder([2, 3, 0], 2, 1), [3, 2, 1]);
        assert_eq!(reorder([7, 0, 0], 1, 0), [7, 0, 0]);
    }
}
