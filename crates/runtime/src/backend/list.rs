//! The devices of this process, and `SCYTHE_DEVICES`.
//!
//! Native devices come first and are known at once; drivers of others are loaded on demand.

use std::sync::OnceLock;

use super::cpu::CpuDevice;
use super::{BackendKind, Device, Platform, cuda, opencl};
use crate::{settings, trace};

/// A device and its platform.
pub type Listed = (&'static dyn Device, &'static Platform);

#[derive(Clone, Default)]
struct Devices {
    platforms: Vec<&'static Platform>,
    devices: Vec<Listed>,
    /// Those that can never run a kernel: their [`info`](super::info::DeviceInfo) has the reason.
    unusable: Vec<Listed>,
}

impl Devices {
    /// Adds the devices of a platform, which is listed if programs can use one of them.
    fn add(&mut self, platform: &'static Platform, found: Vec<&'static dyn Device>) {
        let (usable, unusable): (Vec<Listed>, Vec<Listed>) = found
            .into_iter()
            .map(|device| (device, platform))
            .partition(|(device, _)| device.info().remark.is_none());
        if !usable.is_empty() {
            self.platforms.push(platform);
        }
        self.devices.extend(usable);
        self.unusable.extend(unusable);
    }
}

/// One selector of `SCYTHE_DEVICES`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Selector {
    backend: Option<String>,
    detail: Option<String>,
}

/// The allowed selectors, for messages.
const FORMS: &str = "cpu, cpu:0, gpu, cuda, cuda:0, opencl, opencl:gpu, or * for all";

fn parse(text: &str) -> Result<Vec<Selector>, String> {
    text.split(',')
        .map(|item| {
            let (backend, detail) = match item.trim().split_once(':') {
                Some((backend, detail)) => (backend, Some(detail.to_owned())),
                None => (item.trim(), None),
            };
            let number_or_type = |d: &String| {
                d.parse::<usize>().is_ok() || ["cpu", "gpu", "accelerator"].contains(&d.as_str())
            };
            match backend {
                "*" if detail.is_none() => Ok(Selector { backend: None, detail }),
                // Of any backend.
                "gpu" if detail.is_none() => {
                    Ok(Selector { backend: None, detail: Some("gpu".to_owned()) })
                }
                "cpu" | "cuda" | "opencl" if detail.as_ref().is_none_or(number_or_type) => {
                    Ok(Selector { backend: Some(backend.to_owned()), detail })
                }
                _ => Err(format!(
                    "SCYTHE_DEVICES='{text}': '{}' is not a device (allowed: {FORMS})",
                    item.trim()
                )),
            }
        })
        .collect()
}

impl Selector {
    /// Whether it may select devices of a backend.
    fn mentions(&self, backend: &str) -> bool {
        self.backend.as_deref().is_none_or(|b| b == backend)
    }

    /// Whether it selects the device `number` of a backend, which is of the given type.
    fn means(&self, backend: &str, number: usize, kind: &str) -> bool {
        self.mentions(backend)
            && match self.detail.as_deref() {
                None => true,
                Some(detail) => detail == kind || detail.parse() == Ok(number),
            }
    }
}

fn selectors() -> &'static Result<Vec<Selector>, String> {
    static SELECTORS: OnceLock<Result<Vec<Selector>, String>> = OnceLock::new();
    SELECTORS.get_or_init(|| match settings::devices() {
        Some(text) => parse(text),
        None => Ok(vec![Selector { backend: None, detail: None }]),
    })
}

fn selected() -> &'static [Selector] {
    selectors().as_deref().unwrap_or_default()
}

