//! Memory that devices access.

use std::ffi::c_void;
use std::ops::{Deref, DerefMut};
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicIsize, Ordering};

use crate::error::{Error, Result, check};
use crate::ffi::{self, Span};
use crate::queue::{Inner, Queue};

/// Types with the same representation on devices and host, for which any bytes are a valid value.
///
/// # Safety
/// All bit patterns are valid, there is no padding, and there are no pointers or destructors in it.
pub unsafe trait Plain: Copy + Send + Sync + 'static {}

macro_rules! plain {
    ($($name:ty)*) => {$(
        // SAFETY: a number.
        unsafe impl Plain for $name {}
    )*};
}

plain!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize f32 f64);

// SAFETY: an array has no padding besides that of its elements, which have none.
unsafe impl<T: Plain, const N: usize> Plain for [T; N] {}

/// The place of memory (`SCYTHE_USM_*`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the host's memory.
    Host = 0,
    /// In the device's.
    Device = 1,
    /// Migrates to where it is used.
    Shared = 2,
}

/// An array that belongs to a queue. Kernels and commands of the queue use it; the host does through [`read`](Self::read)
/// and [`write`](Self::write), which wait for them.
#[derive(Debug)]
pub struct Memory<T: Plain> {
    queue: Arc<Inner>,
    place: Place,
    data: *mut T,
    count: usize,
    /// The number of reading guards; -1 for a writing one.
    guards: AtomicIsize,
}

// SAFETY: the elements are plain, and guards exclude concurrent writes.
unsafe impl<T: Plain> Send for Memory<T> {}
// SAFETY: as above.
unsafe impl<T: Plain> Sync for Memory<T> {}

/// The elements, for the host to read.
#[derive(Debug)]
pub struct Read<'m, T: Plain>(&'m Memory<T>);

/// The elements, for the host to change.
#[derive(Debug)]
pub struct Write<'m, T: Plain>(&'m Memory<T>);

impl<T: Plain> Memory<T> {
    pub(crate) fn new(queue: &Queue, place: Place, count: usize) -> Result<Self> {
        let too_large =
            || Error::invalid(format!("{count} elements are more than memory can have"));
        let bytes = count.checked_mul(size_of::<T>()).ok_or_else(too_large)?;
        let mut data: *mut c_void = ptr::null_mut();
        let inner = Arc::clone(&queue.inner);
        if bytes > 0 {
            // SAFETY: the device lives, and the result is writable.
            check(unsafe {
                ffi::scythe_usm_alloc(
                    inner.device.raw,
                    ptr::null(),
                    place as u32,
                    bytes,
                    align_of::<T>(),
                    &mut data,
                )
            })?;
        } else {
            data = ptr::without_provenance_mut(align_of::<T>());
        }
        let guards = AtomicIsize::new(0);
        let memory = Self { queue: inner, place, data: data.cast(), count, guards };
        // SAFETY: all bit patterns are valid.
        queue.fill(&memory, unsafe { std::mem::zeroed() })?;
        Ok(memory)
    }

    /// The number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The place of the elements.
    #[must_use]
    pub fn place(&self) -> Place {
        self.place
    }

    /// The elements, for reading. Waits for the queue; until the guard is dropped, no command can use the
    /// memory.
    ///
    /// # Errors
    /// When a command failed, the memory is on the device only, or the host is changing it.
    pub fn read(&self) -> Result<Read<'_, T>> {
        self.enter(|guards| (guards >= 0).then_some(guards + 1))?;
        Ok(Read(self))
    }

    /// The elements, for writing. Waits for the queue; until the guard is dropped, no command can use the
    /// memory.
    ///
    /// # Errors
    /// When a command failed, the memory is on the device only, or the host is using it.
    pub fn write(&self) -> Result<Write<'_, T>> {
        self.enter(|guards| (guards == 0).then_some(-1))?;
        Ok(Write(self))
    }

    /// Counts a guard, then waits for commands: no command can be added afterwards.
    fn enter(&self, next: impl Fn(isize) -> Option<isize>) -> Result<()> {
        if self.place == Place::Device {
            return Err(Error::invalid("memory on the device is copied, not looked at"));
        }
        let lock = self.queue.lock();
        if self.guards.fetch_update(Ordering::Acquire, Ordering::Relaxed, next).is_err() {
            return Err(in_use());
        }
        drop(lock);
        self.queue.wait().inspect_err(|_| self.leave())
    }

    fn leave(&self) {
        let previous = |guards: isize| Some(if guards < 0 { 0 } else { guards - 1 });
        let _ = self.guards.fetch_update(Ordering::Release, Ordering::Relaxed, previous);
    }

    /// The elements, for a command of a queue that is submitted at once.
    #[doc(hidden)]
    pub fn for_command(&self, queue: &Queue) -> Result<Span<T>> {
        if !Arc::ptr_eq(&self.queue, &queue.inner) {
            return Err(Error::invalid("the memory belongs to another queue"));
        }
        if self.guards.load(Ordering::Acquire) != 0 {
            return Err(in_use());
        }
        Ok(Span { data: self.data, size: self.count })
    }
}

fn in_use() -> Error {
    Error::invalid("the host is using the memory: a guard of it is alive")
}

impl<T: Plain> Drop for Memory<T> {
    fn drop(&mut self) {
        if self.count * size_of::<T>() > 0 {
            // The memory stays until the queue's commands are complete. An error would be one of the runtime itself.
            // SAFETY: an allocation of this type, not used afterwards; the queue lives.
            let _ = unsafe {
                ffi::scythe_usm_free_after(self.queue.raw, self.data.cast(), ptr::null())
            };
        }
    }
}

impl<T: Plain> Deref for Read<'_, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: an allocation of that many elements, which is not written while the guard is alive.
        unsafe { std::slice::from_raw_parts(self.0.data, self.0.count) }
    }
}

impl<T: Plain> Drop for Read<'_, T> {
    fn drop(&mut self) {
        self.0.leave();
    }
}

impl<T: Plain> Deref for Write<'_, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: an allocation of that many elements, which only this guard uses.
        unsafe { std::slice::from_raw_parts(self.0.data, self.0.count) }
    }
}

impl<T: Plain> DerefMut for Write<'_, T> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: an allocation of that many elements, which only this guard uses.
        unsafe { std::slice::from_raw_parts_mut(self.0.data, self.0.count) }
    }
}

impl<T: Plain> Drop for Write<'_, T> {
    fn drop(&mut self) {
        self.0.leave();
    }
}
