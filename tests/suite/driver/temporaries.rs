//! Temporary files are removed when the driver ends, with or without errors.

use std::path::{Path, PathBuf};

use super::Case;
use crate::sandbox::{Sandbox, names};
use crate::verdict::{Verdict, ensure};

pub const CASES: &[Case] = &[
    ("after_success", after_success),
    ("after_a_compile_error", after_a_compile_error),
    ("after_a_link_error", after_a_link_error),
];

/// A directory for the driver's temporary files alone.
pub fn directory(sandbox: &Sandbox) -> Verdict<PathBuf> {
    sandbox.subdir("tmp")
}

/// Requires that it is empty.
pub fn are_gone(directory: &Path) -> Verdict {
    let left = names(directory)?;
    ensure(left.is_empty(), || format!("temporary files were left behind: {}", left.join(" ")))
}

fn after_success(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["both.cpp", "elsewhere.cpp", "increment.hpp"])?;
    let directory = directory(sandbox)?;
    let run = sandbox.scythe().env("TMPDIR", &directory);
    run.args(["-O2", "both.cpp", "elsewhere.cpp", "-o", "both"]).succeed()?;
    are_gone(&directory)
}

fn after_a_compile_error(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["elsewhere.cpp", "increment.hpp"])?;
    sandbox.write("broken.cpp", "#include <sycl/sycl.hpp>\nint main() { return soup; }\n")?;
    let directory = directory(sandbox)?;
    let run = sandbox.scythe().env("TMPDIR", &directory);
    run.args(["elsewhere.cpp", "broken.cpp", "-o", "broken"]).output()?.expect_failure()?;
    are_gone(&directory)?;
    ensure(!sandbox.path("broken").exists(), || "a failed build left a program".to_owned())
}

fn after_a_link_error(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["both.cpp", "increment.hpp"])?;
    let directory = directory(sandbox)?;
    let run = sandbox.scythe().env("TMPDIR", &directory);
    run.args(["both.cpp", "-o", "both"]).output()?.expect_failure()?;
    are_gone(&directory)
}
