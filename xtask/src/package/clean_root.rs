//! Installs packages in a bare Debian 12, then compiles and runs a program there.
//!
//! Each package gets a copy of the same small root, which debootstrap makes once, and sees nothing of this
//! machine except its lists of package sources. Commands run there with `chroot`, in separate namespaces.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::install::{copy_file, copy_tree};
use crate::step;
use crate::workspace;

const MIRROR: &str = "http://deb.debian.org/debian";
const RELEASE: &str = "bookworm";

/// The machine's settings of apt and of the network.
const SETTINGS: &[&str] = &[
    "etc/apt/sources.list",
    "etc/apt/sources.list.d",
    "etc/apt/trusted.gpg.d",
    "etc/apt/keyrings",
    "etc/apt/apt.conf.d",
    "etc/resolv.conf",
    "usr/local/share/ca-certificates",
];

const QUIET_APT: &str = "export DEBIAN_FRONTEND=noninteractive; \
     apt() { apt-get --quiet=2 --yes --no-install-recommends -o Dpkg::Use-Pty=0 \"$@\"; }; apt update; ";

/// Checks each package.
pub fn check(packages: &[PathBuf]) -> Result<()> {
    let place = workspace::target_dir().join("clean-root");
    fs::create_dir_all(&place)?;
    let base = place.join("base");
    if !base.join("usr/bin/apt-get").exists() {
        step::announced("bare Debian", || bootstrap(&base))?;
    }
    for package in packages {
        let name = package.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // Each package has a root of its own, which shows that its dependencies are complete.
        let root = place.join("root");
        let _ = fs::remove_dir_all(&root);
        step::run(
            Command::new("cp").args(["--archive", "--no-target-directory"]).args([&base, &root]),
        )?;
        copy_file(package, &root.join("tmp").join(&name))?;
        let source = workspace::root().join("examples/vector_add.cpp");
        copy_file(&source, &root.join("tmp/program.cpp"))?;
        step::announced(&format!("{name} in a bare Debian"), || inside(&root, &script(&name)?))?;
        fs::remove_dir_all(&root)?;
    }
    Ok(())
}

fn bootstrap(base: &Path) -> Result<()> {
    ensure!(
        workspace::find_program("debootstrap").is_some(),
        "debootstrap is not installed: apt-get install debootstrap"
    );
    let _ = fs::remove_dir_all(base);
    step::run(
        Command::new("debootstrap").args(["--variant=minbase", RELEASE]).arg(base).arg(MIRROR),
    )?;
    // The machine's list contains the same and more.
    fs::remove_file(base.join("etc/apt/sources.list"))?;
    for name in SETTINGS {
        let (from, to) = (Path::new("/").join(name), base.join(name));
        if from.is_dir() {
            copy_tree(&from, &to)?;
        } else if from.is_file() {
            copy_file(&from, &to)?;
        }
    }
    Ok(())
}

/// The commands to install a package, and the path of its compiler.
fn script(name: &str) -> Result<String> {
    let (install, compiler) = if name.ends_with(".deb") {
        (format!("apt install ./{name}"), "scythe++".to_owned())
    } else if let Some(folder) = name.strip_suffix(".tar.xz") {
        // It needs only a C++ library to compile with.
        let install =
            format!("apt install g++ xz-utils; tar --extract --file {name} --directory /opt");
        (install, format!("/opt/{folder}/bin/scythe++"))
    } else if name.ends_with(".whl") {
        let install = format!(
            "apt install g++ python3-venv; python3 -m venv /opt/python; \
             /opt/python/bin/pip install --quiet --no-index ./{name}"
        );
        (install, "/opt/python/bin/scythe++".to_owned())
    } else {
        bail!("{name} is no package that this knows")
    };
    Ok(format!(
        "cd /tmp; {QUIET_APT} {install} >/tmp/log 2>&1 || {{ cat /tmp/log; exit 1; }}; \
         {compiler} --version; {compiler} -O2 program.cpp -o program; ./program; \
         {compiler} -O2 -static-libscythe program.cpp -o program; ./program"
    ))
}

/// Runs a script in a separate root. Programs find their own paths in `/proc`.
fn inside(root: &Path, script: &str) -> Result<()> {
    let mut command = Command::new("unshare");
    command
        .args(["--mount", "--pid", "--fork", "--kill-child"])
        .arg(format!("--mount-proc={}", root.join("proc").display()))
        .arg("chroot")
        .arg(root)
        .args(["/bin/sh", "-e", "-c", script])
        .env("HOME", "/root")
        .env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin")
        .env_remove("TMPDIR");
    step::run(&mut command).context("the package does not work in a bare Debian")
}
