//! In which configurations a program is compiled, and where each of them runs.
//!
//! By default, that is at `-O2` for all devices of the machine in one compilation, and in the configurations
//! of the program's `also` directive, for the CPU. The full matrix (`cargo xtask test --full`) has all of
//! them for every device, and adds the pipeline without MLIR for every program and `-O0` for those without
//! `opt`. It also defines `SCYTHE_TEST_FULL`, with which programs about many types try all of them instead
//! of some.
//!
//! `cargo xtask test --checked` has one configuration instead: with `-fscythe-check`, for the CPU. A program
//! with reports fails.
//!
//! The build at `-O2`, or the first one otherwise, also has code for NVIDIA GPUs, with or without such a
//! device: NVIDIA's assembler checks it. Programs with `plain_kernels` have it only in the full matrix, with
//! `--device cuda`, and where there is such a device.

use crate::devices::Device;
use crate::setting::Setting;

use super::Directives;

/// The backend whose code is assembled.
pub const NVIDIA: &str = "cuda";

/// The default flags.
pub const OPTIMIZED: &str = "-O2";

/// Disables MLIR.
const WITHOUT_MLIR: &str = "-fno-scythe-mlir";

/// The flags for checked programs.
const CHECKED: &str = "-O1 -fno-scythe-mlir -fscythe-check";

/// Programs about faults that checks would report.
const FAULTY: &[&str] = &[
    "assert_fails",
    "barrier_loop_race",
    "divergent_barrier",
    "lockstep",
    "null_pointer",
    "ported_programs",
    "usm_free_in_use",
];

/// A configuration in which a program is compiled, and where the result runs.
#[derive(Debug, PartialEq, Eq)]
pub struct Build {
    /// Flags, the optimisation level first.
    pub opt: String,
    /// The option `--targets`, if it differs from the compiler's default.
    pub targets: Option<String>,
    /// The devices for the result, including those on which the program cannot run.
    pub devices: Vec<Device>,
    /// Whether its PTX is assembled.
    pub assembled: bool,
}

impl Build {
    /// Compiles for those of the devices on which the program can run.
    pub fn new(opt: &str, devices: Vec<Device>, directives: &Directives) -> Self {
        Self {
            opt: opt.to_owned(),
            targets: targets(&devices, directives),
            devices,
            assembled: false,
        }
    }

    /// The same with code for NVIDIA GPUs, which is assembled.
    fn with_assembly(self, directives: &Directives) -> Self {
        let mut all = self.devices.clone();
        if !all.iter().any(|device| device.backend == NVIDIA) {
            all.push(Device::present(NVIDIA));
        }
        Self { targets: targets(&all, directives), assembled: true, ..self }
    }
}

/// The option `--targets` for those of the devices on which the program can run.
fn targets(devices: &[Device], directives: &Directives) -> Option<String> {
    let mut names: Vec<&str> = devices
        .iter()
        .filter(|device| !directives.skip_device.contains_key(&device.backend))
        .map(Device::target)
        .collect();
    names.dedup();
    let default = names.is_empty() || names == ["cpu"];
    (!default).then(|| format!("--targets={}", names.join(",")))
}

/// The configurations of a program.
pub fn builds(setting: &Setting, name: &str, directives: &Directives) -> Vec<Build> {
    // A program that names targets has code for these only.
    let usable = |device: &&Device| {
        device.absent.is_none() && (device.is_cpu() || !directives.names_targets())
    };
    let devices: Vec<Device> = setting.devices.iter().filter(usable).cloned().collect();
    let build = |opt: &str, devices: Vec<Device>| Build::new(opt, devices, directives);
    if setting.checked {
        let faulty = FAULTY.iter().any(|faulty| name.contains(faulty));
        let cpu: Vec<Device> = devices.into_iter().filter(Device::is_cpu).collect();
        return if faulty { Vec::new() } else { vec![build(CHECKED, cpu)] };
    }
    let mut builds = Vec::new();
    let levels = directives.levels();
    let assembled = levels.iter().position(|opt| opt == OPTIMIZED).unwrap_or(0);
    let wants_assembly = match setting.only.as_deref() {
        None => setting.full || !directives.plain_kernels,
        Some(only) => only == NVIDIA,
    };
    for (number, opt) in levels.iter().enumerate() {
        for devices in compiled_together(name, opt, &devices) {
            builds.push(build(opt, devices));
        }
        if number == assembled && wants_assembly && !directives.names_targets() {
            let last = builds.pop().map(|last: Build| last.with_assembly(directives));
            builds.extend(last);
        }
    }
    for opt in extra_options(setting.full, directives) {
        let cpu_only = !setting.full && setting.only.is_none();
        let chosen = devices.iter().filter(|device| device.is_cpu() || !cpu_only);
        builds.push(build(&opt, chosen.cloned().collect()));
    }
    builds.retain(|build| build.assembled || !build.devices.is_empty());
    builds
}

/// The configurations beyond those of `opt`, each once.
pub fn extra_options(full: bool, directives: &Directives) -> Vec<String> {
    let levels = directives.levels();
    let mut extra = directives.also.clone();
    if full {
        extra.extend(directives.opt.is_none().then(|| "-O0".to_owned()));
        // There is no MLIR at `-O0`.
        let through_mlir =
            levels.iter().filter(|opt| !opt.contains("-O0") && !opt.contains(WITHOUT_MLIR));
        extra.extend(through_mlir.map(|opt| format!("{opt} {WITHOUT_MLIR}")));
    }
    let mut unique: Vec<String> = Vec::new();
    for opt in extra {
        if !levels.contains(&opt) && !unique.contains(&opt) {
            unique.push(opt);
        }
    }
    unique
}

/// The devices, grouped by compilation. Code for other devices prevents some optimisations for the CPU, which
/// programs about facts from host code test.
fn compiled_together(name: &str, opt: &str, devices: &[Device]) -> Vec<Vec<Device>> {
    let about_host_facts = name.contains("/hostdev_") && !opt.contains("-O0");
    if !about_host_facts {
        return vec![devices.to_vec()];
    }
    let (cpu, others): (Vec<_>, Vec<_>) = devices.iter().cloned().partition(Device::is_cpu);
    vec![cpu, others]
}
