//! Compilation with MLIR, and without it.

use super::Case;
use crate::sandbox::Sandbox;
use crate::verdict::Verdict;

pub const CASES: &[Case] = &[
    ("falls_back_with_a_remark", falls_back_with_a_remark),
    ("falls_back_silently", falls_back_silently),
    ("unknown_remark", unknown_remark),
    ("remarks_leave_no_debug_info", remarks_leave_no_debug_info),
];

const SOURCE: &str = "jump_from_assembly.cpp";

fn falls_back_with_a_remark(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &[SOURCE])?;
    let flags = ["-O2", "-Rscythe=raise", SOURCE, "-o", "program"];
    let output = sandbox.scythe().args(flags).succeed()?;
    let reported = "remark: device code is compiled without MLIR: MLIR cannot import it: unhandled instruction";
    let reported =
        output.stderr.contains(reported) && output.stderr.ends_with("[-Rscythe=raise]\n");
    let one_line = output.stderr.lines().count() == 1;
    output.expect(reported, "the remark is missing")?.expect(one_line, "it is more than a line")?;
    sandbox.run(sandbox.path("program")).succeed()?;
    Ok(())
}

fn falls_back_silently(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &[SOURCE])?;
    // No remarks requested; remarks disabled again; no MLIR at all.
    for flags in [&["-O2"][..], &["-O2", "-Rscythe", "-Rno-scythe"], &["-O0", "-Rscythe=raise"]] {
        let output = sandbox.scythe().args(flags).args(["-c", SOURCE]).succeed()?;
        let silent = output.stderr.is_empty();
        output.expect(silent, "something was said")?;
    }
    let without = ["-O2", "-Rscythe=raise", "-fno-scythe-mlir", "-c", SOURCE];
    let output = sandbox.scythe().args(without).succeed()?;
    let silent = output.stderr.is_empty();
    output.expect(silent, "something was said")?;
    Ok(())
}

fn unknown_remark(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &[SOURCE])?;
    let output = sandbox.scythe().args(["-Rscythe=wibble", "-c", SOURCE]).output()?;
    let output = output.expect_code(1)?;
    let reported = output.stderr.contains("unknown remark 'wibble'")
        && output.stderr.contains("known: raise, memory-access");
    output.expect(reported, "the error does not say what there is")?;
    Ok(())
}

/// Line numbers for remarks do not appear in the program.
fn remarks_leave_no_debug_info(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["every_other.cpp"])?;
    let emit = ["-O2", "--emit=lowered-ll", "-Rscythe=memory-access", "every_other.cpp"];
    let output = sandbox.scythe().args(emit).succeed()?;
    let reported =
        output.stderr.contains("every_other.cpp:5:") && output.stderr.contains("8 bytes apart");
    let left = output.stdout.contains("!DILocation");
    output
        .expect(reported, "the remark is missing")?
        .expect(!left, "debug information was left")?;
    Ok(())
}
