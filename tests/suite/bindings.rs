//! Bindings for other languages: the Rust crates in `bindings/rust`, with their own tests and example.

use std::time::Duration;

use libtest_mimic::Trial;

use crate::sandbox::Sandbox;
use crate::setting::{Setting, tool};
use crate::verdict::{Verdict, ensure, trial};

/// Collects the trials.
pub fn collect(setting: &'static Setting) -> Vec<Trial> {
    vec![trial(setting, "bindings/rust".to_owned(), rust)]
}

fn rust(sandbox: &Sandbox) -> Verdict {
    let setting = sandbox.setting();
    let cargo = |words: &[&str]| -> Verdict<crate::process::Run> {
        let manifest = setting.root.join("bindings/rust/Cargo.toml");
        let run = sandbox.run(tool("cargo")?).args(words).arg("--manifest-path").arg(manifest);
        Ok(run
            .env("CARGO_TARGET_DIR", sandbox.path("target"))
            .env("CARGO_NET_OFFLINE", "true")
            .env("SCYTHE_CXX", setting.binary("scythe++")?)
            .limit(Duration::from_secs(300)))
    };
    let output = cargo(&["test", "--workspace"])?.succeed()?;
    let passed = output.stdout.matches("test result: ok. ").count();
    ensure(passed >= 2, || output.describe("two crates have tests"))?;
    let output = cargo(&["run", "--package", "scythe-example"])?.succeed()?;
    ensure(output.stdout.starts_with("on "), || output.describe("the example names its device"))
}
