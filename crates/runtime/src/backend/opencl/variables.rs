//! Variables of a program in device memory (`device_global`).

use std::sync::Arc;

use scythe_image::DeviceGlobal;

use super::Inner;
use super::submission::Submission;
use crate::backend::{BackendKind, variables};
use crate::core::error::RtError;
use crate::core::places::Place;
use crate::core::usm::Kind;

impl Inner {
    /// Where the variable is on this device. The first use creates it, with its initial value.
    ///
    /// # Errors
    /// When there is no memory.
    pub fn variable(self: &Arc<Self>, global: &'static DeviceGlobal) -> Result<*mut u8, RtError> {
        let place = Place::of_device(BackendKind::OpenCl, self.number);
        variables::at(place, global, |bytes, align, initial| {
            let memory = self.memory.allocate(Kind::Device, bytes, align, "a device_global")?;
            let at = Submission { queue: self.queues.shared(false)?, after: &[] };
            // SAFETY: the memory has as many bytes; the call returns when they are copied.
            let event = unsafe {
                self.memory.copy(at, memory.start(), initial.as_ptr(), initial.len(), true)
            }?;
            if let Ok(release) = self.driver.api.clReleaseEvent() {
                // SAFETY: the event is ours and not used afterwards.
                let _ = unsafe { release(event) };
            }
            Ok(memory)
        })
    }
}
