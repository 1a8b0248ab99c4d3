//! Prints for each operation of a kernel for which work-items its result is the same, or which take the same
//! branch.

use scythe_analysis::graph::Flow;
use scythe_analysis::uniformity::{Solution, Uniformity};
use scythe_mlir::{Op, PassDefinition, PassFailed};

use crate::memory_access::kernels;
use crate::translate::Translated;

/// The pass `sycl-print-uniformity`.
pub struct PrintUniformity;

/// The pass `sycl-print-uniformity`.
pub static PRINT: PrintUniformity = PrintUniformity;

impl PassDefinition for PrintUniformity {
    fn argument(&self) -> &str {
        "sycl-print-uniformity"
    }

    fn description(&self) -> &str {
        "Remarks at each operation of a kernel which work-items agree on its result"
    }

    fn run(&self, module: Op<'_>) -> Result<(), PassFailed> {
        for kernel in kernels(module) {
            print(kernel);
        }
        Ok(())
    }
}

fn print(kernel: Op<'_>) {
    let translated = Translated::of(kernel);
    let flow = Flow::of(&translated.graph);
    let solution = Solution::of(&translated.graph, &flow);
    for (block, id) in translated.blocks() {
        if flow.order().contains(&id) {
            for op in block.operations() {
                if let Some(value) = op.result(0).and_then(|result| translated.value(result)) {
                    op.location().remark(words(solution.value(value)));
                } else if op.successors().len() > 1
                    && let Some(condition) = translated.graph.terminator(id).condition
                {
                    let level = solution.value(condition);
                    op.location().remark(&format!("branch: {}", words(level)));
                }
            }
        }
    }
}

fn words(level: Uniformity) -> &'static str {
    match level {
        Uniformity::Unreached => "never reached",
        Uniformity::Launch => "the same for all work-items",
        Uniformity::WorkGroup => "the same for all work-items of a work-group",
        Uniformity::SubGroup => "the same for all work-items of a sub-group",
        Uniformity::Varying => "different for each work-item",
        Uniformity::Unknown => "not known to be the same for any two work-items",
    }
}
