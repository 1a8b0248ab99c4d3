//! `cargo xtask setup`: the machine's packages.
//!
//! Asks dpkg which packages of [`PACKAGES`] are missing and installs them with apt-get, directly
//! as root or through a sudo that needs no password. Where neither is possible it says what is
//! missing and how to install it, and fails.

use std::env;
use std::fs;
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::packages::{BROWSER_PACKAGES, PACKAGES, Package};
use crate::step;
use crate::workspace;

/// Options of `cargo xtask setup`.
#[derive(Args)]
pub struct Options {
    /// Only list what is missing and how to install it
    #[arg(long)]
    check: bool,
    /// Also install the browser for the test of scythe-explorer's pages, which is skipped without it
    #[arg(long)]
    browser: bool,
}

/// Runs the subcommand.
pub fn main(options: &Options) -> Result<ExitCode> {
    if options.check {
        require(&missing(PACKAGES)?)?;
    } else {
        ensure()?;
    }
    if options.browser {
        attempt(BROWSER_PACKAGES)?;
    }
    eprintln!("all {} packages are installed", PACKAGES.len());
    Ok(ExitCode::SUCCESS)
}

/// Makes sure that every package is installed; prints nothing if they are.
pub fn ensure() -> Result<()> {
    require(&install_missing(PACKAGES)?)
}

/// Installs optional packages, and reports those that cannot be installed.
pub fn attempt(packages: &'static [Package]) -> Result<()> {
    for package in install_missing(packages)? {
        eprintln!("{} is not installed: {}", package.name, package.reason);
    }
    Ok(())
}

/// Installs missing packages if this user may; returns what is still missing.
fn install_missing(packages: &'static [Package]) -> Result<Vec<&'static Package>> {
    let missing = missing(packages)?;
    if missing.is_empty() {
        return Ok(missing);
    }
    let Some(prefix) = privilege().filter(|_| workspace::find_program("apt-get").is_some()) else {
        return Ok(missing);
    };
    let title = format!("install {}", names(&missing).join(" "));
    if let Err(error) = step::announced(&title, || install(&prefix, &missing)) {
        eprintln!("{error:#}");
    }
    self::missing(packages)
}

/// The packages that are not installed.
fn missing(packages: &'static [Package]) -> Result<Vec<&'static Package>> {
    if workspace::find_program("dpkg-query").is_none() {
        return Ok(missing_programs(packages));
    }
    let mut query = Command::new("dpkg-query");
    query.args(["--show", "--showformat", "${db:Status-Abbrev} ${Package}\\n"]);
    // dpkg-query fails if it does not know a name; its output is still valid.
    let output = query
        .args(packages.iter().map(|package| package.name))
        .stderr(Stdio::null())
        .output()
        .with_context(|| format!("cannot start `{}`", step::shown(&query)))?;
    let listing = String::from_utf8_lossy(&output.stdout);
    Ok(packages.iter().filter(|package| !is_installed(package.name, &listing)).collect())
}

/// Whether a listing of `status name` lines says that a package is installed.
fn is_installed(name: &str, listing: &str) -> bool {
    listing.lines().any(|line| {
        let mut words = line.split_whitespace();
        // The second letter of the abbreviation is the package's actual state.
        let installed = words.next().is_some_and(|status| status.chars().nth(1) == Some('i'));
        installed && words.next() == Some(name)
    })
}

/// The packages whose programs are not in `PATH`, which is all that is known without dpkg.
fn missing_programs(packages: &'static [Package]) -> Vec<&'static Package> {
    let absent = |package: &&Package| {
        !package.program.is_empty() && workspace::find_program(package.program).is_none()
    };
    packages.iter().filter(absent).collect()
}

/// The prefix for apt-get to run as root; none if this user cannot.
fn privilege() -> Option<Vec<&'static str>> {
    let is_root = fs::metadata("/proc/self").is_ok_and(|me| {
        use std::os::unix::fs::MetadataExt;
        me.uid() == 0
    });
    if is_root {
        return Some(Vec::new());
    }
    let sudo = Command::new("sudo")
        .args(["-n", "true"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    sudo.is_ok_and(|status| status.success()).then(|| vec!["sudo", "-n"])
}

fn install(prefix: &[&str], missing: &[&Package]) -> Result<()> {
    let update = || step::run(apt_get(prefix).arg("update"));
    let install = || {
        let mut apt = apt_get(prefix);
        step::run(apt.args(["install", "--yes", "--no-install-recommends"]).args(names(missing)))
    };
    if !has_package_lists() {
        update()?;
        return install();
    }
    // Existing lists may be stale, which shows only when installing fails.
    install().or_else(|_| {
        eprintln!("the installation failed; once more with fresh package lists");
        update()?;
        install()
    })
}

fn apt_get(prefix: &[&str]) -> Command {
    let mut words = prefix.iter().chain(&["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]);
    let mut command = Command::new(words.next().unwrap_or(&"env"));
    // Wait for another apt instead of failing.
    command.args(words).args(["-o", "DPkg::Lock::Timeout=300"]).stdin(Stdio::null());
    command
}

/// Whether apt has downloaded any package lists yet; a fresh container has not.
fn has_package_lists() -> bool {
    fs::read_dir("/var/lib/apt/lists").is_ok_and(|entries| {
        entries.flatten().any(|entry| entry.file_name().to_string_lossy().contains("_Packages"))
    })
}

/// Fails with the list of missing packages and the command that installs them.
fn require(missing: &[&Package]) -> Result<()> {
    if missing.is_empty() {
        return Ok(());
    }
    let with_apt = workspace::find_program("apt-get").is_some();
    eprintln!("missing {}:", if with_apt { "packages" } else { "tools" });
    for package in missing {
        let subject = if with_apt { package.name } else { package.program };
        eprintln!("  {subject:<18} {}", package.reason);
    }
    if with_apt {
        let sudo = if privilege().is_some_and(|prefix| prefix.is_empty()) { "" } else { "sudo " };
        bail!(
            "packages are missing; install them with:\n  {sudo}apt-get update && {sudo}apt-get install \
             --no-install-recommends {}",
            names(missing).join(" ")
        );
    }
    let path = env::var_os("PATH").unwrap_or_default();
    bail!(
        "this machine has no apt-get; install the tools above so that they are found in PATH ({})",
        path.to_string_lossy()
    )
}

fn names<'a>(packages: &[&'a Package]) -> Vec<&'a str> {
    packages.iter().map(|package| package.name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packages::OPENCL_PACKAGES;

    #[test]
    fn only_installed_packages_count() {
        let listing = "ii  clang-22\nrc  cmake\nun  make\nhi  g++\n";
        assert!(is_installed("clang-22", listing));
        assert!(is_installed("g++", listing), "a held package is installed");
        assert!(!is_installed("cmake", listing), "removed, configuration left");
        assert!(!is_installed("make", listing));
        assert!(!is_installed("clang", listing), "a prefix is another package");
    }

    #[test]
    fn the_table_names_each_package_once() {
        let all = || PACKAGES.iter().chain(OPENCL_PACKAGES);
        let mut names: Vec<_> = all().map(|package| package.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all().count());
    }
}
