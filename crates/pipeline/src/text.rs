//! Pipelines given as text: our passes and LLVM's, in one list.
//!
//! `work-item-loops,function(instcombine),add-kernel-wrapper<unpacked>`: at the top level a name is
//! one of ours or else LLVM's; runs of LLVM passes go to LLVM in one piece. The whole text is
//! understood before anything runs.

use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::targets::TargetMachine;
use scythe_llvm::{Tuning, check_passes, run_passes};
use scythe_mux::{MuxTarget, OptionError, Pass, Registered};

use crate::PipelineError;

/// A step of a pipeline.
enum Step {
    Ours(Pass),
    /// Several passes, in LLVM's own syntax.
    Llvm(String),
}

/// The registers of all our passes on LLVM IR.
pub const REGISTERS: &[&[Registered]] = &[scythe_properties::PASSES, scythe_mux::passes::ALL];

/// The pass of ours that an element of a pipeline means.
///
/// # Errors
/// When the pass does not take such options.
pub fn find(element: &str) -> Result<Option<Pass>, OptionError> {
    Pass::parse_among(REGISTERS, element)
}

/// Splits a pipeline at its top-level commas.
fn elements(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut found) = (0i32, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '(' | '<' => depth += 1,
            ')' | '>' => depth -= 1,
            ',' if depth == 0 => {
                found.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(text[start..].trim());
    found.retain(|element| !element.is_empty());
    found
}

/// Understands a pipeline.
fn parse(text: &str, machine: Option<&TargetMachine>) -> Result<Vec<Step>, PipelineError> {
    let refuse = |why: &dyn std::fmt::Display| {
        PipelineError::Request(format!("parse of pass pipeline '{text}' failed : {why}"))
    };
    let mut steps = Vec::new();
    for element in elements(text) {
        match find(element).map_err(|e| refuse(&e))? {
            Some(pass) => steps.push(Step::Ours(pass)),
            None => match steps.last_mut() {
                Some(Step::Llvm(run)) => {
                    run.push(',');
                    run.push_str(element);
                }
                _ => steps.push(Step::Llvm(element.to_owned())),
            },
        }
    }
    for step in &steps {
        if let Step::Llvm(run) = step {
            check_passes(run, machine).map_err(|e| refuse(&e))?;
        }
    }
    Ok(steps)
}

/// Runs a pipeline. Without a machine, LLVM's passes assume nothing about what code will run on.
///
/// # Errors
/// When a pass is unknown, or fails.
pub fn run(
    module: &Module<'_>,
    target: &dyn MuxTarget,
    machine: Option<&TargetMachine>,
    text: &str,
) -> Result<(), PipelineError> {
    for step in parse(text, machine)? {
        step.run(module, target, machine)?;
    }
    module.verify().map_err(|e| PipelineError::bug(text, e.to_string()))
}

/// Runs a pipeline and shows the module after each of its elements, LLVM's passes one by one.
///
/// # Errors
/// When a pass is unknown, or fails.
pub fn run_watched(
    module: &Module<'_>,
    target: &dyn MuxTarget,
    machine: Option<&TargetMachine>,
    text: &str,
    mut show: impl FnMut(&str, &Module<'_>),
) -> Result<(), PipelineError> {
    parse(text, machine)?;
    for element in elements(text) {
        for step in parse(element, machine)? {
            step.run(module, target, machine)?;
        }
        show(element, module);
    }
    module.verify().map_err(|e| PipelineError::bug(text, e.to_string()))
}

impl Step {
    fn run(
        self,
        module: &Module<'_>,
        target: &dyn MuxTarget,
        machine: Option<&TargetMachine>,
    ) -> Result<(), PipelineError> {
        match self {
            Step::Ours(pass) => {
                pass.run(module, target)
                    .map_err(|e| PipelineError::Request(format!("{}: {e}", pass.name())))?;
            }
            Step::Llvm(run) => {
                let tuning = Tuning { vectorize: true, inline_threshold: None };
                run_passes(module, &run, machine, tuning)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{elements, parse};

    #[test]
    fn splits_at_top_level_commas_only() {
        assert_eq!(elements("a, function(b,c<d;e,f>) ,g"), ["a", "function(b,c<d;e,f>)", "g"]);
        assert!(elements("").is_empty());
        assert_eq!(elements(",a,,"), ["a"]);
    }

    fn complaint(text: &str) -> String {
        parse(text, None).err().map(|e| e.to_string()).unwrap_or_default()
    }

    #[test]
    fn nothing_runs_unless_everything_is_understood() {
        assert_eq!(
            complaint("add-sched-params,globaldce,function(instcombine<no-verify-fixpoint>)"),
            ""
        );
        assert_eq!(
            complaint("add-sched-params,wibble"),
            "parse of pass pipeline 'add-sched-params,wibble' failed : unknown pass name 'wibble'"
        );
        assert_eq!(
            complaint("add-kernel-wrapper<wibble>"),
            "parse of pass pipeline 'add-kernel-wrapper<wibble>' failed : \
             invalid AddKernelWrapperPass parameter 'wibble'"
        );
    }
}
