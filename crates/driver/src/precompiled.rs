//! The SYCL header, precompiled: a cache of what clang makes of it under given flags.
//!
//! ```text
//! <cache>/<hash of the pass>.seen         the pass was met once
//! <cache>/<hash of the pass>.making/      somebody is at it
//! <cache>/<hash of the pass>/header.pch   what clang reads
//!                            pass         the command line that it is for
//!                            files        what it was made of: <modified> <size> <path>
//! ```
//!
//! A pass that is met a second time has its header made; before that nobody knows whether it pays. Whatever
//! goes wrong with the cache, clang reads the header itself.

use std::collections::hash_map::DefaultHasher;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::hash::{Hash, Hasher};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::process::{Job, Running};
use crate::toolchain::Toolchain;

/// The environment variable that says where the cache is; empty: nowhere.
pub const PLACE: &str = "SCYTHE_CACHE";

/// What clang reads, in an entry.
const HEADER: &str = "header.pch";

/// What has a pass make a header. If clang knew that it is one, it would make it for the host alone.
const MAKE: [&str; 6] = ["-x", "c++", "-c", "-Xclang", "-emit-pch", "-fpch-instantiate-templates"];

/// What the cache may hold. Two passes under one set of flags are about 35 MB.
const LIMIT: u64 = 1 << 30;

/// What was used within this time stays: somebody may be about to read it.
const FRESH: Duration = Duration::from_secs(3600);

/// Nobody takes so long to make a header: it was left behind.
const ABANDONED: Duration = Duration::from_secs(600);

/// Flags that put something before the source file, or that a precompiled header does not go with.
const AGAINST: &[&str] =
    &["-include", "-imacros", "-fmodule", "-fno-pch", "-ivfsoverlay", "-working-directory", "-Wp,"];

/// Flags whose value is a path, which means nothing without the current directory when it is relative.
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

/// Variables in which clang looks for more paths and flags.
const VARIABLES: &[&str] =
    &["CPATH", "CPLUS_INCLUDE_PATH", "CCC_OVERRIDE_OPTIONS", "COMPILER_PATH", "SDKROOT"];

/// The cache of this user.
pub struct Cache<'a> {
    toolchain: &'a Toolchain,
    directory: PathBuf,
    /// Tells the clang and the plugin that make headers from others.
    makers: String,
    verbose: bool,
}

impl<'a> Cache<'a> {
    /// The cache, where there is a place for it.
    pub fn new(toolchain: &'a Toolchain, verbose: bool) -> Option<Self> {
        let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let directory = match std::env::var_os(PLACE) {
            Some(place) if place.is_empty() => return None,
            Some(place) => PathBuf::from(place),
            None => match variable("XDG_CACHE_HOME") {
                Some(caches) => Path::new(&caches).join("scythe"),
                None => Path::new(&variable("HOME")?).join(".cache/scythe"),
            },
        };
        fs::create_dir_all(&directory).ok()?;
        let directory = directory.canonicalize().ok()?;
        let makers = format!("{}\n{}\n", toolchain.clang_stamp()?, stamp(&toolchain.plugin)?);
        Some(Self { toolchain, directory, makers, verbose })
    }

    /// A header for each pass, as far as there is one; missing ones are made side by side. A pass is all
    /// that clang is told before what it is to write and what to read.
    pub fn headers(&self, passes: &[Job]) -> Vec<Option<PathBuf>> {
        let found: Vec<Answer<'_>> = passes.iter().map(|pass| self.look_up(pass)).collect();
        let header = |answer| match answer {
            Answer::None => None,
            Answer::Ready(header) => Some(header),
            Answer::Making(making) => making.finish(),
        };
        found.into_iter().map(header).collect()
    }

