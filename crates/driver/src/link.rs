//! Links objects to a program.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::args::{Invocation, Item};
use crate::device_link;
use crate::error::DriverError;
use crate::flags::Scope;
use crate::messages::Messages;
use crate::toolchain::Toolchain;

/// The file name of the static runtime library.
const ARCHIVE: &str = "libscythe.a";

/// Links; `objects` replace the inputs, in order.
pub fn link(
    toolchain: &Toolchain,
    invocation: &Invocation,
    objects: &[PathBuf],
) -> Result<(), DriverError> {
    let finished = device_link::finish(toolchain, invocation, objects)?;
    let mut job = toolchain.clang().args(invocation.verbose.then_some("-v"));
    // Without files, the command line is a query for clang.
    let is_question = invocation.inputs().next().is_none();
    if is_question && invocation.dry_run {
        job = job.arg("-###");
    }
    // Objects come before all libraries.
    if let Some(object) = finished {
        job = job.arg(object);
    }
    let mut objects = objects.iter();
    for item in &invocation.items {
        match item {
            // Precompiled headers are not linked.
            Item::Input(input) if input.is_header() => {}
            Item::Input(_) => {
                if let Some(object) = objects.next() {
                    job = job.arg(object);
                }
            }
            Item::Flag(flag) => {
                if flag.scope() != Scope::Compile && !flag.is_side_file() {
                    job = job.args(&flag.words);
                }
            }
        }
    }
    job = job.arg("-Wno-unused-command-line-argument");
    if !is_question {
        job = job.args(runtime(toolchain, invocation)?);
    }
    if let Some(output) = &invocation.output {
        job = job.arg("-o").arg(output);
    }
    if (invocation.dry_run || invocation.verbose) && !is_question {
        Messages::default().line(job.line());
    }
    if invocation.dry_run && !is_question {
        return Ok(());
    }
    job.run().inspect_err(|_| {
        if let Some(triple) = invocation.foreign_triple()
            && toolchain.runtime_for(triple).is_none()
        {
            Messages::default().line(format!(
                "scythe++: note: there is no SYCL runtime for {triple} in '{}'",
                toolchain.runtime.display()
            ));
        }
    })
}

/// The arguments that link the runtime.
fn runtime(toolchain: &Toolchain, invocation: &Invocation) -> Result<Vec<OsString>, DriverError> {
    // A relocatable object is not a program yet.
    if invocation.has("-r") || invocation.has("-nostdlib") {
        return Ok(Vec::new());
    }
    let directory = match invocation.foreign_triple() {
        None => toolchain.runtime.clone(),
        // A program without kernels does not need it.
        Some(triple) => match toolchain.runtime_for(triple) {
            Some(directory) => directory,
            None => return Ok(Vec::new()),
        },
    };
    let is_static = |flag: &str| invocation.has(flag);
    if !invocation.static_runtime && !["-static", "-static-pie"].into_iter().any(is_static) {
        let directory = directory.display();
        return Ok(vec![
            format!("-L{directory}").into(),
            "-Wl,--push-state,--as-needed".into(),
            "-lscythe".into(),
            "-Wl,--pop-state".into(),
            format!("-Wl,-rpath,{directory}").into(),
        ]);
    }
    let archive = directory.join(ARCHIVE);
    if !archive.is_file() {
        return Err(DriverError::usage(format!(
            "cannot link the runtime statically: there is no '{}'",
            archive.display()
        )));
    }
    // The C library's parts that the runtime needs. Drivers are loaded at run time, so the linker does not
    // need them.
    let needed = ["-lgcc_eh", "-lpthread", "-ldl", "-lm"].map(OsString::from);
    Ok([archive.into_os_string()].into_iter().chain(needed).collect())
}
