//! Stages loads that the work-items of a work-group share in local memory.
//!
//! Before: `for (k = 0; k < n; ++k) sum += a[y][k] * b[x][k];` in work-groups of 16 × 16
//! After:  `for (k0 = 0; k0 < n; k0 += 16) {`
//!         `  barrier(); tile[lx][ly] = b[first_x + ly][min(k0 + lx, n - 1)]; barrier();`
//!         `  for (k = k0; k < min(k0 + 16, n); ++k) sum += a[y][k] * tile[k - k0][lx]; }`
//!
//! Sixteen rows of work-items read each `b[x][k]`, and neighbours read distant addresses. Afterwards each is read
//! once, along the rows of `b`, and neighbours read contiguous memory.
//!
//! A load is staged if that changes nothing but speed:
//! - the kernel has one known size of work-groups, so that none is smaller, and no local memory of a size
//!   that only the launch knows;
//! - all work-items of the group run the loop in lockstep, with a trip count that is known when it starts,
//!   and nothing in it orders memory: no barrier, no atomic operation, no unknown call;
//! - the load is not volatile and happens in each iteration, so a copied value is one that the loop would
//!   have read: copies are clamped to the loop's last iteration, and no other memory is accessed;
//! - its address depends on the iteration, on the work-item's position and on uniform values;
//! - nothing in the loop may write to the object it reads from. Earlier writes are ordered by the barrier
//!   before the copy.
//!
//! [`crate::MuxTarget::staging_pays`] decides whether it pays; the option `force` skips that test.
//!
//! Requires: optimised kernels whose loops have their test at the end; barriers prepared. Establishes:
//! variables in local memory, for `replace-module-scope-vars` after `work-item-loops`.

use scythe_llvm::inkwell::AddressSpace;
use scythe_llvm::inkwell::module::Linkage;
use scythe_llvm::inkwell::targets::TargetData;
use scythe_llvm::inkwell::types::{BasicType, BasicTypeEnum};
use scythe_llvm::inkwell::values::{FunctionValue, InstructionValue, PointerValue};
use scythe_llvm::{
    NaturalLoop, StageableLoad, Staging, loops, poison, stage_loads, stageable_loads,
};

use super::calls::reaches_call;
use super::compute_local_memory_usage::{LOCAL, Usage};
use super::interchange_uniform_loops::lanes_pay;
use super::lane_arrays::LaneArrays;
use crate::kernel::{base_name, entry_points, required_local_size};
use crate::reader::{KernelGraph, Neighbours, Reach, Strides};
use crate::{Builtin, Changed, MuxError, OptionDesc, PassCx, PassDesc, Reuse};

pub const PASS: PassDesc = PassDesc {
    name: "stage-tiles",
    summary: "stage loads that work-items share in local memory",
    run,
};

const FORCE: &str = "force";

pub const OPTIONS: &[OptionDesc] = &[OptionDesc::flag(FORCE)];

/// The most local memory of a kernel, including what it already uses: every device has that much.
const MOST_BYTES: u64 = 32 << 10;
/// The least trip count that is worth two barriers.
const LEAST_DEPTH: u64 = 8;
/// The iterations of a tile if neighbours are fewer.
const USUAL_DEPTH: u64 = 16;
/// The most values that each work-item copies per tile; more are hardly shared.
const MOST_COPIES: u64 = 16;
/// The alignment of the widest vectors.
const TILE_ALIGN: u32 = 64;

/// SPIR-V's work-group scope.
const WORK_GROUP_SCOPE: u32 = 2;
/// SPIR-V's semantics of a barrier that orders local memory both ways.
const LOCAL_MEMORY: u32 = 0x8 | 0x100;
/// The same with global memory.
const ALL_MEMORY: u32 = LOCAL_MEMORY | 0x200;

fn run(cx: &PassCx<'_, '_>) -> Result<Changed, MuxError> {
    let usage = Usage::of(cx.module)?;
    let mut changed = Changed::No;
    for kernel in entry_points(cx.module) {
        let Some(sizes) = required_local_size(kernel) else { continue };
        let asks = |builtin| {
            reaches_call(kernel, move |call| {
                call.get_called_fn_value().and_then(Builtin::of) == Some(builtin)
            })
        };
        if sizes == [1; 3] || asks(Builtin::LocalMemory) {
            continue;
        }
        let mut left = MOST_BYTES.saturating_sub(usage.bytes(kernel));
        for tiles in plan(cx, kernel, sizes, &mut left) {
            stage(cx, kernel, sizes, &tiles)?;
            changed = Changed::Yes;
        }
    }
    Ok(changed)
}

/// The staged loads of one loop.
struct Tiles<'c> {
    loads: Vec<Tile<'c>>,
    depth: u64,
}

struct Tile<'c> {
    load: StageableLoad<'c>,
    ty: BasicTypeEnum<'c>,
    /// The size of a value.
    bytes: u64,
    /// The values of one iteration.
    rows: u64,
}

