//! Linking: objects, archives and shared libraries with kernels.

use super::{Case, prints};
use crate::sandbox::Sandbox;
use crate::setting::tool;
use crate::verdict::{Verdict, ensure};

pub const CASES: &[Case] = &[
    ("objects", objects),
    ("object_and_source", object_and_source),
    ("static_library", static_library),
    ("shared_library", shared_library),
    ("position_independent_and_not", position_independent_and_not),
    ("static_program", static_program),
    ("relocatable", relocatable),
    ("with_objects_of_plain_clang", with_objects_of_plain_clang),
];

fn sources(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["both.cpp", "elsewhere.cpp", "increment.hpp"])
}

/// Both objects instantiate the header's kernel; the linker must not see two definitions.
fn objects(sandbox: &Sandbox) -> Verdict {
    sources(sandbox)?;
    sandbox.scythe().args(["-O2", "-c", "both.cpp"]).succeed()?;
    sandbox.scythe().args(["-O0", "-c", "elsewhere.cpp"]).succeed()?;
    sandbox.scythe().args(["both.o", "elsewhere.o", "-o", "both"]).succeed()?;
    prints(sandbox, "both", "42")
}

fn object_and_source(sandbox: &Sandbox) -> Verdict {
    sources(sandbox)?;
    sandbox.scythe().args(["-c", "elsewhere.cpp"]).succeed()?;
    sandbox.scythe().args(["elsewhere.o", "both.cpp", "-o", "both"]).succeed()?;
    prints(sandbox, "both", "42")
}

fn static_library(sandbox: &Sandbox) -> Verdict {
    let archiver = tool("llvm-ar-22").or_else(|_| tool("ar"))?;
    sources(sandbox)?;
    sandbox.scythe().args(["-c", "elsewhere.cpp"]).succeed()?;
    sandbox.run(archiver).args(["rcs", "libelsewhere.a", "elsewhere.o"]).succeed()?;
    sandbox.scythe().args(["both.cpp", "-L.", "-lelsewhere", "-o", "both"]).succeed()?;
    prints(sandbox, "both", "42")?;
    sandbox.scythe().args(["both.cpp", "libelsewhere.a", "-o", "both"]).succeed()?;
    prints(sandbox, "both", "42")
}

fn shared_library(sandbox: &Sandbox) -> Verdict {
    sources(sandbox)?;
    let library = ["-shared", "-fPIC", "elsewhere.cpp", "-o", "libelsewhere.so"];
    sandbox.scythe().args(library).succeed()?;
    let program = ["both.cpp", "-L.", "-lelsewhere", "-Wl,-rpath,$ORIGIN", "-o", "both"];
    sandbox.scythe().args(program).succeed()?;
    prints(sandbox, "both", "42")
}

/// Neither the runtime nor the C library is loaded.
fn static_program(sandbox: &Sandbox) -> Verdict {
    sources(sandbox)?;
    let program = ["-O2", "-static", "both.cpp", "elsewhere.cpp", "-o", "both"];
    sandbox.scythe().args(program).succeed()?;
    let bytes = std::fs::read(sandbox.path("both"))?;
    let loader = b"/lib64/ld-linux";
    ensure(!bytes.windows(loader.len()).any(|text| text == loader), || {
        "the program asks for a loader".to_owned()
    })?;
    prints(sandbox, "both", "42")
}

fn position_independent_and_not(sandbox: &Sandbox) -> Verdict {
    sources(sandbox)?;
    let link = |flags: [&str; 2], elsewhere| {
        sandbox.scythe().args(flags).args(["both.cpp", elsewhere, "-o", "both"]).succeed()?;
        prints(sandbox, "both", "42")
    };
    link(["-fPIE", "-pie"], "elsewhere.cpp")?;
    // One such source is enough: there is no precompiled header for this flag.
    sandbox.scythe().args(["-c", "elsewhere.cpp"]).succeed()?;
    link(["-fno-pie", "-no-pie"], "elsewhere.o")
}

fn relocatable(sandbox: &Sandbox) -> Verdict {
    sources(sandbox)?;
    sandbox.scythe().args(["-c", "both.cpp", "elsewhere.cpp"]).succeed()?;
    sandbox.scythe().args(["-r", "both.o", "elsewhere.o", "-o", "joined.o"]).succeed()?;
    sandbox.scythe().args(["joined.o", "-o", "both"]).succeed()?;
    prints(sandbox, "both", "42")
}

fn with_objects_of_plain_clang(sandbox: &Sandbox) -> Verdict {
    let clang = tool("clang++-22")?;
    sandbox.write(
        "main.cpp",
        "#include <cstdio>\nint increment_elsewhere(int);\n\
         int main() { std::printf(\"%d\\n\", increment_elsewhere(41)); }\n",
    )?;
    sources(sandbox)?;
    sandbox.run(clang).args(["-c", "main.cpp"]).succeed()?;
    sandbox.scythe().args(["main.o", "elsewhere.cpp", "-o", "main"]).succeed()?;
    prints(sandbox, "main", "42")
}
