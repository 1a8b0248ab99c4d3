//! What is the same for all work-items of a group.

use std::ffi::c_void;

use inkwell::basic_block::BasicBlock;
use inkwell::values::{
    AsValueRef, BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue, PointerValue,
};
use llvm_sys::core::{
    LLVMCountIncoming, LLVMGetIncomingBlock, LLVMGetIncomingValue, LLVMGetMDKindIDInContext,
    LLVMGetMetadata, LLVMGetTypeContext, LLVMIsAInstruction, LLVMSetOperand, LLVMTypeOf,
};
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

pub(crate) type Classify = extern "C" fn(LLVMValueRef, bool, *mut c_void) -> i32;
type Visit = extern "C" fn(
    LLVMBasicBlockRef,
    u32,
    bool,
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
    fn scytheDivergentBlocks(
        function: LLVMValueRef,
        classify: Classify,
        classifier: *mut c_void,
        narrow: bool,
        visit: extern "C" fn(LLVMBasicBlockRef, *mut c_void),
        user: *mut c_void,
    );
    fn scytheGateLoop(header: LLVMBasicBlockRef, any: LLVMValueRef) -> LLVMBasicBlockRef;
    fn scytheFirstInsertionPoint(block: LLVMBasicBlockRef) -> LLVMValueRef;
    fn scytheIsVectorizableIntrinsic(function: LLVMValueRef) -> bool;
    fn scytheAddressTerms(
        address: LLVMValueRef,
        visit: extern "C" fn(LLVMValueRef, i64, *mut c_void),
        user: *mut c_void,
        constant: *mut i64,
    ) -> LLVMValueRef;
}

/// Whose values are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Among {
    /// All work-items of a work-group.
    WorkGroup,
    /// The work-items of a sub-group.
    SubGroup,
}

/// Answers LLVM's question about an instruction with a Rust function.
pub(crate) type Classifier<'a> = &'a dyn Fn(InstructionValue<'_>, Among) -> Uniformity;

pub(crate) extern "C" fn classify(value: LLVMValueRef, narrow: bool, user: *mut c_void) -> i32 {
    // SAFETY: `user` is the classifier that the calling function passed and keeps alive; LLVM asks
    // about live instructions only.
    let (classifier, instruction) =
        unsafe { (*user.cast::<Classifier<'_>>(), InstructionValue::new(value)) };
    let among = if narrow { Among::SubGroup } else { Among::WorkGroup };
    let answer =
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| classifier(instruction, among)));
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
    classifier: &dyn Fn(InstructionValue<'_>, Among) -> Uniformity,
) {
    assert!(function.count_basic_blocks() > 0, "a declaration has no values");
    let mut classifier: Classifier<'_> = classifier;
    let user = (&raw mut classifier).cast::<c_void>();
    // SAFETY: a function with a body, as just checked; the classifier outlives the call.
    unsafe { scytheValuesToMemory(function.as_value_ref(), classify, user) }
}

/// Whether [`values_to_memory`] found a variable to be the same for all of these work-items.
#[must_use]
pub fn is_uniform(variable: InstructionValue<'_>, among: Among) -> bool {
    let name = match among {
        Among::WorkGroup => "mux.uniform",
        Among::SubGroup => "mux.uniform.sub-group",
    };
    // SAFETY: a live instruction; the name is as long as it says.
    unsafe {
        let context = LLVMGetTypeContext(LLVMTypeOf(variable.as_value_ref()));
        let kind = LLVMGetMDKindIDInContext(context, name.as_ptr().cast(), name.len() as u32);
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
    /// Whether all work-items of a sub-group run it in step.
    pub uniform: bool,
    /// Whether they come to it together, however often each runs it then.
    pub together: bool,
    /// All its blocks, those of inner loops too.
    pub blocks: Vec<BasicBlock<'c>>,
    /// The blocks outside that it leaves to.
    pub exits: Vec<BasicBlock<'c>>,
}

extern "C" fn collect(
    header: LLVMBasicBlockRef,
    depth: u32,
    uniform: bool,
    together: bool,
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
            together,
            blocks: list(blocks, count),
            exits: list(exits, exit_count),
        });
    }
}

/// The loops of a function, outer ones first.
#[must_use]
pub fn loops<'c>(
    function: FunctionValue<'c>,
    classifier: &dyn Fn(InstructionValue<'_>, Among) -> Uniformity,
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

extern "C" fn collect_block(block: LLVMBasicBlockRef, user: *mut c_void) {
    // SAFETY: `divergent_blocks` passes its vector; LLVM passes a live block.
    unsafe { (*user.cast::<Vec<BasicBlock<'_>>>()).extend(BasicBlock::new(block)) }
}

/// The blocks of a function that some work-items of a group may run without the others.
#[must_use]
pub fn divergent_blocks<'c>(
    function: FunctionValue<'c>,
    classifier: &dyn Fn(InstructionValue<'_>, Among) -> Uniformity,
    among: Among,
) -> Vec<BasicBlock<'c>> {
    let mut found: Vec<BasicBlock<'c>> = Vec::new();
    if function.count_basic_blocks() == 0 {
        return found;
    }
    let mut classifier: Classifier<'_> = classifier;
    // SAFETY: a function with a body; classifier and vector outlive the call.
    unsafe {
        scytheDivergentBlocks(
            function.as_value_ref(),
            classify,
            (&raw mut classifier).cast::<c_void>(),
            among == Among::SubGroup,
            collect_block,
            (&raw mut found).cast::<c_void>(),
        );
    }
    found
}

/// Makes work-items that leave a loop wait for those that do not: each iteration starts with a call of
/// `any`, a function from truth value to truth value. Returns the block behind the loop; none, and
/// nothing changed, if the loop is not of a shape for that.
#[must_use]
pub fn gate_loop<'c>(header: BasicBlock<'c>, any: FunctionValue<'c>) -> Option<BasicBlock<'c>> {
    // SAFETY: a live block and function of one module; LLVM returns a block of the same function.
    unsafe { BasicBlock::new(scytheGateLoop(header.as_mut_ptr(), any.as_value_ref())) }
}

/// The first instruction of a block in front of which others may be put.
#[must_use]
pub fn first_insertion_point<'c>(block: BasicBlock<'c>) -> Option<InstructionValue<'c>> {
    // SAFETY: a live block.
    let found = unsafe { scytheFirstInsertionPoint(block.as_mut_ptr()) };
    // SAFETY: LLVM returned an instruction of the block.
    (!found.is_null()).then(|| unsafe { InstructionValue::new(found) })
}

