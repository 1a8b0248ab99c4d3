//! The passes, one file each.

mod accumulate_in_registers;
mod add_entry_hook;
mod add_hidden_params;
mod add_kernel_wrapper;
mod add_sched_params;
mod atomic_functions;
mod bit_shift_fixup;
mod bounds;
mod boxes;
mod builtin_simplify;
mod calls;
mod cheap_values;
mod check_accesses;
mod check_ext_funcs;
mod check_unsupported_types;
mod choose_proven;
mod combine_fpext_fptrunc;
mod compute_local_memory_usage;
mod copy_written_objects;
mod count_turns;
mod cuts;
mod define_assertions;
mod define_complex_arithmetic;
mod define_deallocation;
mod define_mux_builtins;
mod define_mux_dma;
mod describe_lanes;
mod divergence;
mod drop_idle_barriers;
mod early_returns;
mod encode_builtin_range_metadata;
mod encode_kernel_metadata;
mod exchange;
mod fast_math;
mod fixup_calling_convention;
mod fold_known_sizes;
mod group_loops;
mod guards;
mod innermost;
mod integers;
mod interchange_uniform_loops;
mod lane_arrays;
mod legalize_attributes;
mod loops;
mod lower_copies;
mod lower_to_mux_builtins;
mod make_unique_func;
mod mangled;
mod meet_in_loops;
mod narrow_regions;
mod narrow_work_items;
mod optimal_builtin_replace;
mod packed_arguments;
mod parallel_accesses;
mod place_group_memory;
mod place_static_group_memory;
mod prepare_barriers;
mod print_sub_groups;
mod printf_format;
mod prove_accesses;
mod proven_divergence;
mod reaching;
mod reduce_to_func;
mod regions;
mod relax_local_atomics;
mod rename_builtins;
mod repeat_barriers;
mod replace_atomic_funcs;
mod replace_c11_atomic_funcs;
mod replace_mem_intrins;
mod replace_module_scope_vars;
mod replace_mux_math_decls;
mod replace_printf;
mod replace_target_ext_tys;
mod replace_wgc;
mod report;
mod row_loop;
mod rows;
mod scalable;
mod scheduler;
mod separate_guards;
mod set_convergent_attr;
mod shared_accesses;
mod software_div;
mod split_interior;
mod split_rows;
mod stage_tiles;
mod step_together;
mod storage;
mod sub_groups;
mod subtract_generic;
mod team_loops;
mod transfer_kernel_metadata;
mod variables;
mod vectors;
mod verify_reqd_sub_group_legal;
mod work_item_loops;
mod wrapper;

pub(crate) use calls::reaches_call;
pub(crate) use compute_local_memory_usage::LOCAL;

pub use add_hidden_params::{
    ATTR_HIDDEN, LOCAL_MEMORY, META_VARIABLES, caller_of, mark_device_variable, pass_down,
};
pub use calls::constant_argument;
pub use choose_proven::unchecked_name;
pub use define_assertions::{ASSERTIONS, Assertion};
pub use describe_lanes::describe_lanes;
pub use divergence::divergent_cuts;
pub use innermost::{noted_dimension, preferred_dimension};
pub use prove_accesses::proven_kernels;
pub use proven_divergence::{DivergentBarrier, divergent_barriers};
pub use wrapper::make_inner;

use crate::{PassDesc, Registered};

/// Every pass, in a readable order.
pub const ALL: &[Registered] = &[
    Registered::new(transfer_kernel_metadata::PASS),
    Registered::new(encode_kernel_metadata::PASS).with_options(encode_kernel_metadata::OPTIONS),
    Registered::new(check_ext_funcs::PASS),
    Registered::new(check_unsupported_types::PASS),
    Registered::new(verify_reqd_sub_group_legal::PASS),
    Registered::new(replace_target_ext_tys::PASS).with_options(replace_target_ext_tys::OPTIONS),
    Registered::new(set_convergent_attr::PASS),
    Registered::new(rename_builtins::PASS),
    Registered::new(lower_to_mux_builtins::PASS),
    Registered::new(replace_atomic_funcs::PASS),
    Registered::new(replace_c11_atomic_funcs::PASS),
    Registered::new(fast_math::PASS),
    Registered::new(bit_shift_fixup::PASS),
    Registered::new(subtract_generic::PASS),
    Registered::new(software_div::PASS),
    Registered::new(replace_mem_intrins::PASS),
    Registered::new(replace_printf::PASS),
    Registered::new(builtin_simplify::PASS),
    Registered::new(combine_fpext_fptrunc::PASS),
    Registered::new(encode_builtin_range_metadata::PASS)
        .with_options(encode_builtin_range_metadata::OPTIONS),
    Registered::new(make_unique_func::PASS).with_options(make_unique_func::OPTIONS),
    Registered::new(fixup_calling_convention::PASS),
    Registered::new(print_sub_groups::PASS),
    Registered::new(optimal_builtin_replace::PASS),
    Registered::new(replace_mux_math_decls::PASS).with_options(replace_mux_math_decls::OPTIONS),
    Registered::new(replace_wgc::PASS),
    Registered::new(reduce_to_func::PASS).with_options(reduce_to_func::OPTIONS),
    Registered::new(place_group_memory::PASS),
    Registered::new(place_static_group_memory::PASS),
    Registered::new(step_together::PASS),
    Registered::new(prepare_barriers::PASS),
    Registered::new(meet_in_loops::PASS),
    Registered::new(legalize_attributes::PASS),
    Registered::new(define_assertions::PASS),
    Registered::new(define_complex_arithmetic::PASS),
    Registered::new(define_deallocation::PASS),
    Registered::new(define_mux_dma::PASS),
    Registered::new(check_accesses::VARIABLES),
    Registered::new(check_accesses::PASS),
    Registered::new(prove_accesses::PASS),
    Registered::new(choose_proven::PASS),
    Registered::new(fold_known_sizes::PASS),
    Registered::new(count_turns::PASS),
    Registered::new(copy_written_objects::PASS),
    Registered::new(repeat_barriers::ALLOW),
    Registered::new(repeat_barriers::FORBID),
    Registered::new(drop_idle_barriers::PASS),
    Registered::new(accumulate_in_registers::PASS),
    Registered::new(stage_tiles::PASS).with_options(stage_tiles::OPTIONS),
    Registered::new(split_rows::PASS),
    Registered::new(narrow_work_items::PASS),
    Registered::new(split_interior::PASS),
    Registered::new(interchange_uniform_loops::PASS),
    Registered::new(separate_guards::PASS),
    // ComputeMux's name of the pass is an alias.
    Registered::new(work_item_loops::PASS)
        .with_alias("handle-barriers")
        .with_options(work_item_loops::OPTIONS),
    Registered::new(relax_local_atomics::PASS),
    Registered::new(add_entry_hook::PASS),
    Registered::new(add_sched_params::PASS),
    Registered::new(define_mux_builtins::PASS),
    Registered::new(add_kernel_wrapper::PASS).with_options(add_kernel_wrapper::OPTIONS),
    Registered::new(compute_local_memory_usage::PASS),
    Registered::new(replace_module_scope_vars::PASS),
    Registered::new(add_hidden_params::PASS),
];

/// The pass of that name, with its options.
#[must_use]
pub fn registered(name: &str) -> Option<&'static Registered> {
    ALL.iter().find(|pass| pass.pass.name == name || pass.alias == Some(name))
}

/// The pass of that name.
#[must_use]
pub fn find(name: &str) -> Option<&'static PassDesc> {
    registered(name).map(|found| &found.pass)
}
