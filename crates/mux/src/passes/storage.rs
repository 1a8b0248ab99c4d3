//! Where variables are kept between regions.
//!
//! | variable                 | across work-group cuts          | across sub-group cuts              |
//! |--------------------------|---------------------------------|------------------------------------|
//! | the same for all         | one stack slot                  | one stack slot                     |
//! | one per work-item        | an array in the thread's arena  | an array of one sub-group's, on the stack |
//! | with an address that stays | an array, in the arena if the kernel has work-group cuts | … |
//!
//! Arrays hold one variable each, so that neighbouring work-items find it side by side. A sub-group's
//! arrays are short and of known size: LLVM turns them into vector registers.

use std::collections::HashMap;

use scythe_llvm::array_element;
use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::values::{IntValue, PointerValue};

use super::cuts::Level;
use super::exchange::Column;
use super::regions::Regions;
use super::variables::{Kind, Variable};
use crate::{MuxError, PassCx, size_type};

/// Vectors are loaded from and stored to a sub-group's arrays.
const VECTOR_ALIGN: u64 = 64;

/// The places of all variables that need one.
pub struct Storage<'c> {
    places: HashMap<(usize, Level), PointerValue<'c>>,
    /// Where variables whose address stays are kept.
    memory: Level,
}

impl<'c> Storage<'c> {
    /// Emits what makes room for the variables: at the start of a work-group of `items` work-items, in
    /// sub-groups of `width` if there are any.
    pub fn emit(
        cx: &PassCx<'_, 'c>,
        builder: &Builder<'c>,
        regions: &Regions<'c>,
        items: IntValue<'c>,
        width: Option<u64>,
    ) -> Result<Self, MuxError> {
        let whole = width.is_none() || regions.cuts.iter().any(|cut| cut.level == Level::Group);
        let memory = if whole { Level::Group } else { Level::SubGroup };
        let mut storage = Self { places: HashMap::new(), memory };
        let mut arena: Vec<(usize, &Variable<'c>)> = Vec::new();
        for (number, level) in storage.needed(regions) {
            let variable = &regions.variables[number];
            match (variable.kind, level) {
                (Kind::Uniform, _) => {
                    let place = builder.build_alloca(variable.ty, "uniform")?;
                    storage.places.insert((number, level), place);
                }
                (_, Level::Group) => arena.push((number, variable)),
                (_, Level::SubGroup) => {
                    let bytes = variable.bytes * width.unwrap_or(1);
                    let place = stack_array(cx, builder, bytes, variable.align)?;
                    storage.places.insert((number, level), place);
                }
            }
        }
        // Strictest alignment first: then every array starts where its elements may.
        arena.sort_by_key(|(_, variable)| std::cmp::Reverse(variable.align));
        let size = size_type(cx.module);
        let total = arena.iter().map(|(_, variable)| variable.bytes).sum();
        let bytes = builder.build_int_nuw_mul(items, size.const_int(total, false), "bytes")?;
        if total > 0 {
            let base = cx.target.emit_scratch(cx.module, builder, bytes)?;
            let mut before = 0;
            for (number, variable) in arena {
                let offset =
                    builder.build_int_nuw_mul(items, size.const_int(before, false), "")?;
                let i8_array = cx.module.get_context().i8_type().array_type(0);
                let place = array_element(builder, i8_array, base, offset, "live")?;
                storage.places.insert((number, Level::Group), place);
                before += variable.bytes;
            }
        }
        Ok(storage)
    }

    /// Which variables need a place for whom, in a fixed order.
    fn needed(&self, regions: &Regions<'c>) -> Vec<(usize, Level)> {
        let mut all = Vec::new();
        for region in &regions.regions {
            all.extend(region.ins.iter().map(|&v| (v, self.level(&regions.variables[v], region.level))));
            all.extend(&region.outs);
        }
        all.sort_unstable_by_key(|&(v, level)| (v, level == Level::SubGroup));
        all.dedup();
        all
    }

    fn level(&self, variable: &Variable<'c>, level: Level) -> Level {
        if variable.kind == Kind::Memory { self.memory } else { level }
    }

    /// The one place of a variable that is the same for all, or the first of its array.
    pub fn base(&self, number: usize, level: Level) -> Result<PointerValue<'c>, MuxError> {
        self.places
            .get(&(number, level))
            .copied()
            .ok_or_else(|| MuxError::malformed("<variable>", "has no place to live"))
    }

    /// The place of a variable for the work-item that is number `item` in its work-group and number
    /// `lane` in its sub-group.
    pub fn address(
        &self,
        cx: &PassCx<'_, 'c>,
        builder: &Builder<'c>,
        (number, variable): (usize, &Variable<'c>),
        level: Level,
        (item, lane): (IntValue<'c>, IntValue<'c>),
    ) -> Result<PointerValue<'c>, MuxError> {
        let level = self.level(variable, level);
        let base = self.base(number, level)?;
        if variable.kind == Kind::Uniform {
            return Ok(base);
        }
        let index = if level == Level::Group { item } else { lane };
        let stride = index.get_type().const_int(variable.bytes, false);
        let offset = builder.build_int_nuw_mul(index, stride, "")?;
        let bytes = cx.module.get_context().i8_type().array_type(0);
        Ok(array_element(builder, bytes, base, offset, "live")?)
    }

    /// A variable's values in all work-items that meet, for an exchange.
    pub fn column(
        &self,
        (number, variable): (usize, &Variable<'c>),
        level: Level,
    ) -> Result<Column<'c>, MuxError> {
        let stride = if variable.kind == Kind::Uniform { 0 } else { variable.bytes };
        Ok(Column { base: self.base(number, level)?, ty: variable.ty, stride })
    }
}

fn stack_array<'c>(
    cx: &PassCx<'_, 'c>,
    builder: &Builder<'c>,
    bytes: u64,
    align: u64,
) -> Result<PointerValue<'c>, MuxError> {
    let odd = || MuxError::malformed("<variable>", "is too large for the stack");
    let i8_type = cx.module.get_context().i8_type();
    let array = i8_type.array_type(u32::try_from(bytes).map_err(|_| odd())?);
    let place = builder.build_alloca(array, "lanes")?;
    let align = u32::try_from(align.max(VECTOR_ALIGN)).map_err(|_| odd())?;
    if let Some(alloca) = place.as_instruction() {
        alloca.set_alignment(align).map_err(|_| odd())?;
    }
    Ok(place)
}
