//! Random kernels of the shapes that single passes transform, compiled with and without these passes.

mod accumulate_in_registers;
mod bounded;
mod count_turns;
mod few_lanes;
mod forward_vectors;
mod lane_arrays;
mod narrow_regions;
mod narrow_work_items;
mod promote_lanes;
mod split_rows;
mod stage_tiles;

/// How many kernels a test tries: all with `cargo xtask test --long`, otherwise half.
fn number_of_kernels(all: u32) -> u32 {
    if std::env::var_os("SCYTHE_TEST_LONG").is_some() { all } else { all / 2 }
}
