//! Data that the runtime caches in the records of a program.

use std::ffi::c_void;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

use scythe_image::Kernel;

use super::{cpu, cuda};

/// Data that backends compute when they first use a kernel.
#[derive(Default)]
pub struct OfKernel {
    /// The CPU.
    pub cpu: OnceLock<cpu::Chosen>,
    /// CUDA devices, by their numbers.
    pub cuda: OnceLock<Box<[OnceLock<cuda::Known>]>>,
}

impl OfKernel {
    /// The data in a kernel's record.
    pub fn of(kernel: &'static Kernel) -> &'static Self {
        // SAFETY: this pointer is not used otherwise.
        unsafe { kept(&kernel.chosen) }
    }
}

/// The data behind a record's pointer, made by the first caller. It is never freed: records live as long as
/// their program.
///
/// # Safety
/// All callers with the same pointer use the same type, and nothing else stores there.
pub unsafe fn kept<T: Default + Sync>(with: &'static AtomicPtr<c_void>) -> &'static T {
    let known = with.load(Ordering::Acquire);
    if !known.is_null() {
        // SAFETY: only this function stores here, leaked boxes of this type, by contract.
        return unsafe { &*known.cast::<T>() };
    }
    let new: *mut T = Box::into_raw(Box::default());
    let stored = with.compare_exchange(
        std::ptr::null_mut(),
        new.cast::<c_void>(),
        Ordering::AcqRel,
        Ordering::Acquire,
    );
    match stored {
        // SAFETY: leaked just now.
        Ok(_) => unsafe { &*new },
        Err(first) => {
            // SAFETY: ours was not stored, so it is not used elsewhere; the other is as above.
            unsafe {
                drop(Box::from_raw(new));
                &*first.cast::<T>()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::atomic::AtomicPtr;

    use super::kept;

    #[test]
    fn all_callers_get_the_same() {
        static SLOT: AtomicPtr<std::ffi::c_void> = AtomicPtr::new(std::ptr::null_mut());
        std::thread::scope(|scope| {
            for _ in 0..8 {
                // SAFETY: always used with this type.
                scope.spawn(|| *unsafe { kept::<Mutex<u32>>(&SLOT) }.lock().unwrap() += 1);
            }
        });
        // SAFETY: as above.
        assert_eq!(*unsafe { kept::<Mutex<u32>>(&SLOT) }.lock().unwrap(), 8);
    }
}
