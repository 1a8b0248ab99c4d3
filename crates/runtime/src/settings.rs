//! The runtime's environment variables. No other module of it reads the environment.
//!
//! An invalid value is reported, with the allowed values: as an error where the program would otherwise do
//! something else than the user asked for (`SCYTHE_DEVICES`), and else once on stderr.

mod ranks;

use std::sync::OnceLock;

/// The devices that a program sees.
pub const DEVICES: &str = "SCYTHE_DEVICES";
/// The number of threads of the CPU device.
pub const THREADS: &str = "SCYTHE_THREADS";
/// The kind of memory that OpenCL devices use.
pub const OPENCL_MEMORY: &str = "SCYTHE_OPENCL_MEMORY";

/// How large copies from and to memory that NVIDIA's driver does not know are made.
pub const CUDA_COPIES: &str = "SCYTHE_CUDA_COPIES";

/// The recording of a program's commands.
pub const TRACE: &str = "SCYTHE_TRACE";

/// The behaviour of programs that are compiled with checks.
pub const CHECK: &str = "SCYTHE_CHECK";

/// All of them. The book lists them.
pub const ALL: [&str; 6] = [DEVICES, THREADS, OPENCL_MEMORY, CUDA_COPIES, TRACE, CHECK];

/// The most threads that the CPU device can have.
const MOST_THREADS: usize = 1024;

/// The value of a variable, trimmed; an empty value counts as not set. A value that is not UTF-8 becomes an
/// invalid one.
fn value(name: &str) -> Option<String> {
    let text = std::env::var_os(name)?.to_string_lossy().trim().to_owned();
    (!text.is_empty()).then_some(text)
}

/// The text of `SCYTHE_DEVICES`; `%local_rank%` is replaced by this process's number among those on the
/// machine.
#[must_use]
pub fn devices() -> Option<&'static str> {
    static VALUE: OnceLock<Option<String>> = OnceLock::new();
    let read = || Some(ranks::with_local_rank(&value(DEVICES)?, &value));
    VALUE.get_or_init(read).as_deref()
}

/// The number of threads: `SCYTHE_THREADS`, or all processors this process may use. Processes that a launcher
/// started together share the machine.
#[must_use]
pub fn threads() -> usize {
    static VALUE: OnceLock<usize> = OnceLock::new();
    *VALUE.get_or_init(|| {
        let bound = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let online = std::fs::read_to_string("/sys/devices/system/cpu/online").ok();
        let online = online.and_then(|list| ranks::count_processors(&list)).unwrap_or(bound);
        let all = ranks::threads(bound, online, &value);
        match value(THREADS) {
            None => all,
            Some(text) => parse_threads(&text).unwrap_or_else(|wrong| {
                // Not worth stopping a program for, but it should not go unnoticed.
                eprintln!("scythe: warning: {wrong}; using {all} threads");
                all
            }),
        }
    })
}

fn parse_threads(text: &str) -> Result<usize, InvalidValue> {
    match text.parse::<usize>() {
        Ok(number) if (1..=MOST_THREADS).contains(&number) => Ok(number),
        _ => Err(InvalidValue {
            name: THREADS,
            text: text.to_owned(),
            allowed: "a number from 1 to 1024",
        }),
    }
}

/// The best kind of memory that OpenCL devices should use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryWish {
    /// Intel's unified shared memory.
    Usm,
    /// OpenCL's shared virtual memory.
    Svm,
}

/// `SCYTHE_OPENCL_MEMORY`.
#[must_use]
pub fn opencl_memory() -> Option<MemoryWish> {
    static VALUE: OnceLock<Option<MemoryWish>> = OnceLock::new();
    *VALUE.get_or_init(|| {
        parse_memory(&value(OPENCL_MEMORY)?)
            .inspect_err(|wrong| eprintln!("scythe: warning: {wrong}; ignoring it"))
            .ok()
    })
}

