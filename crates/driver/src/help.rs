//! `--help`.

use scythe_pipeline::family::Spelling;
use scythe_pipeline::hostdev::HostdevPass;
use scythe_pipeline::mlir::RemarkKind;
use scythe_targets::registry::{self, FAMILIES};

/// The help text.
pub fn text() -> String {
    let targets: String =
        FAMILIES.iter().flat_map(|family| family.spellings()).map(spelling).collect();
    let flags: String = FAMILIES.iter().map(|family| family.flags_help()).collect();
    let variables: String = FAMILIES.iter().map(|family| family.variables_help()).collect();
    let stages: String = registry::stages()
        .iter()
        .map(|stage| format!("                            {:<11} {}\n", stage.name, stage.summary))
        .collect();
    let remarks: String = RemarkKind::ALL
        .iter()
        .map(|kind| format!("                            {:<14} {}\n", kind.name(), kind.summary()))
        .collect();
    let hostdev: String = HostdevPass::ALL
        .iter()
        .map(|pass| format!("                            {:<14} {}\n", pass.name(), pass.summary()))
        .collect();
    format!(
        "\
scythe++ compiles SYCL 2020 programs.

USAGE: scythe++ [options] file...

It takes the command line of clang++: all of clang's options are accepted and passed on
(-c -o -O -g -std= -D -I -L -l -W -f -m -x -E -S -M ...), as are response files (@file).

SCYTHE'S OPTIONS:
  --targets=<list>        What to compile device code for, separated by commas:
{targets}                          Without --targets, device code follows -march.
  --emit=<stage>          Write device code at this stage to -o, or standard output:
{stages}  -Rscythe[=<kind>]       Report what the compiler knows about device code, of one kind or all:
{remarks}  -fno-scythe-mlir        Compile device code without MLIR
  -Wno-scythe-divergent-barrier
                          Do not warn about barriers that some work-items do not reach
  -Wno-scythe-null-pointer
                          Do not warn about kernels that dereference a null pointer of the host
  -fscythe-check          Check at run time, on the CPU: bounds, use after free, uninitialised local
                          memory, divergent barriers, data races, host accesses without a wait
  -static-libscythe       Make the SYCL runtime part of the program (-static does, too)
  -fno-scythe-pch         Do not use the precompiled SYCL header
  --precompile-headers    Precompile the SYCL header for the flags given, into the directory that -o
                          names or the cache; compile nothing
  -fscythe-hostdev=<list> Use only these of the optimisations based on what host code says about kernels
                          (the default: all; -fno-scythe-hostdev=<list> leaves some out):
{hostdev}{flags}  -parallel-jobs=<n>      Compile this many sources at the same time (the default: one for each core)
  --time-stages           Print how long the parts of the compilation take
  --save-temps            Keep intermediate files in the current directory (-save-temps=obj: beside -o)
  -###                    Print the commands that would run, and run none
  -v                      Print the commands as they run
  --help, --version

OPTIONS OF OTHER SYCL COMPILERS:
  -fsycl-targets=<list>, --acpp-targets=<list>, --offload-arch=<list>
                          As --targets, as spelled by DPC++, AdaptiveCpp and clang
  -Xsycl-target-frontend[=<triple>] <arg>
                          An argument for device passes
  -qopenmp, -fiopenmp, -fp-model=<model>, -ipo, -xHost
                          As -fopenmp, -ffp-model=<model>, -flto and -march=native
  -fsycl, -fsycl-unnamed-lambda, -sycl-std=2020, -lsycl, --gcc-toolchain=
                          Accepted without effect: they request the default
  -Xs <arg>, -Xsycl-target-backend[=<triple>] <arg>, -qmkl, other -fsycl-* and --acpp-*
                          Ignored, with a warning (-Wno-unused-command-line-argument)

ENVIRONMENT:
  SCYTHE_CLANG            The clang++ to use (default: clang++-22)
  SCYTHE_CACHE            Where to keep precompiled headers; empty for nowhere
                          (default: $XDG_CACHE_HOME/scythe or ~/.cache/scythe)
{variables}
Programs read SCYTHE_DEVICES (which devices they see; scythe-ls lists them), SCYTHE_THREADS, SCYTHE_TRACE and
others, which the book's page on the runtime describes.
"
    )
}

/// The spelling of a target and its description.
fn spelling(target: &Spelling) -> String {
    const WIDTH: usize = 12;
    let indent = " ".repeat(28);
    let mut lines = target.summary.iter();
    let mut text = match target.text.len() <= WIDTH {
        true => format!("{indent}{:<WIDTH$} {}\n", target.text, lines.next().unwrap_or(&"")),
        false => format!("{indent}{}\n", target.text),
    };
    for line in lines {
        text.push_str(&format!("{indent}{:WIDTH$} {line}\n", ""));
    }
    text
}
