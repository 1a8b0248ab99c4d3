//! Errors: one clear message, once, and an exit status that reports failure.

use super::Case;
use crate::process::Output;
use crate::sandbox::Sandbox;
use crate::setting::tool;
use crate::verdict::{Verdict, ensure};

pub const CASES: &[Case] = &[
    ("unknown_target", unknown_target),
    ("unknown_march", unknown_march),
    ("stage_of_another_target", stage_of_another_target),
    ("unknown_stage", unknown_stage),
    ("unwritable_output", unwritable_output),
    ("output_is_a_directory", output_is_a_directory),
    ("missing_input", missing_input),
    ("no_input", no_input),
    ("missing_clang", missing_clang),
    ("diagnostics_come_once", diagnostics_come_once),
    ("warnings_come_once", warnings_come_once),
    ("status_is_clangs", status_is_clangs),
    ("unknown_flag", unknown_flag),
    ("undefined_symbol", undefined_symbol),
];

/// Requires a failure with exactly one line, which contains `culprit`.
pub fn one_line(output: Output, culprit: &str) -> Verdict {
    let output = output.expect_failure()?;
    let lines: Vec<_> = output.stderr.lines().filter(|line| !line.trim().is_empty()).collect();
    let is_clear = lines.len() == 1 && lines[0].contains("error:") && lines[0].contains(culprit);
    output.expect(is_clear, &format!("expected one line with `error:` and {culprit:?}"))?;
    Ok(())
}

fn unknown_target(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["answer.cpp"])?;
    one_line(sandbox.scythe().args(["--targets=abacus", "answer.cpp"]).output()?, "abacus")
}

fn unknown_march(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["answer.cpp"])?;
    one_line(sandbox.scythe().args(["--targets=cpu:abacus", "answer.cpp"]).output()?, "abacus")
}

fn stage_of_another_target(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["answer.cpp"])?;
    for (targets, stage) in [
        ("--targets=ptx", "--emit=asm"),
        ("--targets=spirv64", "--emit=ptx"),
        ("--targets=cpu", "--emit=spirv"),
    ] {
        let output = sandbox.scythe().args([targets, stage, "answer.cpp"]).output()?;
        one_line(output, &format!("has no stage {stage} (it has"))?;
    }
    Ok(())
}

fn unknown_stage(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["answer.cpp"])?;
    one_line(sandbox.scythe().args(["--emit=soup", "answer.cpp"]).output()?, "soup")
}

fn unwritable_output(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["answer.cpp"])?;
    let compile = ["-c", "answer.cpp", "-o", "nowhere/a.o"];
    one_line(sandbox.scythe().args(compile).output()?, "nowhere/a.o")?;
    let output =
        sandbox.scythe().args(["answer.cpp", "-o", "nowhere/a"]).output()?.expect_failure()?;
    let names_it = output.stderr.contains("nowhere/a");
    output.expect(names_it, "the message does not name the output")?;
    Ok(())
}

fn output_is_a_directory(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["answer.cpp"])?;
    sandbox.subdir("out")?;
    let output = sandbox.scythe().args(["-c", "answer.cpp", "-o", "out"]).output()?;
    one_line(output, "out")
}

fn missing_input(sandbox: &Sandbox) -> Verdict {
    let output = sandbox.scythe().args(["-c", "absent.cpp"]).output()?.expect_failure()?;
    let count = output.stderr.matches("absent.cpp").count();
    output.expect(count == 1, "expected one mention of absent.cpp")?;
    Ok(())
}

fn no_input(sandbox: &Sandbox) -> Verdict {
    let output = sandbox.scythe().output()?.expect_failure()?;
    let says_so = output.stderr.contains("no input files");
    output.expect(says_so, "expected `no input files`")?;
    Ok(())
}

fn missing_clang(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["answer.cpp"])?;
    let run = sandbox.scythe().env("SCYTHE_CLANG", "/nonexistent").args(["-c", "answer.cpp"]);
    one_line(run.output()?, "/nonexistent")
}

fn diagnostics_come_once(sandbox: &Sandbox) -> Verdict {
    sandbox.write(
        "broken.cpp",
        "#include <sycl/sycl.hpp>\nint main() { sycl::queue q; q.single_task([] { soup(); }); }\n",
    )?;
    let output = sandbox.scythe().args(["-c", "broken.cpp"]).output()?.expect_failure()?;
    let count = output.stderr.matches("undeclared identifier 'soup'").count();
    let summaries = output.stderr.matches("error generated").count();
    output.expect(count == 1 && summaries == 1, "expected the error and its count once")?;
    Ok(())
}

fn warnings_come_once(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["answer.cpp"])?;
    sandbox.write(
        "warned.cpp",
        "#warning soup\n#include \"answer.cpp\"\nstatic int unused() { return 1; }\n",
    )?;
    let output = sandbox.scythe().args(["-Wall", "-c", "warned.cpp"]).succeed()?;
    let soup = output.stderr.matches("warning: soup").count();
    let unused = output.stderr.matches("unused function 'unused'").count();
    output.expect(soup == 1 && unused == 1, "expected each warning once")?;
    Ok(())
}

fn status_is_clangs(sandbox: &Sandbox) -> Verdict {
    let clang = tool("clang++-22")?;
    sandbox.write("broken.cpp", "int main() { return soup; }\n")?;
    let args = ["-c", "broken.cpp"];
    let theirs = sandbox.run(clang).args(args).output()?;
    let ours = sandbox.scythe().args(args).output()?;
    ensure(ours.status.code() == theirs.status.code(), || {
        ours.describe(&format!("{}, clang's status is {}", ours.status, theirs.status))
    })
}

fn unknown_flag(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["answer.cpp"])?;
    let output =
        sandbox.scythe().args(["--soup", "-c", "answer.cpp"]).output()?.expect_failure()?;
    let count = output.stderr.matches("'--soup'").count();
    output.expect(count == 1, "expected clang's complaint about --soup once")?;
    Ok(())
}

fn undefined_symbol(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["both.cpp", "increment.hpp"])?;
    let output = sandbox.scythe().args(["both.cpp", "-o", "both"]).output()?.expect_failure()?;
    let names_it = output.stderr.contains("increment_elsewhere");
    output.expect(names_it, "the linker's message did not come through")?;
    ensure(!sandbox.path("both").exists(), || "a failed link left a program".to_owned())
}
