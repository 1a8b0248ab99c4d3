//! The precompiled SYCL header: made when it pays, never out of date, never in the way.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use super::{Case, prints};
use crate::process::{Output, Run};
use crate::sandbox::{Sandbox, names};
use crate::verdict::{Verdict, ensure};

pub const CASES: &[Case] = &[
    ("made_the_second_time", made_the_second_time),
    ("when_headers_change", when_headers_change),
    ("not_behind_anything_else", not_behind_anything_else),
    ("nowhere_to_put_it", nowhere_to_put_it),
    ("for_many_at_once", for_many_at_once),
];

const PROGRAM: [&str; 5] = ["-v", "-O0", "answer.cpp", "-o", "answer"];

/// A cache for one test alone.
fn cache(sandbox: &Sandbox) -> PathBuf {
    sandbox.path("cache")
}

fn scythe(sandbox: &Sandbox) -> Run {
    sandbox.scythe().env("SCYTHE_CACHE", cache(sandbox))
}

/// What a compilation did with precompiled headers.
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
    let compile = |flags: &[&str]| scythe(sandbox).args(PROGRAM).args(flags).succeed();
    expect(&compile(&[])?, Did::Nothing)?;
    expect(&compile(&[])?, Did::Make)?;
    prints(sandbox, "answer", "42")?;
    expect(&compile(&["-MD", "-MF", "with.d"])?, Did::Use)?;
    prints(sandbox, "answer", "42")?;
    expect(&compile(&["-fsyntax-only"])?, Did::Use)?;
    expect(&compile(&["-fno-scythe-pch", "-MD", "-MF", "without.d"])?, Did::Nothing)?;
    same_headers(sandbox)?;
    let nowhere = sandbox.scythe().env("SCYTHE_CACHE", "").args(PROGRAM).succeed()?;
    expect(&nowhere, Did::Nothing)?;
    // Other flags are another matter.
    for did in [Did::Nothing, Did::Make] {
        expect(&compile(&["-g", "-std=c++20"])?, did)?;
        prints(sandbox, "answer", "42")?;
    }
    damage(sandbox)?;
    expect(&compile(&[])?, Did::Make)?;
    prints(sandbox, "answer", "42")?;
    let left = names(&cache(sandbox))?;
    let unfinished = left.iter().any(|name| name.ends_with(".making"));
    ensure(!unfinished, || format!("left behind: {}", left.join(" ")))
}

/// Dependency files name our headers with it and without it.
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

/// Writes something else into all headers of the cache.
fn damage(sandbox: &Sandbox) -> Verdict {
    for name in names(&cache(sandbox))? {
        let header = cache(sandbox).join(name).join("header.pch");
        if header.exists() {
            fs::write(header, "nonsense")?;
        }
    }
    Ok(())
}

fn when_headers_change(sandbox: &Sandbox) -> Verdict {
    // In the place of a standard header that SYCL's includes, which is made part of the precompiled one.
    sandbox.subdir("first")?;
    let header = |value: i32| format!("#include_next <cstddef>\n#define VALUE {value}\n");
    sandbox.write("first/cstddef", &header(1))?;
    let program = "#include <sycl/sycl.hpp>\n#include <cstdio>\n\
                   int main() { std::printf(\"%d\\n\", VALUE); }\n";
    sandbox.write("value.cpp", program)?;
    let compile = || scythe(sandbox).args(["-v", "-Ifirst", "value.cpp", "-o", "value"]).succeed();
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
    let program = "#include <sycl/sycl.hpp>\nint main() { return 0; }\n";
    sandbox.write("answer.cpp", &format!("#define NDEBUG\n{program}"))?;
    sandbox.write("plain.cpp", program)?;
    sandbox.write("before.hpp", "#define BEFORE\n")?;
    for _ in 0..2 {
        let run = scythe(sandbox).args(["-v", "-fsyntax-only", "answer.cpp"]);
        expect(&run.succeed()?, Did::Nothing)?;
        let run = scythe(sandbox).args(["-v", "-fsyntax-only", "-include", "before.hpp"]);
        expect(&run.arg("plain.cpp").succeed()?, Did::Nothing)?;
    }
    Ok(())
}

fn nowhere_to_put_it(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["answer.cpp"])?;
    fs::create_dir(cache(sandbox))?;
    fs::set_permissions(cache(sandbox), fs::Permissions::from_mode(0o555))?;
    let file = sandbox.write("file", "")?;
    for place in [cache(sandbox), file.join("cache")] {
        for _ in 0..2 {
            sandbox.scythe().env("SCYTHE_CACHE", &place).args(PROGRAM).succeed()?;
            prints(sandbox, "answer", "42")?;
        }
    }
    fs::set_permissions(cache(sandbox), fs::Permissions::from_mode(0o755))?;
    Ok(())
}

fn for_many_at_once(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["answer.cpp"])?;
    for _ in 0..2 {
        let mut running = Vec::new();
        for number in 0..4 {
            let program = format!("answer{number}");
            let run = scythe(sandbox).args(["-O0", "answer.cpp", "-o", program.as_str()]);
            running.push(run.start()?);
        }
        for (number, one) in running.into_iter().enumerate() {
            one.finish()?.expect_code(0)?;
            prints(sandbox, &format!("answer{number}"), "42")?;
        }
    }
    expect(&scythe(sandbox).args(PROGRAM).succeed()?, Did::Use)
}
