//! The headers compile without a warning in every supported C++ standard, and do not define names of
//! programs.

use std::collections::BTreeSet;

use libtest_mimic::Trial;

use crate::sandbox::Sandbox;
use crate::setting::Setting;
use crate::verdict::{Verdict, ensure, trial};

const STANDARDS: &[&str] = &["c++17", "c++20", "c++23"];
const HEADERS: &[&str] = &["sycl/sycl.hpp", "CL/sycl.hpp"];

/// Prefixes of the headers' macros.
const PREFIXES: &[&str] = &["SCYTHE_", "SYCL_"];
/// Standard headers with names that clash with SYCL's, which only programs include.
const CLASHING: &[&str] = &["/queue", "/stl_queue.h"];

/// One trial per standard and header.
pub fn collect(setting: &'static Setting) -> Vec<Trial> {
    let mut trials = Vec::new();
    for standard in STANDARDS {
        for header in HEADERS {
            let name = format!("driver/standards/{header} -std={standard}");
            trials.push(trial(setting, name, |sandbox| is_clean(standard, header, sandbox)));
        }
    }
    trials.push(trial(setting, "driver/standards/names".to_owned(), leaves_names));
    trials.push(trial(setting, "driver/standards/too_old".to_owned(), too_old));
    trials
}

/// One error about the standard, before those of the program itself.
fn too_old(sandbox: &Sandbox) -> Verdict {
    let header = format!("{}/sycl/", sandbox.setting().include().display());
    for standard in ["-std=c++14", "-std=gnu++11"] {
        for name in HEADERS {
            sandbox.write(
                "old.cpp",
                &format!("#include <{name}>\nint main() {{ sycl::queue q; }}\n"),
            )?;
            let output =
                sandbox.scythe().args([standard, "-c", "old.cpp"]).output()?.expect_code(1)?;
            let mut errors = output.stderr.lines().filter(|line| line.contains("error: "));
            let is_named = errors.next().is_some_and(|line| line.contains("SYCL 2020 needs C++17"));
            let is_alone = !errors.any(|line| line.starts_with(&header));
            output.expect(
                is_named && is_alone,
                "the standard should be the only error of the headers",
            )?;
        }
    }
    Ok(())
}

/// All macros have a prefix, and no header with clashing names is included.
fn leaves_names(sandbox: &Sandbox) -> Verdict {
    sandbox.write("names.cpp", "#include <CL/sycl.hpp>\n")?;
    let output = sandbox.scythe().args(["-E", "-dD", "names.cpp"]).succeed()?;
    let include = sandbox.setting().include().display().to_string();
    let (mut ours, mut defined, mut seen) = (false, BTreeSet::new(), false);
    for line in output.stdout.lines() {
        if let Some(file) = line.strip_prefix("# ").and_then(|rest| rest.split('"').nth(1)) {
            ours = file.starts_with(&include);
            seen |= ours;
            let clashes = CLASHING.iter().any(|name| file.ends_with(name)) && !ours;
            ensure(!clashes, || format!("the headers include {file}"))?;
        } else if let Some(definition) = line.strip_prefix("#define ") {
            let name = definition.split([' ', '(']).next().unwrap_or_default();
            if ours && !PREFIXES.iter().any(|prefix| name.starts_with(prefix)) {
                defined.insert(name.to_owned());
            }
        } else if let Some(name) = line.strip_prefix("#undef ") {
            defined.remove(name);
        }
    }
    ensure(seen, || "no header of ours was included".to_owned())?;
    ensure(defined.is_empty(), || format!("macros without a prefix: {defined:?}"))
}

fn is_clean(standard: &str, header: &str, sandbox: &Sandbox) -> Verdict {
    sandbox.write("clean.cpp", &format!("#include <{header}>\nint main() {{}}\n"))?;
    // With -I, the headers are not system headers, for which clang suppresses warnings.
    let output = sandbox
        .scythe()
        .arg(format!("-std={standard}"))
        .args(["-Wall", "-Wextra", "-Werror", "-O2", "-I"])
        .arg(sandbox.setting().include())
        .args(["-c", "clean.cpp"])
        .succeed()?;
    let silent = output.stderr.is_empty();
    output.expect(silent, "expected silence")?;
    Ok(())
}
