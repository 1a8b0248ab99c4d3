//! The family's own flags: how work-items run where kernels do not say it themselves.
//!
//! A flag that is not at its default gives each kernel a mark, metadata or an attribute, that passes of `crates/mux`
//! read. Marks stay with kernels, also with those that wait for the link.

use scythe_frontend::notes::Kernel;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::{set_attribute, set_numbers};
use scythe_mux::{
    ATTR_KEEP_LANES, ATTR_KEEP_LOADS, ATTR_KEEP_SCATTERS, ATTR_KEEP_STREAMS, META_BARRIER_LOOPS,
    META_CHECKED, META_EXCHANGE_LOOPS, META_KEEP_ARRAYS, META_KEEP_EDGES, META_KEEP_GUARDS,
    META_KEEP_LOOPS, META_KEEP_ROWS, META_KEEP_TURNS, META_LOCKSTEP, META_REQD_SUB_GROUP_SIZE,
    META_WHOLE_REGIONS,
};
use scythe_pipeline::PipelineError;

use super::{ABI, SUB_GROUP_SIZES};

/// What a kernel gets for a flag that is not at its default.
#[derive(Clone, Copy)]
enum Mark {
    Metadata(&'static str),
    Attribute(&'static str),
}

/// The flags `-fscythe-<name>` and `-fno-scythe-<name>`.
struct Switch {
    name: &'static str,
    is_default: bool,
    mark: Mark,
    /// What `--help` says about the flag that is not the default.
    help: &'static [&'static str],
}

const SUB_GROUP_SIZE: &str = "-fscythe-sub-group-size=";

const SWITCHES: &[Switch] = &[
    Switch {
        name: "lockstep",
        is_default: false,
        mark: Mark::Metadata(META_LOCKSTEP),
        help: &[
            "Run the work-items of a sub-group in lockstep between barriers, as warps ran",
            "before independent thread scheduling; CPU only",
        ],
    },
    Switch {
        name: "narrow-work-items",
        is_default: true,
        mark: Mark::Metadata(META_KEEP_GUARDS),
        help: &["Do not turn guards of kernels into bounds of the loops over work-items; CPU only"],
    },
    Switch {
        name: "split-interior",
        is_default: true,
        mark: Mark::Metadata(META_KEEP_EDGES),
        help: &["Do not make a version of kernels for work-items that pass all guards; CPU only"],
    },
    Switch {
        name: "narrow-regions",
        is_default: true,
        mark: Mark::Metadata(META_WHOLE_REGIONS),
        help: &["Do not turn guards between barriers into bounds of loops; CPU only"],
    },
    Switch {
        name: "count-turns",
        is_default: true,
        mark: Mark::Metadata(META_KEEP_TURNS),
        help: &["Do not give group-stride loops a uniform trip count; CPU only"],
    },
    Switch {
        name: "vector-exchanges",
        is_default: true,
        mark: Mark::Metadata(META_EXCHANGE_LOOPS),
        help: &["Do not use vector instructions for group operations on full sub-groups; CPU only"],
    },
    Switch {
        name: "unroll-barrier-loops",
        is_default: true,
        mark: Mark::Metadata(META_BARRIER_LOOPS),
        help: &["Do not unroll loops with barriers; CPU only"],
    },
    Switch {
        name: "split-rows",
        is_default: true,
        mark: Mark::Metadata(META_KEEP_ROWS),
        help: &["Do not run flat index spaces row by row; CPU only"],
    },
    Switch {
        name: "lane-loops",
        is_default: true,
        mark: Mark::Metadata(META_KEEP_LOOPS),
        help: &["Do not vectorise across work-items inside loops of kernels; CPU only"],
    },
    Switch {
        name: "lane-arrays",
        is_default: true,
        mark: Mark::Metadata(META_KEEP_ARRAYS),
        help: &["Do not interleave private arrays across lanes; CPU only"],
    },
    Switch {
        name: "few-lanes",
        is_default: true,
        mark: Mark::Attribute(ATTR_KEEP_SCATTERS),
        help: &["Keep scatters and gathers in which only a few lanes are active; CPU only"],
    },
    Switch {
        name: "forward-vectors",
        is_default: true,
        mark: Mark::Attribute(ATTR_KEEP_LOADS),
        help: &["Do not forward stored vectors to the loads that overlap them; CPU only"],
    },
    Switch {
        name: "prefetch-streams",
        is_default: true,
        mark: Mark::Attribute(ATTR_KEEP_STREAMS),
        help: &["Do not prefetch what later iterations of long loops access; CPU only"],
    },
    Switch {
        name: "promote-lanes",
        is_default: true,
        mark: Mark::Attribute(ATTR_KEEP_LANES),
        help: &["Do not move values of lanes to registers after vectorising; CPU only"],
    },
];

/// A flag of the family, as it was given.
enum Given {
    /// The number of a switch, and whether it is on.
    Switch(usize, bool),
    SubGroupSize(u32),
}

fn read(word: &str) -> Result<Option<Given>, PipelineError> {
    if let Some(value) = word.strip_prefix(SUB_GROUP_SIZE) {
        let known = |size: &u32| SUB_GROUP_SIZES.contains(&u64::from(*size));
        let size = value.parse().ok().filter(known).ok_or_else(|| {
            let all: Vec<String> = SUB_GROUP_SIZES.iter().map(u64::to_string).collect();
            PipelineError::Request(format!(
                "'{value}' in '{word}' is not a sub-group size (expected one of {})",
                all.join(", ")
            ))
        })?;
        return Ok(Some(Given::SubGroupSize(size)));
    }
    let (name, is_on) = match word.strip_prefix("-fno-scythe-") {
        Some(name) => (name, false),
        None => (word.strip_prefix("-fscythe-").unwrap_or_default(), true),
    };
    let switch = SWITCHES.iter().position(|switch| switch.name == name);
    Ok(switch.map(|number| Given::Switch(number, is_on)))
}

/// Whether a word is a flag of the family.
pub fn is_flag(word: &str) -> Result<bool, PipelineError> {
    Ok(read(word)?.is_some())
}

/// The lines of `--help` about the family's flags.
pub fn help() -> String {
    const INDENT: usize = 26;
    let size = ["The size of sub-groups of kernels that do not require one: 4, 8, 16 or 32"];
    let mut text = entry(&format!("{SUB_GROUP_SIZE}<n>"), &[size[0], "(the default); CPU only"]);
    for switch in SWITCHES {
        let no = if switch.is_default { "no-" } else { "" };
        text.push_str(&entry(&format!("-f{no}scythe-{}", switch.name), switch.help));
    }
    return text;

    fn entry(flag: &str, lines: &[&str]) -> String {
        let mut text = format!("  {flag}");
        let fits = text.len() < INDENT - 1;
        for (number, line) in lines.iter().enumerate() {
            if number == 0 && fits {
                text = format!("{text:INDENT$}{line}\n");
                continue;
            }
            if number == 0 {
                text.push('\n');
            }
            text.push_str(&format!("{:INDENT$}{line}\n", ""));
        }
        text
    }
}

/// How the flags of a command line have work-items run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CpuOptions {
    sub_group_size: Option<u32>,
    /// Numbers of the switches that are not at their defaults.
    changed: Vec<usize>,
}

