//! Loads that the work-items of a work-group may share through local memory.

use std::ffi::c_void;
use std::ptr;

use inkwell::basic_block::BasicBlock;
use inkwell::values::{AsValueRef, FunctionValue, InstructionValue, PointerValue};
use llvm_sys::prelude::{LLVMBasicBlockRef, LLVMValueRef};

use crate::uniform::{RawUniformFacts, UniformFacts};

/// `ScytheBuiltins` of the shim.
#[repr(C)]
struct RawBuiltins {
    global_id: LLVMValueRef,
    local_id: LLVMValueRef,
    group_id: LLVMValueRef,
    global_offset: LLVMValueRef,
    barrier: LLVMValueRef,
}

/// `ScytheStaged` of the shim.
#[repr(C)]
struct RawStaged {
    load: LLVMValueRef,
    memory: LLVMValueRef,
    dimensions: u32,
}

/// `ScytheStaging` of the shim.
#[repr(C)]
struct RawStaging {
    builtins: RawBuiltins,
    sizes: [u64; 3],
    depth: u64,
    scope: u32,
    before: u32,
    behind: u32,
}

type Visit = extern "C" fn(LLVMValueRef, LLVMBasicBlockRef, u32, u32, *mut c_void);

unsafe extern "C" {
    fn scytheStageableLoads(
        function: LLVMValueRef,
        builtins: *const RawBuiltins,
        facts: *const RawUniformFacts,
        visit: Visit,
        user: *mut c_void,
    );
    fn scytheStageLoads(
        staging: *const RawStaging,
        header: LLVMBasicBlockRef,
        loads: *const RawStaged,
        count: u32,
    );
}

/// A load whose values the work-items of a group could share.
#[derive(Clone, Debug)]
pub struct StageableLoad<'c> {
    /// The load.
    pub load: InstructionValue<'c>,
    /// The header of its loop.
    pub header: BasicBlock<'c>,
    /// Whether its address depends on the work-item's position in each dimension.
    pub dimensions: [bool; 3],
    /// The trip count of the loop, if it is known.
    pub trips: Option<u64>,
}

/// How to stage the loads of a loop.
#[derive(Clone, Copy, Debug)]
pub struct Staging<'c> {
    /// `size_t f(i32)`: the global id.
    pub global_id: FunctionValue<'c>,
    /// `size_t f(i32)`: the local id.
    pub local_id: FunctionValue<'c>,
    /// `size_t f(i32)`: the group id.
    pub group_id: FunctionValue<'c>,
    /// `size_t f(i32)`: the global offset.
    pub global_offset: FunctionValue<'c>,
    /// `void f(i32 id, i32 scope, i32 semantics)`: a barrier.
    pub barrier: FunctionValue<'c>,
    /// The scope of barriers.
    pub scope: u32,
    /// The semantics of the barrier before a tile's copy.
    pub before: u32,
    /// The semantics of the barrier after a tile's copy.
    pub behind: u32,
    /// The size of every work-group.
    pub sizes: [u64; 3],
    /// The number of iterations of a tile.
    pub depth: u64,
}

extern "C" fn collect(
    load: LLVMValueRef,
    header: LLVMBasicBlockRef,
    dimensions: u32,
    trips: u32,
    user: *mut c_void,
) {
    // SAFETY: `stageable_loads` passes its vector; LLVM passes a live load and block.
    unsafe {
        let found = &mut *user.cast::<Vec<StageableLoad<'_>>>();
        let Some(header) = BasicBlock::new(header) else { return };
        found.push(StageableLoad {
            load: InstructionValue::new(load),
            header,
            dimensions: [0, 1, 2].map(|d| dimensions & (1 << d) != 0),
            trips: (trips > 0).then_some(u64::from(trips)),
        });
    }
}

/// The loads of a function whose values the work-items of a group could share: all of them run the loop in
/// lockstep, with a trip count that is known when it starts; the load happens in each iteration; its address
/// depends only on the iteration, the work-item's position and uniform values; nothing in the loop writes
/// there. A module without queries of global or local ids has no such function.
#[must_use]
pub fn stageable_loads<'c>(
    function: FunctionValue<'c>,
    [global_id, local_id]: [Option<FunctionValue<'c>>; 2],
    facts: &dyn UniformFacts<'c>,
) -> Vec<StageableLoad<'c>> {
    let mut found: Vec<StageableLoad<'c>> = Vec::new();
    if function.count_basic_blocks() == 0 {
        return found;
    }
    let mut facts = facts;
    let raw = RawUniformFacts::of(&mut facts);
    let builtins = RawBuiltins {
        global_id: global_id.map_or(ptr::null_mut(), |f| f.as_value_ref()),
        local_id: local_id.map_or(ptr::null_mut(), |f| f.as_value_ref()),
        group_id: ptr::null_mut(),
        global_offset: ptr::null_mut(),
        barrier: ptr::null_mut(),
    };
    // SAFETY: a function with a body; builtins, callbacks and vector outlive the call.
    unsafe {
        scytheStageableLoads(
            function.as_value_ref(),
            &raw const builtins,
            &raw const raw,
            collect,
            (&raw mut found).cast::<c_void>(),
        );
    }
    found
}

/// Stages loads that [`stageable_loads`] found in one loop: the values for `depth` iterations are first
/// copied into local memory by all work-items of the group. Each load gets memory for `depth` values of every
/// position in the dimensions that it depends on.
///
/// # Panics
/// When the loads are in several loops.
pub fn stage_loads<'c>(staging: &Staging<'c>, loads: &[(&StageableLoad<'c>, PointerValue<'c>)]) {
    let Some((first, _)) = loads.first() else { return };
    assert!(loads.iter().all(|(l, _)| l.header == first.header), "loads of several loops");
    let raw: Vec<RawStaged> = loads
        .iter()
        .map(|(load, memory)| RawStaged {
            load: load.load.as_value_ref(),
            memory: memory.as_value_ref(),
            dimensions: (0..3).map(|d| u32::from(load.dimensions[d]) << d).sum(),
        })
        .collect();
    let staging = RawStaging {
        builtins: RawBuiltins {
            global_id: staging.global_id.as_value_ref(),
            local_id: staging.local_id.as_value_ref(),
            group_id: staging.group_id.as_value_ref(),
            global_offset: staging.global_offset.as_value_ref(),
            barrier: staging.barrier.as_value_ref(),
        },
        sizes: staging.sizes,
        depth: staging.depth,
        scope: staging.scope,
        before: staging.before,
        behind: staging.behind,
    };
    let count = u32::try_from(raw.len()).unwrap_or(u32::MAX);
    // SAFETY: live functions and loads of one loop, which `stageable_loads` checked; as many loads as
    // the count says.
    unsafe {
        scytheStageLoads(&raw const staging, first.header.as_mut_ptr(), raw.as_ptr(), count);
    }
}
