//! `--targets`: several kinds of processor in one program, and none that fits.

use std::fs;

use super::{Case, prints};
use crate::sandbox::Sandbox;
use crate::verdict::{Verdict, ensure, skip};

pub const CASES: &[Case] = &[
    ("several", several),
    ("generic", generic),
    ("missing_features_are_named", missing_features_are_named),
    ("the_best_that_fits", the_best_that_fits),
];

/// A processor that this machine is not, and a feature that it has and this machine lacks.
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

/// An exception, not an illegal instruction.
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
