//! Describes how the work-items of a kernel run, for `-Rscythe=vectorize`.

use scythe_llvm::inkwell::basic_block::BasicBlock;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::FunctionValue;
use scythe_llvm::{call_instruction, instructions, lane_unit, loops, numbers};

use super::cuts::cuts_in;
use super::narrow_work_items::Narrowed;
use super::split_interior::interior;
use super::split_rows::InRows;
use super::sub_groups::is_stepping;
use super::vectors;
use crate::kernel::META_EXCHANGE_LOOPS;
use crate::reader::KernelGraph;
use crate::{Builtin, CollectiveOp, GroupScope};

/// How the work-items of a kernel run, after `interchange-uniform-loops`.
#[must_use]
pub fn describe_lanes<'c>(module: &Module<'c>, kernel: FunctionValue<'c>) -> String {
    match InRows::of(module, kernel) {
        None => describe_version(module, kernel),
        Some(rows) => format!(
            "runs row by row, because it divides an index by a uniform number; in a row: {}; where rows are short: {}",
            describe_version(module, rows.body),
            describe_version(module, kernel)
        ),
    }
}

/// Whether a group operation uses vectors when all work-items of a sub-group take part.
fn becomes_vectors(builtin: Builtin) -> bool {
    let Builtin::Collective(collective) = builtin else { return false };
    collective.scope == GroupScope::SubGroup
        && match collective.op {
            CollectiveOp::Reduce(_) => vectors::fits(collective.ty.element),
            CollectiveOp::ScanInclusive(_) | CollectiveOp::ScanExclusive(_) => {
                vectors::fits(collective.ty.element) && !collective.ty.element.is_float()
            }
            _ => false,
        }
}

fn describe_version<'c>(module: &Module<'c>, kernel: FunctionValue<'c>) -> String {
    let narrowed = Narrowed::of(module, kernel);
    let mut parts = Vec::new();
    for (dimension, bounds) in narrowed.bounds.iter().enumerate() {
        if bounds.is_some() {
            let counted =
                ["the last dimension", "the last dimension but one", "the first of three"];
            parts.push(format!("guards become bounds of the loop along {}", counted[dimension]));
        }
    }
    if interior(module, kernel).is_narrow() {
        parts.push("work-items that pass all guards on ids run a version without these".to_owned());
    }
    let cuts = cuts_in(kernel);
    let place = |stepping: bool| -> Vec<BasicBlock<'c>> {
        let these = cuts.iter().filter(|(call, _)| is_stepping(*call) == stepping);
        these.filter_map(|(call, _)| call_instruction(*call).get_parent()).collect()
    };
    let (steps, meets) = (place(true), place(false));
    if !meets.is_empty() {
        parts.push(format!("is split at {} barriers and group operations", meets.len()));
    }
    let vectors = cuts.iter().filter(|(_, builtin)| becomes_vectors(*builtin)).count();
    if vectors > 0 && numbers(kernel, META_EXCHANGE_LOOPS).is_none() {
        parts.push(format!("{vectors} operations of full sub-groups use vector instructions"));
    }
    let all = loops(kernel);
    let runs_lanes = |header: BasicBlock<'c>| steps.contains(&header);
    let inside = all.iter().filter(|l| runs_lanes(l.header)).count();
    if inside > 0 {
        parts.push(format!("lanes run inside {inside} of {} loops", all.len()));
    }
    let arrays = instructions(kernel).into_iter().filter(|&i| lane_unit(i).is_some()).count();
    if arrays > 0 {
        parts.push(format!("private arrays interleaved across lanes: {arrays}"));
    }
    let read = KernelGraph::of(kernel);
    let uniformity = read.uniformity();
    let left: Vec<_> = all.iter().filter(|l| !runs_lanes(l.header)).collect();
    if left.iter().any(|l| !uniformity.run_in_step(l) && !uniformity.come_together(l)) {
        parts.push(
            "lanes do not run inside a loop: it is under a divergent condition that is not a bound on an id"
                .to_owned(),
        );
    } else if !left.is_empty() {
        parts.push(
            "lanes do not run inside a loop: neighbouring work-items do not access neighbouring memory in it, or it \
             contains calls, atomic operations or private arrays"
                .to_owned(),
        );
    }
    if parts.is_empty() {
        parts.push("the loop over work-items is the innermost one".to_owned());
    }
    parts.join("; ")
}
