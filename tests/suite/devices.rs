//! The devices that programs run on, as `scythe-ls --json` lists them.

use std::path::Path;
use std::process::Command;

use serde::Deserialize;

/// A backend of the runtime, and the code that its devices run.
struct Backend {
    /// Its name in `scythe-ls` and `SCYTHE_DEVICES`.
    name: &'static str,
    /// Its target for `--targets`.
    target: &'static str,
}

/// All backends. A backend without a device here is reported as skipped.
const BACKENDS: &[Backend] = &[
    Backend { name: "cpu", target: "cpu" },
    Backend { name: "opencl", target: "spirv64" },
    Backend { name: "cuda", target: "ptx" },
];

/// Whether Scythe has a backend of this name.
pub fn is_backend(name: &str) -> bool {
    BACKENDS.iter().any(|backend| backend.name == name)
}

/// A device to run programs on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Device {
    /// Its selector for `SCYTHE_DEVICES`.
    pub selector: String,
    /// Its backend.
    pub backend: String,
    /// Why programs cannot run there, if they cannot.
    pub absent: Option<String>,
}

impl Device {
    /// Its target for `--targets`.
    pub fn target(&self) -> &'static str {
        let backend = BACKENDS.iter().find(|backend| backend.name == self.backend);
        backend.map_or("cpu", |backend| backend.target)
    }

    /// Whether it is the processor itself, which is always there.
    pub fn is_cpu(&self) -> bool {
        self.backend == "cpu"
    }

    /// Any device of a backend, assumed to exist.
    pub fn present(backend: &str) -> Self {
        Self { selector: backend.to_owned(), backend: backend.to_owned(), absent: None }
    }

    fn absent(backend: &str, reason: String) -> Self {
        Self { selector: backend.to_owned(), backend: backend.to_owned(), absent: Some(reason) }
    }
}

/// The devices to test: those of the backend `only`, or all that the machine lists.
pub fn find(bin_dir: &Path, only: Option<&str>) -> Vec<Device> {
    match list(bin_dir) {
        Ok(listed) => choose(listed, only),
        // The list is itself tested: if it is wrong, programs still run on the CPU, and the tests of
        // `scythe-ls` report the reason.
        Err(error) => {
            eprintln!("warning: {error}");
            choose(vec![Device::present("cpu")], only)
        }
    }
}

fn choose(mut listed: Vec<Device>, only: Option<&str>) -> Vec<Device> {
    let unknown = only.filter(|only| !is_backend(only));
    for backend in BACKENDS.iter().map(|backend| backend.name).chain(unknown) {
        if !listed.iter().any(|device| device.backend == backend) {
            let reason = format!("this machine has no {backend} device");
            listed.push(Device::absent(backend, reason));
        }
    }
    listed.retain(|device| only.is_none_or(|only| device.backend == only));
    listed
}

/// The relevant part of `scythe-ls --json`.
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
                absent: device
                    .targets
                    .is_empty()
                    .then(|| format!("{} does not accept code from Scythe", device.name)),
                selector: if backend == "cpu" { backend.clone() } else { device.selector },
                backend: backend.clone(),
            }
        }));
    }
    Ok(found)
}
