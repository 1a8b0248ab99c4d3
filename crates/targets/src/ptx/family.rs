//! The family `ptx`.

use scythe_pipeline::family::{DeviceFile, DevicePass, Family, Spelling, Target};
use scythe_pipeline::stage::{DEVICE_LL, NOTES, Stage};

use crate::clang::{OFFLOAD, WITHOUT_OPENMP};

/// The oldest architecture that current CUDA still knows.
const OLDEST: &str = "sm_75";

/// The newest version of PTX that clang-22 writes; it covers all architectures.
const VERSION: &str = "--cuda-feature=+ptx88";

/// NVIDIA GPUs.
#[derive(Clone, Copy, Debug)]
pub struct PtxFamily;

impl Family for PtxFamily {
    fn name(&self) -> &'static str {
        "ptx"
    }

    fn spellings(&self) -> &'static [Spelling] {
        &[Spelling {
            text: "ptx, ptx:sm_<number>",
            summary: &["for --emit=notes and --emit=device-ll only"],
        }]
    }

    fn architecture(&self, named: Option<&str>) -> Option<String> {
        let architecture = named.unwrap_or(OLDEST);
        architecture.starts_with("sm_").then(|| architecture.to_owned())
    }

    fn device_pass(&self, targets: &[Target]) -> DevicePass {
        let mut flags = OFFLOAD.map(str::to_owned).to_vec();
        flags.extend(["--offload-targets=nvptx64-nvidia-cuda", "-nogpulib"].map(str::to_owned));
        let architecture = targets.first().map_or(OLDEST, |target| &target.architecture);
        flags.extend([format!("--offload-arch={architecture}"), VERSION.to_owned()]);
        DevicePass { flags, openmp: WITHOUT_OPENMP, output: DeviceFile::Bitcode }
    }

    fn stages(&self) -> &'static [Stage] {
        &[NOTES, DEVICE_LL]
    }

    fn planned_stages(&self) -> &'static [&'static str] {
        &["ptx"]
    }
}
