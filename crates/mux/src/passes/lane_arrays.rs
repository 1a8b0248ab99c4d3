//! Interleaves private arrays across lanes in kernels whose loops have lanes inside (`interchange-uniform-loops`).
//!
//! Before: `%t = alloca [8 x float]`, `%e = getelementptr float, ptr %t, i64 %k`, `load float, ptr %e`
//! After:  `%t = alloca [512 x i8], !mux.lanes !{i64 4}`, an address that is 16 times as far from its start
//!
//! With one array for each work-item, an element of all lanes would be gathered from as many places. So the
//! arrays of a vector of lanes become one, in which the same element of all lanes is contiguous: if the index
//! is uniform, loads and stores are those of vectors. Accesses of different sizes are split into pieces of
//! the smallest, so that bytes may be read as words. Copies and fills become loads and stores.
//!
//! Only arrays whose accesses are all known, because their address does not escape. Arrays of vectors become
//! arrays of scalars first, since vectors of vectors do not exist.

use scythe_llvm::inkwell::values::{FunctionValue, InstructionValue};
use scythe_llvm::{
    accessed_pointer, lane_arrays, loops, numbers, prepare_private_arrays, spread_array,
    variable_layout,
};

use super::cuts::cuts_in;
use super::parallel_accesses::address_of;
use crate::kernel::META_KEEP_ARRAYS;
use crate::reader::{Neighbours, Strides};

/// The largest array of one work-item. Those of a vector of work-items should fit into the L1 cache together.
const MOST_BYTES: u64 = 2048;

/// The largest size of all of them: they are on the stack, like those of a single work-item.
const MOST_IN_ALL: u64 = 2 * MOST_BYTES;

/// The arrays of a kernel that can be interleaved across lanes.
#[derive(Default)]
pub struct LaneArrays<'c> {
    arrays: Vec<InstructionValue<'c>>,
}

impl<'c> LaneArrays<'c> {
    /// Those of a kernel that has loops and no barriers: variables that live across barriers are stored for
    /// the whole work-group.
    pub fn of(kernel: FunctionValue<'c>) -> Self {
        if numbers(kernel, META_KEEP_ARRAYS).is_some()
            || loops(kernel).is_empty()
            || !cuts_in(kernel).is_empty()
        {
            return Self::default();
        }
        prepare_private_arrays(kernel, MOST_BYTES);
        let mut arrays = lane_arrays(kernel, MOST_BYTES);
        let mut total = 0;
        arrays.retain(|&array| {
            total += variable_layout(array).map_or(MOST_IN_ALL, |(bytes, _)| bytes);
            total <= MOST_IN_ALL
        });
        Self { arrays }
    }

    /// How lanes access one of the arrays; none for all other accesses.
    pub fn neighbours(
        &self,
        strides: &mut Strides<'_, 'c>,
        access: InstructionValue<'c>,
    ) -> Option<Neighbours> {
        let base = address_of(accessed_pointer(access)?)?.base.as_instruction()?;
        if !self.arrays.contains(&base) {
            return None;
        }
        // With a uniform index, elements of lanes are contiguous.
        match strides.within_variables(access)? {
            Neighbours::Same => Some(Neighbours::SideBySide),
            _ => Some(Neighbours::Scattered),
        }
    }

    /// Interleaves them for so many lanes.
    pub fn spread(self, lanes: u64) {
        for array in self.arrays {
            spread_array(array, MOST_BYTES, lanes);
        }
    }
}
