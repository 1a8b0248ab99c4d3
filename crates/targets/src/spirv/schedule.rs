//! How SPIR-V schedules work-items: not at all, the driver does.

use scythe_mux::MuxTarget;

/// Kernels stay what they are in the source: one work-item.
#[derive(Clone, Copy, Debug, Default)]
pub struct SpirvSchedule;

impl MuxTarget for SpirvSchedule {
    fn name(&self) -> &str {
        super::NAME
    }

    /// Sizes that devices are known to have. A driver that refuses one refuses the whole module, and every
    /// kernel must compile (SYCL 2020 §5.7); so a kernel that asks for any other size compiles without it,
    /// and the runtime refuses to launch it.
    fn sub_group_sizes(&self) -> &[u64] {
        &[4, 8, 16, 32, 64]
    }
}
