//! Pipelines given as text: our passes and LLVM's, in one list.
//!
//! `work-item-loops,function(instcombine),define-mux-builtins`: at the top level a name is one of
//! ours or else LLVM's; runs of LLVM passes go to LLVM in one piece.

use scythe_llvm::inkwell::module::Module;
use scythe_llvm::inkwell::targets::TargetMachine;
use scythe_llvm::{Tuning, run_passes};
use scythe_mux::{MuxTarget, PassCx, passes};

use crate::PipelineError;

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

/// Runs a pipeline.
///
/// # Errors
/// When a pass is unknown, or fails.
pub fn run(
    module: &Module<'_>,
    target: &dyn MuxTarget,
    machine: &TargetMachine,
    text: &str,
) -> Result<(), PipelineError> {
    let cx = PassCx { module, target };
    let mut foreign: Vec<&str> = Vec::new();
    let flush = |foreign: &mut Vec<&str>| {
        if foreign.is_empty() {
            return Ok(());
        }
        let text = std::mem::take(foreign).join(",");
        let tuning = Tuning { vectorize: true, inline_threshold: None };
        run_passes(module, &text, machine, tuning)
            .map_err(|e| PipelineError::Request(e.to_string()))
    };
    for element in elements(text) {
        match passes::find(element) {
            Some(pass) => {
                flush(&mut foreign)?;
                (pass.run)(&cx).map_err(|e| PipelineError::Request(format!("{element}: {e}")))?;
            }
            None => foreign.push(element),
        }
    }
    flush(&mut foreign)?;
    module.verify().map_err(|e| PipelineError::bug(text, e.to_string()))
}

#[cfg(test)]
mod tests {
    use super::elements;

    #[test]
    fn splits_at_top_level_commas_only() {
        assert_eq!(elements("a, function(b,c<d;e,f>) ,g"), ["a", "function(b,c<d;e,f>)", "g"]);
        assert!(elements("").is_empty());
        assert_eq!(elements(",a,,"), ["a"]);
    }
}
