//! Kernels as SPIR-V, run by an OpenCL driver.
//!
//! ```text
//! kernel ──► print ──► dialect ──► with builtins ──► SPIR-V path ──► clang ──► runtime ──► driver
//! ```
//!
//! Named boundary module: passes memory to kernels.

pub mod builtins;
mod dialect;
mod launch;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use scythe_llvm::inkwell::context::Context;
use scythe_llvm::{Tuning, link, parse_ir, read_ir, run_passes};
use scythe_pipeline::module_records::Hidden;
use scythe_pipeline::stage::{Encoding, Watch};
use scythe_pipeline::tools::{Search, ToolCall, ToolError, ToolOutput, Tools};
use scythe_targets::spirv::generate::Generator;
use scythe_targets::spirv::pipeline::SpirvPipeline;
use scythe_targets::spirv::{Extensions, machine};

use crate::execute::{ExecuteError, Executed, failed};
use crate::kernel::Kernel;
use crate::print::{self, Dialect};
use crate::setting::Setting;

/// The builtins' IR, for kernels of this process.
static BUILTINS: OnceLock<PathBuf> = OnceLock::new();

/// Sets the file with the builtins' IR.
pub fn use_builtins(path: &Path) {
    // Other calls have set the same.
    let _ = BUILTINS.set(path.to_path_buf());
}

/// Whether there is a device that runs kernels.
///
/// # Errors
/// When there is none.
pub fn check_device() -> Result<(), ExecuteError> {
    launch::device().map(drop)
}

/// Adapts the kernel to OpenCL drivers: all groups are full, and the driver chooses the size of sub-groups.
/// Which work-items form one is the driver's choice, too, except for one-dimensional groups.
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
    // Intel's runtime compiles functions for another sub-group size than that of the kernels that call them,
    // so that queries in functions that are not inlined have other results.
    for helper in &mut kernel.helpers {
        helper.noinline = false;
    }
    kernel
}

/// The kernel as input of the SPIR-V pipeline, without the builtins.
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

/// Compiles a kernel to SPIR-V, and runs it on the first device that accepts it.
///
/// # Errors
/// When the compiler or the driver rejects the kernel, or compiled code writes out of bounds.
pub fn execute(kernel: &Kernel, setting: &Setting) -> Result<Executed, ExecuteError> {
    let context = Context::create();
    let text = module_text(kernel, setting)?;
    let mut module = parse_ir(&context, print::KERNEL, text.as_bytes()).map_err(failed)?;
    let builtins = BUILTINS.get().ok_or_else(|| failed("the builtins are missing"))?;
    link(&module, read_ir(&context, builtins).map_err(failed)?).map_err(failed)?;
    module.verify().map_err(failed)?;
    if !setting.before.is_empty() {
        let machine = machine().map_err(failed)?;
        let tuning = Tuning { vectorize: false, inline_threshold: None };
        run_passes(&module, &setting.before, &machine, tuning).map_err(failed)?;
    }
    let (extensions, watch) = (&Extensions::default(), Watch::none());
    let pipeline = SpirvPipeline { kernels: &[], extensions, warnings: None, watch };
    pipeline.prepare(&module).map_err(failed)?;
    let kernels = pipeline.lower(&mut module).map_err(failed)?;
    let [made] = kernels.as_slice() else { return Err(failed("expected exactly one kernel")) };
    let local = match made.hidden[..] {
        [] => false,
        [Hidden::LocalMemory] => true,
        _ => return Err(failed("the kernel has unknown parameters")),
    };
    let generator = Generator { tools: &Clang, extensions };
    let code = generator.generate(&module, &[], Encoding::Binary).map_err(failed)?;
    launch::launch(kernel, code, local)
}

/// Runs clang like `scythe++`.
struct Clang;

impl Tools for Clang {
    fn run(&self, call: &ToolCall<'_>) -> Result<Vec<u8>, ToolError> {
        let cannot = |e: &dyn std::fmt::Display| ToolError::Failed(e.to_string());
        let name = |extension| {
            std::env::temp_dir().join(format!("scythe-fuzz-{}.{extension}", std::process::id()))
        };
        let ToolOutput::File(extension) = call.output else {
            return Err(cannot(&"nothing of SPIR-V is read from standard output"));
        };
        let (input, output) = (name(call.extension), name(extension));
        std::fs::write(&input, call.input).map_err(|e| cannot(&e))?;
        let clang = std::env::var("SCYTHE_CLANG").unwrap_or_else(|_| "clang++-22".to_owned());
        let run = Command::new(clang).args(&call.flags).arg(&input).arg("-o").arg(&output).output();
        let read = run.and_then(|run| {
            if !run.status.success() {
                return Err(std::io::Error::other(String::from_utf8_lossy(&run.stderr)));
            }
            std::fs::read(&output)
        });
        for file in [input, output] {
            // A missing file need not be removed.
            let _ = std::fs::remove_file(file);
        }
        read.map_err(|e| cannot(&e))
    }

    fn locate(&self, _search: &Search) -> Result<Option<PathBuf>, ToolError> {
        Ok(None)
    }
}
