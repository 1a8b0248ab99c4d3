//! A device's primary context, which all calls of the driver need, and which a kernel can break permanently.

use std::sync::{Mutex, OnceLock, PoisonError};

use super::api::{Api, DeviceId, Handle, Object};
use super::completion::kernels_under_way;
use super::error::Failure;
use super::pool::Pool;
use crate::backend::ending::{self, Permit};
use crate::core::error::{Errc, RtError};

/// Events have this flag, unless their times are needed (`CU_EVENT_DISABLE_TIMING`).
const WITHOUT_TIMES: u32 = 2;

/// The context of a device.
pub struct Context {
    /// The library's functions.
    pub api: &'static Api,
    /// The device.
    pub device: DeviceId,
    made: OnceLock<Result<Handle, RtError>>,
    /// The error that broke it. The driver rejects everything from then on.
    broken: OnceLock<RtError>,
    /// Device memory that no buffer uses.
    pub pool: Pool,
    /// Unused events, without times and with them.
    events: [Mutex<Vec<Handle>>; 2],
}

impl Context {
    /// The context of a device, not created yet: that takes a while.
    pub fn new(api: &'static Api, device: DeviceId) -> Self {
        let (made, broken) = (OnceLock::new(), OnceLock::new());
        let (pool, events) = (Pool::default(), Default::default());
        Self { api, device, made, broken, pool, events }
    }

    /// Makes the context current on the calling thread, which may call the driver as long as it holds the
    /// result.
    ///
    /// # Errors
    /// When there is no context, it is broken, or the program ends.
    pub fn enter(&self) -> Result<Permit, RtError> {
        let permit = ending::permit().ok_or_else(too_late)?;
        self.check()?;
        self.make_current()?;
        Ok(permit)
    }

    /// The same for releasing objects; errors are ignored.
    pub fn enter_to_clean_up(&self) -> Option<Permit> {
        let permit = ending::permit()?;
        self.make_current().ok()?;
        Some(permit)
    }

    /// The driver's context.
    ///
    /// # Errors
    /// When the driver cannot make one.
    pub fn object(&self) -> Result<Object, RtError> {
        let made = self.made.get_or_init(|| {
            let mut context = std::ptr::null_mut();
            // SAFETY: the device is one of the driver's; the output has space for the context. It is never
            // released, as the program may use the device until it ends.
            unsafe { self.api.cuDevicePrimaryCtxRetain(&raw mut context, self.device) }?;
            Ok(Handle(context))
        });
        made.as_ref().map(|handle| handle.0).map_err(Clone::clone)
    }

    /// Makes the context current on the calling thread, which already holds a permit.
    ///
    /// # Errors
    /// When there is no context.
    pub fn make_current(&self) -> Result<(), RtError> {
        let context = self.object()?;
        let mut current = std::ptr::null_mut();
        // SAFETY: the context is live; the output has space for another one. Checked each time, as other code
        // of the program may use CUDA on this thread; it is a read of thread-local storage.
        unsafe {
            let known = self.api.cuCtxGetCurrent(&raw mut current);
            if known.is_err() || current != context {
                self.api.cuCtxSetCurrent(context)?;
            }
        }
        Ok(())
    }

    /// Checks that commands can be submitted.
    ///
    /// # Errors
    /// When the program ends, or the context is broken.
    pub fn check_usable(&self) -> Result<(), RtError> {
        if ending::is_over() {
            return Err(too_late());
        }
        self.check()
    }

    /// # Errors
    /// The error that broke the context, if there is one.
    pub fn check(&self) -> Result<(), RtError> {
        self.broken.get().map_or(Ok(()), |error| Err(error.clone()))
    }

    /// The error of a call. If it breaks the context, all later calls have the same error, which names the
    /// kernels that may be the cause: any call may be the first to report it.
    pub fn error(&self, failure: Failure) -> RtError {
        if !failure.is_sticky() {
            return failure.into();
        }
        let error = self.broken.get_or_init(|| {
            let reason = suspects(kernels_under_way(self).iter().map(ToString::to_string));
            let message =
                format!("{}{reason}; the device accepts no more commands", failure.message());
            RtError::new(Errc::Kernel, message)
        });
        error.clone()
    }

