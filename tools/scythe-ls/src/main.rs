//! `scythe-ls`: lists the platforms and devices of the machine, and which of them a SYCL program sees.

#![forbid(unsafe_code)]

use std::process::ExitCode;

use clap::Parser;
use scythe::backend::info::{DeviceInfo, targets};
use scythe::backend::{Device, Platform, devices, platforms, selection_error, unusable_devices};
use serde_json::{Value, json};

/// Lists the platforms and devices of the machine, and which of them a SYCL program sees.
///
/// SCYTHE_DEVICES filters them, as it does for programs: cpu, cuda:0, opencl:gpu, ...
#[derive(Parser)]
#[command(version)]
struct Options {
    /// Print JSON, for scripts
    #[arg(long)]
    json: bool,
}

fn main() -> ExitCode {
    scythe_console::run("scythe-ls", |options: Options| list(&options))
}

fn list(options: &Options) -> Result<(), Box<dyn std::error::Error>> {
    if let Some(error) = selection_error() {
        return Err(error.to_string().into());
    }
    let text = if options.json { format!("{:#}\n", as_json()) } else { as_text() };
    Ok(scythe_console::print(text)?)
}

/// The devices of a platform, with the selector that names each.
fn of(platform: &'static Platform) -> impl Iterator<Item = (String, &'static DeviceInfo)> {
    let all = devices().iter().chain(unusable_devices());
    all.filter(move |(_, own)| std::ptr::eq(*own, platform)).map(move |(device, _)| {
        let device: &'static dyn Device = *device;
        let info = device.info();
        (info.selector(), info)
    })
}

/// The platforms that programs see, and those that have no device for them.
fn all_platforms() -> Vec<&'static Platform> {
    let mut all = platforms().to_vec();
    for (_, platform) in unusable_devices() {
        if !all.iter().any(|known| std::ptr::eq(*known, *platform)) {
            all.push(platform);
        }
    }
    all
}

fn aspects(info: &DeviceInfo) -> Vec<&'static str> {
    info.aspects.iter().map(|aspect| aspect.name()).collect()
}

/// The targets for `--targets` that a device can run.
fn targets(info: &DeviceInfo) -> Vec<&'static str> {
    [(targets::CPU, "cpu"), (targets::SPIRV64, "spirv64"), (targets::PTX, "ptx")]
        .into_iter()
        .filter(|(bit, _)| info.targets & bit != 0)
        .map(|(_, name)| name)
        .collect()
}

fn as_json() -> Value {
    let list: Vec<Value> = all_platforms()
        .into_iter()
        .map(|platform| {
            let devices: Vec<Value> = of(platform)
                .map(|(selector, info)| {
                    json!({
                        "selector": selector,
                        "name": info.name,
                        "vendor": info.vendor,
                        "version": info.version,
                        "driver_version": info.driver_version,
                        "max_clock_frequency": info.max_clock_frequency,
                        "compute_units": info.compute_units,
                        "global_mem_size": info.global_mem_size,
                        "max_work_group_size": info.max_work_group_size,
                        "aspects": aspects(info),
                        "targets": targets(info),
                        "remark": info.remark,
                    })
                })
                .collect();
            json!({
                "name": platform.name,
                "vendor": platform.vendor,
                "version": platform.version,
                "backend": platform.backend.name(),
                "devices": devices,
            })
        })
        .collect();
    json!({ "platforms": list })
}

fn as_text() -> String {
    let mut text = String::new();
    for platform in all_platforms() {
        text += &format!("{} {} ({})\n", platform.name, platform.version, platform.vendor);
        for (selector, info) in of(platform) {
            text += &format!("  [{selector}] {}\n", info.name);
            text += &format!("    vendor         {}\n", info.vendor);
            text += &format!("    version        {}\n", info.version);
            text += &format!("    driver         {}\n", info.driver_version);
            let clock = match info.max_clock_frequency {
                0 => String::new(),
                megahertz => format!(" at {megahertz} MHz"),
            };
            text += &format!("    compute units  {}{clock}\n", info.compute_units);
            text += &format!("    memory         {}\n", size(info.global_mem_size));
            text += &format!("    aspects        {}\n", aspects(info).join(" "));
            let targets = match info.remark {
                Some(remark) => format!("none: {remark}; programs do not see it"),
                None => targets(info).join(" "),
            };
            text += &format!("    targets        {targets}\n");
        }
    }
    if text.is_empty() {
        text += "no devices (SCYTHE_DEVICES names none that is here)\n";
    }
    text
}

fn size(bytes: u64) -> String {
    const GIB: f64 = (1u64 << 30) as f64;
    format!("{:.1} GiB", bytes as f64 / GIB)
}
