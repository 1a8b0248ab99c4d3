//! The precompiled SYCL header: made when it pays, never out of date, never harmful.
//!
//! The driver's treatment of headers does not depend on their contents, so most tests use a prefix with a
//! small header instead of SYCL's, which takes seconds to precompile.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;

use super::{Case, prints};
use crate::process::{Output, Run};
use crate::sandbox::{Sandbox, names};
use crate::verdict::{Verdict, ensure};

pub const CASES: &[Case] = &[
    ("made_the_second_time", made_the_second_time),
    ("made_again", made_again),
    ("on_request", on_request),
    ("whatever_does_not_matter", whatever_does_not_matter),
    ("assertions", assertions),
    ("when_headers_change", when_headers_change),
    ("not_behind_anything_else", not_behind_anything_else),
    ("nowhere_to_put_it", nowhere_to_put_it),
    ("for_many_at_once", for_many_at_once),
];

/// The installation has no headers for `-O1`.
const PROGRAM: [&str; 5] = ["-v", "-O1", "answer.cpp", "-o", "answer"];

/// The signal of `abort`.
const ABORT: i32 = 6;

/// The header that replaces SYCL's.
const SMALL_HEADER: &str = "#pragma once\n#include <cstddef>\n\
                            namespace sycl { constexpr int submit(int value) { return value + 1; } }\n";

/// A program that includes it.
const SMALL_PROGRAM: &str = "#include <cstdio>\n#include <sycl/sycl.hpp>\n\
                             int main() { std::printf(\"%d\\n\", sycl::submit(41)); }\n";

/// A cache for one test only.
fn cache(sandbox: &Sandbox) -> PathBuf {
    sandbox.path("cache")
}

fn scythe(sandbox: &Sandbox) -> Run {
    sandbox.scythe().env("SCYTHE_CACHE", cache(sandbox))
}

/// Writes the small program, and makes a prefix with the small header.
fn set_up_small(sandbox: &Sandbox) -> Verdict {
    let setting = sandbox.setting();
    for folder in ["bin", "lib/scythe", "include/sycl", "include/scythe"] {
        sandbox.subdir(&format!("small/{folder}"))?;
    }
    // The driver follows links before it locates its files.
    let program = setting.binary("scythe++")?.canonicalize()?;
    let ours = sandbox.path("small/bin/scythe++");
    fs::hard_link(&program, &ours).or_else(|_| fs::copy(&program, &ours).map(drop))?;
    for (library, folder) in [("libscythe.so", "lib"), ("libscythe_plugin.so", "lib/scythe")] {
        let place = sandbox.path("small").join(folder).join(library);
        symlink(setting.binary(library)?.canonicalize()?, place)?;
    }
    sandbox.write("small/include/sycl/sycl.hpp", SMALL_HEADER)?;
    // The precompiled header, and what is read after it.
    for header in ["scythe/precompiled.hpp", "scythe/unit_targets.hpp"] {
        let copy = sandbox.path("small/include").join(header);
        fs::copy(setting.include().join(header), copy)?;
    }
    sandbox.write("answer.cpp", SMALL_PROGRAM).map(drop)
}

/// The compiler with the small header.
fn small(sandbox: &Sandbox) -> Run {
    sandbox.run(sandbox.path("small/bin/scythe++")).env("SCYTHE_CACHE", cache(sandbox))
}

/// How a compilation used precompiled headers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Did {
    Nothing,
    Make,
    Use,
}

fn expect(output: &Output, expected: Did) -> Verdict {
    let count = |flag: &str| output.stderr.matches(&format!(" \"{flag}\"")).count();
    let did = match (count("-emit-pch"), count("-include-pch")) {
        (0, 0) => Did::Nothing,
        (2, 2) => Did::Make,
        (0, 2) => Did::Use,
        counts => return ensure(false, || output.describe(&format!("headers: {counts:?}"))),
    };
    ensure(did == expected, || output.describe(&format!("expected {expected:?}, got {did:?}")))
}

