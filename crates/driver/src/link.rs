//! Objects to a program.

use std::path::PathBuf;

use crate::args::{Invocation, Item};
use crate::device_link;
use crate::error::DriverError;
use crate::flags::Scope;
use crate::messages::Messages;
use crate::toolchain::Toolchain;

/// Links; `objects` stand for the inputs, in order.
pub fn link(
    toolchain: &Toolchain,
    invocation: &Invocation,
    objects: &[PathBuf],
) -> Result<(), DriverError> {
    let finished = device_link::finish(toolchain, invocation, objects)?;
    let mut job = toolchain.clang().args(invocation.verbose.then_some("-v"));
    // Without files, this is a question to clang.
    let is_question = invocation.inputs().next().is_none();
    if is_question && invocation.dry_run {
        job = job.arg("-###");
    }
    // In front, so that all libraries stand behind it.
    if let Some(object) = finished {
        job = job.arg(object);
    }
    let mut objects = objects.iter();
    for item in &invocation.items {
        match item {
            // A header that was precompiled.
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
    // A relocatable object is not a program yet, and the runtime is a shared library.
    let without_runtime =
        ["-r", "-nostdlib", "-static", "-static-pie"].iter().any(|flag| invocation.has(flag));
    if !without_runtime && !is_question {
        let directory = toolchain.runtime.display();
        job = job
            .arg(format!("-L{directory}"))
            .args(["-Wl,--push-state,--as-needed", "-lscythe", "-Wl,--pop-state"])
            .arg(format!("-Wl,-rpath,{directory}"));
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
        if invocation.has("-static") || invocation.has("-static-pie") {
            Messages::default().line(
                "scythe++: note: the SYCL runtime is a shared library, which -static leaves out \
                 (-static-libstdc++ and -static-libgcc do not)",
            );
        }
    })
}
