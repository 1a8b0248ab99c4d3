//! Compiling: outputs and their names, inputs of every kind, flags that clang understands.

use regex::Regex;

use super::{Case, exist, prints};
use crate::sandbox::Sandbox;
use crate::setting::tool;
use crate::verdict::{Verdict, ensure, fail};

pub const CASES: &[Case] = &[
    ("object", object),
    ("default_names", default_names),
    ("several_inputs", several_inputs),
    ("link_in_one_step", link_in_one_step),
    ("every_optimisation_level", every_optimisation_level),
    ("preprocess", preprocess),
    ("assembly", assembly),
    ("syntax_only", syntax_only),
    ("from_standard_input", from_standard_input),
    ("response_file", response_file),
    ("macros_and_include_paths", macros_and_include_paths),
    ("plain_cpp", plain_cpp),
    ("plain_c", plain_c),
    ("accepts_fsycl", accepts_fsycl),
    ("line_tables_reach_kernels", line_tables_reach_kernels),
    ("names_with_spaces", names_with_spaces),
];

fn object(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["answer.cpp"])?;
    sandbox.subdir("out")?;
    sandbox.scythe().args(["-c", "answer.cpp", "-o", "out/a.o"]).succeed()?;
    sandbox.scythe().args(["out/a.o", "-o", "answer"]).succeed()?;
    prints(sandbox, "answer", "42")
}

fn default_names(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["answer.cpp"])?;
    let sources = sandbox.subdir("sources")?;
    std::fs::rename(sandbox.path("answer.cpp"), sources.join("answer.cpp"))?;
    sandbox.scythe().args(["-c", "sources/answer.cpp"]).succeed()?;
    exist(sandbox, &["answer.o"])?;
    sandbox.scythe().args(["sources/answer.cpp"]).succeed()?;
    prints(sandbox, "a.out", "42")
}

fn several_inputs(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["both.cpp", "elsewhere.cpp", "increment.hpp"])?;
    sandbox.scythe().args(["-c", "both.cpp", "elsewhere.cpp"]).succeed()?;
    exist(sandbox, &["both.o", "elsewhere.o"])?;
    // One output cannot hold two objects.
    sandbox
        .scythe()
        .args(["-c", "both.cpp", "elsewhere.cpp", "-o", "x.o"])
        .output()?
        .expect_failure()?;
    Ok(())
}

fn link_in_one_step(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["both.cpp", "elsewhere.cpp", "increment.hpp"])?;
    sandbox.scythe().args(["-O2", "both.cpp", "elsewhere.cpp", "-o", "both"]).succeed()?;
    let left = sandbox.listing()?;
    ensure(!left.iter().any(|name| name.ends_with(".o")), || {
        format!("objects were left behind: {}", left.join(" "))
    })?;
    prints(sandbox, "both", "42")
}

fn every_optimisation_level(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["answer.cpp"])?;
    for level in ["-O0", "-O1", "-O2", "-O3", "-Os", "-Og"] {
        sandbox.scythe().args([level, "answer.cpp", "-o", "answer"]).succeed()?;
        prints(sandbox, "answer", "42")?;
    }
    Ok(())
}

fn preprocess(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["answer.cpp"])?;
    let output = sandbox.scythe().args(["-E", "answer.cpp"]).succeed()?;
    let kernels = output.stdout.matches("single_task<answer_kernel>").count();
    ensure(kernels == 1, || format!("the source's text came {kernels} times"))?;
    sandbox.scythe().args(["-E", "-P", "answer.cpp", "-o", "answer.ii"]).succeed()?;
    exist(sandbox, &["answer.ii"])
}

fn assembly(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["plain.cpp", "answer.cpp"])?;
    sandbox.scythe().args(["-O2", "-S", "plain.cpp", "answer.cpp"]).succeed()?;
    let text = std::fs::read_to_string(sandbox.path("plain.s"))?;
    ensure(text.contains("main:"), || "plain.s defines no main".to_owned())?;
    // Assembly contains device code, like an object.
    sandbox.scythe().args(["answer.s", "-o", "answer"]).succeed()?;
    prints(sandbox, "answer", "42")
}

