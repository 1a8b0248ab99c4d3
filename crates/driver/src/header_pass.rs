//! The parts of a pass's command line that affect how clang compiles the SYCL header.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Read};
use std::ops::Range;

use crate::process::Job;

/// Flags that insert something before the source file, or that precompiled headers do not support.
const AGAINST: &[&str] =
    &["-include", "-imacros", "-fmodule", "-fno-pch", "-ivfsoverlay", "-working-directory", "-Wp,"];

/// Flags for diagnostics, for code generation, and for what is read after the header: they do not affect it.
const WITHOUT_EFFECT: &[&str] = &[
    "-W",
    "-g",
    "-pedantic",
    "-fcolor-diagnostics",
    "-fno-color-diagnostics",
    "-fdiagnostics-",
    "-fno-diagnostics-",
    "-ffunction-sections",
    "-fdata-sections",
    crate::passes::TARGETS_MACRO,
];

/// Flags whose value is a path; if that is relative, it depends on the current directory.
const PATHS: &[&str] = &[
    "-I",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-iprefix",
    "-iwithprefix",
    "-isysroot",
    "-cxx-isystem",
    "-stdlib++-isystem",
    "--sysroot",
    "--config",
    "-B",
    "-F",
    "-fplugin=",
    "-resource-dir",
];

/// Environment variables with which clang finds more paths and flags.
const VARIABLES: &[&str] =
    &["CPATH", "CPLUS_INCLUDE_PATH", "CCC_OVERRIDE_OPTIONS", "COMPILER_PATH", "SDKROOT"];

/// A pass over the SYCL header alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeaderPass {
    words: Vec<String>,
}

impl HeaderPass {
    /// The pass over the header for a pass over a source, given clang's arguments up to the output; none
    /// where the pass has to read the header itself.
    pub fn of(pass: &Job) -> Option<Self> {
        let all = pass.words().map(|word| word.to_string_lossy().into_owned());
        let mut words = Vec::new();
        let mut is_value = false;
        for word in all {
            let decides = is_value || !is_without_effect(&word);
            is_value = !is_value && crate::flags::takes_value(&word);
            if AGAINST.iter().any(|flag| word.starts_with(flag)) {
                return None;
            }
            if decides {
                words.push(word);
            }
        }
        Some(Self { words: without_repetitions(words) })
    }

    /// The same without those of the user's macros and directories for headers that do not affect the header, of
    /// which `names` are all identifiers (one per line): macros of other names, and directories in which no name of
    /// a file consists of them.
    pub fn with_flags_for(&self, names: &str) -> Self {
        let mut words: Vec<Option<&String>> = self.words.iter().map(Some).collect();
        let names: HashSet<&str> = names.lines().collect();
        for (name, places) in macros(&self.words) {
            if !names.contains(name) {
                words[places].fill(None);
            }
        }
        for (directory, places) in other_directories(&self.words) {
            if !may_have_one_of(directory, &names) {
                words[places].fill(None);
            }
        }
        Self { words: words.into_iter().flatten().cloned().collect() }
    }

    /// Clang's arguments.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// All that determines the compiled header, except the contents of files.
    pub fn text(&self) -> Option<String> {
        let mut text = format!("{}\n", env!("CARGO_PKG_VERSION"));
        for word in &self.words {
            let _ = writeln!(text, "{word}");
        }
        for name in VARIABLES {
            if let Some(value) = std::env::var_os(name) {
                let _ = writeln!(text, "{name}={}", value.to_string_lossy());
            }
        }
        if self.words.iter().any(|word| word.ends_with("=native")) {
            text.push_str(&this_processor());
        }
        if has_relative_path(&self.words) {
            let _ = writeln!(text, "{}", std::env::current_dir().ok()?.display());
        }
        Some(text)
    }
}

/// The identifiers in a text outside comments, wherever they occur.
pub fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    let mut in_comment = false;
    let code = text.lines().flat_map(move |line| code(line, &mut in_comment));
    code.flat_map(identifiers_of_code)
}

