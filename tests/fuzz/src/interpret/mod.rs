//! Runs kernels one work-item at a time.
//!
//! A work-item runs until it is done or has to wait for others; it continues when all of its work-group or
//! sub-group are at the same position. The interpreter is simple and shares no code with the compiler: it
//! defines the expected results.
//!
//! The interpreter also detects invalid kernels: work-items that race, or that wait at different positions.

mod arithmetic;
mod code;
mod collective;
mod evaluate;
mod group;
mod memory;
mod value;

#[cfg(test)]
mod tests;

use std::fmt;

use crate::contents::Contents;
use crate::kernel::Kernel;
use code::Code;
use group::Group;

/// Why a kernel is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Two work-items access a cell, one of them writes, and no barrier is in between.
    Race,
    /// A cell of local memory is read that was never written.
    Uninitialized,
    /// Work-items of a group wait at different positions, or some are done.
    Divergence,
    /// The kernel runs for too long.
    Endless,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Race => "work-items race for a cell",
            Self::Uninitialized => "local memory is read before it is written",
            Self::Divergence => "work-items wait at different places",
            Self::Endless => "it runs for too long",
        })
    }
}

impl std::error::Error for Fault {}

/// Instructions that a work-item may run; generated kernels stay far below.
const MOST_STEPS: u64 = 1 << 20;

/// Runs a kernel with sub-groups of the given size.
///
/// # Errors
/// When the kernel is invalid.
pub fn interpret(kernel: &Kernel, sub_group_size: u32) -> Result<Contents, Fault> {
    let code = Code::of(kernel);
    let mut contents = Contents::initial(kernel);
    let [x, y, z] = kernel.launch.groups();
    for id in (0..x * y * z).map(|n| [n % x, n / x % y, n / (x * y)]) {
        Group::new(kernel, &code, &mut contents, id, sub_group_size).run()?;
    }
    Ok(contents)
}
