//! CUDA devices with the driver of `fake_cuda`, which every machine has. Each test is a process of its own, as the driver
//! is loaded once per process, and as some tests break it.

mod coarse;
mod direct;
mod graphs;
mod launches;
mod memory;
mod slices;
#[path = "../support/cuda.rs"]
mod support;
mod together;
mod trace;
