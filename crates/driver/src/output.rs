//! Writing results.

use std::fs::OpenOptions;
use std::io::{Error, ErrorKind};
use std::path::Path;

use crate::error::DriverError;

/// Writes to standard output.
pub fn print(bytes: impl AsRef<[u8]>) -> Result<(), DriverError> {
    scythe_console::print(bytes).map_err(|error| DriverError::usage(error.to_string()))
}

/// Checks before any work is done that a file can be written.
pub fn check(path: &Path) -> Result<(), DriverError> {
    let fail = |error: &Error| Err(DriverError::io("cannot write", path, error));
    match std::fs::metadata(path) {
        Ok(found) if found.is_dir() => fail(&Error::from(ErrorKind::IsADirectory)),
        // It is opened but not truncated: an existing file stays until there is a new one.
        Ok(_) => match OpenOptions::new().write(true).open(path) {
            Ok(_) => Ok(()),
            Err(error) => fail(&error),
        },
        Err(_) => {
            let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
            match std::fs::metadata(parent.unwrap_or(Path::new("."))) {
                Ok(found) if found.is_dir() => Ok(()),
                Ok(_) => fail(&Error::from(ErrorKind::NotADirectory)),
                Err(error) => fail(&error),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_why_not() {
        let dir = tempfile::tempdir().expect("a directory");
        let message = |path: &Path| match check(path) {
            Err(DriverError::Usage(lines)) => lines.join("\n"),
            other => panic!("{other:?}"),
        };
        assert!(check(&dir.path().join("new.o")).is_ok());
        assert!(message(dir.path()).contains("is a directory"));
        assert!(message(&dir.path().join("none/new.o")).contains("No such file"));
        std::fs::write(dir.path().join("file"), "kept").expect("writable");
        assert!(check(&dir.path().join("file")).is_ok());
        let kept = std::fs::read_to_string(dir.path().join("file")).expect("readable");
        assert_eq!(kept, "kept");
        assert!(message(&dir.path().join("file/x.o")).contains("ot a directory"));
    }
}
