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

/// A set of memory accesses that a loop may declare independent between iterations
/// (`!llvm.access.group`).
#[derive(Clone, Copy, Debug)]
pub struct AccessGroup(LLVMMetadataRef);

impl AccessGroup {
    /// A new, empty group.
    #[must_use]
    pub fn new(module: &Module<'_>) -> Self {
        // SAFETY: the module keeps its context alive.
        Self(unsafe { scytheNewAccessGroup(module.get_context().as_ctx_ref()) })
    }

    /// Puts a memory access into the group.
    pub fn add(self, access: InstructionValue<'_>) {
        // SAFETY: a live instruction of the context the group was made in.
        unsafe { scytheAddAccessGroup(access.as_value_ref(), self.0) }
    }

    /// Declares the loop that `latch` closes independent over the group.
    pub fn set_parallel_loop(self, latch: InstructionValue<'_>) {
        // SAFETY: a live terminator of the context the group was made in.
        unsafe { scytheSetParallelLoop(latch.as_value_ref(), self.0, false) }
    }

    /// The same for a loop that runs as often as a vector has lanes: it is vectorised first and
    /// unrolled then, not the other way round.
    pub fn set_lane_loop(self, latch: InstructionValue<'_>) {
        // SAFETY: a live terminator of the context the group was made in.
        unsafe { scytheSetParallelLoop(latch.as_value_ref(), self.0, true) }
    }
}
