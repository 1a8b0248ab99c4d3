//! `SYCL_EXTERNAL`: kernels that call functions of other objects and libraries.
//!
//! `external_launch.cpp` has a kernel that waits for the link, `external.cpp` the functions that it calls.

use std::fs;

use super::{Case, prints};
use crate::process::Output;
use crate::sandbox::Sandbox;
use crate::setting::tool;
use crate::verdict::{Verdict, ensure, fail};

pub const CASES: &[Case] = &[
    ("one_command", one_command),
    ("objects", objects),
    ("optimisation_levels", optimisation_levels),
    ("work_item_flags", work_item_flags),
    ("static_library", static_library),
    ("static_library_of_all", static_library_of_all),
    ("thin_library", thin_library),
    ("library_path", library_path),
    ("members_that_nobody_needs", members_that_nobody_needs),
    ("relocatable", relocatable),
    ("shared_library", shared_library),
    ("link_time_optimisation", link_time_optimisation),
    ("assembly", assembly),
    ("preprocessed", preprocessed),
    ("checked_quietly", checked_quietly),
    ("several_targets", several_targets),
    ("spirv", spirv),
    ("undefined_for_spirv", undefined_for_spirv),
    ("position_independent_and_not", position_independent_and_not),
    ("sanitized", sanitized),
    ("sections", sections),
    ("undefined", undefined),
    ("undefined_behind_another", undefined_behind_another),
    ("defined_twice", defined_twice),
    ("other_processor", other_processor),
    ("other_result", other_result),
    ("other_compiler", other_compiler),
    ("other_linker", other_linker),
];

/// 7 + 7, the neighbour of the second to last work-item, three times.
const ANSWER: &str = "42";

const SOURCES: [&str; 3] = ["external_main.cpp", "external_launch.cpp", "external.cpp"];

fn sources(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &SOURCES)?;
    sandbox.copy("driver", &["external.hpp"])
}

fn compiled(sandbox: &Sandbox, flags: &[&str]) -> Verdict {
    sources(sandbox)?;
    sandbox.scythe().args(flags).arg("-c").args(SOURCES).succeed()?;
    Ok(())
}

/// Links with the words given, and runs.
fn links(sandbox: &Sandbox, words: &[&str]) -> Verdict {
    sandbox.scythe().args(words).args(["-o", "program"]).succeed()?;
    prints(sandbox, "program", ANSWER)
}

/// Flags for work-items are given when a kernel is compiled, and apply at the link.
fn work_item_flags(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["external_steps.cpp", "external_twice.cpp"])?;
    let flags = ["-fscythe-lockstep", "-fscythe-sub-group-size=8"];
    sandbox.scythe().args(flags).args(["-O2", "-c", "external_steps.cpp"]).succeed()?;
    sandbox.scythe().args(["external_steps.o", "external_twice.cpp", "-o", "program"]).succeed()?;
    prints(sandbox, "program", "8 0")
}

fn archive(sandbox: &Sandbox, flags: &str, words: &[&str]) -> Verdict {
    let archiver = tool("llvm-ar-22").or_else(|_| tool("ar"))?;
    sandbox.run(archiver).arg(flags).args(words).succeed()?;
    Ok(())
}

fn one_command(sandbox: &Sandbox) -> Verdict {
    sources(sandbox)?;
    links(sandbox, &SOURCES)
}

fn objects(sandbox: &Sandbox) -> Verdict {
    compiled(sandbox, &["-O2"])?;
    links(sandbox, &["external_main.o", "external_launch.o", "external.o"])?;
    links(sandbox, &["external.o", "external_launch.cpp", "external_main.o"])
}

/// The two units need not be compiled with the same flags.
fn optimisation_levels(sandbox: &Sandbox) -> Verdict {
    sources(sandbox)?;
    for [launch, functions] in [["-O0", "-O2"], ["-O3", "-O0"], ["-O0", "-g"]] {
        sandbox.scythe().args([launch, "-c", "external_launch.cpp"]).succeed()?;
        sandbox.scythe().args([functions, "-c", "external.cpp"]).succeed()?;
        links(sandbox, &["external_main.cpp", "external_launch.o", "external.o"])?;
    }
    Ok(())
}

fn static_library(sandbox: &Sandbox) -> Verdict {
    compiled(sandbox, &["-O2"])?;
    archive(sandbox, "rcs", &["libexternal.a", "external.o"])?;
    let program = ["external_main.o", "external_launch.o"];
    links(sandbox, &[&program[..], &["libexternal.a"]].concat())?;
    links(sandbox, &[&program[..], &["-L.", "-lexternal"]].concat())?;
    links(sandbox, &[&program[..], &["-L", ".", "-l", ":libexternal.a"]].concat())?;
    links(
        sandbox,
        &[&program[..], &["-Wl,--whole-archive,libexternal.a,--no-whole-archive"]].concat(),
    )
}

