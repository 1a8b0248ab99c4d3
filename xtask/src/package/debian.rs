//! A Debian package, on Debian's own LLVM.
//!
//! Everything is below `/usr/lib/scythe`, as in LLVM's packages, with links in `/usr/bin` and in the
//! directories of build systems.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::archive;
use super::stamp::Stamp;
use crate::install::copy_file;
use crate::step;

const HOME: &str = "usr/lib/scythe";

/// What programs and plugins load; clang depends on the C++ library that programs are compiled with.
const DEPENDS: &[&str] = &[
    "clang-22",
    "libclang-cpp22",
    "libllvm22",
    "libmlir-22",
    "libc6 (>= 2.36)",
    "libstdc++6 (>= 12)",
    "libgcc-s1",
];
/// Mathematical functions for NVIDIA GPUs, the loader of OpenCL, and the linker for `-fuse-ld=lld`.
const SUGGESTS: &[&str] = &["libclc-22", "ocl-icd-libopencl1", "lld-22", "gdb"];

/// Makes the package of a prefix.
pub fn make(prefix: &Path, stamp: &Stamp, out: &Path) -> Result<PathBuf> {
    let root = out.join("tree").join("debian");
    let home = root.join(HOME);
    fs::create_dir_all(&home)?;
    // Links are preserved.
    step::run(
        Command::new("cp").args(["--archive", "--no-target-directory"]).args([prefix, &home]),
    )?;
    let inside = |path: &str| Path::new("/").join(HOME).join(path);
    let link = |to: PathBuf, from: PathBuf| -> Result<()> {
        fs::create_dir_all(from.parent().unwrap_or(&root))?;
        symlink(&to, &from).with_context(|| format!("cannot make {}", from.display()))
    };
    for program in fs::read_dir(prefix.join("bin"))? {
        let name = program?.file_name();
        link(inside("bin").join(&name), root.join("usr/bin").join(&name))?;
    }
    link(inside("lib/cmake/Scythe"), root.join("usr/lib/cmake/Scythe"))?;
    // pkg-config does not follow links to find the prefix.
    let settings = fs::read_to_string(prefix.join("lib/pkgconfig/scythe.pc"))?;
    let settings = settings.replace("prefix=${pcfiledir}/../..", "prefix=/usr/lib/scythe");
    fs::create_dir_all(root.join("usr/lib/pkgconfig"))?;
    fs::write(root.join("usr/lib/pkgconfig/scythe.pc"), settings)?;
    // Debian's directory for licences.
    let documents = root.join("usr/share/doc/scythe");
    copy_file(&prefix.join("share/doc/scythe/LICENSE"), &documents.join("copyright"))?;

    let architecture =
        step::output(Command::new("dpkg").arg("--print-architecture"))?.trim().to_owned();
    let mut size = 0;
    for file in archive::files(&root)? {
        size += fs::symlink_metadata(root.join(file))?.len().div_ceil(1024);
    }
    let control = format!(
        "Package: scythe\n\
         Version: {}\n\
         Architecture: {architecture}\n\
         Maintainer: the Scythe project <scythe@localhost>\n\
         Installed-Size: {size}\n\
         Depends: {}\n\
         Suggests: {}\n\
         Section: devel\n\
         Priority: optional\n\
         Description: SYCL 2020 compiler and runtime\n \
         scythe++ compiles C++ with SYCL for processors, for OpenCL devices with SPIR-V and for\n \
         NVIDIA GPUs. Made from commit {}.\n",
        stamp.version,
        DEPENDS.join(", "),
        SUGGESTS.join(", "),
        stamp.commit,
    );
    fs::create_dir_all(root.join("DEBIAN"))?;
    fs::write(root.join("DEBIAN/control"), control)?;
    set_modes(&root)?;
    let package = out.join(format!("scythe_{}_{architecture}.deb", stamp.version));
    let mut build = Command::new("dpkg-deb");
    build
        .args(["--root-owner-group", "-Zxz", "--build"])
        .args([&root, &package])
        .env("SOURCE_DATE_EPOCH", stamp.seconds.to_string());
    step::run(&mut build)?;
    fs::remove_dir_all(&root)?;
    Ok(package)
}

/// Files are readable by all users, independently of the umask.
fn set_modes(root: &Path) -> Result<()> {
    step::run(Command::new("chmod").args(["--recursive", "u=rwX,go=rX"]).arg(root))
}
