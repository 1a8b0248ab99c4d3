//! The launches of a raised module that were not raised.

use scythe_mlir::{Attribute, Location, Op, walk};
use scythe_sycl_dialect::host_ops::KERNEL_NAME;

use super::launch::kernel;
use super::names::{ATTR_NOT_RAISED, SET_KERNEL, is_record_query};
use super::reason::Reason;
use super::schedule_kernel::is_scheduled;

/// A launch that was not raised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unraised {
    /// The kernel's symbol, if it is known.
    pub kernel: Option<String>,
    /// The symbol of the function that contains the launch.
    pub function: String,
    /// File, line and column of the launch, followed by those of the calls around it that were inlined; empty
    /// without debug information.
    pub places: Vec<(String, u32, u32)>,
    /// The reason.
    pub why: String,
}

/// The launches of a module that were not raised.
#[must_use]
pub fn unraised(module: Op<'_>) -> Vec<Unraised> {
    let mut found = Vec::new();
    for function in super::objects::functions(module) {
        for op in walk(function) {
            let symbol = if is_record_query(op) {
                kernel(op).ok()
            } else if op.name() == SET_KERNEL && !is_scheduled(op) {
                op.attribute(KERNEL_NAME)
            } else {
                continue;
            };
            let path = symbol.and_then(Attribute::as_symbol_path);
            let why = op.attribute(ATTR_NOT_RAISED).and_then(Attribute::as_string);
            found.push(Unraised {
                kernel: path.and_then(|path| path.last().map(|name| (*name).to_owned())),
                function: function.symbol_name().unwrap_or_default().to_owned(),
                places: places(op.location()),
                why: why.map_or_else(|| Reason::UnknownKernel.to_string(), str::to_owned),
            });
        }
    }
    found
}

fn places(location: Location<'_>) -> Vec<(String, u32, u32)> {
    let positions = location.positions().into_iter().filter(|position| position.line > 0);
    positions.map(|at| (at.file.to_owned(), at.line, at.column)).collect()
}

#[cfg(test)]
mod tests;
