//! Annotations of a kernel's index space become `sycl.host.handler.set_nd_range`.
//!
//! Before: `llvm.intr.var.annotation(%r, "range", …)`, and the launch that follows it
//! After:  `sycl.host.handler.set_nd_range %handler -> range %r : (!llvm.ptr, !llvm.ptr)` at the launch
//!
//! A single task has no annotation and gets no operation.

use std::collections::HashSet;

use scythe_mlir::{Attribute, Build, Op, Value};
use scythe_sycl_dialect::host_ops::ND_RANGE;

use super::launch::{self, Mark, assignment, kernel_mark, mark, queries, space_marks};
use super::names::SET_ND_RANGE;
use super::objects::functions;
use super::reason::Reason;
use super::walk::Blocks;

/// Raises the index spaces of all launches.
pub(super) fn raise(module: Op<'_>) {
    for function in functions(module) {
        let mut blocks = Blocks::default();
        // Everything is found before anything changes.
        let found: Vec<_> =
            queries(function).into_iter().map(|query| (query, space(&mut blocks, query))).collect();
        // Annotations are shared by code that LLVM has duplicated.
        let mut done = HashSet::new();
        for (query, space) in found {
            match space {
                Ok((handler, Some((range, offset)))) => {
                    set(query, handler, range, offset);
                    done.extend(std::iter::once(range).chain(offset));
                }
                Ok((_, None)) => {}
                Err(reason) => launch::give_up(query, &reason),
            }
        }
        done.into_iter().for_each(Op::erase);
    }
}

type Space<'c> = (Value<'c>, Option<(Op<'c>, Option<Op<'c>>)>);

fn space<'c>(blocks: &mut Blocks<'c>, query: Op<'c>) -> Result<Space<'c>, Reason> {
    let (handler, _) = assignment(query)?;
    let kernel = kernel_mark(blocks, query, handler)?;
    Ok((handler, space_marks(blocks, kernel, handler)?))
}

fn set<'c>(query: Op<'c>, handler: Value<'c>, range: Op<'c>, offset: Option<Op<'c>>) {
    let at = query.location();
    let objects: Vec<Value<'c>> =
        std::iter::once(range).chain(offset).filter_map(|mark| mark.operand(0)).collect();
    let made = Build::new(SET_ND_RANGE, at).operands(&[handler]).operands(&objects);
    let made = match mark(range) {
        Some(Mark::NdRange) => made.attribute(ND_RANGE, Attribute::unit(at)),
        _ => made,
    };
    made.before(query);
}
