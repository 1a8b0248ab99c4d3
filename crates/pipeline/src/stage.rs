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

/// A point of the pipeline. Families have further stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The name on the command line.
    pub name: &'static str,
    /// One line for the help text.
    pub summary: &'static str,
    /// What `--save-temps` appends to the name of the target to name a file; none if it does not keep the
    /// stage.
    pub file: Option<&'static str>,
}

/// Written by the device pass.
pub const NOTES: Stage =
    Stage { name: "notes", summary: "kernel notes of the device pass, as JSON", file: None };

/// Before our first pass.
pub const DEVICE_LL: Stage =
    Stage { name: "device-ll", summary: "device code as clang made it, as LLVM IR", file: None };

/// When device code has been raised.
pub const SYCL_MLIR: Stage = Stage {
    name: "sycl-mlir",
    summary: "device code in the sycl dialect, as MLIR",
    file: Some("-sycl.mlir"),
};

/// When host code has been raised; that code is discarded afterwards.
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

/// Not a point but every pass: LLVM IR after each pass that changed it.
pub const PASSES: Stage = Stage {
    name: "passes",
    summary: "device code after each pass that changed it, as LLVM IR",
    file: None,
};

/// Not a point but all of them.
pub const ALL: Stage = Stage {
    name: "all",
    summary: "all of these for all targets, remarks and host facts, as lines of JSON",
    file: None,
};

/// The encoding of code, if there is a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Text.
    Text,
    /// Binary code.
    Binary,
}

/// Observes code on its way through the pipeline.
pub trait Observer {
    /// Whether it wants to see a stage, and in which encoding.
    fn wants(&self, stage: Stage) -> Option<Encoding>;

    /// Whether it wants to see a stage even if the compilation would omit it.
    fn insists(&self, stage: Stage) -> bool {
        let _ = stage;
        false
    }

    /// Receives the code at a stage. `target` is empty for host code.
    ///
    /// # Errors
    /// When it cannot be stored; [`PipelineError::Stopped`] to stop the walk.
    fn take(&self, stage: Stage, target: &str, code: &[u8]) -> Result<(), PipelineError>;

    /// Receives the code after a pass. Only called if [`PASSES`] is wanted.
    ///
    /// # Errors
    /// When it cannot be stored.
    fn passed(&self, target: &str, pass: &str, code: &str) -> Result<(), PipelineError> {
        let _ = (target, pass, code);
        Ok(())
    }

    /// Whether MLIR is printed with the source locations of operations.
    fn wants_places(&self) -> bool {
        false
    }

    /// Receives the facts about launches, by the kernels' symbols in host code.
    fn known(&self, launches: &Launches) {
        let _ = launches;
    }

    /// Receives the specializations of kernels that were made from these facts.
    fn specialized(&self, target: &str, kernels: &[SpecializedKernel]) {
        let _ = (target, kernels);
    }

    /// Receives kernels that are missing in the code, each with a reason.
    ///
    /// # Errors
    /// To stop the walk.
    fn left_out(&self, kernels: Vec<Diag>) -> Result<(), PipelineError> {
        let _ = kernels;
        Ok(())
    }

    /// Learns that a stage has no code.
    ///
    /// # Errors
    /// To stop the walk.
    fn cannot(&self, stage: Stage, why: &dyn fmt::Display) -> Result<(), PipelineError> {
        let _ = (stage, why);
        Ok(())
    }
}

/// Observes nothing.
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

    /// Observes nothing.
    #[must_use]
    pub fn none() -> Self {
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

    /// Shows the code at a stage to an observer that wants it.
    ///
    /// # Errors
    /// When it cannot be stored, or the observer stops the walk.
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

    /// Shows the code after a pass to an observer that wants it.
    ///
    /// # Errors
    /// When it cannot be stored.
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

    /// An operation as text, in the way that the observer wants it.
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
    /// When the observer stops the walk.
    pub fn left_out(&self, kernels: Vec<Diag>) -> Result<(), PipelineError> {
        self.observer.left_out(kernels)
    }

    /// As [`Observer::cannot`].
    ///
    /// # Errors
    /// When the observer stops the walk.
    pub fn cannot(&self, stage: Stage, why: &dyn fmt::Display) -> Result<(), PipelineError> {
        self.observer.cannot(stage, why)
    }
}
