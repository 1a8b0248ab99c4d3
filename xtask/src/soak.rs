//! `cargo xtask soak`: random commands from many host threads, for a given time.
//!
//! The program is `tests/run/soak.cpp`, which the test suite runs briefly. ThreadSanitizer needs instrumented
//! code in the runtime and in all of Rust's standard library, otherwise it reports races because it does not
//! see locks: the runtime is built again for it, with the library's sources.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};

use crate::build;
use crate::device::Device;
use crate::folder::Folder;
use crate::packages::SANITIZER_PACKAGES;
use crate::setup;
use crate::step;
use crate::workspace;

/// Options of `cargo xtask soak`.
#[derive(Args)]
pub struct Options {
    /// How long to run
    #[arg(long, value_name = "N", default_value_t = 600)]
    seconds: u64,
    /// The seed of the random choices [default: another one every time]
    #[arg(long, value_name = "S")]
    seed: Option<u32>,
    /// Check for data races, or for memory errors and leaks
    #[arg(long)]
    sanitizer: Option<Sanitizer>,
    /// The device; sanitizers do not see what drivers of OpenCL devices do
    #[arg(long, value_enum, default_value_t, conflicts_with = "sanitizer")]
    device: Device,
    /// Only make a folder, and DIR.tar.xz of it, for a machine without a compiler: `DIR/run [SECONDS [SEED]]`
    #[arg(long, value_name = "DIR", conflicts_with_all = ["seconds", "seed"])]
    pack: Option<PathBuf>,
}

/// The packed folder's script. Sanitizers print functions and lines only if there is an `llvm-symbolizer`;
/// otherwise they print addresses in the programs of the folder, which have debug information.
const SCRIPT: &str = r#"#!/bin/sh
# run [SECONDS [SEED]]: random commands from many host threads
here=$(cd "$(dirname "$0")" && pwd) || exit 1
export LD_LIBRARY_PATH="$here/lib"
[ $# -gt 0 ] || set -- 600
if "$here/bin/soak" "$@"; then echo "nothing found"; else echo FAILED; exit 1; fi
"#;

#[derive(Clone, Copy, ValueEnum)]
enum Sanitizer {
    /// Memory and undefined behaviour, in headers and in generated code
    Address,
    /// Data races, also in the runtime
    Thread,
}

impl Sanitizer {
    fn flags(self) -> &'static [&'static str] {
        match self {
            Self::Address => &["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"],
            Self::Thread => &["-g", "-fsanitize=thread"],
        }
    }
}

/// Runs the subcommand; its exit status is 1 when something was found.
pub fn main(options: &Options) -> Result<ExitCode> {
    setup::ensure()?;
    build::release()?;
    let dir = workspace::target_dir().join("soak");
    fs::create_dir_all(&dir).with_context(|| format!("cannot create {}", dir.display()))?;
    let runtime = match options.sanitizer {
        Some(Sanitizer::Thread) => Some(instrumented_runtime(&dir)?),
        _ => None,
    };
    // Programs with different sanitizers may run at the same time.
    let program = dir.join(match options.sanitizer {
        None => "program",
        Some(Sanitizer::Address) => "program-address",
        Some(Sanitizer::Thread) => "program-thread",
    });
    step::announced("compile tests/run/soak.cpp", || {
        let mut compiler = Command::new(workspace::binary("scythe++")?);
        compiler.arg(if options.sanitizer.is_some() { "-O1" } else { "-O2" });
        compiler.args(options.sanitizer.map_or(&[][..], Sanitizer::flags));
        // A pack may run on another processor.
        let targets = match options.pack {
            Some(_) => "cpu:x86-64-v2",
            None => options.device.targets(),
        };
        compiler.arg(format!("--targets={targets}"));
        compiler.arg(workspace::root().join("tests/run/soak.cpp")).arg("-o").arg(&program);
        step::run(&mut compiler)
    })?;
    if let Some(dir) = &options.pack {
        let mut folder = Folder::create(dir)?;
        folder.add_whole_program(&program, "soak")?;
        if let Some(runtime) = &runtime {
            folder.add_library(&runtime.join("libscythe.so"))?;
        }
        folder.finish(SCRIPT)?;
        folder.compress()?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut soak = Command::new(&program);
    soak.arg(options.seconds.to_string()).args(options.seed.map(|seed| seed.to_string()));
    options.device.select(&mut soak)?;
    if let Some(runtime) = runtime {
        soak.env("LD_LIBRARY_PATH", runtime);
    }
    eprintln!("==> run {} for {} s", program.display(), options.seconds);
    let status = step::status(&mut soak)?;
    eprintln!("{}", if status.success() { "nothing found" } else { "FAILED" });
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A Rust toolchain with the sources of the standard library.
struct Toolchain {
    cargo: PathBuf,
    rustc: PathBuf,
}

impl Toolchain {
    /// The one in use, or Debian's newest.
    fn find() -> Result<Self> {
        let used = Self { cargo: "cargo".into(), rustc: "rustc".into() };
        if used.has_sources() {
            return Ok(used);
        }
        setup::attempt(SANITIZER_PACKAGES)?;
        let bin = Path::new("/usr/bin");
        let debian = Self { cargo: bin.join("cargo"), rustc: bin.join("rustc") };
        ensure!(
            debian.has_sources(),
            "ThreadSanitizer needs the sources of Rust's standard library: `rustup component add \
             rust-src`, or Debian's packages {}",
            SANITIZER_PACKAGES.iter().map(|package| package.name).collect::<Vec<_>>().join(" ")
        );
        Ok(debian)
    }

    fn has_sources(&self) -> bool {
        let sysroot = step::output(Command::new(&self.rustc).args(["--print", "sysroot"]));
        sysroot.is_ok_and(|path| {
            Path::new(path.trim()).join("lib/rustlib/src/rust/library/std").is_dir()
        })
    }

    fn host(&self) -> Result<String> {
        let version = step::output(Command::new(&self.rustc).arg("-vV"))?;
        let host = version.lines().find_map(|line| line.strip_prefix("host: "));
        Ok(host.context("`rustc -vV` names no host")?.to_owned())
    }
}

/// Builds the runtime for ThreadSanitizer; returns the directory that has it.
fn instrumented_runtime(dir: &Path) -> Result<PathBuf> {
    let toolchain = Toolchain::find()?;
    let host = toolchain.host()?;
    step::announced("build the runtime and Rust's standard library for ThreadSanitizer", || {
        let mut cargo = Command::new(&toolchain.cargo);
        cargo
            .current_dir(workspace::root())
            .args(["build", "--release", "--package", "scythe-runtime", "-Zbuild-std"])
            .args(["--target", &host, "--target-dir"])
            .arg(dir)
            .env("RUSTC", &toolchain.rustc)
            .env("RUSTFLAGS", "-Zsanitizer=thread")
            // Otherwise, stable compilers do not accept sanitizers.
            .env("RUSTC_BOOTSTRAP", "1");
        step::run(&mut cargo)
    })?;
    Ok(dir.join(host).join("release"))
}
