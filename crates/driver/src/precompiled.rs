//! The cache of precompiled SYCL headers, one for each set of flags.
//!
//! ```text
//! <place>/<hash of the pass>.seen         the pass was seen once; the process that makes its header locks it
//! <place>/<hash of the pass>.making/      the header is being made
//! <place>/<hash of the pass>/header.pch   read by clang
//!                            pass         the flags of the pass
//!                            files        the sources and tools: <modified> <size> <path>
//!                            names        the identifiers in these files
//!                            sum          a checksum of the header
//! ```
//!
//! There are two directories. That of the installation has headers for common flags; the user's cache has the
//! others, and a header is added to it when a pass occurs for the second time, since it may not pay before
//! that. If anything is wrong with the cache, clang reads the header itself; files that another user could
//! have written are not used.

use std::collections::BTreeSet;
use std::collections::hash_map::DefaultHasher;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::hash::{Hash, Hasher};
use std::io::Read;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::args::Invocation;
use crate::error::DriverError;
use crate::header_pass::{HeaderPass, identifiers};
use crate::messages::Messages;
use crate::passes::Passes;
use crate::process::{Job, Running};
use crate::temporary::{self, Unfinished};
use crate::toolchain::Toolchain;

/// The environment variable that names the cache; if it is empty, there is none.
pub const PLACE: &str = "SCYTHE_CACHE";

/// The file of an entry that clang reads.
const HEADER: &str = "header.pch";

/// Arguments that make a pass write a header. They do not say that it is a header: clang's offload driver
/// would compile it for the host only.
const MAKE: [&str; 6] = ["-x", "c++", "-c", "-Xclang", "-emit-pch", "-fpch-instantiate-templates"];

/// The size that the cache may have. The two passes of one set of flags need about 30 MB.
const LIMIT: u64 = 1 << 30;

/// Entries that were used within this time are not removed: another process may be about to read them.
const FRESH: Duration = Duration::from_secs(3600);

/// Modes of the directories of installed headers, and of a user's own.
const FOR_ALL: u32 = 0o755;
const FOR_OWNER: u32 = 0o700;

/// The size of the pieces in which checksums are computed.
const PIECE: usize = 1 << 16;

/// `--precompile-headers`: makes the headers for the flags of an invocation that are not in the cache.
pub fn make(toolchain: &Toolchain, invocation: &Invocation) -> Result<(), DriverError> {
    toolchain.check_clang()?;
    let mode = if invocation.output.is_some() { FOR_ALL } else { FOR_OWNER };
    let own = invocation.output.clone().or_else(users_place).ok_or_else(|| {
        DriverError::usage("nowhere to put precompiled headers: name a directory with -o")
    })?;
    create_all(&own, mode).map_err(|e| DriverError::io("cannot create", &own, &e))?;
    let own = own.canonicalize().map_err(|e| DriverError::io("cannot find", &own, &e))?;
    let clang = toolchain.clang_program().ok_or_else(|| {
        DriverError::usage(format!("cannot find clang: {}", crate::toolchain::ADVICE))
    })?;
    let verbose = invocation.verbose;
    let cache = Cache { toolchain, clang, own: Some(own), installed: None, mode, verbose };
    let families = scythe_targets::registry::by_family(&invocation.targets);
    let targets: Vec<_> = families.iter().map(|(_, targets)| targets.as_slice()).collect();
    for pass in Passes::new(toolchain, invocation).all(&targets) {
        let pass = HeaderPass::of(&pass)
            .ok_or_else(|| DriverError::usage("these flags do not go with a precompiled header"))?;
        let plain = pass.with_flags_for("");
        let exact = pass.with_flags_for(&names(&cache.ensure(&plain)?));
        if exact != plain {
            cache.ensure(&exact)?;
        }
    }
    Ok(())
}

/// The user's cache; none where it is disabled or there is no home directory.
fn users_place() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    match std::env::var_os(PLACE) {
        Some(place) if place.is_empty() => None,
        Some(place) => Some(PathBuf::from(place)),
        None => match variable("XDG_CACHE_HOME") {
            Some(caches) => Some(Path::new(&caches).join("scythe")),
            None => Some(Path::new(&variable("HOME")?).join(".cache/scythe")),
        },
    }
}

/// The problem with the directory that the user names for the cache, if any.
pub fn check_place() -> Option<String> {
    let place = std::env::var_os(PLACE).filter(|place| !place.is_empty()).map(PathBuf::from)?;
    let error = create_all(&place, FOR_OWNER).err()?;
    let place = place.display();
    Some(format!("no precompiled headers are kept: {PLACE} names '{place}': {error}"))
}

