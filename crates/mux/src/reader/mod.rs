//! Translates a kernel in LLVM IR with `__mux_*` builtins into the graph that `scythe-analysis` reads.
//!
//! Before: `%g = call i64 @__mux_get_global_id(i32 0)`, `getelementptr float, ptr %p, i64 %g`, `load`
//! After:  `Query(GlobalId(2))`, `Offset { base, terms: [(g, 4)] }`, `Load`
//!
//! The graph has SYCL's three dimensions, the last of which is dimension 0 of the builtins. Other operations
//! become a function of their operands, or opaque.

mod calls;
mod translate;

use std::collections::HashMap;

use scythe_analysis::access::{Addresses, Launch};
pub use scythe_analysis::access::{Neighbours, Reach};
use scythe_analysis::graph::{BlockId, Flow, Graph, Value};
use scythe_analysis::uniformity::{Solution, Uniformity};
use scythe_llvm::inkwell::basic_block::BasicBlock;
use scythe_llvm::inkwell::values::{BasicValueEnum, FunctionValue, InstructionValue, PointerValue};
use scythe_llvm::{Among, NaturalLoop, UniformFacts, access_bytes};

use crate::kernel::required_local_size;

/// The last of SYCL's three dimensions.
const LAST: u8 = 2;

/// A kernel as a graph, in its state when it was read.
pub struct KernelGraph<'c> {
    graph: Graph,
    flow: Flow,
    launch: Launch,
    values: HashMap<InstructionValue<'c>, Value>,
    /// Constants and parameters.
    others: HashMap<BasicValueEnum<'c>, Value>,
    blocks: HashMap<BasicBlock<'c>, BlockId>,
}

impl<'c> KernelGraph<'c> {
    /// Reads a function with a body.
    #[must_use]
    pub fn of(kernel: FunctionValue<'c>) -> Self {
        let translated = translate::translate(kernel);
        let mut launch = Launch::new(LAST + 1);
        launch.group_size = required_local_size(kernel).map(|[x, y, z]| [z, y, x]);
        let flow = Flow::of(&translated.graph);
        let translate::Translated { graph, values, others, blocks } = translated;
        Self { graph, flow, launch, values, others, blocks }
    }

    /// The strides of accesses along a dimension, counted as builtins do.
    #[must_use]
    pub fn strides(&self, dimension: u32, reach: Reach) -> Strides<'_, 'c> {
        let dimension = LAST.saturating_sub(u8::try_from(dimension).unwrap_or(u8::MAX));
        let addresses = Addresses::of(&self.graph, &self.flow, self.launch);
        Strides { kernel: self, addresses, dimension, reach }
    }

    /// Uniformity of values and blocks.
    #[must_use]
    pub fn uniformity(&self) -> KernelUniformity<'_, 'c> {
        KernelUniformity { kernel: self, solution: Solution::of(&self.graph, &self.flow) }
    }
}

/// The strides of accesses along one dimension.
pub struct Strides<'k, 'c> {
    kernel: &'k KernelGraph<'c>,
    addresses: Addresses<'k>,
    dimension: u8,
    reach: Reach,
}

impl<'c> Strides<'_, 'c> {
    /// The access of a plain load or store; none for other instructions.
    pub fn access(&mut self, instruction: InstructionValue<'c>) -> Option<Neighbours> {
        let _ = access_bytes(instruction)?;
        // Unreachable code accesses nothing.
        let Some(&value) = self.kernel.values.get(&instruction) else {
            return Some(Neighbours::Private);
        };
        self.addresses.neighbours(value, self.dimension, self.reach)
    }

    /// The access of a plain load or store as if all work-items had the same private variables; none for
    /// other instructions.
    pub fn within_variables(&mut self, instruction: InstructionValue<'c>) -> Option<Neighbours> {
        let _ = access_bytes(instruction)?;
        let &value = self.kernel.values.get(&instruction)?;
        self.addresses.within_variables(value, self.dimension, self.reach)
    }

    /// Whether a pointer certainly points to memory that work-items share.
    pub fn is_shared(&mut self, pointer: PointerValue<'c>) -> bool {
        let value = match pointer.as_instruction() {
            Some(instruction) => self.kernel.values.get(&instruction),
            None => self.kernel.others.get(&pointer.into()),
        };
        value.is_some_and(|&value| self.addresses.is_shared(value))
    }
}

/// Uniformity of values and blocks.
pub struct KernelUniformity<'k, 'c> {
    kernel: &'k KernelGraph<'c>,
    solution: Solution,
}

impl<'c> UniformFacts<'c> for KernelUniformity<'_, 'c> {
    fn is_same(&self, instruction: InstructionValue<'c>, among: Among) -> bool {
        let Some(&value) = self.kernel.values.get(&instruction) else { return false };
        let together = instruction.get_parent().is_some_and(|block| self.is_met(block, among));
        together && is_among(self.solution.value(value), among)
    }

    fn is_met(&self, block: BasicBlock<'c>, among: Among) -> bool {
        // Unreachable code is reached by no work-item.
        self.kernel.blocks.get(&block).is_none_or(|&id| is_among(self.solution.block(id), among))
    }
}

impl<'c> KernelUniformity<'_, 'c> {
    /// Whether all work-items of a sub-group run a loop in lockstep, with the same trip count.
    #[must_use]
    pub fn run_in_step(&self, found: &NaturalLoop<'c>) -> bool {
        let goes_on_together = |&block: &BasicBlock<'c>| {
            self.is_met(block, Among::SubGroup) && self.decide_alike(block, Among::SubGroup)
        };
        self.is_met(found.header, Among::SubGroup) && found.exiting.iter().all(goes_on_together)
    }

    /// Whether all work-items of a sub-group reach a loop together, however often each runs it then. The
    /// loop's own branches do not count.
    #[must_use]
    pub fn come_together(&self, found: &NaturalLoop<'c>) -> bool {
        [found.before, found.guard].into_iter().flatten().any(|b| self.is_met(b, Among::SubGroup))
    }

    /// Whether all of these work-items that reach a block continue in the same successor.
    fn decide_alike(&self, block: BasicBlock<'c>, among: Among) -> bool {
        let Some(&id) = self.kernel.blocks.get(&block) else { return true };
        is_among(self.solution.branch(id), among)
    }
}

fn is_among(level: Uniformity, among: Among) -> bool {
    match among {
        Among::WorkGroup => level.is_uniform_in_work_group(),
        Among::SubGroup => level.is_uniform_in_sub_group(),
    }
}
