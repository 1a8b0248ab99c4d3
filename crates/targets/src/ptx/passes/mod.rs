//! Passes that only NVIDIA GPUs need.

mod call_the_driver;
mod launch_bounds;
mod pass_launch_facts;

use scythe_mux::Registered;

/// All of them.
pub const PASSES: &[Registered] = &[
    Registered::new(pass_launch_facts::PASS),
    Registered::new(call_the_driver::PASS),
    Registered::new(launch_bounds::PASS),
];
