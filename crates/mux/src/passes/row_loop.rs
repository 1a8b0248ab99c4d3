//! Loops over the rows of a flat index space.
//!
//! ```text
//! count, long, quotients = rows(0)
//! if !long: all work-items run the kernel
//! else: start = 0
//!     do:
//!         count, _, quotients = rows(start)
//!         work-items from start to start + count run the kernel of a row, with the quotients
//!         start += count
//!     while start != limit
//! ```

use scythe_llvm::array_element;
use scythe_llvm::inkwell::IntPredicate;
use scythe_llvm::inkwell::values::{BasicMetadataValueEnum, IntValue, PointerValue};

use super::boxes::WorkItems;
use super::calls::set;
use super::rows::FIRST_QUOTIENT;
use super::split_rows::InRows;
use super::work_item_loops::Site;
use crate::{Builtin, MuxError, size_type};

/// Emits code for work-items that run the kernel itself.
type Plain<'a, 'c> = &'a dyn Fn(WorkItems<'c>) -> Result<(), MuxError>;
/// Emits code for work-items of a row, with these arguments.
type InRow<'a, 'c> =
    &'a dyn Fn(&[BasicMetadataValueEnum<'c>], WorkItems<'c>) -> Result<(), MuxError>;

/// The position and context of code for rows.
pub struct RowLoop<'a, 'c> {
    site: Site<'a, 'c>,
    rows: InRows<'c>,
    arguments: &'a [BasicMetadataValueEnum<'c>],
    out: PointerValue<'c>,
}

impl<'a, 'c> RowLoop<'a, 'c> {
    /// In a wrapper, at its start.
    pub fn new(
        site: Site<'a, 'c>,
        rows: InRows<'c>,
        arguments: &'a [BasicMetadataValueEnum<'c>],
    ) -> Result<Self, MuxError> {
        let (cx, builder, _) = site;
        let quotients = rows.body.count_params() - arguments.len() as u32;
        let numbers = size_type(cx.module).array_type(quotients + FIRST_QUOTIENT as u32);
        let out = builder.build_alloca(numbers, "quotients")?;
        Ok(Self { site, rows, arguments, out })
    }

    /// Emits code for all work-items of a group.
    pub fn run(
        &self,
        all: WorkItems<'c>,
        plain: Plain<'_, 'c>,
        in_row: InRow<'_, 'c>,
    ) -> Result<(), MuxError> {
        let (cx, builder, function) = self.site;
        let context = cx.module.get_context();
        let lost = || MuxError::malformed("<rows>", "the builder has no position");
        let [short, long, row, exit] = ["short-rows", "long-rows", "row", "rows.exit"]
            .map(|name| context.append_basic_block(function, name));
        let limit = all.count[0];
        let zero = limit.get_type().const_zero();
        self.query(zero)?;
        let is_long = builder.build_int_compare(IntPredicate::NE, self.number(1)?, zero, "long")?;
        builder.build_conditional_branch(is_long, long, short)?;
        builder.position_at_end(short);
        plain(all)?;
        builder.build_unconditional_branch(exit)?;

        builder.position_at_end(long);
        builder.build_unconditional_branch(row)?;
        builder.position_at_end(row);
        let phi = builder.build_phi(limit.get_type(), "start")?;
        let start = phi.as_basic_value().into_int_value();
        self.query(start)?;
        let (count, left) = (self.number(0)?, builder.build_int_nuw_sub(limit, start, "left")?);
        let fits = builder.build_int_compare(IntPredicate::ULT, count, left, "")?;
        let count = builder.build_select(fits, count, left, "count")?.into_int_value();
        let mut arguments = self.arguments.to_vec();
        let types = self.rows.body.get_type().get_param_types();
        for (index, ty) in (FIRST_QUOTIENT..).zip(&types[arguments.len()..]) {
            let quotient = self.number(index)?;
            let quotient =
                builder.build_int_truncate_or_bit_cast(quotient, ty.into_int_type(), "")?;
            arguments.push(quotient.into());
        }
        let mut these = all;
        these.set(0, start, count);
        in_row(&arguments, these)?;
        let next = builder.build_int_nuw_add(start, count, "next")?;
        let more = builder.build_int_compare(IntPredicate::NE, next, limit, "more")?;
        builder.build_conditional_branch(more, row, exit)?;
        let end = builder.get_insert_block().ok_or_else(lost)?;
        phi.add_incoming(&[(&zero, long), (&next, end)]);
        builder.position_at_end(exit);
        Ok(())
    }

    /// Queries the row from a work-item on.
    fn query(&self, start: IntValue<'c>) -> Result<(), MuxError> {
        let (cx, builder, _) = self.site;
        set(cx, builder, Builtin::SetLocalId, 0, start)?;
        builder.build_call(self.rows.bounds, &[self.arguments, &[self.out.into()]].concat(), "")?;
        Ok(())
    }

    /// One of the numbers of the result.
    fn number(&self, index: u64) -> Result<IntValue<'c>, MuxError> {
        let (cx, builder, _) = self.site;
        let size = size_type(cx.module);
        let place =
            array_element(builder, size.array_type(0), self.out, size.const_int(index, false), "")?;
        Ok(builder.build_load(size, place, "")?.into_int_value())
    }
}