fn identifiers_of_code(code: &str) -> impl Iterator<Item = &str> {
    let words = code.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '$'));
    words.filter(|word| word.starts_with(|c: char| !c.is_ascii_digit()))
}

/// A line without comments. After a quotation mark, what looks like a comment may be text, so the rest of the
/// line is kept.
fn code<'a>(mut line: &'a str, in_comment: &mut bool) -> Vec<&'a str> {
    let mut parts = Vec::new();
    loop {
        if *in_comment {
            let Some(end) = line.find("*/") else { return parts };
            line = &line[end + 2..];
            *in_comment = false;
        }
        let comment = match (line.find("//"), line.find("/*")) {
            (Some(to_end), Some(block)) => Some(to_end.min(block)),
            (one, other) => one.or(other),
        };
        let Some(start) = comment.filter(|start| !line[..*start].contains(['"', '\''])) else {
            parts.push(line);
            return parts;
        };
        parts.push(&line[..start]);
        if line[start..].starts_with("//") {
            return parts;
        }
        line = &line[start + 2..];
        *in_comment = true;
    }
}

/// The flags without those that state a default of clang, and those that name the directory of our headers, which is
/// the last one, once more: CMake's projects have them. If clang has other defaults, it rejects the header.
fn without_repetitions(words: Vec<String>) -> Vec<String> {
    let count = |prefixes: &[&str]| {
        let is_one = |word: &&String| prefixes.iter().any(|prefix| word.starts_with(prefix));
        words.iter().filter(is_one).count()
    };
    let language = (count(&["-std", "--std"]) == 1).then_some("-std=gnu++17");
    let position = (count(&["-fPI", "-fpi", "-fno-PI", "-fno-pi"]) == 1).then_some("-fPIE");
    let directories: Vec<Directory<'_>> = directories(&words).collect();
    let Some(own) = directories.iter().rfind(|one| one.is_system()) else { return words };
    // Clang skips other directories that are also system directories, and the second of two system directories.
    let is_only_one = directories.iter().all(|one| !one.is_system() || one.path == own.path);
    let repeats = |one: &&Directory<'_>| {
        one.places != own.places && one.path == own.path && (!one.is_system() || is_only_one)
    };
    let repeated: Vec<Range<usize>> =
        directories.iter().filter(repeats).map(|one| one.places.clone()).collect();
    let states_default = |word: &String| [language, position].contains(&Some(word.as_str()));
    let is_kept = |(at, word): (usize, &String)| {
        !states_default(word) && !repeated.iter().any(|places| places.contains(&at))
    };
    let all = words.iter().enumerate().filter(|&pair| is_kept(pair));
    all.map(|(_, word)| word.clone()).collect()
}

/// A directory for headers.
struct Directory<'a> {
    flag: &'static str,
    path: &'a str,
    /// The positions of its words.
    places: Range<usize>,
}

impl Directory<'_> {
    fn is_system(&self) -> bool {
        self.flag == "-isystem"
    }
}

/// The directories that are given with the usual flags.
fn directories(words: &[String]) -> impl Iterator<Item = Directory<'_>> {
    let directory = |at: usize| {
        let flag = ["-I", "-isystem"].into_iter().find(|flag| words[at].starts_with(flag))?;
        let is_joined = words[at].len() > flag.len();
        let path = if is_joined { &words[at][flag.len()..] } else { words.get(at + 1)? };
        // Another flag, or a path below the system's root.
        let is_plain = !path.starts_with(['-', '=']);
        is_plain.then(|| Directory { flag, path, places: at..at + if is_joined { 1 } else { 2 } })
    };
    (0..words.len()).filter_map(directory)
}

/// Those that are not our own, which is the last one.
fn other_directories(words: &[String]) -> Vec<(&str, Range<usize>)> {
    let mut all: Vec<Directory<'_>> = directories(words).collect();
    if let Some(own) = all.iter().rposition(Directory::is_system) {
        all.remove(own);
    }
    all.into_iter().map(|one| (one.path, one.places)).collect()
}

