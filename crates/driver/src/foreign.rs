//! Flags of other SYCL compilers that build systems pass: how they are translated, and which are ignored.

use scythe_pipeline::family::Target;
use scythe_targets::registry;

use crate::error::DriverError;

/// What a flag means here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    /// It requests the default.
    Always,
    /// It has no counterpart.
    Nothing,
    /// It has no counterpart, and neither has the next word.
    NothingWithValue,
    /// The next word is an argument for device passes.
    DevicePass,
    /// The next word is an argument for the back end of a target, and may name an architecture.
    Backend,
    /// It is replaced by another word.
    Word(&'static str),
}

/// Flags by their whole word, or up to and including `=`. The first row that matches counts; [`PREFIXES`] are
/// tried afterwards.
const FLAGS: &[(&str, Meaning)] = &[
    ("-fsycl", Meaning::Always),
    ("-fsycl-unnamed-lambda", Meaning::Always),
    ("-sycl-std=2020", Meaning::Always),
    ("-sycl-std=sycl-2020", Meaning::Always),
    ("--gcc-toolchain=", Meaning::Always),
    ("-qopenmp", Meaning::Word("-fopenmp")),
    ("-fiopenmp", Meaning::Word("-fopenmp")),
    ("-ipo", Meaning::Word("-flto")),
    ("-xHost", Meaning::Word("-march=native")),
    ("-xCORE-AVX2", Meaning::Word("-march=haswell")),
    ("-xCORE-AVX512", Meaning::Word("-march=skylake-avx512")),
    ("-Xs", Meaning::NothingWithValue),
    ("-index-store-path", Meaning::NothingWithValue),
    ("-Xsycl-target-frontend", Meaning::DevicePass),
    ("-Xsycl-target-backend", Meaning::Backend),
    ("-Xsycl-target-linker", Meaning::NothingWithValue),
];

/// Prefixes of flags that control other compilers and their drivers.
const PREFIXES: &[(&str, Meaning)] = &[
    ("-Xsycl-target-frontend=", Meaning::DevicePass),
    ("-Xsycl-target-backend=", Meaning::Backend),
    ("-Xsycl-target-linker=", Meaning::NothingWithValue),
    ("-Xs", Meaning::Nothing),
    ("-sycl-std=", Meaning::Nothing),
    ("-fsycl-", Meaning::Nothing),
    ("-fno-sycl", Meaning::Nothing),
    ("-qmkl", Meaning::Nothing),
    ("-qtbb", Meaning::Nothing),
    ("-qdpl", Meaning::Nothing),
    ("-qipp", Meaning::Nothing),
    ("-qdaal", Meaning::Nothing),
    ("-qactypes", Meaning::Nothing),
    ("-fimf-", Meaning::Nothing),
    ("-qopt-", Meaning::Nothing),
    // Flags for the Intel compiler's messages, and for warnings that clang does not have.
    ("-diag-disable", Meaning::Always),
    ("-Wsycl-", Meaning::Always),
    ("-Wno-sycl-", Meaning::Always),
    ("-Werror=sycl-", Meaning::Always),
    ("-Wno-error=sycl-", Meaning::Always),
    ("--acpp-", Meaning::Nothing),
    ("--hipsycl-", Meaning::Nothing),
    ("--opensycl-", Meaning::Nothing),
];

/// Names of targets in other compilers, and the targets here. `spir64` is any device that takes SPIR-V, the
/// processor included.
const TARGETS: &[(&str, &[&str])] = &[
    ("spir64", &["cpu", "spirv64"]),
    ("spir64-unknown-unknown", &["cpu", "spirv64"]),
    ("spirv64", &["spirv64"]),
    ("spirv64-unknown-unknown", &["spirv64"]),
    ("spir64_gen", &["spirv64"]),
    ("spir64_gen-unknown-unknown", &["spirv64"]),
    ("spir64_x86_64", &["cpu"]),
    ("spir64_x86_64-unknown-unknown", &["cpu"]),
    ("native_cpu", &["cpu"]),
    ("x86_64", &["cpu"]),
    ("x86_64-unknown-linux-gnu", &["cpu"]),
    ("x86_64-pc-linux-gnu", &["cpu"]),
    ("x86_64-linux-gnu", &["cpu"]),
    ("aarch64-unknown-linux-gnu", &["cpu"]),
    ("aarch64-linux-gnu", &["cpu"]),
    ("nvptx64-nvidia-cuda", &["ptx"]),
];

