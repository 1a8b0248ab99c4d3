//! The passes, one file each.

mod add_entry_hook;
mod add_kernel_wrapper;
mod add_sched_params;
mod calls;
mod cheap_values;
mod cuts;
mod define_mux_builtins;
mod exchange;
mod group_loops;
mod interchange_uniform_loops;
mod legalize_attributes;
mod loops;
mod parallel_accesses;
mod prepare_barriers;
mod regions;
mod storage;
mod strides;
mod sub_groups;
mod transfer_kernel_metadata;
mod uniformity;
mod variables;
mod work_item_loops;
mod wrapper;

use crate::PassDesc;

/// Every pass, by the order in which a reader meets them.
pub const ALL: &[PassDesc] = &[
    transfer_kernel_metadata::PASS,
    prepare_barriers::PASS,
    legalize_attributes::PASS,
    interchange_uniform_loops::PASS,
    work_item_loops::PASS,
    add_entry_hook::PASS,
    add_sched_params::PASS,
    define_mux_builtins::PASS,
    add_kernel_wrapper::PASS,
];

/// The pass of that name.
#[must_use]
pub fn find(name: &str) -> Option<&'static PassDesc> {
    ALL.iter().find(|pass| pass.name == name)
}