fn parse_memory(text: &str) -> Result<MemoryWish, InvalidValue> {
    match text {
        "usm" => Ok(MemoryWish::Usm),
        "svm" => Ok(MemoryWish::Svm),
        _ => {
            Err(InvalidValue { name: OPENCL_MEMORY, text: text.to_owned(), allowed: "usm or svm" })
        }
    }
}

/// How large copies from and to memory of the program that NVIDIA's driver does not know are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CudaCopies {
    /// By the driver first, and by several threads of the runtime after a certain number of bytes.
    Auto,
    /// By the driver, on the thread that submits them.
    Direct,
    /// By the driver, on a thread of the runtime.
    Driver,
    /// Through staging buffers of the runtime, by one of its threads, or by several for large copies.
    Staged,
}

/// `SCYTHE_CUDA_COPIES`.
#[must_use]
pub fn cuda_copies() -> CudaCopies {
    static VALUE: OnceLock<CudaCopies> = OnceLock::new();
    *VALUE.get_or_init(|| {
        let given = value(CUDA_COPIES).map(|text| parse_copies(&text));
        match given {
            None => CudaCopies::Auto,
            Some(parsed) => parsed.unwrap_or_else(|wrong| {
                eprintln!("scythe: warning: {wrong}; ignoring it");
                CudaCopies::Auto
            }),
        }
    })
}

fn parse_copies(text: &str) -> Result<CudaCopies, InvalidValue> {
    match text {
        "auto" => Ok(CudaCopies::Auto),
        "direct" => Ok(CudaCopies::Direct),
        "driver" => Ok(CudaCopies::Driver),
        "staged" => Ok(CudaCopies::Staged),
        _ => Err(InvalidValue {
            name: CUDA_COPIES,
            text: text.to_owned(),
            allowed: "auto, direct, driver or staged",
        }),
    }
}

/// What is to be recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// A table, when the program ends.
    pub summary: bool,
    /// Everything, in a file of that name; `%p` in it is the number of the process.
    pub file: Option<String>,
}

/// `SCYTHE_TRACE`.
#[must_use]
pub fn trace() -> Option<&'static Trace> {
    static VALUE: OnceLock<Option<Trace>> = OnceLock::new();
    let parse = || {
        parse_trace(&value(TRACE)?)
            .inspect_err(|wrong| eprintln!("scythe: warning: {wrong}; recording no trace"))
            .ok()
    };
    VALUE.get_or_init(parse).as_ref()
}

fn parse_trace(text: &str) -> Result<Trace, InvalidValue> {
    /// Values of a switch: users who write these do not want a file of that name.
    const SWITCHES: [&str; 8] = ["0", "1", "on", "off", "true", "false", "yes", "no"];
    let invalid = || InvalidValue {
        name: TRACE,
        text: text.to_owned(),
        allowed: "summary, the name of a file, or both with a comma between",
    };
    let mut trace = Trace::default();
    for item in text.split(',').map(str::trim).filter(|item| !item.is_empty()) {
        match item {
            "summary" => trace.summary = true,
            item if trace.file.is_some() || SWITCHES.contains(&item) => return Err(invalid()),
            file => trace.file = Some(file.to_owned()),
        }
    }
    if trace == Trace::default() { Err(invalid()) } else { Ok(trace) }
}

/// What a checked program does after a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckMode {
    /// Nothing is checked.
    Off,
    /// It continues and ends with an exit code for it.
    Report,
    /// It continues and ends with its own exit code.
    Continue,
    /// It aborts.
    Abort,
}

/// How a program is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Check {
    /// What happens after a report.
    pub mode: CheckMode,
    /// Whether data races are checked for.
    pub races: bool,
    /// Whether writes that do not change the value count as races, too.
    pub strict: bool,
}

