//! How the tools read their command lines, write to standard output and standard error, and end by signals.
//!
//! `print!` and `eprintln!` panic when the reader has closed the pipe (`muxc … | head -1`) and when the device is
//! full. Tools print with [`print()`] and [`print_error`] instead: a closed pipe is not an error, and every other
//! failure to write is.

#![forbid(unsafe_code)]

pub mod signals;

use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::process::ExitCode;

use clap::Parser;

/// Standard output could not be written.
#[derive(Debug)]
pub struct OutputError(io::Error);

impl fmt::Display for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot write to standard output: {}", self.0)
    }
}

impl std::error::Error for OutputError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

/// Writes all bytes to standard output and flushes it.
///
/// # Errors
/// When it cannot be written, unless the reader has closed the pipe.
pub fn print(bytes: impl AsRef<[u8]>) -> Result<(), OutputError> {
    write(&mut io::stdout().lock(), bytes.as_ref()).map_err(OutputError)
}

/// The contents of a file, or of standard input for `-`.
///
/// # Errors
/// When it cannot be read.
pub fn read(file: &str) -> io::Result<Vec<u8>> {
    if file != "-" {
        return std::fs::read(file);
    }
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Writes a line to standard error. A failure is ignored, because it could not be reported either.
pub fn print_error(line: impl fmt::Display) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// The main function of a tool: reads the command line, does the work, and reports errors.
pub fn run<O: Parser, E: fmt::Display>(
    tool: &str,
    work: impl FnOnce(O) -> Result<(), E>,
) -> ExitCode {
    match parse(tool, std::env::args_os()) {
        Ok(options) => report(tool, work(options)),
        Err(status) => status,
    }
}

/// Reads a command line, the tool's name first.
///
/// # Errors
/// With the exit status, if clap has printed an error, the help text or a version.
pub fn parse<O: Parser>(
    tool: &str,
    words: impl IntoIterator<Item = impl Into<std::ffi::OsString> + Clone>,
) -> Result<O, ExitCode> {
    O::try_parse_from(words).map_err(|answer| {
        if answer.use_stderr() {
            // clap uses colours if it writes to a terminal.
            let _ = answer.print();
            return ExitCode::from(u8::try_from(answer.exit_code()).unwrap_or(1));
        }
        let printed = answer.print().and_then(|()| io::stdout().flush());
        report(tool, forgive(printed).map_err(OutputError))
    })
}

/// The exit status for a result; an error is printed.
pub fn report<E: fmt::Display>(tool: &str, result: Result<(), E>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            print_error(format_args!("{tool}: error: {error}"));
            ExitCode::FAILURE
        }
    }
}

fn write(out: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    forgive(out.write_all(bytes).and_then(|()| out.flush()))
}

/// A closed pipe is no error: `| head` is common.
fn forgive(result: io::Result<()>) -> io::Result<()> {
    result.or_else(|error| match error.kind() {
        ErrorKind::BrokenPipe => Ok(()),
        _ => Err(error),
    })
}

#[cfg(test)]
mod tests {
    use std::io::{self, ErrorKind, Write};

    use super::write;

    /// Fails with the given error, on writing or on flushing.
    struct Failing(ErrorKind, bool);

    impl Write for Failing {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.1 { Ok(bytes.len()) } else { Err(self.0.into()) }
        }
        fn flush(&mut self) -> io::Result<()> {
            Err(self.0.into())
        }
    }

    #[test]
    fn a_closed_pipe_is_no_error_and_a_full_device_is_one() {
        for late in [false, true] {
            assert!(write(&mut Failing(ErrorKind::BrokenPipe, late), b"text").is_ok());
            let full = write(&mut Failing(ErrorKind::StorageFull, late), b"text");
            assert_eq!(full.map_err(|e| e.kind()), Err(ErrorKind::StorageFull));
        }
    }
}
