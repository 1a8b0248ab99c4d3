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

/// An extension that is allowed and taken out again. The back end asks whether formats of `printf` need it by
/// looking up their types in the function that it compiled last; `place-formats` has seen to it that none does.
const IMAGINED_EXTENSION: &str = "SPV_EXT_relaxed_printf_string_address_space";

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
        let extensions: Vec<String> =
            EXTENSIONS.iter().chain(&[IMAGINED_EXTENSION]).map(|name| format!("+{name}")).collect();
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
        let code = read(&output)?;
        Ok(match self.form {
            SpirvForm::Binary => without_extension(code),
            SpirvForm::Text => without_extension_line(&code),
        })
    }
}

/// A module without the instruction `OpExtension` of [`IMAGINED_EXTENSION`].
fn without_extension(code: Vec<u8>) -> Vec<u8> {
    const OP_EXTENSION: u32 = 10;
    const HEADER_WORDS: usize = 5;
    let word = |at: usize| {
        let bytes = code.get(4 * at..4 * at + 4)?;
        Some(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    };
    let mut at = HEADER_WORDS;
    while let Some(first) = word(at) {
        let (words, opcode) = ((first >> 16) as usize, first & 0xffff);
        if words == 0 {
            break;
        }
        let end = (4 * (at + words)).min(code.len());
        let name = &code[(4 * at + 4).min(end)..end];
        if opcode == OP_EXTENSION
            && name
                .strip_prefix(IMAGINED_EXTENSION.as_bytes())
                .is_some_and(|rest| rest.first() == Some(&0))
        {
            return [&code[..4 * at], &code[end..]].concat();
        }
        at += words;
    }
    code
}

fn without_extension_line(text: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(text);
    let kept = text.split_inclusive('\n').filter(|line| !line.contains(IMAGINED_EXTENSION));
    kept.collect::<String>().into_bytes()
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
    use super::{IMAGINED_EXTENSION, reason, without_extension};

    #[test]
    fn one_extension_is_taken_out() {
        let instruction = |name: &str| {
            let mut text = name.as_bytes().to_vec();
            text.resize((name.len() / 4 + 1) * 4, 0);
            let first = u32::try_from((text.len() / 4 + 1) << 16 | 10).expect("a short name");
            [first.to_le_bytes().to_vec(), text].concat()
        };
        let (header, other) = (vec![7; 20], instruction("SPV_INTEL_optnone"));
        let before = [header.clone(), instruction(IMAGINED_EXTENSION), other.clone()].concat();
        let after = [header, other].concat();
        assert_eq!(without_extension(before), after);
        assert_eq!(without_extension(after.clone()), after);
        assert_eq!(without_extension(vec![0; 24]), vec![0; 24]);
    }

    #[test]
    fn the_reason_is_what_the_back_end_says() {
        let text = "fatal error: error in backend: Unsupported\nPLEASE submit a bug report\n";
        assert_eq!(reason(text), "Unsupported");
        assert_eq!(reason("LLVM ERROR: unable to legalize\n"), "unable to legalize");
        assert!(reason("Segmentation fault").contains("without a message"));
    }
}
