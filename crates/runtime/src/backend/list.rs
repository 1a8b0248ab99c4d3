//! The devices of this process, and `SCYTHE_DEVICES`.

use std::sync::OnceLock;

use super::cpu::CpuDevice;
use super::{BackendKind, Device, Platform};

struct Devices {
    platforms: Vec<&'static Platform>,
    devices: Vec<(&'static dyn Device, &'static Platform)>,
    error: Option<String>,
}

/// One selector of `SCYTHE_DEVICES`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Selector {
    backend: Option<String>,
    detail: Option<String>,
}

/// What selectors may say, for messages.
const FORMS: &str = "cpu, cpu:0, cuda, cuda:0, opencl, opencl:gpu, or * for all";

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
                "cpu" | "cuda" | "opencl" if detail.as_ref().is_none_or(number_or_type) => {
                    Ok(Selector { backend: Some(backend.to_owned()), detail })
                }
                _ => Err(format!("SCYTHE_DEVICES: cannot understand '{item}' (expected {FORMS})")),
            }
        })
        .collect()
}

impl Selector {
    /// Whether it means the device `number` of a backend, which is of the given type.
    fn means(&self, backend: &str, number: usize, kind: &str) -> bool {
        if self.backend.as_deref().is_some_and(|b| b != backend) {
            return false;
        }
        match self.detail.as_deref() {
            None => true,
            Some(detail) => detail == kind || detail.parse() == Ok(number),
        }
    }
}

fn found() -> &'static Devices {
    static FOUND: OnceLock<Devices> = OnceLock::new();
    FOUND.get_or_init(|| {
        let selectors = match std::env::var("SCYTHE_DEVICES") {
            Ok(text) if !text.trim().is_empty() => parse(&text),
            _ => Ok(vec![Selector { backend: None, detail: None }]),
        };
        let (selectors, error) = match selectors {
            Ok(selectors) => (selectors, None),
            Err(error) => (Vec::new(), Some(error)),
        };
        let mut found = Devices { platforms: Vec::new(), devices: Vec::new(), error };
        if selectors.iter().any(|s| s.means("cpu", 0, "cpu")) {
            let platform: &'static Platform = Box::leak(Box::new(Platform {
                name: "Scythe CPU",
                vendor: "Scythe",
                version: env!("CARGO_PKG_VERSION"),
                backend: BackendKind::Cpu,
            }));
            found.platforms.push(platform);
            let device: &'static CpuDevice = Box::leak(Box::new(CpuDevice::open()));
            found.devices.push((device, platform));
        }
        found
    })
}

/// The platforms that have devices.
#[must_use]
pub fn platforms() -> &'static [&'static Platform] {
    &found().platforms
}

/// The devices, with their platforms.
#[must_use]
pub fn devices() -> &'static [(&'static dyn Device, &'static Platform)] {
    &found().devices
}

/// What is wrong with `SCYTHE_DEVICES`, when something is. No device is listed then.
#[must_use]
pub fn selection_error() -> Option<&'static str> {
    found().error.as_deref()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selectors() {
        let means = |text: &str, backend: &str, number, kind: &str| {
            parse(text).expect("valid").iter().any(|s| s.means(backend, number, kind))
        };
        assert!(means("*", "cpu", 0, "cpu"));
        assert!(means("cuda:1, cpu", "cpu", 0, "cpu"));
        assert!(!means("cuda", "cpu", 0, "cpu"));
        assert!(means("opencl:gpu", "opencl", 3, "gpu"));
        assert!(!means("opencl:gpu", "opencl", 3, "cpu"));
        assert!(means("cuda:1", "cuda", 1, "gpu"));
        assert!(!means("cuda:1", "cuda", 0, "gpu"));
    }

    #[test]
    fn malformed_selectors_are_named() {
        for wrong in ["gpu", "cpu:x", "", "*:0", "cpu,,cpu"] {
            assert!(parse(wrong).is_err(), "{wrong:?}");
        }
    }
}
