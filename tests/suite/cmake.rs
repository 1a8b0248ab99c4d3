//! CMake projects: `tests/cmake/<project>`, configured with `scythe++` as the C++ compiler, and
//! `tests/cmake_package`, which finds Scythe as a package; `tests/cmake_front_doors`, which look for other compilers.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use libtest_mimic::Trial;

use crate::driver::{Case, front_doors, installed};
use crate::sandbox::Sandbox;
use crate::setting::{Setting, files, folders, stem, tool};
use crate::verdict::{Verdict, ensure, fail, trial};

/// Collects the trials of `tests/cmake`.
pub fn collect(setting: &'static Setting) -> Vec<Trial> {
    let projects = folders(&setting.tests("cmake"));
    let test = |project: PathBuf| {
        trial(setting, format!("cmake/{}", stem(&project)), move |sandbox| check(&project, sandbox))
    };
    let mut trials: Vec<Trial> = projects.into_iter().map(test).collect();
    trials.push(trial(setting, "cmake_package/build_tree".to_owned(), from_build_tree));
    trials.push(trial(setting, "cmake_package/prefix".to_owned(), from_prefix));
    for (name, test) in FRONT_DOORS {
        trials.push(trial(setting, format!("cmake_front_doors/{name}"), test));
    }
    trials
}

/// Projects that look for other compilers.
const FRONT_DOORS: &[Case] = &[("intel", intel), ("directory", directory), ("adaptive", adaptive)];

/// CMake recognises the compiler as Intel's.
fn intel(sandbox: &Sandbox) -> Verdict {
    let folder = front_doors::folder(sandbox)?;
    let options = [
        format!("-DCMAKE_CXX_COMPILER={}", folder.join("bin/icpx").display()),
        shim(sandbox, "IntelSYCL"),
    ];
    front_door(sandbox, "intel", &options, "42 icpx")
}

/// The compiler is found in a directory, or by name in `PATH`.
fn directory(sandbox: &Sandbox) -> Verdict {
    let folder = front_doors::folder(sandbox)?;
    let there = format!("-DSYCL_COMPILER_DIR={}", folder.display());
    let options = ["-DSYCL_COMPILER=DPCPP".to_owned(), there];
    front_door(sandbox, "directory", &options, "42 clang++")?;
    front_door(sandbox, "directory", &["-DSYCL_COMPILER=ONEAPI-ICPX".to_owned()], "42 icpx")
}

/// The compiler is the project's own, and sources are named.
fn adaptive(sandbox: &Sandbox) -> Verdict {
    front_doors::folder(sandbox)?;
    for (package, targets) in [("AdaptiveCpp", "ACPP_TARGETS"), ("hipSYCL", "HIPSYCL_TARGETS")] {
        let options = [
            format!("-DCMAKE_CXX_COMPILER={}", tool("c++")?.display()),
            format!("-DPACKAGE={package}"),
            format!("-D{targets}=omp;generic"),
            shim(sandbox, package),
        ];
        front_door(sandbox, "adaptive", &options, "42 plain")?;
    }
    Ok(())
}

/// The directory of the package that replaces another implementation's.
fn shim(sandbox: &Sandbox, package: &str) -> String {
    let folder = sandbox.setting().root.join("cmake/compat").join(package);
    format!("-D{package}_DIR={}", folder.display())
}

/// Configures, builds and runs a project with the names of other compilers in `PATH`.
fn front_door(sandbox: &Sandbox, project: &str, options: &[String], expected: &str) -> Verdict {
    let setting = sandbox.setting();
    let cmake = tool("cmake")?;
    tool("ninja")?;
    let places = std::env::var_os("PATH").unwrap_or_default();
    let places = [sandbox.path("compat/bin")].into_iter().chain(std::env::split_paths(&places));
    let Ok(path) = std::env::join_paths(places) else { return fail("PATH has a colon in it") };
    let build = sandbox.subdir("build")?;
    fs::remove_dir_all(&build)?;
    sandbox
        .run(&cmake)
        .env("PATH", &path)
        .args(["-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-B", "build"])
        .arg(format!("-DSCYTHE_BIN_DIR={}", setting.bin_dir.display()))
        .args(options)
        .arg("-S")
        .arg(setting.tests("cmake_front_doors").join(project))
        .succeed()?;
    sandbox.run(&cmake).env("PATH", &path).args(["--build", "build"]).succeed()?;
    let output = sandbox.run(build.join("program")).succeed()?;
    ensure(output.stdout.trim_end() == expected, || {
        output.describe(&format!("expected {expected:?}"))
    })
}

