//! Unusual command lines, for which scythe++ behaves as clang++ does.

use super::{Case, exist, prints};
use crate::process::Output;
use crate::sandbox::Sandbox;
use crate::setting::tool;
use crate::verdict::{Verdict, ensure};

pub const CASES: &[Case] = &[
    ("as_clang_does", as_clang_does),
    ("several_sources", several_sources),
    ("options_with_values", options_with_values),
    ("nobody_reads", nobody_reads),
    ("failures_keep_files", failures_keep_files),
    ("quiet", quiet),
    ("missing_clang_by_default", missing_clang_by_default),
];

fn files(sandbox: &Sandbox) -> Verdict {
    sandbox.write("main.cpp", "int f();\nint main() { return f(); }\n")?;
    sandbox.write("f.cpp", "int f() { return 0; }\n")?;
    sandbox.write("broken.cpp", "int g() { return soup; }\n")?;
    sandbox.write("worse.cpp", "int h() { return stew; }\n")?;
    sandbox.write("h.hpp", "#pragma once\nint k();\n")?;
    sandbox.write("a b \u{fc}.cpp", "int main() { return TEXT[0] != 'q'; }\n")?;
    sandbox.write("words", "-c \"a b \u{fc}.cpp\" -o 'a b.o' '-DTEXT=\"q w\"'\n")?;
    sandbox.subdir("folder.cpp")?;
    Ok(())
}

/// The exit status is clang's, and clang's output is complete.
fn as_clang_does(sandbox: &Sandbox) -> Verdict {
    files(sandbox)?;
    let clang = tool("clang++-22")?;
    let lines: &[&[&str]] = &[
        &["none.cpp", "main.cpp", "nothing.cpp"],
        &["folder.cpp"],
        &["-c", "main.cpp", "f.cpp", "-o", "x.o"],
        &["-c", "f.cpp", "-o", "/dev/full"],
        &["-E", "-"],
        &["-"],
        &["-x", "c++", "-", "-c", "-o", "x.o"],
        &["-###"],
        &["-dumpmachine"],
        &["-print-file-name=libc.so"],
        &["-x"],
        &["-fwibble", "f.cpp"],
        &["-Werror", "-Wwibble", "-c", "f.cpp"],
        &["-Werror", "-Wno-error=wibble", "-c", "f.cpp"],
        &["--analyze", "f.cpp", "-o", "f.plist"],
        &["-MM", "f.cpp", "-MT", "x"],
        &["-S", "f.cpp", "-o", "/dev/null"],
    ];
    for line in lines {
        let input = "int f() { return 0; }\n";
        let ours = sandbox.scythe().args(*line).input(input).output()?;
        let theirs = sandbox.run(&clang).args(*line).input(input).output()?;
        ensure(ours.status == theirs.status, || {
            ours.describe(&format!("clang's status is {}", theirs.status))
        })?;
        ensure(ours.stdout.lines().last() == theirs.stdout.lines().last(), || {
            ours.describe(&format!("clang's output is {:?}", theirs.stdout))
        })?;
    }
    sandbox.scythe().arg("h.hpp").succeed()?;
    sandbox.scythe().arg("@words").succeed()?;
    let integrity =
        ["-flto", "-fvisibility=hidden", "-fsanitize=cfi-vcall", "-fwhole-program-vtables"];
    sandbox.scythe().args(integrity).args(["-c", "f.cpp"]).succeed()?;
    sandbox.scythe().args(["--coverage", "main.cpp", "f.cpp", "-o", "covered"]).succeed()?;
    sandbox.run(sandbox.path("covered")).succeed()?;
    // The runtime is a shared library, but it is not needed here.
    sandbox.scythe().args(["-static", "main.cpp", "f.cpp", "-o", "static"]).succeed()?;
    exist(sandbox, &["h.hpp.pch", "a b.o", "f.plist", "covered-f.gcno", "covered-f.gcda", "static"])
}

/// Messages come in the order of the sources, and correct sources are compiled.
fn several_sources(sandbox: &Sandbox) -> Verdict {
    files(sandbox)?;
    let sources = ["broken.cpp", "f.cpp", "worse.cpp", "main.cpp"];
    for jobs in ["-parallel-jobs=1", "-parallel-jobs=3"] {
        let output = sandbox.scythe().args([jobs, "-c"]).args(sources).output()?.expect_code(1)?;
        let place = |text: &str| output.stderr.find(text).unwrap_or(usize::MAX);
        let in_order = place("'soup'") < place("'stew'") && place("'stew'") < usize::MAX;
        ensure(in_order, || output.describe("both errors, in order"))?;
        exist(sandbox, &["f.o", "main.o"])?;
        for object in ["f.o", "main.o"] {
            std::fs::remove_file(sandbox.path(object))?;
        }
    }
    sandbox.copy("driver", &["both.cpp", "elsewhere.cpp", "increment.hpp"])?;
    sandbox.scythe().args(["-O2", "both.cpp", "elsewhere.cpp", "-o", "both"]).succeed()?;
    sandbox.run(sandbox.path("both")).succeed()?;
    Ok(())
}

