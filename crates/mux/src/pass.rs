//! The interface of passes.

use std::fmt;

use scythe_llvm::inkwell::builder::BuilderError;
use scythe_llvm::inkwell::module::Module;

use crate::MuxTarget;
use crate::options::{OptionDesc, OptionError, Options};

/// Whether a pass changed the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    /// The module is unchanged.
    No,
    /// The module was changed.
    Yes,
}

/// The input of a pass.
pub struct PassCx<'a, 'c> {
    /// The device module.
    pub module: &'a Module<'c>,
    /// The target it is compiled for.
    pub target: &'a dyn MuxTarget,
    /// The pass's options.
    pub options: Options,
    /// The device that it is compiled for.
    pub device: Known<'a>,
}

/// What is known about a device.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known<'a> {
    /// Its features, if they are given.
    pub info: Option<&'a DeviceInfo>,
    /// Whether the pipeline requested it (`require<device-info>`).
    pub required: bool,
}

/// The features of a device that passes use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceInfo {
    /// Whether it has floating-point numbers of half precision.
    pub half: bool,
    /// Whether it has those of double precision.
    pub double: bool,
    /// The sizes of its sub-groups, if they differ from the target's.
    pub sub_group_sizes: Vec<u64>,
}

impl Default for DeviceInfo {
    fn default() -> Self {
        Self { half: true, double: true, sub_group_sizes: Vec::new() }
    }
}

impl<'a, 'c> PassCx<'a, 'c> {
    /// The input of a pass without options.
    #[must_use]
    pub fn new(module: &'a Module<'c>, target: &'a dyn MuxTarget) -> Self {
        Self { module, target, options: Options::default(), device: Known::default() }
    }
}

/// A pass: its name, the same on the command line, in test folders and in traces, and its function.
pub struct PassDesc {
    /// Kebab-case verb-object.
    pub name: &'static str,
    /// One line for `--print-passes`.
    pub summary: &'static str,
    /// The pass itself.
    pub run: fn(&PassCx<'_, '_>) -> Result<Changed, MuxError>,
}

/// A pass with its options, for pipelines.
#[derive(Debug)]
pub struct Registered {
    /// The pass.
    pub pass: PassDesc,
    /// Its options.
    pub options: &'static [OptionDesc],
    /// An alias.
    pub alias: Option<&'static str>,
}

impl Registered {
    /// A pass without options.
    #[must_use]
    pub const fn new(pass: PassDesc) -> Self {
        Self { pass, options: &[], alias: None }
    }

    /// The same with options.
    #[must_use]
    pub const fn with_options(self, options: &'static [OptionDesc]) -> Self {
        Self { options, ..self }
    }

    pub(crate) const fn with_alias(self, alias: &'static str) -> Self {
        Self { alias: Some(alias), ..self }
    }
}

impl fmt::Display for Registered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.pass.name)?;
        if self.options.is_empty() {
            return Ok(());
        }
        let options: Vec<String> = self.options.iter().map(ToString::to_string).collect();
        write!(f, "<{}>", options.join(";"))
    }
}

/// A pass as an element of a pipeline: itself and its options.
#[derive(Clone, Debug)]
pub struct Pass {
    desc: &'static PassDesc,
    options: Options,
}

impl Pass {
    /// The pass of a pipeline element (`name` or `name<options>`); none if it is not one of Scythe's.
    ///
    /// # Errors
    /// When the pass does not have such options.
    pub fn parse(text: &str) -> Result<Option<Self>, OptionError> {
        Self::parse_among(&[crate::passes::ALL], text)
    }

    /// The same among several registers of passes.
    ///
    /// # Errors
    /// When the pass does not have such options.
    pub fn parse_among(
        registers: &[&'static [Registered]],
        text: &str,
    ) -> Result<Option<Self>, OptionError> {
        let passes = || registers.iter().flat_map(|passes| passes.iter());
        // `print<something>` is a name.
        let whole = passes().any(|pass| pass.pass.name == text);
        let (name, options) = match text.split_once('<') {
            _ if whole => (text, Some("")),
            Some((name, rest)) => (name, rest.strip_suffix('>')),
            None => (text, Some("")),
        };
        let found = passes().find(|pass| pass.pass.name == name || pass.alias == Some(name));
        let (Some(found), Some(options)) = (found, options) else {
            return Ok(None);
        };
        let options = Options::parse(found.pass.name, found.options, options)?;
        Ok(Some(Self { desc: &found.pass, options }))
    }

    /// The pass's name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.desc.name
    }

    /// Runs it.
    ///
    /// # Errors
    /// When it cannot do its work.
    pub fn run(&self, module: &Module<'_>, target: &dyn MuxTarget) -> Result<Changed, MuxError> {
        self.run_for(module, target, Known::default())
    }

    /// Runs it for a known device.
    ///
    /// # Errors
    /// When it cannot do its work.
    pub fn run_for(
        &self,
        module: &Module<'_>,
        target: &dyn MuxTarget,
        device: Known<'_>,
    ) -> Result<Changed, MuxError> {
        (self.desc.run)(&PassCx { module, target, options: self.options.clone(), device })
    }
}

impl fmt::Debug for PassDesc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Why a kernel could not be lowered.
#[derive(Debug)]
pub enum MuxError {
    /// The program uses a feature that the target does not support.
    Unsupported {
        /// The kernel, by clang's name.
        kernel: String,
        /// The feature, as the subject of a sentence.
        what: &'static str,
        /// How to avoid it.
        help: &'static str,
    },
    /// The program uses something that the device or the language does not have; a complete sentence.
    Program(String),
    /// The pass was given invalid options.
    Options(OptionError),
    /// The IR is not what the pass requires: a defect of the compiler, or of handwritten IR.
    Malformed {
        /// The function at fault.
        function: String,
        /// What is wrong with it.
        reason: String,
    },
}

impl MuxError {
    /// An error for IR that does not meet a pass's requirements.
    pub fn malformed(function: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::Malformed { function: function.into(), reason: reason.into() }
    }
}

impl From<BuilderError> for MuxError {
    fn from(error: BuilderError) -> Self {
        Self::malformed("<builder>", error.to_string())
    }
}

impl From<OptionError> for MuxError {
    fn from(error: OptionError) -> Self {
        Self::Options(error)
    }
}

impl fmt::Display for MuxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported { kernel, what, help } => {
                write!(f, "kernel `{kernel}` uses {what} ({help})")
            }
            Self::Program(what) => f.write_str(what),
            Self::Options(error) => error.fmt(f),
            Self::Malformed { function, reason } => write!(f, "function `{function}`: {reason}"),
        }
    }
}

impl std::error::Error for MuxError {}