impl CpuOptions {
    /// Reads flags that [`is_flag`] has accepted, among others. The last one counts.
    pub fn of_flags(flags: &[String]) -> Self {
        let mut options = Self::default();
        for word in flags {
            match read(word) {
                Ok(Some(Given::SubGroupSize(size))) => options.sub_group_size = Some(size),
                Ok(Some(Given::Switch(number, is_on))) => {
                    options.changed.retain(|&other| other != number);
                    if is_on != SWITCHES[number].is_default {
                        options.changed.push(number);
                    }
                }
                _ => {}
            }
        }
        options
    }

    /// Gives the entry points of kernels their marks; kernels without an entry point get one. A kernel's own
    /// attributes are transferred later (`scythe_pipeline::attributes`) and take precedence. `is_checked`: whether
    /// accesses to memory are checked.
    pub fn mark(
        &self,
        module: &Module<'_>,
        kernels: &[&Kernel],
        is_checked: bool,
    ) -> Result<(), PipelineError> {
        for kernel in kernels {
            scythe_bind::make_entry_point(module, kernel, ABI)?;
            let Some(function) = module.get_function(&kernel.symbol) else { continue };
            if let Some(size) = self.sub_group_size.and_then(|size| i32::try_from(size).ok()) {
                set_numbers(function, META_REQD_SUB_GROUP_SIZE, &[size]);
            }
            for &number in &self.changed {
                match SWITCHES[number].mark {
                    Mark::Metadata(name) => set_numbers(function, name, &[1]),
                    Mark::Attribute(name) => set_attribute(module, function, name, ""),
                }
            }
            if is_checked {
                set_numbers(function, META_CHECKED, &[1]);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str) -> CpuOptions {
        let flags: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        assert!(flags.iter().all(|flag| is_flag(flag).expect("valid")), "{line}");
        CpuOptions::of_flags(&flags)
    }

    #[test]
    fn the_last_flag_counts() {
        let options = of("-fscythe-sub-group-size=8 -fscythe-sub-group-size=16 -fscythe-lockstep");
        assert_eq!(options, CpuOptions { sub_group_size: Some(16), changed: vec![0] });
        for (number, switch) in SWITCHES.iter().enumerate() {
            let [on, off] =
                ["-fscythe-", "-fno-scythe-"].map(|prefix| format!("{prefix}{}", switch.name));
            let [default, other] = if switch.is_default { [on, off] } else { [off, on] };
            assert_eq!(of(&default), CpuOptions::default());
            assert_eq!(of(&other).changed, [number]);
            assert_eq!(of(&format!("{other} {default}")), CpuOptions::default());
            assert_eq!(of(&format!("{default} {other} {other}")).changed, [number]);
        }
    }

    #[test]
    fn other_flags_are_not_ours() {
        for word in ["-fscythe-", "-fno-scythe-mlir", "-flockstep", "lockstep", "-O2"] {
            assert!(!is_flag(word).expect("valid"), "{word}");
        }
        for size in ["0", "2", "12", "64", "many", ""] {
            let error = is_flag(&format!("{SUB_GROUP_SIZE}{size}")).expect_err(size).to_string();
            assert!(error.ends_with("(expected one of 4, 8, 16, 32)"), "{error}");
        }
    }
}
