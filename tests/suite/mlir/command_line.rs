//! `scythe-opt`: two modes, one command line.

use super::Case;
use crate::process::Run;
use crate::sandbox::Sandbox;
use crate::setting::tool;
use crate::verdict::{Verdict, ensure};

pub const CASES: &[Case] = &[
    ("help", help),
    ("version", version),
    ("print_passes", print_passes),
    ("llvm_ir_is_imported", llvm_ir_is_imported),
    ("standard_input", standard_input),
    ("bitcode", bitcode),
    ("shows_ir_after_passes", shows_ir_after_passes),
    ("output_file", output_file),
    ("errors", errors),
    ("modes_are_not_mixed", modes_are_not_mixed),
];

const LLVM_IR: &str = "define i32 @f(i32 %x) {\n  %y = add i32 %x, 0\n  ret i32 %y\n}\n";
const MLIR: &str = "func.func @f(%x: i32) -> i32 {\n  %z = arith.constant 0 : i32\n  \
                    %y = arith.addi %x, %z : i32\n  return %y : i32\n}\n";

fn opt(sandbox: &Sandbox) -> Verdict<Run> {
    Ok(sandbox.run(sandbox.setting().binary("scythe-opt")?))
}

/// Runs the tool, and requires that it prints all of the given texts.
fn prints(run: Run, texts: &[&str]) -> Verdict {
    let output = run.succeed()?;
    for text in texts {
        ensure(output.stdout.contains(text), || output.describe(&format!("{text:?} is missing")))?;
    }
    Ok(())
}

/// Runs the tool, and requires that it fails and prints all of the given texts.
fn refuses(run: Run, texts: &[&str]) -> Verdict {
    let output = run.output()?.expect_code(1)?;
    for text in texts {
        ensure(output.stderr.contains(text), || output.describe(&format!("{text:?} is missing")))?;
    }
    Ok(())
}

fn help(sandbox: &Sandbox) -> Verdict {
    let texts = [
        // Our passes on LLVM IR with a line each, MLIR's passes, and the dialects.
        "work-item-loops            wrap kernels in loops over the work-items of a work-group",
        "--passes=<list>",
        "--print-ir-after-all",
        "--canonicalize",
        "Canonicalize operations",
        "--split-input-file",
        "--verify-diagnostics",
        "polygeist",
        "sycl",
    ];
    prints(opt(sandbox)?.arg("--help"), &texts)?;
    prints(opt(sandbox)?.arg("-h"), &texts[..2])
}

fn version(sandbox: &Sandbox) -> Verdict {
    prints(
        opt(sandbox)?.arg("--version"),
        &[concat!("scythe-opt ", env!("CARGO_PKG_VERSION")), "LLVM version 22"],
    )
}

fn print_passes(sandbox: &Sandbox) -> Verdict {
    prints(opt(sandbox)?.arg("--print-passes"), &["work-item-loops", "add-kernel-wrapper"])
}

fn llvm_ir_is_imported(sandbox: &Sandbox) -> Verdict {
    let file = sandbox.write("f.ll", LLVM_IR)?;
    prints(opt(sandbox)?.arg(&file), &["llvm.func @f(%arg0: i32) -> i32", "llvm.add"])?;
    // With LLVM's pipelines it stays LLVM IR.
    prints(opt(sandbox)?.arg("--passes=instcombine").arg(&file), &["define i32 @f", "ret i32 %x"])
}

fn standard_input(sandbox: &Sandbox) -> Verdict {
    let imported = ["llvm.func @f"];
    let beginnings = [
        "; a comment\n",
        "source_filename = \"f.c\"\n",
        "@global = global i32 0\n",
        "%pair = type { i32, i32 }\n",
        "!named = !{}\n",
        "module asm \"\"\n",
        "target triple = \"x86_64-pc-linux-gnu\"\n",
        "\n  declare void @g()\n",
        "attributes #0 = { nounwind }\n",
        "$c = comdat any\n",
        "",
    ];
    for beginning in beginnings {
        let text = format!("{beginning}{LLVM_IR}");
        prints(opt(sandbox)?.input(text.as_str()), &imported)?;
        prints(opt(sandbox)?.arg("-").input(text.as_str()), &imported)?;
    }
    let beginnings = [
        "// define\n",
        "!alias = i32\n",
        "#alias = 1 : i32\n",
        "module attributes {} {}\n",
        "module @name {}\n",
        "\"builtin.module\"() ({\n^bb0:\n}) : () -> ()\n",
        "%c = arith.constant 0 : i32\n",
        "",
    ];
    for beginning in beginnings {
        let run = opt(sandbox)?.arg("--canonicalize").input(format!("{beginning}{MLIR}"));
        prints(run, &["func.func @f(%arg0: i32) -> i32", "return %arg0"])?;
    }
    prints(opt(sandbox)?.input(""), &["module {"])
}

