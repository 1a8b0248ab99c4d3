//! The width of a kernel's sub-groups.

use scythe_image::facts::STEPPING_ATTRIBUTE;
use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::values::{CallSiteValue, FunctionValue};
use scythe_llvm::numbers;

use super::calls::{constant_argument, reaches_call};
use super::cuts::{Level, cuts_in, level_of};
use super::regions::{Region, Regions};
use super::variables::Kind;
use crate::kernel::{META_REQD_SUB_GROUP_SIZE, original_name};
use crate::{Builtin, MuxError, PassCx};

/// A memory scope of the work-item alone.
pub const WORK_ITEM_SCOPE: u64 = 4;

/// Whether a kernel's work-items form sub-groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubGroups {
    /// The program queries them, so they have one size.
    Program(u64),
    /// Only the compiler uses them, to run loops around lanes; this many lanes make a good vector.
    OurOwn(u64),
}

/// Vectors of work-items that run together: several in a row, and several rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// Work-items of one vector.
    pub width: u64,
    /// Vectors in a row.
    pub columns: u64,
    /// Rows.
    pub rows: u64,
}

/// The most vectors that run together: enough to keep the arithmetic units busy while one waits.
const MOST_VECTORS: u64 = 4;
/// Variables of 32 bits, times vectors, that stay in registers.
const REGISTERS: u64 = 8;

impl Tile {
    /// A single vector.
    pub fn vector(width: u64) -> Self {
        Self { width, columns: 1, rows: 1 }
    }

    /// All work-items of a tile.
    pub fn count(self) -> u64 {
        self.width * self.columns * self.rows
    }
}

/// The best tile for work-items of a kernel that is split like this.
pub fn best_tile(regions: &Regions<'_>, width: u64, has_rows: bool) -> Tile {
    // Arrays that are interleaved across lanes are those of one vector.
    if regions.variables.iter().any(|v| v.lane_unit.is_some()) {
        return Tile::vector(width);
    }
    let live = |region: &Region<'_>| -> u64 {
        let kept = region.ins.iter().map(|&v| &regions.variables[v]);
        kept.filter(|v| v.kind(Level::SubGroup) == Kind::PerItem).map(|v| v.bytes.div_ceil(4)).sum()
    };
    let inside = regions.regions.iter().filter(|r| r.level == Level::SubGroup);
    let most = inside.map(live).max().unwrap_or(0);
    let vectors = match REGISTERS / most.max(1) {
        0..=1 => 1,
        2..=3 => 2,
        _ => MOST_VECTORS,
    };
    // Rows share loads that depend on the column alone, as vectors; neighbours in a row share uniform loads,
    // which happen once anyway.
    let (columns, rows) = if has_rows { (1, vectors) } else { (vectors, 1) };
    Tile { width, columns, rows }
}

/// The kernel's sub-groups; none if it does not use them.
pub fn of<'c>(
    cx: &PassCx<'_, 'c>,
    kernel: FunctionValue<'c>,
) -> Result<Option<SubGroups>, MuxError> {
    let required = numbers(kernel, META_REQD_SUB_GROUP_SIZE).and_then(|n| n.first().copied());
    let required = match required.map(u64::try_from) {
        None => None,
        Some(Ok(size)) if cx.target.sub_group_sizes().contains(&size) => Some(size),
        Some(_) => {
            return Err(MuxError::Unsupported {
                kernel: original_name(kernel),
                what: "a sub-group size that the target does not have",
                help: "the CPU has sub-groups of 4, 8, 16 and 32 work-items",
            });
        }
    };
    if reaches_call(kernel, uses_sub_groups) {
        let size = required.unwrap_or_else(|| cx.target.preferred_sub_group_size());
        return Ok(Some(SubGroups::Program(size)));
    }
    let stepping = cuts_in(kernel).iter().any(|(call, _)| is_stepping(*call));
    Ok(stepping.then(|| SubGroups::OurOwn(cx.target.stepping_width())))
}

/// Whether a call is a cut that `interchange-uniform-loops` added for lockstep: a barrier that orders memory
/// for the work-item alone, or the gate of a loop.
pub fn is_stepping(call: CallSiteValue<'_>) -> bool {
    let barrier =
        call.get_called_fn_value().and_then(Builtin::of) == Some(Builtin::SubGroupBarrier);
    (barrier && constant_argument(call, 1) == Some(WORK_ITEM_SCOPE))
        || call.get_string_attribute(AttributeLoc::Function, STEPPING_ATTRIBUTE).is_some()
}

/// Whether a call queries sub-groups or is a cut of one.
pub fn uses_sub_groups(call: CallSiteValue<'_>) -> bool {
    call.get_called_fn_value().and_then(Builtin::of).is_some_and(|builtin| {
        let meets = level_of(builtin) == Some(Level::SubGroup) && !is_stepping(call);
        is_query(builtin) || meets
    })
}

fn is_query(builtin: Builtin) -> bool {
    matches!(
        builtin,
        Builtin::SubGroupId
            | Builtin::NumSubGroups
            | Builtin::MaxSubGroupSize
            | Builtin::SubGroupSize
            | Builtin::SubGroupLocalId
    )
}
