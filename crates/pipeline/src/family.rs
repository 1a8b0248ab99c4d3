//! A family of targets: all that differs between kinds of device code, behind one interface.
//!
//! A family is a folder of `crates/targets` with a type that implements [`Family`], and a row in that crate's
//! registry. Nothing outside of the folder, the registry and the runtime's backend names it. What families have
//! in common is in this crate: [`crate::mlir`] (the `sycl` dialect), [`crate::hostdev`] (what host code knows
//! of launches), [`crate::carry`] and [`crate::device_link`] (kernels that wait for the link),
//! [`crate::module_records`] (modules that a driver loads), [`crate::record`] (what the runtime reads).

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
    /// The processor or architecture; empty where the family has only one.
    pub architecture: String,
}

impl Target {
    /// As `--targets` takes it.
    #[must_use]
    pub fn name(&self) -> String {
        match self.architecture.as_str() {
            "" => self.family.name().to_owned(),
            architecture => format!("{}:{architecture}", self.family.name()),
        }
    }
}

/// A spelling of targets on the command line, and what it means, for `--help`.
#[derive(Clone, Copy, Debug)]
pub struct Spelling {
    /// `cpu:<march>`
    pub text: &'static str,
    /// What it means, in lines.
    pub summary: &'static [&'static str],
}

/// How clang's device pass leaves code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceFile {
    /// As bitcode.
    Bitcode,
    /// As text.
    Text,
}

/// What makes a run of clang the device pass of a family.
#[derive(Clone, Debug)]
pub struct DevicePass {
    /// Flags for clang.
    pub flags: Vec<String>,
    /// Flags that those of the user come after.
    pub defaults: &'static [&'static str],
    /// Whether the pass is told the triple of host code (`-aux-triple`): clang's offload driver does so by itself.
    pub wants_host_triple: bool,
    /// What `-fopenmp` comes to: all passes have to read the same text.
    pub openmp: &'static [&'static str],
    /// What the pass writes.
    pub output: DeviceFile,
}

/// A family of targets. Its targets share one device pass of clang.
pub trait Family: Sync {
    /// Its name: in `--targets`, in the names of files and symbols, and in manifests of the device link.
    fn name(&self) -> &'static str;

    /// How `--targets` spells its targets.
    fn spellings(&self) -> &'static [Spelling];

    /// The architecture that stands behind the name and a colon, or the default where nothing does; none for
    /// what is no architecture.
    fn architecture(&self, named: Option<&str>) -> Option<String>;

    /// The architecture in the place of one that stands for this machine, where host code is for another kind of
    /// machine; none where that makes no difference.
    fn elsewhere(&self, architecture: &str, triple: &str) -> Option<String> {
        let _ = (architecture, triple);
        None
    }

    /// The architectures that it knows, where they can be listed.
    fn known_architectures(&self) -> Option<String> {
        None
    }

    /// Whether architectures may follow one another without the name of the family: `ptx:sm_75,sm_90`.
    fn takes_lists(&self) -> bool {
        false
    }

    /// What the names of files of its device pass begin with.
    fn file_prefix(&self) -> String {
        format!("device-{}", self.name())
    }

    /// The device pass for some of its targets, of which there is at least one.
    fn device_pass(&self, targets: &[Target]) -> DevicePass;

    /// The stages that `--emit` can show for it, in the order of the pipeline.
    fn stages(&self) -> &'static [Stage];

    /// What makes programs of device code; none for a family that clang alone can be asked about.
    fn compiler(&self) -> Option<&dyn FamilyCompiler> {
        None
    }

    /// Sizes of sub-groups that `-fscythe-sub-group-size=` may ask for.
    fn sub_group_sizes(&self) -> &'static [u64] {
        &[]
    }

    /// Takes a flag of the family's own, if it is one. All flags are in [`crate::unit::UnitOptions::flags`] when code is
    /// compiled.
    ///
    /// # Errors
    /// When its value is wrong.
    fn check_flag(&self, word: &str) -> Result<bool, PipelineError> {
        let _ = word;
        Ok(false)
    }

    /// The lines of `--help` about its own flags.
    fn flags_help(&self) -> &'static str {
        ""
    }

    /// Stops early on targets that nobody can compile for.
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
    /// What to compile it for.
    pub targets: &'a [Target],
    /// What the device pass says of its kernels.
    pub notes: &'a Notes,
    /// The same kernels in host code and in device code.
    pub pairs: &'a [Pair<'a>],
    /// Device IR, as clang made it.
    pub module: Module<'c>,
}

/// What makes programs of a family's device code.
pub trait FamilyCompiler {
    /// How kernel records call its code.
    fn kind(&self) -> TargetKind;

    /// Whether arguments lie where the plan says, because somebody else than our code reads them.
    fn needs_planned_arguments(&self) -> bool {
        false
    }

    /// Compiles device code and puts it into the host module: every pair gets variants for its record.
    /// Passes what there is at each stage to the unit's observer.
    ///
    /// # Errors
    /// When a kernel cannot be compiled.
    fn compile<'c>(
        &self,
        unit: &Unit<'_, 'c>,
        code: FamilyCode<'_, 'c>,
        compiled: &mut Compiled<'c>,
    ) -> Result<(), PipelineError>;

    /// Finishes kernels that waited for the link; returns a module, for the machine that the program runs on,
    /// that defines what the kernels' records refer to.
    ///
    /// # Errors
    /// When a kernel cannot be compiled.
    fn link<'c>(&self, job: &LinkJob<'_, 'c>) -> Result<Module<'c>, PipelineError>;
}