/// `SCYTHE_CHECK`.
#[must_use]
pub fn check() -> &'static Check {
    static VALUE: OnceLock<Check> = OnceLock::new();
    VALUE.get_or_init(|| {
        let default = Check { mode: CheckMode::Report, races: true, strict: false };
        let Some(text) = value(CHECK) else { return default };
        parse_check(&text, default).unwrap_or_else(|wrong| {
            eprintln!("scythe: warning: {wrong}; ignoring it");
            default
        })
    })
}

fn parse_check(text: &str, mut check: Check) -> Result<Check, InvalidValue> {
    for item in text.split(',').map(str::trim).filter(|item| !item.is_empty()) {
        match item {
            "off" | "0" => check.mode = CheckMode::Off,
            "report" | "1" => check.mode = CheckMode::Report,
            "continue" => check.mode = CheckMode::Continue,
            "abort" => check.mode = CheckMode::Abort,
            "no-races" => check.races = false,
            "strict" => check.strict = true,
            _ => {
                return Err(InvalidValue {
                    name: CHECK,
                    text: text.to_owned(),
                    allowed: "a list of off, report, continue, abort, no-races, strict",
                });
            }
        }
    }
    Ok(check)
}

/// An invalid value of a variable.
#[derive(Debug, PartialEq, Eq)]
struct InvalidValue {
    name: &'static str,
    text: String,
    allowed: &'static str,
}

impl std::fmt::Display for InvalidValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}='{}' is not {}", self.name, self.text, self.allowed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_values_are_reported() {
        assert_eq!(parse_threads("3"), Ok(3));
        assert_eq!(parse_threads("1024"), Ok(1024));
        for wrong in ["0", "many", "-1", "1025", "99999999999999999999", "3 4", "0x4"] {
            let invalid = parse_threads(wrong).expect_err(wrong).to_string();
            assert_eq!(invalid, format!("SCYTHE_THREADS='{wrong}' is not a number from 1 to 1024"));
        }
        assert_eq!(parse_copies("staged"), Ok(CudaCopies::Staged));
        assert_eq!(
            parse_copies("pinned").expect_err("another word").to_string(),
            "SCYTHE_CUDA_COPIES='pinned' is not auto, direct, driver or staged"
        );
        let trace = |summary, file: Option<&str>| Trace { summary, file: file.map(str::to_owned) };
        assert_eq!(parse_trace("summary"), Ok(trace(true, None)));
        assert_eq!(parse_trace("run.json"), Ok(trace(false, Some("run.json"))));
        assert_eq!(parse_trace("summary, a/%p.json"), Ok(trace(true, Some("a/%p.json"))));
        assert_eq!(parse_trace("./summary,"), Ok(trace(false, Some("./summary"))));
        for wrong in ["1", "off", "a.json,b.json", ","] {
            let invalid = parse_trace(wrong).expect_err(wrong).to_string();
            let allowed = "summary, the name of a file, or both with a comma between";
            assert_eq!(invalid, format!("SCYTHE_TRACE='{wrong}' is not {allowed}"));
        }
        let check = |mode, races, strict| Check { mode, races, strict };
        let plain = check(CheckMode::Report, true, false);
        assert_eq!(parse_check("abort, strict", plain), Ok(check(CheckMode::Abort, true, true)));
        assert_eq!(parse_check("0", plain), Ok(check(CheckMode::Off, true, false)));
        assert_eq!(parse_check("no-races", plain), Ok(check(CheckMode::Report, false, false)));
        assert!(parse_check("everything", plain).is_err());
        assert_eq!(parse_memory("svm"), Ok(MemoryWish::Svm));
        assert_eq!(
            parse_memory("SVM").expect_err("case").to_string(),
            "SCYTHE_OPENCL_MEMORY='SVM' is not usm or svm"
        );
    }

    #[test]
    fn the_book_lists_all_variables() {
        let page = include_str!("../../../book/src/runtime.md");
        for name in ALL {
            assert!(page.contains(&format!("| `{name}` |")), "{name}");
        }
    }
}
