//! The output file of a trace.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, Write};
use std::path::PathBuf;

use rustix::process::{Resource, getrlimit};

use crate::settings::TRACE;

/// A file that belongs to this process. An error is reported once, and the program continues.
pub struct Output {
    file: Option<File>,
    path: PathBuf,
}

/// Expands a file name: `%p` is the number of the process, `%%` is `%`.
fn expand(pattern: &str, process: u32) -> String {
    let mut name = String::new();
    let mut rest = pattern.chars();
    while let Some(c) = rest.next() {
        match (c, rest.clone().next()) {
            ('%', Some('p')) => name += &process.to_string(),
            ('%', Some('%')) => name.push('%'),
            _ => {
                name.push(c);
                continue;
            }
        }
        rest.next();
    }
    name
}

/// The name with the number of the process before its last dot.
fn with_process(name: &str, process: u32) -> PathBuf {
    let path = PathBuf::from(name);
    match path.extension().and_then(|extension| extension.to_str()) {
        Some(extension) => path.with_extension(format!("{process}.{extension}")),
        None => PathBuf::from(format!("{name}.{process}")),
    }
}

/// Opens a file, unless another process writes a trace to it.
fn take(path: &PathBuf) -> io::Result<Option<File>> {
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
    match file.try_lock() {
        Err(std::fs::TryLockError::WouldBlock) => return Ok(None),
        // Pipes and some file systems have no locks.
        Ok(()) | Err(std::fs::TryLockError::Error(_)) => {}
    }
    if file.metadata()?.is_file() {
        file.set_len(0)?;
    }
    Ok(Some(file))
}

impl Output {
    /// Opens the file that a pattern names. If another process writes to it, or a parent of this one does,
    /// the name gets the number of this process.
    pub fn open(pattern: &str, is_child: bool) -> Option<Self> {
        let process = std::process::id();
        let name = expand(pattern, process);
        let own = name != expand(pattern, process.wrapping_add(1));
        let mut path = PathBuf::from(&name);
        if is_child && !own {
            path = with_process(&name, process);
        }
        let file = take(&path).and_then(|taken| {
            let Some(file) = taken else {
                path = with_process(&name, process);
                return take(&path)?.ok_or_else(|| io::ErrorKind::WouldBlock.into());
            };
            Ok(file)
        });
        match file {
            Ok(file) => Some(Self { file: Some(file), path }),
            Err(error) => {
                say(&format!(
                    "scythe: warning: {TRACE}: cannot write '{}' ({error}); recording no trace",
                    path.display()
                ));
                None
            }
        }
    }

    /// Writes the text at once.
    pub fn write(&mut self, text: &str) {
        let Some(file) = &mut self.file else { return };
        if let Err(error) = write_within_limit(file, text.as_bytes()) {
            say(&format!(
                "scythe: warning: {TRACE}: cannot write '{}' ({error}); the trace is incomplete",
                self.path.display()
            ));
            self.file = None;
        }
    }
}

/// Writes all bytes, or none if the file would exceed the process's file size limit: the signal for that ends
/// programs which do not expect it.
fn write_within_limit(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    if let Some(most) = getrlimit(Resource::Fsize).current
        && file.metadata()?.is_file()
        && file.stream_position()?.saturating_add(bytes.len() as u64) > most
    {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    file.write_all(bytes)
}

/// Writes a line to standard error. A failure cannot be reported.
pub fn say(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files() {
        assert_eq!(expand("run.json", 7), "run.json");
        assert_eq!(expand("%p/run-%p.json", 7), "7/run-7.json");
        assert_eq!(expand("100%%p%", 7), "100%p%");
        assert_eq!(with_process("a.b/run.json", 7), PathBuf::from("a.b/run.7.json"));
        assert_eq!(with_process("a.b/run", 7), PathBuf::from("a.b/run.7"));
    }

    #[test]
    fn two_traces_do_not_share_a_file() {
        let folder = std::env::temp_dir().join(format!("scythe-output-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let pattern = folder.join("run.json").to_str().expect("a name").to_owned();
        let mut first = Output::open(&pattern, false).expect("writable");
        let mut second = Output::open(&pattern, false).expect("writable");
        first.write("first");
        second.write("second");
        assert_eq!(std::fs::read_to_string(&pattern).expect("written"), "first");
        let other = with_process(&pattern, std::process::id());
        assert_eq!(std::fs::read_to_string(&other).expect("written"), "second");
        drop(first);
        Output::open(&pattern, false).expect("free again").write("3");
        assert_eq!(std::fs::read_to_string(&pattern).expect("written"), "3", "a new trace");
        assert!(Output::open(&format!("{pattern}/run.json"), false).is_none(), "no folder");
        std::fs::remove_dir_all(&folder).expect("there");
    }
}
