//! Stages: points of the pipeline at which `--emit` shows code and `--save-temps` keeps it.
//!
//! There is one pipeline. [`crate::unit::join`] and the compilers of families pass the code at each stage to an
//! [`Observer`], which may inspect it, keep it, or stop there.

use std::fmt;

use scythe_frontend::diag::Diag;
use scythe_llvm::inkwell::module::Module;
use scythe_mlir::Op;

use crate::PipelineError;
use crate::hostdev::specializations::{Launches, SpecializedKernel};

/// A point of the pipeline. Families have more than those in this file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The name on the command line.
    pub name: &'static str,
    /// One line for the help text.
    pub summary: &'static str,
    /// What `--save-temps` puts behind the name of the target to name a file; none for what it does not keep.
    pub file: Option<&'static str>,
}

/// Written by the device pass itself.
pub const NOTES: Stage =
    Stage { name: "notes", summary: "kernel notes of the device pass, as JSON", file: None };

/// Before anything of ours.
pub const DEVICE_LL: Stage =
    Stage { name: "device-ll", summary: "device code as clang made it, as LLVM IR", file: None };

/// When device code is raised.
pub const SYCL_MLIR: Stage = Stage {
    name: "sycl-mlir",
    summary: "device code in the sycl dialect, as MLIR",
    file: Some("-sycl.mlir"),
};

/// When host code is raised, to be looked at and thrown away.
pub const HOST_MLIR: Stage = Stage {
    name: "host-mlir",
    summary: "host code with its kernel launches in the sycl dialect, as MLIR",
    file: Some("-host.mlir"),
};

/// Before work-item lowering.
pub const LOWERED_LL: Stage = Stage {
    name: "lowered-ll",
    summary: "device code as the work-item back end gets it, as LLVM IR",
    file: Some("-lowered.ll"),
};

/// Before code generation.
pub const MUX_LL: Stage = Stage {
    name: "mux-ll",
    summary: "device code after work-item lowering and optimisation, as LLVM IR",
    file: Some("-mux.ll"),
};

/// Not a point but the whole way: LLVM IR behind each pass that changed it.
pub const PASSES: Stage = Stage {
    name: "passes",
    summary: "device code after each pass that changed it, as LLVM IR",
    file: None,
};

/// Not a point but everything that there is to see.
pub const ALL: Stage = Stage {
    name: "all",
    summary: "all of these for all targets, remarks and host facts, as lines of JSON",
    file: None,
};

/// How code is written down, where there is a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// For people.
    Text,
    /// For machines.
    Binary,
}

/// Looks at code on its way through the pipeline.
pub trait Observer {
    /// Whether it wants to see a stage, and how that is to be written down.
    fn wants(&self, stage: Stage) -> Option<Encoding>;

    /// Whether it wants to see a stage even where programs are compiled without it.
    fn insists(&self, stage: Stage) -> bool {
        let _ = stage;
        false
    }

    /// Takes what there is at a stage. `target` is empty for host code.
    ///
    /// # Errors
    /// When it cannot be kept; [`PipelineError::Stopped`] to stop there.
    fn take(&self, stage: Stage, target: &str, code: &[u8]) -> Result<(), PipelineError>;

    /// Takes what a pass has made of the code. Only called where [`PASSES`] is wanted.
    ///
    /// # Errors
    /// When it cannot be kept.
    fn passed(&self, target: &str, pass: &str, code: &str) -> Result<(), PipelineError> {
        let _ = (target, pass, code);
        Ok(())
    }

    /// Whether MLIR is shown with the places in the source that its operations come from.
    fn wants_places(&self) -> bool {
        false
    }

    /// Takes note of what host code says of launches, by the symbols that kernels have there.
    fn known(&self, launches: &Launches) {
        let _ = launches;
    }

    /// Takes note of the specializations of kernels that were made of that.
    fn specialized(&self, target: &str, kernels: &[SpecializedKernel]) {
        let _ = (target, kernels);
    }

    /// Takes note of kernels that are not among the code that it sees, each with a reason.
    ///
    /// # Errors
    /// When it does not want to go on without them.
    fn left_out(&self, kernels: Vec<Diag>) -> Result<(), PipelineError> {
        let _ = kernels;
        Ok(())
    }

    /// Takes note that there is nothing to see at a stage.
    ///
    /// # Errors
    /// When it does not want to go on without it.
    fn cannot(&self, stage: Stage, why: &dyn fmt::Display) -> Result<(), PipelineError> {
        let _ = (stage, why);
        Ok(())
    }
}

/// Looks at nothing.
#[derive(Clone, Copy, Debug)]
pub struct NoObserver;

impl Observer for NoObserver {
    fn wants(&self, _stage: Stage) -> Option<Encoding> {
        None
    }

    fn take(&self, _stage: Stage, _target: &str, _code: &[u8]) -> Result<(), PipelineError> {
        Ok(())
    }
}

/// An observer of the code for one target.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    observer: &'a dyn Observer,
    target: &'a str,
}

impl<'a> Watch<'a> {
    /// An observer of the code for a target.
    #[must_use]
    pub fn new(observer: &'a dyn Observer, target: &'a str) -> Self {
        Self { observer, target }
    }

    /// Nobody looks.
    #[must_use]
    pub fn nobody() -> Self {
        Self { observer: &NoObserver, target: "" }
    }

    /// As [`Observer::wants`].
    #[must_use]
    pub fn wants(&self, stage: Stage) -> Option<Encoding> {
        self.observer.wants(stage)
    }

    /// As [`Observer::insists`].
    #[must_use]
    pub fn insists(&self, stage: Stage) -> bool {
        self.observer.insists(stage)
    }

    /// Shows what there is at a stage, where somebody wants to see it.
    ///
    /// # Errors
    /// When it cannot be shown, or the observer wants to stop.
    pub fn reached(
        &self,
        stage: Stage,
        code: impl FnOnce() -> Result<Vec<u8>, PipelineError>,
    ) -> Result<(), PipelineError> {
        match self.wants(stage) {
            Some(_) => self.observer.take(stage, self.target, &code()?),
            None => Ok(()),
        }
    }

    /// Shows what a pass has made of the code, where somebody wants to see it.
    ///
    /// # Errors
    /// When it cannot be shown.
    pub fn passed(&self, pass: &str, module: &Module<'_>) -> Result<(), PipelineError> {
        match self.wants(PASSES) {
            Some(_) => {
                self.observer.passed(self.target, pass, &module.print_to_string().to_string_lossy())
            }
            None => Ok(()),
        }
    }

    /// As [`Observer::wants_places`].
    #[must_use]
    pub fn wants_places(&self) -> bool {
        self.observer.wants_places()
    }

    /// An operation as text, in the way that the observer wants to see it.
    #[must_use]
    pub fn printed(&self, op: Op<'_>) -> Vec<u8> {
        let text =
            if self.observer.wants_places() { op.text_with_locations() } else { op.to_string() };
        text.into_bytes()
    }

    /// As [`Observer::specialized`].
    pub fn specialized(&self, kernels: &[SpecializedKernel]) {
        self.observer.specialized(self.target, kernels);
    }

    /// As [`Observer::left_out`].
    ///
    /// # Errors
    /// When the observer does not want to go on.
    pub fn left_out(&self, kernels: Vec<Diag>) -> Result<(), PipelineError> {
        self.observer.left_out(kernels)
    }

    /// As [`Observer::cannot`].
    ///
    /// # Errors
    /// When the observer does not want to go on.
    pub fn cannot(&self, stage: Stage, why: &dyn fmt::Display) -> Result<(), PipelineError> {
        self.observer.cannot(stage, why)
    }
}
