//! What a pass is.

use std::fmt;

use scythe_llvm::inkwell::builder::BuilderError;
use scythe_llvm::inkwell::module::Module;

use crate::MuxTarget;
use crate::options::{OptionDesc, OptionError, Options};

/// Whether a pass did anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    /// The module is as it was.
    No,
    /// The module is another.
    Yes,
}

/// What a pass works on.
pub struct PassCx<'a, 'c> {
    /// The device module.
    pub module: &'a Module<'c>,
    /// The target it is compiled for.
    pub target: &'a dyn MuxTarget,
    /// The pass's options.
    pub options: Options,
    /// The device it is compiled for.
    pub device: Known<'a>,
}

/// What is known of a device.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known<'a> {
    /// What it can do, where somebody says so.
    pub info: Option<&'a DeviceInfo>,
    /// Whether the pipeline asked for it (`require<device-info>`).
    pub required: bool,
}

/// What a device can do, as far as passes ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceInfo {
    /// Whether it has floating-point numbers of half precision.
    pub half: bool,
    /// Whether it has those of double precision.
    pub double: bool,
    /// The sizes of its sub-groups, where they are not the target's.
    pub sub_group_sizes: Vec<u64>,
}

impl Default for DeviceInfo {
    fn default() -> Self {
        Self { half: true, double: true, sub_group_sizes: Vec::new() }
    }
}

impl<'a, 'c> PassCx<'a, 'c> {
    /// What a pass without options works on.
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

/// A pass with the options it takes, as pipelines find it.
#[derive(Debug)]
pub struct Registered {
    /// The pass.
    pub pass: PassDesc,
    /// Its options.
    pub options: &'static [OptionDesc],
    /// Another name it goes by.
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
    /// The pass that an element of a pipeline (`name` or `name<options>`) means; none where it is
    /// not one of ours.
    ///
    /// # Errors
    /// When the pass does not take such options.
    pub fn parse(text: &str) -> Result<Option<Self>, OptionError> {
        Self::parse_among(&[crate::passes::ALL], text)
    }

    /// The same among passes of several registers.
    ///
    /// # Errors
    /// When the pass does not take such options.
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

    /// Runs it for a device of which more is known.
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
    /// The program uses something this target cannot do yet: the user's affair.
    Unsupported {
        /// The kernel, by clang's name.
        kernel: String,
        /// What it uses, as the subject of a sentence.
        what: &'static str,
        /// How to live without it.
        help: &'static str,
    },
    /// The program asks for what the device or the language does not have: the user's affair, reported as a
    /// whole sentence.
    Program(String),
    /// The pass was given options that make no sense: whoever wrote the pipeline.
    Options(OptionError),
    /// The IR is not what the pass requires: ours, or that of whoever wrote the IR by hand.
    Malformed {
        /// The function at fault.
        function: String,
        /// What is wrong with it.
        reason: String,
    },
}

impl MuxError {
    /// IR that is not what a pass requires.
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
