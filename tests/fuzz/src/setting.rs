//! Settings for compiling a kernel.

use std::fmt;
use std::str::FromStr;

use fastrand::Rng;
use scythe_pipeline::Effort;
use serde::{Deserialize, Serialize};

/// One way to compile a kernel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setting {
    /// Whether the pipeline optimises.
    pub optimize: bool,
    /// Whether functions have clang's attributes of `-O0`.
    pub optnone: bool,
    /// LLVM passes before the pipeline: clang may have optimised already.
    pub before: String,
    /// LLVM's name of the processor.
    pub cpu: String,
    /// Whether it is compiled with MLIR, if the pipeline optimises.
    #[serde(default)]
    pub mlir: bool,
    /// Threads that run work-groups at the same time, on the CPU.
    #[serde(default)]
    pub threads: u32,
    /// The device.
    #[serde(default)]
    pub device: Device,
}

/// A device that runs kernels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Device {
    /// This process.
    #[default]
    Cpu,
    /// An OpenCL driver that accepts SPIR-V.
    OpenCl,
}

impl FromStr for Device {
    type Err = UnknownDevice;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        match name {
            "cpu" => Ok(Self::Cpu),
            "opencl" => Ok(Self::OpenCl),
            _ => Err(UnknownDevice(name.to_owned())),
        }
    }
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cpu => "cpu",
            Self::OpenCl => "opencl",
        })
    }
}

/// A name that no device has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownDevice(pub String);

impl fmt::Display for UnknownDevice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no device '{}'; there are cpu and opencl", self.0)
    }
}

impl std::error::Error for UnknownDevice {}

impl Setting {
    /// The pipeline's effort.
    #[must_use]
    pub fn effort(&self) -> Effort {
        if self.optimize { Effort::Full } else { Effort::None }
    }

    /// The settings for one kernel: always a plain one and an optimised one, and a random third one.
    #[must_use]
    pub fn sample(rng: &mut Rng) -> Vec<Self> {
        let cpus = processors();
        let cpu = |rng: &mut Rng| rng.choice(&cpus).map_or_else(String::new, Clone::clone);
        let plain = Self {
            optimize: false,
            optnone: rng.bool(),
            before: String::new(),
            cpu: cpus.first().cloned().unwrap_or_default(),
            mlir: false,
            threads: 1,
            device: Device::Cpu,
        };
        let mlir = rng.bool();
        let full = Self { optimize: true, optnone: false, cpu: cpu(rng), mlir, ..plain.clone() };
        let before = rng.choice(BEFORE).map_or("", |passes| passes).to_owned();
        let (optimize, cpu, threads) = (rng.bool(), cpu(rng), rng.u32(1..4));
        let any = Self { optimize, before, cpu, mlir: !mlir, threads, ..full.clone() };
        vec![plain, full, any]
    }

    /// The settings for one kernel on an OpenCL driver: as clang writes it at `-O0` or above, and after some
    /// of LLVM's passes.
    #[must_use]
    pub fn sample_opencl(rng: &mut Rng) -> Vec<Self> {
        let plain = Self {
            optimize: true,
            optnone: rng.bool(),
            before: String::new(),
            cpu: String::new(),
            mlir: false,
            threads: 1,
            device: Device::OpenCl,
        };
        let before = rng.choice(BEFORE).map_or("", |passes| passes).to_owned();
        vec![plain.clone(), Self { optnone: false, before, ..plain }]
    }
}

/// LLVM passes that vary the input of the pipeline.
const BEFORE: &[&str] = &[
    "default<O1>",
    "default<O2>",
    "function(mem2reg)",
    "function(sroa,instcombine<no-verify-fixpoint>,simplifycfg)",
    "function(sroa,gvn,simplifycfg,loop-simplify,lcssa,loop(loop-rotate),jump-threading)",
    "function(sroa,reg2mem)",
    "cgscc(inline),function(sroa,early-cse,lower-switch)",
];

