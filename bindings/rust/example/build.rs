//! Compiles the kernels.

fn main() {
    scythe_build::Kernels::new().file("src/kernels.cpp").compile("kernels");
}
