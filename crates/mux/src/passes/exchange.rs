//! The computation of a group operation: from the operands of all work-items, contiguous in memory, to their results.
//!
//! If the number of work-items is known, as in a sub-group, reductions and scans are a few vector operations
//! (`vectors`): LLVM then keeps a sub-group's short arrays in registers. All others are loops.

use scythe_llvm::inkwell::IntPredicate;
use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::types::BasicTypeEnum;
use scythe_llvm::inkwell::values::{
    BasicValue, BasicValueEnum, FunctionValue, IntValue, PointerValue, VectorValue,
};
use scythe_llvm::{allow_reordering, array_element};

use super::loops::{emit_folding_loop, emit_loop};
use super::vectors;
use crate::{Collective, CollectiveOp, MuxError, Op, PassCx, size_type};

/// The values of an operand or of the result for all participating work-items, contiguous in memory; or one
/// value for all.
#[derive(Clone, Copy)]
pub struct Column<'c> {
    /// The address of the first one.
    pub base: PointerValue<'c>,
    /// The type in memory.
    pub ty: BasicTypeEnum<'c>,
    /// Bytes from one to the next.
    pub stride: u64,
}

/// The work-items that are about to run a region: those with its number in an array.
#[derive(Clone, Copy)]
pub struct Mask<'c> {
    /// The array.
    pub numbers: PointerValue<'c>,
    /// The number.
    pub region: u64,
}

impl<'c> Mask<'c> {
    /// Whether it contains a work-item, and the load of its number.
    pub fn contains(
        self,
        builder: &Builder<'c>,
        index: IntValue<'c>,
    ) -> Result<(IntValue<'c>, BasicValueEnum<'c>), MuxError> {
        let ty = self.numbers.get_type().get_context().i32_type();
        let address = array_element(builder, ty.array_type(0), self.numbers, index, "")?;
        let number = builder.build_load(ty, address, "")?;
        let region = ty.const_int(self.region, false);
        let equal = number.into_int_value();
        let here = builder.build_int_compare(IntPredicate::EQ, equal, region, "here")?;
        Ok((here, number))
    }
}

