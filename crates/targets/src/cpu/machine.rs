//! Processors to compile for.

use std::fmt;

use scythe_llvm::inkwell::attributes::AttributeLoc;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::targets::TargetMachine;
use scythe_llvm::{MachineError, machine, native_cpu, set_attribute};
use scythe_pipeline::PipelineError;
use scythe_pipeline::device_section::Processor;

/// The `march` of the processor that the compiler runs on.
pub const NATIVE: &str = "native";

/// A processor as the user named it, with what clang knows about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cpu {
    /// The text after `cpu:` in `--targets`; [`NATIVE`] if there is none.
    pub march: String,
    /// LLVM's name of the processor.
    pub cpu: String,
    /// LLVM's feature string, `+avx2,-sse4a`.
    pub features: String,
}

/// A processor that cannot be compiled for.
#[derive(Debug)]
pub struct CpuError(MachineError);

impl fmt::Display for CpuError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot compile for this processor: {}", self.0)
    }
}

impl std::error::Error for CpuError {}

impl From<CpuError> for PipelineError {
    fn from(error: CpuError) -> Self {
        Self::Request(error.to_string())
    }
}

impl Cpu {
    /// A processor from the attributes that clang writes into functions.
    #[must_use]
    pub fn new(march: &str, cpu: &str, features: &str) -> Self {
        let cpu = if cpu == NATIVE { native_cpu() } else { cpu.to_owned() };
        Self { march: march.to_owned(), cpu, features: features.to_owned() }
    }

    /// The processor in the format of device link manifests.
    #[must_use]
    pub fn to_manifest(&self) -> Processor {
        let Self { march, cpu, features } = self.clone();
        Processor { name: march, cpu, features }
    }

    /// The processor of a manifest.
    #[must_use]
    pub fn of_manifest(processor: &Processor) -> Self {
        Self::new(&processor.name, &processor.cpu, &processor.features)
    }

    /// The features that code for this processor needs, as the runtime checks them: names without
    /// signs, disabled ones left out.
    #[must_use]
    pub fn required_features(&self) -> String {
        let wanted: Vec<&str> =
            self.features.split(',').filter_map(|feature| feature.strip_prefix('+')).collect();
        wanted.join(",")
    }

    /// LLVM's machine for the triple.
    ///
    /// # Errors
    /// When LLVM does not know the triple.
    pub fn machine(&self, triple: &str) -> Result<TargetMachine, CpuError> {
        machine(triple, &self.cpu, &self.features, true).map_err(CpuError)
    }

    /// Retargets every function of a device module to this processor, whatever the target of clang's device
    /// pass was.
    pub fn retarget(&self, module: &Module<'_>) {
        for function in module.get_functions().filter(|f| f.get_intrinsic_id() == 0) {
            set_attribute(module, function, "target-cpu", &self.cpu);
            set_attribute(module, function, "target-features", &self.features);
            function.remove_string_attribute(AttributeLoc::Function, "tune-cpu");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Cpu;

    #[test]
    fn required_features_leave_out_disabled_ones() {
        let cpu = Cpu::new("x", "x86-64", "+avx2,-sse4a,+fma");
        assert_eq!(cpu.required_features(), "avx2,fma");
    }

    #[test]
    fn no_features_means_nothing_is_required() {
        assert_eq!(Cpu::new("x", "x86-64", "").required_features(), "");
    }
}
