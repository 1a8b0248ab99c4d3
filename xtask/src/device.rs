//! The devices that run programs.

use std::process::Command;

use anyhow::Result;
use clap::ValueEnum;

use crate::opencl::Implementations;

/// A kind of device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Device {
    /// The host's processors, native code
    #[default]
    Cpu,
    /// The first OpenCL device that takes SPIR-V
    Opencl,
    /// The first NVIDIA GPU
    Cuda,
}

impl Device {
    /// Its name in `SCYTHE_DEVICES`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cpu => "cpu",
            Self::Opencl => "opencl",
            Self::Cuda => "cuda",
        }
    }

    /// The device with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::value_variants().iter().copied().find(|device| device.name() == name)
    }

    /// The targets for `--targets` to run there.
    pub fn targets(self) -> &'static str {
        match self {
            Self::Cpu => "cpu",
            Self::Opencl => "spirv64",
            Self::Cuda => "ptx",
        }
    }

    /// Makes a program use that device only.
    pub fn select(self, program: &mut Command) -> Result<()> {
        if self == Self::Opencl {
            Implementations::ensure()?.show(program);
        }
        program.env("SCYTHE_DEVICES", self.name());
        Ok(())
    }
}
