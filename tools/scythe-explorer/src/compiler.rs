//! Runs `scythe++ --emit=all` once, or again for fewer targets if that fails.

use std::fs::File;
use std::io::{Read, Seek};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use scythe_console::signals::Guarded;

use crate::Failure;
use crate::command_line::CommandLine;
use crate::events::{self, Event};

/// What the compiler recorded.
#[derive(Debug, Default)]
pub struct Recorded {
    /// All events.
    pub events: Vec<Event>,
    /// Notes for the user about the page.
    pub notes: Vec<String>,
}

/// The targets if the user names none.
const ALL_TARGETS: &str = "--targets=cpu,ptx,spirv64";

/// Runs the compiler and reads what it records.
///
/// # Errors
/// When the program does not compile; the compiler has reported errors.
pub fn run(asked: &CommandLine) -> Result<Recorded, Failure> {
    if asked.has_targets {
        return Ok(Recorded { events: record(asked, None)?, notes: Vec::new() });
    }
    let first = output(asked, Some(ALL_TARGETS))?;
    if first.output.status.success() {
        pass_on(&first.output);
        return Ok(Recorded { events: first.read()?, notes: Vec::new() });
    }
    // The program, the targets or the installation may be at fault; a run for the CPU alone shows whether it
    // is the program.
    let events = record(asked, Some("--targets=cpu"))?;
    let reason = String::from_utf8_lossy(&first.output.stderr);
    let reason = reason.lines().find(|line| line.contains("error")).unwrap_or("no reason given");
    let notes = vec![format!("There is no code for ptx and spirv64: {reason}")];
    Ok(Recorded { events, notes })
}

/// A run of the compiler and the file that it wrote.
struct Run {
    output: Output,
    /// Without a name, so that it is removed however this program ends.
    file: File,
}

impl Run {
    fn read(&self) -> Result<Vec<Event>, Failure> {
        let mut text = String::new();
        (&self.file)
            .rewind()
            .and_then(|()| (&self.file).read_to_string(&mut text))
            .map_err(|e| Failure::Usage(format!("the compiler recorded nothing: {e}")))?;
        events::parse(&text).map_err(|e| Failure::Usage(format!("what scythe++ recorded: {e}")))
    }
}

/// Runs the compiler, and prints its messages.
fn record(asked: &CommandLine, targets: Option<&str>) -> Result<Vec<Event>, Failure> {
    let run = output(asked, targets)?;
    pass_on(&run.output);
    if !run.output.status.success() {
        let code = run.output.status.code().and_then(|code| u8::try_from(code).ok());
        return Err(Failure::Compiler(code.unwrap_or(1)));
    }
    run.read()
}

/// Prints warnings and errors.
fn pass_on(output: &Output) {
    let text = String::from_utf8_lossy(&output.stderr);
    if !text.is_empty() {
        scythe_console::print_error(text.trim_end());
    }
}

fn output(asked: &CommandLine, targets: Option<&str>) -> Result<Run, Failure> {
    let no_file = |e| Failure::Usage(format!("cannot make a temporary file: {e}"));
    let file = tempfile::tempfile().map_err(no_file)?;
    let written = file.try_clone().map_err(no_file)?;
    let compiler = compiler();
    let mut command = Command::new(&compiler);
    command.args(&asked.words).args(targets).args(["--emit=all", "-S"]);
    if std::io::IsTerminal::is_terminal(&std::io::stderr()) {
        command.arg("-fcolor-diagnostics");
    }
    command.stdin(Stdio::inherit()).stdout(written).stderr(Stdio::piped());
    let output = Guarded::start(&mut command).and_then(Guarded::output);
    let output = output.map_err(|e| Failure::file("run", &compiler.to_string_lossy(), &e))?;
    Ok(Run { output, file })
}

/// The compiler: named by the environment, in the directory of this program, or in `PATH`.
fn compiler() -> PathBuf {
    if let Some(named) = std::env::var_os("SCYTHE_CXX").filter(|named| !named.is_empty()) {
        return PathBuf::from(named);
    }
    let name = PathBuf::from("scythe++");
    let beside = std::env::current_exe().ok().and_then(|this| Some(this.parent()?.join(&name)));
    beside.filter(|path| path.exists()).unwrap_or(name)
}
