//! The files that a link reads, in the order in which linkers search them.

use std::path::{Path, PathBuf};

use crate::args::{Invocation, Item};

/// The files and libraries on the command line of a link.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinkLine {
    /// Files and libraries, in order.
    pub entries: Vec<Entry>,
    /// Directories to search for libraries, in order.
    pub directories: Vec<PathBuf>,
    /// Symbols that are required although no file refers to them (`-u`).
    pub wanted: Vec<String>,
}

/// A file or a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What is named.
    pub name: Name,
    /// Whether all members of a library are part of the program (`--whole-archive`).
    pub whole: bool,
}

/// How a file or library is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Name {
    /// By its path.
    File {
        /// Where it is.
        path: PathBuf,
        /// The name for messages: the source, if it was just compiled.
        shown: String,
    },
    /// `-l<name>`, to be looked for.
    Library {
        /// The name after `-l`.
        name: String,
        /// Whether only a static library is accepted (`-static`, `-Bstatic`).
        only_static: bool,
    },
}

/// A word of the linker's command line.
enum Word {
    /// A file, and its name for messages.
    File(PathBuf, String),
    /// A flag, or its value.
    Flag(String),
}

/// Linker flags that affect the libraries after them.
#[derive(Clone, Copy, Default)]
struct State {
    whole: bool,
    only_static: bool,
}

impl LinkLine {
    /// Parses a command line; `objects` replace its inputs, in order.
    pub fn of(invocation: &Invocation, objects: &[PathBuf]) -> Self {
        let mut this = Self::default();
        let mut objects = objects.iter();
        let mut words: Vec<Word> = Vec::new();
        let everything_static = invocation.has("-static") || invocation.has("-static-pie");
        for item in &invocation.items {
            match item {
                Item::Input(input) if input.is_header() => {}
                Item::Input(input) => {
                    let word = |path: &PathBuf| Word::File(path.clone(), input.path.clone());
                    words.extend(objects.next().map(word));
                }
                Item::Flag(flag) => {
                    words.extend(linker_words(&flag.words).into_iter().map(Word::Flag))
                }
            }
        }
        this.read(words.into_iter(), State { whole: false, only_static: everything_static });
        this
    }

    fn read(&mut self, mut words: impl Iterator<Item = Word>, mut state: State) {
        let mut kept = Vec::new();
        while let Some(word) = words.next() {
            let word = match word {
                Word::Flag(word) => word,
                Word::File(path, shown) => {
                    self.add(Name::File { path, shown }, state);
                    continue;
                }
            };
            // The linker accepts its long options with one dash too.
            match word.strip_prefix("--").or(word.strip_prefix('-')) {
                None => {
                    self.add(Name::File { path: PathBuf::from(&word), shown: word }, state);
                }
                Some("whole-archive") => state.whole = true,
                Some("no-whole-archive") => state.whole = false,
                Some("Bstatic" | "dn" | "non_shared" | "static") => state.only_static = true,
                Some("Bdynamic" | "dy" | "call_shared") => state.only_static = false,
                Some("push-state") => kept.push(state),
                Some("pop-state") => state = kept.pop().unwrap_or(state),
                Some(flag) => {
                    let mut value = |prefix: &str| match flag.strip_prefix(prefix)? {
                        "" => match words.next()? {
                            Word::Flag(value) => Some(value),
                            Word::File(..) => None,
                        },
                        joined => Some(joined.trim_start_matches('=').to_owned()),
                    };
                    if let Some(name) = value("l") {
                        self.add(Name::Library { name, only_static: state.only_static }, state);
                    } else if let Some(directory) = value("L") {
                        self.directories.push(PathBuf::from(directory));
                    } else if let Some(symbol) = value("undefined").or_else(|| value("u")) {
                        self.wanted.push(symbol);
                    }
                }
            }
        }
    }

    fn add(&mut self, name: Name, state: State) {
        self.entries.push(Entry { name, whole: state.whole });
    }
}

