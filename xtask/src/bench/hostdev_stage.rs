//! The time that using facts about launches adds to compiling a program.
//!
//! Programs are compiled to objects with and without the stage. The difference includes everything: host code
//! is raised and analysed, and kernels with several versions are compiled several times.

use std::time::Duration;

use anyhow::Result;

use super::{output_dir, scythe, timed};
use crate::workspace;

/// The programs, from the root of the workspace: few kernels and many, with buffers and with USM.
const PROGRAMS: &[&str] = &[
    "examples/vector_add.cpp",
    "examples/vector_add_usm.cpp",
    "examples/matrix_multiply.cpp",
    "examples/pipeline.cpp",
    "bench/hostdev/gemm/sycl.cpp",
    "bench/hostdev/correlation/sycl.cpp",
    "tests/run/hostdev_sites.cpp",
    "tests/run/group_joint.cpp",
];

/// Prints the cost for each program, from the best of `runs` runs.
pub fn report(runs: u32) -> Result<()> {
    println!("compile to an object at -O2, facts of the host not used and used, best of {runs}");
    println!("  {:<38}{:>9}{:>9}{:>11}{:>8}", "program", "off", "on", "added", "ratio");
    let object = output_dir()?.join("hostdev_stage.o");
    for program in PROGRAMS {
        let command = |flag: &str| -> Result<_> {
            let mut command = scythe()?;
            command.args(["-std=c++20", "-O2", flag, "-c"]).arg(workspace::root().join(program));
            command.arg("-o").arg(&object);
            Ok(command)
        };
        let mut commands = [command("-fno-scythe-hostdev")?, command("-fscythe-hostdev")?];
        let mut best = [Duration::MAX; 2];
        // Interleaved, so that disturbances affect both.
        for _ in 0..runs {
            for (command, best) in commands.iter_mut().zip(&mut best) {
                *best = (*best).min(timed(command)?);
            }
        }
        let [off, on] = best.map(|time| time.as_secs_f64());
        let (added, ratio) = ((on - off) * 1e3, on / off);
        println!("  {program:<38}{off:>7.2} s{on:>7.2} s{added:>8.0} ms{ratio:>6.2} x");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_programs_exist() {
        for program in PROGRAMS {
            assert!(workspace::root().join(program).is_file(), "{program}");
        }
    }
}
