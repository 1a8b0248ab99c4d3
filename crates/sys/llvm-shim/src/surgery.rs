//! Splitting of functions, for the barrier passes.

use std::collections::HashSet;
use std::ffi::CString;

use inkwell::basic_block::BasicBlock;
use inkwell::values::{
    AsValueRef, BasicValueEnum, CallSiteValue, FunctionValue, InstructionOpcode, InstructionValue,
    PointerValue,
};
use llvm_sys::core::{
    LLVMCreateBuilderInContext, LLVMDisposeBuilder, LLVMGetCalledValue, LLVMGetFirstUse,
    LLVMGetIncomingBlock, LLVMGetIsDisjoint, LLVMGetNextUse, LLVMGetNumSuccessors, LLVMGetOperand,
    LLVMGetSuccessor, LLVMGetTypeContext, LLVMGetUser, LLVMInsertIntoBuilder, LLVMInstructionClone,
    LLVMIsAArgument, LLVMIsAFunction, LLVMIsAGetElementPtrInst, LLVMIsAInstruction,
    LLVMPositionBuilderBefore, LLVMTypeOf,
};
use llvm_sys::prelude::{LLVMBasicBlockRef, LLVMValueRef};

unsafe extern "C" {
    fn scytheInlineCall(call: LLVMValueRef) -> bool;
    fn scytheSplitBefore(
        instruction: LLVMValueRef,
        name: *const std::ffi::c_char,
    ) -> LLVMBasicBlockRef;
    fn scytheRemoveUnreachable(function: LLVMValueRef);
    fn scytheRepeatSlice(value: LLVMValueRef, before: LLVMValueRef) -> LLVMValueRef;
    fn scytheMoveToEnd(instruction: LLVMValueRef, block: LLVMBasicBlockRef);
    fn scytheTruncate(instruction: LLVMValueRef);
    fn scytheAllocaAlign(alloca: LLVMValueRef) -> u64;
    fn scytheAllocaSize(alloca: LLVMValueRef) -> u64;
}

/// Inlines a call; false if LLVM cannot.
#[must_use]
pub fn inline_call(call: CallSiteValue<'_>) -> bool {
    // SAFETY: a live call; LLVM checks whether it can be inlined.
    unsafe { scytheInlineCall(call.as_value_ref()) }
}

/// Splits a block before an instruction and returns the block that starts with it.
///
/// # Panics
/// When the instruction is in no block.
#[must_use]
pub fn split_before<'c>(instruction: InstructionValue<'c>, name: &str) -> BasicBlock<'c> {
    let name = CString::new(name).unwrap_or_default();
    assert!(instruction.get_parent().is_some(), "the instruction is in no block");
    // SAFETY: a live instruction in a block, as just checked.
    let block = unsafe { scytheSplitBefore(instruction.as_value_ref(), name.as_ptr()) };
    // SAFETY: LLVM made a block in the same function.
    unsafe { BasicBlock::new(block) }.expect("LLVM returns the new block")
}

/// Deletes unreachable blocks; branches on constants are folded.
pub fn remove_unreachable(function: FunctionValue<'_>) {
    // SAFETY: a live function.
    unsafe { scytheRemoveUnreachable(function.as_value_ref()) }
}

/// Moves an instruction to the end of a block of the same function.
pub fn move_to_end(instruction: InstructionValue<'_>, block: BasicBlock<'_>) {
    // SAFETY: both are live.
    unsafe { scytheMoveToEnd(instruction.as_value_ref(), block.as_mut_ptr()) }
}

/// Truncates a block before an instruction.
pub fn truncate(instruction: InstructionValue<'_>) {
    // SAFETY: a live instruction; uses of removed values become poison.
    unsafe { scytheTruncate(instruction.as_value_ref()) }
}

/// Size and alignment of a local variable; none if its size is not known.
///
/// # Panics
/// When the instruction is not an `alloca`.
#[must_use]
pub fn variable_layout(alloca: InstructionValue<'_>) -> Option<(u64, u64)> {
    assert_eq!(alloca.get_opcode(), InstructionOpcode::Alloca, "not a local variable");
    // SAFETY: a live alloca, as just checked.
    let (size, align) = unsafe {
        (scytheAllocaSize(alloca.as_value_ref()), scytheAllocaAlign(alloca.as_value_ref()))
    };
    (size > 0).then_some((size, align))
}

/// The address of a local variable, by its declaration; none for other instructions.
#[must_use]
pub fn variable_address<'c>(alloca: InstructionValue<'c>) -> Option<PointerValue<'c>> {
    // SAFETY: an alloca's value is a pointer.
    (alloca.get_opcode() == InstructionOpcode::Alloca)
        .then(|| unsafe { PointerValue::new(alloca.as_value_ref()) })
}

