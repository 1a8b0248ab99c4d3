//! Warnings about errors in kernels.

mod null_pointers;

use scythe_bind::is_null;
use scythe_frontend::arguments::pointers::pointers;
use scythe_frontend::notes::Kernel;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::targets::TargetMachine;
use scythe_llvm::{SourcePlace, Tuning, run_passes};
use scythe_mux::divergent_barriers;

use crate::hostdev::KnownLaunches;
use crate::hostdev::specializations;
use crate::memory_access::as_spelled;
use crate::mlir::MlirOptions;
use crate::{PipelineError, kernels};

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

    /// The warning of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|warning| warning.name() == name)
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

/// Finds the errors in the kernels of a module.
#[derive(Clone, Copy)]
pub struct Search<'a> {
    /// The kernels, from the device pass's notes.
    pub kernels: &'a [&'a Kernel],
    /// What is known of their launches.
    pub known: &'a KnownLaunches,
    /// Where to report it.
    pub options: &'a MlirOptions,
}

impl Search<'_> {
    /// Reports divergent barriers in kernels, which are still written for one work-item.
    pub fn barriers(&self, module: &Module<'_>) {
        self.report(divergent_barriers(module).into_iter().map(|barrier| Finding {
            warning: Warning::DivergentBarrier,
            kernel: barrier.kernel,
            place: barrier.place,
        }));
    }

    /// Reports null pointers in kernels, which are still written for one work-item and specialized for their launches.
    pub fn null_pointers(&self, module: &Module<'_>) {
        self.report(null_pointers::find(module).into_iter());
    }

    /// The same for kernels that are not specialized yet, or that bounds checks or several items per work-item have
    /// changed: specializes the kernels of a copy of the module, which cannot be used for anything else afterwards.
    ///
    /// # Errors
    /// When LLVM fails, or a kernel is not what its notes describe; both are bugs.
    pub fn null_pointers_of(
        &self,
        copy: &Module<'_>,
        (machine, simplify, tuning): (&TargetMachine, &str, Tuning),
    ) -> Result<(), PipelineError> {
        kernels::assume_in_range(copy)?;
        run_passes(copy, simplify, machine, tuning)?;
        let KnownLaunches { options, launches } = self.known;
        specializations::make(copy, self.kernels, launches, (options, false))?;
        run_passes(copy, simplify, machine, tuning)?;
        self.null_pointers(copy);
        Ok(())
    }

    /// Whether host code is known to pass null for a pointer of a kernel.
    #[must_use]
    pub fn sees_null(&self) -> bool {
        self.kernels.iter().any(|kernel| {
            let Some(launches) = self.known.launches.get(&kernel.symbol) else { return false };
            let pointers = pointers(kernel).unwrap_or_default();
            let sites = std::iter::once(&launches.always).chain(&launches.sometimes);
            let mut known = sites.flat_map(|site| &site.constants);
            known.any(|known| pointers.iter().any(|pointer| is_null(pointer, known)))
        })
    }

    fn report(&self, found: impl Iterator<Item = Finding>) {
        for mut finding in found {
            if let Some(place) = &mut finding.place {
                place.file = as_spelled(&place.file, self.kernels);
            }
            (self.options.found)(finding);
        }
    }
}
