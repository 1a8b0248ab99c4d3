//! NVIDIA GPUs. There is nothing but clang's part yet: `--emit=notes` and `--emit=device-ll`.

mod family;

pub use family::PtxFamily;
