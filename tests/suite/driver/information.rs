//! Information that the driver prints about itself and about compilations.

use std::fs;

use serde_json::Value;

use super::{Case, exist};
use crate::sandbox::Sandbox;
use crate::verdict::{Verdict, ensure};

pub const CASES: &[Case] = &[
    ("help", help),
    ("version", version),
    ("verbose", verbose),
    ("dry_run", dry_run),
    ("save_temps", save_temps),
    ("emit_shows_the_build", emit_shows_the_build),
    ("emit_passes", emit_passes),
    ("notes", notes),
    ("device_list", device_list),
    ("device_list_json", device_list_json),
    ("device_filter", device_filter),
];

fn help(sandbox: &Sandbox) -> Verdict {
    let output = sandbox.scythe().arg("--help").succeed()?;
    for word in ["--targets", "--emit", "--save-temps", "-###", "-fsycl"] {
        ensure(output.stdout.contains(word), || output.describe(&format!("{word} is missing")))?;
    }
    Ok(())
}

fn version(sandbox: &Sandbox) -> Verdict {
    let output = sandbox.scythe().arg("--version").succeed()?;
    ensure(output.stdout.contains(env!("CARGO_PKG_VERSION")), || {
        output.describe("the version's number is missing")
    })?;
    // CMake and autoconf recognise clang by this word.
    ensure(output.stdout.contains("clang version 22"), || {
        output.describe("the version of clang is missing")
    })?;
    for part in ["LLVM and MLIR: 22.", "runtime: libscythe ", "kernel records: version "] {
        ensure(output.stdout.contains(part), || output.describe(&format!("{part} is missing")))?;
    }
    Ok(())
}

fn verbose(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["answer.cpp"])?;
    let output = sandbox.scythe().args(["-v", "-c", "answer.cpp"]).succeed()?;
    let shows = output.stderr.contains("clang") && output.stderr.contains("answer.cpp");
    output.expect(shows, "the commands are missing")?;
    exist(sandbox, &["answer.o"])
}

fn dry_run(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["answer.cpp"])?;
    let temporaries = sandbox.subdir("tmp")?;
    let run = sandbox.scythe().env("TMPDIR", &temporaries);
    let output = run.args(["-###", "-O2", "answer.cpp", "-o", "answer"]).succeed()?;
    let shown = format!("{}{}", output.stdout, output.stderr);
    ensure(shown.contains("clang") && shown.contains("answer.cpp"), || {
        output.describe("the commands are missing")
    })?;
    let left = sandbox.listing()?;
    ensure(left == ["answer.cpp", "tmp"], || format!("files appeared: {}", left.join(" ")))?;
    let left = crate::sandbox::names(&temporaries)?;
    ensure(left.is_empty(), || format!("temporary files appeared: {}", left.join(" ")))
}

fn save_temps(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["answer.cpp"])?;
    sandbox.scythe().args(["--save-temps", "-O2", "answer.cpp", "-o", "answer"]).succeed()?;
    let left = sandbox.listing()?;
    ensure(left.len() > 2, || format!("nothing was kept: {}", left.join(" ")))
}

/// `--emit` shows the code that programs are built from: it equals the files that a build leaves.
fn emit_shows_the_build(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["answer.cpp"])?;
    for (target, file, stages) in [
        (
            "cpu:x86-64-v3",
            "answer-cpu-x86-64-v3",
            &[("sycl-mlir", "-sycl.mlir"), ("mux-ll", "-mux.ll")][..],
        ),
        ("spirv64", "answer-spirv64", &[("mux-ll", "-mux.ll"), ("spirv", ".spv")]),
    ] {
        let targets = format!("--targets={target}");
        let build = ["--save-temps", "-O2", &targets, "-c", "answer.cpp"];
        sandbox.scythe().args(build).succeed()?;
        for (stage, suffix) in stages {
            let emit = format!("--emit={stage}");
            sandbox
                .scythe()
                .args(["-O2", &targets, &emit, "answer.cpp", "-o", "shown"])
                .succeed()?;
            let kept = fs::read(sandbox.path(&format!("{file}{suffix}")))?;
            let shown = fs::read(sandbox.path("shown"))?;
            ensure(!shown.is_empty() && shown == kept, || {
                format!("{emit} for {target} is not what was built")
            })?;
        }
    }
    Ok(())
}

/// `--emit=passes` shows passes by name, omits those that changed nothing, and ends with the code of
/// `--emit=mux-ll`.
fn emit_passes(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["answer.cpp"])?;
    for targets in ["--targets=cpu:x86-64-v3", "--targets=ptx"] {
        let emit =
            |stage: &str| sandbox.scythe().args(["-O2", targets, stage, "answer.cpp"]).succeed();
        let passes = emit("--emit=passes")?;
        let sections: Vec<(&str, &str)> = passes
            .stdout
            .split("; *** ")
            .filter_map(|section| section.split_once(" ***\n"))
            .collect();
        let named =
            sections.iter().any(|(name, _)| name.ends_with(": after transfer-kernel-metadata"));
        ensure(named, || passes.describe("a pass is missing"))?;
        ensure(sections.windows(2).all(|pair| pair[0].1 != pair[1].1), || {
            passes.describe("a pass that changed nothing is shown")
        })?;
        let end = emit("--emit=mux-ll")?;
        let last = sections.last().map_or("", |(_, code)| code.trim_end());
        ensure(last == end.stdout.trim_end(), || {
            passes.describe(&format!("the end for {targets} is not what --emit=mux-ll shows"))
        })?;
    }
    Ok(())
}

fn notes(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["answer.cpp"])?;
    let output = sandbox.scythe().args(["--emit=notes", "answer.cpp"]).succeed()?;
    let notes: Value = serde_json::from_str(&output.stdout)?;
    ensure(notes.get("version").is_some(), || output.describe("the notes have no version"))?;
    let named = notes.to_string().contains("answer_kernel");
    output.expect(named, "the kernel's name is missing")?;
    Ok(())
}

fn device_list(sandbox: &Sandbox) -> Verdict {
    let output = sandbox.run(sandbox.setting().binary("scythe-ls")?).succeed()?;
    let listed = output.stdout.to_lowercase().contains("cpu");
    output.expect(listed, "the CPU is missing")?;
    Ok(())
}

fn device_list_json(sandbox: &Sandbox) -> Verdict {
    let output = sandbox.run(sandbox.setting().binary("scythe-ls")?).arg("--json").succeed()?;
    let json: Value = serde_json::from_str(&output.stdout)?;
    let listed = json.to_string().contains(r#""backend":"cpu""#);
    output.expect(listed, "the CPU is missing")?;
    Ok(())
}

fn device_filter(sandbox: &Sandbox) -> Verdict {
    let list = sandbox.setting().binary("scythe-ls")?;
    let all = sandbox.run(&list).arg("--json").succeed()?;
    let cpu = sandbox.run(&list).arg("--json").env("SCYTHE_DEVICES", "cpu").succeed()?;
    ensure(cpu.stdout.contains("cpu"), || cpu.describe("the CPU is missing"))?;
    let none = sandbox.run(&list).arg("--json").env("SCYTHE_DEVICES", "cuda:99").output()?;
    ensure(!none.stdout.contains(r#""cpu""#), || {
        format!("{}\n{}", none.describe("the filter had no effect"), all.describe("without it"))
    })
}
