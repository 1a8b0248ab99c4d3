//! Functions, their attributes and their calls.

use std::ffi::CString;

use inkwell::attributes::AttributeLoc;
use inkwell::comdat::ComdatSelectionKind;
use inkwell::module::Module;
use inkwell::types::{AsTypeRef, BasicTypeEnum};
use inkwell::values::{
    AsValueRef, BasicValueEnum, CallSiteValue, FunctionValue, GlobalValue, InstructionOpcode,
    InstructionValue,
};
use llvm_sys::core::{
    LLVMCanValueUseFastMathFlags, LLVMDeleteFunction, LLVMGetFastMathFlags, LLVMGetFirstUse,
    LLVMGetNextUse, LLVMGetNumOperands, LLVMGetOperand, LLVMGetPoison, LLVMGetTypeAttributeValue,
    LLVMGetTypeKind, LLVMGetUser, LLVMGetValueName2, LLVMIsACallInst, LLVMIsAConstant,
    LLVMIsAGlobalValue, LLVMIsAGlobalVariable, LLVMIsAInvokeInst, LLVMReplaceAllUsesWith,
    LLVMSetOperand, LLVMTypeOf,
};
use llvm_sys::prelude::{LLVMTypeRef, LLVMValueRef};
use llvm_sys::{LLVMFastMathApproxFunc, LLVMTypeKind};

unsafe extern "C" {
    fn scytheCloneWithParameters(
        function: LLVMValueRef,
        name: *const std::ffi::c_char,
        types: *const LLVMTypeRef,
        count: u32,
    ) -> LLVMValueRef;
    fn scytheReleaseUsed(function: LLVMValueRef);
    fn scytheBorrowDebugInfo(wrapper: LLVMValueRef, kernel: LLVMValueRef);
    fn scytheTouchesNoMemory(function: LLVMValueRef) -> bool;
    fn scytheAllowReordering(value: LLVMValueRef);
    fn scytheStructuralHash(function: LLVMValueRef) -> u64;
    fn scytheHasLoops(function: LLVMValueRef) -> bool;
}

/// A hash that is equal for functions with the same instructions, whatever the attributes of their
/// parameters.
#[must_use]
pub fn structural_hash(function: FunctionValue<'_>) -> u64 {
    // SAFETY: a live function.
    unsafe { scytheStructuralHash(function.as_value_ref()) }
}

/// Whether the control flow of a function with a body has cycles.
#[must_use]
pub fn has_loops(function: FunctionValue<'_>) -> bool {
    // SAFETY: a live function; without a body there is nothing to walk.
    function.count_basic_blocks() > 0 && unsafe { scytheHasLoops(function.as_value_ref()) }
}

/// A copy of `function` with parameters of the given types added at the end.
#[must_use]
pub fn clone_with_parameters<'c>(
    function: FunctionValue<'c>,
    name: &str,
    extra: &[BasicTypeEnum<'c>],
) -> FunctionValue<'c> {
    let name = CString::new(name).unwrap_or_default();
    let types: Vec<LLVMTypeRef> = extra.iter().map(AsTypeRef::as_type_ref).collect();
    // SAFETY: a live function, as many types as the count says, all of one context.
    let new = unsafe {
        scytheCloneWithParameters(
            function.as_value_ref(),
            name.as_ptr(),
            types.as_ptr(),
            u32::try_from(types.len()).unwrap_or(u32::MAX),
        )
    };
    // SAFETY: the shim returns a function of the same context.
    unsafe { FunctionValue::new(new) }.unwrap_or(function)
}

/// Allows a function to be removed that was kept although it is unreferenced.
pub fn release_used(function: FunctionValue<'_>) {
    // SAFETY: a live function of a module.
    unsafe { scytheReleaseUsed(function.as_value_ref()) }
}

