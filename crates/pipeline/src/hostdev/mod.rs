//! Optimises device code with facts from host code.
//!
//! Every optimisation has a name, can be disabled, and is sound by itself. [`launches`] collects facts about
//! launches; [`specializations`] makes the specializations of kernels that use them; [`dead_arguments`]
//! removes arguments that are then unused.

pub mod dead_arguments;
pub mod launches;
pub mod specializations;

pub use scythe_bind::Known;
use scythe_frontend::agree::Pair;

use crate::unit::Unit;
use specializations::Launches;

/// An optimisation across host and device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostdevPass {
    /// Numbers and arrays that are the same in all launches.
    Constants,
    /// Index spaces, and the sizes of buffers and accessors.
    Ranges,
    /// Accessors that are provably disjoint.
    Aliasing,
    /// Two versions of a kernel, chosen by the runtime.
    Disjoint,
    /// Arguments that no kernel reads.
    DeadArguments,
    /// Values that loops accumulate in memory.
    Registers,
    /// Memory that a work-group reads repeatedly.
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
        Self::Disjoint,
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
            Self::Disjoint => "disjoint",
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
            Self::Disjoint => "two versions of a kernel; the runtime checks for overlap",
            Self::DeadArguments => "do not pass arguments that kernels do not read",
            Self::Registers => "keep what loops accumulate in registers",
            Self::Tiles => "stage memory that a work-group shares through local memory",
            Self::Shape => "shape work-groups according to memory accesses",
        }
    }

    /// The optimisation of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pass| pass.name() == name)
    }
}

/// Which optimisations are enabled.
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

    /// Whether one is enabled.
    #[must_use]
    pub fn has(&self, pass: HostdevPass) -> bool {
        self.passes.contains(&pass)
    }

    /// Whether one is enabled that needs facts from host code.
    #[must_use]
    pub fn reads_host(&self) -> bool {
        [HostdevPass::Constants, HostdevPass::Ranges, HostdevPass::Aliasing]
            .into_iter()
            .any(|pass| self.has(pass))
    }

    /// Enables or disables one.
    pub fn set(&mut self, pass: HostdevPass, on: bool) {
        self.passes.retain(|&other| other != pass);
        if on {
            self.passes.push(pass);
        }
    }
}

/// Facts about launches of kernels, and the optimisations that may use them.
#[derive(Clone, Debug)]
pub struct KnownLaunches {
    /// The optimisations.
    pub options: HostdevOptions,
    /// The facts, by the kernels' symbols in device code.
    pub launches: Launches,
}

impl KnownLaunches {
    /// No facts and no optimisations.
    #[must_use]
    pub fn nothing() -> Self {
        Self { options: HostdevOptions::none(), launches: Launches::new() }
    }

    /// The facts about the kernels of some device code.
    #[must_use]
    pub fn of(unit: &Unit<'_, '_>, pairs: &[Pair<'_>]) -> Self {
        let known = |pair: &Pair<'_>| {
            Some((pair.device.symbol.clone(), unit.launches.get(&pair.host.symbol)?.clone()))
        };
        let options = unit.options.hostdev.clone();
        Self { options, launches: pairs.iter().filter_map(known).collect() }
    }
}