fn made_the_second_time(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["answer.cpp"])?;
    for did in [Did::Nothing, Did::Make, Did::Use] {
        expect(&scythe(sandbox).args(PROGRAM).succeed()?, did)?;
        prints(sandbox, "answer", "42")?;
    }
    Ok(())
}

fn made_again(sandbox: &Sandbox) -> Verdict {
    set_up_small(sandbox)?;
    let compile = |flags: &[&str]| small(sandbox).args(PROGRAM).args(flags).succeed();
    expect(&compile(&[])?, Did::Nothing)?;
    expect(&compile(&[])?, Did::Make)?;
    expect(&compile(&["-MD", "-MF", "with.d"])?, Did::Use)?;
    prints(sandbox, "answer", "42")?;
    expect(&compile(&["-fsyntax-only"])?, Did::Use)?;
    expect(&compile(&["-fno-scythe-pch", "-MD", "-MF", "without.d"])?, Did::Nothing)?;
    same_headers(sandbox)?;
    let nowhere = small(sandbox).env("SCYTHE_CACHE", "").args(PROGRAM).succeed()?;
    expect(&nowhere, Did::Nothing)?;
    // Other flags need another header.
    for did in [Did::Nothing, Did::Make] {
        expect(&compile(&["-std=c++20"])?, did)?;
        prints(sandbox, "answer", "42")?;
    }
    damage(sandbox)?;
    expect(&compile(&[])?, Did::Make)?;
    prints(sandbox, "answer", "42")?;
    let unfinished = || -> Verdict<usize> {
        let left = names(&cache(sandbox))?;
        Ok(left.iter().filter(|name| name.ends_with(".making")).count())
    };
    let left = unfinished()?;
    ensure(left == 0, || format!("{left} unfinished headers are left"))?;
    let spoilt = distrust(sandbox)?;
    expect(&compile(&[])?, Did::Make)?;
    prints(sandbox, "answer", "42")?;
    // The replaced headers are complete.
    let left = unfinished()?;
    ensure(left + 2 == spoilt, || format!("{left} of {spoilt} unfinished headers are left"))
}

fn on_request(sandbox: &Sandbox) -> Verdict {
    set_up_small(sandbox)?;
    // A clang with flags that the driver does not know about.
    let clang = sandbox.write("clang", "#!/bin/sh\nexec clang++-22 $MORE \"$@\"\n")?;
    fs::set_permissions(&clang, fs::Permissions::from_mode(0o755))?;
    let small = |sandbox: &Sandbox| small(sandbox).env("SCYTHE_CLANG", &clang);
    let request = || small(sandbox).args(["--precompile-headers", "-v", "-O1", "-DPROGRAM"]);
    let made = |output: &Output| output.stderr.matches(" \"-emit-pch\"").count();
    for count in [2, 0] {
        let output = request().succeed()?;
        ensure(made(&output) == count, || output.describe("as many new headers as missing"))?;
    }
    expect(&small(sandbox).args(PROGRAM).succeed()?, Did::Use)?;
    prints(sandbox, "answer", "42")?;
    // clang rejects a header that was made with other flags; the program is then compiled without it.
    small(sandbox).env("MORE", "-fno-rtti").args(PROGRAM).succeed()?;
    prints(sandbox, "answer", "42")?;
    // A macro that occurs in headers needs a separate header; `-o` names its directory.
    let output = request().args(["-Dsubmit=submit", "-o", "elsewhere"]).succeed()?;
    ensure(made(&output) == 4, || output.describe("headers with the macro and without"))?;
    expect(&small(sandbox).args(PROGRAM).arg("-Dsubmit=submit").succeed()?, Did::Nothing)?;
    let elsewhere = small(sandbox).env("SCYTHE_CACHE", sandbox.path("elsewhere"));
    expect(&elsewhere.args(PROGRAM).arg("-Dsubmit=submit").succeed()?, Did::Use)?;
    prints(sandbox, "answer", "42")?;
    let broken = request().args(["-O2", "-std=c++98"]).output()?.expect_code(1)?;
    let says = broken.stderr.contains("could not precompile the SYCL header");
    ensure(says, || broken.describe("no word on the header"))
}

