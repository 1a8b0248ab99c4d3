//! Kernels that are written in C++.

use crate::error::Result;
use crate::ffi::Span;
use crate::memory::{Memory, Plain};
use crate::queue::Queue;

/// Arguments of a kernel's function: numbers, and memory, which is a `scythe::span` in C++.
pub trait Argument {
    /// Its type in C++.
    type Raw;

    /// Its value for a command of a queue.
    ///
    /// # Errors
    /// When the memory belongs to another queue, or the host is using it.
    fn raw(self, queue: &Queue) -> Result<Self::Raw>;
}

impl<T: Plain> Argument for T {
    type Raw = T;

    fn raw(self, _: &Queue) -> Result<T> {
        Ok(self)
    }
}

impl<T: Plain> Argument for &Memory<T> {
    type Raw = Span<T>;

    fn raw(self, queue: &Queue) -> Result<Span<T>> {
        self.for_command(queue)
    }
}

/// Declares functions of C++ that launch kernels (`include/scythe/launch.hpp`), and makes functions of Rust of them, with
/// the queue as their first argument:
///
/// ```ignore
/// scythe::kernels! {
///     // SAFETY: kernels.cpp has it with this signature, and it stays within its memory.
///     unsafe extern "C++" {
///         /// Multiplies all values.
///         pub fn scale(factor: f32, values: &Memory<f32>);
///     }
/// }
/// scale(&queue, 2.0, &values)?;
/// ```
///
/// ```cpp
/// extern "C" scythe_status scale(const scythe::launch_site *site, scythe_event **event, float factor,
///                                scythe::span<float> values);
/// ```
///
/// `unsafe` is the promise that the signatures agree, that the function submits to the queue it is given only, and that its
/// kernels stay within the memory they are given.
#[macro_export]
macro_rules! kernels {
    (unsafe extern "C++" {
        $($(#[$about:meta])* $seen:vis fn $name:ident($($argument:ident: $kind:ty),* $(,)?);)*
    }) => {$(
        $(#[$about])*
        ///
        /// # Errors
        /// When memory belongs to another queue or is in use by the host, or nothing could be launched.
        #[allow(improper_ctypes)]
        $seen fn $name(queue: &$crate::Queue $(, $argument: $kind)*) -> $crate::Result<$crate::Event> {
            unsafe extern "C" {
                fn $name(
                    site: *const $crate::ffi::LaunchSite,
                    event: *mut *mut $crate::ffi::RawEvent
                    $(, $argument: <$kind as $crate::Argument>::Raw)*
                ) -> $crate::ffi::Status;
            }
            let _lock = queue.lock();
            $(let $argument = $crate::Argument::raw($argument, queue)?;)*
            // SAFETY: the declaration of the function guarantees it.
            queue.launch(|site, event| unsafe { $name(site, event $(, $argument)*) })
        }
    )*};
}
