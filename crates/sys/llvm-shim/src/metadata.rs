//! Access groups and parallel loops.

use inkwell::context::AsContextRef;
use inkwell::module::Module;
use inkwell::values::{AsValueRef, InstructionValue};
use llvm_sys::prelude::{LLVMContextRef, LLVMMetadataRef, LLVMValueRef};

unsafe extern "C" {
    fn scytheNewAccessGroup(context: LLVMContextRef) -> LLVMMetadataRef;
    fn scytheAddAccessGroup(instruction: LLVMValueRef, group: LLVMMetadataRef);
    fn scytheSetParallelLoop(branch: LLVMValueRef, group: LLVMMetadataRef, lanes: bool);
}

/// A set of memory accesses that a loop may declare independent between iterations (`!llvm.access.group`).
#[derive(Clone, Copy, Debug)]
pub struct AccessGroup(LLVMMetadataRef);

impl AccessGroup {
    /// A new, empty group.
    #[must_use]
    pub fn new(module: &Module<'_>) -> Self {
        // SAFETY: the module keeps its context alive.
        Self(unsafe { scytheNewAccessGroup(module.get_context().as_ctx_ref()) })
    }

    /// Adds a memory access to the group.
    pub fn add(self, access: InstructionValue<'_>) {
        // SAFETY: a live instruction of the context the group was made in.
        unsafe { scytheAddAccessGroup(access.as_value_ref(), self.0) }
    }

    /// Declares the loop with this `latch` independent over the group.
    pub fn set_parallel_loop(self, latch: InstructionValue<'_>) {
        // SAFETY: a live terminator of the context the group was made in.
        unsafe { scytheSetParallelLoop(latch.as_value_ref(), self.0, false) }
    }

    /// The same for a loop with as many iterations as a vector has lanes: it must be vectorised before it is
    /// unrolled.
    pub fn set_lane_loop(self, latch: InstructionValue<'_>) {
        // SAFETY: a live terminator of the context the group was made in.
        unsafe { scytheSetParallelLoop(latch.as_value_ref(), self.0, true) }
    }
}
