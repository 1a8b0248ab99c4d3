//! Kernels as SPIR-V, run by an OpenCL driver.
//!
//! ```text
//! kernel ──► print ──► dialect ──► with builtins ──► SPIR-V path ──► clang ──► runtime ──► driver
//! ```
//!
//! Named boundary module: hands memory to kernels.

pub mod builtins;
mod dialect;
mod launch;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use scythe_llvm::inkwell::context::Context;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::{Tuning, link, parse_ir, read_ir, run_passes, write_bitcode};
use scythe_pipeline::spirv::{GenerateError, Generator, Hidden, SpirvRoad};
use scythe_targets::spirv::{Extensions, machine, module as binary};

use crate::execute::{ExecuteError, Executed, failed};
use crate::kernel::Kernel;
use crate::print::{self, Dialect};
use crate::setting::Setting;

/// The builtins' IR, for kernels of this process.
static BUILTINS: OnceLock<PathBuf> = OnceLock::new();

/// Says where the builtins' IR is.
pub fn use_builtins(path: &Path) {
    // Whoever was first has said the same.
    let _ = BUILTINS.set(path.to_path_buf());
}

/// Whether there is a device that runs kernels.
///
/// # Errors
/// When there is none.
pub fn check_device() -> Result<(), ExecuteError> {
    launch::device().map(drop)
}

/// The kernel as an OpenCL driver can run it: all groups are full, and the driver chooses the size of
/// sub-groups. Which work-items form one is the driver's choice too, but for groups that are a line.
#[must_use]
pub fn adapted(mut kernel: Kernel) -> Kernel {
    let launch = &mut kernel.launch;
    for d in 0..3 {
        launch.global[d] = launch.global[d].next_multiple_of(launch.local[d]);
    }
    if kernel.uses_sub_groups {
        let (groups, items) = (launch.groups(), launch.group_items());
        launch.local = [items, 1, 1];
        launch.global = [groups[0] * items, groups[1], groups[2]];
    }
    kernel.sub_group_size = None;
    kernel
}

/// The kernel as the SPIR-V path gets it, without the builtins.
///
/// # Errors
/// When LLVM has no SPIR-V.
pub fn module_text(kernel: &Kernel, setting: &Setting) -> Result<String, ExecuteError> {
    let machine = machine().map_err(failed)?;
    let layout = machine.get_target_data().get_data_layout();
    let data_layout = layout.as_str().to_string_lossy();
    let triple = "spirv64-unknown-unknown";
    let dialect = Dialect { triple, data_layout: &data_layout, optnone: setting.optnone };
    Ok(dialect::translate(&print::print(kernel, &dialect)))
}

/// Compiles a kernel to SPIR-V, and runs it on the first device that takes it.
///
/// # Errors
/// When the compiler or the driver refuses the kernel, or compiled code writes where it may not.
pub fn execute(kernel: &Kernel, setting: &Setting) -> Result<Executed, ExecuteError> {
    let context = Context::create();
    let text = module_text(kernel, setting)?;
    let mut module = parse_ir(&context, print::KERNEL, text.as_bytes()).map_err(failed)?;
    let builtins = BUILTINS.get().ok_or_else(|| failed("nobody has made the builtins"))?;
    link(&module, read_ir(&context, builtins).map_err(failed)?).map_err(failed)?;
    module.verify().map_err(failed)?;
    if !setting.before.is_empty() {
        let machine = machine().map_err(failed)?;
        let tuning = Tuning { vectorize: false, inline_threshold: None };
        run_passes(&module, &setting.before, &machine, tuning).map_err(failed)?;
    }
    let clang = Clang { extensions: Extensions::default() };
    let road = SpirvRoad { kernels: &[], extensions: clang.extensions() };
    road.prepare(&module).map_err(failed)?;
    let kernels = road.lower(&mut module).map_err(failed)?;
    let [made] = kernels.as_slice() else { return Err(failed("there is not one kernel")) };
    let local = match made.hidden[..] {
        [] => false,
        [Hidden::LocalMemory] => true,
        _ => return Err(failed("the kernel has parameters that nobody knows")),
    };
    let code = clang.generate(&module).map_err(failed)?;
    launch::launch(kernel, code, local)
}

/// Generates SPIR-V as `scythe++` does.
struct Clang {
    extensions: Extensions,
}

impl Generator for Clang {
    fn generate(&self, module: &Module<'_>) -> Result<Vec<u8>, GenerateError> {
        let cannot = |e: &dyn std::fmt::Display| GenerateError::Failed(e.to_string());
        let name = |extension| {
            std::env::temp_dir().join(format!("scythe-fuzz-{}.{extension}", std::process::id()))
        };
        let (bitcode, output) = (name("bc"), name("spv"));
        write_bitcode(module, &bitcode).map_err(|e| cannot(&e))?;
        let triple = module.get_triple().as_str().to_string_lossy().into_owned();
        let clang = std::env::var("SCYTHE_CLANG").unwrap_or_else(|_| "clang++-22".to_owned());
        let run = Command::new(clang)
            .args(binary::clang_flags(&triple, &self.extensions))
            .args(["-emit-obj", "-x", "ir"])
            .arg(&bitcode)
            .arg("-o")
            .arg(&output)
            .output();
        let read = run.and_then(|run| {
            if !run.status.success() {
                return Err(std::io::Error::other(String::from_utf8_lossy(&run.stderr)));
            }
            std::fs::read(&output)
        });
        for file in [bitcode, output] {
            // What is not there needs not be removed.
            let _ = std::fs::remove_file(file);
        }
        Ok(binary::finish(&read.map_err(|e| cannot(&e))?))
    }

    fn extensions(&self) -> &Extensions {
        &self.extensions
    }
}
