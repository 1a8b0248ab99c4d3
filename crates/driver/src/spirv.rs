//! Has clang run LLVM's SPIR-V back end.
//!
//! The back end ends its process when it meets what it cannot do. In a process of its own, that is a failed
//! program with a message, and the driver can say which kernel it is about.

use std::path::{Path, PathBuf};

use scythe_llvm::inkwell::module::Module;
use scythe_llvm::write_bitcode;
use scythe_pipeline::spirv::{GenerateError, Generator};
use scythe_targets::spirv::{Extensions, module as binary};

use crate::args::Invocation;
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
    invocation: &'a Invocation,
    form: SpirvForm,
    kept: Option<PathBuf>,
}

impl<'a> SpirvGenerator<'a> {
    /// A generator of one of SPIR-V's forms.
    pub fn new(toolchain: &'a Toolchain, invocation: &'a Invocation, form: SpirvForm) -> Self {
        Self { toolchain, invocation, form, kept: None }
    }

    /// Where `--save-temps` keeps the module.
    pub fn keep(mut self, name: &str) -> Self {
        self.kept = self.invocation.kept_file(name);
        self
    }
}

impl Generator for SpirvGenerator<'_> {
    fn generate(&self, module: &Module<'_>) -> Result<Vec<u8>, GenerateError> {
        let failed = |why: &dyn std::fmt::Display| GenerateError::Failed(why.to_string());
        let bitcode = temporary::path("spirv.bc").map_err(|e| failed(&format!("{e:?}")))?;
        let output = temporary::path("spirv.spv").map_err(|e| failed(&format!("{e:?}")))?;
        write_bitcode(module, &bitcode).map_err(|e| failed(&e))?;
        let triple = module.get_triple().as_str().to_string_lossy().into_owned();
        let job = self
            .toolchain
            .clang()
            .args(binary::clang_flags(&triple, self.extensions()))
            .arg(if self.form == SpirvForm::Text { "-S" } else { "-emit-obj" })
            .args(["-x", "ir"])
            .arg(&bitcode)
            .arg("-o")
            .arg(&output);
        if self.invocation.verbose {
            eprintln!("{}", job.line());
        }
        let outcome = job.start().and_then(|running| running.finish());
        let outcome = outcome.map_err(|e| failed(&format!("{e:?}")))?;
        if !outcome.status.success() {
            return Err(match unknown_extension(&outcome.stderr) {
                Some(name) => failed(&format!("LLVM knows no SPIR-V extension '{name}'")),
                None => GenerateError::Refused(reason(&outcome.stderr)),
            });
        }
        let code = read(&output)?;
        let code = match self.form {
            SpirvForm::Binary => binary::finish(&code),
            SpirvForm::Text => binary::finish_text(&String::from_utf8_lossy(&code)).into_bytes(),
        };
        if let Some(kept) = &self.kept {
            let cannot = |e| failed(&format!("cannot write '{}': {e}", kept.display()));
            std::fs::write(kept, &code).map_err(cannot)?;
        }
        Ok(code)
    }

    fn extensions(&self) -> &Extensions {
        &self.invocation.spirv_extensions
    }
}

fn read(path: &Path) -> Result<Vec<u8>, GenerateError> {
    std::fs::read(path)
        .map_err(|e| GenerateError::Failed(format!("cannot read '{}': {e}", path.display())))
}

/// The extension that LLVM's option has no such name for.
fn unknown_extension(stderr: &str) -> Option<&str> {
    let (_, name) = stderr.split_once("Unknown SPIR-V extension: ")?;
    name.lines().next().map(|name| name.trim_start_matches(['+', '-']))
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
    use super::{reason, unknown_extension};

    #[test]
    fn the_reason_is_what_the_back_end_says() {
        let text = "fatal error: error in backend: Unsupported\nPLEASE submit a bug report\n";
        assert_eq!(reason(text), "Unsupported");
        assert_eq!(reason("LLVM ERROR: unable to legalize\n"), "unable to legalize");
        assert!(reason("Segmentation fault").contains("without a message"));
    }

    #[test]
    fn extensions_that_llvm_does_not_know_are_named() {
        let text = "clang (LLVM option parsing): for the --spirv-ext option: \
                    Unknown SPIR-V extension: +SPV_FOO\n";
        assert_eq!(unknown_extension(text), Some("SPV_FOO"));
        assert_eq!(unknown_extension("fatal error: error in backend: Unsupported\n"), None);
    }
}