    fn look_up(&self, pass: &Job) -> Answer<'_> {
        let Some(text) = self.describe(pass) else { return Answer::None };
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        let entry = self.directory.join(format!("{:016x}", hasher.finish()));
        if is_current(&entry, &text) {
            // Only what is used is kept for long; a cache that cannot be written still serves.
            let _ = File::open(entry.join("pass")).and_then(|f| f.set_modified(SystemTime::now()));
            return Answer::Ready(entry.join(HEADER));
        }
        let seen = entry.with_extension("seen");
        if !seen.exists() {
            // Where nothing can be written, nothing is made.
            let _ = File::create(&seen);
            return Answer::None;
        }
        Making::start(self, pass, entry, text).map_or(Answer::None, Answer::Making)
    }

    /// The pass and everything that clang would do otherwise with it; none when it has to go without.
    fn describe(&self, pass: &Job) -> Option<String> {
        let words = pass.words().filter(|word| *word != "-v");
        let words: Vec<String> = words.map(|word| word.to_string_lossy().into_owned()).collect();
        if words.iter().any(|word| AGAINST.iter().any(|flag| word.starts_with(flag))) {
            return None;
        }
        let mut text = format!("{}{}\n", self.makers, env!("CARGO_PKG_VERSION"));
        for word in words.iter().map(String::as_str).chain(MAKE) {
            let _ = writeln!(text, "{word}");
        }
        for name in VARIABLES {
            if let Some(value) = std::env::var_os(name) {
                let _ = writeln!(text, "{name}={}", value.to_string_lossy());
            }
        }
        if has_relative_path(&words) {
            let _ = writeln!(text, "{}", std::env::current_dir().ok()?.display());
        }
        Some(text)
    }

    /// Removes what was not used for longest, until the rest is small enough.
    fn tidy(&self) {
        let Ok(entries) = fs::read_dir(&self.directory) else { return };
        let mut kept: Vec<(SystemTime, u64, PathBuf)> = Vec::new();
        for entry in entries.flatten().map(|entry| entry.path()) {
            let size = fs::metadata(entry.join(HEADER)).map_or(0, |data| data.len());
            let used = modified(&entry.join("pass")).or_else(|| modified(&entry));
            kept.extend(used.map(|used| (used, size, entry)));
        }
        kept.sort();
        let mut total: u64 = kept.iter().map(|(_, size, _)| size).sum();
        for (used, size, entry) in kept {
            if total <= LIMIT {
                break;
            }
            if size > 0 && is_older(used, FRESH) && fs::remove_dir_all(&entry).is_ok() {
                total -= size;
            }
        }
    }
}

enum Answer<'a> {
    None,
    Ready(PathBuf),
    Making(Making<'a>),
}

/// A header that is being made, in a directory of its own until it is whole.
struct Making<'a> {
    cache: &'a Cache<'a>,
    clang: Running,
    text: String,
    directory: PathBuf,
    entry: PathBuf,
}

impl<'a> Making<'a> {
    fn start(cache: &'a Cache<'a>, pass: &Job, entry: PathBuf, text: String) -> Option<Self> {
        let directory = entry.with_extension("making");
        if modified(&directory).is_some_and(|since| is_older(since, ABANDONED)) {
            let _ = fs::remove_dir_all(&directory);
        }
        // Fails where somebody else is at it.
        fs::create_dir(&directory).ok()?;
        let job = pass
            .clone()
            .args(MAKE)
            .args(["-MD", "-MF"])
            .arg(directory.join("header.d"))
            .arg("-o")
            .arg(directory.join(HEADER))
            .arg(cache.toolchain.include.join("scythe/precompiled.hpp"));
        if cache.verbose {
            eprintln!("{}", job.line());
        }
        match job.start() {
            Ok(clang) => Some(Self { cache, clang, text, directory, entry }),
            Err(_) => {
                let _ = fs::remove_dir_all(&directory);
                None
            }
        }
    }

