//! SPIR-V modules, validated by `spirv-val`.

use std::fs;
use std::path::Path;

use crate::sandbox::Sandbox;
use crate::verdict::{Verdict, fail};

/// The magic number, and the version: a byte each for major and minor, between zeros.
const HEADER: usize = 8;

/// `Capability`, an instruction of two words.
const CAPABILITY: u32 = 2 << 16 | 17;
/// The capabilities that OpenCL has by extensions, which `spirv-val` does not know: `Float16` (`cl_khr_fp16`)
/// and `Int64Atomics` (`cl_khr_int64_base_atomics`).
const BY_EXTENSIONS: [u32; 2] = [9, 12];

/// Validates a module: by the rules of OpenCL if an OpenCL version has this version of SPIR-V, by those of
/// the version itself otherwise.
pub fn validate(module: &Path, sandbox: &Sandbox) -> Verdict {
    let code = fs::read(module)?;
    let words: Vec<u32> = code.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
    let extended =
        words.windows(2).any(|two| two[0] == CAPABILITY && BY_EXTENSIONS.contains(&two[1]));
    let environment = match code.get(..HEADER) {
        Some([.., 0, minor @ 0..=2, 1, 0]) if !extended => format!("opencl2.{minor}"),
        Some([.., 0, minor, 1, 0]) => format!("spv1.{minor}"),
        _ => return fail(format!("{} is not a SPIR-V module", module.display())),
    };
    sandbox.run("spirv-val").args(["--target-env", &environment]).arg(module).succeed()?;
    Ok(())
}

/// Validates the files that `--save-temps` has kept in a test's directory; returns the number of modules.
pub fn validate_kept(sandbox: &Sandbox) -> Verdict<usize> {
    let names = sandbox.listing()?;
    let modules: Vec<&String> = names.iter().filter(|name| name.ends_with(".spv")).collect();
    for module in &modules {
        validate(&sandbox.path(module), sandbox)?;
    }
    Ok(modules.len())
}
