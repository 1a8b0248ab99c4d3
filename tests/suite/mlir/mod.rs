//! MLIR for users: `scythe-opt`'s command line, the plugin for `mlir-opt`, malformed input.

mod command_line;
mod malformed;
#[path = "../../fuzz/src/mutate/text.rs"]
mod mutate;
mod plugin;

use libtest_mimic::Trial;

use crate::sandbox::Sandbox;
use crate::setting::Setting;
use crate::verdict::{Verdict, trial};

/// A named test.
type Case = (&'static str, fn(&Sandbox) -> Verdict);

/// Collects the trials.
pub fn collect(setting: &'static Setting) -> Vec<Trial> {
    let mut trials = Vec::new();
    for (subject, cases) in [("scythe-opt", command_line::CASES), ("plugin", plugin::CASES)] {
        for (name, test) in cases {
            trials.push(trial(setting, format!("mlir/{subject}/{name}"), test));
        }
    }
    trials.extend(malformed::collect(setting));
    trials
}
