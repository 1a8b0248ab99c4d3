//! The device link: finishes kernels that call `SYCL_EXTERNAL` functions of other translation units.
//!
//! Objects carry such kernels, and such functions, as IR ([`scythe_pipeline::device_section`]). Before the link of a
//! program or a shared library, all of them are joined and compiled into one more object. Links without such kernels
//! only pay for reading the section names of their objects.

use std::path::{Path, PathBuf};

use scythe_llvm::inkwell::context::Context;
use scythe_llvm::write_bitcode;
use scythe_pipeline::device_link::LinkJob;
use scythe_pipeline::device_resolve::{Found, Selection, select_all};
use scythe_pipeline::{Effort, PipelineError};
use scythe_targets::registry;

use crate::args::Invocation;
use crate::device_parts::{self, Part};
use crate::error::DriverError;
use crate::flags::Flag;
use crate::link_line::{LinkLine, Name, find_library};
use crate::messages::Messages;
use crate::observers::Kept;
use crate::temporary;
use crate::toolchain::Toolchain;
use crate::tools::ToolRunner;

/// Makes an object with the entry points of kernels that wait for the link, if there are any.
pub fn finish(
    toolchain: &Toolchain,
    invocation: &Invocation,
    objects: &[PathBuf],
) -> Result<Option<PathBuf>, DriverError> {
    // A relocatable object is not a program yet: sections of the same name are joined, and wait for the final
    // link.
    if invocation.dry_run || invocation.has("-r") {
        return Ok(None);
    }
    let line = LinkLine::of(invocation, objects);
    let mut directories = line.directories.clone();
    if let Some(path) = std::env::var_os("LIBRARY_PATH") {
        directories.extend(std::env::split_paths(&path));
    }
    directories.extend(USUAL_DIRECTORIES.iter().map(PathBuf::from));
    let parts = read_parts(&line, &directories)?;
    if !parts.iter().any(waits) {
        return Ok(None);
    }
    let color = invocation.color();
    let failed = |error| DriverError::Pipeline { error, color };
    let (mut units, present) = units(parts, &line, invocation);
    let mut selections = select_all(&units, present);
    if selections.is_err() {
        // There may be a system root or an unusual installation. Asking clang takes time that most links need
        // not spend.
        directories.extend(system_directories(toolchain, invocation));
        let all;
        (units, all) = self::units(read_parts(&line, &directories)?, &line, invocation);
        selections = select_all(&units, all);
    }
    let selections = selections.map_err(|diags| failed(PipelineError::Program(diags)))?;
    let context = Context::create();
    let mlir = invocation.mlir_options(&Messages::default());
    let tools = ToolRunner::new(toolchain, invocation, &Messages::default());
    let kept = Kept::new(invocation, "device-link".to_owned());
    let mut made = Vec::new();
    for (name, selection) in &selections {
        let family = registry::family(name);
        let compiler = family.as_ref().and_then(|family| family.compiler()).ok_or_else(|| {
            DriverError::usage(format!(
                "the program has device code for target '{name}', which is unknown"
            ))
        })?;
        let job = LinkJob {
            context: &context,
            units: &units,
            selection,
            mlir: &mlir,
            flags: &invocation.family_flags,
            tools: &tools,
            observer: &kept,
        };
        made.push(compiler.link(&job).map_err(failed)?);
    }
    let mut made = made.into_iter();
    let Some(module) = made.next() else { return Ok(None) };
    for more in made {
        scythe_llvm::link(&module, more).map_err(|e| failed(e.into()))?;
    }
    let bitcode = temporary::path("device-link.bc")?;
    write_bitcode(&module, &bitcode).map_err(|e| failed(e.into()))?;
    if let Some(kept) = invocation.kept_file("device-link.bc") {
        std::fs::copy(&bitcode, &kept).map_err(|e| DriverError::io("cannot write", &kept, &e))?;
    }
    let object = temporary::path("device-link.o")?;
    compile(toolchain, invocation, effort(&units, &selections), &bitcode, &object)?;
    Ok(Some(object))
}

