//! Passes for SPIR-V only: code that LLVM's back end does not support, or spells differently.

mod end_work_items;
mod extract_whole_lanes;
mod hide_negations;
mod keep_variable_sizes;
mod number_specialization_constants;
mod place_formats;
mod repeat_conditions;
mod use_opencl_functions;
mod widen_conditions;

pub use end_work_items::inline_endings;
pub use number_specialization_constants::numbered_constants;

use scythe_mux::Registered;

/// All of them.
pub const PASSES: &[Registered] = &[
    Registered::new(number_specialization_constants::PASS),
    Registered::new(end_work_items::PASS),
    Registered::new(place_formats::PASS),
    Registered::new(use_opencl_functions::PASS),
    Registered::new(widen_conditions::PASS),
    Registered::new(repeat_conditions::PASS),
    Registered::new(keep_variable_sizes::PASS),
    Registered::new(extract_whole_lanes::PASS),
    Registered::new(hide_negations::PASS),
];
