//! Makes clang write PTX, and NVIDIA's assembler machine code.
//!
//! LLVM's back end aborts on unsupported code. In a separate process, that is a failed program with a
//! message.

use scythe_frontend::diag::{Code, Diag};
use scythe_frontend::notes::Kernel;
use scythe_llvm::inkwell::module::Module;
use scythe_pipeline::PipelineError;
use scythe_pipeline::tools::{Search, Tool, ToolCall, ToolError, ToolOutput, Tools, text_behind};

use super::Architecture;

/// Where to find NVIDIA's assembler: named by a variable, in PATH, in a CUDA toolkit, or in the wheel
/// nvidia-cuda-nvcc.
const PTXAS: Search = Search {
    variable: "SCYTHE_PTXAS",
    roots: &["CUDA_HOME", "CUDA_PATH", "CUDA_ROOT"],
    in_roots: &["bin/ptxas"],
    usual: &[
        "/usr/local/cuda/bin/ptxas",
        "/opt/cuda/bin/ptxas",
        "/usr/lib/nvidia-cuda-toolkit/bin/ptxas",
    ],
    in_python_packages: &["nvidia/cu13/bin/ptxas", "nvidia/cuda_nvcc/bin/ptxas"],
    program: Some("ptxas"),
};

/// Generates code from lowered modules.
#[derive(Clone, Copy)]
pub struct Generator<'a> {
    /// Runs clang and the assembler.
    pub tools: &'a dyn Tools,
    /// The architecture to generate code for.
    pub architecture: Architecture,
    /// Whether to keep source lines for debuggers and profilers.
    pub lines: bool,
}

impl Generator<'_> {
    /// Generates PTX from a lowered module.
    ///
    /// # Errors
    /// When LLVM cannot generate code.
    pub fn ptx(&self, module: &Module<'_>, kernels: &[&Kernel]) -> Result<Vec<u8>, PipelineError> {
        let mut flags = self.architecture.clang_flags();
        flags.extend(
            ["-Wno-override-module", "-O3", "-disable-llvm-passes", "-S", "-x", "ir"]
                .map(str::to_owned),
        );
        let bitcode = module.write_bitcode_to_memory();
        let call = ToolCall {
            tool: Tool::Clang,
            flags,
            input: bitcode.as_slice(),
            extension: "bc",
            output: ToolOutput::File("ptx"),
        };
        let text = self.tools.run(&call).map_err(|error| match error {
            ToolError::Missing(why) | ToolError::Failed(why) => PipelineError::Request(why),
            ToolError::Refused(said) => refused("LLVM", (&said, b""), kernels),
        })?;
        Ok(if self.lines { lines_only(&text) } else { text })
    }

    /// Assembles PTX to machine code; none without an assembler.
    ///
    /// # Errors
    /// When the assembler rejects it.
    pub fn cubin(&self, ptx: &[u8], kernels: &[&Kernel]) -> Result<Option<Vec<u8>>, PipelineError> {
        let Some(path) = self.tools.find(&PTXAS)? else { return Ok(None) };
        let mut flags = vec![format!("-arch={}", self.architecture), "-O3".to_owned()];
        if self.lines {
            flags.push("--generate-line-info".to_owned());
        }
        let call = ToolCall {
            tool: Tool::At(path),
            flags,
            input: ptx,
            extension: "ptx",
            output: ToolOutput::File("cubin"),
        };
        match self.tools.run(&call) {
            Ok(code) => Ok(Some(code)),
            // An assembler of another version has other architectures; the driver supports its own.
            Err(ToolError::Refused(said)) if said.contains("is not defined for option") => Ok(None),
            Err(ToolError::Refused(said)) => Err(refused("ptxas", (&said, ptx), kernels)),
            Err(ToolError::Missing(why) | ToolError::Failed(why)) => {
                Err(PipelineError::Request(why))
            }
        }
    }
}

/// PTX with the positions of instructions and no other debug information: NVIDIA's assembler optimises only
/// such code, and expects file names in one string.
fn lines_only(ptx: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(ptx);
    let mut kept = String::with_capacity(text.len());
    let mut in_section = false;
    for line in text.lines() {
        let word = line.trim_start();
        if word.starts_with(".section") {
            // A section is a block, unless it is empty and ends on the same line.
            in_section = !line.trim_end().ends_with('}');
            continue;
        }
        if in_section {
            in_section = word != "}";
            continue;
        }
        match (word.strip_prefix(".file"), line.strip_suffix(", debug")) {
            (Some(file), _) => kept.push_str(&format!("\t.file{}", one_name(file))),
            (_, Some(target)) if word.starts_with(".target") => kept.push_str(target),
            _ => kept.push_str(line),
        }
        kept.push('\n');
    }
    kept.into_bytes()
}

