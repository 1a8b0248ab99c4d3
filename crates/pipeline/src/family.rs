//! A family of targets: everything that differs between kinds of device code, behind one interface.
//!
//! A family is a folder of `crates/targets` with a type that implements [`Family`], and a row in that crate's
//! registry. Nothing outside of the folder, the registry and the runtime's backend names it. What families
//! have in common is in this crate: [`crate::mlir`] (the `sycl` dialect), [`crate::hostdev`] (facts about
//! launches from host code), [`crate::carry`] and [`crate::device_link`] (kernels that wait for the link),
//! [`crate::module_records`] (modules that a driver loads), [`crate::record`] (records that the runtime
//! reads).

use std::fmt;

use scythe_frontend::agree::Pair;
use scythe_frontend::notes::Notes;
use scythe_image::TargetKind;
use scythe_llvm::inkwell::module::Module;

use crate::PipelineError;
use crate::device_link::LinkJob;
use crate::stage::Stage;
use crate::tools::Tools;
use crate::unit::{Compiled, Unit};

/// A target, as `--targets` names it.
#[derive(Clone, Copy)]
pub struct TargetFamily(pub &'static dyn Family);

impl std::ops::Deref for TargetFamily {
    type Target = dyn Family;

    fn deref(&self) -> &Self::Target {
        self.0
    }
}

impl PartialEq for TargetFamily {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for TargetFamily {}

impl fmt::Debug for TargetFamily {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One target of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The family.
    pub family: TargetFamily,
    /// The processor or architecture; empty for a family with only one.
    pub architecture: String,
}

impl Target {
    /// The spelling in `--targets`.
    #[must_use]
    pub fn name(&self) -> String {
        match self.architecture.as_str() {
            "" => self.family.name().to_owned(),
            architecture => format!("{}:{architecture}", self.family.name()),
        }
    }
}

/// A spelling of targets on the command line, and its description, for `--help`.
#[derive(Clone, Copy, Debug)]
pub struct Spelling {
    /// `cpu:<march>`
    pub text: &'static str,
    /// Its description, in lines.
    pub summary: &'static [&'static str],
}

/// The format of the device pass's output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceFile {
    /// Bitcode.
    Bitcode,
    /// Text.
    Text,
}

/// The arguments that make a run of clang the device pass of a family.
#[derive(Clone, Debug)]
pub struct DevicePass {
    /// Flags for clang.
    pub flags: Vec<String>,
    /// Flags that come before the user's.
    pub defaults: &'static [&'static str],
    /// Whether the driver passes the triple of host code (`-aux-triple`); clang's offload driver does that by
    /// itself.
    pub wants_host_triple: bool,
    /// The flags for `-fopenmp`: all passes must read the same text.
    pub openmp: &'static [&'static str],
    /// The format of the output.
    pub output: DeviceFile,
}

/// A family of targets. Its targets share one device pass of clang.
pub trait Family: Sync {
    /// Its name: in `--targets`, in names of files and symbols, and in manifests of the device link.
    fn name(&self) -> &'static str;

    /// The spellings of its targets in `--targets`.
    fn spellings(&self) -> &'static [Spelling];

    /// The architecture that is named after the colon, or the default if there is none; none if it is
    /// unknown.
    fn architecture(&self, named: Option<&str>) -> Option<String>;

    /// The replacement for an architecture that means this machine, where host code is for another kind of
    /// machine; none if the architecture is independent of that.
    fn elsewhere(&self, architecture: &str, triple: &str) -> Option<String> {
        let _ = (architecture, triple);
        None
    }

    /// The architectures that the family supports, if they can be listed.
    fn known_architectures(&self) -> Option<String> {
        None
    }

    /// Whether further architectures may follow without the name of the family: `ptx:sm_75,sm_90`.
    fn takes_lists(&self) -> bool {
        false
    }

    /// The prefix of the files of its device pass.
    fn file_prefix(&self) -> String {
        format!("device-{}", self.name())
    }

    /// The device pass for some of its targets, at least one.
    fn device_pass(&self, targets: &[Target]) -> DevicePass;

    /// The stages that `--emit` can show for it, in the order of the pipeline.
    fn stages(&self) -> &'static [Stage];

    /// The compiler of its device code; none for a family that supports only clang's device pass.
    fn compiler(&self) -> Option<&dyn FamilyCompiler> {
        None
    }

    /// Whether a word of the command line is a flag of the family. Such flags are passed on in
    /// [`crate::unit::UnitOptions::flags`].
    ///
    /// # Errors
    /// When the flag's value is wrong.
    fn check_flag(&self, word: &str) -> Result<bool, PipelineError> {
        let _ = word;
        Ok(false)
    }

    /// The lines of `--help` about the family's flags.
    fn flags_help(&self) -> String {
        String::new()
    }

    /// The lines of `--help` about environment variables by which the family finds files.
    fn variables_help(&self) -> &'static str {
        ""
    }

    /// Rejects unsupported targets before anything is compiled.
    ///
    /// # Errors
    /// When there is one.
    fn check_targets(&self, targets: &[Target], tools: &dyn Tools) -> Result<(), PipelineError> {
        let _ = (targets, tools);
        Ok(())
    }
}

/// The device code of a translation unit for one family, paired with host code.
pub struct FamilyCode<'a, 'c> {
    /// The targets.
    pub targets: &'a [Target],
    /// The notes of the device pass.
    pub notes: &'a Notes,
    /// The same kernels in host code and in device code.
    pub pairs: &'a [Pair<'a>],
    /// Device IR from clang.
    pub module: Module<'c>,
}

/// Compiles a family's device code.
pub trait FamilyCompiler {
    /// The kind of its code in kernel records.
    fn kind(&self) -> TargetKind;

    /// Whether arguments must have the offsets of the plan, because a driver reads them.
    fn needs_planned_arguments(&self) -> bool {
        false
    }

    /// Compiles device code and adds it to the host module: every pair gets variants for its record. Shows
    /// the code at each stage to the unit's observer.
    ///
    /// # Errors
    /// When a kernel cannot be compiled.
    fn compile<'c>(
        &self,
        unit: &Unit<'_, 'c>,
        code: FamilyCode<'_, 'c>,
        compiled: &mut Compiled<'c>,
    ) -> Result<(), PipelineError>;

    /// Finishes kernels that waited for the link; returns a module for the host that defines the symbols in
    /// the kernels' records.
    ///
    /// # Errors
    /// When a kernel cannot be compiled.
    fn link<'c>(&self, job: &LinkJob<'_, 'c>) -> Result<Module<'c>, PipelineError>;
}
