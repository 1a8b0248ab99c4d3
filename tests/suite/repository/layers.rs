//! Which part of Scythe may depend on which others, according to ARCHITECTURE.md.

use std::fs;
use std::path::Path;

use regex::Regex;

use super::matching_lines;
use crate::sandbox::Sandbox;
use crate::verdict::{Verdict, ensure};

/// Crates, and the crates that they must not depend on. `*` stands for all.
const FORBIDDEN: &[(&str, &[&str])] = &[
    ("image", &["*"]),
    ("summary", &["*"]),
    ("analysis", &["*"]),
    ("frontend", &["scythe-llvm", "scythe-mlir", "scythe-mux", "scythe-bind", "scythe-pipeline"]),
    ("mux", &["scythe-frontend", "scythe-mlir", "scythe-bind", "scythe-pipeline"]),
    ("bind", &["scythe-mlir", "scythe-pipeline"]),
    ("raise", &["scythe-frontend", "scythe-mux", "scythe-pipeline"]),
    ("lower", &["scythe-frontend", "scythe-mux", "scythe-pipeline"]),
    ("optimize", &["scythe-frontend", "scythe-pipeline"]),
    ("pipeline", &["scythe-targets"]),
    ("targets", &["scythe-mlir", "scythe-lower", "scythe-optimize"]),
];

/// The crates that the runtime shares with the compiler and its tools.
const SHARED_WITH_RUNTIME: &[&str] = &["scythe-image", "scythe-summary"];

/// The crates that link LLVM and MLIR.
const LLVM: &str = "sys/llvm-shim";
const MLIR: &str = "sys/mlir-shim";

/// The names of a crate's dependencies at run time.
fn dependencies(root: &Path, name: &str) -> Verdict<Vec<String>> {
    let manifest = fs::read_to_string(root.join("crates").join(name).join("Cargo.toml"))?;
    let table: toml::Table = manifest.parse()?;
    let dependencies = table.get("dependencies").and_then(toml::Value::as_table);
    Ok(dependencies.into_iter().flat_map(toml::Table::keys).cloned().collect())
}

pub fn crates_depend_one_way(sandbox: &Sandbox) -> Verdict {
    let root = &sandbox.setting().root;
    for (name, forbidden) in FORBIDDEN {
        let has = dependencies(root, name)?;
        let wrong = has
            .iter()
            .find(|other| forbidden.contains(&"*") || forbidden.contains(&other.as_str()));
        ensure(wrong.is_none(), || format!("crates/{name} must not depend on {wrong:?}"))?;
    }
    let runtime = dependencies(root, "runtime")?;
    let of_compiler = |other: &&String| {
        other.starts_with("scythe-") && !SHARED_WITH_RUNTIME.contains(&other.as_str())
    };
    let wrong = runtime.iter().find(of_compiler);
    ensure(wrong.is_none(), || format!("the runtime must not depend on {wrong:?}"))?;
    for entry in fs::read_dir(root.join("crates"))?.chain(fs::read_dir(root.join("crates/sys"))?) {
        let path = entry?.path();
        let name = path.strip_prefix(root.join("crates")).unwrap_or(&path).display().to_string();
        if !path.join("Cargo.toml").is_file() || name == LLVM || name == MLIR {
            continue;
        }
        for library in ["llvm-sys", "inkwell", "mlir-sys", "melior"] {
            let links = dependencies(root, &name)?.iter().any(|other| other == library);
            ensure(!links, || {
                format!("only crates/{LLVM} and crates/{MLIR} link {library}: {name}")
            })?;
        }
    }
    Ok(())
}

/// The folders of families in `crates/targets` name none of the others.
pub fn families_are_independent(sandbox: &Sandbox) -> Verdict {
    const FAMILIES: [&str; 3] = ["cpu", "ptx", "spirv"];
    let root = &sandbox.setting().root;
    for family in FAMILIES {
        let folder = format!("crates/targets/src/{family}");
        let others = FAMILIES.into_iter().filter(|other| *other != family);
        let names = others.collect::<Vec<_>>().join("|");
        let path = Regex::new(&format!(r"\b(crate|scythe_targets)::({names})\b"))?;
        let found = matching_lines(root, &[&folder], &path, |_| true)?;
        ensure(found.is_empty(), || format!("families depend on others:\n{}", found.join("\n")))?;
    }
    Ok(())
}

/// Macros of the headers have SYCL's or Scythe's prefix, so that they cannot change the meaning of programs.
pub fn headers_define_no_other_macros(sandbox: &Sandbox) -> Verdict {
    let known = Regex::new(r"^\s*#\s*define\s+(SYCL_|SCYTHE_|__SCYTHE_|__SYCL_|__cpuidex\b)")?;
    let define = Regex::new(r"^\s*#\s*define\b")?;
    let root = &sandbox.setting().root;
    let all = matching_lines(root, &["include"], &define, |_| true)?;
    let text = |line: &String| line.splitn(3, ':').nth(2).unwrap_or_default().to_owned();
    let found: Vec<String> = all.into_iter().filter(|line| !known.is_match(&text(line))).collect();
    ensure(found.is_empty(), || format!("macros of other names:\n{}", found.join("\n")))
}

/// Of the crates that compile programs, only the driver reads the environment and starts processes.
pub fn only_the_driver_runs_programs(sandbox: &Sandbox) -> Verdict {
    let root = &sandbox.setting().root;
    let pattern =
        Regex::new(r"\benv::(var|vars|var_os|vars_os|args|args_os)\b|process::Command\b")?;
    // Tools read their command lines through `console`; the runtime has its own test; `sys` has build scripts.
    let is_meant = |file: &str| {
        let elsewhere = ["crates/driver/", "crates/console/", "crates/runtime/", "crates/sys/"];
        file.contains("/src/") && !elsewhere.iter().any(|folder| file.starts_with(folder))
    };
    let found = matching_lines(root, &["crates", "plugin"], &pattern, is_meant)?;
    ensure(found.is_empty(), || format!("only the driver does that:\n{}", found.join("\n")))
}

/// The runtime's core works for all devices: it names no backend.
pub fn the_core_names_no_backend(sandbox: &Sandbox) -> Verdict {
    let root = &sandbox.setting().root;
    let pattern = Regex::new(
        r"backend::(cpu|cuda|opencl)\b|BackendKind::(Cpu|Cuda|OpenCl)|\b(CpuEntry|in_kernel)\b",
    )?;
    let found = matching_lines(root, &["crates/runtime/src/core"], &pattern, |_| true)?;
    ensure(found.is_empty(), || format!("the core names a backend:\n{}", found.join("\n")))
}

/// Uniformity is analysed in `crates/analysis` only; LLVM's analysis is less precise and could contradict it.
pub fn there_is_one_uniformity_analysis(sandbox: &Sandbox) -> Verdict {
    let root = &sandbox.setting().root;
    let pattern =
        Regex::new(r"\b(UniformityInfo|UniformityAnalysis|DivergenceAnalysis|isUniform\b)")?;
    let found = matching_lines(root, &["crates", "plugin"], &pattern, |_| true)?;
    ensure(found.is_empty(), || format!("another uniformity analysis:\n{}", found.join("\n")))
}