/// `1 "/src/app.cpp"` for `1 "/src" "app.cpp"`.
fn one_name(file: &str) -> String {
    let parts: Vec<&str> = file.split('"').collect();
    match parts[..] {
        [number, directory, _, name, ..] if !name.starts_with('/') => {
            format!("{number}\"{directory}/{name}\"")
        }
        [number, _, _, name, ..] | [number, name, ..] => format!("{number}\"{name}\""),
        _ => file.to_owned(),
    }
}

/// LLVM's messages for unsupported code of the program: inline assembly for other processors, atomic objects
/// that are too large, operations that other processors have in a library, and computed jumps.
const PROGRAMS_FAULT: [&str; 4] = [
    "register for constraint",
    "unsupported atomic",
    "unsupported library call operation",
    COMPUTED_JUMP,
];

/// The name of a jump to the address of a label (`goto *address`) in messages.
const COMPUTED_JUMP: &str = "a jump to a computed address";

/// The error for code that a tool rejected; it names the kernel that the message names, or that contains the
/// PTX line of the message.
fn refused(who: &str, (said, ptx): (&str, &[u8]), kernels: &[&Kernel]) -> PipelineError {
    let why = reason(said);
    let place = enclosing_function(said, &String::from_utf8_lossy(ptx));
    let is_blamed = |kernel: &&&Kernel| {
        said.contains(&kernel.symbol) || place.as_deref() == Some(kernel.symbol.as_str())
    };
    let is_programs = PROGRAMS_FAULT.iter().any(|fault| why.contains(fault));
    let only = || kernels.first().filter(|_| is_programs && kernels.len() == 1);
    let blamed = kernels.iter().find(is_blamed).or_else(only);
    let (subject, location) = match blamed {
        Some(kernel) => (format!("kernel `{}`", kernel.name), kernel.location.clone()),
        None if is_programs => ("device code".to_owned(), None),
        None => {
            let said = format!("{who}: {why}");
            return PipelineError::bug("code generation for NVIDIA GPUs", said);
        }
    };
    let message = format!("{subject} cannot be compiled for NVIDIA GPUs: {why}");
    PipelineError::Program(vec![Diag::error(Code::UnsupportedByTarget, location, message)])
}

/// The function that contains the line in an assembler message: `ptxas a.ptx, line 9; error   : …`.
fn enclosing_function(said: &str, ptx: &str) -> Option<String> {
    let (_, rest) = said.split_once(", line ")?;
    let number: usize = rest.split(';').next()?.parse().ok()?;
    let above: Vec<&str> = ptx.lines().take(number).collect();
    let start = above.iter().rev().find_map(|line| line.split_once(".entry "))?;
    Some(start.1.trim_end_matches(['(', ')']).to_owned())
}

/// The line of a message that has the reason.
fn reason(stderr: &str) -> String {
    const MARKS: [&str; 5] =
        ["error in backend: ", "LLVM ERROR: ", "fatal   : ", "error   : ", "error: "];
    let text = text_behind(stderr, &MARKS);
    match text {
        Some(text) if text.starts_with("Cannot select: ") && text.contains(" = brind ") => {
            format!("{COMPUTED_JUMP} (`goto *`) is not supported by these devices; use a `switch`")
        }
        Some(text) => text,
        None => "it ended without a message".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{enclosing_function, lines_only, reason};

    #[test]
    fn lines_lead_to_kernels() {
        let ptx = ".version 7.8\n.visible .entry a()\n{\n}\n.visible .entry b(\n.param .u64 p)\n{\n\tsoup;\n}\n";
        let said =
            "ptxas tool.ptx, line 8; error   : Not a name of any known instruction: 'soup'\n";
        assert_eq!(enclosing_function(said, ptx).as_deref(), Some("b"));
        assert_eq!(enclosing_function(&said.replace('8', "3"), ptx).as_deref(), Some("a"));
        assert_eq!(enclosing_function("LLVM ERROR: no", ptx), None);
    }

    #[test]
    fn only_lines_remain_of_debug_information() {
        let text = ".target sm_90, debug\n\t.loc\t1 2 3\n\t.file\t1 \"/src\" \"app.cpp\"\n\
                    \t.file\t2 \"other.cpp\"\n\t.section\t.debug_info\n\t{\n.b8 1\n\t}\n\
                    \t.section\t.debug_macinfo\t{\t}\n}\n";
        let want = ".target sm_90\n\t.loc\t1 2 3\n\t.file\t1 \"/src/app.cpp\"\n\
                    \t.file\t2 \"other.cpp\"\n}\n";
        assert_eq!(String::from_utf8(lines_only(text.as_bytes())).expect("text"), want);
    }

    #[test]
    fn the_reason_is_the_message_of_the_program() {
        assert_eq!(reason("fatal error: error in backend: Cannot select\n"), "Cannot select");
        assert_eq!(
            reason("ptxas tool.ptx, line 9; error   : Unknown symbol 'x'\n"),
            "Unknown symbol 'x'"
        );
        let jump = "LLVM ERROR: Cannot select: 0x5: ch = brind 0x6, 0x7\nIn function: k\n";
        assert!(reason(jump).contains("computed address"));
        assert!(reason("").contains("without a message"));
    }
}
