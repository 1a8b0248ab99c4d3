//! All families of targets, and the targets of the command line.

use scythe_pipeline::PipelineError;
use scythe_pipeline::family::{Target, TargetFamily};
use scythe_pipeline::stage::{ALL, Stage};
use scythe_pipeline::text::Registers;

use crate::cpu::{self, CpuFamily};
use crate::ptx::{self, PtxFamily};
use crate::spirv::{self, SpirvFamily};

/// The families, in the order in which their code is added to programs. A new family is a new row.
pub const FAMILIES: &[TargetFamily] =
    &[TargetFamily(&CpuFamily), TargetFamily(&SpirvFamily), TargetFamily(&PtxFamily)];

/// All of Scythe's passes on LLVM IR: those that all families share, and those of families.
pub const PASSES: &Registers = &[
    scythe_properties::PASSES,
    scythe_mux::passes::ALL,
    spirv::passes::PASSES,
    ptx::passes::PASSES,
];

/// The family of that name.
#[must_use]
pub fn family(name: &str) -> Option<TargetFamily> {
    FAMILIES.iter().copied().find(|family| family.name() == name)
}

/// The default target: the processor of host code, by a name that `-march` accepts.
#[must_use]
pub fn default_target(march: Option<&str>) -> Target {
    let architecture = march.unwrap_or(cpu::NATIVE).to_owned();
    Target { family: TargetFamily(&CpuFamily), architecture }
}

/// Targets for programs of another kind of machine: none of them is this machine then.
#[must_use]
pub fn elsewhere(targets: Vec<Target>, triple: &str) -> Vec<Target> {
    let moved = |mut target: Target| {
        if let Some(architecture) = target.family.elsewhere(&target.architecture, triple) {
            target.architecture = architecture;
        }
        target
    };
    targets.into_iter().map(moved).collect()
}

/// Parses the value of `--targets`.
///
/// # Errors
/// When a target is unknown.
pub fn parse(list: &str) -> Result<Vec<Target>, PipelineError> {
    let mut targets: Vec<Target> = Vec::new();
    for item in list.split(',') {
        // Architectures after the first one need no family: `ptx:sm_75,sm_90`.
        let same_family = |before: &Target| {
            let architecture = before.family.architecture(Some(item))?;
            let is_one = before.family.takes_lists() && !item.is_empty();
            is_one.then_some(Target { family: before.family, architecture })
        };
        let target = parse_one(item).or_else(|| same_family(targets.last()?));
        let target = target.ok_or_else(|| unknown(item, list, targets.last()))?;
        if !targets.contains(&target) {
            targets.push(target);
        }
    }
    Ok(targets)
}

/// The error for an item of a list: about its architecture if the family of its name, or else of the target
/// before it, has a list of them.
fn unknown(item: &str, list: &str, before: Option<&Target>) -> PipelineError {
    let (name, architecture) = item.split_once(':').unwrap_or(("", item));
    let listed = before.map(|target| target.family).filter(|family| family.takes_lists());
    let family = family(name).or(listed.filter(|_| name.is_empty()));
    let architectures = family.and_then(|family| family.known_architectures());
    let all = spellings(|_| true);
    PipelineError::Request(match (architectures, name) {
        (None, _) => format!("unknown target '{item}' in --targets={list} (known: {all})"),
        (Some(known), "") => format!(
            "unknown target '{item}' in --targets={list} (known: {all}; architectures: {known})"
        ),
        (Some(known), _) => {
            format!("unknown architecture '{architecture}' in --targets={list} (known: {known})")
        }
    })
}

fn parse_one(item: &str) -> Option<Target> {
    let (name, named) = item.split_once(':').map_or((item, None), |(n, a)| (n, Some(a)));
    let family = family(name)?;
    Some(Target { family, architecture: family.architecture(named)? })
}

fn spellings(keep: impl Fn(&TargetFamily) -> bool) -> String {
    let families = FAMILIES.iter().filter(|family| keep(family));
    let all: Vec<&str> =
        families.flat_map(|family| family.spellings()).map(|spelling| spelling.text).collect();
    all.join(", ")
}

