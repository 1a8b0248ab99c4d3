//! Finds files of other software: assemblers, libraries of device code.

use std::env;
use std::path::{Path, PathBuf};

use scythe_pipeline::tools::{Search, ToolError};

/// The path of a file, if it exists.
///
/// # Errors
/// When an environment variable names a file that does not exist.
pub fn file(search: &Search) -> Result<Option<PathBuf>, ToolError> {
    if let Some(named) = env::var_os(search.variable).filter(|value| !value.is_empty()) {
        let named = PathBuf::from(named);
        if named.is_file() {
            return Ok(Some(named));
        }
        let (variable, named) = (search.variable, named.display());
        return Err(ToolError::Missing(format!("{variable} names '{named}', which is not a file")));
    }
    let in_path = search.program.and_then(program);
    let in_roots = || {
        let roots = search.roots.iter().filter_map(env::var_os).map(PathBuf::from);
        roots.flat_map(|root| search.in_roots.iter().map(move |inside| root.join(inside)))
    };
    let usual = || search.usual.iter().map(PathBuf::from);
    let in_packages = || {
        let inside = |directory: PathBuf| {
            search.in_python_packages.iter().map(move |inside| directory.join(inside))
        };
        python_packages().into_iter().flat_map(inside)
    };
    Ok(in_path.or_else(|| {
        in_roots().chain(usual()).chain(in_packages()).find(|candidate| candidate.is_file())
    }))
}

/// A program in `PATH`.
pub fn program(name: &str) -> Option<PathBuf> {
    let places = env::var_os("PATH")?;
    env::split_paths(&places).map(|place| place.join(name)).find(|program| program.is_file())
}

/// Directories of Python packages: of the virtual environment, of the Python in `PATH`, of the user.
fn python_packages() -> Vec<PathBuf> {
    let environment = env::var_os("VIRTUAL_ENV").map(PathBuf::from);
    let installed = program("python3").and_then(|python| {
        let real = python.canonicalize().ok()?;
        Some(real.parent()?.parent()?.to_owned())
    });
    let users = env::var_os("HOME").map(|home| Path::new(&home).join(".local"));
    let prefixes = environment.into_iter().chain(installed).chain(users);
    prefixes.flat_map(|prefix| packages_in(&prefix)).collect()
}

/// `lib/python3.11/site-packages` and the like.
fn packages_in(prefix: &Path) -> Vec<PathBuf> {
    let Ok(entries) = prefix.join("lib").read_dir() else { return Vec::new() };
    let versions = entries.flatten().map(|entry| entry.path()).filter(|path| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("python3"))
    });
    let both = |version: PathBuf| ["site-packages", "dist-packages"].map(|name| version.join(name));
    versions.flat_map(both).filter(|directory| directory.is_dir()).collect()
}