/// Gives a compiler-made function debug information based on that of the kernel it wraps.
pub fn borrow_debug_info(wrapper: FunctionValue<'_>, kernel: FunctionValue<'_>) {
    // SAFETY: both are live functions of one module.
    unsafe { scytheBorrowDebugInfo(wrapper.as_value_ref(), kernel.as_value_ref()) }
}

/// Deletes an unreferenced function.
///
/// # Panics
/// When it still has uses, which is a bug in the calling pass.
pub fn erase(function: FunctionValue<'_>) {
    assert!(erase_unused(function), "erasing {:?}, which is still used", function.get_name());
}

/// Deletes a function if it is unreferenced; returns whether it did.
pub fn erase_unused(function: FunctionValue<'_>) -> bool {
    release_used(function);
    let raw = function.as_value_ref();
    // SAFETY: a live value.
    let unused = unsafe { LLVMGetFirstUse(raw).is_null() };
    if unused {
        // SAFETY: nothing refers to it, as just checked.
        unsafe { LLVMDeleteFunction(raw) }
    }
    unused
}

/// Deletes functions that only refer to one another.
///
/// # Panics
/// When something else still refers to one of them.
pub fn erase_all(functions: &[FunctionValue<'_>]) {
    for &function in functions {
        for call in calls_in(function) {
            erase_call(call);
        }
    }
    for &function in functions {
        erase(function);
    }
}

/// Replaces all uses of `old` by `new`, which must have the same type.
pub fn replace_uses(old: &impl AsValueRef, new: &impl AsValueRef) {
    // SAFETY: both are live values; opaque pointers make all function types alike.
    unsafe { LLVMReplaceAllUsesWith(old.as_value_ref(), new.as_value_ref()) }
}

/// Deletes an instruction of a function that will be deleted, even if its result is used.
pub fn drop_instruction(instruction: InstructionValue<'_>) {
    let raw = instruction.as_value_ref();
    // SAFETY: uses are replaced by poison of the same type before the instruction is deleted; void results
    // have no uses.
    unsafe {
        if !LLVMGetFirstUse(raw).is_null() {
            LLVMReplaceAllUsesWith(raw, LLVMGetPoison(LLVMTypeOf(raw)));
        }
    }
    instruction.erase_from_basic_block();
}

/// Whether a user of a function is a list of functions to keep, or a part of one. Such a list is not a call.
///
/// # Safety
/// The user is a live value.
unsafe fn lists_used(user: LLVMValueRef) -> bool {
    // SAFETY: uses of a live value are valid while nothing changes, and nothing does here; a variable has a name.
    unsafe {
        if LLVMIsAConstant(user).is_null() {
            return false;
        }
        if !LLVMIsAGlobalVariable(user).is_null() {
            let mut length = 0;
            let name = LLVMGetValueName2(user, &raw mut length);
            let name = std::slice::from_raw_parts(name.cast::<u8>(), length);
            return name == b"llvm.used" || name == b"llvm.compiler.used";
        }
        if !LLVMIsAGlobalValue(user).is_null() {
            return false;
        }
        let mut this = LLVMGetFirstUse(user);
        while !this.is_null() {
            if !lists_used(LLVMGetUser(this)) {
                return false;
            }
            this = LLVMGetNextUse(this);
        }
        true
    }
}

/// The calls of `function`; none if it has uses other than direct calls and lists of functions to keep.
#[must_use]
pub fn call_sites<'c>(function: FunctionValue<'c>) -> Option<Vec<CallSiteValue<'c>>> {
    let mut sites = Vec::new();
    let raw = function.as_value_ref();
    // SAFETY: uses of a live value are valid while nothing changes, and nothing does here.
    unsafe {
        let mut this = LLVMGetFirstUse(raw);
        while !this.is_null() {
            let user = LLVMGetUser(this);
            if lists_used(user) {
                this = LLVMGetNextUse(this);
                continue;
            }
            if LLVMIsACallInst(user).is_null() && LLVMIsAInvokeInst(user).is_null() {
                return None;
            }
            let call = CallSiteValue::new(user);
            if call.get_called_fn_value() != Some(function) {
                return None;
            }
            sites.push(call);
            this = LLVMGetNextUse(this);
        }
    }
    Some(sites)
}