/// The families of a list of targets with their targets, in the order of [`FAMILIES`].
#[must_use]
pub fn by_family(targets: &[Target]) -> Vec<(TargetFamily, Vec<Target>)> {
    let members = |family: &TargetFamily| -> Vec<Target> {
        targets.iter().filter(|target| target.family == *family).cloned().collect()
    };
    let all = FAMILIES.iter().map(|family| (*family, members(family)));
    all.filter(|(_, members)| !members.is_empty()).collect()
}

/// The targets that the unit has code for, as headers and device selectors use them: a mask of the kinds'
/// bits, which are those of the runtime's devices.
#[must_use]
pub fn mask(targets: &[Target]) -> u32 {
    let bit = |target: &Target| target.family.compiler().map_or(0, |c| 1 << (c.kind() as u32 - 1));
    targets.iter().fold(0, |all, target| all | bit(target))
}

/// All stages, in the order of the pipeline.
#[must_use]
pub fn stages() -> Vec<Stage> {
    let mut all: Vec<Stage> = Vec::new();
    for stage in FAMILIES.iter().flat_map(|family| family.stages()) {
        if !all.contains(stage) {
            all.push(*stage);
        }
    }
    all.push(ALL);
    all
}

/// Rejects targets for which no code can be made, or that do not have the requested stage.
///
/// # Errors
/// When there is such a target.
pub fn check(targets: &[Target], stage: Option<Stage>) -> Result<(), PipelineError> {
    let refused = |target: &&Target| match stage {
        None | Some(ALL) => target.family.compiler().is_none(),
        Some(stage) => !target.family.stages().contains(&stage),
    };
    let Some(target) = targets.iter().find(refused) else { return Ok(()) };
    let stages: Vec<String> =
        target.family.stages().iter().map(|stage| format!("--emit={}", stage.name)).collect();
    let name = target.name();
    Err(PipelineError::Request(match (stage, target.family.compiler()) {
        (_, None) => format!(
            "code for target '{name}' is not available in this version (available: {}); {} show what \
             clang makes of it",
            spellings(|family| family.compiler().is_some()),
            stages.join(" and ")
        ),
        (Some(stage), _) => format!(
            "code for target '{name}' has no stage --emit={} (it has {})",
            stage.name,
            stages.join(", ")
        ),
        (None, Some(_)) => return Ok(()),
    }))
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use scythe_pipeline::stage::{DEVICE_LL, LOWERED_LL, NOTES, SYCL_MLIR};

    use super::*;

    fn names(list: &str) -> Vec<String> {
        parse(list).expect("valid").iter().map(Target::name).collect()
    }

    #[test]
    fn lists_of_processors() {
        assert_eq!(
            names("cpu:x86-64-v2,cpu:x86-64-v4,cpu:x86-64-v2"),
            ["cpu:x86-64-v2", "cpu:x86-64-v4"]
        );
        assert_eq!(names("cpu"), ["cpu:native"]);
        assert_eq!(default_target(None).name(), "cpu:native");
    }

    #[test]
    fn targets_of_other_machines() {
        let moved = |list: &str, triple: &str| {
            let targets = elsewhere(parse(list).expect("valid"), triple);
            targets.iter().map(Target::name).collect::<Vec<_>>().join(",")
        };
        assert_eq!(moved("cpu,spirv64,ptx", "aarch64-linux-gnu"), "cpu:armv8-a,spirv64,ptx:sm_75");
        assert_eq!(moved("cpu:armv8.2-a", "aarch64-linux-gnu"), "cpu:armv8.2-a");
        assert_eq!(moved("cpu", "riscv64-unknown-linux-gnu"), "cpu:rv64gc");
        assert_eq!(moved("cpu", "unheard-of"), "cpu:native");
    }

    #[test]
    fn errors_name_the_item() {
        for wrong in ["", "gpu", "cpu:", "cpu,,cpu", "ptx:", "ptx:90", "spirv64:", "spirv"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn architectures_of_gpus() {
        assert_eq!(names("ptx:sm_90,ptx"), ["ptx:sm_90", "ptx:sm_75"]);
        assert_eq!(names("cpu,ptx:sm_75,sm_90a"), ["cpu:native", "ptx:sm_75", "ptx:sm_90a"]);
        for wrong in ["ptx:sm_70", "ptx:sm_90,sm_70", "ptx:90"] {
            let error = parse(wrong).expect_err("not known").to_string();
            assert!(error.contains("sm_75, sm_80"), "{error}");
        }
        let error = parse("cpu,sm_90").expect_err("no family").to_string();
        assert!(!error.contains("architectures:"), "{error}");
    }

    #[test]
    fn stages_that_can_be_shown() {
        for list in ["cpu", "cpu,spirv64", "cpu,ptx", "ptx:sm_90"] {
            assert!(check(&parse(list).expect("valid"), None).is_ok(), "{list}");
        }
        let gpu = parse("ptx:sm_90").expect("valid");
        for stage in [NOTES, DEVICE_LL, SYCL_MLIR, LOWERED_LL] {
            assert!(check(&gpu, Some(stage)).is_ok(), "{}", stage.name);
        }
        let spirv = stages().into_iter().find(|stage| stage.name == "spirv").expect("a stage");
        let error = check(&gpu, Some(spirv)).expect_err("not of this family");
        assert!(error.to_string().contains("--emit=ptx"), "{error}");
    }

    #[test]
    fn a_family_has_its_own_stages() {
        let error =
            check(&parse("spirv64").expect("valid"), Some(SYCL_MLIR)).expect_err("has none");
        assert!(error.to_string().contains("--emit=spirv"), "{error}");
        let all: Vec<&str> = stages().iter().map(|stage| stage.name).collect();
        assert_eq!(all.first(), Some(&"notes"));
        assert!(all.contains(&"asm") && all.contains(&"spirv"), "{all:?}");
    }

    #[test]
    fn headers_get_the_mask_of_targets() {
        let mask = |list: &str| mask(&parse(list).expect("valid"));
        assert_eq!(mask("cpu,cpu:x86-64-v3"), 1);
        assert_eq!(mask("spirv64"), 2);
        assert_eq!(mask("spirv64,cpu"), 3);
    }

    #[test]
    fn the_architecture_reaches_clang() {
        let found = parse("ptx:sm_90a").expect("valid");
        let flags = found[0].family.device_pass(&found).flags;
        assert!(flags.contains(&"--offload-arch=sm_90a".to_owned()));
    }

    /// Neither families nor their triples. Only the flags of other compilers map their names to names of
    /// families.
    #[test]
    fn nothing_else_names_a_family() {
        const SPELLINGS: &str = "foreign.rs";
        const TRIPLES: [&str; 6] =
            ["\"spir\"", "\"spirv", "\"nvptx", "\"amdgcn", "isSPIR", "isNVPTX"];
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a folder of crates");
        let sources = ["analysis", "bind", "driver", "frontend", "lower", "mux", "optimize"];
        let mut open: Vec<PathBuf> = sources
            .into_iter()
            .chain(["pipeline", "raise", "sycl-dialect"])
            .map(|name| crates.join(name).join("src"))
            .chain([crates.join("../plugin")])
            .collect();
        let names: Vec<String> = FAMILIES
            .iter()
            .map(|family| format!("\"{}", family.name()))
            .chain(TRIPLES.map(str::to_owned))
            .collect();
        let mut files = 0;
        while let Some(path) = open.pop() {
            if path.is_dir() {
                let inside = path.read_dir().expect("readable");
                open.extend(inside.map(|entry| entry.expect("readable").path()));
                continue;
            }
            let extension = path.extension().and_then(|extension| extension.to_str());
            let is_source = extension.is_some_and(|name| ["rs", "cpp", "h"].contains(&name));
            if !is_source || path.ends_with(SPELLINGS) || path.ends_with("tests.rs") {
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("text");
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            files += 1;
            for name in &names {
                assert!(!code.contains(name), "{} contains {name}", path.display());
            }
        }
        assert!(files > 50, "the crates were not found");
    }

    #[test]
    fn families_come_in_one_order() {
        let targets = parse("spirv64,cpu").expect("valid");
        let order: Vec<&str> =
            by_family(&targets).iter().map(|(family, _)| family.name()).collect();
        assert_eq!(order, ["cpu", "spirv64"]);
    }
}
