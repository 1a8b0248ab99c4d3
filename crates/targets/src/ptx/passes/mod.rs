//! Passes that only NVIDIA GPUs need.

mod call_the_driver;
mod expand_builtins;
mod issue_loads_early;
mod mark_small_loops;
mod meet_divergently;
mod pass_launch_facts;
mod set_launch_bounds;

use scythe_mux::Registered;

/// All of them.
pub const PASSES: &[Registered] = &[
    Registered::new(expand_builtins::PASS),
    Registered::new(pass_launch_facts::PASS),
    Registered::new(issue_loads_early::PASS),
    Registered::new(mark_small_loops::PASS),
    Registered::new(call_the_driver::PASS),
    Registered::new(set_launch_bounds::PASS),
    Registered::new(meet_divergently::PASS),
];
