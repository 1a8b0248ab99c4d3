//! The devices that programs run on, as `scythe-ls --json` lists them.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// The backends that Scythe has. One that the machine has no device for is skipped visibly.
const BACKENDS: &[&str] = &["cpu"];

/// A backend to run programs on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Device {
    /// The backend's name, as `SCYTHE_DEVICES` takes it.
    pub backend: String,
    /// Why programs cannot run there, where they cannot.
    pub absent: Option<String>,
}

/// The backends to test: `only`, or all that Scythe has and all that the machine lists.
pub fn find(bin_dir: &Path, only: Option<String>) -> Vec<Device> {
    match list(bin_dir) {
        Ok(listed) => choose(&listed, only),
        // The list is itself under test: where it is broken, the programs still run on the CPU,
        // and the tests of `scythe-ls` say what is wrong with it.
        Err(error) => {
            eprintln!("warning: {error}");
            choose(&BTreeSet::from(["cpu".to_owned()]), only)
        }
    }
}

fn choose(listed: &BTreeSet<String>, only: Option<String>) -> Vec<Device> {
    let wanted: BTreeSet<String> = match only {
        Some(backend) => BTreeSet::from([backend]),
        None => BACKENDS.iter().map(ToString::to_string).chain(listed.iter().cloned()).collect(),
    };
    let device = |backend: String| {
        let absent =
            (!listed.contains(&backend)).then(|| format!("this machine has no {backend} device"));
        Device { backend, absent }
    };
    wanted.into_iter().map(device).collect()
}

/// The backends of the machine's devices.
fn list(bin_dir: &Path) -> Result<BTreeSet<String>, Box<dyn std::error::Error>> {
    let output = Command::new(bin_dir.join("scythe-ls"))
        .arg("--json")
        .output()
        .map_err(|error| format!("cannot start scythe-ls: {error}"))?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        return Err(format!("scythe-ls --json: {}: {}", output.status, message.trim()).into());
    }
    let json: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("scythe-ls --json printed something else than JSON: {error}"))?;
    let mut found = BTreeSet::new();
    backends(&json, &mut found);
    Ok(found)
}

/// Collects every `"backend": "name"`, wherever the document keeps its devices.
fn backends(json: &Value, found: &mut BTreeSet<String>) {
    match json {
        Value::Array(items) => items.iter().for_each(|item| backends(item, found)),
        Value::Object(members) => {
            if let Some(backend) = members.get("backend").and_then(Value::as_str) {
                found.insert(backend.to_owned());
            }
            members.values().for_each(|item| backends(item, found));
        }
        _ => {}
    }
}