fn syntax_only(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["answer.cpp"])?;
    let output = sandbox.scythe().args(["-fsyntax-only", "answer.cpp"]).succeed()?;
    let silent = output.stdout.is_empty() && output.stderr.is_empty();
    output.expect(silent, "expected silence")?;
    let left = sandbox.listing()?;
    ensure(left == ["answer.cpp"], || format!("files appeared: {}", left.join(" ")))
}

fn from_standard_input(sandbox: &Sandbox) -> Verdict {
    let source = std::fs::read(sandbox.setting().tests("driver").join("answer.cpp"))?;
    sandbox.scythe().args(["-O2", "-x", "c++", "-", "-o", "answer"]).input(source).succeed()?;
    prints(sandbox, "answer", "42")
}

fn response_file(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["plain.cpp", "answer.cpp"])?;
    sandbox.write("more.rsp", "-O2 'plain.cpp'\n\"-DWHO=\\\"two words\\\"\"\n")?;
    sandbox.scythe().args(["@more.rsp", "-o", "plain"]).succeed()?;
    prints(sandbox, "plain", "hello, two words")?;
    sandbox.write("answer.rsp", "-O2 -c answer.cpp -o answer.o")?;
    sandbox.scythe().arg("@answer.rsp").succeed()?;
    sandbox.scythe().args(["answer.o", "-o", "answer"]).succeed()?;
    prints(sandbox, "answer", "42")
}

fn macros_and_include_paths(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["both.cpp", "elsewhere.cpp"])?;
    let headers = sandbox.subdir("headers")?;
    std::fs::copy(
        sandbox.setting().tests("driver").join("increment.hpp"),
        headers.join("increment.hpp"),
    )?;
    let flags = ["-Iheaders", "-DSTEP=10", "-DUNUSED", "-U", "UNUSED"];
    sandbox.scythe().args(flags).args(["both.cpp", "elsewhere.cpp", "-o", "both"]).succeed()?;
    // Both passes saw the macro: the kernels step by ten.
    prints(sandbox, "both", "60")
}

fn plain_cpp(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["plain.cpp"])?;
    sandbox.scythe().args(["-Wall", "-Wextra", "-Werror", "plain.cpp", "-o", "plain"]).succeed()?;
    prints(sandbox, "plain", "hello, world")
}

fn plain_c(sandbox: &Sandbox) -> Verdict {
    sandbox.write("main.c", "int main(void) { int class = 0; return class; }\n")?;
    sandbox.scythe().args(["-x", "c", "main.c", "-o", "main"]).succeed()?;
    sandbox.run(sandbox.path("main")).succeed().map(drop)
}

fn accepts_fsycl(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["answer.cpp"])?;
    sandbox.scythe().args(["-fsycl", "-O2", "answer.cpp", "-o", "answer"]).succeed()?;
    prints(sandbox, "answer", "42")
}

/// Only the device pass compiles the kernel's body, so a row for its line is the kernel's.
fn line_tables_reach_kernels(sandbox: &Sandbox) -> Verdict {
    let dwarfdump = tool("llvm-dwarfdump-22")?;
    sandbox.copy("driver", &["answer.cpp"])?;
    sandbox.scythe().args(["-g", "-O2", "answer.cpp", "-o", "answer"]).succeed()?;
    prints(sandbox, "answer", "42")?;
    let source = std::fs::read_to_string(sandbox.path("answer.cpp"))?;
    let Some(line) = source.lines().position(|line| line.contains("line-of-the-kernel")) else {
        return fail("answer.cpp does not mark its kernel");
    };
    let row = Regex::new(&format!(r"(?m)^0x[0-9a-f]+ +{} ", line + 1))?;
    let output = sandbox.run(dwarfdump).args(["--debug-line", "answer"]).succeed()?;
    ensure(output.stdout.contains("answer.cpp") && row.is_match(&output.stdout), || {
        format!("no line table has a row for line {} of answer.cpp", line + 1)
    })
}

fn names_with_spaces(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["answer.cpp"])?;
    std::fs::rename(sandbox.path("answer.cpp"), sandbox.path("the 'real' answer.cpp"))?;
    sandbox.scythe().args(["the 'real' answer.cpp", "-o", "the answer"]).succeed()?;
    prints(sandbox, "the answer", "42")
}