/// The member with the kernel is taken because of its host code, the member with its functions because of the
/// kernel.
fn static_library_of_all(sandbox: &Sandbox) -> Verdict {
    compiled(sandbox, &["-O2"])?;
    archive(sandbox, "rcs", &["libfunctions.a", "external.o"])?;
    archive(sandbox, "rcs", &["libkernels.a", "external_launch.o"])?;
    links(sandbox, &["external_main.o", "-L.", "-lkernels", "-lfunctions"])?;
    archive(sandbox, "rcs", &["liball.a", "external.o", "external_launch.o"])?;
    links(sandbox, &["external_main.o", "-L.", "-lall"])
}

fn thin_library(sandbox: &Sandbox) -> Verdict {
    compiled(sandbox, &["-O2"])?;
    sandbox.subdir("lib")?;
    archive(sandbox, "rcsT", &["lib/libexternal.a", "external.o"])?;
    links(sandbox, &["external_main.o", "external_launch.o", "-Llib", "-lexternal"])
}

/// Directories that clang searches without `-L`.
fn library_path(sandbox: &Sandbox) -> Verdict {
    compiled(sandbox, &["-O2"])?;
    sandbox.subdir("lib")?;
    archive(sandbox, "rcs", &["lib/libexternal.a", "external.o"])?;
    let link = ["external_main.o", "external_launch.o", "-lexternal", "-o", "program"];
    sandbox.scythe().args(link).env("LIBRARY_PATH", sandbox.path("lib")).succeed()?;
    prints(sandbox, "program", ANSWER)
}

/// A member that is not part of the program may have undefined functions.
fn members_that_nobody_needs(sandbox: &Sandbox) -> Verdict {
    compiled(sandbox, &[])?;
    sandbox.write(
        "unused.cpp",
        "#include <sycl/sycl.hpp>\n\
         SYCL_EXTERNAL int nowhere();\n\
         void unused(int *p) { sycl::queue().single_task([=] { *p = nowhere(); }); }\n",
    )?;
    sandbox.scythe().args(["-c", "unused.cpp"]).succeed()?;
    archive(sandbox, "rcs", &["liball.a", "unused.o", "external.o"])?;
    links(sandbox, &["external_main.o", "external_launch.o", "liball.a"])?;
    let link = ["external_main.o", "external_launch.o", "-Wl,--whole-archive", "liball.a"];
    let output = sandbox.scythe().args(link).output()?;
    complains(output, &["undefined device function `nowhere()`", "'liball.a(unused.o)'"])
}

fn relocatable(sandbox: &Sandbox) -> Verdict {
    compiled(sandbox, &["-O2"])?;
    let join = ["-r", "external_launch.o", "external.o", "-o", "joined.o"];
    sandbox.scythe().args(join).succeed()?;
    links(sandbox, &["external_main.o", "joined.o"])
}

fn shared_library(sandbox: &Sandbox) -> Verdict {
    sources(sandbox)?;
    let library = ["-shared", "-fPIC", "external_launch.cpp", "external.cpp", "-o", "liball.so"];
    sandbox.scythe().args(library).succeed()?;
    links(sandbox, &["external_main.cpp", "-L.", "-lall", "-Wl,-rpath,$ORIGIN"])
}

fn link_time_optimisation(sandbox: &Sandbox) -> Verdict {
    tool("ld.lld-22")?;
    for lto in ["-flto", "-flto=thin"] {
        compiled(sandbox, &["-O2", lto])?;
        let objects = ["-O2", lto, "-fuse-ld=lld", "external_main.o", "external_launch.o"];
        links(sandbox, &[&objects[..], &["external.o"]].concat())?;
        archive(sandbox, "rcs", &["libexternal.a", "external.o"])?;
        links(sandbox, &[&objects[..], &["libexternal.a"]].concat())?;
    }
    Ok(())
}

fn assembly(sandbox: &Sandbox) -> Verdict {
    sources(sandbox)?;
    sandbox.scythe().args(["-O2", "-S", "external_launch.cpp", "external.cpp"]).succeed()?;
    links(sandbox, &["external_main.cpp", "external_launch.s", "external.s"])
}

/// The macro has the same meaning when the preprocessor runs alone.
fn preprocessed(sandbox: &Sandbox) -> Verdict {
    sources(sandbox)?;
    let output = sandbox.scythe().args(["-E", "external.cpp"]).succeed()?;
    let marked = output.stdout.contains("__attribute__((sycl_external)) int triple(int x);");
    output.expect(marked, "the declaration is not marked")?;
    Ok(())
}

