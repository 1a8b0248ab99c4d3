//! `cargo xtask package`: packages for users.
//!
//! ```text
//! scythe-<version>-x86_64-linux.tar.xz      everything, with its own LLVM: unpack anywhere
//! scythe_<version>_amd64.deb                for Debian 12, on Debian's LLVM
//! scythe_sycl-<version>-py3-none-….whl      the tarball's files, for pip
//! SHA256SUMS
//! ```
//!
//! Packages are reproducible: sources are built without the paths of this machine, entries are sorted, and
//! times are those of the commit (`SOURCE_DATE_EPOCH` overrides them).

mod archive;
mod clean_root;
mod debian;
mod inventory;
mod llvm;
mod run_path;
mod stamp;
mod wheel;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};

use crate::install;
use crate::setup;
use crate::step;
use crate::workspace;
use stamp::Stamp;

/// Options of `cargo xtask package`.
#[derive(Args)]
pub struct Options {
    /// The output directory [default: target/packages]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Which packages to make
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = ALL)]
    format: Vec<Format>,
    /// Package the result of `cargo xtask build`, which contains paths of this machine
    #[arg(long)]
    no_build: bool,
    /// Leave LLVM and clang out of the tarball: they must be installed then
    #[arg(long)]
    without_llvm: bool,
    /// Build a second time in another folder, and compare
    #[arg(long)]
    check_reproducible: bool,
    /// Install every package in a bare Debian 12 (needs root, debootstrap and the network; takes minutes), then compile
    /// and run a program there
    #[arg(long)]
    check_install: bool,
}

/// A kind of package.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A relocatable tarball
    Tar,
    /// A Debian package
    Deb,
    /// A Python wheel
    Wheel,
}

const ALL: [Format; 3] = [Format::Tar, Format::Deb, Format::Wheel];

/// The crates whose artefacts are shipped.
pub const SHIPPED: &[&str] = &[
    "scythe-driver",
    "scythe-runtime",
    "scythe-plugin",
    "scythe-mlir-plugin",
    "scythe-ls",
    "scythe-opt",
    "scythe-trace",
    "muxc",
];

/// Runs the subcommand.
pub fn main(options: &Options) -> Result<ExitCode> {
    setup::ensure()?;
    let out = options.out.clone().unwrap_or_else(|| workspace::target_dir().join("packages"));
    fs::create_dir_all(&out).with_context(|| format!("cannot create {}", out.display()))?;
    let stamp = Stamp::of_repository()?;
    let made = make(options, &stamp, &workspace::root(), &out)?;
    archive::write_sums(&out, &made)?;
    for package in &made {
        let size = fs::metadata(package)?.len() as f64 / 1e6;
        println!("{}: {size:.1} MB", package.display());
    }
    if options.check_reproducible {
        check_reproducible(options, &stamp, &made)?;
    }
    if options.check_install {
        step::announced("install the packages in a bare Debian", || clean_root::check(&made))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Makes all requested packages from the sources in `root`.
fn make(options: &Options, stamp: &Stamp, root: &Path, out: &Path) -> Result<Vec<PathBuf>> {
    let built = if options.no_build { workspace::bin_dir() } else { build(stamp, root)? };
    let work = out.join("tree");
    let _ = fs::remove_dir_all(&work);
    let prefix = work.join(stamp.folder());
    step::announced("collect the files", || {
        install::install(&built, &prefix)?;
        strip(&prefix)?;
        inventory::write(&prefix, stamp)
    })?;
    let mut made = Vec::new();
    // First, because it does not contain LLVM.
    if options.format.contains(&Format::Deb) {
        made.push(step::announced("Debian package", || debian::make(&prefix, stamp, out))?);
    }
    if !options.without_llvm {
        step::announced("add LLVM and clang", || llvm::add(&prefix))?;
    }
    if options.format.contains(&Format::Tar) {
        made.push(step::announced("tarball", || archive::tarball(&prefix, stamp, out))?);
    }
    if options.format.contains(&Format::Wheel) {
        made.extend(step::announced("wheel", || wheel::make(&prefix, stamp, out))?);
    }
    fs::remove_dir_all(&work)?;
    Ok(made)
}

/// Builds what is shipped, in a separate folder, since other flags cause a complete rebuild.
fn build(stamp: &Stamp, root: &Path) -> Result<PathBuf> {
    let target = workspace::target_dir().join("package");
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| {
        let home = std::env::var_os("HOME")?;
        Some(PathBuf::from(home).join(".cargo"))
    });
    // Later flags take precedence, and the target folder may be within the sources.
    let mut places = vec![(root.to_owned(), "/scythe"), (target.clone(), "/scythe/target")];
    places.extend(home.map(|home| (home, "/cargo")));
    let flags = |flag: &str| -> String {
        let words = places.iter().map(|(from, to)| format!("{flag}={}={to}", from.display()));
        words.collect::<Vec<_>>().join(" ")
    };
    let mut cargo = workspace::cargo("build");
    cargo
        .current_dir(root)
        .args(["--release", "--locked", "--target-dir"])
        .arg(&target)
        .args(SHIPPED.iter().flat_map(|name| ["--package", name]))
        .env("CARGO_PROFILE_RELEASE_DEBUG", "false")
        .env("RUSTFLAGS", flags("--remap-path-prefix"))
        .env("CXXFLAGS", flags("-ffile-prefix-map"))
        .env("CFLAGS", flags("-ffile-prefix-map"))
        .env("SOURCE_DATE_EPOCH", stamp.seconds.to_string())
        .env("SCYTHE_COMMIT", &stamp.commit)
        .env_remove("CARGO_TARGET_DIR");
    step::announced("build for packages", || step::run(&mut cargo))?;
    Ok(target.join("release"))
}

/// Removes debug information from all programs and libraries.
fn strip(prefix: &Path) -> Result<()> {
    for directory in ["bin", "lib", "lib/scythe"] {
        for file in fs::read_dir(prefix.join(directory))? {
            let path = file?.path();
            let kind = path.extension().and_then(|extension| extension.to_str());
            let flag = match kind {
                Some("a") => "--strip-debug",
                Some("so") | None => "--strip-unneeded",
                Some(_) => continue,
            };
            if path.is_file() && !path.is_symlink() {
                step::run(Command::new("strip").arg(flag).arg(&path))?;
            }
        }
    }
    Ok(())
}

/// Makes all packages again, from a copy of the sources in another folder, and compares.
fn check_reproducible(options: &Options, stamp: &Stamp, made: &[PathBuf]) -> Result<()> {
    ensure!(!options.no_build, "--check-reproducible builds, so it does not go with --no-build");
    let copy = workspace::target_dir().join("package-again");
    let _ = fs::remove_dir_all(&copy);
    let (sources, out) = (copy.join("sources"), copy.join("packages"));
    fs::create_dir_all(&sources)?;
    fs::create_dir_all(&out)?;
    step::announced("copy the sources", || archive::copy_sources(&workspace::root(), &sources))?;
    // Everything is compiled again.
    let first = workspace::target_dir().join("package");
    let kept = workspace::target_dir().join("package-first");
    let _ = fs::remove_dir_all(&kept);
    fs::rename(&first, &kept)?;
    let again = make(options, stamp, &sources, &out);
    let _ = fs::remove_dir_all(&first);
    fs::rename(&kept, &first)?;
    for (one, other) in made.iter().zip(again?) {
        let same = fs::read(one)? == fs::read(&other)?;
        ensure!(same, "{} and {} differ", one.display(), other.display());
        println!("{}: the same in two builds", one.display());
    }
    fs::remove_dir_all(&copy)?;
    Ok(())
}