/// All headers that this user can use.
pub struct Cache<'a> {
    toolchain: &'a Toolchain,
    clang: PathBuf,
    /// The directory for new headers.
    own: Option<PathBuf>,
    /// The directory of installed headers.
    installed: Option<&'a Path>,
    /// The mode of new headers.
    mode: u32,
    verbose: bool,
}

impl<'a> Cache<'a> {
    /// The cache, unless it is disabled.
    pub fn new(toolchain: &'a Toolchain, verbose: bool) -> Option<Self> {
        if std::env::var_os(PLACE).is_some_and(|place| place.is_empty()) {
            return None;
        }
        let own = users_place().filter(|place| create_all(place, FOR_OWNER).is_ok());
        let own = own.and_then(|place| place.canonicalize().ok());
        let (clang, installed) = (toolchain.clang_program()?, Some(toolchain.headers.as_path()));
        Some(Self { toolchain, clang, own, installed, mode: FOR_OWNER, verbose })
    }

    /// A header for each pass, where there is one; missing ones are made side by side.
    pub fn headers(&self, passes: &[Job]) -> Vec<Option<PathBuf>> {
        let found: Vec<Answer<'_>> = passes.iter().map(|pass| self.look_up(pass)).collect();
        let header = |answer| match answer {
            Answer::None => None,
            Answer::Ready(entry) => Some(entry.join(HEADER)),
            Answer::Making(making, pass) => {
                let made = making.pass.clone();
                let entry = making.finish().ok()?;
                let exact = pass.with_flags_for(&names(&entry));
                if exact != made {
                    self.note(&exact);
                    return None;
                }
                Some(entry.join(HEADER))
            }
        };
        found.into_iter().map(header).collect()
    }

    fn look_up(&self, pass: &Job) -> Answer<'_> {
        let Some(pass) = HeaderPass::of(pass) else { return Answer::None };
        let plain = pass.with_flags_for("");
        let Some(entry) = self.find(&plain) else {
            return self.missing(&plain).map_or(Answer::None, |m| Answer::Making(m, pass));
        };
        let exact = pass.with_flags_for(&names(&entry));
        if exact == plain {
            return Answer::Ready(entry);
        }
        match self.find(&exact) {
            Some(entry) => Answer::Ready(entry),
            None => self.missing(&exact).map_or(Answer::None, |m| Answer::Making(m, exact)),
        }
    }

    /// The entry of a pass, if it is up to date.
    fn find(&self, pass: &HeaderPass) -> Option<PathBuf> {
        let text = self.describe(pass)?;
        let entry = |place: &Path| Some(entry_of(&text, place)).filter(|e| is_current(e, &text));
        if let Some(entry) = self.installed.and_then(entry) {
            return Some(entry);
        }
        let entry = self.own.as_deref().and_then(entry).filter(|entry| is_ours(entry))?;
        // Entries that are used are kept longest. A cache that cannot be written is still used.
        let _ = File::open(entry.join("pass")).and_then(|f| f.set_modified(SystemTime::now()));
        Some(entry)
    }

    /// Starts making a missing header, unless this is its first use.
    fn missing(&self, pass: &HeaderPass) -> Option<Box<Making<'_>>> {
        if self.note(pass) { self.start(pass, Patience::None).map(Box::new) } else { None }
    }

    /// Records that a pass occurred; returns whether it had occurred before.
    fn note(&self, pass: &HeaderPass) -> bool {
        let (Some(own), Some(text)) = (&self.own, self.describe(pass)) else { return false };
        let seen = entry_of(&text, own).with_extension("seen");
        let is_known = seen.exists();
        if !is_known {
            // If this cannot be written, no header is made.
            let _ = File::create(&seen);
        }
        is_known
    }

    /// The text that identifies a pass.
    fn describe(&self, pass: &HeaderPass) -> Option<String> {
        Some(format!("{}\n{}", self.clang.display(), pass.text()?))
    }

    /// Starts making a header; none where another process is making it, or it cannot be made.
    fn start(&self, pass: &HeaderPass, patience: Patience) -> Option<Making<'_>> {
        let (own, text) = (self.own.as_ref()?, self.describe(pass)?);
        let entry = entry_of(&text, own);
        let seen = entry.with_extension("seen");
        let lock = File::options().create(true).append(true).open(seen).ok()?;
        match patience {
            Patience::None => lock.try_lock().ok()?,
            Patience::Waits => lock.lock().ok()?,
        }
        let directory = entry.with_extension("making");
        // The process that left it has ended, since its lock is free.
        let _ = fs::remove_dir_all(&directory);
        let unfinished = Unfinished::new(directory, self.mode).ok()?;
        let directory = unfinished.path();
        let job = self
            .toolchain
            .clang()
            .args(pass.words())
            .args(MAKE)
            .args(["-MD", "-MF"])
            .arg(directory.join("header.d"))
            .arg("-o")
            .arg(directory.join(HEADER))
            .arg(self.toolchain.include.join("scythe/precompiled.hpp"));
        if self.verbose {
            Messages::default().line(job.line());
        }
        let clang = job.start().ok()?;
        let pass = pass.clone();
        Some(Making { cache: self, pass, clang, text, unfinished, entry, _lock: lock })
    }

    /// Finds or makes a header.
    fn ensure(&self, pass: &HeaderPass) -> Result<PathBuf, DriverError> {
        if let Some(entry) = self.find(pass) {
            return Ok(entry);
        }
        let making = self.start(pass, Patience::Waits).ok_or_else(|| {
            let place = self.own.as_deref().unwrap_or(Path::new("."));
            DriverError::usage(format!(
                "cannot make a header in '{}': it cannot be written",
                place.display()
            ))
        })?;
        making.finish().map_err(|said| {
            Messages::default().say(said);
            DriverError::usage("clang could not precompile the SYCL header for these flags")
        })
    }

    /// Removes the entries that were unused for longest until the cache is small enough.
    fn tidy(&self) {
        let Some(Ok(entries)) = self.own.as_ref().map(fs::read_dir) else { return };
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

/// The entry for the header of a pass.
fn entry_of(text: &str, place: &Path) -> PathBuf {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    place.join(format!("{:016x}", hasher.finish()))
}

enum Answer<'a> {
    None,
    /// An entry.
    Ready(PathBuf),
    /// A header that is being made for the pass; usable if the pass's macros and directories do not affect it.
    Making(Box<Making<'a>>, HeaderPass),
}

/// What to do if another process is making the same header.
enum Patience {
    /// Continue without it.
    None,
    /// Wait for it.
    Waits,
}

/// A header that is being made, in a directory of its own until it is complete. The process's lock is
/// released when the process ends, however it ends.
struct Making<'a> {
    cache: &'a Cache<'a>,
    pass: HeaderPass,
    clang: Running,
    text: String,
    unfinished: Unfinished,
    entry: PathBuf,
    _lock: File,
}

