//! `print!` and its kin for tasks: the standard library's panic where nobody reads (`cargo xtask bench | head`) and
//! where the device is full.
//!
//! A reader who leaves has seen enough, which is no error. Everything else that keeps standard output from being
//! written makes the task fail when it is done ([`is_written`]).

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

/// Writes to standard error. Where that fails there is nobody left to hear of it.
pub fn complain(text: Arguments<'_>) {
    let _ = stderr().lock().write_fmt(text);
}

/// Whether everything that somebody wanted to read was written to standard output.
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
    ($($text:tt)*) => { $crate::console::complain(format_args!("{}\n", format_args!($($text)*))) };
}
