//! Properties of all tools: inputs, outputs, robustness.

use std::fs;
use std::time::Duration;

use libtest_mimic::Trial;

use crate::process::{Output, Run};
use crate::sandbox::Sandbox;
use crate::setting::{Setting, tool};
use crate::verdict::{Verdict, trial};

type Case = (&'static str, fn(&Sandbox) -> Verdict);

/// Collects the trials.
pub fn collect(setting: &'static Setting) -> Vec<Trial> {
    const CASES: &[Case] = &[
        ("full_device", full_device),
        ("reader_who_left", reader_who_left),
        ("forms_of_input", forms_of_input),
        ("opencl_c", opencl_c),
    ];
    let mut trials = Vec::new();
    for (name, test) in CASES {
        trials.push(trial(setting, format!("tools/{name}"), test));
    }
    let inputs = if setting.long { 20_000 } else { 150 };
    let name = "tools/mutated_inputs".to_owned();
    trials.push(trial(setting, name, move |sandbox| mutated(inputs, sandbox)));
    trials
}

/// Command lines that write to standard output, with standard error in brackets.
const WRITING: &[&[&str]] = &[
    &["muxc", "f.ll"],
    &["muxc", "--list-devices"],
    &["muxc", "--help"],
    &["scythe-opt", "f.ll"],
    &["scythe-opt", "--passes=instcombine", "f.ll"],
    &["scythe-opt", "--print-passes"],
    &["scythe-opt", "--help"],
    &["scythe-ls"],
    &["scythe-ls", "--json"],
    &["scythe-ls", "--version"],
    &["scythe-trace", "--help"],
    &["scythe-trace", "--version"],
    &["scythe-explorer", "--help"],
    &["scythe-explorer", "--version"],
    &["scythe-fuzz", "--help"],
    &["scythe-fuzz", "--kernels=1", "--jobs=1", "--seed=1"],
    &["scythe-fuzz", "show", "--seed=1"],
];

/// Runs a tool in the shell, for redirections.
fn shell(sandbox: &Sandbox, script: &str, words: &[&str]) -> Verdict<Output> {
    sandbox.write("f.ll", "define i32 @f(i32 %x) {\n  ret i32 %x\n}\n")?;
    let program = sandbox.setting().binary(words[0])?;
    let run = sandbox.run(tool("sh")?).arg("-c").arg(script).arg("sh").arg(program);
    run.args(&words[1..]).output()
}

/// An error message and exit status; a tool that cannot print still has its status.
fn full_device(sandbox: &Sandbox) -> Verdict {
    if !std::path::Path::new("/dev/full").exists() {
        return Ok(());
    }
    for words in WRITING {
        let output = shell(sandbox, "\"$@\" >/dev/full", words)?.expect_code(1)?;
        let reported =
            output.stderr.contains("No space left on device") && !is_crash(&output.stderr);
        output.expect(reported, "it should say why it failed")?;
    }
    for words in
        [&["muxc", "missing.ll"][..], &["muxc", "--print-passes"], &["scythe-opt", "--passes=x"]]
    {
        let output = shell(sandbox, "\"$@\" 2>/dev/full; test $? -lt 2", words)?;
        output.expect_code(0)?;
    }
    Ok(())
}

/// No message, and not the status of a crash.
fn reader_who_left(sandbox: &Sandbox) -> Verdict {
    for words in WRITING {
        let script = "{ sleep 0.2; \"$@\"; echo $? >status; } | true; cat status >&2";
        let output = shell(sandbox, script, words)?;
        for _ in 0..200 {
            if sandbox.path("status").exists() {
                break;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        let status = fs::read_to_string(sandbox.path("status")).unwrap_or_default();
        // C++ code ends by the signal.
        let fine = ["0", "141"].contains(&status.trim()) && !is_crash(&output.stderr);
        let quiet = !output.stderr.contains("error");
        output.expect(fine && quiet, "it should end quietly")?;
    }
    Ok(())
}

fn is_crash(text: &str) -> bool {
    ["panicked", "PLEASE submit", "Stack dump"].iter().any(|word| text.contains(word))
}

/// Bitcode and text, from files and from standard input, complete and truncated.
fn forms_of_input(sandbox: &Sandbox) -> Verdict {
    let text = "define i32 @f(i32 %x) {\n  ret i32 %x\n}\n";
    let file = sandbox.write("f.ll", text)?;
    let bitcode = sandbox.path("f.bc");
    let clang = sandbox.run(tool("clang-22")?).args(["-c", "-emit-llvm", "-o"]);
    clang.args([&bitcode, &file]).succeed()?;
    let bytes = fs::read(&bitcode)?;
    let windows = text.replace('\n', "\r\n");
    for (program, first) in [("muxc", "--passes=globaldce"), ("scythe-opt", "--passes=globaldce")] {
        let run =
            || -> Verdict<Run> { Ok(sandbox.run(sandbox.setting().binary(program)?).arg(first)) };
        let has_it = |output: Output| {
            let there = output.stdout.contains("define i32 @f(");
            output.expect(there, "the function should be there").map(drop)
        };
        has_it(run()?.arg(&bitcode).succeed()?)?;
        has_it(run()?.input(bytes.clone()).succeed()?)?;
        has_it(run()?.input(windows.as_str()).succeed()?)?;
        run()?.input("").succeed()?;
        for length in [3, 4, 100, bytes.len() / 2, bytes.len() - 4] {
            let output = run()?.input(&bytes[..length]).output()?.expect_code(1)?;
            let reported = output.stderr.contains("error: cannot parse '-': ");
            output.expect(reported, "it should say that the input is no IR")?;
        }
    }
    Ok(())
}

/// From OpenCL C to mux builtins; clang's own errors are printed.
fn opencl_c(sandbox: &Sandbox) -> Verdict {
    let source = "kernel void k(global int *p) { p[get_global_id(0)] = N; }\n";
    let file = sandbox.write("k.cl", source)?;
    let run = || -> Verdict<_> {
        let run = sandbox.run(sandbox.setting().binary("muxc")?).args(["-x", "cl"]);
        Ok(run.arg("--passes=transfer-kernel-metadata,lower-to-mux-builtins,work-item-loops"))
    };
    for device in [None, Some("--device=RefSi M1")] {
        let from_file = run()?.args(device).arg("--cl-options=-DN=7 -cl-std=CL2.0").arg(&file);
        let from_input = run()?.args(device).arg("--cl-options=-DN=7").input(source);
        for run in [from_file, from_input] {
            let output = run.succeed()?;
            let there = output.stdout.contains("@k.mux-barrier-wrapper(")
                && output.stdout.contains("call i64 @__mux_get_global_id(i32 0)");
            output.expect(there, "the kernel should have been lowered")?;
        }
    }
    let code = ["--device=RefSi M1", "--filetype=asm", "--cl-options=-DN=7"];
    let output = run()?.args(code).arg(&file).succeed()?;
    let there = output.stdout.contains("k.mux-barrier-wrapper");
    output.expect(there, "there should be code for the device")?;
    let output = run()?.arg(&file).output()?.expect_code(1)?;
    let reported =
        output.stderr.contains("k.cl:1:") && output.stderr.contains("muxc: error: cannot compile");
    output.expect(reported, "clang's error should be shown").map(drop)
}

/// The same few inputs every time; `cargo xtask fuzz --mutate` tries others.
fn mutated(inputs: u32, sandbox: &Sandbox) -> Verdict {
    let setting = sandbox.setting();
    let tools = setting.binary("muxc")?;
    let output = sandbox
        .run(setting.binary("scythe-fuzz")?)
        .args(["mutate", "--seed=1", "--jobs=2", "--out=found"])
        .arg(format!("--inputs={inputs}"))
        .arg("--corpus")
        .arg(setting.tests("filetests"))
        .arg("--tools")
        .args(tools.parent())
        .limit(Duration::from_secs(u64::from(inputs)))
        .succeed()?;
    let said = output.stdout.contains(&format!("{inputs} inputs tried"));
    output.expect(said, "all inputs should have been tried").map(drop)
}