/// All instructions of a function, in order.
#[must_use]
pub fn instructions<'c>(function: FunctionValue<'c>) -> Vec<InstructionValue<'c>> {
    function.get_basic_block_iter().flat_map(|block| block.get_instructions()).collect()
}

/// All direct and indirect calls in a function, in order.
#[must_use]
pub fn calls_in<'c>(function: FunctionValue<'c>) -> Vec<CallSiteValue<'c>> {
    instructions(function)
        .into_iter()
        .filter(|i| matches!(i.get_opcode(), InstructionOpcode::Call | InstructionOpcode::Invoke))
        // SAFETY: the opcode was just checked.
        .map(|i| unsafe { CallSiteValue::new(i.as_value_ref()) })
        .collect()
}

/// An argument of a call; none if it does not exist, or is metadata.
#[must_use]
pub fn call_argument<'c>(call: CallSiteValue<'c>, index: u32) -> Option<BasicValueEnum<'c>> {
    if index >= call.count_arguments() {
        return None;
    }
    // SAFETY: the arguments are the first operands of a call, and there are that many.
    let kind = unsafe { LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call.as_value_ref(), index))) };
    if matches!(kind, LLVMTypeKind::LLVMMetadataTypeKind | LLVMTypeKind::LLVMTokenTypeKind) {
        return None;
    }
    // SAFETY: the arguments are the first operands of a call.
    unsafe { InstructionValue::new(call.as_value_ref()) }.get_operand(index)?.value()
}

/// A call as an instruction.
#[must_use]
pub fn call_instruction<'c>(call: CallSiteValue<'c>) -> InstructionValue<'c> {
    // SAFETY: a call is an instruction.
    unsafe { InstructionValue::new(call.as_value_ref()) }
}

/// Replaces the operand `old` of `user` by `new`, which must have the same type.
pub fn replace_operand(
    user: InstructionValue<'_>,
    old: InstructionValue<'_>,
    new: InstructionValue<'_>,
) {
    // SAFETY: live values; the indices are in range.
    unsafe {
        let raw = user.as_value_ref();
        for index in 0..u32::try_from(LLVMGetNumOperands(raw)).unwrap_or(0) {
            if LLVMGetOperand(raw, index) == old.as_value_ref() {
                LLVMSetOperand(raw, index, new.as_value_ref());
            }
        }
    }
}

/// Changes the callee of a direct call to another function of the same type.
///
/// # Panics
/// When the types differ.
pub fn set_callee<'c>(call: CallSiteValue<'c>, callee: FunctionValue<'c>) {
    let same = call.get_called_fn_value().is_some_and(|old| old.get_type() == callee.get_type());
    assert!(same, "a call keeps its form");
    let raw = call.as_value_ref();
    // SAFETY: the callee is the last operand of calls and invokes, and has the type of the call.
    unsafe {
        let last = u32::try_from(LLVMGetNumOperands(raw) - 1).unwrap_or_default();
        LLVMSetOperand(raw, last, callee.as_value_ref());
    }
}

/// Deletes a call whose result is unused.
pub fn erase_call(call: CallSiteValue<'_>) {
    // SAFETY: a call is an instruction.
    drop_instruction(unsafe { InstructionValue::new(call.as_value_ref()) });
}

/// The value of a string attribute of a function.
#[must_use]
pub fn string_attribute(function: FunctionValue<'_>, key: &str) -> Option<String> {
    let attribute = function.get_string_attribute(AttributeLoc::Function, key)?;
    Some(attribute.get_string_value().to_string_lossy().into_owned())
}

/// Sets a string attribute of a function.
pub fn set_attribute(module: &Module<'_>, function: FunctionValue<'_>, key: &str, value: &str) {
    let attribute = module.get_context().create_string_attribute(key, value);
    function.add_attribute(AttributeLoc::Function, attribute);
}

