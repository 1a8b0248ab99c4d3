//! How wide a kernel's sub-groups are.

use std::collections::HashSet;

use scythe_llvm::inkwell::values::FunctionValue;
use scythe_llvm::{calls_in, metadata_number};

use super::cuts::{Level, level_of};
use crate::kernel::{META_REQD_SUB_GROUP_SIZE, original_name};
use crate::{Builtin, MuxError, PassCx};

/// The width of the kernel's sub-groups; none if it does not ask about them.
pub fn width<'c>(
    cx: &PassCx<'_, 'c>,
    kernel: FunctionValue<'c>,
) -> Result<Option<u64>, MuxError> {
    let required = metadata_number(kernel, META_REQD_SUB_GROUP_SIZE, 0);
    let legal = cx.target.sub_group_sizes();
    if let Some(size) = required
        && !legal.contains(&size)
    {
        return Err(MuxError::Unsupported {
            kernel: original_name(kernel),
            what: "a sub-group size that the target does not have",
            help: "the CPU has sub-groups of 4, 8, 16 and 32 work-items",
        });
    }
    let used = uses_sub_groups(kernel, &mut HashSet::new());
    Ok(used.then(|| required.unwrap_or_else(|| cx.target.preferred_sub_group_size())))
}

/// Whether a function, or one that it calls, asks about sub-groups or meets one.
fn uses_sub_groups<'c>(
    function: FunctionValue<'c>,
    seen: &mut HashSet<FunctionValue<'c>>,
) -> bool {
    calls_in(function).into_iter().filter_map(|call| call.get_called_fn_value()).any(|callee| {
        match Builtin::of(callee) {
            Some(builtin) => asks(builtin) || level_of(builtin) == Some(Level::SubGroup),
            None => seen.insert(callee) && uses_sub_groups(callee, seen),
        }
    })
}

fn asks(builtin: Builtin) -> bool {
    matches!(
        builtin,
        Builtin::SubGroupId
            | Builtin::NumSubGroups
            | Builtin::MaxSubGroupSize
            | Builtin::SubGroupSize
            | Builtin::SubGroupLocalId
    )
}
