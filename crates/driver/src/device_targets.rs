//! `--targets=`: what device code is compiled for.

use scythe_pipeline::Stage;

use crate::error::DriverError;

/// The oldest architecture that current CUDA still knows.
const OLDEST_PTX: &str = "sm_75";
/// The newest version of PTX that clang-22 writes; it covers all architectures.
const PTX_VERSION: &str = "--cuda-feature=+ptx88";

/// Kinds of targets. The targets of one share a device pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// The processor that the host code runs on.
    Cpu,
    /// NVIDIA GPUs.
    Ptx,
    /// Whatever takes SPIR-V with 64-bit addresses.
    Spirv64,
}

impl Family {
    /// What is put before the names of files that the device pass leaves behind.
    pub fn file(self, suffix: &str) -> String {
        match self {
            Self::Cpu => format!("device{suffix}"),
            Self::Ptx => format!("device-ptx{suffix}"),
            Self::Spirv64 => format!("device-spirv64{suffix}"),
        }
    }

    /// The file in which the device pass leaves code, and the flag that has it do so.
    ///
    /// For SPIR-V that is text: clang calls `__cxa_atexit`, where host code got into device code, with types
    /// that differ from those of the function, and there is no bitcode for such a call.
    pub fn code(self) -> (String, &'static str) {
        match self {
            Self::Cpu | Self::Ptx => (self.file(".bc"), "-c"),
            Self::Spirv64 => (self.file(".ll"), "-S"),
        }
    }
}

/// The families of a list of targets, with their targets, in the order in which they are first named.
pub fn families(targets: &[DeviceTarget]) -> Vec<(Family, Vec<DeviceTarget>)> {
    let mut found: Vec<(Family, Vec<DeviceTarget>)> = Vec::new();
    for target in targets {
        match found.iter_mut().find(|(family, _)| *family == target.family) {
            Some((_, members)) => members.push(target.clone()),
            None => found.push((target.family, vec![target.clone()])),
        }
    }
    found
}

/// One target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceTarget {
    /// What kind it is.
    pub family: Family,
    /// The processor: a name that clang's `-march` or `--offload-arch` takes. SPIR-V has none.
    pub march: String,
}

impl DeviceTarget {
    /// The CPU, for the given processor.
    pub fn cpu(march: &str) -> Self {
        Self { family: Family::Cpu, march: march.to_owned() }
    }

    /// The flags that make a run of clang this target's device pass.
    pub fn pass_flags(&self) -> Vec<String> {
        // Code for the CPU is the host's own, so clang's offload driver, which has opinions about
        // other flags, is left out. The others need it to find the host's standard headers.
        const OFFLOAD: &str = "-fsycl --offload-device-only --offload-targets=";
        let flags = match self.family {
            Family::Cpu => "-Xclang -fsycl-is-device -Xclang -aux-triple -Xclang \
                            x86_64-pc-linux-gnu -fno-math-errno"
                .to_owned(),
            Family::Ptx => format!(
                "{OFFLOAD}nvptx64-nvidia-cuda -nogpulib --offload-arch={} {PTX_VERSION}",
                self.march
            ),
            Family::Spirv64 => format!("{OFFLOAD}spirv64-unknown-unknown -fno-math-errno"),
        };
        flags.split_whitespace().map(str::to_owned).collect()
    }

    /// As `--targets` takes it.
    pub fn name(&self) -> String {
        match self.family {
            Family::Cpu => format!("cpu:{}", self.march),
            Family::Ptx => format!("ptx:{}", self.march),
            Family::Spirv64 => "spirv64".to_owned(),
        }
    }
}

/// Tells the headers which targets the unit has code for, as device selectors want to know; without it they
/// take the CPU for granted.
pub fn macro_flag(targets: &[DeviceTarget]) -> Option<String> {
    let bit = |target: &DeviceTarget| match target.family {
        Family::Cpu => 1,
        Family::Spirv64 => 2,
        // No device of the runtime takes it.
        Family::Ptx => 0,
    };
    let mask = targets.iter().fold(0u32, |all, target| all | bit(target));
    (mask != 1).then(|| format!("-D__SCYTHE_TARGETS__={mask}"))
}