/// SYCL's attributes are known in all passes.
fn checked_quietly(sandbox: &Sandbox) -> Verdict {
    sandbox.write(
        "checked.cpp",
        "#include <sycl/sycl.hpp>\n\
         SYCL_EXTERNAL int far_away(int);\n\
         void run(sycl::queue q) {\n\
           q.single_task([=]() [[sycl::reqd_work_group_size(1)]] { far_away(1); });\n\
         }\n",
    )?;
    let output = sandbox.scythe().args(["-fsyntax-only", "-Wall", "checked.cpp"]).succeed()?;
    let quiet = output.stderr.is_empty();
    output.expect(quiet, "there is nothing to complain about")?;
    Ok(())
}

/// A function that needs fewer features than the kernel's processors have is accepted.
fn several_targets(sandbox: &Sandbox) -> Verdict {
    sources(sandbox)?;
    let targets = "--targets=cpu:x86-64,cpu:x86-64-v2";
    sandbox.scythe().args(["-O2", targets, "-c", "external_launch.cpp"]).succeed()?;
    sandbox.scythe().args(["-O2", "-march=x86-64", "-c", "external.cpp"]).succeed()?;
    links(sandbox, &["external_main.cpp", "external_launch.o", "external.o"])
}

/// Native code and SPIR-V are linked separately, into one program.
fn spirv(sandbox: &Sandbox) -> Verdict {
    compiled(sandbox, &["-O2", "--targets=cpu,spirv64"])?;
    archive(sandbox, "rcs", &["libexternal.a", "external.o"])?;
    links(sandbox, &["external_main.o", "external_launch.o", "-L.", "-lexternal"])?;
    // Run tests run such kernels; here it is enough that they link.
    sandbox.scythe().args(["--targets=spirv64", "-o", "alone"]).args(SOURCES).succeed()?;
    let output = sandbox.run(sandbox.path("alone")).env("SCYTHE_DEVICES", "cpu").output()?;
    ensure(!output.status.success() && output.stderr.contains("was not compiled for"), || {
        output.describe("expected that the CPU has no code")
    })
}

/// A function that was compiled for one target only is undefined for others.
fn undefined_for_spirv(sandbox: &Sandbox) -> Verdict {
    compiled(sandbox, &["--targets=cpu,spirv64"])?;
    sandbox.scythe().args(["--targets=cpu", "-c", "external.cpp"]).succeed()?;
    let output = sandbox.scythe().args(["external_main.o", "external_launch.o", "external.o"]);
    complains(
        output.output()?,
        &[
            "error: undefined device function `triple(int)` for target 'spirv64'",
            "in a file that scythe++ compiles for it",
        ],
    )
}

fn position_independent_and_not(sandbox: &Sandbox) -> Verdict {
    sources(sandbox)?;
    for flags in [["-fPIE", "-pie"], ["-fno-pie", "-no-pie"]] {
        links(sandbox, &[&flags[..], &SOURCES[..]].concat())?;
    }
    Ok(())
}

fn sanitized(sandbox: &Sandbox) -> Verdict {
    sources(sandbox)?;
    links(sandbox, &[&["-O1", "-g", "-fsanitize=address"][..], &SOURCES[..]].concat())
}

/// Only objects that need the section have it, and no program has it.
fn sections(sandbox: &Sandbox) -> Verdict {
    let readelf = tool("llvm-readelf-22").or_else(|_| tool("readelf"))?;
    compiled(sandbox, &["-O2"])?;
    links(sandbox, &["external_main.o", "external_launch.o", "external.o"])?;
    for (file, carries) in [
        ("external_main.o", false),
        ("external_launch.o", true),
        ("external.o", true),
        ("program", false),
    ] {
        let output = sandbox.run(&readelf).args(["-S", "-W", file]).succeed()?;
        let has = output.stdout.contains(".scythe.device");
        let message =
            format!("{file} should {}carry device code", if carries { "" } else { "not " });
        output.expect(has == carries, &message)?;
    }
    Ok(())
}

/// Requires a failure whose message contains all the words, and no message of the system's linker.
fn complains(output: Output, words: &[&str]) -> Verdict {
    let mut output = output.expect_failure()?;
    for word in words {
        let said = output.stderr.contains(word);
        output = output.expect(said, &format!("the message lacks {word:?}"))?;
    }
    let alone = !output.stderr.contains("linker command failed");
    output.expect(alone, "the linker ran although device code is incomplete")?;
    Ok(())
}

