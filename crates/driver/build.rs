//! Puts the name users type, `scythe++`, beside the binary cargo makes, and has it find MLIR.

use std::path::Path;

fn main() {
    scythe_llvm_config::find_libraries_at_run_time();
    let out = std::env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    // OUT_DIR is <target>/<profile>/build/<package>-<hash>/out.
    let Some(profile) = Path::new(&out).ancestors().nth(3) else {
        return;
    };
    let link = profile.join("scythe++");
    if std::fs::symlink_metadata(&link).is_err() {
        // A file system without links leaves `scythe-driver`, which works the same.
        let _ = std::os::unix::fs::symlink("scythe-driver", &link);
    }
}