/// Processors whose code this machine can run, the oldest first.
#[must_use]
pub fn processors() -> Vec<String> {
    #[cfg(target_arch = "x86_64")]
    {
        let mut found = vec!["x86-64".to_owned()];
        if std::is_x86_feature_detected!("avx2")
            && std::is_x86_feature_detected!("fma")
            && std::is_x86_feature_detected!("bmi2")
        {
            found.push("x86-64-v3".to_owned());
        }
        if std::is_x86_feature_detected!("avx512f")
            && std::is_x86_feature_detected!("avx512bw")
            && std::is_x86_feature_detected!("avx512vl")
            && std::is_x86_feature_detected!("avx512dq")
            && std::is_x86_feature_detected!("avx512cd")
        {
            found.push("x86-64-v4".to_owned());
        }
        found
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        vec![scythe_llvm::native_cpu()]
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.device, self.optimize) {
            (Device::Cpu, true) => write!(f, "effort full, {}", self.cpu)?,
            (Device::Cpu, false) => write!(f, "effort none, {}", self.cpu)?,
            (Device::OpenCl, _) => write!(f, "SPIR-V, OpenCL")?,
        }
        if self.threads > 1 {
            write!(f, ", {} threads", self.threads)?;
        }
        if self.optnone {
            write!(f, ", optnone")?;
        }
        if self.optimize && self.mlir {
            write!(f, ", through MLIR")?;
        }
        if !self.before.is_empty() {
            write!(f, ", after {}", self.before)?;
        }
        Ok(())
    }
}

/// What a generated kernel may contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// Work-group barriers and shared memory.
    pub barriers: bool,
    /// Sub-group queries, barriers and operations.
    pub collectives: bool,
    /// Sub-group queries, barriers and operations.
    pub sub_groups: bool,
    /// Linear ids and similar queries.
    pub linear_ids: bool,
    /// Fences.
    pub fences: bool,
    /// Atomic counters.
    pub atomics: bool,
    /// Helper functions.
    pub helpers: bool,
    /// Short vectors.
    pub vectors: bool,
    /// A stated work-group size.
    pub stated_sizes: bool,
    /// Arguments that work-items change.
    pub mutable: bool,
    /// Loops with two entries.
    pub irreducible: bool,
    /// Half precision.
    pub half: bool,
    /// Group operations for the work-items of a sub-group that reach them.
    pub divergent: bool,
    /// Kernels with two arguments.
    pub separate: bool,
}

impl Features {
    /// Everything.
    pub const ALL: Self = Self {
        barriers: true,
        collectives: true,
        sub_groups: true,
        linear_ids: true,
        fences: true,
        atomics: true,
        helpers: true,
        vectors: true,
        stated_sizes: true,
        mutable: true,
        irreducible: true,
        half: true,
        divergent: true,
        separate: true,
    };

    /// Everything but the named features.
    ///
    /// # Errors
    /// When there is no feature of a name.
    pub fn without<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Self, UnknownFeature> {
        let mut features = Self::ALL;
        for name in names {
            *features.by_name(name).ok_or_else(|| UnknownFeature(name.to_owned()))? = false;
        }
        Ok(features)
    }

    /// The names of features, for messages.
    pub const NAMES: &str = "barriers, collectives, subgroups, linear-ids, fences, atomics, helpers, \
                             vectors, stated-sizes, mutable, irreducible, half, divergent, separate";

    fn by_name(&mut self, name: &str) -> Option<&mut bool> {
        Some(match name {
            "barriers" => &mut self.barriers,
            "collectives" => &mut self.collectives,
            "subgroups" => &mut self.sub_groups,
            "linear-ids" => &mut self.linear_ids,
            "fences" => &mut self.fences,
            "atomics" => &mut self.atomics,
            "helpers" => &mut self.helpers,
            "vectors" => &mut self.vectors,
            "stated-sizes" => &mut self.stated_sizes,
            "mutable" => &mut self.mutable,
            "irreducible" => &mut self.irreducible,
            "half" => &mut self.half,
            "divergent" => &mut self.divergent,
            "separate" => &mut self.separate,
            _ => return None,
        })
    }
}

/// A name that no feature has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownFeature(pub String);

impl fmt::Display for UnknownFeature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no feature '{}'; there are {}", self.0, Features::NAMES)
    }
}

impl std::error::Error for UnknownFeature {}

impl FromStr for Features {
    type Err = UnknownFeature;

    fn from_str(names: &str) -> Result<Self, Self::Err> {
        Self::without(names.split(',').map(str::trim).filter(|name| !name.is_empty()))
    }
}
