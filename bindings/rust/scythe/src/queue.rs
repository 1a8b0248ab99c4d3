//! Queues.

use std::ffi::c_void;
use std::ptr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::device::Device;
use crate::error::{Error, Result, check};
use crate::event::Event;
use crate::ffi::{self, Body, Command, LaunchSite, RawEvent, RawQueue, Status};
use crate::memory::{Memory, Place, Plain};

/// Commands of a device, which run one after the other. Clones are the same queue.
#[derive(Clone, Debug)]
pub struct Queue {
    pub(crate) inner: Arc<Inner>,
}

/// What clones and memory share.
#[derive(Debug)]
pub(crate) struct Inner {
    pub(crate) device: Device,
    pub(crate) raw: *mut RawQueue,
    /// Held from looking whether memory is free until the command that uses it is submitted, and while a guard of memory
    /// is counted: so whoever gets a guard and waits has waited for all commands that use the memory.
    pub(crate) submitting: Mutex<()>,
}

// SAFETY: the runtime locks a queue; all functions about it may be called by any thread.
unsafe impl Send for Inner {}
// SAFETY: as above.
unsafe impl Sync for Inner {}

impl Inner {
    /// Keeps other threads from submitting commands. A panic in between leaves nothing half done.
    pub(crate) fn lock(&self) -> MutexGuard<'_, ()> {
        self.submitting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until all commands so far are complete.
    pub(crate) fn wait(&self) -> Result<()> {
        // SAFETY: a live handle.
        check(unsafe { ffi::scythe_queue_wait(self.raw) })?;
        self.take_error()
    }

    /// The oldest error that no event has reported.
    fn take_error(&self) -> Result<()> {
        let (mut code, mut message) = (0, ptr::null());
        // SAFETY: a live handle, and both results are writable.
        check(unsafe { ffi::scythe_queue_take_error(self.raw, &mut code, &mut message) })?;
        if code == 0 { Ok(()) } else { Err(Error::with_text(code, message)) }
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        // SAFETY: the handle is not used afterwards; commands go on without it.
        unsafe { ffi::scythe_queue_release(self.raw) };
    }
}

impl Queue {
    /// A queue of a device.
    ///
    /// # Errors
    /// When the device has no queue to give.
    pub fn new(device: Device) -> Result<Self> {
        let mut raw = ptr::null_mut();
        // SAFETY: the device lives, and the result is writable.
        check(unsafe { ffi::scythe_queue_create(device.raw, ffi::QUEUE_IN_ORDER, &mut raw) })?;
        Ok(Self { inner: Arc::new(Inner { device, raw, submitting: Mutex::new(()) }) })
    }

    /// The device.
    #[must_use]
    pub fn device(&self) -> Device {
        self.inner.device
    }

    /// Waits until all commands so far are complete.
    ///
    /// # Errors
    /// With the first error of a command that was not reported yet.
    pub fn wait(&self) -> Result<()> {
        self.inner.wait()
    }