    /// Waits for clang and puts the header into its place. What clang complains about it says again when
    /// it reads the header for the program.
    fn finish(self) -> Option<PathBuf> {
        let Self { cache, clang, text, directory, entry } = self;
        let is_made = clang.finish().is_ok_and(|outcome| outcome.status.success())
            && complete(&directory, &entry, &text).is_some();
        if !is_made {
            let _ = fs::remove_dir_all(&directory);
            return None;
        }
        // What is there is out of date.
        let _ = fs::remove_dir_all(&entry);
        fs::rename(&directory, &entry).ok()?;
        cache.tidy();
        Some(entry.join(HEADER))
    }
}

/// Notes beside a new header what it is for and what it was made of.
fn complete(directory: &Path, entry: &Path, text: &str) -> Option<()> {
    let dependencies = fs::read_to_string(directory.join("header.d")).ok()?;
    let mut files = String::new();
    for file in dependency_names(&dependencies) {
        let _ = writeln!(files, "{}", stamp(Path::new(&file))?);
    }
    let _ = writeln!(files, "{}", stamp_as(&directory.join(HEADER), &entry.join(HEADER))?);
    fs::write(directory.join("files"), files).ok()?;
    fs::write(directory.join("pass"), text).ok()
}

/// Whether an entry is for the pass and nothing that it was made of has changed since.
fn is_current(entry: &Path, text: &str) -> bool {
    let read = |name: &str| fs::read_to_string(entry.join(name)).ok();
    let unchanged = |line: &str| {
        let path = line.splitn(3, ' ').nth(2);
        path.and_then(|path| stamp(Path::new(path))).is_some_and(|now| now == line)
    };
    read("pass").is_some_and(|pass| pass == text)
        && read("files").is_some_and(|files| files.lines().all(unchanged))
}

/// The names in a dependency file: behind the target, with spaces and ends of lines escaped.
fn dependency_names(text: &str) -> Vec<String> {
    const SPACE: char = '\0';
    let names = text.split_once(": ").map_or("", |(_, names)| names);
    let names = names.replace("\\\n", " ").replace("\\ ", &SPACE.to_string());
    names.split_whitespace().map(|name| name.replace(SPACE, " ").replace("$$", "$")).collect()
}

/// What tells one state of a file from another: `<modified> <size> <path>`.
pub fn stamp(path: &Path) -> Option<String> {
    stamp_as(path, path)
}

/// The stamp that a file is going to have in another place.
fn stamp_as(path: &Path, place: &Path) -> Option<String> {
    let data = fs::metadata(path).ok()?;
    let modified = data.mtime() * 1_000_000_000 + data.mtime_nsec();
    Some(format!("{modified} {} {}", data.len(), place.display()))
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|data| data.modified()).ok()
}

fn is_older(time: SystemTime, than: Duration) -> bool {
    time.elapsed().is_ok_and(|age| age > than)
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
    fn names_in_dependency_files() {
        let text = "a.o: /b/c.hpp \\\n  /d/e\\ f.hpp /g$$h\n";
        assert_eq!(dependency_names(text), ["/b/c.hpp", "/d/e f.hpp", "/g$h"]);
        assert!(dependency_names("").is_empty());
    }

    #[test]
    fn an_entry_is_current_until_a_file_changes() {
        let directory = tempfile::tempdir().unwrap();
        let entry = directory.path();
        let file = entry.join("a header.hpp");
        fs::write(&file, "1").unwrap();
        fs::write(entry.join("header.d"), format!("x: {}/a\\ header.hpp\n", entry.display()))
            .unwrap();
        assert!(!is_current(entry, "pass"));
        fs::write(entry.join(HEADER), "").unwrap();
        complete(entry, entry, "pass").unwrap();
        assert!(is_current(entry, "pass"));
        assert!(!is_current(entry, "another pass"));
        fs::write(&file, "22").unwrap();
        assert!(!is_current(entry, "pass"));
        fs::remove_file(&file).unwrap();
        assert!(!is_current(entry, "pass"));
    }
}
