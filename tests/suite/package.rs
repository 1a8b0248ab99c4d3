//! Packages: the tarball, unpacked elsewhere, without access to the build tree.

use std::fs;
use std::path::PathBuf;

use libtest_mimic::Trial;

use crate::driver::installed;
use crate::sandbox::{Sandbox, names};
use crate::setting::Setting;
use crate::verdict::{Verdict, ensure, fail, skip, trial};

/// Collects the trials.
pub fn collect(setting: &'static Setting) -> Vec<Trial> {
    vec![trial(setting, "package/tarball".to_owned(), tarball)]
}

/// Packs the build, with the fastest compression.
fn pack(sandbox: &Sandbox, out: &str) -> Verdict<PathBuf> {
    let setting = sandbox.setting();
    sandbox
        .run(installed::xtask(sandbox)?)
        .env("SCYTHE_BIN_DIR", &setting.bin_dir)
        .env("CARGO_MANIFEST_DIR", setting.root.join("xtask"))
        .env("XZ_OPT", "-0 --threads=1")
        .args(["package", "--no-build", "--without-llvm", "--format", "tar", "--out", out])
        .succeed()?;
    let made = names(&sandbox.path(out))?;
    match made.iter().find(|name| name.ends_with(".tar.xz")) {
        Some(name) => Ok(sandbox.path(out).join(name)),
        None => fail(format!("no tarball among {}", made.join(" "))),
    }
}

fn tarball(sandbox: &Sandbox) -> Verdict {
    let archive = pack(sandbox, "first")?;
    let again = pack(sandbox, "second")?;
    ensure(fs::read(&archive)? == fs::read(&again)?, || {
        "two tarballs of the same files differ".to_owned()
    })?;
    let elsewhere = sandbox.subdir("elsewhere")?;
    sandbox
        .run("/bin/tar")
        .arg("--extract")
        .arg("--file")
        .arg(&archive)
        .arg("--directory")
        .arg(&elsewhere)
        .succeed()?;
    let Some(folder) = names(&elsewhere)?.into_iter().next() else {
        return fail("the tarball is empty");
    };
    let prefix = elsewhere.join(folder);
    list_of_parts(&prefix)?;
    sandbox.copy("driver", &["answer.cpp"])?;
    out_of_sight(
        sandbox,
        &format!(
            "p={}; $p/bin/scythe++ --version; $p/bin/scythe++ -O2 answer.cpp -o answer; ./answer; \
             $p/lib/scythe/compat/bin/icpx answer.cpp -static-libscythe -o answer; \
             mv $p/lib/libscythe.so away; ./answer; mv away $p/lib/libscythe.so; \
             $p/bin/scythe-opt --version >/dev/null; $p/bin/scythe-ls >/dev/null",
            prefix.display()
        ),
    )
}

/// The list of components is complete, with licences.
fn list_of_parts(prefix: &std::path::Path) -> Verdict {
    let documents = prefix.join("share/doc/scythe");
    let text = fs::read_to_string(documents.join("scythe.cdx.json"))?;
    let list: serde_json::Value = match serde_json::from_str(&text) {
        Ok(list) => list,
        Err(error) => return fail(format!("the list of parts is no JSON: {error}")),
    };
    let parts: Vec<&str> = list["components"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|part| part["name"].as_str())
        .collect();
    // Programs and what they link, but nothing that is only needed to build or test.
    for name in ["scythe-driver", "scythe-runtime", "inkwell", "psm", "rust-std"] {
        ensure(parts.contains(&name), || format!("{name} is not among {}", parts.join(" ")))?;
    }
    for name in ["libtest-mimic", "cbindgen", "xtask"] {
        ensure(!parts.contains(&name), || format!("{name} is among the parts"))?;
    }
    let licences = names(&documents.join("licences"))?;
    ensure(licences.iter().any(|name| name.starts_with("inkwell-")), || {
        format!("licences of {}", licences.join(" "))
    })
}

/// Runs a script in the sandbox, without access to the build and the repository's headers.
fn out_of_sight(sandbox: &Sandbox, script: &str) -> Verdict {
    let setting = sandbox.setting();
    let hidden = [setting.bin_dir.clone(), setting.include(), setting.root.join("cmake")];
    let hide: String =
        hidden.iter().map(|path| format!("mount -t tmpfs none '{}'; ", path.display())).collect();
    let own_root = ["--user", "--map-root-user", "--mount"];
    for flags in [&own_root[2..], &own_root[..]] {
        let possible = sandbox.run("/usr/bin/unshare").args(flags).args(["sh", "-ec", &hide]);
        if !possible.output()?.status.success() {
            continue;
        }
        let script = format!("{hide} {script}");
        let output =
            sandbox.run("/usr/bin/unshare").args(flags).args(["sh", "-ec", &script]).succeed()?;
        let answers = output.stdout.lines().filter(|line| *line == "42").count();
        return ensure(answers == 2, || output.describe("42 was expected twice"));
    }
    skip("this user may not hide the build tree")
}