/// Flags that name AdaptiveCpp's targets. Build systems ask whether a compiler is AdaptiveCpp by passing one
/// without a value.
const TARGET_FLAGS: [&str; 3] = ["--acpp-targets", "--hipsycl-targets", "--opensycl-targets"];

/// Back-end arguments that name NVIDIA GPUs.
const ARCHITECTURE_FLAGS: [&str; 3] =
    ["--cuda-gpu-arch=", "--offload-arch=", "--gpu-architecture="];

/// The same for AdaptiveCpp.
const ADAPTIVE_TARGETS: &[(&str, &[&str])] = &[
    ("omp", &["cpu"]),
    ("omp.accelerated", &["cpu"]),
    ("omp.library-only", &["cpu"]),
    ("generic", &["cpu"]),
    ("spirv", &["spirv64"]),
    ("cuda", &["ptx"]),
    ("cuda-nvcxx", &["ptx"]),
];

/// What the command line says in flags of other compilers.
#[derive(Clone, Debug, Default)]
pub struct Foreign {
    /// Arguments for device passes.
    pub device: Vec<String>,
    /// Targets for the architectures named in back-end arguments.
    architectures: Vec<Target>,
    /// Flags that were ignored, each once.
    ignored: Vec<String>,
}

impl Foreign {
    /// Handles a flag of another compiler; its value is the first of the words that follow.
    pub fn take(
        &mut self,
        word: &str,
        words: &mut impl Iterator<Item = String>,
    ) -> Result<bool, DriverError> {
        if let Some(flag) = TARGET_FLAGS.iter().find(|flag| **flag == word) {
            return Err(DriverError::usage(format!(
                "'{flag}' needs a list of targets: {flag}=<target>;<target> (--targets=<list> is the \
                 option of scythe++)"
            )));
        }
        if word == "-fsycl-device-only" || word == "-fsycl-host-only" {
            return Err(DriverError::usage(format!(
                "'{word}' is not available: device code is part of the object; --emit=<stage> shows it"
            )));
        }
        let by_prefix = || PREFIXES.iter().find(|(prefix, _)| word.starts_with(prefix));
        let Some((name, meaning)) = FLAGS.iter().find(|(name, _)| *name == word).or_else(by_prefix)
        else {
            return Ok(word.strip_prefix("-l").is_some_and(is_runtime));
        };
        match meaning {
            Meaning::Always => {}
            Meaning::Nothing if name.ends_with('=') => self.ignore(word),
            Meaning::Nothing if *name == "-Xs" => self.ignore(name),
            Meaning::Nothing => self.ignore(word.split('=').next().unwrap_or(word)),
            Meaning::NothingWithValue => {
                value(word, words)?;
                self.ignore(name.trim_end_matches('='));
            }
            Meaning::DevicePass => {
                let value = value(word, words)?;
                self.device.extend(value.split_whitespace().map(str::to_owned));
            }
            Meaning::Backend => {
                let value = value(word, words)?;
                self.tell_backend(name.trim_end_matches('='), &value)?;
            }
            // [`replaced`] has handled them.
            Meaning::Word(_) => return Ok(false),
        }
        Ok(true)
    }

