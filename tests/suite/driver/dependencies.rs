//! Header dependencies: the output of `-M*`, and its use by make and ninja.

use std::fs;
use std::thread;
use std::time::Duration;

use super::{Case, exist, prints};
use crate::process::Run;
use crate::sandbox::Sandbox;
use crate::setting::tool;
use crate::verdict::{Verdict, ensure};

pub const CASES: &[Case] = &[
    ("to_standard_output", to_standard_output),
    ("beside_the_object", beside_the_object),
    ("file_and_target", file_and_target),
    ("make_rebuilds", make_rebuilds),
    ("ninja_rebuilds", ninja_rebuilds),
];

/// A rule of a dependency file.
struct Rule {
    target: String,
    prerequisites: Vec<String>,
}

impl Rule {
    /// Parses the only rule in a text and checks what every such rule must satisfy.
    fn parse(text: &str) -> Verdict<Self> {
        let joined = text.replace("\\\n", " ");
        let rules: Vec<_> = joined.lines().filter(|line| line.contains(": ")).collect();
        ensure(rules.len() == 1, || format!("expected one rule:\n{text}"))?;
        let (target, rest) = rules[0].split_once(": ").unwrap_or_default();
        let prerequisites: Vec<_> = rest.split_whitespace().map(str::to_owned).collect();
        let mut unique = prerequisites.clone();
        unique.sort();
        unique.dedup();
        ensure(unique.len() == prerequisites.len(), || format!("a file came twice:\n{text}"))?;
        Ok(Self { target: target.to_owned(), prerequisites })
    }

    fn has(&self, ending: &str) -> bool {
        self.prerequisites.iter().any(|file| file.ends_with(ending))
    }

    fn expect(&self, target: &str, present: &[&str], absent: &[&str]) -> Verdict {
        let text = format!("{}: {}", self.target, self.prerequisites.join(" "));
        ensure(self.target == target, || format!("expected the target {target}:\n{text}"))?;
        for file in present {
            ensure(self.has(file), || format!("{file} is missing:\n{text}"))?;
        }
        for file in absent {
            ensure(!self.has(file), || format!("{file} does not belong there:\n{text}"))?;
        }
        Ok(())
    }
}

const SYSTEM: &str = "/cstdio";
const OURS: [&str; 2] = ["both.cpp", "increment.hpp"];

fn sources(sandbox: &Sandbox) -> Verdict {
    sandbox.copy("driver", &["both.cpp", "elsewhere.cpp", "increment.hpp"])
}

fn to_standard_output(sandbox: &Sandbox) -> Verdict {
    sources(sandbox)?;
    let all = sandbox.scythe().args(["-M", "both.cpp"]).succeed()?;
    let rule = Rule::parse(&all.stdout)?;
    rule.expect("both.o", &[OURS[0], OURS[1], SYSTEM, "sycl/sycl.hpp"], &[])?;
    let user = sandbox.scythe().args(["-MM", "both.cpp"]).succeed()?;
    Rule::parse(&user.stdout)?.expect("both.o", &OURS, &[SYSTEM])?;
    let left = sandbox.listing()?;
    ensure(left.len() == 3, || format!("files appeared: {}", left.join(" ")))
}

fn beside_the_object(sandbox: &Sandbox) -> Verdict {
    sources(sandbox)?;
    sandbox.subdir("out")?;
    sandbox.scythe().args(["-MD", "-c", "both.cpp", "-o", "out/x.o"]).succeed()?;
    let rule = Rule::parse(&fs::read_to_string(sandbox.path("out/x.d"))?)?;
    rule.expect("out/x.o", &[OURS[0], OURS[1], SYSTEM, "sycl/sycl.hpp"], &[])?;
    sandbox.scythe().args(["-MMD", "-c", "both.cpp"]).succeed()?;
    exist(sandbox, &["both.o", "both.d"])?;
    Rule::parse(&fs::read_to_string(sandbox.path("both.d"))?)?.expect("both.o", &OURS, &[SYSTEM])
}

fn file_and_target(sandbox: &Sandbox) -> Verdict {
    sources(sandbox)?;
    let flags = ["-MD", "-MF", "deps.mk", "-MT", "some/target", "-MP"];
    sandbox.scythe().args(flags).args(["-c", "both.cpp", "-o", "x.o"]).succeed()?;
    let text = fs::read_to_string(sandbox.path("deps.mk"))?;
    ensure(text.contains("increment.hpp:\n"), || format!("-MP had no effect:\n{text}"))?;
    // Set the phony rules of -MP aside; they have no prerequisites.
    Rule::parse(&text)?.expect("some/target", &OURS, &[])
}

fn make_rebuilds(sandbox: &Sandbox) -> Verdict {
    let make = tool("make")?;
    sources(sandbox)?;
    let rules = format!(
        "both: both.o elsewhere.o\n\t{0} $^ -o $@\n\
         %.o: %.cpp\n\t{0} -MMD -c $< -o $@\n\
         -include both.d elsewhere.d\n",
        sandbox.setting().bin_dir.join("scythe++").display()
    );
    sandbox.write("Makefile", &rules)?;
    rebuilds(sandbox, || sandbox.run(&make))
}

fn ninja_rebuilds(sandbox: &Sandbox) -> Verdict {
    let ninja = tool("ninja")?;
    sources(sandbox)?;
    let rules = format!(
        "rule cxx\n  command = {0} -MD -MT $out -MF $out.d -c $in -o $out\n  depfile = $out.d\n  deps = gcc\n\
         rule link\n  command = {0} $in -o $out\n\
         build both.o: cxx both.cpp\nbuild elsewhere.o: cxx elsewhere.cpp\n\
         build both: link both.o elsewhere.o\n",
        sandbox.setting().bin_dir.join("scythe++").display()
    );
    sandbox.write("build.ninja", &rules)?;
    rebuilds(sandbox, || sandbox.run(&ninja).arg("-v"))
}

/// Builds, changes the header, builds again: both objects must follow.
fn rebuilds(sandbox: &Sandbox, build: impl Fn() -> Run) -> Verdict {
    build().succeed()?;
    prints(sandbox, "both", "42")?;
    let idle = build().succeed()?;
    let is_idle = !idle.stdout.contains(" -c ");
    idle.expect(is_idle, "a build without changes compiled something")?;

    // Make's time stamps may be as coarse as the clock's tick.
    thread::sleep(Duration::from_millis(50));
    let header = fs::read_to_string(sandbox.path("increment.hpp"))?;
    sandbox.write("increment.hpp", &header.replace("define STEP 1", "define STEP 2"))?;
    build().succeed()?;
    prints(sandbox, "both", "44")
}