impl Making<'_> {
    /// Waits for clang and moves the header into its place; returns the entry, or clang's messages. clang
    /// repeats these when it reads the header for a program.
    fn finish(self) -> Result<PathBuf, String> {
        let Self { cache, pass: _, clang, text, unfinished, entry, _lock } = self;
        let outcome = clang.finish();
        if let Some(signal) = outcome.as_ref().ok().and_then(|outcome| outcome.status.signal()) {
            temporary::child_ended_by(signal);
        }
        let directory = unfinished.path();
        let is_made = outcome.as_ref().is_ok_and(|outcome| outcome.status.success())
            && complete(directory, &entry, &[&cache.clang, &cache.toolchain.plugin], &text)
                .is_some();
        if is_made {
            // An existing entry is out of date.
            let _ = fs::remove_dir_all(&entry);
            if fs::rename(directory, &entry).is_ok() {
                cache.tidy();
                return Ok(entry);
            }
        }
        Err(outcome.map(|outcome| outcome.stderr).unwrap_or_default())
    }
}

/// Writes the description of a new header: the flags of the pass, the files and tools that it was made with, and its
/// identifiers.
fn complete(directory: &Path, entry: &Path, tools: &[&Path], text: &str) -> Option<()> {
    let dependencies = fs::read_to_string(directory.join("header.d")).ok()?;
    let mut files = String::new();
    let mut names = BTreeSet::new();
    for file in dependency_names(&dependencies) {
        let _ = writeln!(files, "{}", stamp(Path::new(&file))?);
        let contents = fs::read(&file).ok()?;
        names.extend(identifiers(&String::from_utf8_lossy(&contents)).map(str::to_owned));
    }
    for tool in tools {
        let _ = writeln!(files, "{}", stamp(tool)?);
    }
    let _ = writeln!(files, "{}", stamp_as(&directory.join(HEADER), &entry.join(HEADER))?);
    let names = names.into_iter().fold(String::new(), |all, name| all + &name + "\n");
    fs::write(directory.join("names"), names).ok()?;
    fs::write(directory.join("sum"), checksum(&directory.join(HEADER))?).ok()?;
    fs::write(directory.join("files"), files).ok()?;
    fs::write(directory.join("pass"), text).ok()
}

