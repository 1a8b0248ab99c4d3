//! `--targets=`: what device code is compiled for.

use crate::error::DriverError;

/// One target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceTarget {
    /// The processor: a name that clang's `-march` takes.
    pub march: String,
}

impl DeviceTarget {
    /// The CPU, for the given processor.
    pub fn cpu(march: &str) -> Self {
        Self { march: march.to_owned() }
    }
}

/// What the design knows and this version does not have yet.
const LATER: &[&str] = &["ptx", "spirv64"];

/// Understands the value of `--targets`.
pub fn parse(list: &str) -> Result<Vec<DeviceTarget>, DriverError> {
    let mut targets: Vec<DeviceTarget> = Vec::new();
    for item in list.split(',') {
        let (kind, detail) = item.split_once(':').unwrap_or((item, ""));
        let target = match (kind, detail) {
            ("cpu", "") if item == "cpu" => DeviceTarget::cpu(scythe_targets::cpu::NATIVE),
            ("cpu", march) if !march.is_empty() => DeviceTarget::cpu(march),
            (later, _) if LATER.contains(&later) => {
                return Err(DriverError::usage(format!(
                    "target '{item}' in --targets={list} is not available in this version \
                     (available: cpu, cpu:<march>)"
                )));
            }
            _ => {
                return Err(DriverError::usage(format!(
                    "unknown target '{item}' in --targets={list} (known: cpu, cpu:<march>)"
                )));
            }
        };
        if !targets.contains(&target) {
            targets.push(target);
        }
    }
    Ok(targets)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_processors() {
        let found = parse("cpu:x86-64-v2,cpu:x86-64-v4,cpu:x86-64-v2").expect("valid");
        assert_eq!(found, [DeviceTarget::cpu("x86-64-v2"), DeviceTarget::cpu("x86-64-v4")]);
        assert_eq!(parse("cpu").expect("valid"), [DeviceTarget::cpu("native")]);
    }

    #[test]
    fn what_is_wrong_is_named() {
        for wrong in ["", "gpu", "cpu:", "cpu,,cpu", "ptx:sm_90"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
