//! The storage of variables between regions.
//!
//! | variable                 | across work-group cuts          | across sub-group cuts              |
//! |--------------------------|---------------------------------|------------------------------------|
//! | uniform                  | one stack slot                  | one stack slot                     |
//! | one per work-item        | an array in the thread's arena  | an array of one sub-group's, on the stack |
//! | with a fixed address     | an array, in the arena if the kernel has work-group cuts | … |
//! | of a vector of lanes (`lane_arrays`) | as many as there are work-items | one, which has space for all |
//!
//! Arrays hold one variable each, so that it is contiguous across neighbouring work-items. A sub-group's
//! arrays are short and of known size: LLVM turns them into vector registers.

use std::collections::HashMap;

use scythe_llvm::array_element;
use scythe_llvm::inkwell::builder::Builder;
use scythe_llvm::inkwell::values::{IntValue, PointerValue};

use super::cuts::Level;
use super::exchange::Column;
use super::regions::Regions;
use super::scalable;
use super::variables::{Kind, Variable};
use crate::{MuxError, PassCx, size_type};

/// Vectors are loaded from and stored to a sub-group's arrays.
const VECTOR_ALIGN: u64 = 64;

/// Bytes per work-item of variables with an address that a sub-group keeps on the stack; a tile has up to 64
/// work-items, and a thread's stack is limited.
const MOST_ON_STACK: u64 = 512;

/// The storage of all variables that need some.
#[derive(Clone)]
pub struct Storage<'c> {
    places: HashMap<(usize, Level), PointerValue<'c>>,
    /// Arrays with a 32-bit number for each work-item of the group.
    pub numbers: Vec<PointerValue<'c>>,
    /// The level of variables with a fixed address.
    memory: Level,
    /// The level of arrays of a whole vector of lanes.
    arrays: Level,
}

