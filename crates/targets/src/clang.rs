//! The flags of clang in the device passes of several families.

/// Has clang's offload driver run the device pass: it finds the host's standard headers. The triple follows
/// (`--offload-targets=`).
pub const OFFLOAD: [&str; 2] = ["-fsycl", "--offload-device-only"];

/// Instead of `-fopenmp`, with which clang would take OpenMP's rules for devices to all code. The version is the
/// last that omp.h does without directives for.
pub const WITHOUT_OPENMP: &[&str] = &["-D_OPENMP=201511", "-Wno-source-uses-openmp"];
