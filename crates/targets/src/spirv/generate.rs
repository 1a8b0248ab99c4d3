//! Makes clang run LLVM's SPIR-V back end.
//!
//! The back end aborts on unsupported code. In a separate process, that is a failed program with a message,
//! and the kernel at fault is found by trying them one by one.

use scythe_frontend::diag::{Code, Diag};
use scythe_frontend::notes::Kernel;
use scythe_llvm::inkwell::module::Module;
use scythe_llvm::{Tuning, run_passes};
use scythe_pipeline::stage::Encoding;
use scythe_pipeline::tools::{Tool, ToolCall, ToolError, ToolOutput, Tools, text_behind};
use scythe_pipeline::{PipelineError, carry};

use super::{Extensions, module as binary};

const DISCARD: Tuning = Tuning { vectorize: false, inline_threshold: None };

/// Generates SPIR-V from lowered modules.
#[derive(Clone, Copy)]
pub struct Generator<'a> {
    /// Runs clang.
    pub tools: &'a dyn Tools,
    /// The extensions that modules may use.
    pub extensions: &'a Extensions,
}

impl Generator<'_> {
    /// Generates SPIR-V from a lowered module. When LLVM rejects it, the kernels at fault are identified.
    ///
    /// # Errors
    /// When LLVM cannot generate code for a kernel.
    pub fn generate(
        &self,
        module: &Module<'_>,
        kernels: &[&Kernel],
        encoding: Encoding,
    ) -> Result<Vec<u8>, PipelineError> {
        let why = match self.run(module, encoding) {
            Ok(code) => return Ok(code),
            Err(ToolError::Missing(why) | ToolError::Failed(why)) => {
                return Err(PipelineError::Request(why));
            }
            Err(ToolError::Refused(why)) => why,
        };
        let mut diags = Vec::new();
        for kernel in kernels {
            let alone = module.clone();
            let others = kernels.iter().filter(|other| other.symbol != kernel.symbol);
            carry::leave_out(&alone, others.map(|other| other.symbol.as_str()));
            run_passes(&alone, "globaldce", None, DISCARD)?;
            if let Err(ToolError::Refused(why)) = self.run(&alone, encoding) {
                let message =
                    format!("kernel `{}` cannot be compiled to SPIR-V: {why}", kernel.name);
                let place = kernel.location.clone();
                diags.push(Diag::error(Code::UnsupportedByTarget, place, message));
            }
        }
        match diags.is_empty() {
            true => Err(PipelineError::bug("SPIR-V generation", why)),
            false => Err(PipelineError::Program(diags)),
        }
    }

    fn run(&self, module: &Module<'_>, encoding: Encoding) -> Result<Vec<u8>, ToolError> {
        let triple = module.get_triple().as_str().to_string_lossy().into_owned();
        let mut flags = binary::clang_flags(&triple, self.extensions);
        let action = if encoding == Encoding::Text { "-S" } else { "-emit-obj" };
        flags.extend([action, "-x", "ir"].map(str::to_owned));
        let bitcode = module.write_bitcode_to_memory();
        let call = ToolCall {
            tool: Tool::Clang,
            flags,
            input: bitcode.as_slice(),
            extension: "bc",
            output: ToolOutput::File("spv"),
        };
        let code = self.tools.run(&call).map_err(|error| match error {
            ToolError::Refused(said) => match unknown_extension(&said) {
                Some(name) => ToolError::Failed(format!(
                    "LLVM does not support the SPIR-V extension '{name}'"
                )),
                None => ToolError::Refused(reason(&said)),
            },
            other => other,
        })?;
        Ok(match encoding {
            Encoding::Binary => binary::finish(&code),
            Encoding::Text => binary::finish_text(&String::from_utf8_lossy(&code)).into_bytes(),
        })
    }
}

/// The extension that LLVM's option does not know.
fn unknown_extension(stderr: &str) -> Option<&str> {
    let (_, name) = stderr.split_once("Unknown SPIR-V extension: ")?;
    name.lines().next().map(|name| name.trim_start_matches(['+', '-']))
}

/// The line with the reason in the output of a failed run.
fn reason(stderr: &str) -> String {
    const MARKS: [&str; 5] =
        ["error in backend: ", "LLVM ERROR: ", "fatal error: ", "error: ", "Assertion "];
    text_behind(stderr, &MARKS)
        .unwrap_or_else(|| "LLVM's SPIR-V back end ended without a message".to_owned())
}

#[cfg(test)]
mod tests {
    use super::{reason, unknown_extension};

    #[test]
    fn the_reason_is_the_message_of_the_back_end() {
        let text = "fatal error: error in backend: Unsupported\nPLEASE submit a bug report\n";
        assert_eq!(reason(text), "Unsupported");
        assert_eq!(reason("LLVM ERROR: unable to legalize\n"), "unable to legalize");
        assert!(reason("Segmentation fault").contains("without a message"));
    }

    #[test]
    fn errors_name_unknown_extensions() {
        let text = "clang (LLVM option parsing): for the --spirv-ext option: \
                    Unknown SPIR-V extension: +SPV_FOO\n";
        assert_eq!(unknown_extension(text), Some("SPV_FOO"));
        assert_eq!(unknown_extension("fatal error: error in backend: Unsupported\n"), None);
    }
}
