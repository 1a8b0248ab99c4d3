//! Warnings about errors in kernels.

mod null_pointers;

use scythe_frontend::notes::Kernel;
use scythe_llvm::SourcePlace;
use scythe_llvm::inkwell::module::Module;
use scythe_mux::divergent_barriers;

use crate::memory_access::as_spelled;
use crate::mlir::MlirOptions;

/// A kind of warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Warning {
    /// A barrier that some work-items of a work-group do not reach.
    DivergentBarrier,
    /// An access through a pointer that the host sets to null.
    NullPointer,
}

impl Warning {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::DivergentBarrier, Self::NullPointer];

    /// The name in `-W<name>` and `-Wno-<name>`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::DivergentBarrier => "scythe-divergent-barrier",
            Self::NullPointer => "scythe-null-pointer",
        }
    }

    /// The warning that a flag turns on or off, and which of both.
    #[must_use]
    pub fn of_flag(flag: &str) -> Option<(Self, bool)> {
        let name = flag.strip_prefix("-W")?;
        let wanted = name.strip_prefix("no-").is_none();
        let name = name.strip_prefix("no-").unwrap_or(name);
        Self::ALL.into_iter().find(|warning| warning.name() == name).map(|found| (found, wanted))
    }

    /// The message.
    #[must_use]
    pub fn message(self) -> &'static str {
        match self {
            Self::DivergentBarrier => {
                "some work-items of a work-group do not reach this barrier, which is undefined behaviour in SYCL; \
                 on the CPU and on NVIDIA GPUs they count as arrived"
            }
            Self::NullPointer => {
                "the kernel accesses memory through a pointer that is null where it is launched"
            }
        }
    }
}

/// A location in a kernel to warn about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The warning.
    pub warning: Warning,
    /// The kernel, by clang's name.
    pub kernel: String,
    /// The source location; none without debug information.
    pub place: Option<SourcePlace>,
}

/// Finds the errors in the kernels of a module. They are still written for one work-item, and specialized for
/// their launches.
pub fn find(module: &Module<'_>, kernels: &[&Kernel], options: &MlirOptions) {
    let barriers = divergent_barriers(module).into_iter().map(|barrier| Finding {
        warning: Warning::DivergentBarrier,
        kernel: barrier.kernel,
        place: barrier.place,
    });
    for mut finding in barriers.chain(null_pointers::find(module)) {
        if let Some(place) = &mut finding.place {
            place.file = as_spelled(&place.file, kernels);
        }
        (options.found)(finding);
    }
}