fn native() -> &'static Devices {
    static NATIVE: OnceLock<Devices> = OnceLock::new();
    NATIVE.get_or_init(|| {
        // Before drivers are loaded, because traces end after their commands.
        trace::start();
        if !selected().iter().any(|s| s.means("cpu", 0, "cpu")) {
            return Devices::default();
        }
        let platform: &'static Platform = Box::leak(Box::new(Platform {
            name: "Scythe CPU",
            vendor: "Scythe",
            version: env!("CARGO_PKG_VERSION"),
            backend: BackendKind::Cpu,
        }));
        let device: &'static CpuDevice = Box::leak(Box::new(CpuDevice::open()));
        let mut own = Devices::default();
        own.add(platform, vec![device]);
        own
    })
}

fn all() -> &'static Devices {
    static ALL: OnceLock<Devices> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = native().clone();
        if selected().iter().any(|s| s.mentions("cuda")) {
            let wanted = |number: usize| selected().iter().any(|s| s.means("cuda", number, "gpu"));
            if let Some((platform, found)) = cuda::discover(wanted) {
                all.add(platform, found);
            }
        }
        if selected().iter().any(|s| s.mentions("opencl")) {
            let wanted = |number: usize, kind: &str| {
                selected().iter().any(|s| s.means("opencl", number, kind))
            };
            for (platform, found) in opencl::discover(wanted) {
                all.add(platform, found);
            }
        }
        all
    })
}

/// The platforms that have devices.
#[must_use]
pub fn platforms() -> &'static [&'static Platform] {
    &all().platforms
}

/// The devices, with their platforms.
#[must_use]
pub fn devices() -> &'static [Listed] {
    &all().devices
}

/// Devices that are present but hidden from programs, because they can never run a kernel.
#[must_use]
pub fn unusable_devices() -> &'static [Listed] {
    &all().unusable
}

/// How many of the first devices are native ones.
#[must_use]
pub fn native_count() -> usize {
    native().devices.len()
}

/// A device and its platform, by number. Native ones are found without loading drivers.
#[must_use]
pub fn device_at(index: usize) -> Option<Listed> {
    native().devices.get(index).or_else(|| devices().get(index)).copied()
}

/// A platform, by number.
#[must_use]
pub fn platform_at(index: usize) -> Option<&'static Platform> {
    native().platforms.get(index).or_else(|| platforms().get(index)).copied()
}

/// The error in `SCYTHE_DEVICES`, if there is one. No device is listed then.
#[must_use]
pub fn selection_error() -> Option<&'static str> {
    selectors().as_ref().err().map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selectors_name_devices() {
        let means = |text: &str, backend: &str, number, kind: &str| {
            parse(text).expect("valid").iter().any(|s| s.means(backend, number, kind))
        };
        assert!(means("*", "cpu", 0, "cpu"));
        assert!(means("cuda:1, cpu", "cpu", 0, "cpu"));
        assert!(!means("cuda", "cpu", 0, "cpu"));
        assert!(!means("cpu", "opencl", 0, "cpu"), "only the native one");
        assert!(means("opencl:gpu", "opencl", 3, "gpu"));
        assert!(!means("opencl:gpu", "opencl", 3, "cpu"));
        assert!(means("cuda:1", "cuda", 1, "gpu"));
        assert!(!means("cuda:1", "cuda", 0, "gpu"));
        assert!(means("gpu", "cuda", 1, "gpu") && means("gpu", "opencl", 0, "gpu"));
        assert!(!means("gpu", "cpu", 0, "cpu") && !means("gpu", "opencl", 0, "cpu"));
    }

    #[test]
    fn drivers_are_loaded_on_demand_only() {
        let mentions = |text: &str| {
            parse(text).expect("valid").iter().any(|selector| selector.mentions("opencl"))
        };
        assert!(mentions("*") && mentions("cpu,opencl:0"));
        assert!(!mentions("cpu") && !mentions("cpu:0,cuda"));
    }

    #[test]
    fn malformed_selectors_are_named() {
        for wrong in ["gpus", "gpu:0", "cpu:x", "", "*:0", "cpu,,cpu"] {
            assert!(parse(wrong).is_err(), "{wrong:?}");
        }
    }
}
