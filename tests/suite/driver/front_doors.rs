//! Links to `scythe++` with the names of other compilers.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;

use super::{Case, prints};
use crate::process::Output;
use crate::sandbox::Sandbox;
use crate::verdict::{Verdict, ensure};

pub const CASES: &[Case] = &[("macros_and_defaults", macros_and_defaults), ("targets", targets)];

/// A folder like that of installations, with links only.
pub fn folder(sandbox: &Sandbox) -> Verdict<PathBuf> {
    let setting = sandbox.setting();
    let folder = sandbox.subdir("compat")?;
    fs::create_dir_all(folder.join("bin"))?;
    for name in ["icpx", "dpcpp", "clang++", "acpp", "syclcc"] {
        symlink(setting.binary("scythe++")?, folder.join("bin").join(name))?;
    }
    symlink(setting.include(), folder.join("include"))?;
    Ok(folder)
}

fn macros_and_defaults(sandbox: &Sandbox) -> Verdict {
    let folder = folder(sandbox)?;
    sandbox.write("empty.cpp", "")?;
    let macros = |name: &str, flags: &[&str]| -> Verdict<Output> {
        let compiler = sandbox.run(folder.join("bin").join(name));
        compiler.args(flags).args(["-E", "-dM", "empty.cpp"]).succeed()
    };
    let expect = |output: &Output, text: &str, there: bool| {
        let found = output.stdout.contains(text);
        ensure(found == there, || output.describe(&format!("{text}: {found}")))
    };
    for name in ["icpx", "dpcpp"] {
        let shown = macros(name, &[])?;
        expect(&shown, "#define __INTEL_LLVM_COMPILER 2025", true)?;
        expect(&shown, "#define __OPTIMIZE__", true)?;
        expect(&macros(name, &["-g"])?, "#define __OPTIMIZE__", false)?;
    }
    let shown = macros("clang++", &["-fsycl"])?;
    expect(&shown, "__INTEL_LLVM_COMPILER", false)?;
    expect(&shown, "#define __SYCL_COMPILER_VERSION ", true)?;
    let shown = macros("acpp", &[])?;
    for name in ["__INTEL_LLVM_COMPILER", "__SYCL_COMPILER_VERSION", "__ACPP__"] {
        expect(&shown, name, false)?;
    }
    // Intel's flags, with a program.
    sandbox.copy("driver", &["answer.cpp"])?;
    let flags = ["-fsycl", "-xHost", "-fp-model=precise", "-diag-disable=10441", "-Werror"];
    let compiler = sandbox.run(folder.join("bin/icpx"));
    compiler.args(flags).args(["answer.cpp", "-o", "answer"]).succeed()?;
    prints(sandbox, "answer", "42")
}

fn targets(sandbox: &Sandbox) -> Verdict {
    let acpp = folder(sandbox)?.join("bin/acpp");
    sandbox.copy("driver", &["answer.cpp"])?;
    let line = ["-O2", "answer.cpp", "-o", "answer"];
    sandbox.run(&acpp).env("ACPP_TARGETS", "omp;generic").args(line).succeed()?;
    prints(sandbox, "answer", "42")?;
    let wrong = sandbox.run(&acpp).env("ACPP_TARGETS", "hip:gfx900").args(line);
    let wrong = wrong.output()?.expect_failure()?;
    ensure(wrong.stderr.contains("unknown target 'hip:gfx900'"), || {
        wrong.describe("the target should be named")
    })
}