fn whatever_does_not_matter(sandbox: &Sandbox) -> Verdict {
    set_up_small(sandbox)?;
    let compile = |flags: &[&str]| small(sandbox).args(PROGRAM).args(flags).succeed();
    expect(&compile(&["-DFIRST", "-Wall"])?, Did::Nothing)?;
    expect(&compile(&["-DSECOND=2", "-g"])?, Did::Make)?;
    expect(&compile(&["-DNDEBUG", "-UFIRST", "-Wextra", "-O0", "-O1"])?, Did::Use)?;
    prints(sandbox, "answer", "42")?;
    // Directories in which the headers look for nothing.
    sandbox.subdir("own")?;
    sandbox.write("own/of_the_program.h", "")?;
    expect(&compile(&["-Iown", "-isystem", "own", "-I", "nowhere", "-std=gnu++17"])?, Did::Use)?;
    // The name of something in the headers.
    for did in [Did::Nothing, Did::Make, Did::Use] {
        expect(&compile(&["-Dsubmit=submit"])?, did)?;
        prints(sandbox, "answer", "42")?;
    }
    // Macros apply to the program, and warnings are about the program.
    sandbox.write(
        "value.cpp",
        "#include <sycl/sycl.hpp>\n#include <cstdio>\n\
         int main() { int unused; std::printf(\"%d\\n\", VALUE); }\n",
    )?;
    let run = small(sandbox).args(["-v", "-O1", "-DVALUE=7", "-Wall", "value.cpp", "-o", "value"]);
    let output = run.succeed()?;
    expect(&output, Did::Use)?;
    let warns = output.stderr.contains("-Wunused-variable");
    ensure(warns, || output.describe("no warning"))?;
    prints(sandbox, "value", "7")
}

/// Headers are shared with and without `NDEBUG`, but the definition of `assert` is not.
fn assertions(sandbox: &Sandbox) -> Verdict {
    sandbox.write("main.cpp", "#include <sycl/sycl.hpp>\nint main() { assert(false); }\n")?;
    // The installation has headers for this level.
    let compile = |flags: &[&str]| {
        scythe(sandbox).args(["-v", "-O2", "main.cpp", "-o", "main"]).args(flags).succeed()
    };
    let run = || sandbox.run(sandbox.path("main")).output();
    expect(&compile(&["-DNDEBUG"])?, Did::Use)?;
    run()?.expect_code(0)?;
    expect(&compile(&[])?, Did::Use)?;
    run()?.expect_signal(ABORT)?;
    Ok(())
}

/// Dependency files list our headers with and without the precompiled header.
fn same_headers(sandbox: &Sandbox) -> Verdict {
    let files = |name: &str| -> Verdict<Vec<String>> {
        let text = fs::read_to_string(sandbox.path(name))?.replace("\\\n", " ");
        let mut files: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        files.retain(|file| file.contains("/sycl/") || file.ends_with(".cpp"));
        files.sort();
        Ok(files)
    };
    let (with, without) = (files("with.d")?, files("without.d")?);
    ensure(!with.is_empty() && with == without, || format!("{with:?}\nbut {without:?}"))
}

/// Overwrites all headers of the cache.
fn damage(sandbox: &Sandbox) -> Verdict {
    for name in names(&cache(sandbox))? {
        let header = cache(sandbox).join(name).join("header.pch");
        if header.exists() {
            fs::write(header, "nonsense")?;
        }
    }
    Ok(())
}

/// Makes all headers of the cache unusable: in every other one a byte is changed, with the same size and time
/// stamp, and the others could have been written by other users. Adds files of an interrupted driver. Returns
/// the number of headers.
fn distrust(sandbox: &Sandbox) -> Verdict<usize> {
    let entries = names(&cache(sandbox))?.into_iter().map(|name| cache(sandbox).join(name));
    let entries: Vec<PathBuf> = entries.filter(|entry| entry.join("header.pch").exists()).collect();
    for (at, entry) in entries.iter().enumerate() {
        let header = entry.join("header.pch");
        if at % 2 == 0 {
            let before = fs::metadata(&header)?.modified()?;
            let mut bytes = fs::read(&header)?;
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
            fs::write(&header, bytes)?;
            fs::File::options().append(true).open(&header)?.set_modified(before)?;
        } else {
            fs::set_permissions(entry, fs::Permissions::from_mode(0o777))?;
        }
        fs::create_dir(entry.with_extension("making"))?;
    }
    Ok(entries.len())
}