fn bitcode(sandbox: &Sandbox) -> Verdict {
    let file = sandbox.write("f.ll", LLVM_IR)?;
    let bitcode = sandbox.path("f.bc");
    sandbox
        .run(tool("clang-22")?)
        .args(["-c", "-emit-llvm", "-o"])
        .args([&bitcode, &file])
        .succeed()?;
    prints(opt(sandbox)?.arg(&bitcode), &["llvm.func @f"])?;
    prints(opt(sandbox)?.input(std::fs::read(&bitcode)?), &["llvm.func @f"])
}

fn shows_ir_after_passes(sandbox: &Sandbox) -> Verdict {
    let shows = |run: Run, texts: &[&str]| {
        let output = run.arg("--print-ir-after-all").succeed()?;
        let mut rest = output.stderr.as_str();
        for text in texts {
            let Some((_, after)) = rest.split_once(text) else {
                return ensure(false, || output.describe(&format!("{text:?} is missing")));
            };
            rest = after;
        }
        Ok(())
    };
    shows(
        opt(sandbox)?.args(["--cse", "--canonicalize"]).input(MLIR),
        &["IR Dump After CSE", "arith.addi", "IR Dump After Canonicalizer", "return %arg0"],
    )?;
    shows(
        opt(sandbox)?.arg("--passes=legalize-attributes,globaldce,instcombine").input(LLVM_IR),
        &[
            "IR Dump After legalize-attributes",
            "add i32",
            "IR Dump After globaldce",
            "IR Dump After instcombine",
            "ret i32 %x",
        ],
    )
}

fn output_file(sandbox: &Sandbox) -> Verdict {
    for (arguments, input, text) in [
        (&["-o", "out"][..], MLIR, "func.func @f"),
        (&["-o", "out"], LLVM_IR, "llvm.func @f"),
        (&["--passes=", "-o", "out"], LLVM_IR, "define i32 @f"),
    ] {
        let output = opt(sandbox)?.args(arguments).input(input).succeed()?;
        let written = std::fs::read_to_string(sandbox.path("out"))?;
        output.expect(written.contains(text), "something else was written")?;
    }
    Ok(())
}

fn errors(sandbox: &Sandbox) -> Verdict {
    refuses(opt(sandbox)?.arg("absent.mlir"), &["scythe-opt: error:", "'absent.mlir'"])?;
    refuses(opt(sandbox)?.arg("absent.ll"), &["scythe-opt: error:", "'absent.ll'"])?;
    refuses(opt(sandbox)?.args(["--passes=", "absent.ll"]), &["cannot read 'absent.ll'"])?;
    refuses(opt(sandbox)?.arg("--canonicalise"), &["'--canonicalise'", "--canonicalize"])?;
    refuses(opt(sandbox)?.arg("--passes=wibble").input(LLVM_IR), &["unknown pass name 'wibble'"])?;
    refuses(
        opt(sandbox)?.arg("--pass-pipeline=builtin.module(wibble)").input(MLIR),
        &["'wibble' does not refer to a registered pass or pass pipeline"],
    )?;
    refuses(opt(sandbox)?.input("func.func @f( {"), &["<stdin>:1:"])?;
    refuses(opt(sandbox)?.input("define i32 @f( {"), &["<stdin>:1:", "expected"])?;
    refuses(opt(sandbox)?.arg("--passes=").input("define i32 @f( {"), &["expected"])
}

fn modes_are_not_mixed(sandbox: &Sandbox) -> Verdict {
    let run = opt(sandbox)?.args(["--passes=globaldce", "--canonicalize"]).input(LLVM_IR);
    refuses(run, &["unexpected argument '--canonicalize'", "MLIR's options go without them"])
}