    /// Memory that host and device access, zeroed.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn shared<T: Plain>(&self, count: usize) -> Result<Memory<T>> {
        Memory::new(self, Place::Shared, count)
    }

    /// Memory of the host that the device accesses, zeroed.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn host<T: Plain>(&self, count: usize) -> Result<Memory<T>> {
        Memory::new(self, Place::Host, count)
    }

    /// Memory of the device, zeroed; copies get data there and back.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn on_device<T: Plain>(&self, count: usize) -> Result<Memory<T>> {
        Memory::new(self, Place::Device, count)
    }

    /// Sets all elements.
    ///
    /// # Errors
    /// When the memory belongs to another queue, or the host is using it.
    pub fn fill<T: Plain>(&self, memory: &Memory<T>, value: T) -> Result<Event> {
        let _lock = self.inner.lock();
        let span = memory.for_command(self)?;
        if span.size == 0 {
            return Ok(Event::new(ptr::null_mut()));
        }
        let pattern = ptr::from_ref(&value).cast::<c_void>();
        let fill = ffi::Fill {
            to: span.data.cast(),
            pattern,
            pattern_size: size_of::<T>(),
            count: span.size,
            flags: 0,
        };
        self.submit(ffi::COMMAND_FILL, Body { fill })
    }

    /// Copies all elements.
    ///
    /// # Errors
    /// When the sizes differ, a memory belongs to another queue, or the host is using one.
    pub fn copy<T: Plain>(&self, from: &Memory<T>, to: &Memory<T>) -> Result<Event> {
        let _lock = self.inner.lock();
        let (source, target) = (from.for_command(self)?, to.for_command(self)?);
        same_size(source.size, target.size)?;
        if ptr::eq(source.data, target.data) {
            return Ok(Event::new(ptr::null_mut()));
        }
        self.copy_bytes(source.data.cast(), target.data.cast(), source.size * size_of::<T>(), 0)
    }

    /// Copies elements of the program, and waits for that.
    ///
    /// # Errors
    /// When the sizes differ, the memory belongs to another queue, or the host is using it.
    pub fn write<T: Plain>(&self, from: &[T], to: &Memory<T>) -> Result<()> {
        let lock = self.inner.lock();
        let target = to.for_command(self)?;
        same_size(from.len(), target.size)?;
        let (from, bytes) = (from.as_ptr().cast(), size_of_val(from));
        let event = self.copy_bytes(from, target.data.cast(), bytes, ffi::COPY_FROM_PROGRAM)?;
        drop(lock);
        event.wait()
    }

    /// Copies elements to the program, and waits for that.
    ///
    /// # Errors
    /// When the sizes differ, the memory belongs to another queue, or the host is using it.
    pub fn read<T: Plain>(&self, from: &Memory<T>, to: &mut [T]) -> Result<()> {
        let lock = self.inner.lock();
        let source = from.for_command(self)?;
        same_size(source.size, to.len())?;
        let (to, bytes) = (to.as_mut_ptr().cast(), size_of_val(to));
        let event = self.copy_bytes(source.data.cast(), to, bytes, ffi::COPY_TO_PROGRAM)?;
        drop(lock);
        event.wait()
    }

    fn copy_bytes(
        &self,
        from: *const c_void,
        to: *mut c_void,
        bytes: usize,
        flags: u32,
    ) -> Result<Event> {
        let copy = ffi::Copy { to, from, bytes, flags };
        self.submit(ffi::COMMAND_COPY, Body { copy })
    }

    /// Submits a command whose memory lives until it is complete: [`Memory`] does, and callers wait for copies of
    /// memory of the program.
    fn submit(&self, kind: u32, body: Body) -> Result<Event> {
        let command = Command {
            struct_size: size_of::<Command>() as u32,
            kind,
            dependencies: ptr::null(),
            dependency_count: 0,
            accesses: ptr::null(),
            access_count: 0,
            finish: [ptr::null(); 4],
            body,
        };
        let mut event = ptr::null_mut();
        // SAFETY: the queue lives, the command is one of the two that the body is for.
        check(unsafe { ffi::scythe_queue_submit(self.inner.raw, &command, &mut event) })?;
        Ok(Event::new(event))
    }

    /// Keeps other threads from submitting commands; held while arguments are looked at and kernels launched.
    #[doc(hidden)]
    #[must_use]
    pub fn lock(&self) -> MutexGuard<'_, ()> {
        self.inner.lock()
    }

    /// Has a function of C++ launch kernels; what [`kernels!`](crate::kernels) makes calls this.
    ///
    /// # Errors
    /// What the function reports.
    #[doc(hidden)]
    pub fn launch(
        &self,
        function: impl FnOnce(*const LaunchSite, *mut *mut RawEvent) -> Status,
    ) -> Result<Event> {
        let site = LaunchSite { device: self.inner.device.raw, queue: self.inner.raw };
        let mut event = ptr::null_mut();
        check(function(&site, &mut event))?;
        Ok(Event::new(event))
    }
}

fn same_size(one: usize, other: usize) -> Result<()> {
    if one == other {
        return Ok(());
    }
    Err(Error::invalid(format!("a copy of {one} elements to {other}")))
}