fn enum_kind(name: &str) -> Option<u32> {
    match inkwell::attributes::Attribute::get_named_enum_kind_id(name) {
        0 => None,
        kind => Some(kind),
    }
}

/// Whether a function has an attribute, by its name in IR.
#[must_use]
pub fn has_attribute(function: FunctionValue<'_>, name: &str) -> bool {
    enum_kind(name)
        .is_some_and(|kind| function.get_enum_attribute(AttributeLoc::Function, kind).is_some())
}

/// Removes an attribute, by its name in IR, from the function (or one of its parameters).
pub fn drop_attribute(function: FunctionValue<'_>, at: AttributeLoc, name: &str) {
    if let Some(kind) = enum_kind(name) {
        function.remove_enum_attribute(at, kind);
    }
}

/// Removes the attributes with which clang prevents optimisation at `-O0`: `optnone`, and `noinline`, which
/// accompanies it.
pub fn allow_optimization(function: FunctionValue<'_>) {
    for name in ["optnone", "noinline"] {
        drop_attribute(function, AttributeLoc::Function, name);
    }
}

/// Removes an attribute, by its name in IR, from a call (or one of its arguments).
pub fn drop_call_attribute(call: CallSiteValue<'_>, at: AttributeLoc, name: &str) {
    if let Some(kind) = enum_kind(name) {
        call.remove_enum_attribute(at, kind);
    }
}

/// Whether a function neither reads nor writes memory.
#[must_use]
pub fn touches_no_memory(function: FunctionValue<'_>) -> bool {
    // SAFETY: a live function.
    unsafe { scytheTouchesNoMemory(function.as_value_ref()) }
}

/// Allows the optimiser to reorder a floating-point operation with similar ones; other instructions are not
/// changed.
pub fn allow_reordering(value: BasicValueEnum<'_>) {
    // SAFETY: a live value; the shim checks its kind.
    unsafe { scytheAllowReordering(value.as_value_ref()) }
}

/// Whether an instruction may be replaced by an approximation of the function that it computes (`afn`).
#[must_use]
pub fn is_approximate(instruction: InstructionValue<'_>) -> bool {
    // SAFETY: a live instruction, and one that can have such flags.
    unsafe {
        let value = instruction.as_value_ref();
        LLVMCanValueUseFastMathFlags(value) != 0
            && LLVMGetFastMathFlags(value) & LLVMFastMathApproxFunc != 0
    }
}

/// The type and alignment of an object that a parameter passes by value; none for other parameters.
#[must_use]
pub fn by_value<'c>(function: FunctionValue<'c>, index: u32) -> Option<(BasicTypeEnum<'c>, u32)> {
    let at = AttributeLoc::Param(index);
    let attribute = function.get_enum_attribute(at, enum_kind("byval")?)?;
    let align = function
        .get_enum_attribute(at, enum_kind("align")?)
        .and_then(|a| u32::try_from(a.get_enum_value()).ok())
        .unwrap_or(1);
    // SAFETY: `byval` is a type attribute; the type belongs to the function's context.
    let ty = unsafe { BasicTypeEnum::new(LLVMGetTypeAttributeValue(attribute.as_mut_ptr())) };
    Some((ty, align))
}

/// Definitions that may occur in several objects and are kept once.
pub trait Comdat {
    /// Puts the definition into a COMDAT of its own name, of which the linker keeps any one.
    fn keep_any(&self, module: &Module<'_>);
}

impl Comdat for GlobalValue<'_> {
    fn keep_any(&self, module: &Module<'_>) {
        let name = self.get_name().to_string_lossy().into_owned();
        self.set_comdat(module.get_or_insert_comdat(&name));
        if let Some(comdat) = self.get_comdat() {
            comdat.set_selection_kind(ComdatSelectionKind::Any);
        }
    }
}
