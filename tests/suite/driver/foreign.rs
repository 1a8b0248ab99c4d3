//! Flags of other SYCL compilers.

use super::{Case, prints};
use crate::sandbox::Sandbox;
use crate::verdict::{Verdict, ensure};

pub const CASES: &[Case] = &[
    ("flags_without_a_meaning_are_named_once", flags_without_a_meaning_are_named_once),
    ("targets", targets),
    ("fast_math_reaches_kernels", fast_math_reaches_kernels),
    ("openmp_beside_kernels", openmp_beside_kernels),
];

fn flags_without_a_meaning_are_named_once(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["answer.cpp"])?;
    let line = "-fsycl -sycl-std=2020 -fsycl-unnamed-lambda -Xs -a -Xs -b -Xsycl-target-backend=spir64_gen \
                -device -fsycl-device-code-split=per_kernel -fno-sycl-id-queries-fit-in-int \
                -fsycl-dead-args-optimization -lsycl --gcc-toolchain= -Werror -O2 answer.cpp -o answer";
    let words: Vec<&str> = line.split_whitespace().collect();
    let output = sandbox.scythe().args(&words).succeed()?;
    let warnings: Vec<&str> = output.stderr.lines().collect();
    let expected = [
        "-Xs",
        "-Xsycl-target-backend",
        "-fsycl-device-code-split",
        "-fsycl-dead-args-optimization",
    ]
    .map(|flag| {
        format!(
            "scythe++: warning: '{flag}' has no meaning for Scythe and is ignored \
                 [-Wunused-command-line-argument]"
        )
    });
    ensure(warnings == expected, || output.describe("other warnings were expected"))?;
    prints(sandbox, "answer", "42")?;
    let quiet = sandbox.scythe().args(&words).arg("-Wno-unused-command-line-argument").succeed()?;
    ensure(quiet.stderr.is_empty(), || quiet.describe("no warning was expected"))
}

fn targets(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["answer.cpp"])?;
    for flag in [
        "-fsycl-targets=native_cpu,spir64_x86_64",
        "--acpp-targets=omp",
        "--offload-arch=x86-64-v2",
    ] {
        let arguments = ["-O2", flag, "answer.cpp", "-o", "answer"];
        sandbox.scythe().args(arguments).succeed()?;
        prints(sandbox, "answer", "42")?;
    }
    let wrong = sandbox
        .scythe()
        .args(["-fsycl-targets=spirit", "answer.cpp"])
        .output()?
        .expect_failure()?;
    let named =
        wrong.stderr.contains("unknown target 'spirit'") && wrong.stderr.contains("native_cpu");
    ensure(named, || wrong.describe("the error should name the target and those that are known"))
}

const KERNEL: &str = "#include <sycl/sycl.hpp>\n\
    void f(sycl::queue &q, float *p) { q.single_task([=] { p[0] = p[1] * p[2] + p[3]; }); }\n";

fn fast_math_reaches_kernels(sandbox: &Sandbox) -> Verdict {
    std::fs::write(sandbox.path("kernel.cpp"), KERNEL)?;
    let is_fast = |flags: &[&str]| -> Verdict<bool> {
        let shown = sandbox
            .scythe()
            .args(flags)
            .args(["-O2", "--emit=device-ll", "kernel.cpp"])
            .succeed()?;
        Ok(shown
            .stdout
            .lines()
            .any(|line| line.contains("fmul reassoc") || line.contains("fmul fast")))
    };
    for flags in [&["-ffast-math"][..], &["-ffp-model=fast"], &["-ffast-math", "--targets=spirv64"]]
    {
        ensure(is_fast(flags)?, || format!("{flags:?} does not reach device code"))?;
    }
    ensure(!is_fast(&["-ffp-model=precise"])?, || {
        "device code is fast without being asked".to_owned()
    })
}

const OPENMP: &str = "#include <sycl/sycl.hpp>\n\
    #include <omp.h>\n\
    #include <cstdio>\n\
    #ifndef _OPENMP\n#error no OpenMP\n#endif\n\
    int main() {\n\
      int sum = 0;\n\
      #pragma omp parallel for reduction(+ : sum) num_threads(4)\n\
      for (int i = 0; i < 10; ++i) sum += i;\n\
      sycl::queue q;\n\
      int *p = sycl::malloc_shared<int>(1, q);\n\
      q.single_task([=] { *p = sum - 3; }).wait();\n\
      std::printf(\"%d\\n\", *p);\n\
    }\n";

fn openmp_beside_kernels(sandbox: &Sandbox) -> Verdict {
    std::fs::write(sandbox.path("plain.cpp"), "#include <omp.h>\nint main() {}\n")?;
    let clang = sandbox.scythe().args(["-fopenmp", "plain.cpp", "-o", "plain"]).succeed();
    if clang.is_err() {
        return crate::verdict::skip("clang has no OpenMP runtime here");
    }
    std::fs::write(sandbox.path("both.cpp"), OPENMP)?;
    for flag in ["-fopenmp", "-qopenmp"] {
        let line = [flag, "-Wall", "-Wextra", "-Werror", "-O2", "both.cpp", "-o", "both"];
        sandbox.scythe().args(line).args(["--targets=cpu,spirv64"]).succeed()?;
        prints(sandbox, "both", "42")?;
    }
    Ok(())
}
