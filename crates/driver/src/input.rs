//! Files on the command line.

use std::path::Path;

/// A file on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The path as given; `-` is standard input.
    pub path: String,
    /// The language `-x` gave it.
    pub language: Option<String>,
}

impl Input {
    /// Whether this is C++ that may hold SYCL code.
    pub fn is_cxx(&self) -> bool {
        if let Some(language) = &self.language {
            return language == "c++" || language == "c++-cpp-output";
        }
        const EXTENSIONS: &[&str] = &[
            "cpp", "cc", "cxx", "c++", "C", "cp", "CPP", "CC", "CXX", "C++", "ii", "c", "i", "sycl",
        ];
        extension(&self.path).is_some_and(|e| EXTENSIONS.contains(&e))
    }

    /// Whether clang compiles it, instead of passing it to the linker.
    pub fn is_source(&self) -> bool {
        const OTHER: &[&str] =
            &["ll", "bc", "s", "S", "sx", "m", "mm", "M", "f", "f90", "cppm", "ixx", "cu", "cl"];
        // If it only preprocesses, clang reads standard input as C by default.
        self.is_cxx()
            || self.path == "-"
            || self.language.is_some()
            || self.is_header()
            || extension(&self.path).is_some_and(|e| OTHER.contains(&e))
    }

    /// Whether clang makes a precompiled header of it, which is not linked.
    pub fn is_header(&self) -> bool {
        const HEADERS: &[&str] = &["h", "H", "hh", "hp", "hpp", "hxx", "h++", "HH", "HPP", "tcc"];
        match &self.language {
            Some(language) => language.ends_with("-header"),
            None => extension(&self.path).is_some_and(|e| HEADERS.contains(&e)),
        }
    }

    /// clang's message if the file does not exist.
    pub fn missing(&self) -> Option<String> {
        let is_there = self.path == "-" || Path::new(&self.path).exists();
        (!is_there).then(|| format!("no such file or directory: '{}'", self.path))
    }

    /// The file name without its extension: the default name of outputs.
    pub fn stem(&self) -> String {
        if self.path == "-" {
            return "-".to_owned();
        }
        Path::new(&self.path)
            .file_stem()
            .map_or_else(|| "a".to_owned(), |stem| stem.to_string_lossy().into_owned())
    }
}

fn extension(path: &str) -> Option<&str> {
    Path::new(path).extension().and_then(|e| e.to_str())
}