/// Whether headers with these identifiers may find a file in a directory, or test that there is none: they contain
/// its name.
fn may_have_one_of(directory: &str, names: &HashSet<&str>) -> bool {
    let is_named = |entry: io::Result<fs::DirEntry>| {
        let Ok(name) = entry.map(|entry| entry.file_name()) else { return true };
        identifiers_of_code(&name.to_string_lossy()).all(|part| names.contains(part))
    };
    match fs::read_dir(directory) {
        Ok(entries) => !names.is_empty() && entries.into_iter().any(is_named),
        Err(error) => !names.is_empty() && error.kind() != io::ErrorKind::NotFound,
    }
}

fn is_without_effect(word: &str) -> bool {
    // They decide whether the macro `__DEPRECATED` is defined.
    const WITH_EFFECT: &[&str] = &["-Wdeprecated", "-Wno-deprecated"];
    let is_known = WITHOUT_EFFECT.iter().any(|flag| word.starts_with(flag));
    matches!(word, "-v" | "-w")
        || (is_known && !word.starts_with("-gcc") && !WITH_EFFECT.contains(&word))
}

/// The user's macros, defined and undefined, with the positions of their words. Macros with reserved names
/// are treated like other flags, as they are meant for headers.
fn macros(words: &[String]) -> impl Iterator<Item = (&str, Range<usize>)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while let Some(word) = words.get(at) {
            let here = at;
            at += if crate::flags::takes_value(word) { 2 } else { 1 };
            let value = match word.strip_prefix("-D").or_else(|| word.strip_prefix("-U")) {
                Some("") => words.get(here + 1).map(String::as_str),
                joined => joined,
            };
            let name = value.and_then(|value| identifiers_of_code(value).next());
            if let Some(name) = name.filter(|name| !name.starts_with('_')) {
                return Some((name, here..at.min(words.len())));
            }
        }
        None
    })
}

/// What the system reports about the processor that `native` stands for: caches may be shared between
/// machines.
fn this_processor() -> String {
    const ENOUGH: u64 = 8 << 10;
    let mut text = Vec::new();
    // If it cannot be read, the cache is not shared between different processors either.
    let _ = fs::File::open("/proc/cpuinfo").and_then(|f| f.take(ENOUGH).read_to_end(&mut text));
    let text = String::from_utf8_lossy(&text);
    let is_known =
        |line: &&str| ["model name", "flags", "Features"].iter().any(|k| line.starts_with(k));
    let first = text.split("\n\n").next().unwrap_or_default();
    first.lines().filter(is_known).fold(String::new(), |all, line| all + line + "\n")
}

