//! NVIDIA's targets: their spellings, and errors about unknown architectures and missing tools.

use std::fs;

use super::errors::one_line;
use super::{Case, prints};
use crate::ptx;
use crate::sandbox::Sandbox;
use crate::verdict::{Verdict, ensure, fail};

pub const CASES: &[Case] = &[
    ("spellings", spellings),
    ("architectures_for_back_ends", architectures_for_back_ends),
    ("unknown_architectures", unknown_architectures),
    ("back_end_flags_without_a_target", back_end_flags_without_a_target),
    ("machine_code", machine_code),
    ("beside_the_processor", beside_the_processor),
    ("library_that_is_not_there", library_that_is_not_there),
    ("assembler_that_is_not_there", assembler_that_is_not_there),
];

/// Compiles a program and requires code for exactly these architectures.
fn compiles_for(sandbox: &Sandbox, flags: &[&str], architectures: &[&str]) -> Verdict {
    for old in sandbox.listing()?.iter().filter(|name| name.ends_with(".ptx")) {
        fs::remove_file(sandbox.path(old))?;
    }
    let output =
        sandbox.scythe().args(flags).args(["--save-temps", "-c", "answer.cpp"]).succeed()?;
    let is_quiet = !output.stderr.contains("ignored");
    output.expect(is_quiet, "nothing should be ignored")?;
    let names = sandbox.listing()?;
    let found: Vec<&String> = names.iter().filter(|name| name.ends_with(".ptx")).collect();
    let mut expected: Vec<String> =
        architectures.iter().map(|name| format!("answer-ptx-{name}.ptx")).collect();
    expected.sort();
    ensure(found.iter().copied().eq(&expected), || {
        format!("{flags:?} should compile for {expected:?}, not {found:?}")
    })?;
    for (name, file) in expected.iter().zip(found) {
        let text = fs::read_to_string(sandbox.path(file))?;
        let target = name.trim_start_matches("answer-ptx-").trim_end_matches(".ptx");
        if !text.contains(&format!(".target {target}")) {
            return fail(format!("{file} is not for {target}"));
        }
    }
    Ok(())
}

fn spellings(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["answer.cpp"])?;
    for (flag, architectures) in [
        ("--targets=ptx", &["sm_75"][..]),
        ("--targets=ptx:sm_75,sm_90", &["sm_75", "sm_90"]),
        ("-fsycl-targets=nvptx64-nvidia-cuda", &["sm_75"]),
        ("-fsycl-targets=nvidia_gpu_sm_90", &["sm_90"]),
        ("--offload-arch=sm_90", &["sm_90"]),
        ("--acpp-targets=cuda:sm_90", &["sm_90"]),
    ] {
        compiles_for(sandbox, &["-O2", flag], architectures)?;
    }
    Ok(())
}

fn architectures_for_back_ends(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["answer.cpp"])?;
    let targets = "-fsycl-targets=nvptx64-nvidia-cuda";
    for flags in [
        [targets, "-Xsycl-target-backend", "--cuda-gpu-arch=sm_90"],
        ["-Xsycl-target-backend=nvptx64-nvidia-cuda", "--cuda-gpu-arch=sm_90", targets],
        [targets, "-Xsycl-target-backend=nvptx64-nvidia-cuda", "--offload-arch=sm_90"],
    ] {
        compiles_for(sandbox, &[&["-O2"][..], &flags].concat(), &["sm_90"])?;
    }
    Ok(())
}

fn unknown_architectures(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["answer.cpp"])?;
    for flags in [
        &["--targets=ptx:sm_70"][..],
        &["--targets=ptx:sm_90,sm_70"],
        &["--targets=ptx:90"],
        &["--offload-arch=sm_999"],
        &["-fsycl-targets=nvidia_gpu_sm_61"],
        &["--acpp-targets=cuda:sm_60"],
        &["--targets=ptx", "-Xsycl-target-backend", "--cuda-gpu-arch=sm_52"],
    ] {
        let output = sandbox.scythe().args(flags).args(["-c", "answer.cpp"]).output()?;
        one_line(output, "sm_75, sm_80, sm_86")?;
    }
    Ok(())
}

/// Flags for GPUs are ignored if no code for them is generated.
fn back_end_flags_without_a_target(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["answer.cpp"])?;
    let line = ["-Xsycl-target-backend", "--cuda-gpu-arch=sm_90", "-c", "answer.cpp"];
    let output = sandbox.scythe().args(line).succeed()?;
    let says_so = output.stderr.contains("'-Xsycl-target-backend' has no meaning");
    output.expect(says_so, "the flag should be said to be ignored")?;
    Ok(())
}

/// With NVIDIA's assembler at hand, programs have machine code besides PTX.
fn machine_code(sandbox: &Sandbox) -> Verdict {
    ptx::require_assembler(sandbox)?;
    sandbox.copy("driver", &["answer.cpp"])?;
    sandbox.scythe().args(["-O2", "--targets=ptx:sm_90", "-c", "answer.cpp"]).succeed()?;
    let object = fs::read(sandbox.path("answer.o"))?;
    let has = |word: &[u8]| object.windows(word.len()).any(|found| found == word);
    for kind in ["cubin", "ptx"] {
        let name = format!("scythe.kernel.{kind}.sm_90.");
        ensure(has(name.as_bytes()), || format!("the object has no {name}<kernel>"))?;
    }
    Ok(())
}

fn beside_the_processor(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["answer.cpp"])?;
    sandbox.scythe().args(["-O2", "--targets=cpu,ptx", "answer.cpp", "-o", "answer"]).succeed()?;
    prints(sandbox, "answer", "42")
}

const SINE: &str = "#include <sycl/sycl.hpp>\n\
    void f(sycl::queue &q, float *p) { q.single_task<class sine>([=] { *p = sycl::sin(*p); }); }\n";

fn library_that_is_not_there(sandbox: &Sandbox) -> Verdict {
    sandbox.write("sine.cpp", SINE)?;
    let run = sandbox.scythe().env("SCYTHE_LIBDEVICE", "/nonexistent/libdevice.bc");
    let output = run.args(["--targets=ptx", "-c", "sine.cpp"]).output()?;
    one_line(output, "SCYTHE_LIBDEVICE names '/nonexistent/libdevice.bc'")
}

fn assembler_that_is_not_there(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["answer.cpp"])?;
    let run = sandbox.scythe().env("SCYTHE_PTXAS", "/nonexistent/ptxas");
    let output = run.args(["--targets=ptx", "-c", "answer.cpp"]).output()?;
    one_line(output, "SCYTHE_PTXAS names '/nonexistent/ptxas'")
}
