//! The folder with the names of other SYCL compilers: `lib/scythe/compat`.
//!
//! ```text
//! bin/         icpx, icpx's older names, clang++, acpp and its older names: links to scythe++, which behaves according to its name
//! include      a link to the headers
//! lib/         libsycl.so, a link to the runtime
//! lib/cmake/   IntelSYCL, AdaptiveCpp, hipSYCL
//! ```
//!
//! It is a separate folder, so that only users who ask for these names get them.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use anyhow::{Context, Result};

/// Where it is in a prefix.
pub const FOLDER: &str = "lib/scythe/compat";

/// The names that `scythe++` knows (`crates/driver/src/front_door.rs`).
const NAMES: &[&str] = &["icpx", "dpcpp", "clang++", "acpp", "syclcc"];

/// Makes the folder in a prefix, and a file for pkg-config.
pub fn install(prefix: &Path) -> Result<()> {
    let folder = prefix.join(FOLDER);
    for name in NAMES {
        link("../../../../bin/scythe++", &folder.join("bin").join(name))?;
    }
    link("../../../include", &folder.join("include"))?;
    link("../../../libscythe.so", &folder.join("lib/libsycl.so"))?;
    link("../../../cmake/Scythe/compat", &folder.join("lib/cmake"))?;
    let settings = prefix.join("lib/pkgconfig/scythe.pc");
    fs::create_dir_all(prefix.join("lib/pkgconfig"))?;
    fs::write(&settings, pkg_config())
        .with_context(|| format!("cannot write {}", settings.display()))
}

/// A link, which replaces that of an older installation.
fn link(to: &str, from: &Path) -> Result<()> {
    if let Some(folder) = from.parent() {
        fs::create_dir_all(folder)?;
    }
    if from.symlink_metadata().is_ok() {
        fs::remove_file(from)?;
    }
    symlink(to, from).with_context(|| format!("cannot make {}", from.display()))
}

/// For programs that call functions which use SYCL; files with kernels are compiled by `scythe++` (the
/// variable `compiler`).
fn pkg_config() -> String {
    format!(
        "prefix=${{pcfiledir}}/../..\n\
         libdir=${{prefix}}/lib\n\
         includedir=${{prefix}}/include\n\
         compiler=${{prefix}}/bin/scythe++\n\
         \n\
         Name: Scythe\n\
         Description: SYCL 2020 compiler and runtime\n\
         Version: {}\n\
         Cflags: -I${{includedir}}\n\
         Libs: -L${{libdir}} -lscythe -Wl,-rpath,${{libdir}}\n",
        env!("CARGO_PKG_VERSION")
    )
}