/// With `scythe++` for everything, and in the full tests also with the project's own compiler for what is not SYCL.
fn from_build_tree(sandbox: &Sandbox) -> Verdict {
    let setting = sandbox.setting();
    let options = [
        format!("-DScythe_DIR={}", setting.root.join("cmake").display()),
        format!("-DSCYTHE_BIN_DIR={}", setting.bin_dir.display()),
    ];
    if setting.full {
        package(sandbox, &options, None, "9 another")?;
    }
    package(sandbox, &options, Some(setting.binary("scythe++")?), "9 scythe++")
}

/// From a prefix, with the project's own compiler, and in the full tests also with the installed one for everything.
fn from_prefix(sandbox: &Sandbox) -> Verdict {
    installed::install(sandbox, "prefix", &["--no-precompile"])?;
    let options = [
        format!("-DCMAKE_PREFIX_PATH={}", sandbox.path("prefix").display()),
        "-DSCYTHE_TARGETS=cpu:x86-64-v2".to_owned(),
    ];
    package(sandbox, &options, None, "9 another")?;
    if sandbox.setting().full {
        package(sandbox, &options, Some(sandbox.path("prefix/bin/scythe++")), "9 scythe++")?;
    }
    Ok(())
}

/// Builds and runs the project of the package, in a build folder for each compiler.
fn package(
    sandbox: &Sandbox,
    options: &[String],
    compiler: Option<PathBuf>,
    expected: &str,
) -> Verdict {
    let cmake = tool("cmake")?;
    tool("ninja")?;
    let folder = if compiler.is_some() { "build-scythe" } else { "build-other" };
    let compiler = match compiler {
        Some(compiler) => compiler,
        None => tool("c++")?,
    };
    sandbox
        .run(&cmake)
        .args(["-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-B", folder])
        .arg(format!("-DCMAKE_CXX_COMPILER={}", compiler.display()))
        .args(options)
        .arg("-S")
        .arg(sandbox.setting().tests("cmake_package"))
        .succeed()?;
    sandbox.run(&cmake).args(["--build", folder]).succeed()?;
    for (program, expected) in [("package", expected), ("adapted", "9 scythe++")] {
        let output = sandbox.run(sandbox.path(folder).join(program)).succeed()?;
        ensure(output.stdout.trim_end() == expected, || {
            output.describe(&format!("expected {expected:?}"))
        })?;
    }
    Ok(())
}

/// Configures, builds and runs the project `p` with its program `p`, then touches `*.hpp` and
/// expects that every file is compiled again.
fn check(project: &Path, sandbox: &Sandbox) -> Verdict {
    let cmake = tool("cmake")?;
    tool("ninja")?;
    let source = sandbox.subdir("source")?;
    let mut objects = 0;
    for file in files(project, &["txt", "cpp", "hpp"]) {
        objects += usize::from(file.extension().is_some_and(|extension| extension == "cpp"));
        fs::copy(&file, source.join(file.file_name().unwrap_or_default()))?;
    }
    let build = sandbox.path("build");
    let compiler = sandbox.setting().binary("scythe++")?;
    sandbox
        .run(&cmake)
        .args(["-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release"])
        .arg(format!("-DCMAKE_CXX_COMPILER={}", compiler.display()))
        .arg("-S")
        .arg(&source)
        .arg("-B")
        .arg(&build)
        .succeed()?;
    let make = || sandbox.run(&cmake).arg("--build").arg(&build).arg("--verbose").succeed();
    make()?;
    sandbox.run(build.join(stem(project))).succeed()?;

    let idle = make()?;
    let idle_is_right = idle.stdout.contains("no work to do");
    let idle = idle.expect(idle_is_right, "a build without changes had work to do")?;
    drop(idle);
    // Ninja compares time stamps; this makes sure that they differ.
    thread::sleep(Duration::from_millis(20));
    for header in files(&source, &["hpp"]) {
        fs::write(&header, fs::read(&header)?)?;
    }
    let again = make()?;
    let compiled = again.stdout.matches(" -c ").count();
    ensure(compiled == objects, || {
        again.describe(&format!(
            "{compiled} of {objects} files were compiled after a header changed"
        ))
    })
}
