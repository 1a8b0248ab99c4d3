//! The family `ptx`.

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
use scythe_pipeline::unit::{Compiled, Unit};

use super::unit::{self, PTX};
use super::{Architecture, NAME};
use crate::clang::{OFFLOAD, WITHOUT_OPENMP};

/// The flag for launches of more than 2^31 work-items in a dimension, and its inverse.
const WIDE_IDS: &str = "-fno-sycl-id-queries-fit-in-int";
const NARROW_IDS: &str = "-fsycl-id-queries-fit-in-int";

/// NVIDIA GPUs.
#[derive(Clone, Copy, Debug)]
pub struct PtxFamily;

/// The architecture of a target.
pub(super) fn named(target: &Target) -> Architecture {
    Architecture::parse(&target.architecture).unwrap_or(Architecture::OLDEST)
}

/// Whether ids may need more than 31 bits.
pub(super) fn wide_ids(flags: &[String]) -> bool {
    let last = flags.iter().rev().find(|flag| *flag == WIDE_IDS || *flag == NARROW_IDS);
    last.is_some_and(|flag| flag == WIDE_IDS)
}

impl Family for PtxFamily {
    fn name(&self) -> &'static str {
        NAME
    }

    fn spellings(&self) -> &'static [Spelling] {
        &[
            Spelling {
                text: "ptx",
                summary: &["NVIDIA GPUs from sm_75 on; the driver compiles for the device at hand"],
            },
            Spelling {
                text: "ptx:sm_<number>",
                summary: &[
                    "GPUs of one architecture and newer ones, with machine code if NVIDIA's",
                    "assembler is found (PATH, CUDA_HOME, SCYTHE_PTXAS, nvidia-cuda-nvcc)",
                ],
            },
        ]
    }

    fn architecture(&self, named: Option<&str>) -> Option<String> {
        match named {
            None => Some(Architecture::OLDEST.to_string()),
            Some(name) => Architecture::parse(name).map(|known| known.to_string()),
        }
    }

    fn known_architectures(&self) -> Option<String> {
        Some(Architecture::known())
    }

    fn takes_lists(&self) -> bool {
        true
    }

    /// Products and sums are fused, as in CUDA.
    fn device_pass(&self, targets: &[Target]) -> DevicePass {
        let mut flags = OFFLOAD.map(str::to_owned).to_vec();
        flags.extend(
            ["--offload-targets=nvptx64-nvidia-cuda", "-nogpulib", "-fno-math-errno"]
                .map(str::to_owned),
        );
        // Code for several architectures starts from their common features.
        let oldest = targets.iter().map(named).min_by_key(|architecture| architecture.number);
        let oldest = oldest.unwrap_or(Architecture::OLDEST);
        flags.extend([
            format!("--offload-arch={oldest}"),
            format!("--cuda-feature={}", oldest.version()),
        ]);
        DevicePass {
            flags,
            defaults: &["-ffp-contract=fast"],
            wants_host_triple: false,
            openmp: WITHOUT_OPENMP,
            output: DeviceFile::Bitcode,
        }
    }

    fn stages(&self) -> &'static [Stage] {
        &[NOTES, DEVICE_LL, SYCL_MLIR, HOST_MLIR, LOWERED_LL, PASSES, MUX_LL, PTX]
    }

    fn compiler(&self) -> Option<&dyn FamilyCompiler> {
        Some(self)
    }

    fn check_flag(&self, word: &str) -> Result<bool, PipelineError> {
        Ok(word == WIDE_IDS || word == NARROW_IDS)
    }

    fn flags_help(&self) -> String {
        "  -fno-sycl-id-queries-fit-in-int
                          Allow 2^31 and more work-items in a dimension on NVIDIA GPUs
"
        .to_owned()
    }

    fn variables_help(&self) -> &'static str {
        "  SCYTHE_PTXAS            NVIDIA's assembler (default: a ptxas that is installed, if any)
  SCYTHE_LIBDEVICE        NVIDIA's library of mathematical functions, libdevice.10.bc
  SCYTHE_LIBCLC           The library that is used where there is no libdevice
"
    }
}

impl FamilyCompiler for PtxFamily {
    fn kind(&self) -> TargetKind {
        TargetKind::Ptx
    }

    /// The driver defines the layout of parameters.
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
