use std::path::Path;

use super::*;
use scythe_targets::spirv::Extensions;

use crate::flags::Scope;

fn cpu(march: &str) -> Target {
    registry::default_target(Some(march))
}

fn parse(line: &str) -> Invocation {
    try_parse(line).expect("the line is valid")
}

fn try_parse(line: &str) -> Result<Invocation, DriverError> {
    Invocation::parse(line.split_whitespace().map(str::to_owned).collect())
}

/// Files that exist, since inputs are checked.
fn here(line: &str) -> String {
    line.replace("SRC", concat!(env!("CARGO_MANIFEST_DIR"), "/src/main.rs"))
}

#[test]
fn flags_with_values_keep_them() {
    let i = parse(&here("-x c++ -include SRC -D X -c SRC -o out.o"));
    assert_eq!(i.phase, Phase::Object);
    assert_eq!(i.output.as_deref(), Some(Path::new("out.o")));
    assert_eq!(i.inputs().count(), 1);
    assert_eq!(i.flags().filter(|f| f.words.len() == 2).count(), 2);
    assert!(i.inputs().all(Input::is_cxx));
}

#[test]
fn joined_output_and_language() {
    let i = parse(&here("-xc++ SRC -oapp"));
    assert_eq!(i.output.as_deref(), Some(Path::new("app")));
    assert!(i.inputs().next().is_some_and(Input::is_cxx));
}

#[test]
fn the_language_holds_until_the_next_one() {
    let i = parse(&here("-x c++ SRC -x none SRC"));
    let languages: Vec<_> = i.inputs().map(|input| input.language.as_deref()).collect();
    assert_eq!(languages, [Some("c++"), None]);
}

#[test]
fn device_code_follows_march_unless_targets_say_otherwise() {
    assert_eq!(parse(&here("-c -x c++ SRC")).targets, [cpu("native")]);
    assert_eq!(parse(&here("-march=haswell -c -x c++ SRC")).targets, [cpu("haswell")]);
    assert_eq!(
        parse(&here("-march=haswell --targets=cpu:x86-64-v2 -c -x c++ SRC")).targets,
        [cpu("x86-64-v2")]
    );
}

#[test]
fn options_of_clang_keep_their_values() {
    for option in [
        "-qmkl=parallel",
        "-Wno-sycl-strict",
        "--serialize-diagnostics x",
        "-mthread-model single",
        "-index-store-path x",
        "-iframework x",
        "--param a=b",
        "-Xarch_host -O2",
    ] {
        let i = parse(&here(&format!("{option} -c -x c++ SRC")));
        assert_eq!(i.inputs().count(), 1, "{option}");
    }
    assert_eq!(parse(&here("--analyze -x c++ SRC")).phase, Phase::OneRun);
    assert_eq!(parse(&here("--output=x --language=c++ SRC")).output, Some(PathBuf::from("x")));
    assert_eq!(parse("-dumpmachine").action, Action::AskClang);
    assert_eq!(parse("--print-file-name=x").action, Action::AskClang);
    assert_eq!(parse(&here("-dumpdir x -c -x c++ SRC")).action, Action::Build);
    let i = parse(&here("--serialize-diagnostics x -c -x c++ SRC"));
    assert_eq!((i.host_flags(), i.code_flags()), (vec!["-O0".to_owned()], Vec::new()));
}

#[test]
fn warnings_are_on_unless_they_are_disabled() {
    let warns = |line: &str| parse(&here(&format!("{line} -c -x c++ SRC"))).warns("x");
    assert!(warns("-Wall") && warns("-Wno-x -Wx") && warns("-Wno-everything -Wx"));
    assert!(!warns("-w") && !warns("-Wno-x") && !warns("-Wno-everything") && !warns("-w -Wx"));
    // The back end gets the flags for warnings, but not `-Werror`.
    let i = parse(&here("-Wno-everything -Werror -Werror=x -w -c -x c++ SRC"));
    assert_eq!(i.code_flags(), ["-Wno-everything", "-w"]);
}

#[test]
fn warnings_about_kernels_are_shown_as_the_last_flag_says() {
    use scythe_pipeline::warnings::Warning::NullPointer;
    let severity =
        |line: &str| parse(&here(&format!("{line} -c -x c++ SRC"))).severity_of(NullPointer);
    for line in [
        "",
        "-Wno-error",
        "-Wno-everything -Wscythe-null-pointer",
        "-Wno-error=scythe-null-pointer -Werror",
    ] {
        assert_eq!(severity(line), Some(Severity::Warning), "{line}");
    }
    for line in [
        "-Werror",
        "-Werror=scythe-null-pointer",
        "-Wno-everything -Werror=scythe-null-pointer -Wno-error",
    ] {
        assert_eq!(severity(line), Some(Severity::Error), "{line}");
    }
    for line in [
        "-w",
        "-w -Wscythe-null-pointer",
        "-Wno-scythe-null-pointer",
        "-Wscythe-null-pointer -Wno-everything",
    ] {
        assert_eq!(severity(line), None, "{line}");
    }
    assert_eq!(severity("-Werror=scythe-divergent-barrier"), Some(Severity::Warning));
    // What nobody knows is clang's.
    let i = parse(&here("-Wno-error=scythe-null-pointer -Werror=scythe-x -c -x c++ SRC"));
    assert_eq!(i.host_flags(), ["-Werror=scythe-x", "-O0"]);
}

