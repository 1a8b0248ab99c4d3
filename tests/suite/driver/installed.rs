//! An installed prefix works like the build tree.

use std::env;
use std::path::PathBuf;

use super::{Case, prints};
use crate::sandbox::{Sandbox, names};
use crate::verdict::{Verdict, ensure, skip};

pub const CASES: &[Case] = &[("prefix", prefix)];

pub fn xtask(sandbox: &Sandbox) -> Verdict<PathBuf> {
    let beside = sandbox.setting().bin_dir.join("xtask");
    let xtask = env::var_os("SCYTHE_XTASK").map_or(beside, PathBuf::from);
    if xtask.exists() { Ok(xtask) } else { skip("xtask is not built; `cargo xtask test` names it") }
}

/// Installs the build into a folder of the sandbox, with further options of `cargo xtask install`.
pub fn install(sandbox: &Sandbox, prefix: &str, options: &[&str]) -> Verdict {
    let setting = sandbox.setting();
    sandbox
        .run(xtask(sandbox)?)
        .env("SCYTHE_BIN_DIR", &setting.bin_dir)
        .env("CARGO_MANIFEST_DIR", setting.root.join("xtask"))
        .args(["install", "--no-build", "--prefix", prefix])
        .args(options)
        .succeed()?;
    Ok(())
}

fn prefix(sandbox: &Sandbox) -> Verdict {
    let setting = sandbox.setting();
    install(sandbox, "here", &[])?;
    sandbox.copy("driver", &["answer.cpp"])?;
    first_compilation(sandbox)?;
    // The prefix may be moved as a whole.
    std::fs::rename(sandbox.path("here"), sandbox.path("there"))?;
    let compiler = sandbox.path("there/bin/scythe++");
    let shown =
        sandbox.run(&compiler).args(["-###", "-O2", "answer.cpp", "-o", "answer"]).succeed()?;
    let repository = format!("{}", setting.include().display());
    let apart = !shown.stderr.contains(&repository) && !shown.stdout.contains(&repository);
    shown.expect(apart, "the installed compiler uses the repository's headers")?;
    sandbox.run(&compiler).args(["-O2", "answer.cpp", "-o", "answer"]).succeed()?;
    prints(sandbox, "answer", "42")?;
    let plugin = sandbox.path("there/lib/scythe/libscythe_mlir_plugin.so");
    ensure(plugin.exists(), || format!("{} is missing", plugin.display()))?;
    sandbox.run(sandbox.path("there/bin/scythe-opt")).input("module {}").succeed()?;
    let list = sandbox.run(sandbox.path("there/bin/scythe-ls")).succeed()?;
    ensure(!list.stdout.is_empty(), || list.describe("the installed scythe-ls lists nothing"))?;
    manuals(sandbox)
}

/// Every program has a man page and completions, generated from its help.
fn manuals(sandbox: &Sandbox) -> Verdict {
    let share = sandbox.path("there/share");
    for (name, flag) in [
        ("scythe++", "--emit="),
        ("scythe-opt", "--passes"),
        ("scythe-ls", "--json"),
        ("scythe-trace", "--path"),
        ("scythe-explorer", "--trace"),
    ] {
        let bare = flag.trim_start_matches('-').trim_end_matches('=');
        for (file, has) in [
            (format!("man/man1/{name}.1"), flag.replace('-', "\\-")),
            (format!("bash-completion/completions/{name}"), flag.to_owned()),
            (format!("zsh/site-functions/_{name}"), format!("--{bare}")),
            (format!("fish/vendor_completions.d/{name}.fish"), format!("-l '{bare}'")),
        ] {
            let text = std::fs::read_to_string(share.join(&file))?;
            ensure(text.contains(&has), || format!("{file} has no {has}"))?;
        }
    }
    Ok(())
}

/// The installation contains precompiled headers for common flags.
fn first_compilation(sandbox: &Sandbox) -> Verdict {
    let cache = sandbox.subdir("cache")?;
    let headers = sandbox.path("here/lib/scythe/precompiled");
    for flags in [&[][..], &["-O3", "-DNDEBUG", "-Wall"], &["-O2", "-g"]] {
        let compiler = sandbox.run(sandbox.path("here/bin/scythe++")).env("SCYTHE_CACHE", &cache);
        let output = compiler.args(["-v", "answer.cpp", "-o", "answer"]).args(flags).succeed()?;
        let flag = format!(" \"-include-pch\" \"{}/", headers.canonicalize()?.display());
        let count = output.stderr.matches(&flag).count();
        let message = format!("{count} headers of the installation used");
        ensure(count == 2, || output.describe(&message))?;
        prints(sandbox, "answer", "42")?;
    }
    let made = names(&cache)?;
    ensure(made.is_empty(), || format!("the cache has {}", made.join(" ")))
}
