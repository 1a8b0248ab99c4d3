//! Optimisations of the CPU that can be switched off one by one: `-fno-scythe-<name>`.
//!
//! Off, a kernel has metadata or an attribute by which the pass knows it. It stays with the kernel, to the link even.

use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::values::FunctionValue;
use scythe_llvm::{set_attribute, set_numbers};
use scythe_mux::{
    ATTR_KEEP_LOADS, ATTR_KEEP_SCATTERS, META_BARRIER_LOOPS, META_EXCHANGE_LOOPS, META_KEEP_ARRAYS,
    META_KEEP_EDGES, META_KEEP_GUARDS, META_KEEP_LOOPS, META_KEEP_ROWS, META_KEEP_TURNS,
    META_WHOLE_REGIONS,
};

/// How a pass learns that it is to leave a kernel alone.
#[derive(Clone, Copy, Debug)]
enum Mark {
    Metadata(&'static str),
    Attribute(&'static str),
}

/// An optimisation with a flag.
#[derive(Debug)]
pub struct Switch {
    /// Behind `-fscythe-` and `-fno-scythe-`.
    pub name: &'static str,
    /// What `--help` says about `-fno-scythe-<name>`.
    pub help: &'static str,
    mark: Mark,
}

/// All of them, in the order of passes.
pub const SWITCHES: &[Switch] = &[
    Switch {
        name: "narrow-work-items",
        help: "Do not turn guards of kernels into bounds of the loops over work-items; CPU only",
        mark: Mark::Metadata(META_KEEP_GUARDS),
    },
    Switch {
        name: "split-interior",
        help: "Do not give work-items that pass all guards of a kernel a version of it; CPU only",
        mark: Mark::Metadata(META_KEEP_EDGES),
    },
    Switch {
        name: "narrow-regions",
        help: "Do not turn guards between barriers into bounds of loops; CPU only",
        mark: Mark::Metadata(META_WHOLE_REGIONS),
    },
    Switch {
        name: "count-turns",
        help: "Do not give group-stride loops a uniform trip count; CPU only",
        mark: Mark::Metadata(META_KEEP_TURNS),
    },
    Switch {
        name: "vector-exchanges",
        help: "Do not use vector instructions for group operations on full sub-groups; CPU only",
        mark: Mark::Metadata(META_EXCHANGE_LOOPS),
    },
    Switch {
        name: "unroll-barrier-loops",
        help: "Do not unroll loops with barriers; CPU only",
        mark: Mark::Metadata(META_BARRIER_LOOPS),
    },
    Switch {
        name: "split-rows",
        help: "Do not run flat index spaces row by row; CPU only",
        mark: Mark::Metadata(META_KEEP_ROWS),
    },
    Switch {
        name: "lane-loops",
        help: "Do not vectorise across work-items inside loops of kernels; CPU only",
        mark: Mark::Metadata(META_KEEP_LOOPS),
    },
    Switch {
        name: "lane-arrays",
        help: "Do not interleave private arrays across lanes; CPU only",
        mark: Mark::Metadata(META_KEEP_ARRAYS),
    },
    Switch {
        name: "few-lanes",
        help: "Keep scatters and gathers in which only a few lanes are active; CPU only",
        mark: Mark::Attribute(ATTR_KEEP_SCATTERS),
    },
    Switch {
        name: "forward-vectors",
        help: "Do not forward stored vectors to the loads that overlap them; CPU only",
        mark: Mark::Attribute(ATTR_KEEP_LOADS),
    },
];

/// Those of them that are off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SwitchedOff(u32);

impl SwitchedOff {
    /// Does what a flag says, and returns whether it is one of these.
    pub fn take_flag(&mut self, flag: &str) -> bool {
        let Some(rest) = flag.strip_prefix("-f") else { return false };
        let (rest, off) = rest.strip_prefix("no-").map_or((rest, false), |rest| (rest, true));
        let Some(name) = rest.strip_prefix("scythe-") else { return false };
        let Some(index) = SWITCHES.iter().position(|switch| switch.name == name) else {
            return false;
        };
        self.0 = if off { self.0 | 1 << index } else { self.0 & !(1 << index) };
        true
    }

    /// Marks a kernel.
    pub(crate) fn put_on(self, module: &Module<'_>, kernel: FunctionValue<'_>) {
        for (_, switch) in SWITCHES.iter().enumerate().filter(|(index, _)| self.0 >> index & 1 == 1)
        {
            match switch.mark {
                Mark::Metadata(name) => set_numbers(kernel, name, &[1]),
                Mark::Attribute(name) => set_attribute(module, kernel, name, ""),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_flag_counts() {
        for (index, switch) in SWITCHES.iter().enumerate() {
            let mut off = SwitchedOff::default();
            assert!(off.take_flag(&format!("-fno-scythe-{}", switch.name)));
            assert_eq!(off, SwitchedOff(1 << index), "{}", switch.name);
            assert!(off.take_flag(&format!("-fscythe-{}", switch.name)));
            assert_eq!(off, SwitchedOff::default(), "{}", switch.name);
        }
    }

    #[test]
    fn other_flags_are_not_taken() {
        let mut off = SwitchedOff::default();
        for flag in ["-fno-scythe-mlir", "-fno-scythe-", "-fsplit-rows", "split-rows", "-f"] {
            assert!(!off.take_flag(flag), "{flag}");
        }
    }
}
