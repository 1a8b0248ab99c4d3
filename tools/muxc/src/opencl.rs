//! OpenCL C as input: clang compiles it to LLVM IR for an abstract machine.

use std::io::Write;
use std::process::{Command, Stdio};

use scythe_console::signals::Guarded;

use crate::{Error, Options};

/// The version of clang that Scythe is written for.
const CLANG: &str = "clang-22";

/// Pointers have the size that all devices use. Optimisations are left to the pipeline, but attributes are
/// those of optimisable code; OpenCL's functions need no include.
const FLAGS: &[&str] = &[
    "--target=spir64-unknown-unknown",
    "-O1",
    "-Xclang",
    "-disable-llvm-passes",
    "-Xclang",
    "-finclude-default-header",
    "-emit-llvm",
    "-c",
    "-o",
    "-",
];

/// The bitcode of the input.
pub fn compile(options: &Options) -> Result<Vec<u8>, Error> {
    let program = std::env::var("SCYTHE_CLANG").unwrap_or_else(|_| CLANG.to_owned());
    let words = options.cl_options.as_deref().unwrap_or_default().split_whitespace();
    let words: Vec<&str> = words.collect();
    let mut command = Command::new(&program);
    command.args(["-x", "cl"]);
    if !words.iter().any(|word| word.starts_with("-cl-std=")) {
        command.arg("-cl-std=CL3.0");
    }
    let failed = |error| Error::Clang { program: program.clone(), error };
    let standard_input = options.input == "-";
    command.args(FLAGS).args(words).arg(&options.input);
    command.stdin(if standard_input { Stdio::piped() } else { Stdio::null() });
    let mut clang = Guarded::start(command.stdout(Stdio::piped())).map_err(failed)?;
    if let Some(mut stdin) = clang.child.stdin.take() {
        // If writing fails, clang has reported an error.
        let _ = stdin.write_all(&super::read("-")?);
    }
    let output = clang.output().map_err(failed)?;
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(Error::OpenCl { file: options.input.clone() })
    }
}
