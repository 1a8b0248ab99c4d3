//! Data that the runtime caches in the records of a program.

use std::ffi::c_void;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

use scythe_image::Kernel;

use super::{cpu, cuda};

/// What backends found out about a kernel when they first met it, so that launches need not.
#[derive(Default)]
pub struct OfKernel {
    /// The CPU.
    pub cpu: OnceLock<cpu::Chosen>,
    /// CUDA devices, by their numbers.
    pub cuda: OnceLock<Box<[OnceLock<cuda::Known>]>>,
}

impl OfKernel {
    /// What is kept with the kernel's record.
    pub fn of(kernel: &'static Kernel) -> &'static Self {
        // SAFETY: nobody else asks with this pointer, or stores there.
        unsafe { kept(&kernel.chosen) }
    }
}

/// What a record leads to, made by the first who asks. It is never freed: records live as long as the
/// program they belong to.
///
/// # Safety
/// Everybody who asks with the same pointer asks for the same type, and nobody else stores there.
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
            // SAFETY: ours was not stored, so nobody else has it; the other is as above.
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
    fn all_who_ask_get_the_same() {
        static SLOT: AtomicPtr<std::ffi::c_void> = AtomicPtr::new(std::ptr::null_mut());
        std::thread::scope(|scope| {
            for _ in 0..8 {
                // SAFETY: always asked for this type.
                scope.spawn(|| *unsafe { kept::<Mutex<u32>>(&SLOT) }.lock().unwrap() += 1);
            }
        });
        // SAFETY: as above.
        assert_eq!(*unsafe { kept::<Mutex<u32>>(&SLOT) }.lock().unwrap(), 8);
    }
}