fn undefined(sandbox: &Sandbox) -> Verdict {
    compiled(sandbox, &[])?;
    let output = sandbox.scythe().args(["external_main.o", "external_launch.o"]).output()?;
    complains(
        output,
        &[
            "error: undefined device function `triple(int)`",
            "error: undefined device function `neighbour(sycl::nd_item<1>, int, int*)`",
            "kernel `launch_kernel` (external_launch.cpp:",
            "in 'external_launch.o'",
            "define `triple(int)` with SYCL_EXTERNAL",
            "2 errors generated.",
        ],
    )?;
    // With one command, the message names sources.
    let output = sandbox.scythe().args(["external_main.cpp", "external_launch.cpp"]).output()?;
    complains(output, &["`triple(int)`", "in 'external_launch.cpp'"])
}

fn undefined_behind_another(sandbox: &Sandbox) -> Verdict {
    compiled(sandbox, &[])?;
    sandbox.write(
        "external.cpp",
        "#include \"external.hpp\"\n\
         SYCL_EXTERNAL int deeper(int);\n\
         int triple(int x) { return deeper(x); }\n\
         int neighbour(sycl::nd_item<1>, int x, int *) { return x; }\n",
    )?;
    sandbox.scythe().args(["-c", "external.cpp"]).succeed()?;
    let link = ["external_main.o", "external_launch.o", "external.o"];
    let words =
        ["undefined device function `deeper(int)`", "`launch_kernel`", "1 error generated."];
    complains(sandbox.scythe().args(link).output()?, &words)
}

fn defined_twice(sandbox: &Sandbox) -> Verdict {
    compiled(sandbox, &[])?;
    sandbox.write("again.cpp", "#include \"external.hpp\"\nint triple(int x) { return x; }\n")?;
    sandbox.scythe().args(["-c", "again.cpp"]).succeed()?;
    let link = ["external_main.o", "external_launch.o", "external.o", "again.o"];
    let words = ["`triple(int)` is defined in 'external.o' and in 'again.o'"];
    complains(sandbox.scythe().args(link).output()?, &words)?;
    // A library's second definition is not part of the program.
    archive(sandbox, "rcs", &["libagain.a", "again.o"])?;
    links(sandbox, &["external_main.o", "external_launch.o", "external.o", "libagain.a"])
}

fn other_processor(sandbox: &Sandbox) -> Verdict {
    compiled(sandbox, &["-march=x86-64"])?;
    sandbox.scythe().args(["-march=x86-64-v3", "-c", "external.cpp"]).succeed()?;
    let link = ["external_main.o", "external_launch.o", "external.o"];
    let words = ["`launch_kernel`", "compiled for cpu:x86-64 (no avx", "'external.o'", "--targets"];
    complains(sandbox.scythe().args(link).output()?, &words)
}

fn other_result(sandbox: &Sandbox) -> Verdict {
    compiled(sandbox, &[])?;
    sandbox.write(
        "external.cpp",
        "#include <sycl/sycl.hpp>\n\
         SYCL_EXTERNAL double triple(int x) { return x; }\n\
         SYCL_EXTERNAL int neighbour(sycl::nd_item<1>, int x, int *) { return x; }\n",
    )?;
    sandbox.scythe().args(["-c", "external.cpp"]).succeed()?;
    let link = ["external_main.o", "external_launch.o", "external.o"];
    let words = ["`triple(int)` has other parameters or another result type", "'external.o'"];
    complains(sandbox.scythe().args(link).output()?, &words)
}

fn other_compiler(sandbox: &Sandbox) -> Verdict {
    compiled(sandbox, &[])?;
    let object = sandbox.path("external.o");
    let mut bytes = fs::read(&object)?;
    let name = b"\"compiler\":\"Scythe ";
    let at = bytes.windows(name.len()).position(|window| window == name);
    let Some(at) = at else { return fail("the object does not name its compiler") };
    bytes[at + name.len()] = b'9';
    fs::write(&object, bytes)?;
    let link = ["external_main.o", "external_launch.o", "external.o"];
    let words = ["'external.o' has device code of Scythe 9", "compile it again"];
    complains(sandbox.scythe().args(link).output()?, &words)
}

/// Another linker cannot finish the kernel; the name of the missing symbol says what can.
fn other_linker(sandbox: &Sandbox) -> Verdict {
    let clang = tool("clang++-22")?;
    compiled(sandbox, &[])?;
    let link = ["external_main.o", "external_launch.o", "external.o"];
    let output = sandbox.run(clang).args(link).output()?.expect_failure()?;
    let says = output.stderr.contains("link_this_program_with_scythe");
    output.expect(says, "the message does not say what to do")?;
    Ok(())
}
