//! Scheduling for SPIR-V, which is left to the driver.

use scythe_mux::MuxTarget;

/// Kernels stay single work-items, as in the source.
#[derive(Clone, Copy, Debug, Default)]
pub struct SpirvSchedule;

impl MuxTarget for SpirvSchedule {
    fn name(&self) -> &str {
        super::NAME
    }

    /// Sizes that known devices have. A driver that rejects one rejects the whole module, and every kernel
    /// must compile (SYCL 2020 §5.7); so a kernel that requires another size compiles without it, and the
    /// runtime rejects its launch.
    fn sub_group_sizes(&self) -> &[u64] {
        &[4, 8, 16, 32, 64]
    }

    fn generic_space(&self) -> u16 {
        4
    }
}
