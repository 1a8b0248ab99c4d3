//! `--targets`: several kinds of processor in one program, and none that matches.

use std::fs;

use super::{Case, prints};
use crate::sandbox::Sandbox;
use crate::setting::tool;
use crate::verdict::{Verdict, ensure, skip};

pub const CASES: &[Case] = &[
    ("several", several),
    ("generic", generic),
    ("missing_features_are_named", missing_features_are_named),
    ("the_best_that_fits", the_best_that_fits),
    ("another_kind_of_machine", another_kind_of_machine),
];

/// Another processor than this machine's, and a feature of it that this machine lacks.
struct Foreign {
    march: &'static str,
    feature: &'static str,
    /// The feature's name in `/proc/cpuinfo`.
    flag: &'static str,
}

const FOREIGN: &[Foreign] = &[
    Foreign { march: "x86-64-v4", feature: "avx512f", flag: "avx512f" },
    Foreign { march: "sapphirerapids", feature: "avx512fp16", flag: "avx512_fp16" },
    Foreign { march: "znver4", feature: "sse4a", flag: "sse4a" },
    Foreign { march: "bdver2", feature: "xop", flag: "xop" },
];

fn foreign() -> Verdict<&'static Foreign> {
    if cfg!(not(target_arch = "x86_64")) {
        return skip("the table of processors is about x86-64");
    }
    let cpuinfo = fs::read_to_string("/proc/cpuinfo")?;
    let flags = cpuinfo.lines().find(|line| line.starts_with("flags")).unwrap_or_default();
    let lacks = |foreign: &&Foreign| !flags.split_whitespace().any(|flag| flag == foreign.flag);
    FOREIGN
        .iter()
        .find(lacks)
        .map_or_else(|| skip("this processor has every feature that the test knows"), Ok)
}

fn several(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["answer.cpp"])?;
    let targets = "--targets=cpu:x86-64-v2,cpu:x86-64-v3";
    sandbox.scythe().args(["-O2", targets, "answer.cpp", "-o", "answer"]).succeed()?;
    prints(sandbox, "answer", "42")
}

fn generic(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["answer.cpp"])?;
    for targets in ["--targets=cpu", "--targets=cpu:x86-64"] {
        sandbox.scythe().args(["-O2", targets, "answer.cpp", "-o", "answer"]).succeed()?;
        prints(sandbox, "answer", "42")?;
    }
    Ok(())
}

/// The program gets an exception, not an illegal instruction.
fn missing_features_are_named(sandbox: &Sandbox) -> Verdict {
    let foreign = foreign()?;
    sandbox.copy("driver", &["answer.cpp"])?;
    let targets = format!("--targets=cpu:{}", foreign.march);
    sandbox.scythe().args(["-O2", &targets, "answer.cpp", "-o", "answer"]).succeed()?;
    let output = sandbox.run(sandbox.path("answer")).output()?.expect_code(3)?;
    ensure(output.stdout.contains(foreign.feature), || {
        output.describe(&format!("the message does not name {}", foreign.feature))
    })
}

fn the_best_that_fits(sandbox: &Sandbox) -> Verdict {
    let foreign = foreign()?;
    sandbox.copy("driver", &["answer.cpp"])?;
    let targets = format!("--targets=cpu:{},cpu:x86-64", foreign.march);
    sandbox.scythe().args(["-O2", &targets, "answer.cpp", "-o", "answer"]).succeed()?;
    prints(sandbox, "answer", "42")
}

/// Host code and kernels are for the named machine; if there is a runtime for it and an emulator, they are
/// run.
fn another_kind_of_machine(sandbox: &Sandbox) -> Verdict {
    const EM_AARCH64: u8 = 183;
    if cfg!(target_arch = "aarch64") {
        return skip("this machine is of that kind");
    }
    sandbox.copy("driver", &["answer.cpp"])?;
    let compile = || sandbox.scythe().args(["--target=aarch64-linux-gnu", "-O2", "answer.cpp"]);
    let shown = compile().args(["-###", "-c"]).succeed()?;
    let text = format!("{}{}", shown.stdout, shown.stderr);
    for word in ["-march=armv8-a", "-aux-triple", "aarch64-linux-gnu"] {
        ensure(text.contains(word), || shown.describe(&format!("{word} is missing")))?;
    }
    ensure(!text.contains("x86_64") && !text.contains("-march=native"), || {
        shown.describe("something is about this machine")
    })?;
    let libraries = "/usr/aarch64-linux-gnu";
    if !fs::exists(format!("{libraries}/include/stdlib.h"))? {
        return skip("there are no headers for aarch64 (g++-aarch64-linux-gnu)");
    }
    compile().arg("-c").succeed()?;
    let object = fs::read(sandbox.path("answer.o"))?;
    ensure(object.get(18) == Some(&EM_AARCH64), || "the object is for another machine".to_owned())?;
    let runtime = sandbox.setting().bin_dir.join("../aarch64-unknown-linux-gnu/release");
    if !runtime.join("libscythe.so").is_file() {
        return skip("there is no runtime for aarch64");
    }
    compile().args(["-o", "answer"]).succeed()?;
    let program = sandbox.path("answer");
    let run = sandbox.run(tool("qemu-aarch64")?).args(["-L", libraries]).arg(program);
    let output = run.succeed()?;
    ensure(output.stdout.trim() == "42", || output.describe("42 was expected"))
}
