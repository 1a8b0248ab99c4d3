//! Names of operations, functions and attributes that raising uses.

use scythe_image::{ARGUMENTS_QUERY, PACK_QUERY, RECORD_QUERY};
use scythe_mlir::{Attribute, Op};

/// The prefix of all operations of host code.
pub(super) const HOST: &str = "sycl.host.";
pub(super) const CONSTRUCTOR: &str = "sycl.host.constructor";
pub(super) const GET_KERNEL: &str = "sycl.host.get_kernel";
pub(super) const SET_CAPTURED: &str = "sycl.host.set_captured";
pub(super) const SET_KERNEL: &str = "sycl.host.handler.set_kernel";
pub(super) const SET_ND_RANGE: &str = "sycl.host.handler.set_nd_range";
pub(super) const SCHEDULE_KERNEL: &str = "sycl.host.schedule_kernel";

/// The attribute of a query for a kernel's record, and of a `set_kernel`, with the reason why the launch was
/// not raised.
pub const ATTR_NOT_RAISED: &str = "sycl.not_raised";

/// The name of the function in a direct call.
pub(super) fn callee<'c>(op: Op<'c>) -> Option<&'c str> {
    matches!(op.name(), "llvm.call" | "llvm.invoke")
        .then(|| op.attribute("callee").and_then(Attribute::as_symbol))
        .flatten()
}

/// Whether this queries a kernel's record: a launch.
pub(super) fn is_record_query(op: Op<'_>) -> bool {
    callee(op) == Some(RECORD_QUERY)
}

/// Whether this is a query to the compiler, which only reads its operands.
pub(super) fn is_question(op: Op<'_>) -> bool {
    callee(op).is_some_and(|name| [RECORD_QUERY, ARGUMENTS_QUERY, PACK_QUERY].contains(&name))
}

/// Whether a query does not write the memory behind an operand.
pub(super) fn only_reads(op: Op<'_>, operand: usize) -> bool {
    // Objects are read; the block that is made from them is written.
    is_question(op) && (callee(op) != Some(PACK_QUERY) || operand < 2)
}
