//! Random kernel arguments: every leaf of every object arrives with its value.
//!
//! A program of a seed has kernels whose objects are random trees of types ([`generate`]). Each object
//! can list its leaves; the program compares the list that the kernel makes with the host's.

mod generate;

use libtest_mimic::Trial;

use crate::setting::Setting;
use crate::verdict::{skip, trial};

/// Programs in an ordinary run and in a long one.
const PROGRAMS: u64 = 8;
const LONG_PROGRAMS: u64 = 200;

/// Kernels of a program.
const KERNELS: usize = 8;

/// Collects a trial for each seed and device.
pub fn collect(setting: &'static Setting) -> Vec<Trial> {
    let programs = if setting.long { LONG_PROGRAMS } else { PROGRAMS };
    let mut trials = Vec::new();
    for seed in 1..=programs {
        // Other devices only if they are selected: the programs take long to compile.
        let devices = setting.devices.iter().filter(|d| d.is_cpu() || setting.only.is_some());
        for device in devices {
            let name = format!("arguments/seed-{seed} [{}]", device.selector);
            trials.push(trial(setting, name, move |sandbox| {
                if let Some(reason) = &device.absent {
                    return skip(reason);
                }
                let source = sandbox.write("arguments.cpp", &generate::program(seed, KERNELS))?;
                let program = sandbox.path("arguments");
                let effort = if seed % 2 == 0 { "-O0" } else { "-O2" };
                let compiler = sandbox.scythe().args(["-std=c++20", "-Wall", "-Werror", effort]);
                let compiler = compiler.arg(format!("--targets={}", device.target()));
                compiler.arg(&source).arg("-o").arg(&program).succeed()?;
                let run = sandbox.run(&program).env("SCYTHE_DEVICES", &device.selector);
                run.output()?.expect_code(0)?;
                Ok(())
            }));
        }
    }
    trials
}