/// The words for the linker in a flag of the compiler.
fn linker_words(flag: &[String]) -> Vec<String> {
    match flag {
        [only] if only.starts_with("-Wl,") => only[4..].split(',').map(str::to_owned).collect(),
        [only] if only.starts_with("-l") || only.starts_with("-L") => vec![only.clone()],
        [first, value] if first == "-Xlinker" => vec![value.clone()],
        [first, value] if matches!(first.as_str(), "-l" | "-L" | "-u") => {
            vec![format!("{first}{value}")]
        }
        _ => Vec::new(),
    }
}

/// Searches for a library as linkers do: the first directory that has it, static or shared, decides.
pub fn find_library(name: &str, only_static: bool, directories: &[PathBuf]) -> Option<PathBuf> {
    let find = |directory: &Path, file: String| {
        let path = directory.join(file);
        path.is_file().then_some(path)
    };
    directories.iter().find_map(|directory| match name.strip_prefix(':') {
        Some(file) => find(directory, file.to_owned()),
        None => (!only_static)
            .then(|| find(directory, format!("lib{name}.so")))
            .flatten()
            .or_else(|| find(directory, format!("lib{name}.a"))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> LinkLine {
        let flags = words.iter().map(|word| {
            let words: Vec<String> = word.split(' ').map(str::to_owned).collect();
            if words[0].starts_with('-') { linker_words(&words) } else { words }
        });
        let mut line = LinkLine::default();
        let words: Vec<Word> = flags.flatten().map(Word::Flag).collect();
        line.read(words.into_iter(), State::default());
        line
    }

    fn library(name: &str, only_static: bool, whole: bool) -> Entry {
        Entry { name: Name::Library { name: name.into(), only_static }, whole }
    }

    #[test]
    fn files_and_libraries_in_order() {
        let line = read(&["a.o", "-lfirst", "-L/one", "-l second", "-L two", "b.a", "-Wl,-lthird"]);
        let file = |name: &str| Entry {
            name: Name::File { path: name.into(), shown: name.into() },
            whole: false,
        };
        assert_eq!(
            line.entries,
            [
                file("a.o"),
                library("first", false, false),
                library("second", false, false),
                file("b.a"),
                library("third", false, false)
            ]
        );
        assert_eq!(line.directories, [PathBuf::from("/one"), PathBuf::from("two")]);
    }

    #[test]
    fn linker_flags_affect_later_libraries() {
        let line = read(&[
            "-Wl,--push-state,--whole-archive,-Bstatic",
            "-lwhole",
            "-Wl,--pop-state",
            "-lplain",
            "-Xlinker -Bstatic",
            "-lstatic",
            "-Wl,-u,wanted",
            "-u too",
        ]);
        assert_eq!(
            line.entries,
            [
                library("whole", true, true),
                library("plain", false, false),
                library("static", true, false)
            ]
        );
        assert_eq!(line.wanted, ["wanted", "too"]);
    }

    #[test]
    fn the_first_directory_that_has_a_library_decides() {
        let root = tempfile::tempdir().expect("a directory");
        let [one, two] = ["one", "two"].map(|name| root.path().join(name));
        for (directory, file) in [(&one, "libx.a"), (&two, "libx.so"), (&two, "libx.a")] {
            std::fs::create_dir_all(directory).expect("writable");
            std::fs::write(directory.join(file), "").expect("writable");
        }
        let both = [one.clone(), two.clone()];
        assert_eq!(find_library("x", false, &both), Some(one.join("libx.a")));
        assert_eq!(find_library("x", false, &both[1..]), Some(two.join("libx.so")));
        assert_eq!(find_library("x", true, &both[1..]), Some(two.join("libx.a")));
        assert_eq!(find_library(":libx.so", false, &both), Some(two.join("libx.so")));
        assert_eq!(find_library("y", false, &both), None);
    }
}