/// Inserts a copy of an instruction before another one.
#[must_use]
pub fn repeat_before<'c>(
    instruction: InstructionValue<'c>,
    before: InstructionValue<'c>,
) -> InstructionValue<'c> {
    // SAFETY: live instructions; the copy is inserted at once, so it has an owner.
    unsafe {
        let copy = LLVMInstructionClone(instruction.as_value_ref());
        let context = LLVMGetTypeContext(LLVMTypeOf(copy));
        let builder = LLVMCreateBuilderInContext(context);
        LLVMPositionBuilderBefore(builder, before.as_value_ref());
        LLVMInsertIntoBuilder(builder, copy);
        LLVMDisposeBuilder(builder);
        InstructionValue::new(copy)
    }
}

/// Inserts a copy of a value, and of all instructions that it depends on, before an instruction of the same
/// function, and returns it. The copies have no poison-generating flags: they may be computed where the
/// originals would not be.
///
/// # Panics
/// When the value depends on a phi.
#[must_use]
pub fn repeat_slice<'c>(
    value: BasicValueEnum<'c>,
    before: InstructionValue<'c>,
) -> BasicValueEnum<'c> {
    let mut open: Vec<InstructionValue<'c>> = crate::instruction_of(value).into_iter().collect();
    let mut seen: HashSet<InstructionValue<'c>> = open.iter().copied().collect();
    while let Some(instruction) = open.pop() {
        assert!(instruction.get_opcode() != InstructionOpcode::Phi, "a phi cannot be repeated");
        let made_of = crate::operands(instruction).into_iter().filter_map(crate::instruction_of);
        open.extend(made_of.filter(|operand| seen.insert(*operand)));
    }
    // SAFETY: live values; without phis, the dependences are finite.
    unsafe { BasicValueEnum::new(scytheRepeatSlice(value.as_value_ref(), before.as_value_ref())) }
}

/// The successors of a block.
#[must_use]
pub fn successors<'c>(block: BasicBlock<'c>) -> Vec<BasicBlock<'c>> {
    let Some(end) = block.get_terminator() else { return Vec::new() };
    let end = end.as_value_ref();
    // SAFETY: a live terminator; the indices are in range.
    unsafe {
        (0..LLVMGetNumSuccessors(end))
            .filter_map(|index| BasicBlock::new(LLVMGetSuccessor(end, index)))
            .collect()
    }
}

/// The instructions that use a value.
#[must_use]
pub fn users<'c>(value: InstructionValue<'c>) -> Vec<InstructionValue<'c>> {
    let mut found = Vec::new();
    // SAFETY: uses of a live value are valid while nothing changes; users of an instruction are
    // instructions.
    unsafe {
        let mut this = LLVMGetFirstUse(value.as_value_ref());
        while !this.is_null() {
            found.push(InstructionValue::new(LLVMGetUser(this)));
            this = LLVMGetNextUse(this);
        }
    }
    found
}

/// An operand of an instruction, if it is an instruction itself.
#[must_use]
pub fn operand_instruction<'c>(
    instruction: InstructionValue<'c>,
    index: u32,
) -> Option<InstructionValue<'c>> {
    // SAFETY: the index is checked; the operand's kind, too.
    unsafe {
        if index >= instruction.get_num_operands() {
            return None;
        }
        let operand = LLVMGetOperand(instruction.as_value_ref(), index);
        let found = LLVMIsAInstruction(operand);
        (!found.is_null()).then(|| InstructionValue::new(found))
    }
}

/// The block that a phi's operand comes from.
#[must_use]
pub fn incoming_block<'c>(phi: InstructionValue<'c>, index: u32) -> Option<BasicBlock<'c>> {
    if phi.get_opcode() != InstructionOpcode::Phi || index >= phi.get_num_operands() {
        return None;
    }
    // SAFETY: a live phi with so many operands, as just checked.
    unsafe { BasicBlock::new(LLVMGetIncomingBlock(phi.as_value_ref(), index)) }
}

/// The function that a call names.
#[must_use]
pub fn called_function<'c>(call: InstructionValue<'c>) -> Option<FunctionValue<'c>> {
    if call.get_opcode() != InstructionOpcode::Call {
        return None;
    }
    // SAFETY: a live call, as just checked; the cast returns null for other values.
    unsafe { FunctionValue::new(LLVMIsAFunction(LLVMGetCalledValue(call.as_value_ref()))) }
}

/// The parameter whose object a pointer certainly points into.
#[must_use]
pub fn argument_behind<'c>(pointer: PointerValue<'c>) -> Option<PointerValue<'c>> {
    let mut value = pointer.as_value_ref();
    // SAFETY: each step checks the kind of its value before the next one.
    unsafe {
        loop {
            if !LLVMIsAArgument(value).is_null() {
                return Some(PointerValue::new(value));
            }
            if LLVMIsAGetElementPtrInst(value).is_null() {
                return None;
            }
            value = LLVMGetOperand(value, 0);
        }
    }
}

/// Whether an `or` is marked as having disjoint operands, so that it is a sum.
#[must_use]
pub fn is_disjoint(instruction: InstructionValue<'_>) -> bool {
    // SAFETY: a live instruction, and an `or` when LLVM is asked.
    instruction.get_opcode() == InstructionOpcode::Or
        && unsafe { LLVMGetIsDisjoint(instruction.as_value_ref()) != 0 }
}
