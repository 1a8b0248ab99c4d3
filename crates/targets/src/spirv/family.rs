//! The family `spirv64`.

use scythe_image::TargetKind;
use scythe_llvm::inkwell::module::Module;
use scythe_pipeline::PipelineError;
use scythe_pipeline::device_link::LinkJob;
use scythe_pipeline::family::{
    DeviceFile, DevicePass, Family, FamilyCode, FamilyCompiler, Spelling, Target,
};
use scythe_pipeline::stage::{DEVICE_LL, HOST_MLIR, LOWERED_LL, MUX_LL, NOTES, PASSES, Stage};
use scythe_pipeline::unit::{Compiled, Unit};

use super::extensions::FLAG;
use super::unit::{self, SPIRV};
use super::{Extensions, NAME};
use crate::clang::{OFFLOAD, WITHOUT_OPENMP};

/// Devices that accept SPIR-V with 64-bit addresses.
#[derive(Clone, Copy, Debug)]
pub struct SpirvFamily;

impl Family for SpirvFamily {
    fn name(&self) -> &'static str {
        NAME
    }

    fn spellings(&self) -> &'static [Spelling] {
        &[Spelling { text: NAME, summary: &["SPIR-V, for OpenCL devices"] }]
    }

    fn architecture(&self, named: Option<&str>) -> Option<String> {
        named.is_none().then(String::new)
    }

    /// The output is text: clang calls `__cxa_atexit`, where host code got into device code, with types that
    /// differ from those of the function, and bitcode cannot represent such a call.
    fn device_pass(&self, _targets: &[Target]) -> DevicePass {
        let mut flags = OFFLOAD.map(str::to_owned).to_vec();
        flags.extend(
            [
                "--offload-targets=spirv64-unknown-unknown",
                "-fno-math-errno",
                "-fplugin-arg-scythe-assembly=no",
            ]
            .map(str::to_owned),
        );
        DevicePass {
            flags,
            defaults: &[],
            wants_host_triple: false,
            openmp: WITHOUT_OPENMP,
            output: DeviceFile::Text,
        }
    }

    fn stages(&self) -> &'static [Stage] {
        &[NOTES, DEVICE_LL, HOST_MLIR, LOWERED_LL, PASSES, MUX_LL, SPIRV]
    }

    fn compiler(&self) -> Option<&dyn FamilyCompiler> {
        Some(self)
    }

    fn check_flag(&self, word: &str) -> Result<bool, PipelineError> {
        let Some(list) = word.strip_prefix(FLAG) else { return Ok(false) };
        let wrong = |e| PipelineError::Request(format!("in {word}: {e}"));
        Extensions::default().change(list).map(|()| true).map_err(wrong)
    }

    fn flags_help(&self) -> String {
        "  -fscythe-spirv-ext=<list>
                          Extensions of SPIR-V that modules may use, separated by commas: +SPV_<name>,
                          -SPV_<name>, all, none (the default: what all known drivers take)
"
        .to_owned()
    }
}

impl FamilyCompiler for SpirvFamily {
    fn kind(&self) -> TargetKind {
        TargetKind::Spirv64
    }

    /// Drivers see the arguments.
    fn needs_planned_arguments(&self) -> bool {
        true
    }

    fn compile<'c>(
        &self,
        unit: &Unit<'_, 'c>,
        code: FamilyCode<'_, 'c>,
        compiled: &mut Compiled<'c>,
    ) -> Result<(), PipelineError> {
        unit::compile(unit, code, compiled)
    }

    fn link<'c>(&self, job: &LinkJob<'_, 'c>) -> Result<Module<'c>, PipelineError> {
        unit::link(job)
    }
}
