//! What clang knows about processors.

use scythe_targets::cpu::{Cpu, NATIVE};

use crate::device_targets::{DeviceTarget, Family};
use crate::error::DriverError;
use crate::toolchain::Toolchain;

/// What clang knows about one: it writes it into the attributes of any function.
pub fn ask_clang_about(toolchain: &Toolchain, march: &str) -> Result<Cpu, DriverError> {
    let text = toolchain
        .clang()
        .arg(format!("-march={march}"))
        .args(["-x", "c++", "-S", "-emit-llvm", "-o", "-", "-"])
        .input(Some(b"void scythe_probe() {}".to_vec()))
        .answer()
        .ok_or_else(|| unknown_processor(march))?;
    let attribute = |key: &str| {
        let start = text.find(&format!("\"{key}\"=\""))? + key.len() + 4;
        let rest = &text[start..];
        Some(rest[..rest.find('"')?].to_owned())
    };
    let cpu = attribute("target-cpu").ok_or_else(|| unknown_processor(march))?;
    Ok(Cpu::new(march, &cpu, &attribute("target-features").unwrap_or_default()))
}

fn unknown_processor(march: &str) -> DriverError {
    DriverError::usage(format!(
        "unknown processor '{march}' in -march or --targets (`clang++-22 --print-supported-cpus` \
         lists them)"
    ))
}

/// Stops early on processors that clang does not know.
pub fn check_targets(toolchain: &Toolchain, targets: &[DeviceTarget]) -> Result<(), DriverError> {
    let named = |target: &&DeviceTarget| target.family == Family::Cpu && target.march != NATIVE;
    for target in targets.iter().filter(named) {
        ask_clang_about(toolchain, &target.march)?;
    }
    Ok(())
}
