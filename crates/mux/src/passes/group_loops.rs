//! Runs a kernel with barriers: all work-items of a group through one region, then the next.
//!
//! ```text
//! next = 1
//! while next != 0:
//!     switch next: for each work-item: region_<next>(…, &next, …)
//! ```
//!
//! Barriers are uniform (SYCL 2020 §3.8.3.4): all work-items of a group leave a region the same way, so
//! the last one's word about what comes next is everybody's.

use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::values::{BasicMetadataValueEnum, FunctionValue, IntValue, PointerValue};
use scythe_llvm::{by_value, erase};

use super::barrier_regions::{self, DONE};
use super::work_item_loops::{for_each_work_item, limit};
use super::{parallel_accesses, wrapper};
use crate::{MuxError, PassCx};

/// What every region's loops need.
struct Frame<'c> {
    function: FunctionValue<'c>,
    limits: [IntValue<'c>; 3],
    items: IntValue<'c>,
    next: PointerValue<'c>,
    live: PointerValue<'c>,
}

/// Wraps a kernel that contains barriers.
pub fn wrap_kernel<'c>(cx: &PassCx<'_, 'c>, kernel: FunctionValue<'c>) -> Result<(), MuxError> {
    let (module, context) = (cx.module, cx.module.get_context());
    let function = wrapper::wrap_alike(module, kernel, "mux-work-item-loops");
    let by_value: Vec<bool> =
        (0..function.count_params()).map(|index| by_value(function, index).is_some()).collect();
    let regions = barrier_regions::cut(cx, kernel, &by_value)?;

    let builder = context.create_builder();
    let size = context.i64_type();
    builder.position_at_end(context.append_basic_block(function, "entry"));
    let limits = [limit(cx, &builder, 0)?, limit(cx, &builder, 1)?, limit(cx, &builder, 2)?];
    let plane = builder.build_int_nuw_mul(limits[0], limits[1], "plane")?;
    let items = builder.build_int_nuw_mul(plane, limits[2], "items")?;
    let bytes =
        builder.build_int_nuw_mul(items, size.const_int(regions.live_bytes, false), "bytes")?;
    let next = builder.build_alloca(context.i32_type(), "next")?;
    builder.build_store(next, context.i32_type().const_int(1, false))?;
    let live = cx.target.emit_scratch(module, &builder, bytes)?;
    let frame = Frame { function, limits, items, next, live };

    let dispatch = context.append_basic_block(function, "dispatch");
    let exit = context.append_basic_block(function, "exit");
    builder.build_unconditional_branch(dispatch)?;
    let mut cases = vec![(context.i32_type().const_int(DONE, false), exit)];
    let mut number = 0;
    for &region in &regions.functions {
        number += 1;
        let block = context.append_basic_block(function, "region");
        cases.push((context.i32_type().const_int(number, false), block));
        builder.position_at_end(block);
        run_region(cx, &builder, &frame, region)?;
        builder.build_unconditional_branch(dispatch)?;
    }
    builder.position_at_end(dispatch);
    let which = builder.build_load(context.i32_type(), next, "which")?.into_int_value();
    let nowhere = context.append_basic_block(function, "nowhere");
    builder.build_switch(which, nowhere, &cases)?;
    builder.position_at_end(nowhere);
    builder.build_unreachable()?;
    builder.position_at_end(exit);
    builder.build_return(None)?;
    wrapper::finish(function, kernel);
    erase(kernel);
    Ok(())
}

/// The loops over work-items for one region.
fn run_region<'c>(
    cx: &PassCx<'_, 'c>,
    builder: &Builder<'c>,
    frame: &Frame<'c>,
    region: FunctionValue<'c>,
) -> Result<(), MuxError> {
    let group = parallel_accesses::mark(cx.module, region);
    let limits = frame.limits;
    for_each_work_item(cx, builder, frame.function, (limits, group), |builder, [x, y, z]| {
        let above = builder.build_int_nuw_mul(z, limits[1], "")?;
        let row = builder.build_int_nuw_add(above, y, "")?;
        let first = builder.build_int_nuw_mul(row, limits[0], "first")?;
        let item = builder.build_int_nuw_add(first, x, "item")?;
        let mut arguments: Vec<BasicMetadataValueEnum<'c>> =
            frame.function.get_params().into_iter().map(Into::into).collect();
        arguments.extend::<[BasicMetadataValueEnum<'c>; 4]>([
            frame.next.into(),
            frame.live.into(),
            item.into(),
            frame.items.into(),
        ]);
        builder.build_call(region, &arguments, "")?;
        Ok(())
    })
}