fn when_headers_change(sandbox: &Sandbox) -> Verdict {
    set_up_small(sandbox)?;
    // Replaces a standard header that SYCL's includes, and that is part of the precompiled one.
    sandbox.subdir("first")?;
    let header = |value: i32| format!("#include_next <cstddef>\n#define VALUE {value}\n");
    sandbox.write("first/cstddef", &header(1))?;
    let program = "#include <sycl/sycl.hpp>\n#include <cstdio>\n\
                   int main() { std::printf(\"%d\\n\", VALUE); }\n";
    sandbox.write("value.cpp", program)?;
    let compile =
        || small(sandbox).args(["-v", "-O1", "-Ifirst", "value.cpp", "-o", "value"]).succeed();
    // Without the directory; only then it is known that its file matters.
    for did in [Did::Nothing, Did::Make] {
        let plain = ["-v", "-O1", "-fsyntax-only", "answer.cpp"];
        expect(&small(sandbox).args(plain).succeed()?, did)?;
    }
    for did in [Did::Nothing, Did::Make] {
        expect(&compile()?, did)?;
        prints(sandbox, "value", "1")?;
    }
    sandbox.write("first/cstddef", &header(22))?;
    expect(&compile()?, Did::Make)?;
    prints(sandbox, "value", "22")?;
    expect(&compile()?, Did::Use)?;
    prints(sandbox, "value", "22")
}

fn not_behind_anything_else(sandbox: &Sandbox) -> Verdict {
    set_up_small(sandbox)?;
    let program = "#include <sycl/sycl.hpp>\nint main() { return 0; }\n";
    sandbox.write("answer.cpp", &format!("#define NDEBUG\n{program}"))?;
    sandbox.write("plain.cpp", program)?;
    sandbox.write("before.hpp", "#define BEFORE\n")?;
    for _ in 0..2 {
        let run = small(sandbox).args(["-v", "-O1", "-fsyntax-only", "answer.cpp"]);
        expect(&run.succeed()?, Did::Nothing)?;
        let run = small(sandbox).args(["-v", "-O1", "-fsyntax-only", "-include", "before.hpp"]);
        expect(&run.arg("plain.cpp").succeed()?, Did::Nothing)?;
    }
    Ok(())
}

fn nowhere_to_put_it(sandbox: &Sandbox) -> Verdict {
    set_up_small(sandbox)?;
    fs::create_dir(cache(sandbox))?;
    fs::set_permissions(cache(sandbox), fs::Permissions::from_mode(0o555))?;
    let file = sandbox.write("file", "")?;
    for place in [cache(sandbox), file.join("cache")] {
        for _ in 0..2 {
            let output = small(sandbox).env("SCYTHE_CACHE", &place).args(PROGRAM).succeed()?;
            let says = output.stderr.contains("SCYTHE_CACHE names");
            ensure(says == place.starts_with(&file), || output.describe("the place is no place"))?;
            prints(sandbox, "answer", "42")?;
        }
    }
    fs::set_permissions(cache(sandbox), fs::Permissions::from_mode(0o755))?;
    Ok(())
}

fn for_many_at_once(sandbox: &Sandbox) -> Verdict {
    set_up_small(sandbox)?;
    for _ in 0..2 {
        let mut running = Vec::new();
        for number in 0..4 {
            let program = format!("answer{number}");
            let run = small(sandbox).args(["-O1", "answer.cpp", "-o", program.as_str()]);
            running.push(run.start()?);
        }
        for (number, one) in running.into_iter().enumerate() {
            one.finish()?.expect_code(0)?;
            prints(sandbox, &format!("answer{number}"), "42")?;
        }
    }
    expect(&small(sandbox).args(PROGRAM).succeed()?, Did::Use)
}
