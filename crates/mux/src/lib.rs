//! Work-item lowering: from a kernel that is one work-item to a function that runs work-groups.
//!
//! ```text
//! kernel(closure)                       calls __mux_get_global_id(0)
//!   │ transfer-kernel-metadata          marks entry points
//!   │ prepare-barriers                  inlines functions with barriers into the kernel
//!   │ accumulate-in-registers           keeps sums of loops in registers
//!   │ stage-tiles                       stages shared loads in local memory
//!   │ interchange-uniform-loops         runs lanes inside loops of the kernel
//!   │ work-item-loops                   kernel.mux-barrier-wrapper: for z, y, x { kernel }
//!   │ replace-module-scope-vars         local variables are in the frame of a work-group
//!   │ add-entry-hook                    kernel.mux-entry-hook: for each work-group of a span
//!   │ add-sched-params                  functions that query ids get scheduling parameters
//!   │ define-mux-builtins               __mux_* become loads, stores and arithmetic
//!   │ add-kernel-wrapper                kernel.mux-kernel-wrapper(args, schedule…)
//!   ▼
//! ```
//!
//! That is the CPU's pipeline; other targets use other passes of this crate, such as define-mux-dma. Passes
//! are in [`passes`], one file each; targets define how they schedule work through [`MuxTarget`], whose
//! default is the generic target in [`software`]. The order of passes is defined in `scythe-pipeline`, not
//! here.
//!
//! Invariants: passes work on LLVM IR alone and use neither clang nor notes nor files; the error of a pass
//! names the kernel.

#![forbid(unsafe_code)]

mod builtin;
mod collective;
mod dma;
mod kernel;
mod op;
mod options;
mod pass;
pub mod passes;
pub mod reader;
mod schedule;
mod signatures;
pub mod software;
mod space_facts;
mod target;
mod value_type;

pub use builtin::{Builtin, Shape, size_type};
pub use collective::{Collective, CollectiveOp, GroupScope};
pub use dma::{Dma, DmaRank};
pub use kernel::{
    ATTR_BASE, ATTR_INNERMOST, ATTR_KEEP_LANES, ATTR_KEEP_LOADS, ATTR_KEEP_SCATTERS,
    ATTR_KEEP_STREAMS, ATTR_KERNEL, ATTR_LOCAL_MEMORY, ATTR_ORIGINAL, META_BARRIER_LOOPS,
    META_CHECKED, META_EXCHANGE_LOOPS, META_KEEP_ARRAYS, META_KEEP_EDGES, META_KEEP_GUARDS,
    META_KEEP_LOOPS, META_KEEP_ROWS, META_KEEP_TURNS, META_LOCKSTEP, META_REQD_SIZE,
    META_REQD_SUB_GROUP_SIZE, META_WHOLE_REGIONS, PTX_KERNEL, SPIR_FUNC, SPIR_KERNEL, base_name,
    entry_points, entry_points_of, functions_of, is_kernel, kernels, mark_entry_point,
    original_name, required_local_size,
};
pub use op::Op;
pub use options::{OptionDesc, OptionError, Options};
pub use pass::{Changed, DeviceInfo, Known, MuxError, Pass, PassCx, PassDesc, Registered};
pub use passes::{
    ATTR_HIDDEN, DivergentBarrier, LOCAL_MEMORY, META_VARIABLES, describe_lanes,
    divergent_barriers, mark_device_variable, noted_dimension, preferred_dimension,
};
pub use schedule::{
    META_PARAMETERS, META_SCHEDULED, SchedParam, Scheduled, named_struct, work_group_info,
    work_group_info_type, work_item_info, work_item_info_type,
};
pub use signatures::check_builtins;
pub use space_facts::{ATTR_SPACE, SpaceFacts};
pub use target::{Generic, MuxTarget, Reuse, Wrapping};
pub use value_type::{Element, Lanes, ValueType};
