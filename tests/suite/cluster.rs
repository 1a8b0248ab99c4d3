//! Programs over MPI: `examples/cluster` with one, two and four ranks, and `tests/cluster`.

use std::time::Duration;

use libtest_mimic::Trial;

use crate::process::Output;
use crate::sandbox::Sandbox;
use crate::setting::{Setting, tool};
use crate::verdict::{Verdict, ensure, skip, trial};

/// Commands per rank in an ordinary run and in a long one.
const COMMANDS: u32 = 20_000;
const LONG_COMMANDS: u32 = 1_000_000;
/// The growth of memory that is allowed while they run: incomplete commands, and pages that the C library
/// keeps.
const GROWTH: i64 = 4 << 10;

/// Collects the trials.
pub fn collect(setting: &'static Setting) -> Vec<Trial> {
    let example = |name: &'static str, sizes: &'static [&'static str]| {
        trial(setting, format!("cluster/{name}"), move |sandbox| same_results(sandbox, name, sizes))
    };
    vec![
        // Sizes that no number of ranks divides, one of them so small that there are only edges.
        example("stencil", &["67 101 30", "3 4 5"]),
        example("nbody", &["501 3", "3 2"]),
        trial(setting, "cluster/commands".to_owned(), commands),
    ]
}

/// MPI's compiler driver, which runs scythe++.
fn compile(sandbox: &Sandbox, source: &str) -> Verdict {
    let compiler = tool("mpicxx")?;
    tool("mpirun")?;
    let version = sandbox.run(&compiler).arg("--showme:version").output()?;
    if !format!("{}{}", version.stdout, version.stderr).contains("Open MPI") {
        return skip("the MPI of this machine is not Open MPI");
    }
    sandbox
        .run(&compiler)
        .env("OMPI_CXX", sandbox.setting().binary("scythe++")?)
        // Without MPI's C++ classes, which are no longer part of it and cause warnings.
        .args(["-DOMPI_SKIP_MPICXX", "-O2", "-Wall", "-Wextra", "-Werror", "-o", "program"])
        .arg(sandbox.setting().root.join(source))
        .succeed()?;
    Ok(())
}

/// Runs the program with this many ranks, possibly more than there are cores.
fn run(sandbox: &Sandbox, ranks: u32, arguments: &str, limit: u64) -> Verdict<Output> {
    let mpirun = sandbox
        .run(tool("mpirun")?)
        // Containers are root, and have neither ssh nor fast networks.
        .args(["--allow-run-as-root", "--oversubscribe", "--mca", "btl", "self,vader"])
        .args(["--mca", "plm", "isolated", "-np", &ranks.to_string(), "./program"])
        .args(arguments.split_whitespace())
        .limit(Duration::from_secs(limit));
    mpirun.succeed()
}

/// The result does not depend on the number of ranks.
fn same_results(sandbox: &Sandbox, name: &str, sizes: &[&str]) -> Verdict {
    compile(sandbox, &format!("examples/cluster/{name}.cpp"))?;
    for size in sizes {
        let alone = run(sandbox, 1, size, 60)?;
        ensure(!alone.stdout.trim().is_empty(), || alone.describe("nothing was printed"))?;
        for ranks in [2, 4] {
            let together = run(sandbox, ranks, size, 60)?;
            ensure(together.stdout == alone.stdout, || {
                together.describe(&format!("one rank printed {}", alone.stdout))
            })?;
        }
    }
    Ok(())
}

/// Ranks share the processors, and their memory does not grow.
fn commands(sandbox: &Sandbox) -> Verdict {
    compile(sandbox, "tests/cluster/commands.cpp")?;
    let cores = std::thread::available_parallelism()?.get() as i64;
    let setting = sandbox.setting();
    let (commands, limit) = if setting.long { (LONG_COMMANDS, 1200) } else { (COMMANDS, 120) };
    for ranks in [2_u32, 4] {
        let output = run(sandbox, ranks, &commands.to_string(), limit)?;
        let lines: Vec<Vec<&str>> =
            output.stdout.lines().map(|line| line.split_whitespace().collect()).collect();
        let all = lines.len() == ranks as usize && lines.iter().all(|line| line.len() == 10);
        ensure(all, || output.describe("a line for each rank was expected"))?;
        let number = |line: &[&str], word: usize| line[word].parse::<i64>().unwrap_or(i64::MAX);
        let units: i64 = lines.iter().map(|line| number(line, 3)).sum();
        ensure(units <= cores.max(i64::from(ranks)), || {
            output.describe(&format!("{units} threads work on {cores} processors"))
        })?;
        for line in &lines {
            let grown = number(line, 7);
            ensure(grown < GROWTH, || output.describe("memory grows with commands"))?;
        }
    }
    Ok(())
}
