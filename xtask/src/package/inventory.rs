//! The components of a package: a machine-readable list (CycloneDX) and all licences.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::SHIPPED;
use super::stamp::Stamp;
use crate::install::copy_file;
use crate::step;
use crate::workspace;

const DOCUMENTS: &str = "share/doc/scythe";
const LIST: &str = "share/doc/scythe/scythe.cdx.json";
/// Prefixes of files with licences.
const LICENCE_FILES: &[&str] =
    &["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];

/// Writes list and licences of everything that cargo builds into a prefix.
pub fn write(prefix: &Path, stamp: &Stamp) -> Result<()> {
    let metadata = metadata()?;
    let packages = packages(&metadata);
    let shipped = shipped(&metadata, &packages);
    let mut components = Vec::new();
    let mut dependencies = Vec::new();
    for (id, needed) in &shipped {
        let package = packages[id];
        components.push(component(package));
        let needed: BTreeSet<String> = needed.iter().map(|id| reference(packages[id])).collect();
        dependencies.push(json!({"ref": reference(package), "dependsOn": needed}));
        if !package["source"].is_null() {
            copy_licences(prefix, package)?;
        }
    }
    components.push(standard_library(prefix)?);
    let by_reference = |value: &Value| value["bom-ref"].as_str().unwrap_or_default().to_owned();
    components.sort_by_key(by_reference);
    dependencies.sort_by_key(|value| value["ref"].as_str().unwrap_or_default().to_owned());
    let list = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "timestamp": date(stamp)?,
            "component": {
                "type": "application",
                "bom-ref": "scythe",
                "name": "scythe",
                "version": stamp.version,
                "description": format!("commit {}", stamp.commit),
                "licenses": [{"expression": "Apache-2.0 WITH LLVM-exception"}],
            },
        },
        "components": components,
        "dependencies": dependencies,
    });
    save(prefix, &list)
}

/// Adds the packages of the distribution that files come from.
pub fn add_distribution(prefix: &Path, sources: &BTreeSet<PathBuf>) -> Result<()> {
    let text = fs::read_to_string(prefix.join(LIST))?;
    let mut list: Value = serde_json::from_str(&text).context("the list of parts is no JSON")?;
    let mut names = BTreeSet::new();
    for file in sources {
        names.insert(owner(file)?);
    }
    for name in names {
        let version = step::output(
            Command::new("dpkg-query").args(["--show", "--showformat", "${Version}"]).arg(&name),
        )?;
        let reference = format!("pkg:deb/debian/{name}@{version}");
        let component = json!({
            "type": "library", "bom-ref": reference, "name": name, "version": version,
            "purl": reference,
        });
        list["components"].as_array_mut().context("no components")?.push(component);
        let from = Path::new("/usr/share/doc").join(&name).join("copyright");
        copy_file(&from, &licences(prefix).join(&name).join("copyright"))?;
    }
    save(prefix, &list)
}

/// The package of a file. `/lib` is a link to `/usr/lib`, and packages name either.
fn owner(file: &Path) -> Result<String> {
    let short = file.strip_prefix("/usr").map(|inside| Path::new("/").join(inside));
    for path in [Some(file.to_owned()), short.ok()].into_iter().flatten() {
        let output = Command::new("dpkg-query").arg("--search").arg(&path).output()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        if let Some((name, _)) = text.split_once(':').filter(|_| output.status.success()) {
            return Ok(name.to_owned());
        }
    }
    anyhow::bail!("no package has {}", file.display())
}

fn metadata() -> Result<Value> {
    let mut cargo = workspace::cargo("metadata");
    let platform = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    cargo.args(["--format-version=1", "--locked", "--filter-platform", &platform]);
    serde_json::from_str(&step::output(&mut cargo)?).context("cargo metadata printed no JSON")
}

fn packages(metadata: &Value) -> BTreeMap<&str, &Value> {
    let all = metadata["packages"].as_array().into_iter().flatten();
    all.filter_map(|package| Some((package["id"].as_str()?, package))).collect()
}

