//! Command lines of `scythe++`, each tried in a directory of its own.
//!
//! The programs they compile are in `tests/driver`; each module here is one subject.

mod careless;
mod compile;
mod dependencies;
mod errors;
mod external;
mod foreign;
pub mod front_doors;
mod information;
pub mod installed;
mod interrupt;
mod link;
mod mlir;
mod nvidia;
mod precompiled;
mod short_names;
mod standards;
mod targets;
mod temporaries;

use libtest_mimic::Trial;

use crate::sandbox::Sandbox;
use crate::setting::Setting;
use crate::verdict::{Verdict, ensure, trial};

/// A named test.
pub type Case = (&'static str, fn(&Sandbox) -> Verdict);

const SUBJECTS: &[(&str, &[Case])] = &[
    ("careless", careless::CASES),
    ("compile", compile::CASES),
    ("link", link::CASES),
    ("dependencies", dependencies::CASES),
    ("errors", errors::CASES),
    ("external", external::CASES),
    ("foreign", foreign::CASES),
    ("front_doors", front_doors::CASES),
    ("information", information::CASES),
    ("temporaries", temporaries::CASES),
    ("interrupt", interrupt::CASES),
    ("targets", targets::CASES),
    ("installed", installed::CASES),
    ("mlir", mlir::CASES),
    ("nvidia", nvidia::CASES),
    ("precompiled", precompiled::CASES),
    ("short_names", short_names::CASES),
];

/// Collects the trials about command lines.
pub fn collect(setting: &'static Setting) -> Vec<Trial> {
    let mut trials = Vec::new();
    for (subject, cases) in SUBJECTS {
        for (name, test) in *cases {
            trials.push(trial(setting, format!("driver/{subject}/{name}"), test));
        }
    }
    trials.extend(standards::collect(setting));
    trials
}

/// Runs a program of the sandbox, which must print one line.
fn prints(sandbox: &Sandbox, program: &str, line: &str) -> Verdict {
    let output = sandbox.run(sandbox.path(program)).succeed()?;
    ensure(output.stdout.trim_end() == line, || output.describe(&format!("expected {line:?}")))
}

/// Requires that files are there.
fn exist(sandbox: &Sandbox, names: &[&str]) -> Verdict {
    let listing = sandbox.listing()?;
    for name in names {
        ensure(listing.iter().any(|found| found == name), || {
            format!("{name} is missing; the directory has {}", listing.join(" "))
        })?;
    }
    Ok(())
}