    /// Extracts architectures from a back-end argument; anything else is ignored.
    fn tell_backend(&mut self, flag: &str, value: &str) -> Result<(), DriverError> {
        for word in value.split_whitespace() {
            let named = ARCHITECTURE_FLAGS.iter().find_map(|flag| word.strip_prefix(flag));
            let Some(name) = named.filter(|name| name.starts_with("sm_")) else {
                self.ignore(flag);
                continue;
            };
            let found = nvidia(name).map_err(|known| {
                DriverError::usage(format!(
                    "unknown architecture '{name}' in {flag} {word} (known: {known})"
                ))
            })?;
            self.architectures.extend(found);
        }
        Ok(())
    }

    /// The targets, where those without an architecture get the ones from back-end arguments.
    pub fn refined(&mut self, targets: Vec<Target>) -> Vec<Target> {
        let given = std::mem::take(&mut self.architectures);
        let Some(family) = given.first().map(|target| target.family) else { return targets };
        let is_unnamed = |target: &Target| {
            target.family == family
                && Some(&target.architecture) == family.architecture(None).as_ref()
        };
        if !targets.iter().any(is_unnamed) {
            self.ignore("-Xsycl-target-backend");
            return targets;
        }
        let mut all: Vec<Target> = Vec::new();
        for target in targets {
            let those = if is_unnamed(&target) { given.clone() } else { vec![target] };
            for target in those {
                if !all.contains(&target) {
                    all.push(target);
                }
            }
        }
        all
    }

    fn ignore(&mut self, flag: &str) {
        if !self.ignored.iter().any(|known| known == flag) {
            self.ignored.push(flag.to_owned());
        }
    }

    /// Warnings about ignored flags.
    pub fn warnings(&self) -> Vec<String> {
        let text = |flag: &String| format!("'{flag}' has no meaning for Scythe and is ignored");
        self.ignored.iter().map(text).collect()
    }
}

pub fn value(flag: &str, words: &mut impl Iterator<Item = String>) -> Result<String, DriverError> {
    words.next().ok_or_else(|| {
        DriverError::usage(format!("argument to '{flag}' is missing (expected 1 value)"))
    })
}

/// Whether it is the name of another implementation's runtime library.
pub fn is_runtime(library: &str) -> bool {
    ["sycl", "acpp-rt", "acpp-common", "hipSYCL-rt"].contains(&library)
}

/// clang's name for a flag of another compiler.
pub fn replaced(word: String) -> String {
    if let Some(model) = word.strip_prefix("-fp-model=") {
        return fp_model(model);
    }
    match FLAGS.iter().find(|(name, _)| *name == word) {
        Some((_, Meaning::Word(other))) => (*other).to_owned(),
        _ => word,
    }
}

/// clang's name for a floating-point model of the Intel compiler.
pub fn fp_model(name: &str) -> String {
    let model = match name {
        "fast=1" => "fast",
        "fast=2" => "aggressive",
        other => other,
    };
    format!("-ffp-model={model}")
}

/// The targets that a flag of another compiler names; none for other flags.
pub fn targets(word: &str) -> Result<Option<Vec<Target>>, DriverError> {
    let value = |flag: &str| word.strip_prefix(flag);
    if let Some(list) = value("-fsycl-targets=") {
        return named("-fsycl-targets", list, list.split(','), sycl_target).map(Some);
    }
    for flag in TARGET_FLAGS {
        if let Some(list) = value(&format!("{flag}=")) {
            let list = list.trim_matches(['"', '\'']);
            let items = list.split(';').filter(|item| !item.is_empty());
            return named(flag, list, items, adaptive_target).map(Some);
        }
    }
    if let Some(list) = value("--offload-arch=") {
        return named("--offload-arch", list, list.split(','), architecture).map(Some);
    }
    Ok(None)
}

/// All targets of a list, each once.
fn named<'l>(
    flag: &str,
    list: &str,
    items: impl Iterator<Item = &'l str>,
    meaning: impl Fn(&str) -> Result<Vec<Target>, String>,
) -> Result<Vec<Target>, DriverError> {
    let mut all: Vec<Target> = Vec::new();
    for item in items {
        let found = meaning(item).map_err(|known| {
            DriverError::usage(format!("unknown target '{item}' in {flag}={list} (known: {known})"))
        })?;
        for target in found {
            if !all.contains(&target) {
                all.push(target);
            }
        }
    }
    if all.is_empty() {
        return Err(DriverError::usage(format!("{flag} names no target")));
    }
    Ok(all)
}