impl<'c> Storage<'c> {
    /// Emits the storage of variables across work-group cuts: at the start of a work-group of `items`
    /// work-items, with or without `sub_groups`, and for some arrays of 32-bit numbers.
    pub fn of_group(
        cx: &PassCx<'_, 'c>,
        builder: &Builder<'c>,
        regions: &Regions<'c>,
        (items, sub_groups): (IntValue<'c>, bool),
        numbers: usize,
    ) -> Result<Self, MuxError> {
        let addressed = regions.variables.iter().filter(|v| v.addressed && v.lane_unit.is_none());
        let group = !sub_groups || regions.cuts.iter().any(|cut| cut.level == Level::Group);
        let large = addressed.map(|v| v.bytes).sum::<u64>() > MOST_ON_STACK
            || regions.variables.iter().any(|variable| variable.scalable);
        let memory = if group || large { Level::Group } else { Level::SubGroup };
        let arrays = if group { Level::Group } else { Level::SubGroup };
        let mut storage = Self { places: HashMap::new(), numbers: Vec::new(), memory, arrays };
        let number = Array { variable: None, bytes: 4, scalable: false, align: 4 };
        let mut arena = vec![number; numbers];
        for number in storage.needed(regions, Level::Group) {
            let variable = &regions.variables[number];
            if variable.kind(Level::Group) == Kind::Uniform {
                let place = builder.build_alloca(variable.ty, "uniform")?;
                storage.places.insert((number, Level::Group), place);
            } else {
                let Variable { bytes, scalable, align, .. } = *variable;
                arena.push(Array { variable: Some(number), bytes, scalable, align });
            }
        }
        // Strictest alignment first, so that every array is aligned.
        arena.sort_by_key(|array| std::cmp::Reverse(array.align));
        let mut total = Bytes::default();
        arena.iter().for_each(|array| total.add(array));
        if total != Bytes::default() {
            let each = total.emit(cx, builder)?;
            let bytes = builder.build_int_nuw_mul(items, each, "bytes")?;
            let base = cx.target.emit_scratch(cx.module, builder, bytes)?;
            let mut before = Bytes::default();
            for array in arena {
                let each = before.emit(cx, builder)?;
                let offset = builder.build_int_nuw_mul(items, each, "")?;
                let i8_array = cx.module.get_context().i8_type().array_type(0);
                let place = array_element(builder, i8_array, base, offset, "live")?;
                match array.variable {
                    Some(number) => {
                        storage.places.insert((number, Level::Group), place);
                    }
                    None => storage.numbers.push(place),
                }
                before.add(&array);
            }
        }
        Ok(storage)
    }

    /// The same with storage on the stack for the variables of a sub-group of so many lanes.
    pub fn with_lanes(
        &self,
        cx: &PassCx<'_, 'c>,
        builder: &Builder<'c>,
        regions: &Regions<'c>,
        lanes: u64,
    ) -> Result<Self, MuxError> {
        let mut storage = self.clone();
        for number in self.needed(regions, Level::SubGroup) {
            let variable = &regions.variables[number];
            let place = if variable.kind(Level::SubGroup) == Kind::Uniform {
                builder.build_alloca(variable.ty, "uniform")?
            } else {
                // Arrays of a whole vector have space for all its lanes.
                let count = if variable.lane_unit.is_some() { 1 } else { lanes };
                stack_array(cx, builder, variable.bytes * count, variable.align)?
            };
            storage.places.insert((number, Level::SubGroup), place);
        }
        Ok(storage)
    }

    /// The variables that need storage at a level, in a fixed order.
    fn needed(&self, regions: &Regions<'c>, level: Level) -> Vec<usize> {
        let mut all = Vec::new();
        for region in &regions.regions {
            let ins = region.ins.iter().map(|&v| (v, region.level));
            let kept = ins.chain(region.outs.iter().copied());
            all.extend(
                kept.filter(|&(v, at)| self.level(&regions.variables[v], at) == level)
                    .map(|(v, _)| v),
            );
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    fn level(&self, variable: &Variable<'c>, level: Level) -> Level {
        match (variable.addressed, variable.lane_unit) {
            (_, Some(_)) => self.arrays,
            (true, None) => self.memory,
            (false, None) => level,
        }
    }

    /// The storage of a uniform variable, or the first element of its array.
    pub fn base(&self, number: usize, level: Level) -> Result<PointerValue<'c>, MuxError> {
        self.places
            .get(&(number, level))
            .copied()
            .ok_or_else(|| MuxError::malformed("<variable>", "has no place to live"))
    }

    /// The address of a variable for the work-item with index `item` in its work-group and `lane` in its
    /// sub-group.
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
        if variable.kind(level) == Kind::Uniform {
            return Ok(base);
        }
        let index = if level == Level::Group { item } else { lane };
        let side_by_side = variable.lane_unit.filter(|_| level == Level::SubGroup);
        let mut stride = index.get_type().const_int(side_by_side.unwrap_or(variable.bytes), false);
        if variable.scalable {
            stride = builder.build_int_nuw_mul(scalable::vscale(cx, builder)?, stride, "")?;
        }
        let offset = builder.build_int_nuw_mul(index, stride, "")?;
        let bytes = cx.module.get_context().i8_type().array_type(0);
        Ok(array_element(builder, bytes, base, offset, "live")?)
    }

    /// A variable's values in all work-items that synchronise, for an exchange.
    pub fn column(
        &self,
        (number, variable): (usize, &Variable<'c>),
        level: Level,
    ) -> Result<Column<'c>, MuxError> {
        if variable.scalable {
            let what = "is a scalable vector in a group operation other than a barrier";
            return Err(MuxError::malformed("<variable>", what));
        }
        let stride = if variable.kind(level) == Kind::Uniform { 0 } else { variable.bytes };
        Ok(Column { base: self.base(number, level)?, ty: variable.ty, stride })
    }
}

/// An array in the arena: of a variable, or of numbers.
#[derive(Clone, Copy)]
struct Array {
    variable: Option<usize>,
    bytes: u64,
    scalable: bool,
    align: u64,
}

/// The size of arrays per work-item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Bytes {
    fixed: u64,
    /// In units of `vscale`.
    scaled: u64,
}

impl Bytes {
    fn add(&mut self, array: &Array) {
        *(if array.scalable { &mut self.scaled } else { &mut self.fixed }) += array.bytes;
    }

    fn emit<'c>(
        self,
        cx: &PassCx<'_, 'c>,
        builder: &Builder<'c>,
    ) -> Result<IntValue<'c>, MuxError> {
        let number = |bytes| size_type(cx.module).const_int(bytes, false);
        if self.scaled == 0 {
            return Ok(number(self.fixed));
        }
        let vscale = scalable::vscale(cx, builder)?;
        let scaled = builder.build_int_nuw_mul(vscale, number(self.scaled), "")?;
        Ok(builder.build_int_nuw_add(scaled, number(self.fixed), "")?)
    }
}

pub(super) fn stack_array<'c>(
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