/// A synchronisation of work-items.
pub struct Meeting<'a, 'c> {
    /// The module and target.
    pub cx: &'a PassCx<'a, 'c>,
    /// Where code is emitted.
    pub builder: &'a Builder<'c>,
    /// The function it is emitted into.
    pub function: FunctionValue<'c>,
    /// The number of work-items; at least one.
    pub count: IntValue<'c>,
    /// Those that take part; all, if there is no mask. At least one does.
    pub mask: Option<Mask<'c>>,
    /// Whether values of a known number of work-items become vectors.
    pub vectors: bool,
    /// The work-group's size in dimensions 0 and 1, for linear ids.
    pub row: [IntValue<'c>; 2],
}

impl<'c> Meeting<'_, 'c> {
    /// Emits the exchange of values of a group operation.
    pub fn exchange(
        &self,
        collective: Collective,
        operands: &[Column<'c>],
        result: Column<'c>,
    ) -> Result<(), MuxError> {
        let brought = |index: usize| {
            operands.get(index).copied().ok_or_else(|| {
                MuxError::malformed(collective.to_string(), "is called with too few arguments")
            })
        };
        match collective.op {
            CollectiveOp::Any => self.reduce(Op::Or, collective, brought(0)?, result),
            CollectiveOp::All => self.reduce(Op::And, collective, brought(0)?, result),
            CollectiveOp::Reduce(op) => self.reduce(op, collective, brought(0)?, result),
            CollectiveOp::ScanInclusive(op) => {
                self.scan(op, collective, brought(0)?, (result, true))
            }
            CollectiveOp::ScanExclusive(op) => {
                self.scan(op, collective, brought(0)?, (result, false))
            }
            CollectiveOp::Broadcast => {
                let first = self.first_here()?;
                let index = self.inside(self.broadcast_index(&operands[1..], first)?)?;
                // Absent work-items have no value; the first one's is used instead.
                let index = match self.here(index)? {
                    Some(here) => {
                        self.builder.build_select(here, index, first, "")?.into_int_value()
                    }
                    None => index,
                };
                self.store_for_all(result, self.load(brought(0)?, index)?)
            }
            CollectiveOp::Shuffle => self.each(|lane| {
                let index = self.index(brought(1)?, lane)?;
                self.store(result, lane, self.load(brought(0)?, self.inside(index)?)?)
            }),
            CollectiveOp::ShuffleXor => self.each(|lane| {
                let mask = self.index(brought(1)?, lane)?;
                let index = self.builder.build_xor(lane, mask, "")?;
                self.store(result, lane, self.load(brought(0)?, self.inside(index)?)?)
            }),
            // The two columns of a shuffle up or down form one sequence: values past the end of one are at
            // the start of the other.
            CollectiveOp::ShuffleUp => self.each(|lane| {
                let delta = self.index(brought(2)?, lane)?;
                let own = self.builder.build_int_compare(IntPredicate::UGE, lane, delta, "")?;
                let back = self.builder.build_int_sub(lane, delta, "")?;
                let wrapped = self.builder.build_int_add(back, self.count, "")?;
                self.pick(own, (brought(1)?, back), (brought(0)?, wrapped), (result, lane))
            }),
            CollectiveOp::ShuffleDown => self.each(|lane| {
                let delta = self.index(brought(2)?, lane)?;
                let ahead = self.builder.build_int_add(lane, delta, "")?;
                let own =
                    self.builder.build_int_compare(IntPredicate::ULT, ahead, self.count, "")?;
                let wrapped = self.builder.build_int_sub(ahead, self.count, "")?;
                self.pick(own, (brought(0)?, ahead), (brought(1)?, wrapped), (result, lane))
            }),
        }
    }

    fn reduce(
        &self,
        op: Op,
        collective: Collective,
        operand: Column<'c>,
        result: Column<'c>,
    ) -> Result<(), MuxError> {
        if let Some(chunks) = self.chunks(operand)? {
            let total = vectors::reduce((self.cx.module, self.builder), op, chunks)?;
            return self.store_for_all(result, total);
        }
        let context = self.cx.module.get_context();
        let start = self.stored(op.neutral(context, collective.ty)?, operand)?;
        let total = emit_folding_loop(
            (self.cx.module, self.builder, self.function),
            self.count,
            start,
            |lane, sum| {
                let value = self.load(operand, lane)?;
                let value = match self.here(lane)? {
                    Some(here) => self.builder.build_select(here, value, start, "")?,
                    None => value,
                };
                let sum = op.combine(self.cx.module, self.builder, sum, value)?;
                // The order of a reduction is not specified (SYCL 2020 §4.17.4.5).
                allow_reordering(sum);
                Ok(sum)
            },
        )?;
        self.store_for_all(result, total)
    }

    fn scan(
        &self,
        op: Op,
        collective: Collective,
        operand: Column<'c>,
        (result, inclusive): (Column<'c>, bool),
    ) -> Result<(), MuxError> {
        let context = self.cx.module.get_context();
        let module = self.cx.module;
        // The order of integer operations makes no difference.
        if !collective.ty.element.is_float()
            && result.stride == operand.stride
            && let Some(chunks) = self.chunks(operand)?
        {
            let identity = op.identity(context, collective.ty)?;
            let scanned = vectors::scan((module, self.builder), op, (identity, inclusive), chunks)?;
            for (index, chunk) in (0..).zip(scanned) {
                let lanes = u64::from(chunk.get_type().get_size());
                let first = size_type(module).const_int(index * lanes, false);
                let store = self.builder.build_store(self.address(result, first)?, chunk)?;
                vectors::align(store, result.stride)?;
            }
            return Ok(());
        }
        let start = if inclusive {
            op.neutral(context, collective.ty)?
        } else {
            op.identity(context, collective.ty)?
        };
        let start = self.stored(start, operand)?;
        emit_folding_loop(
            (module, self.builder, self.function),
            self.count,
            start,
            |lane, sum| {
                let value = self.load(operand, lane)?;
                let next = op.combine(module, self.builder, sum, value)?;
                self.store(result, lane, if inclusive { next } else { sum })?;
                Ok(match self.here(lane)? {
                    Some(here) => self.builder.build_select(here, next, sum, "")?,
                    None => next,
                })
            },
        )?;
        Ok(())
    }

    /// The values of all work-items as vectors, if their number is known and there is a vector type for them;
    /// otherwise a loop is needed.
    fn chunks(&self, column: Column<'c>) -> Result<Option<Vec<VectorValue<'c>>>, MuxError> {
        if self.mask.is_some() || !self.vectors {
            return Ok(None);
        }
        let Some(count) = self.count.get_zero_extended_constant() else { return Ok(None) };
        let Some((ty, chunks)) = vectors::shape(column.ty, column.stride, count) else {
            return Ok(None);
        };
        let chunk = |index: u64| {
            let lanes = u64::from(ty.get_size());
            let first = size_type(self.cx.module).const_int(index * lanes, false);
            let place = self.address(column, first)?;
            let value = self.builder.build_load(ty, place, "")?;
            let value = value.into_vector_value();
            if let Some(load) = value.as_instruction() {
                vectors::align(load, column.stride)?;
            }
            Ok(value)
        };
        (0..chunks).map(chunk).collect::<Result<_, MuxError>>().map(Some)
    }

    /// A constant in the type of stored operands: Booleans as bytes, 0 or 1.
    fn stored(
        &self,
        value: BasicValueEnum<'c>,
        column: Column<'c>,
    ) -> Result<BasicValueEnum<'c>, MuxError> {
        match (value, column.ty) {
            (BasicValueEnum::IntValue(int), BasicTypeEnum::IntType(ty)) if int.get_type() != ty => {
                Ok(self.builder.build_int_z_extend(int, ty, "")?.into())
            }
            _ => Ok(value),
        }
    }

    /// The index of the broadcast value: a lane, or a position in the work-group. It is the same in all
    /// work-items, so that of the `first` is used.
    fn broadcast_index(
        &self,
        place: &[Column<'c>],
        first: IntValue<'c>,
    ) -> Result<IntValue<'c>, MuxError> {
        match place {
            [lane] => self.index(*lane, first),
            [x, y, z] => {
                let [x, y, z] =
                    [self.index(*x, first)?, self.index(*y, first)?, self.index(*z, first)?];
                let plane = self.builder.build_int_mul(z, self.row[1], "")?;
                let row = self.builder.build_int_add(plane, y, "")?;
                let first = self.builder.build_int_mul(row, self.row[0], "")?;
                Ok(self.builder.build_int_add(first, x, "")?)
            }
            _ => Err(MuxError::malformed("broadcast", "has an unsupported number of arguments")),
        }
    }

    /// The index operand of a work-item.
    fn index(&self, column: Column<'c>, lane: IntValue<'c>) -> Result<IntValue<'c>, MuxError> {
        let value = self.load(column, lane)?.into_int_value();
        Ok(self.builder.build_int_z_extend_or_bit_cast(value, size_type(self.cx.module), "")?)
    }

    /// An index out of bounds selects some value, but accesses no other memory.
    fn inside(&self, index: IntValue<'c>) -> Result<IntValue<'c>, MuxError> {
        let inside = self.builder.build_int_compare(IntPredicate::ULT, index, self.count, "")?;
        let zero = index.get_type().const_zero();
        Ok(self.builder.build_select(inside, index, zero, "")?.into_int_value())
    }

    fn pick(
        &self,
        own: IntValue<'c>,
        (first, at): (Column<'c>, IntValue<'c>),
        (second, wrapped): (Column<'c>, IntValue<'c>),
        (result, lane): (Column<'c>, IntValue<'c>),
    ) -> Result<(), MuxError> {
        let first = self.load(first, self.inside(at)?)?;
        let second = self.load(second, self.inside(wrapped)?)?;
        let value = self.builder.build_select(own, first, second, "")?;
        self.store(result, lane, value)
    }

    fn each(
        &self,
        body: impl FnOnce(IntValue<'c>) -> Result<(), MuxError>,
    ) -> Result<(), MuxError> {
        let zero = size_type(self.cx.module).const_zero();
        let bounds = (zero, self.count);
        emit_loop(self.cx.module, self.builder, self.function, "lane", bounds, |_, lane| {
            body(lane)
        })?;
        Ok(())
    }

    fn address(
        &self,
        column: Column<'c>,
        lane: IntValue<'c>,
    ) -> Result<PointerValue<'c>, MuxError> {
        let stride = lane.get_type().const_int(column.stride, false);
        let offset = self.builder.build_int_mul(lane, stride, "")?;
        let bytes = self.cx.module.get_context().i8_type().array_type(0);
        Ok(array_element(self.builder, bytes, column.base, offset, "")?)
    }

    fn load(&self, column: Column<'c>, lane: IntValue<'c>) -> Result<BasicValueEnum<'c>, MuxError> {
        let address = self.address(column, lane)?;
        Ok(self.builder.build_load(column.ty, address, "")?)
    }

    /// Stores the result of a work-item, if it takes part.
    fn store(
        &self,
        column: Column<'c>,
        lane: IntValue<'c>,
        value: impl BasicValue<'c>,
    ) -> Result<(), MuxError> {
        let address = self.address(column, lane)?;
        let mut value = value.as_basic_value_enum();
        if let Some(here) = self.here(lane)? {
            let old = self.builder.build_load(column.ty, address, "")?;
            value = self.builder.build_select(here, value, old, "")?;
        }
        self.builder.build_store(address, value)?;
        Ok(())
    }

    /// Stores the result of all that take part.
    fn store_for_all(&self, column: Column<'c>, value: BasicValueEnum<'c>) -> Result<(), MuxError> {
        if column.stride == 0 {
            self.builder.build_store(column.base, value)?;
            return Ok(());
        }
        self.each(|lane| self.store(column, lane, value))
    }

    /// Whether a work-item takes part; none where all do.
    fn here(&self, lane: IntValue<'c>) -> Result<Option<IntValue<'c>>, MuxError> {
        let Some(mask) = self.mask else { return Ok(None) };
        Ok(Some(mask.contains(self.builder, lane)?.0))
    }

    /// The first work-item that takes part.
    fn first_here(&self) -> Result<IntValue<'c>, MuxError> {
        let zero = size_type(self.cx.module).const_zero();
        if self.mask.is_none() {
            return Ok(zero);
        }
        let emitter = (self.cx.module, self.builder, self.function);
        let first = emit_folding_loop(emitter, self.count, self.count.into(), |lane, first| {
            let first = first.into_int_value();
            let none = self.builder.build_int_compare(IntPredicate::EQ, first, self.count, "")?;
            let own = match self.here(lane)? {
                Some(here) => self.builder.build_and(here, none, "")?,
                None => none,
            };
            Ok(self.builder.build_select(own, lane, first, "")?)
        })?;
        Ok(first.into_int_value())
    }
}
