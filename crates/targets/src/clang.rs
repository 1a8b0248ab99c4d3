//! The flags of clang in the device passes of several families.

/// Makes clang's offload driver run the device pass: it finds the host's standard headers. The triple follows
/// (`--offload-targets=`).
pub const OFFLOAD: [&str; 2] = ["-fsycl", "--offload-device-only"];

/// Instead of `-fopenmp`, with which clang would apply OpenMP's device rules to all code. The version is the
/// last one for which omp.h does not use directives.
pub const WITHOUT_OPENMP: &[&str] = &["-D_OPENMP=201511", "-Wno-source-uses-openmp"];
