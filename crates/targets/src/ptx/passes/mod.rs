//! Passes for NVIDIA GPUs only.

mod call_the_driver;
mod coarsen_work_items;
mod drop_idle_coarse;
mod expand_builtins;
mod inline_aligned_objects;
mod issue_loads_early;
mod join_loads;
mod keep_alignments;
mod mark_small_loops;
mod meet_divergently;
mod note_costs;
mod number_groups_by_launch;
mod pass_launch_facts;
mod set_launch_bounds;
mod share_loads;
mod spread_work_items;
mod walk_pointers;

pub use number_groups_by_launch::is_needed as tells_slices_apart;

use scythe_mux::Registered;

/// All of them.
pub const PASSES: &[Registered] = &[
    Registered::new(expand_builtins::PASS),
    Registered::new(pass_launch_facts::PASS),
    Registered::new(inline_aligned_objects::PASS),
    Registered::new(issue_loads_early::PASS),
    Registered::new(join_loads::PASS),
    Registered::new(keep_alignments::PASS),
    Registered::new(mark_small_loops::PASS),
    Registered::new(call_the_driver::PASS),
    Registered::new(set_launch_bounds::PASS),
    Registered::new(coarsen_work_items::PASS),
    Registered::new(drop_idle_coarse::PASS),
    Registered::new(share_loads::PASS),
    Registered::new(note_costs::PASS),
    Registered::new(meet_divergently::PASS),
    Registered::new(number_groups_by_launch::PASS),
    Registered::new(spread_work_items::PASS),
    Registered::new(walk_pointers::PASS),
];