fn ours(names: &[&str]) -> Vec<Target> {
    registry::parse(&names.join(",")).unwrap_or_default()
}

fn find(table: &[(&str, &[&str])], name: &str) -> Option<Vec<Target>> {
    table.iter().find(|(known, _)| *known == name).map(|(_, names)| ours(names))
}

fn list(table: &[(&str, &[&str])], more: &str) -> String {
    let names: Vec<&str> = table.iter().map(|(name, _)| *name).collect();
    format!("{}{more}", names.join(", "))
}

/// The target for NVIDIA GPUs of an architecture; the error lists the known ones.
fn nvidia(architecture: &str) -> Result<Vec<Target>, String> {
    registry::parse(&format!("ptx:{architecture}")).map_err(|_| {
        let known = registry::family("ptx").and_then(|family| family.known_architectures());
        known.unwrap_or_default()
    })
}

fn sycl_target(item: &str) -> Result<Vec<Target>, String> {
    if let Some(architecture) = item.strip_prefix("nvidia_gpu_") {
        return nvidia(architecture)
            .map_err(|known| format!("nvidia_gpu_<architecture> with {known}"));
    }
    if item.starts_with("intel_gpu_") {
        return Ok(ours(&["spirv64"]));
    }
    find(TARGETS, item).ok_or_else(|| list(TARGETS, ", nvidia_gpu_sm_<number>, intel_gpu_<name>"))
}

fn adaptive_target(item: &str) -> Result<Vec<Target>, String> {
    if let Some(architectures) = item.strip_prefix("cuda:") {
        let mut all = Vec::new();
        for architecture in architectures.split(',') {
            all.extend(nvidia(architecture).map_err(|known| format!("cuda: with {known}"))?);
        }
        return Ok(all);
    }
    let kind = item.split(':').next().unwrap_or(item);
    find(ADAPTIVE_TARGETS, kind).ok_or_else(|| list(ADAPTIVE_TARGETS, ", cuda:sm_<number>"))
}

