//! Has clang run LLVM's SPIR-V back end.
//!
//! The back end ends its process when it meets what it cannot do. In a process of its own, that is a failed
//! program with a message, and the driver can say which kernel it is about.

use std::path::Path;

use scythe_llvm::inkwell::module::Module;
use scythe_llvm::write_bitcode;
use scythe_pipeline::spirv::{GenerateError, Generator};
use scythe_targets::spirv::EXTENSIONS;

use crate::temporary;
use crate::toolchain::Toolchain;

/// The forms of SPIR-V.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpirvForm {
    /// What drivers take.
    Binary,
    /// What people read.
    Text,
}

/// Generates SPIR-V with a toolchain.
pub struct SpirvGenerator<'a> {
    toolchain: &'a Toolchain,
    verbose: bool,
    form: SpirvForm,
}

impl<'a> SpirvGenerator<'a> {
    /// A generator of one of SPIR-V's forms, that shows its commands if asked to.
    pub fn new(toolchain: &'a Toolchain, verbose: bool, form: SpirvForm) -> Self {
        Self { toolchain, verbose, form }
    }
}

impl Generator for SpirvGenerator<'_> {
    fn generate(&self, module: &Module<'_>) -> Result<Vec<u8>, GenerateError> {
        let failed = |why: &dyn std::fmt::Display| GenerateError::Failed(why.to_string());
        let bitcode = temporary::path("spirv.bc").map_err(|e| failed(&format!("{e:?}")))?;
        let output = temporary::path("spirv.spv").map_err(|e| failed(&format!("{e:?}")))?;
        write_bitcode(module, &bitcode).map_err(|e| failed(&e))?;
        let extensions: Vec<String> = EXTENSIONS.iter().map(|name| format!("+{name}")).collect();
        let triple = module.get_triple().as_str().to_string_lossy().into_owned();
        let job = self
            .toolchain
            .clang()
            .args(["-cc1", "-triple", &triple, "-Wno-override-module", "-O2"])
            .args(["-disable-llvm-passes", "-mllvm"])
            .arg(format!("-spirv-ext={}", extensions.join(",")))
            .arg(if self.form == SpirvForm::Text { "-S" } else { "-emit-obj" })
            .args(["-x", "ir"])
            .arg(&bitcode)
            .arg("-o")
            .arg(&output);
        if self.verbose {
            eprintln!("{}", job.line());
        }
        let outcome = job.start().and_then(|running| running.finish());
        let outcome = outcome.map_err(|e| failed(&format!("{e:?}")))?;
        if !outcome.status.success() {
            return Err(GenerateError::Refused(reason(&outcome.stderr)));
        }
        read(&output)
    }
}

fn read(path: &Path) -> Result<Vec<u8>, GenerateError> {
    std::fs::read(path)
        .map_err(|e| GenerateError::Failed(format!("cannot read '{}': {e}", path.display())))
}

/// The line of a failed run that says why.
fn reason(stderr: &str) -> String {
    const MARKS: [&str; 5] =
        ["error in backend: ", "LLVM ERROR: ", "fatal error: ", "error: ", "Assertion "];
    let found = MARKS.iter().find_map(|mark| {
        let line = stderr.lines().find(|line| line.contains(mark))?;
        Some(line[line.find(mark)? + mark.len()..].to_owned())
    });
    found.unwrap_or_else(|| "LLVM's SPIR-V back end ended without a message".to_owned())
}

#[cfg(test)]
mod tests {
    use super::reason;

    #[test]
    fn the_reason_is_what_the_back_end_says() {
        let text = "fatal error: error in backend: Unsupported\nPLEASE submit a bug report\n";
        assert_eq!(reason(text), "Unsupported");
        assert_eq!(reason("LLVM ERROR: unable to legalize\n"), "unable to legalize");
        assert!(reason("Segmentation fault").contains("without a message"));
    }
}
