//! What the host knows makes device code better.
//!
//! Every optimisation has a name, is off when it is not asked for, and is sound by itself. [`forms`] makes
//! the forms of kernels that use what is known; [`launches`] finds out what that is.

pub mod forms;
pub mod launches;

/// An optimisation across host and device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostdevPass {
    /// Numbers and arrays that the host passes to all launches.
    Constants,
    /// Index spaces, and the sizes of buffers and accessors.
    Ranges,
    /// Accessors that the compiler can tell apart.
    Aliasing,
    /// Kernels in two forms, between which the runtime decides.
    Forms,
    /// Arguments that no kernel reads.
    DeadArguments,
    /// Values that loops keep in memory.
    Registers,
    /// Memory that a work-group reads again and again.
    Tiles,
    /// The shape of work-groups.
    Shape,
}

impl HostdevPass {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Constants,
        Self::Ranges,
        Self::Aliasing,
        Self::Forms,
        Self::DeadArguments,
        Self::Registers,
        Self::Tiles,
        Self::Shape,
    ];

    /// The name in `-fscythe-hostdev=<name>`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Constants => "constants",
            Self::Ranges => "ranges",
            Self::Aliasing => "aliasing",
            Self::Forms => "forms",
            Self::DeadArguments => "dead-arguments",
            Self::Registers => "registers",
            Self::Tiles => "tiles",
            Self::Shape => "shape",
        }
    }

    /// One line for the help text.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::Constants => "constants that kernels capture",
            Self::Ranges => "known ranges, offsets and work-group sizes",
            Self::Aliasing => "accessors that provably do not overlap",
            Self::Forms => "two forms of a kernel; the runtime checks for overlap",
            Self::DeadArguments => "leave out arguments that kernels do not read",
            Self::Registers => "keep what loops accumulate in registers",
            Self::Tiles => "stage memory that a work-group shares through local memory",
            Self::Shape => "shape work-groups by how kernels access memory",
        }
    }

    /// The optimisation of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pass| pass.name() == name)
    }
}

/// Which optimisations are on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostdevOptions {
    passes: Vec<HostdevPass>,
}

impl HostdevOptions {
    /// All of them.
    #[must_use]
    pub fn all() -> Self {
        Self { passes: HostdevPass::ALL.to_vec() }
    }

    /// None of them.
    #[must_use]
    pub fn none() -> Self {
        Self { passes: Vec::new() }
    }

    /// Whether one is on.
    #[must_use]
    pub fn has(&self, pass: HostdevPass) -> bool {
        self.passes.contains(&pass)
    }

    /// Whether one of those is on that need to know what the host does.
    #[must_use]
    pub fn reads_host(&self) -> bool {
        [HostdevPass::Constants, HostdevPass::Ranges, HostdevPass::Aliasing]
            .into_iter()
            .any(|pass| self.has(pass))
    }

    /// Switches one on or off.
    pub fn set(&mut self, pass: HostdevPass, on: bool) {
        self.passes.retain(|&other| other != pass);
        if on {
            self.passes.push(pass);
        }
    }
}
