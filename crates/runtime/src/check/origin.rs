//! Where in the program something was made: the call stack at that time, symbolized on demand.

use std::backtrace::Backtrace;
use std::fmt;

/// A place in host code, kept as a backtrace.
#[derive(Debug)]
pub struct Origin(Backtrace);

impl Origin {
    /// The place of the caller.
    #[must_use]
    pub fn here() -> Self {
        Self(Backtrace::force_capture())
    }
}

/// Whether a function belongs to the runtime, the headers or a library.
fn is_ours(function: &str) -> bool {
    const OURS: [&str; 13] = [
        "sycl::", "scythe", "<scythe", "std::", "<std::", "core::", "<core::", "alloc::",
        "<alloc::", "rust_", "__rust", "__scythe", "operator",
    ];
    OURS.iter().any(|prefix| function.starts_with(prefix)) || function.contains(" sycl::_V1::")
}

fn is_header(file: &str) -> bool {
    const HEADERS: [&str; 6] = [
        "include/sycl/",
        "include/scythe/",
        "include/c++/",
        "/rustc/",
        "crates/runtime/",
        "/library/std/",
    ];
    HEADERS.iter().any(|part| file.contains(part)) || file.starts_with("./csu/")
}

/// The name of a C++ function without its parameters, as far as it consists of plain names.
fn plain_name(symbol: &str) -> String {
    let mut rest = symbol.strip_prefix("_Z").unwrap_or_default();
    rest = rest.trim_start_matches(['N', 'L', 'K']);
    let mut names = Vec::new();
    loop {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let Ok(length) = rest[..digits].parse::<usize>() else { break };
        let Some(name) = rest.get(digits..digits + length) else { break };
        // Unnamed namespaces have this name.
        if !name.starts_with("_GLOBAL_") {
            names.push(name);
        }
        rest = &rest[digits + length..];
    }
    if names.is_empty() { symbol.to_owned() } else { names.join("::") }
}

/// The program's first own frame in the text of a backtrace: `file:line:column in function`, or as much of
/// that as is known.
fn program_frame(text: &str) -> Option<String> {
    let mut function = "";
    let mut named = None;
    for line in text.lines().map(str::trim) {
        if let Some(place) = line.strip_prefix("at ") {
            if !is_header(place) {
                let function = function.split('(').next().unwrap_or_default();
                return Some(format!("{place} in {}", plain_name(function)));
            }
        } else if let Some((number, name)) = line.split_once(": ")
            && number.bytes().all(|digit| digit.is_ascii_digit())
        {
            if named.is_none() && !function.is_empty() && !is_ours(function) {
                named = Some(plain_name(function));
            }
            function = name;
        }
    }
    named
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.to_string();
        f.write_str(&program_frame(&text).unwrap_or_else(|| "an unknown place".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::{plain_name, program_frame};

    #[test]
    fn the_programs_own_frame_is_found() {
        let text = "   0: std::backtrace::Backtrace::create\n             at /rustc/1/library/std/src/backtrace.rs:331:13\n   \
                    1: scythe_usm_alloc\n             at /s/crates/runtime/src/abi/usm.rs:3:4\n   \
                    2: sycl::_V1::malloc_shared<int>(unsigned long)\n             at /s/include/sycl/usm.hpp:10:3\n   \
                    3: main\n             at /home/me/app.cpp:12:14\n   4: __libc_start_main\n";
        assert_eq!(program_frame(text).as_deref(), Some("/home/me/app.cpp:12:14 in main"));
    }

    #[test]
    fn names_of_functions_are_plain() {
        assert_eq!(plain_name("_ZN12_GLOBAL__N_18usm_overERN4sycl3_V15queueE"), "usm_over");
        assert_eq!(plain_name("_ZN3app5setupEi"), "app::setup");
        assert_eq!(plain_name("_Z3runv"), "run");
        assert_eq!(plain_name("main"), "main");
        assert_eq!(plain_name("_ZSt4sortv"), "_ZSt4sortv");
    }

    #[test]
    fn a_function_is_better_than_nothing() {
        let text =
            "   0: scythe_usm_alloc\n   1: sycl::_V1::malloc_shared\n   2: setup\n   3: main\n";
        assert_eq!(program_frame(text).as_deref(), Some("setup"));
        assert_eq!(program_frame(""), None);
    }
}
