//! Prints the facts about each launch.

use std::fmt::Write;

use scythe_mlir::{Block, Op, PassDefinition, PassFailed};

use super::facts::{AccessorFact, Alias, CaptureFact, LaunchSite, LaunchSpace};
use super::launches::{launches, sites};

/// The pass `sycl-print-launches`.
pub struct PrintLaunches;

/// The pass `sycl-print-launches`.
pub static PRINT: PrintLaunches = PrintLaunches;

impl PassDefinition for PrintLaunches {
    fn argument(&self) -> &str {
        "sycl-print-launches"
    }

    fn description(&self) -> &str {
        "Remarks at each launch of a kernel what the host knows about it, and at each kernel what holds at \
         all of its launches"
    }

    fn run(&self, module: Op<'_>) -> Result<(), PassFailed> {
        for (op, _, site) in sites(module) {
            op.location().remark(&describe(&site));
        }
        let kernels: Vec<_> = module
            .body()
            .into_iter()
            .flat_map(Block::operations)
            .filter(|op| op.name() == "gpu.module")
            .flat_map(Op::functions)
            .collect();
        for kernel in launches(module).iter().filter(|kernel| kernel.sites.len() > 1) {
            let function = kernels.iter().find(|op| op.symbol_name() == Some(&kernel.kernel));
            if let (Some(function), Some(joined)) = (function, kernel.joined()) {
                function.location().remark(&format!(
                    "{} launches, {} of them different: {}",
                    kernel.sites.len(),
                    kernel.distinct().len(),
                    describe(&joined)
                ));
            }
        }
        Ok(())
    }
}

/// The facts about a launch as text. Captures are numbered.
#[must_use]
pub fn describe(site: &LaunchSite) -> String {
    let mut out = match &site.space {
        LaunchSpace::SingleTask => "runs once".to_owned(),
        LaunchSpace::Range { global, offset } => {
            format!("runs over {}{}", numbers(global), from(offset))
        }
        LaunchSpace::NdRange { global, local, offset } => {
            format!("runs over {} in groups of {}{}", numbers(global), numbers(local), from(offset))
        }
        LaunchSpace::Unknown => "runs over different kinds of spaces".to_owned(),
    };
    // Writing to a string cannot fail.
    for (index, capture) in site.captures.iter().enumerate() {
        let _ = match capture {
            CaptureFact::Unknown => write!(out, "; #{index}: anything"),
            CaptureFact::Bytes(bytes) => {
                let bytes: Vec<_> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
                write!(out, "; #{index}: bytes {}", bytes.join(" "))
            }
            CaptureFact::Accessor(fact) => write!(out, "; #{index}: {}", accessor(fact)),
        };
    }
    for ((one, other), alias) in &site.alias {
        let is_local = |index: usize| matches!(site.captures.get(index), Some(CaptureFact::Accessor(fact)) if fact.local);
        // Local accessors are always disjoint.
        if is_local(*one) || is_local(*other) {
            continue;
        }
        let words = match alias {
            Alias::No => "are disjoint",
            Alias::Must => "are the same",
            Alias::May => "may overlap",
        };
        let _ = write!(out, "; #{one} and #{other} {words}");
    }
    out
}

fn numbers(list: &[Option<u64>]) -> String {
    let words: Vec<_> =
        list.iter().map(|n| n.map_or_else(|| "?".to_owned(), |n| n.to_string())).collect();
    if words.is_empty() { "?".to_owned() } else { format!("({})", words.join(", ")) }
}

/// An offset, if it is not zero.
fn from(offset: &[Option<u64>]) -> String {
    if !offset.is_empty() && offset.iter().all(|n| *n == Some(0)) {
        return String::new();
    }
    format!(" from {}", numbers(offset))
}

fn accessor(fact: &AccessorFact) -> String {
    if fact.local {
        return format!("local accessor of {}", numbers(&fact.memory));
    }
    if fact.dims == 0 {
        return "accessor of one element".to_owned() + read_only(fact);
    }
    let part = if fact.access_range == fact.memory && fact.memory.iter().all(Option::is_some) {
        "all".to_owned()
    } else {
        numbers(&fact.access_range)
    };
    format!(
        "accessor of {part}{} of {}{}",
        from(&fact.offset),
        numbers(&fact.memory),
        read_only(fact)
    )
}

fn read_only(fact: &AccessorFact) -> &'static str {
    if fact.read_only { ", read only" } else { "" }
}