/// Whether a function is an intrinsic that the loop vectoriser knows what to make of.
#[must_use]
pub fn is_vectorizable_intrinsic(function: FunctionValue<'_>) -> bool {
    // SAFETY: a live function.
    unsafe { scytheIsVectorizableIntrinsic(function.as_value_ref()) }
}

extern "C" fn collect_term(value: LLVMValueRef, scale: i64, user: *mut c_void) {
    // SAFETY: `address_terms` passes its vector; LLVM passes live values.
    unsafe {
        let terms = &mut *user.cast::<Vec<(BasicValueEnum<'_>, i64)>>();
        terms.push((BasicValueEnum::new(value), scale));
    }
}

/// An address as a pointer plus indices, each with what it is multiplied with, plus a constant.
#[derive(Clone, Debug)]
pub struct AddressTerms<'c> {
    /// Where it starts.
    pub base: PointerValue<'c>,
    /// Indices and their factors, in bytes.
    pub terms: Vec<(BasicValueEnum<'c>, i64)>,
    /// Bytes that are added in any case.
    pub constant: i64,
}

/// Takes an address that an instruction computes apart.
#[must_use]
pub fn address_terms<'c>(address: InstructionValue<'c>) -> Option<AddressTerms<'c>> {
    let mut terms: Vec<(BasicValueEnum<'c>, i64)> = Vec::new();
    let mut constant = 0;
    // SAFETY: a live instruction; vector and number outlive the call.
    let base = unsafe {
        scytheAddressTerms(
            address.as_value_ref(),
            collect_term,
            (&raw mut terms).cast::<c_void>(),
            &raw mut constant,
        )
    };
    if base.is_null() {
        return None;
    }
    // SAFETY: LLVM returned a pointer.
    Some(AddressTerms { base: unsafe { PointerValue::new(base) }, terms, constant })
}

/// The operands of an instruction that are values; the function that a call names is not one of them.
#[must_use]
pub fn operands<'c>(instruction: InstructionValue<'c>) -> Vec<BasicValueEnum<'c>> {
    let skipped = u32::from(instruction.get_opcode() == InstructionOpcode::Call);
    (0..instruction.get_num_operands() - skipped)
        .filter_map(|index| instruction.get_operand(index)?.value())
        .collect()
}

/// The values that a phi may take.
#[must_use]
pub fn incoming_values<'c>(phi: InstructionValue<'c>) -> Vec<BasicValueEnum<'c>> {
    if phi.get_opcode() != InstructionOpcode::Phi {
        return Vec::new();
    }
    // SAFETY: a live phi, as just checked; the indices are in range.
    unsafe {
        let raw = phi.as_value_ref();
        (0..LLVMCountIncoming(raw))
            .map(|index| BasicValueEnum::new(LLVMGetIncomingValue(raw, index)))
            .collect()
    }
}

/// Where each use of `value` by a phi comes from: the place among its operands, and the block.
#[must_use]
pub fn incoming_edges<'c>(
    phi: InstructionValue<'c>,
    value: InstructionValue<'c>,
) -> Vec<(u32, BasicBlock<'c>)> {
    if phi.get_opcode() != InstructionOpcode::Phi {
        return Vec::new();
    }
    // SAFETY: a live phi, as just checked; the indices are in range.
    unsafe {
        let raw = phi.as_value_ref();
        (0..LLVMCountIncoming(raw))
            .filter(|&index| LLVMGetIncomingValue(raw, index) == value.as_value_ref())
            .filter_map(|index| Some((index, BasicBlock::new(LLVMGetIncomingBlock(raw, index))?)))
            .collect()
    }
}

/// Makes an operand of an instruction be `value`, which must have the same type.
///
/// # Panics
/// When there is no such operand.
pub fn set_operand(user: InstructionValue<'_>, index: u32, value: InstructionValue<'_>) {
    assert!(index < user.get_num_operands(), "no such operand");
    // SAFETY: live values; the index was just checked.
    unsafe { LLVMSetOperand(user.as_value_ref(), index, value.as_value_ref()) }
}

/// The instruction that makes a value; none for constants and arguments.
#[must_use]
pub fn instruction_of<'c>(value: BasicValueEnum<'c>) -> Option<InstructionValue<'c>> {
    // SAFETY: a live value; LLVM says whether it is an instruction.
    unsafe {
        let found = LLVMIsAInstruction(value.as_value_ref());
        (!found.is_null()).then(|| InstructionValue::new(found))
    }
}
