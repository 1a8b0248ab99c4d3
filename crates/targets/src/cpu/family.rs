//! The family `cpu`.

use scythe_image::TargetKind;
use scythe_llvm::inkwell::module::Module;
use scythe_pipeline::PipelineError;
use scythe_pipeline::device_link::LinkJob;
use scythe_pipeline::family::{
    DeviceFile, DevicePass, Family, FamilyCode, FamilyCompiler, Spelling, Target,
};
use scythe_pipeline::stage::{
    DEVICE_LL, HOST_MLIR, LOWERED_LL, MUX_LL, NOTES, PASSES, SYCL_MLIR, Stage,
};
use scythe_pipeline::tools::Tools;
use scythe_pipeline::unit::{Compiled, Unit};

use super::pipeline::ASM;
use super::{NAME, NATIVE, link, options, processor, unit};

/// Processors that run the host code.
#[derive(Clone, Copy, Debug)]
pub struct CpuFamily;

impl Family for CpuFamily {
    fn name(&self) -> &'static str {
        NAME
    }

    fn spellings(&self) -> &'static [Spelling] {
        &[
            Spelling { text: "cpu", summary: &["the processor of this machine (the default)"] },
            Spelling {
                text: "cpu:<march>",
                summary: &[
                    "another one, by a name that -march accepts; if several are",
                    "given, the program picks the best it can run",
                ],
            },
        ]
    }

    fn architecture(&self, named: Option<&str>) -> Option<String> {
        match named {
            None => Some(NATIVE.to_owned()),
            Some("") => None,
            Some(march) => Some(march.to_owned()),
        }
    }

    fn elsewhere(&self, architecture: &str, triple: &str) -> Option<String> {
        let baseline = match triple.split('-').next()? {
            "aarch64" => "armv8-a",
            "riscv64" => "rv64gc",
            "x86_64" => "x86-64",
            _ => return None,
        };
        (architecture == NATIVE).then(|| baseline.to_owned())
    }

    fn file_prefix(&self) -> String {
        "device".to_owned()
    }

    /// Code for the CPU is compiled like host code, so clang's offload driver, which treats other flags
    /// differently, is not used.
    fn device_pass(&self, targets: &[Target]) -> DevicePass {
        const FLAGS: [&str; 3] = ["-Xclang", "-fsycl-is-device", "-fno-math-errno"];
        let mut flags = FLAGS.map(str::to_owned).to_vec();
        // Code for several processors starts from their common features.
        if let [only] = targets {
            flags.push(format!("-march={}", only.architecture));
        }
        DevicePass {
            flags,
            defaults: &[],
            wants_host_triple: true,
            openmp: &["-Xclang", "-fopenmp"],
            output: DeviceFile::Bitcode,
        }
    }

    fn stages(&self) -> &'static [Stage] {
        &[NOTES, DEVICE_LL, SYCL_MLIR, HOST_MLIR, LOWERED_LL, PASSES, MUX_LL, ASM]
    }

    fn compiler(&self) -> Option<&dyn FamilyCompiler> {
        Some(self)
    }

    fn check_flag(&self, word: &str) -> Result<bool, PipelineError> {
        options::is_flag(word)
    }

    fn flags_help(&self) -> String {
        options::help()
    }

    fn check_targets(&self, targets: &[Target], tools: &dyn Tools) -> Result<(), PipelineError> {
        for target in targets.iter().filter(|target| target.architecture != NATIVE) {
            processor::ask_clang_about(tools, &target.architecture)?;
        }
        Ok(())
    }
}

impl FamilyCompiler for CpuFamily {
    fn kind(&self) -> TargetKind {
        TargetKind::Cpu
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
        link::link(job)
    }
}
