//! Architectures of NVIDIA GPUs, and LLVM's machines for them.

use std::fmt;

use scythe_llvm::MachineError;
use scythe_llvm::inkwell::targets::TargetMachine;

use crate::devices::Machine;

/// LLVM's triple for all of them.
const TRIPLE: &str = "nvptx64-nvidia-cuda";

/// The architectures that LLVM 22 and current CUDA support, with the version of PTX for their code: the
/// oldest that has what the compiler uses, because drivers reject versions newer than themselves.
const KNOWN: &[(u32, u32)] = &[
    (75, 78),
    (80, 78),
    (86, 78),
    (87, 78),
    (89, 78),
    (90, 80),
    (100, 86),
    (101, 86),
    (103, 88),
    (120, 87),
    (121, 88),
];

/// The oldest architecture, for `muxc`.
pub const MACHINE: Machine = Machine { triple: TRIPLE, cpu: "sm_75", features: "+ptx78" };

/// An architecture: `sm_90`, or `sm_90a` with features of devices of exactly this kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Architecture {
    /// 90 for `sm_90`.
    pub number: u32,
    /// `a` or `f`.
    suffix: Option<char>,
}

impl Architecture {
    /// The default architecture.
    pub const OLDEST: Self = Self { number: 75, suffix: None };

    /// Parses `sm_90` and `sm_90a`.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        let digits = name.strip_prefix("sm_")?;
        let suffix = digits.chars().last().filter(|last| matches!(last, 'a' | 'f'));
        let digits = digits.strip_suffix(['a', 'f']).unwrap_or(digits);
        let number = digits.parse().ok()?;
        let known = KNOWN.iter().any(|(known, _)| *known == number);
        (known && (suffix.is_none() || number >= 90)).then_some(Self { number, suffix })
    }

    /// The names of all architectures, for messages.
    #[must_use]
    pub fn known() -> String {
        let names: Vec<String> = KNOWN.iter().map(|(number, _)| format!("sm_{number}")).collect();
        names.join(", ")
    }

    /// The feature of LLVM's machine that selects the version of PTX.
    #[must_use]
    pub fn version(self) -> String {
        let found = KNOWN.iter().find(|(number, _)| *number == self.number);
        format!("+ptx{}", found.map_or(78, |(_, version)| *version))
    }

    /// LLVM's machine.
    ///
    /// # Errors
    /// When LLVM was built without it.
    pub fn machine(self) -> Result<TargetMachine, MachineError> {
        scythe_llvm::machine(TRIPLE, &self.to_string(), &self.version(), false)
    }

    /// The flags for clang's back end.
    #[must_use]
    pub fn clang_flags(self) -> Vec<String> {
        let (name, version) = (self.to_string(), self.version());
        ["-cc1", "-triple", TRIPLE, "-target-cpu", &name, "-target-feature", &version]
            .map(str::to_owned)
            .to_vec()
    }
}

impl fmt::Display for Architecture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sm_{}", self.number)?;
        self.suffix.map_or(Ok(()), |suffix| write!(f, "{suffix}"))
    }
}

#[cfg(test)]
mod tests {
    use super::Architecture;

    #[test]
    fn names() {
        for name in ["sm_75", "sm_90", "sm_90a", "sm_120", "sm_100f"] {
            assert_eq!(Architecture::parse(name).expect("known").to_string(), name);
        }
        for name in ["sm_", "90", "sm_70", "sm_75a", "sm_999", "sm_90x", ""] {
            assert_eq!(Architecture::parse(name), None, "{name}");
        }
    }

    #[test]
    fn llvm_has_machines_for_all() {
        for name in Architecture::known().split(", ") {
            let known = Architecture::parse(name).expect("known");
            assert!(known.machine().is_ok(), "{name}");
        }
    }
}
