//! Assignments of kernels to handlers become `sycl.host.handler.set_kernel`.
//!
//! Before: `%k = sycl.host.get_kernel @device_functions::@k`, `%r = llvm.call @__scythe_kernel_record__…(%k)`,
//! `llvm.store %r, %place` with a place in the handler
//! After:  `sycl.host.handler.set_kernel %handler -> @device_functions::@k : !llvm.ptr`

use scythe_mlir::{Attribute, Build, Op, Value};
use scythe_sycl_dialect::host_ops::KERNEL_NAME;

use super::launch::{self, assignment, kernel, queries};
use super::names::{ATTR_NOT_RAISED, SET_KERNEL};
use super::objects::functions;
use super::reason::Reason;

/// Raises all assignments of kernels.
pub(super) fn raise(module: Op<'_>) {
    for function in functions(module) {
        for query in queries(function) {
            match parts(query) {
                Ok((kernel, handler, store)) => {
                    let made = Build::new(SET_KERNEL, query.location())
                        .operands(&[handler])
                        .attribute(KERNEL_NAME, kernel);
                    match query.attribute(ATTR_NOT_RAISED) {
                        Some(reason) => made.attribute(ATTR_NOT_RAISED, reason).before(query),
                        None => made.before(query),
                    };
                    store.erase();
                    query.erase();
                }
                Err(reason) => launch::give_up(query, &reason),
            }
        }
    }
}

fn parts<'c>(query: Op<'c>) -> Result<(Attribute<'c>, Value<'c>, Op<'c>), Reason> {
    // The query is an invocation; the headers promise that it never throws.
    if !query.successors().is_empty() {
        return Err(Reason::NoHandler);
    }
    let (handler, store) = assignment(query)?;
    Ok((kernel(query)?, handler, store))
}
