//! What is the same for all work-items of a group.

use std::ffi::c_void;

use inkwell::basic_block::BasicBlock;
use inkwell::values::{AsValueRef, FunctionValue, InstructionValue};
use llvm_sys::core::{LLVMGetMDKindIDInContext, LLVMGetMetadata, LLVMGetTypeContext, LLVMTypeOf};
use llvm_sys::prelude::{LLVMBasicBlockRef, LLVMValueRef};

/// What is known of an instruction before looking at its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uniformity {
    /// The same for all if its operands are.
    AsOperands,
    /// The same for all in any case.
    Same,
    /// Different in general.
    Different,
}

type Classify = extern "C" fn(LLVMValueRef, *mut c_void) -> i32;
type Visit = extern "C" fn(
    LLVMBasicBlockRef,
    u32,
    bool,
    *const LLVMBasicBlockRef,
    u32,
    *const LLVMBasicBlockRef,
    u32,
    *mut c_void,
);

unsafe extern "C" {
    fn scytheValuesToMemory(function: LLVMValueRef, classify: Classify, user: *mut c_void);
    fn scytheLoops(
        function: LLVMValueRef,
        classify: Classify,
        classifier: *mut c_void,
        visit: Visit,
        user: *mut c_void,
    );
}

/// Answers LLVM's question about an instruction with a Rust function.
type Classifier<'a> = &'a dyn Fn(InstructionValue<'_>) -> Uniformity;

extern "C" fn classify(value: LLVMValueRef, user: *mut c_void) -> i32 {
    // SAFETY: `user` is the classifier that the calling function passed and keeps alive; LLVM asks
    // about live instructions only.
    let (classifier, instruction) =
        unsafe { (*user.cast::<Classifier<'_>>(), InstructionValue::new(value)) };
    let answer =
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| classifier(instruction)));
    match answer {
        Ok(Uniformity::AsOperands) => 0,
        Ok(Uniformity::Same) => 1,
        // A panic must not cross C++; not to know is to take it for different.
        Ok(Uniformity::Different) | Err(_) => 2,
    }
}

/// Keeps every value that is used outside its block, and every phi, in a local variable instead;
/// [`is_uniform`] then says whether a variable is the same for all work-items.
pub fn values_to_memory(
    function: FunctionValue<'_>,
    classifier: &dyn Fn(InstructionValue<'_>) -> Uniformity,
) {
    assert!(function.count_basic_blocks() > 0, "a declaration has no values");
    let mut classifier: Classifier<'_> = classifier;
    let user = (&raw mut classifier).cast::<c_void>();
    // SAFETY: a function with a body, as just checked; the classifier outlives the call.
    unsafe { scytheValuesToMemory(function.as_value_ref(), classify, user) }
}

/// Whether [`values_to_memory`] found a variable to be the same for all work-items.
#[must_use]
pub fn is_uniform(variable: InstructionValue<'_>) -> bool {
    const KIND: &str = "mux.uniform";
    // SAFETY: a live instruction; the name is as long as it says.
    unsafe {
        let context = LLVMGetTypeContext(LLVMTypeOf(variable.as_value_ref()));
        let kind = LLVMGetMDKindIDInContext(context, KIND.as_ptr().cast(), KIND.len() as u32);
        !LLVMGetMetadata(variable.as_value_ref(), kind).is_null()
    }
}

/// A natural loop.
#[derive(Clone, Debug)]
pub struct NaturalLoop<'c> {
    /// The block that every iteration starts with.
    pub header: BasicBlock<'c>,
    /// 1 for outermost loops.
    pub depth: u32,
    /// Whether all work-items of a group run it in step.
    pub uniform: bool,
    /// All its blocks, those of inner loops too.
    pub blocks: Vec<BasicBlock<'c>>,
    /// The blocks outside that it leaves to.
    pub exits: Vec<BasicBlock<'c>>,
}

extern "C" fn collect(
    header: LLVMBasicBlockRef,
    depth: u32,
    uniform: bool,
    blocks: *const LLVMBasicBlockRef,
    count: u32,
    exits: *const LLVMBasicBlockRef,
    exit_count: u32,
    user: *mut c_void,
) {
    // SAFETY: `loops` passes its vector; LLVM passes arrays as long as it says, of live blocks.
    unsafe {
        let found = &mut *user.cast::<Vec<NaturalLoop<'_>>>();
        let list = |first: *const LLVMBasicBlockRef, count: u32| {
            (0..count as usize).filter_map(|i| BasicBlock::new(*first.add(i))).collect::<Vec<_>>()
        };
        let Some(header) = BasicBlock::new(header) else { return };
        found.push(NaturalLoop {
            header,
            depth,
            uniform,
            blocks: list(blocks, count),
            exits: list(exits, exit_count),
        });
    }
}

/// The loops of a function, outer ones first.
#[must_use]
pub fn loops<'c>(
    function: FunctionValue<'c>,
    classifier: &dyn Fn(InstructionValue<'_>) -> Uniformity,
) -> Vec<NaturalLoop<'c>> {
    let mut found: Vec<NaturalLoop<'c>> = Vec::new();
    if function.count_basic_blocks() == 0 {
        return found;
    }
    let mut classifier: Classifier<'_> = classifier;
    // SAFETY: a function with a body; classifier and vector outlive the call.
    unsafe {
        scytheLoops(
            function.as_value_ref(),
            classify,
            (&raw mut classifier).cast::<c_void>(),
            collect,
            (&raw mut found).cast::<c_void>(),
        );
    }
    found
}