#[test]
fn the_earliest_phase_wins() {
    assert_eq!(parse(&here("-c -S -x c++ SRC")).phase, Phase::Assembly);
    assert_eq!(parse(&here("-c -E -x c++ SRC")).phase, Phase::OneRun);
}

#[test]
fn errors_name_the_wrong_word() {
    let message = |line: &str| match try_parse(&here(line)) {
        Err(DriverError::Usage(lines)) => lines.join("\n"),
        other => panic!("{line}: {other:?}"),
    };
    assert_eq!(message(""), "no input files");
    assert!(message("nowhere.cpp").contains("no such file or directory: 'nowhere.cpp'"));
    assert!(message("--emit=wibble SRC").contains("unknown stage 'wibble'"));
    assert!(message("--targets=wibble SRC").contains("wibble"));
    assert!(message("--precompile-headers SRC").contains("takes no files"));
    assert!(message("SRC -o").contains("argument to '-o' is missing (expected 1 value)"));
    assert_eq!(
        message("-fexception SRC -wibble-wobble"),
        "unknown argument '-fexception'; did you mean '-fexceptions'?\n\
         unknown argument: '-wibble-wobble'"
    );
    assert!(
        message("no.cpp SRC neither.cpp").contains("'no.cpp'\nno such file or directory: 'nei")
    );
    assert!(message("-parallel-jobs=0 SRC").contains("at least 1"));
    for size in ["0", "2", "12", "64", "many", ""] {
        let line = format!("-fscythe-sub-group-size={size} SRC");
        assert!(message(&line).ends_with("(expected one of 4, 8, 16, 32)"), "{line}");
    }
    assert!(message("-x c++ -c SRC SRC -o x.o").contains("multiple output files"));
}

#[test]
fn flags_of_families_are_passed_on() {
    let line = "-fscythe-lockstep -fscythe-spirv-ext=all -fno-scythe-mlir -fscythe-check SRC";
    let i = parse(&here(line));
    assert_eq!(i.family_flags, ["-fscythe-lockstep", "-fscythe-spirv-ext=all"]);
    assert!(i.checked && !i.mlir);
}

#[test]
fn passes_see_only_their_flags() {
    let i = parse(&here(
        "-O2 -MD -MF x.d -flto -march=native -mavx2 -Wl,-s -lfoo -DX -fopenmp -g -c -x c++ SRC",
    ));
    assert_eq!(i.host_flags(), ["-march=native", "-mavx2", "-DX", "-fopenmp", "-g", "-O2"]);
    assert_eq!(i.device_flags(), ["-DX", "-g", "-O2"]);
    assert_eq!(i.code_flags(), ["-O2", "-flto", "-march=native", "-mavx2", "-fopenmp", "-g"]);
    assert_eq!(i.value_of("-MF"), Some("x.d"));
}

#[test]
fn passes_over_sources_share_optimisation_levels() {
    let host = |line: &str| parse(&here(&format!("{line} -c -x c++ SRC"))).host_flags().join(" ");
    assert_eq!(host("-O3 -g"), "-g -O2");
    assert_eq!(host("-O2 -O0"), "-O0");
    assert_eq!(host("-g"), "-g -O0");
    assert_eq!(host("-O0 -O"), "-O1");
    assert_eq!(host("-Xclang -O0 -O3"), "-Xclang -O0 -O2");
    // These imply more than a level, and their position matters.
    assert_eq!(host("-O3 -Ofast -fno-fast-math"), "-O3 -Ofast -fno-fast-math");
    let i = parse(&here("-O2 -O3 -c -x c++ SRC"));
    assert_eq!(i.code_flags(), ["-O2", "-O3"]);
}

#[test]
fn flags_of_other_compilers() {
    let i = parse(&here(
        "-fsycl -fsycl-targets=spir64 -Xs x -l sycl -l m -lsycl -qopenmp -fp-model fast=2 \
         -Xsycl-target-frontend -DX --gcc-toolchain= -c -x c++ SRC",
    ));
    assert_eq!(i.targets.len(), 2);
    assert_eq!(i.host_flags(), ["-fopenmp", "-ffp-model=aggressive", "-O0"]);
    assert_eq!(i.device_flags(), ["-ffp-model=aggressive", "-O0", "-DX"]);
    assert_eq!(i.flags_where(|flag| flag.scope() == Scope::Link), ["-l", "m"]);
    assert!(i.has_openmp());
    assert!(!parse(&here("-fopenmp -fno-openmp -c -x c++ SRC")).has_openmp());
    assert_eq!(
        parse(&here("-fsycl-targets=spir64 --targets=cpu -c -x c++ SRC")).targets,
        [cpu("native")]
    );
}

#[test]
fn extensions_of_spirv_are_added_up() {
    let line = "-fscythe-spirv-ext=+SPV_A -fscythe-spirv-ext=+SPV_B,-SPV_A -c SRC";
    let extensions = Extensions::of_flags(&parse(&here(line)).family_flags);
    assert!(extensions.allows("SPV_B") && !extensions.allows("SPV_A"));
    let error = try_parse(&here("-fscythe-spirv-ext=SPV_A -c SRC")).expect_err("a sign is missing");
    assert!(format!("{error:?}").contains("'SPV_A' is not +SPV"), "{error:?}");
}
