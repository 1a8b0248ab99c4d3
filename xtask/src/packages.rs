//! The Debian packages that Scythe needs, and programs that show whether they are installed.

/// One Debian package and why it is needed.
pub struct Package {
    /// The package's name for apt.
    pub name: &'static str,
    /// What Scythe does with it.
    pub reason: &'static str,
    /// A program of the package, to look for where there is no dpkg. Empty for pure libraries.
    pub program: &'static str,
}

const fn package(name: &'static str, program: &'static str, reason: &'static str) -> Package {
    Package { name, reason, program }
}

/// Packages that are required to build, test or benchmark.
pub const PACKAGES: &[Package] = &[
    package("clang-22", "clang++-22", "the C++ front end that scythe++ drives"),
    package("libclang-22-dev", "", "headers for the clang plugin"),
    package("libclang-rt-22-dev", "", "the sanitizers' runtimes, for their tests"),
    package("llvm-22-dev", "llvm-config-22", "LLVM for the device compiler"),
    package("lld-22", "ld.lld-22", "the linker for device code and programs"),
    package("llvm-22-tools", "FileCheck-22", "FileCheck for the filetests"),
    package("llvm-22", "llvm-ar-22", "LLVM's tools for objects and archives, used by the tests"),
    package("libmlir-22-dev", "", "MLIR for the sycl dialect"),
    package("mlir-22-tools", "mlir-opt-22", "mlir-opt for the sycl dialect's tests"),
    package("g++", "g++", "the C++ standard library that programs are compiled against"),
    package("spirv-tools", "spirv-val", "the validator for SPIR-V output"),
    package(
        "libclc-22",
        "",
        "mathematics for NVIDIA GPUs where NVIDIA's own library is not to be had",
    ),
    package("libomp-22-dev", "", "OpenMP, the yardstick of `bench stream`"),
    package("libmpfr-dev", "", "correct results of mathematical functions, for a test"),
    package("cmake", "cmake", "the CMake test"),
    package("ninja-build", "ninja", "dependency and CMake tests"),
    package("make", "make", "dependency tests"),
    package("gdb", "gdb", "the tests of what a debugger shows"),
];

/// OpenCL implementations, for the tests on OpenCL devices and for `bench kernels`. Optional.
pub const OPENCL_PACKAGES: &[Package] = &[
    package("ocl-icd-opencl-dev", "", "OpenCL's headers and the loader of its implementations"),
    package("pocl-opencl-icd", "", "PoCL, an OpenCL device and a yardstick of `bench kernels`"),
    package("python3-venv", "", "the home of Intel's OpenCL runtime, which is a Python package"),
];

/// Needed to install NVIDIA's assembler, for the tests of code for NVIDIA GPUs. Optional.
pub const NVIDIA_PACKAGES: &[Package] =
    &[package("python3-venv", "", "the home of NVIDIA's assembler, which is a Python package")];

/// An MPI, for the tests of programs on clusters and `bench cluster`. Optional.
pub const MPI_PACKAGES: &[Package] = &[
    package("libopenmpi-dev", "mpicxx", "MPI's headers and compiler driver"),
    package("openmpi-bin", "mpirun", "the launcher of MPI programs"),
];

/// A Rust toolchain with the sources of its standard library, for `soak --sanitizer thread` if the current
/// one has none.
pub const SANITIZER_PACKAGES: &[Package] = &[
    package("rustc-web", "", "a Rust compiler that goes with the sources"),
    package("cargo-web", "", "its cargo"),
    package("rust-web-src", "", "the sources of Rust's standard library"),
];

/// A browser, for the test of `scythe-explorer`'s pages. Optional.
pub const BROWSER_PACKAGES: &[Package] =
    &[package("chromium", "chromium", "a browser that tries pages of scythe-explorer")];
