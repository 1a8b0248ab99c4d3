//! The variables of a program that live on devices (`device_global`).

use std::sync::{Arc, Mutex, PoisonError};

use scythe_image::DeviceGlobal;

use super::Inner;
use super::kept::kept;
use super::submission::Submission;
use crate::core::error::RtError;
use crate::core::memory::Memory;
use crate::core::usm::Kind;

/// What devices have of a variable, by their numbers; the variable's record leads here.
#[derive(Default)]
struct OnDevices(Mutex<Vec<(u32, Memory)>>);

fn on_devices(global: &'static DeviceGlobal) -> &'static OnDevices {
    // SAFETY: nobody else uses the pointer of a variable.
    unsafe { kept(&global.chosen) }
}

impl Inner {
    /// Where the variable is on this device. The first who asks puts it there, with its initial value.
    ///
    /// # Errors
    /// When there is no memory.
    pub fn variable(self: &Arc<Self>, global: &'static DeviceGlobal) -> Result<*mut u8, RtError> {
        let mut all = on_devices(global).0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, memory)) = all.iter().find(|(device, _)| *device == self.number) {
            return Ok(memory.start());
        }
        let bytes = usize::try_from(global.size).unwrap_or(usize::MAX).max(1);
        let align = usize::try_from(global.align).unwrap_or(1).max(1);
        let memory = self.memory.allocate(Kind::Device, bytes, align, "a device_global")?;
        let zeros;
        let initial: *const u8 = if global.initial.is_null() {
            zeros = vec![0u8; bytes];
            zeros.as_ptr()
        } else {
            global.initial
        };
        let queue = self.queues.shared(false)?;
        // SAFETY: the record has as many bytes as it says; the call returns when they are copied.
        let event = unsafe {
            self.memory.copy(Submission { queue, after: &[] }, memory.start(), initial, bytes, true)
        }?;
        if let Ok(release) = self.driver.api.clReleaseEvent() {
            // SAFETY: the event is ours and not used afterwards.
            let _ = unsafe { release(event) };
        }
        let start = memory.start();
        all.push((self.number, memory));
        Ok(start)
    }
}