fn has_relative_path(words: &[String]) -> bool {
    let value = |(at, word): (usize, &String)| {
        let flag = PATHS.iter().filter(|flag| word.starts_with(**flag)).max_by_key(|f| f.len())?;
        let joined = word[flag.len()..].trim_start_matches('=').to_owned();
        if joined.is_empty() { words.get(at + 1).cloned() } else { Some(joined) }
    };
    words.iter().enumerate().filter_map(value).any(|path| !path.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pass(line: &str) -> Option<HeaderPass> {
        HeaderPass::of(&Job::new("clang").args(line.split(' ')))
    }

    #[test]
    fn relative_paths() {
        let is_relative = |line: &str| {
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            has_relative_path(&words)
        };
        assert!(is_relative("-O2 -I include"));
        assert!(is_relative("-Iinclude"));
        assert!(is_relative("-isystem x"));
        assert!(is_relative("--sysroot=x"));
        assert!(!is_relative("-I /a -isystem /b -I/c --sysroot=/d -O2 x"));
    }

    #[test]
    fn flags_that_do_not_matter() {
        assert_eq!(pass("-O2 -Wall -g -v -w -ggdb3 -pedantic -Werror=x").unwrap().words(), ["-O2"]);
        let kept = "-Xclang -Wsomething -I -g --gcc-toolchain=x -gcc-toolchain y";
        assert_eq!(pass(kept).unwrap().words().join(" "), kept);
    }

    #[test]
    fn one_header_serves_all_targets() {
        assert_eq!(pass("-O2 -D__SCYTHE_TARGETS__=7").unwrap(), pass("-O2").unwrap());
    }

    #[test]
    fn repetitions() {
        let kept = |line: &str| pass(line).unwrap().words().join(" ");
        assert_eq!(kept("-I /own -I/own -I /a -isystem /own"), "-I /a -isystem /own");
        assert_eq!(kept("-isystem/own -O2 -isystem /own -isystem /own"), "-O2 -isystem /own");
        // Without the first one, another system directory would come before our own.
        let order = "-isystem /own -isystem /a -isystem /own";
        assert_eq!(kept(order), order);
        assert_eq!(kept("-std=gnu++17 -fPIE -isystem /own"), "-isystem /own");
        let others = "-std=c++20 -std=gnu++17 -fPIC -fPIE -isystem /own";
        assert_eq!(kept(others), others);
        assert_eq!(kept("-std=c++17 -fno-pie -isystem /own"), "-std=c++17 -fno-pie -isystem /own");
        assert_eq!(kept("-isystem /own -I"), "-isystem /own -I");
    }

    #[test]
    fn flags_that_come_first() {
        assert!(pass("-O2 -include x").is_none());
        assert!(pass("-Wp,-DX").is_none());
        assert_eq!(pass("-Wno-deprecated -Wno-deprecated-x").unwrap().words(), ["-Wno-deprecated"]);
    }

    #[test]
    fn macros_of_users() {
        let pass = pass("-DA -O2 -D B(x)=2 -UC -D_D -D __E -Xclang -DF -I -DG -DH=I").unwrap();
        let with = |names: &str| pass.with_flags_for(names).words().join(" ");
        assert_eq!(with(""), "-O2 -D_D -D __E -Xclang -DF -I -DG");
        assert_eq!(with("D\nE\nF\nG\nI\nAB\n"), with(""));
        assert_eq!(with("X\nB\nC\n"), "-O2 -D B(x)=2 -UC -D_D -D __E -Xclang -DF -I -DG");
    }

    #[test]
    fn directories_of_users() {
        let with =
            |line: &str, names: &str| pass(line).unwrap().with_flags_for(names).words().join(" ");
        // There is no such directory, and this one has files of the names "Cargo.toml" and "src", among others.
        let here = env!("CARGO_MANIFEST_DIR");
        let line = format!("-I{here} -I /nowhere -O2 -isystem {here} -isystem /own");
        assert_eq!(with(&line, ""), "-O2 -isystem /own");
        assert_eq!(with(&line, "Cargo\nvector\n"), "-O2 -isystem /own");
        let both = format!("-I{here} -O2 -isystem {here} -isystem /own");
        assert_eq!(with(&line, "Cargo\ntoml\n"), both);
        assert_eq!(with(&line, "src\n"), both);
        let others = "-I=/nowhere -isystem-after /nowhere -I- -isystem /own";
        assert_eq!(with(others, "x"), others);
        assert_eq!(with(&format!("-I {here}/Cargo.toml -isystem /own"), "x").split(' ').count(), 4);
    }

    #[test]
    fn identifiers_of_a_text() {
        let names: Vec<&str> =
            identifiers("#if defined(A_1)&&B>=0x3f\n x+y2 \"in text\"").collect();
        assert_eq!(names, ["if", "defined", "A_1", "B", "x", "y2", "in", "text"]);
        let text = "a // b\n/* c */ d /* e\n f\n * g */ h // i /* j\n k \"/*\" l // m\nn";
        let names: Vec<&str> = identifiers(text).collect();
        assert_eq!(names, ["a", "d", "h", "k", "l", "m", "n"]);
    }
}
