//! SPIR-V modules, held against their specification by `spirv-val`.

use std::fs;
use std::path::Path;

use crate::sandbox::Sandbox;
use crate::verdict::{Verdict, fail};

/// The magic number, and the version: a byte each for major and minor, between zeros.
const HEADER: usize = 8;

/// Whether a module is what drivers may rely on: the rules of OpenCL where an OpenCL has this version of
/// SPIR-V, those of the version itself otherwise.
pub fn validate(module: &Path, sandbox: &Sandbox) -> Verdict {
    let code = fs::read(module)?;
    let environment = match code.get(..HEADER) {
        Some([.., 0, minor @ 0..=2, 1, 0]) => format!("opencl2.{minor}"),
        Some([.., 0, minor, 1, 0]) => format!("spv1.{minor}"),
        _ => return fail(format!("{} is not a SPIR-V module", module.display())),
    };
    sandbox.run("spirv-val").args(["--target-env", &environment]).arg(module).succeed()?;
    Ok(())
}

/// Validates what `--save-temps` has left in a test's directory; returns the number of modules.
pub fn validate_kept(sandbox: &Sandbox) -> Verdict<usize> {
    let names = sandbox.listing()?;
    let modules: Vec<&String> = names.iter().filter(|name| name.ends_with(".spv")).collect();
    for module in &modules {
        validate(&sandbox.path(module), sandbox)?;
    }
    Ok(modules.len())
}
