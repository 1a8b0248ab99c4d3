//! Runs a span of work-groups.
//!
//! Before: `@k.mux-barrier-wrapper(ptr %closure)`, which runs one work-group
//! After:  `@k.mux-entry-hook(ptr %closure)`, which runs the groups with linear numbers from
//!         `__mux_get_first_group` to `__mux_get_last_group`, dimension 0 fastest
//!
//! Requires: no scheduling parameters yet. The hook queries the span and sets the group id with builtins;
//! add-sched-params, which comes next, gives the hook and the builtins the parameters for that.
//!
//! One call runs many groups, so launches cost little and the runtime can distribute spans to idle threads.

use scythe_llvm::inkwell::IntPredicate;
use scythe_llvm::inkwell::values::{BasicMetadataValueEnum, FunctionValue};

use super::calls::{get, set};
use super::loops::emit_loop;
use super::wrapper;
use crate::{Builtin, Changed, MuxError, PassCx, PassDesc};

pub const PASS: PassDesc = PassDesc {
    name: "add-entry-hook",
    summary: "wrap kernels in a loop over a span of work-groups",
    run,
};

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    wrapper::wrap_each(cx, wrap_kernel)
}

fn wrap_kernel<'c>(cx: &PassCx<'_, 'c>, kernel: FunctionValue<'c>) -> Result<(), MuxError> {
    let (module, context) = (cx.module, cx.module.get_context());
    let hook = wrapper::wrap_alike(cx, kernel, "mux-entry-hook")?;
    let builder = context.create_builder();
    let entry = context.append_basic_block(hook, "entry");
    let run = context.append_basic_block(hook, "groups");
    let exit = context.append_basic_block(hook, "exit");

    builder.position_at_end(entry);
    let first = get(cx, &builder, Builtin::FirstGroup, None)?;
    let last = get(cx, &builder, Builtin::LastGroup, None)?;
    let some = builder.build_int_compare(IntPredicate::ULT, first, last, "some")?;
    builder.build_conditional_branch(some, run, exit)?;

    builder.position_at_end(run);
    let groups_x = get(cx, &builder, Builtin::NumGroups, Some(0))?;
    let groups_y = get(cx, &builder, Builtin::NumGroups, Some(1))?;
    let arguments: Vec<BasicMetadataValueEnum<'c>> =
        hook.get_params().into_iter().map(Into::into).collect();
    emit_loop(module, &builder, hook, "group", (first, last), |builder, group| {
        let row = builder.build_int_unsigned_div(group, groups_x, "row")?;
        set(
            cx,
            builder,
            Builtin::SetGroupId,
            0,
            builder.build_int_unsigned_rem(group, groups_x, "x")?,
        )?;
        set(
            cx,
            builder,
            Builtin::SetGroupId,
            1,
            builder.build_int_unsigned_rem(row, groups_y, "y")?,
        )?;
        set(
            cx,
            builder,
            Builtin::SetGroupId,
            2,
            builder.build_int_unsigned_div(row, groups_y, "z")?,
        )?;
        builder.build_call(kernel, &arguments, "")?;
        Ok(())
    })?;
    builder.build_unconditional_branch(exit)?;
    builder.position_at_end(exit);
    builder.build_return(None)?;
    wrapper::finish(hook, kernel);
    Ok(())
}
