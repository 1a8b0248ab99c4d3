//! Links cargo's binary as `scythe++`, the name that users type, and sets its run paths to MLIR and its own
//! libraries.

use std::path::Path;

/// Set for builds of packages: the commit and its date.
const COMMIT: &str = "SCYTHE_COMMIT";

fn main() {
    scythe_llvm_config::find_libraries_at_run_time();
    describe_build();
    let out = std::env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    // OUT_DIR is <target>/<profile>/build/<package>-<hash>/out.
    let Some(profile) = Path::new(&out).ancestors().nth(3) else {
        return;
    };
    let link = profile.join("scythe++");
    if std::fs::symlink_metadata(&link).is_err() {
        // Where the file system has no links, `scythe-driver` remains, which is the same program.
        let _ = std::os::unix::fs::symlink("scythe-driver", &link);
    }
}

/// Tells the program where its sources are, or, in a package, which commit it was built from.
fn describe_build() {
    println!("cargo:rerun-if-env-changed={COMMIT}");
    if std::env::var_os(COMMIT).is_some() {
        return;
    }
    let manifest = std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    if let Some(tree) = Path::new(&manifest).ancestors().nth(2) {
        println!("cargo:rustc-env=SCYTHE_SOURCE_TREE={}", tree.display());
    }
}
