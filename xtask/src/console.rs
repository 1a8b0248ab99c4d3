//! Replacements of `print!` and similar macros for tasks: the standard library's panic if nobody reads
//! (`cargo xtask bench | head`) or the device is full.
//!
//! A closed pipe is no error. Any other failure to write to standard output makes the task fail at its end
//! ([`is_written`]).

use std::fmt::Arguments;
use std::io::{ErrorKind, Write, stderr, stdout};
use std::sync::atomic::{AtomicBool, Ordering};

static FAILED: AtomicBool = AtomicBool::new(false);

/// Writes to standard output.
pub fn print(text: Arguments<'_>) {
    let mut out = stdout().lock();
    match out.write_fmt(text).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            FAILED.store(true, Ordering::Relaxed);
        }
        _ => {}
    }
}

/// Writes to standard error. A failure is ignored, because it could not be reported either.
pub fn print_error(text: Arguments<'_>) {
    let _ = stderr().lock().write_fmt(text);
}

/// Whether everything was written to standard output, unless its reader has closed it.
pub fn is_written() -> bool {
    !FAILED.load(Ordering::Relaxed)
}

macro_rules! print {
    ($($text:tt)*) => { $crate::console::print(format_args!($($text)*)) };
}

macro_rules! println {
    () => { $crate::console::print(format_args!("\n")) };
    ($($text:tt)*) => { $crate::console::print(format_args!("{}\n", format_args!($($text)*))) };
}

macro_rules! eprintln {
    ($($text:tt)*) => { $crate::console::print_error(format_args!("{}\n", format_args!($($text)*))) };
}