/// clang's table defines which options have a separate value.
fn options_with_values(sandbox: &Sandbox) -> Verdict {
    files(sandbox)?;
    let words = "-c f.cpp --serialize-diagnostics f.dia -mthread-model posix -iframework . \
                 -index-store-path x -qmkl=parallel -Wno-sycl-strict -Werror";
    let output = sandbox.scythe().args(words.split_whitespace()).succeed()?;
    exist(sandbox, &["f.o", "f.dia"])?;
    let reported = |flag: &str| output.stderr.contains(&format!("'{flag}' has no meaning"));
    ensure(reported("-qmkl") && reported("-index-store-path"), || {
        output.describe("what is ignored")
    })?;
    let wrong =
        sandbox.scythe().args(["-fexception", "--soup", "f.cpp"]).output()?.expect_code(1)?;
    let says =
        wrong.stderr.contains("unknown argument '-fexception'; did you mean '-fexceptions'?")
            && wrong.stderr.contains("unknown argument: '--soup'");
    ensure(says, || wrong.describe("both are unknown"))?;
    // The analyzer finds nothing in the headers.
    sandbox.copy("driver", &["answer.cpp"])?;
    let line = ["--analyze", "answer.cpp", "-o", "answer.plist"];
    let analyzed = sandbox.scythe().args(line).succeed()?;
    ensure(analyzed.stderr.is_empty(), || analyzed.describe("warnings"))?;
    exist(sandbox, &["answer.plist"])?;
    // Build systems test for AdaptiveCpp.
    let output = sandbox.scythe().args(["--acpp-targets", "f.cpp"]).output()?.expect_code(1)?;
    ensure(output.stderr.contains("needs a list of targets"), || output.describe("no list"))
}

/// Full and closed standard output and error.
fn nobody_reads(sandbox: &Sandbox) -> Verdict {
    files(sandbox)?;
    let driver = sandbox.setting().binary("scythe++")?;
    let run = |line: &str| -> Verdict<Output> {
        let shell = sandbox.run(tool("sh")?).args(["-c", line]).arg(&driver);
        shell.output()
    };
    for line in ["\"$0\" --help > /dev/full", "\"$0\" --version > /dev/full"] {
        let output = run(line)?.expect_code(1)?;
        let says = output.stderr.contains("cannot write to standard output");
        ensure(says, || output.describe("a full device"))?;
    }
    for line in [
        "\"$0\" --help >&-",
        "\"$0\" --help | true",
        "{ sleep 0.2; \"$0\" -E f.cpp; } | true",
        "\"$0\" -### -c f.cpp 2>&-",
        "\"$0\" -### -c f.cpp 2>/dev/full",
        "\"$0\" -### -c f.cpp 2>&1 | true",
        "! \"$0\" broken.cpp 2>/dev/full",
    ] {
        let output = run(line)?.expect_code(0)?;
        let quiet = !["panicked", "killed"].iter().any(|word| output.stderr.contains(word));
        ensure(quiet, || output.describe("a message about the reader"))?;
    }
    Ok(())
}

/// `--save-temps` keeps the files of a failed compilation.
fn failures_keep_files(sandbox: &Sandbox) -> Verdict {
    sandbox.write(
        "half.cpp",
        "#include <sycl/sycl.hpp>\nint main() {\n  sycl::queue q;\n#ifndef __SYCL_DEVICE_ONLY__\n  \
         q.single_task<class k>([] {});\n#endif\n}\n",
    )?;
    sandbox.subdir("folder")?;
    let failed =
        sandbox.scythe().args(["-save-temps=obj", "-c", "half.cpp", "-o", "folder/half.o"]);
    failed.output()?.expect_failure()?;
    exist(sandbox, &["folder", "half.cpp"])?;
    let kept = crate::sandbox::names(&sandbox.path("folder"))?;
    ensure(kept.iter().any(|name| name == "half-host.bc"), || format!("only {kept:?}"))
}

/// The back end's warnings can be disabled too, and sanitizers instrument code once.
fn quiet(sandbox: &Sandbox) -> Verdict {
    sandbox.write("wide.cpp", "void use(char *);\nvoid f() { char a[9999]; use(a); }\n")?;
    for (flags, warns) in [
        (&["-Wframe-larger-than=10"][..], true),
        (&["-Wframe-larger-than=10", "-Wno-everything"], false),
        (&["-Wframe-larger-than=10", "-w"], false),
    ] {
        let output = sandbox.scythe().args(["-c", "wide.cpp"]).args(flags).succeed()?;
        ensure(output.stderr.contains("warning:") == warns, || output.describe("warnings"))?;
    }
    let twice = sandbox.scythe().args(["-Wno-wibble", "-O9", "-c", "wide.cpp"]).succeed()?;
    let count = twice.stderr.matches("warning:").count();
    ensure(count == 2, || twice.describe("two warnings"))?;
    sandbox.copy("driver", &["answer.cpp"])?;
    let flags = ["-O0", "-g", "-fsanitize=address", "answer.cpp", "-o", "answer"];
    let output = sandbox.scythe().args(flags).succeed()?;
    ensure(output.stderr.is_empty(), || output.describe("messages"))?;
    prints(sandbox, "answer", "42")
}

fn missing_clang_by_default(sandbox: &Sandbox) -> Verdict {
    files(sandbox)?;
    let output = sandbox.scythe().env("PATH", "/nonexistent").args(["-c", "f.cpp"]).output()?;
    let output = output.expect_code(1)?;
    let advises = output.stderr.contains("install clang-22");
    ensure(advises, || output.describe("what to do"))?;
    let empty = sandbox.scythe().env("SCYTHE_CLANG", "").args(["-c", "f.cpp"]).output()?;
    let empty = empty.expect_code(1)?;
    ensure(empty.stderr.contains("SCYTHE_CLANG is empty"), || empty.describe("what is wrong"))
}
