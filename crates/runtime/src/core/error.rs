//! Runtime errors: device or API state, mapped to `sycl::errc`.

use std::any::Any;
use std::ffi::CStr;
use std::fmt;
use std::ops::Deref;

macro_rules! errcs {
    ($($variant:ident = $value:literal, $doc:literal, $message:literal;)*) => {
        /// The enumerators of `sycl::errc`, with the values the headers use.
        #[repr(i32)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Errc { $(#[doc = $doc] $variant = $value,)* }

        impl Errc {
            /// The enumerator with that value.
            #[must_use]
            pub fn from_value(value: i32) -> Option<Self> {
                match value { $($value => Some(Self::$variant),)* _ => None }
            }

            /// The message of the error category for the code alone.
            #[must_use]
            pub fn message(self) -> &'static CStr {
                match self { $(Self::$variant => $message,)* }
            }
        }
    };
}

errcs! {
    Runtime = 1, "Something went wrong while the program ran.", c"runtime error";
    Kernel = 2, "A kernel failed.", c"kernel error";
    Accessor = 3, "An accessor was used wrongly.", c"accessor error";
    NdRange = 4, "The index space is invalid.", c"invalid nd_range";
    Event = 5, "An event was used wrongly.", c"event error";
    KernelArgument = 6, "Kernel arguments do not match the kernel.", c"invalid kernel argument";
    Build = 7, "Device code cannot be used.", c"device code could not be built";
    Invalid = 8, "An argument is wrong.", c"invalid argument";
    MemoryAllocation = 9, "Memory could not be allocated.", c"out of memory";
    Platform = 10, "An operation of a platform failed.", c"platform error";
    Profiling = 11, "Profiling information is not available.", c"profiling error";
    FeatureNotSupported = 12, "The device lacks a feature.", c"feature not supported by the device";
    KernelNotSupported = 13, "The device cannot run the kernel.", c"kernel not supported by the device";
    BackendMismatch = 14, "Objects of different backends were mixed.", c"object belongs to another backend";
}

/// An error with its code and a readable message. It is as small as a pointer, because every step of a launch may
/// return one.
#[derive(Clone, Debug)]
pub struct RtError(Box<Details>);

/// The contents of an error.
#[derive(Clone, Debug)]
pub struct Details {
    /// The code.
    pub code: Errc,
    /// What is wrong, and how to fix it where that is known.
    pub message: String,
    /// Whether the program already has it: a host task that throws keeps the exception in its queue.
    pub reported: bool,
    /// The driver's error code; zero where it has none.
    pub native: i32,
}

impl RtError {
    /// An error.
    pub fn new(code: Errc, message: impl Into<String>) -> Self {
        let details = Details { code, message: message.into(), reported: false, native: 0 };
        Self(Box::new(details))
    }

    /// The error with another code.
    #[must_use]
    pub fn with_code(mut self, code: Errc) -> Self {
        self.0.code = code;
        self
    }

    /// The error with another message.
    #[must_use]
    pub fn with_message(mut self, message: String) -> Self {
        self.0.message = message;
        self
    }

    /// The error with the driver's code.
    #[must_use]
    pub fn with_native(mut self, native: i32) -> Self {
        self.0.native = native;
        self
    }

    /// The error, which the program already has.
    #[must_use]
    pub fn as_reported(mut self) -> Self {
        self.0.reported = true;
        self
    }

    /// Unwinds out of functions that cannot return an error. The caller that catches the panic gets the error
    /// back by [`RtError::from_panic`], and nothing is printed: it is not a defect of the runtime.
    pub fn raise(self) -> ! {
        std::panic::resume_unwind(Box::new(self))
    }

    /// The error in a panic: one that was raised, or a defect of the runtime.
    #[must_use]
    pub fn from_panic(panic: &(dyn Any + Send)) -> Self {
        if let Some(error) = panic.downcast_ref::<Self>() {
            return error.clone();
        }
        let what = panic
            .downcast_ref::<&str>()
            .copied()
            .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
            .unwrap_or("unknown panic");
        Self::new(Errc::Runtime, format!("internal error in the Scythe runtime: {what}"))
    }

    /// A wrong argument.
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(Errc::Invalid, message)
    }

    /// A failed allocation.
    pub fn out_of_memory(bytes: usize, what: &str) -> Self {
        Self::new(Errc::MemoryAllocation, format!("cannot allocate {bytes} bytes for {what}"))
    }
}

impl Deref for RtError {
    type Target = Details;

    fn deref(&self) -> &Details {
        &self.0
    }
}

impl fmt::Display for RtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for RtError {}
