//! Programs are compiled with macros such as `-DN=1024`. Our headers use no names of one or two letters,
//! except those that SYCL defines.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::sandbox::Sandbox;
use crate::verdict::{Verdict, ensure};

use super::Case;

pub const CASES: &[Case] = &[("macros", stand_macros)];

/// Keywords, and names that programs use.
const GIVEN: &[&str] = &[
    "if", "do", "or", "id", "cl", "no", "as", "hi", "lo", "x", "y", "z", "w", "r", "g", "b", "a",
    "s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "sA", "sB", "sC", "sD", "sE", "sF",
];

/// Includes every header after defining macros of every short name with invalid expansions. The standard
/// headers that ours include come first, since they use short names.
fn stand_macros(sandbox: &Sandbox) -> Verdict {
    let root = sandbox.setting().include();
    let (mut ours, mut library) = (Vec::new(), Vec::new());
    headers(&root, &root, &mut ours, &mut library)?;
    ensure(ours.iter().any(|name| name == "sycl/queue.hpp"), || format!("no headers in {ours:?}"))?;
    library.sort();
    library.dedup();

    let letters: Vec<char> = ('a'..='z').chain('A'..='Z').collect();
    let second: Vec<char> = letters.iter().copied().chain('0'..='9').chain(['_']).collect();
    let short = letters.iter().flat_map(|first| {
        let pairs = second.iter().map(move |next| format!("{first}{next}"));
        std::iter::once(first.to_string()).chain(pairs)
    });
    let mut source = String::new();
    for name in &library {
        // Some exist in later standards only.
        writeln!(source, "#if __has_include(<{name}>)\n#include <{name}>\n#endif")?;
    }
    for name in short.filter(|name| !GIVEN.contains(&name.as_str())) {
        writeln!(source, "#define {name} @")?;
    }
    for name in &ours {
        writeln!(source, "#include <{name}>")?;
    }
    source.push_str("int main() {}\n");
    sandbox.write("macros.cpp", &source)?;
    for target in ["cpu", "spirv64", "ptx"] {
        sandbox
            .scythe()
            .arg(format!("--targets={target}"))
            .args(["-fsyntax-only", "macros.cpp"])
            .succeed()?;
    }
    Ok(())
}

/// The headers that programs include, and the standard headers that these include.
fn headers(root: &Path, dir: &Path, ours: &mut Vec<String>, library: &mut Vec<String>) -> Verdict {
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() {
            headers(root, &path, ours, library)?;
            continue;
        }
        let text = fs::read_to_string(&path)?;
        let included =
            text.lines().filter_map(|line| line.strip_prefix("#include <")?.strip_suffix('>'));
        let foreign = |name: &&str| {
            !["sycl/", "scythe/", "CL/sycl.hpp"].iter().any(|own| name.starts_with(own))
        };
        library.extend(included.filter(foreign).map(str::to_owned));
        // Files with lists need a macro of the includer.
        let list = path.extension().is_some_and(|extension| extension == "def");
        if !dir.ends_with("detail") && !list {
            ours.push(path.strip_prefix(root)?.display().to_string());
        }
    }
    Ok(())
}