/// Stops where there is no road for a target yet. `stage` is what is to be shown, if that is all.
pub fn check_roads(targets: &[DeviceTarget], stage: Option<Stage>) -> Result<(), DriverError> {
    let clang_is_enough = matches!(stage, Some(Stage::Notes | Stage::DeviceLl));
    match targets.iter().find(|target| target.family == Family::Ptx) {
        Some(target) if !clang_is_enough => Err(DriverError::usage(format!(
            "code for target '{}' is not available in this version (available: cpu, cpu:<march>, \
             spirv64); --emit={} and --emit={} show what clang makes of it",
            target.name(),
            Stage::Notes.name(),
            Stage::DeviceLl.name()
        ))),
        _ => Ok(()),
    }
}

/// Understands the value of `--targets`.
pub fn parse(list: &str) -> Result<Vec<DeviceTarget>, DriverError> {
    let mut targets: Vec<DeviceTarget> = Vec::new();
    for item in list.split(',') {
        let (kind, detail) = item.split_once(':').map_or((item, None), |(k, d)| (k, Some(d)));
        let target = match (kind, detail) {
            ("cpu", None) => DeviceTarget::cpu(scythe_targets::cpu::NATIVE),
            ("cpu", Some(march)) if !march.is_empty() => DeviceTarget::cpu(march),
            ("ptx", None) => DeviceTarget { family: Family::Ptx, march: OLDEST_PTX.to_owned() },
            ("ptx", Some(arch)) if arch.starts_with("sm_") => {
                DeviceTarget { family: Family::Ptx, march: arch.to_owned() }
            }
            ("spirv64", None) => DeviceTarget { family: Family::Spirv64, march: String::new() },
            _ => {
                return Err(DriverError::usage(format!(
                    "unknown target '{item}' in --targets={list} (known: cpu, cpu:<march>, ptx, \
                     ptx:sm_<number>, spirv64)"
                )));
            }
        };
        if !targets.contains(&target) {
            targets.push(target);
        }
    }
    Ok(targets)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_processors() {
        let found = parse("cpu:x86-64-v2,cpu:x86-64-v4,cpu:x86-64-v2").expect("valid");
        assert_eq!(found, [DeviceTarget::cpu("x86-64-v2"), DeviceTarget::cpu("x86-64-v4")]);
        assert_eq!(parse("cpu").expect("valid"), [DeviceTarget::cpu("native")]);
    }

    #[test]
    fn what_is_wrong_is_named() {
        for wrong in ["", "gpu", "cpu:", "cpu,,cpu", "ptx:", "ptx:90", "spirv64:", "spirv"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn targets_without_a_road_can_only_be_shown() {
        let found = parse("ptx:sm_90,ptx").expect("valid");
        let names: Vec<String> = found.iter().map(DeviceTarget::name).collect();
        assert_eq!(names, ["ptx:sm_90", "ptx:sm_75"]);
        for target in &found {
            let one = std::slice::from_ref(target);
            assert!(check_roads(one, Some(Stage::Notes)).is_ok());
            assert!(check_roads(one, Some(Stage::DeviceLl)).is_ok());
            assert!(check_roads(one, Some(Stage::LoweredLl)).is_err());
            assert!(check_roads(one, None).is_err());
        }
        assert!(check_roads(&parse("cpu").expect("valid"), None).is_ok());
        assert!(check_roads(&parse("cpu,spirv64").expect("valid"), None).is_ok());
        assert!(check_roads(&parse("cpu,ptx").expect("valid"), None).is_err());
    }

    #[test]
    fn headers_know_what_there_is_code_for() {
        let flag = |list: &str| macro_flag(&parse(list).expect("valid"));
        assert_eq!(flag("cpu,cpu:x86-64-v3"), None);
        assert_eq!(flag("spirv64").as_deref(), Some("-D__SCYTHE_TARGETS__=2"));
        assert_eq!(flag("cpu,spirv64").as_deref(), Some("-D__SCYTHE_TARGETS__=3"));
    }

    #[test]
    fn the_architecture_reaches_clang() {
        let found = parse("ptx:sm_90a").expect("valid");
        assert!(found[0].pass_flags().contains(&"--offload-arch=sm_90a".to_owned()));
    }
}
