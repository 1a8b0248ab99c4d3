//! The source files of code.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::text::{Place, place};

/// A file of the program.
#[derive(Clone, Debug)]
pub struct File {
    /// Its name in the user's spelling.
    pub path: String,
    /// Its contents.
    pub text: String,
    /// The number of lines.
    lines: usize,
}

impl File {
    fn new(path: &str, text: String) -> Self {
        let lines = text.lines().count();
        Self { path: path.to_owned(), text, lines }
    }
}

/// The files of a program, the source first; SYCL's headers and those of the system are excluded.
#[derive(Debug)]
pub struct Sources {
    files: RefCell<Vec<File>>,
    /// Files by their names in debug information.
    known: RefCell<HashMap<String, Option<usize>>>,
}

/// Directories of SYCL and of the system.
const FOREIGN: &[&str] = &["include/sycl/", "include/CL/", "include/scythe/", "/usr/", "/lib/"];

impl Sources {
    /// Initially, only the source.
    #[must_use]
    pub fn new(source: &str) -> Self {
        let text = std::fs::read_to_string(source).unwrap_or_default();
        let file = File::new(source, text);
        Self { files: RefCell::new(vec![file]), known: RefCell::default() }
    }

    /// The location for a file and a line; none for files that do not belong to the program.
    pub fn place(&self, path: &str, line: u32) -> Place {
        let Some(file) = self.number(path) else { return 0 };
        // Code that the compiler generates may have a line of another file.
        let exists = self.files.borrow().get(file).is_some_and(|f| line as usize <= f.lines);
        if exists { place(file, line) } else { 0 }
    }

    /// The first location in the program of a chain of inlined calls, the innermost first.
    pub fn first<'a>(&self, chain: impl IntoIterator<Item = (&'a str, u32)>) -> Place {
        let places = chain.into_iter().map(|(path, line)| self.place(path, line));
        places.into_iter().find(|&place| place != 0).unwrap_or(0)
    }

    /// All files with locations.
    pub fn into_files(self) -> Vec<File> {
        self.files.into_inner()
    }

    fn number(&self, path: &str) -> Option<usize> {
        // The components of the path, without those that are only `.`.
        let path =
            &Path::new(path).components().collect::<PathBuf>().to_string_lossy().into_owned();
        if let Some(known) = self.known.borrow().get(path) {
            return *known;
        }
        let number = self.find(path);
        self.known.borrow_mut().insert(path.to_owned(), number);
        number
    }

    fn find(&self, path: &str) -> Option<usize> {
        let is_same = |file: &File| {
            let (one, other) = (Path::new(path), Path::new(&file.path));
            one == other || one.ends_with(file.path.trim_start_matches("./"))
        };
        let known = self.files.borrow().iter().position(is_same);
        if known.is_some() || FOREIGN.iter().any(|part| path.contains(part)) {
            return known;
        }
        // A file may be included by several names.
        let real = std::fs::canonicalize(path).ok()?;
        let same = |file: &File| std::fs::canonicalize(&file.path).is_ok_and(|other| other == real);
        if let Some(known) = self.files.borrow().iter().position(same) {
            return Some(known);
        }
        let text = std::fs::read_to_string(path).ok()?;
        let mut files = self.files.borrow_mut();
        files.push(File::new(path, text));
        Some(files.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_place_in_the_program_counts() {
        let dir = tempfile::tempdir().unwrap();
        let file = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
        std::fs::write(file("a.cpp"), "x\n".repeat(40)).unwrap();
        std::fs::write(file("b.hpp"), "y\n".repeat(40)).unwrap();
        let sources = Sources::new(&file("a.cpp"));
        let header = "/opt/include/sycl/accessor.hpp";
        assert_eq!(sources.first([(header, 9), (file("a.cpp").as_str(), 4)]), place(0, 4));
        assert_eq!(sources.first([(file("b.hpp").as_str(), 7)]), place(1, 7));
        assert_eq!(sources.first([(file("./b.hpp").as_str(), 7)]), place(1, 7));
        assert_eq!(sources.first([(header, 9), ("gone.cpp", 1)]), 0);
        assert_eq!(sources.place(&file("a.cpp"), 0), 0);
        assert_eq!(sources.place(&file("a.cpp"), 41), 0);
        assert_eq!(sources.into_files().len(), 2);
    }
}