/// The identifiers in the header of an entry, one per line.
fn names(entry: &Path) -> String {
    fs::read_to_string(entry.join("names")).unwrap_or_default()
}

/// Creates a directory and those above it.
fn create_all(place: &Path, mode: u32) -> std::io::Result<()> {
    fs::DirBuilder::new().recursive(true).mode(mode).create(place)
}

/// Whether only this user and the system's administrator can have written an entry.
fn is_ours(entry: &Path) -> bool {
    let user = rustix::process::geteuid().as_raw();
    fs::symlink_metadata(entry).is_ok_and(|data| {
        data.is_dir() && [user, 0].contains(&data.uid()) && data.mode() & 0o022 == 0
    })
}

/// A checksum of a file, against accidental changes.
fn checksum(path: &Path) -> Option<String> {
    let mut file = File::open(path).ok()?;
    let mut hasher = crc32fast::Hasher::new();
    let mut piece = vec![0; PIECE];
    loop {
        match file.read(&mut piece).ok()? {
            0 => return Some(format!("{:08x}", hasher.finalize())),
            length => hasher.update(&piece[..length]),
        }
    }
}

/// Whether an entry is for the pass and undamaged, and none of the files that it was made from has changed.
fn is_current(entry: &Path, text: &str) -> bool {
    let read = |name: &str| fs::read_to_string(entry.join(name)).ok();
    let unchanged = |line: &str| {
        let path = line.splitn(3, ' ').nth(2);
        path.and_then(|path| stamp(Path::new(path))).is_some_and(|now| now == line)
    };
    entry.join("names").exists()
        && read("pass").is_some_and(|pass| pass == text)
        && read("files").is_some_and(|files| files.lines().all(unchanged))
        && read("sum").is_some_and(|sum| checksum(&entry.join(HEADER)) == Some(sum))
}

/// The names in a dependency file, after the target, with escapes resolved.
fn dependency_names(text: &str) -> Vec<String> {
    const SPACE: char = '\0';
    let names = text.split_once(": ").map_or("", |(_, names)| names);
    let names = names.replace("\\\n", " ").replace("\\ ", &SPACE.to_string());
    names.split_whitespace().map(|name| name.replace(SPACE, " ").replace("$$", "$")).collect()
}

/// A stamp that changes with a file: `<modified> <size> <path>`.
pub fn stamp(path: &Path) -> Option<String> {
    stamp_as(path, path)
}

/// The stamp that a file will have after it is moved.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_that_others_could_have_written_are_not_used() {
        use std::os::unix::fs::{PermissionsExt, chown, symlink};
        let folder = std::env::temp_dir().join(format!("scythe-owners-{}", std::process::id()));
        let entry = folder.join("entry");
        create_all(&entry, 0o700).expect("a folder");
        assert!(is_ours(&entry));
        symlink(&entry, folder.join("link")).expect("a link");
        assert!(!is_ours(&folder.join("link")), "every user can make one");
        for mode in [0o770, 0o702] {
            let mode = std::fs::Permissions::from_mode(mode);
            std::fs::set_permissions(&entry, mode).expect("ours");
            assert!(!is_ours(&entry));
        }
        std::fs::set_permissions(&entry, std::fs::Permissions::from_mode(0o755)).expect("ours");
        assert!(is_ours(&entry));
        // Only an administrator can change the owner of a folder.
        if chown(&entry, Some(12345), None).is_ok() {
            assert!(!is_ours(&entry));
        }
        std::fs::remove_dir_all(&folder).expect("there");
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
        complete(entry, entry, &[], "pass").unwrap();
        assert!(is_current(entry, "pass"));
        assert!(!is_current(entry, "another pass"));
        // The same size and time, but not the same bytes.
        fs::write(entry.join("sum"), "00000001").unwrap();
        assert!(!is_current(entry, "pass"));
        complete(entry, entry, &[], "pass").unwrap();
        assert!(is_current(entry, "pass"));
        fs::write(&file, "22").unwrap();
        assert!(!is_current(entry, "pass"));
        fs::remove_file(&file).unwrap();
        assert!(!is_current(entry, "pass"));
    }
}