/// All crates whose code is shipped, with their dependencies.
fn shipped<'m>(
    metadata: &'m Value,
    packages: &BTreeMap<&'m str, &'m Value>,
) -> BTreeMap<&'m str, Vec<&'m str>> {
    let nodes = metadata["resolve"]["nodes"].as_array().into_iter().flatten();
    let nodes: BTreeMap<&str, &Value> =
        nodes.filter_map(|node| Some((node["id"].as_str()?, node))).collect();
    let is_root = |package: &Value| SHIPPED.iter().any(|name| package["name"] == **name);
    let mut open: Vec<&str> =
        packages.iter().filter(|(_, package)| is_root(package)).map(|(id, _)| *id).collect();
    let mut found = BTreeMap::new();
    while let Some(id) = open.pop() {
        if found.contains_key(id) {
            continue;
        }
        let all = nodes.get(id).and_then(|node| node["deps"].as_array()).into_iter().flatten();
        let needed: Vec<&str> = all
            .filter(|dependency| is_linked(dependency))
            .filter_map(|dependency| dependency["pkg"].as_str())
            .filter(|id| !is_macro(packages[id]))
            .collect();
        open.extend(&needed);
        found.insert(id, needed);
    }
    found
}

/// Whether a dependency is linked into programs, rather than used only for builds or tests.
fn is_linked(dependency: &Value) -> bool {
    let kinds = dependency["dep_kinds"].as_array();
    kinds.is_some_and(|kinds| kinds.iter().any(|kind| kind["kind"].is_null()))
}

fn is_macro(package: &Value) -> bool {
    let targets = package["targets"].as_array();
    targets.is_some_and(|targets| targets.iter().any(|target| target["kind"][0] == "proc-macro"))
}

fn reference(package: &Value) -> String {
    let text = |key: &str| package[key].as_str().unwrap_or_default();
    format!("pkg:cargo/{}@{}", text("name"), text("version"))
}

fn component(package: &Value) -> Value {
    let mut component = json!({
        "type": "library",
        "bom-ref": reference(package),
        "name": package["name"],
        "version": package["version"],
        "purl": reference(package),
    });
    if let Some(licence) = package["license"].as_str() {
        // An old notation of alternatives.
        component["licenses"] = json!([{"expression": licence.replace('/', " OR ")}]);
    }
    if let Some(url) = package["repository"].as_str() {
        component["externalReferences"] = json!([{"type": "vcs", "url": url}]);
    }
    component
}

fn licences(prefix: &Path) -> PathBuf {
    prefix.join(DOCUMENTS).join("licences")
}

/// Copies the licence files of a crate.
fn copy_licences(prefix: &Path, package: &Value) -> Result<()> {
    let manifest = Path::new(package["manifest_path"].as_str().unwrap_or_default());
    let Some(folder) = manifest.parent() else { return Ok(()) };
    let name = reference(package).replace("pkg:cargo/", "").replace('@', "-");
    copy_licence_files(folder, &licences(prefix).join(name))
}

fn copy_licence_files(from: &Path, to: &Path) -> Result<()> {
    for entry in fs::read_dir(from).with_context(|| format!("cannot list {}", from.display()))? {
        let entry = entry?;
        let name = entry.file_name();
        let upper = name.to_string_lossy().to_ascii_uppercase();
        let is_licence = LICENCE_FILES.iter().any(|prefix| upper.starts_with(prefix));
        if is_licence && entry.file_type()?.is_file() {
            copy_file(&entry.path(), &to.join(name))?;
        }
    }
    Ok(())
}

/// Rust's standard library, which is in every program.
fn standard_library(prefix: &Path) -> Result<Value> {
    let rustc = |words: &[&str]| step::output(Command::new("rustc").args(words));
    let sysroot = rustc(&["--print", "sysroot"])?;
    let documents = Path::new(sysroot.trim()).join("share/doc/rust");
    if documents.is_dir() {
        copy_licence_files(&documents, &licences(prefix).join("rust-std"))?;
    }
    let version = rustc(&["--version"])?;
    let version = version.split_whitespace().nth(1).unwrap_or_default().to_owned();
    Ok(json!({
        "type": "library", "bom-ref": "rust-std", "name": "rust-std", "version": version,
        "licenses": [{"expression": "MIT OR Apache-2.0"}],
    }))
}

fn date(stamp: &Stamp) -> Result<String> {
    let mut date = Command::new("date");
    date.args(["--utc", "+%Y-%m-%dT%H:%M:%SZ"]).arg(format!("--date=@{}", stamp.seconds));
    Ok(step::output(&mut date)?.trim().to_owned())
}

fn save(prefix: &Path, list: &Value) -> Result<()> {
    let file = prefix.join(LIST);
    fs::create_dir_all(prefix.join(DOCUMENTS))?;
    fs::write(&file, format!("{list:#}\n"))
        .with_context(|| format!("cannot write {}", file.display()))
}