fn waits(part: &Part) -> bool {
    part.records.iter().any(|record| !record.manifest.kernels.is_empty())
}

fn read_parts(line: &LinkLine, directories: &[PathBuf]) -> Result<Vec<Part>, DriverError> {
    let mut parts = Vec::new();
    for entry in &line.entries {
        let (path, shown) = match &entry.name {
            Name::File { path, shown } => (path.clone(), shown.clone()),
            Name::Library { name, only_static } => {
                let Some(path) = find_library(name, *only_static, directories) else { continue };
                let shown = path.display().to_string();
                (path, shown)
            }
        };
        parts.extend(device_parts::read(&path, &shown, entry.whole)?);
    }
    Ok(parts)
}

/// The units of device code: those that are part of the program, whose number is returned, then those of
/// library members.
fn units(parts: Vec<Part>, line: &LinkLine, invocation: &Invocation) -> (Vec<Found>, usize) {
    let mut wanted = line.wanted.clone();
    if !invocation.has("-shared") {
        wanted.push("main".to_owned());
    }
    let taken = device_parts::taken(&parts, &wanted);
    let (mut units, mut offered) = (Vec::new(), Vec::new());
    for (part, taken) in parts.into_iter().zip(taken) {
        let to = if taken { &mut units } else { &mut offered };
        let origin = part.origin;
        to.extend(part.records.into_iter().map(|record| Found { origin: origin.clone(), record }));
    }
    let present = units.len();
    units.extend(offered);
    (units, present)
}

/// Directories that linkers search by default.
const USUAL_DIRECTORIES: &[&str] = &[
    "/usr/local/lib",
    "/usr/lib/x86_64-linux-gnu",
    "/lib/x86_64-linux-gnu",
    "/usr/lib/aarch64-linux-gnu",
    "/lib/aarch64-linux-gnu",
    "/usr/lib64",
    "/usr/lib",
];

/// Directories that clang passes to the linker by default.
fn system_directories(toolchain: &Toolchain, invocation: &Invocation) -> Vec<PathBuf> {
    let job = toolchain.clang().args(invocation.code_flags()).arg("-print-search-dirs");
    let answer = job.answer().unwrap_or_default();
    let list = answer.lines().find_map(|line| line.strip_prefix("libraries: ="));
    list.into_iter().flat_map(std::env::split_paths).collect()
}

/// The highest optimisation level of the kernels.
fn effort(units: &[Found], selections: &[(String, Selection)]) -> Effort {
    let full = |&unit: &usize| units[unit].record.manifest.effort == Effort::Full;
    let mut open = selections.iter().flat_map(|(_, selection)| &selection.open);
    if open.any(full) { Effort::Full } else { Effort::None }
}

/// Compiles the finished kernels to an object. It is position-independent, because it may become part of a
/// program or of a shared library.
fn compile(
    toolchain: &Toolchain,
    invocation: &Invocation,
    effort: Effort,
    bitcode: &Path,
    object: &Path,
) -> Result<(), DriverError> {
    let job = toolchain
        .code_generator()
        .args(invocation.code_flags_where(fits))
        .arg(if effort == Effort::Full { "-O2" } else { "-O0" })
        .args(["-fPIC", "-Wno-unused-command-line-argument", "-Wno-override-module"])
        .args(["-c", "-x", "ir"])
        .arg(bitcode)
        .arg("-o")
        .arg(object);
    if invocation.verbose {
        Messages::default().line(job.line());
    }
    job.run()
}

/// Whether a flag of the link affects code generation. `-flto` does not: this object is complete.
fn fits(flag: &Flag) -> bool {
    const OTHERS: &[&str] = &["-fPI", "-fpi", "-fno-pi", "-fno-PI", "-gsplit-dwarf"];
    !flag.is_code_generation_only()
        && !flag.is_level()
        && !OTHERS.iter().any(|prefix| flag.name().starts_with(prefix))
}