    /// An event that is not recorded; with times or without.
    ///
    /// # Errors
    /// When the driver cannot make one.
    pub fn event(&'static self, timed: bool) -> Result<Event, RtError> {
        let spare = self.spare(timed).pop();
        let event = match spare {
            Some(event) => event,
            None => {
                let mut event = std::ptr::null_mut();
                let flags = if timed { 0 } else { WITHOUT_TIMES };
                // SAFETY: the context is current, as the caller has entered it.
                unsafe { self.api.cuEventCreate(&raw mut event, flags) }
                    .map_err(|failure| self.error(failure))?;
                Handle(event)
            }
        };
        Ok(Event { context: self, event, timed })
    }

    fn spare(&self, timed: bool) -> std::sync::MutexGuard<'_, Vec<Handle>> {
        self.events[usize::from(timed)].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The part of a message that names the possible causes of an error.
fn suspects(kernels: impl IntoIterator<Item = String>) -> String {
    /// More than that are not helpful.
    const MOST: usize = 6;
    let mut names: Vec<String> = Vec::new();
    for name in kernels {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let more = names.len().saturating_sub(MOST);
    names.truncate(MOST);
    match &names[..] {
        [] => String::new(),
        [kernel] => format!(" in kernel {kernel}"),
        _ => {
            let rest = if more == 0 { String::new() } else { format!(" and {more} others") };
            format!(
                " in one of the kernels that were running: {}{rest} (set CUDA_LAUNCH_BLOCKING=1 to find out \
                 in which)",
                names.join(", ")
            )
        }
    }
}

/// An event of the driver, which is reused when it is dropped: recording it again does not affect waits for
/// earlier recordings.
pub struct Event {
    context: &'static Context,
    event: Handle,
    timed: bool,
}

impl Event {
    /// The driver's event.
    pub fn object(&self) -> Object {
        self.event.0
    }

    /// Records it in a stream: it then stands for all commands submitted to the stream so far.
    ///
    /// # Errors
    /// When the driver refuses.
    pub fn record(&self, stream: Object) -> Result<(), RtError> {
        // SAFETY: event and stream are live and of the same context.
        unsafe { self.context.api.cuEventRecord(self.event.0, stream) }
            .map_err(|failure| self.context.error(failure))
    }

    /// Whether the recorded commands are done.
    ///
    /// # Errors
    /// When one of them failed.
    pub fn is_done(&self) -> Result<bool, Failure> {
        // SAFETY: the event is live.
        match unsafe { self.context.api.cuEventQuery(self.event.0) } {
            Ok(()) => Ok(true),
            Err(failure) if failure.is_not_ready() => Ok(false),
            Err(failure) => Err(failure),
        }
    }

    /// Waits until the recorded commands are done.
    ///
    /// # Errors
    /// When one of them failed.
    pub fn wait(&self) -> Result<(), Failure> {
        // SAFETY: the event is live.
        unsafe { self.context.api.cuEventSynchronize(self.event.0) }
    }

    /// Milliseconds from another event to this one, both done.
    pub fn since(&self, start: &Self) -> Option<f32> {
        let mut milliseconds = 0.0;
        // SAFETY: both events are live; the output has space for the time.
        unsafe {
            self.context.api.cuEventElapsedTime(&raw mut milliseconds, start.event.0, self.event.0)
        }
        .ok()
        .map(|()| milliseconds)
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        self.context.spare(self.timed).push(self.event);
    }
}

/// The error of commands that are submitted too late.
pub fn too_late() -> RtError {
    ending::too_late("CUDA devices")
}

#[cfg(test)]
mod tests {
    use super::suspects;

    #[test]
    fn suspects_are_named_once() {
        assert_eq!(suspects([]), "");
        assert_eq!(suspects(["k", "k"].map(String::from)), " in kernel k");
        let two = suspects(["k", "l", "k"].map(String::from));
        assert!(two.starts_with(" in one of the kernels that were running: k, l (set"), "{two}");
        let many = suspects(["a", "b", "c", "d", "e", "f", "g", "h"].map(String::from));
        assert!(many.contains("a, b, c, d, e, f and 2 others"), "{many}");
    }
}
