//! Emits counted loops.

use scythe_llvm::inkwell::IntPredicate;
use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::{BasicValueEnum, FunctionValue, InstructionValue, IntValue};

use crate::MuxError;

/// Emits `i = first; do { body(i); ++i } while (i != last)` at the builder's position and leaves the
/// builder after the loop. Returns the latch's branch, where loop metadata goes.
///
/// The range must not be empty: LLVM's loop passes work best on loops without a test at the top.
pub fn emit_loop<'c>(
    module: &Module<'c>,
    builder: &Builder<'c>,
    function: FunctionValue<'c>,
    name: &str,
    (first, last): (IntValue<'c>, IntValue<'c>),
    body: impl FnOnce(&Builder<'c>, IntValue<'c>) -> Result<(), MuxError>,
) -> Result<InstructionValue<'c>, MuxError> {
    let context = module.get_context();
    let before = builder
        .get_insert_block()
        .ok_or_else(|| MuxError::malformed("<loop>", "the builder has no position"))?;
    let header = context.append_basic_block(function, &format!("{name}.loop"));
    let after = context.append_basic_block(function, &format!("{name}.exit"));
    builder.build_unconditional_branch(header)?;
    builder.position_at_end(header);
    let phi = builder.build_phi(first.get_type(), name)?;
    let index = phi.as_basic_value().into_int_value();
    body(builder, index)?;
    let one = first.get_type().const_int(1, false);
    let next = builder.build_int_nuw_add(index, one, &format!("{name}.next"))?;
    let more = builder.build_int_compare(IntPredicate::NE, next, last, &format!("{name}.more"))?;
    let latch = builder.build_conditional_branch(more, header, after)?;
    let end = builder
        .get_insert_block()
        .ok_or_else(|| MuxError::malformed("<loop>", "the builder lost its position"))?;
    phi.add_incoming(&[(&first, before), (&next, end)]);
    builder.position_at_end(after);
    Ok(latch)
}

/// The same for a range that may be empty.
pub fn emit_loop_if_any<'c>(
    (module, builder, function): (&Module<'c>, &Builder<'c>, FunctionValue<'c>),
    name: &str,
    (first, last): (IntValue<'c>, IntValue<'c>),
    body: impl FnOnce(IntValue<'c>) -> Result<(), MuxError>,
) -> Result<(), MuxError> {
    let context = module.get_context();
    let some = context.append_basic_block(function, &format!("{name}.some"));
    let done = context.append_basic_block(function, &format!("{name}.done"));
    let any = builder.build_int_compare(IntPredicate::ULT, first, last, "any")?;
    builder.build_conditional_branch(any, some, done)?;
    builder.position_at_end(some);
    emit_loop(module, builder, function, name, (first, last), |_, index| body(index))?;
    builder.build_unconditional_branch(done)?;
    builder.position_at_end(done);
    Ok(())
}

/// Emits `value = start; for i in 0..count { value = body(i, value) }` for a count of at least one, and
/// returns the last value.
pub fn emit_folding_loop<'c>(
    (module, builder, function): (&Module<'c>, &Builder<'c>, FunctionValue<'c>),
    count: IntValue<'c>,
    start: BasicValueEnum<'c>,
    body: impl FnOnce(IntValue<'c>, BasicValueEnum<'c>) -> Result<BasicValueEnum<'c>, MuxError>,
) -> Result<BasicValueEnum<'c>, MuxError> {
    let lost = || MuxError::malformed("<loop>", "the builder has no position");
    let before = builder.get_insert_block().ok_or_else(lost)?;
    let mut last = start;
    let zero = count.get_type().const_zero();
    emit_loop(module, builder, function, "fold", (zero, count), |builder, index| {
        let phi = builder.build_phi(start.get_type(), "")?;
        last = body(index, phi.as_basic_value())?;
        let end = builder.get_insert_block().ok_or_else(lost)?;
        phi.add_incoming(&[(&start, before), (&last, end)]);
        Ok(())
    })?;
    Ok(last)
}