/// The target for a processor, by clang's name for it.
fn architecture(item: &str) -> Result<Vec<Target>, String> {
    if item.starts_with("sm_") {
        nvidia(item)
    } else if item.starts_with("gfx") || item.is_empty() {
        Err("native, names of processors as -march takes them, sm_<number>".to_owned())
    } else {
        Ok(ours(&[&format!("cpu:{item}")]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(line: &str) -> (Foreign, Vec<String>) {
        let mut foreign = Foreign::default();
        let mut rest = Vec::new();
        let mut words = line.split_whitespace().map(str::to_owned);
        while let Some(word) = words.next() {
            if !foreign.take(&word, &mut words).expect("valid") {
                rest.push(word);
            }
        }
        (foreign, rest)
    }

    #[test]
    fn what_is_ignored_is_said_once() {
        let (foreign, rest) = take(
            "-fsycl -O2 -Xs -opt -Xs -other -Xsfast -fsycl-device-code-split=per_kernel \
             -fsycl-device-code-split=off -Xsycl-target-backend=spir64_gen -device -sycl-std=2020 \
             -Xsycl-target-backend -device -fno-sycl-rdc -lsycl -Xshade",
        );
        assert_eq!(rest, ["-O2"]);
        assert_eq!(
            foreign.ignored,
            ["-Xs", "-fsycl-device-code-split", "-Xsycl-target-backend", "-fno-sycl-rdc"]
        );
        assert_eq!(foreign.warnings()[0], "'-Xs' has no meaning for Scythe and is ignored");
        assert!(Foreign::default().take("-Xs", &mut std::iter::empty()).is_err());
        assert!(Foreign::default().take("-fsycl-device-only", &mut std::iter::empty()).is_err());
    }

    #[test]
    fn words_for_the_device_pass_get_there() {
        let (foreign, rest) =
            take("-Xsycl-target-frontend -DA=1 -Xsycl-target-frontend=spir64 -DB");
        assert_eq!((foreign.device.join(" ").as_str(), rest.len()), ("-DA=1 -DB", 0));
        assert!(foreign.warnings().is_empty());
    }

    #[test]
    fn targets_of_others() {
        let names = |word: &str| {
            let found = targets(word).expect("known").expect("names targets");
            found.iter().map(Target::name).collect::<Vec<_>>().join(",")
        };
        assert_eq!(names("-fsycl-targets=spir64"), "cpu:native,spirv64");
        assert_eq!(names("-fsycl-targets=native_cpu,spir64_x86_64"), "cpu:native");
        assert_eq!(
            names("-fsycl-targets=nvptx64-nvidia-cuda,nvidia_gpu_sm_90"),
            "ptx:sm_75,ptx:sm_90"
        );
        assert_eq!(names("--acpp-targets=omp;cuda:sm_75,sm_80"), "cpu:native,ptx:sm_75,ptx:sm_80");
        assert_eq!(names("--offload-arch=sm_90,sm_120"), "ptx:sm_90,ptx:sm_120");
        assert_eq!(names("--hipsycl-targets='generic'"), "cpu:native");
        assert_eq!(names("--offload-arch=x86-64-v3"), "cpu:x86-64-v3");
        for wrong in [
            "-fsycl-targets=amdgcn-amd-amdhsa",
            "--acpp-targets=hip:gfx900",
            "--acpp-targets=",
            "--offload-arch=gfx90a",
            "-fsycl-targets=",
        ] {
            assert!(targets(wrong).is_err(), "{wrong}");
        }
        assert_eq!(targets("-O2").expect("no target"), None);
    }

    #[test]
    fn unknown_architectures_are_answered_with_the_known_ones() {
        for wrong in [
            "-fsycl-targets=nvidia_gpu_sm_70",
            "--acpp-targets=cuda:sm_80,sm_70",
            "--offload-arch=sm_999",
        ] {
            let error = targets(wrong).expect_err("not known").text();
            assert!(error.contains("unknown target") && error.contains("sm_75, sm_80"), "{error}");
        }
        let mut words = ["--cuda-gpu-arch=sm_70".to_owned()].into_iter();
        let error = Foreign::default().take("-Xsycl-target-backend", &mut words);
        let error = error.expect_err("not known").text();
        assert!(error.contains("'sm_70'") && error.contains("sm_75, sm_80"), "{error}");
    }

    #[test]
    fn back_ends_are_told_architectures() {
        let refined = |line: &str, targets: &str| {
            let (mut foreign, _) = take(line);
            let targets = foreign.refined(registry::parse(targets).expect("valid"));
            let names: Vec<String> = targets.iter().map(Target::name).collect();
            (names.join(","), foreign.warnings().len())
        };
        let two = "-Xsycl-target-backend --cuda-gpu-arch=sm_90 \
                   -Xsycl-target-backend=nvptx64-nvidia-cuda --offload-arch=sm_120";
        assert_eq!(refined(two, "cpu,ptx"), ("cpu:native,ptx:sm_90,ptx:sm_120".to_owned(), 0));
        assert_eq!(refined(two, "ptx:sm_80"), ("ptx:sm_80".to_owned(), 1));
        assert_eq!(refined(two, "cpu"), ("cpu:native".to_owned(), 1));
        assert_eq!(refined("-Xsycl-target-backend -O3", "ptx"), ("ptx:sm_75".to_owned(), 1));
    }

    #[test]
    fn other_words_for_the_same() {
        assert_eq!(replaced("-qopenmp".to_owned()), "-fopenmp");
        assert_eq!(replaced("-fp-model=fast".to_owned()), "-ffp-model=fast");
        assert_eq!(replaced("-xHost".to_owned()), "-march=native");
        assert_eq!(replaced("-O2".to_owned()), "-O2");
    }
}
