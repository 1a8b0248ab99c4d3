//! The devices that programs run on, as `scythe-ls --json` lists them.

use std::path::Path;
use std::process::Command;

use serde::Deserialize;

/// The backends that Scythe has. One that the machine has no device for is skipped visibly.
const BACKENDS: &[&str] = &["cpu", "opencl"];

/// A device to run programs on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Device {
    /// What `SCYTHE_DEVICES` takes for it.
    pub selector: String,
    /// Its backend.
    pub backend: String,
    /// Why programs cannot run there, where they cannot.
    pub absent: Option<String>,
}

impl Device {
    /// What `--targets` calls the code that it takes.
    pub fn target(&self) -> &'static str {
        if self.is_cpu() { "cpu" } else { "spirv64" }
    }

    /// Whether it is the processor itself, which is always there.
    pub fn is_cpu(&self) -> bool {
        self.backend == "cpu"
    }

    fn absent(backend: &str, reason: String) -> Self {
        Self { selector: backend.to_owned(), backend: backend.to_owned(), absent: Some(reason) }
    }
}

/// The devices to test: those of the backend `only`, or all that the machine lists.
pub fn find(bin_dir: &Path, only: Option<&str>) -> Vec<Device> {
    match list(bin_dir) {
        Ok(listed) => choose(listed, only),
        // The list is itself under test: where it is broken, the programs still run on the CPU,
        // and the tests of `scythe-ls` say what is wrong with it.
        Err(error) => {
            eprintln!("warning: {error}");
            let cpu = Device { selector: "cpu".into(), backend: "cpu".into(), absent: None };
            choose(vec![cpu], only)
        }
    }
}

fn choose(mut listed: Vec<Device>, only: Option<&str>) -> Vec<Device> {
    let unknown = only.filter(|only| !BACKENDS.contains(only));
    for backend in BACKENDS.iter().copied().chain(unknown) {
        if !listed.iter().any(|device| device.backend == backend) {
            let reason = format!("this machine has no {backend} device");
            listed.push(Device::absent(backend, reason));
        }
    }
    listed.retain(|device| only.is_none_or(|only| device.backend == only));
    listed
}

/// What `scythe-ls --json` prints, as far as it matters here.
#[derive(Deserialize)]
struct Listing {
    platforms: Vec<ListedPlatform>,
}

#[derive(Deserialize)]
struct ListedPlatform {
    backend: String,
    devices: Vec<ListedDevice>,
}

#[derive(Deserialize)]
struct ListedDevice {
    selector: String,
    name: String,
    /// The targets whose code it takes.
    targets: Vec<String>,
}

/// The devices of the machine.
fn list(bin_dir: &Path) -> Result<Vec<Device>, Box<dyn std::error::Error>> {
    let output = Command::new(bin_dir.join("scythe-ls"))
        .arg("--json")
        .output()
        .map_err(|error| format!("cannot start scythe-ls: {error}"))?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        return Err(format!("scythe-ls --json: {}: {}", output.status, message.trim()).into());
    }
    let listing: Listing = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("scythe-ls --json printed something else: {error}"))?;
    let mut found = Vec::new();
    for ListedPlatform { backend, devices } in listing.platforms {
        found.extend(devices.into_iter().map(|device| {
            Device {
                absent: (device.takes_spirv == Some(false))
                    .then(|| format!("{} takes no SPIR-V", device.name)),
                selector: if backend == "cpu" { backend.clone() } else { device.selector },
                backend: backend.clone(),
            }
        }));
    }
    Ok(found)
}
