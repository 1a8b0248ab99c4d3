//! Our dialects in the `mlir-opt` that comes with MLIR.

use super::Case;
use crate::process::Run;
use crate::sandbox::Sandbox;
use crate::setting::{files, tool};
use crate::verdict::{Verdict, ensure};

pub const CASES: &[Case] =
    &[("dialects", dialects), ("round_trips", round_trips), ("canonicalisation", canonicalisation)];

fn mlir_opt(sandbox: &Sandbox) -> Verdict<Run> {
    let plugin = sandbox.setting().binary("libscythe_mlir_plugin.so")?.display().to_string();
    Ok(sandbox
        .run(tool("mlir-opt-22")?)
        .arg(format!("--load-dialect-plugin={plugin}"))
        .arg(format!("--load-pass-plugin={plugin}")))
}

fn dialects(sandbox: &Sandbox) -> Verdict {
    let shown = mlir_opt(sandbox)?.arg("--show-dialects").succeed()?;
    for dialect in ["polygeist", "sycl"] {
        let there = shown.stdout.trim_end().split([',', ' ']).any(|name| name == dialect);
        ensure(there, || shown.describe(&format!("there is no dialect '{dialect}'")))?;
    }
    Ok(())
}

/// Both tools print the same for every valid file.
fn round_trips(sandbox: &Sandbox) -> Verdict {
    let setting = sandbox.setting();
    let ours = setting.binary("scythe-opt")?;
    for file in files(&setting.tests("filetests/sycl-dialect"), &["mlir"]) {
        let arguments = ["--split-input-file", "--allow-unregistered-dialect"];
        let expected = sandbox.run(&ours).args(arguments).arg(&file).output()?;
        let found = mlir_opt(sandbox)?.args(arguments).arg(&file).output()?;
        let same = found.stdout == expected.stdout && found.stderr == expected.stderr;
        found.expect(same, &expected.describe("mlir-opt does something else"))?;
    }
    Ok(())
}

fn canonicalisation(sandbox: &Sandbox) -> Verdict {
    let file = sandbox.setting().tests("filetests/sycl-dialect/seed.mlir");
    let without = sandbox.run(tool("mlir-opt-22")?).arg(&file).output()?.expect_failure()?;
    ensure(without.stderr.contains("created with unregistered dialect"), || {
        without.describe("mlir-opt knows the dialect by itself")
    })?;
    let output = mlir_opt(sandbox)?.arg("--canonicalize").arg(&file).succeed()?;
    let folded = output.stdout.contains("sycl.nd_item.get_global_id(%arg0, %arg1)")
        && !output.stdout.contains("sycl.id.get");
    output.expect(folded, "a component of a query is still there")?;
    Ok(())
}
