//! Libraries of drivers, loaded at run time: without one, the machine has none of its devices.

use std::ffi::c_void;

use libloading::Library;

/// A driver's library.
#[derive(Clone, Copy)]
pub struct DriverLibrary(&'static Library);

impl DriverLibrary {
    /// Loads the library of this name, if it is installed. It is never unloaded, because drivers have
    /// threads.
    ///
    /// # Safety
    /// It is the system's library of that name, whose initialisers every program that uses the driver runs.
    pub unsafe fn open(name: &str) -> Option<Self> {
        // SAFETY: by this function's contract.
        let library = unsafe { Library::new(name) }.ok()?;
        Some(Self(Box::leak(Box::new(library))))
    }

    /// The address of the function of this name, which ends with NUL.
    pub fn function(self, name: &str) -> Option<*mut c_void> {
        // SAFETY: only the address is taken.
        unsafe { self.0.get::<*mut c_void>(name.as_bytes()) }.ok().map(|symbol| *symbol)
    }
}