/// Chooses loads, loop by loop, within the remaining local memory.
fn plan<'c>(
    cx: &PassCx<'_, 'c>,
    kernel: FunctionValue<'c>,
    sizes: [u64; 3],
    left: &mut u64,
) -> Vec<Tiles<'c>> {
    let layout = TargetData::create(&cx.module.get_data_layout().as_str().to_string_lossy());
    let read = KernelGraph::of(kernel);
    let ids = [Builtin::GlobalId, Builtin::LocalId].map(|b| cx.module.get_function(&b.name()));
    let found = stageable_loads(kernel, ids, &read.uniformity());
    if found.is_empty() {
        return Vec::new();
    }
    let forced = cx.options.last_of(&[FORCE]).is_some();
    let all = loops(kernel);
    let mut strides = read.strides(0, Reach::SubGroup);
    let mut plans = Vec::new();
    for of_loop in found.chunk_by(|a, b| a.header == b.header) {
        let Some(around) = all.iter().find(|l| l.header == of_loop[0].header) else { continue };
        let chosen = if forced {
            of_loop.iter().filter(|load| readers(load, sizes) > 1).cloned().collect()
        } else {
            choose(cx, &mut strides, around, of_loop, sizes)
        };
        let mut tiles: Vec<Tile<'c>> = Vec::new();
        for load in chosen {
            let Ok(ty) = BasicTypeEnum::try_from(load.load.get_type()) else { continue };
            let rows = (0..3).filter(|&d| load.dimensions[d]).map(|d| sizes[d]).product();
            tiles.push(Tile { ty, bytes: layout.get_abi_size(&ty), rows, load });
        }
        if let Some(fitting) = fit(tiles, sizes, *left) {
            *left -= fitting.loads.iter().map(|t| t.bytes * t.rows * fitting.depth).sum::<u64>();
            plans.push(fitting);
        }
    }
    plans
}

/// The number of work-items of a group that load the same value.
fn readers(load: &StageableLoad<'_>, sizes: [u64; 3]) -> u64 {
    (0..3).filter(|&d| !load.dimensions[d]).map(|d| sizes[d]).product()
}

/// The loads of a loop that the target stages.
fn choose<'c>(
    cx: &PassCx<'_, 'c>,
    strides: &mut Strides<'_, 'c>,
    around: &NaturalLoop<'c>,
    loads: &[StageableLoad<'c>],
    sizes: [u64; 3],
) -> Vec<StageableLoad<'c>> {
    let shared: Vec<&StageableLoad<'c>> =
        loads.iter().filter(|load| readers(load, sizes) > 1).collect();
    let scattered: Vec<InstructionValue<'c>> = shared
        .iter()
        .map(|load| load.load)
        .filter(|&load| strides.access(load) == Some(Neighbours::Scattered))
        .collect();
    let lanes = lanes_pay(strides, around, &LaneArrays::default(), &scattered);
    let wanted = shared.into_iter().filter(|load| {
        cx.target.staging_pays(&Reuse {
            readers: readers(load, sizes),
            scattered: scattered.contains(&load.load),
            lanes,
            trips: load.trips,
        })
    });
    wanted.cloned().collect()
}

/// Chooses the depth of tiles, limited by memory; drops loads that do not fit.
fn fit<'c>(mut loads: Vec<Tile<'c>>, sizes: [u64; 3], left: u64) -> Option<Tiles<'c>> {
    while let Some(trips) = loads.first().map(|tile| tile.load.trips) {
        let mut depth = USUAL_DEPTH.next_multiple_of(sizes[0]);
        depth = depth.min(trips.unwrap_or(depth));
        loop {
            let bytes: u64 = loads.iter().map(|t| t.bytes * t.rows * depth).sum();
            let group = sizes[1] * sizes[2];
            let copies: u64 =
                loads.iter().map(|t| t.rows.div_ceil(group) * depth.div_ceil(sizes[0])).sum();
            if bytes <= left && copies <= MOST_COPIES {
                return Some(Tiles { loads, depth });
            }
            if depth <= LEAST_DEPTH {
                break;
            }
            depth = (depth / 2).max(LEAST_DEPTH);
        }
        loads.pop();
    }
    None
}

fn stage<'c>(
    cx: &PassCx<'_, 'c>,
    kernel: FunctionValue<'c>,
    sizes: [u64; 3],
    tiles: &Tiles<'c>,
) -> Result<(), MuxError> {
    let declare = |builtin| cx.target.declare_builtin(cx.module, builtin);
    let staging = Staging {
        global_id: declare(Builtin::GlobalId),
        local_id: declare(Builtin::LocalId),
        group_id: declare(Builtin::GroupId),
        global_offset: declare(Builtin::GlobalOffset),
        barrier: declare(Builtin::WorkGroupBarrier),
        scope: WORK_GROUP_SCOPE,
        before: ALL_MEMORY,
        behind: LOCAL_MEMORY,
        sizes,
        depth: tiles.depth,
    };
    let mut loads = Vec::new();
    for tile in &tiles.loads {
        loads.push((&tile.load, memory_for(cx, kernel, tile, tiles.depth)?));
    }
    stage_loads(&staging, &loads);
    Ok(())
}

/// A new variable in local memory.
fn memory_for<'c>(
    cx: &PassCx<'_, 'c>,
    kernel: FunctionValue<'c>,
    tile: &Tile<'c>,
    depth: u64,
) -> Result<PointerValue<'c>, MuxError> {
    let count = u32::try_from(tile.rows * depth)
        .map_err(|_| MuxError::malformed(base_name(kernel), "has a tile that is too large"))?;
    let ty = tile.ty.array_type(count);
    let name = format!("{}.tile", base_name(kernel));
    let variable = cx.module.add_global(ty, Some(AddressSpace::from(LOCAL)), &name);
    variable.set_linkage(Linkage::Internal);
    variable.set_initializer(&poison(ty.into()));
    variable.set_alignment(TILE_ALIGN);
    Ok(variable.as_pointer_value())
}
