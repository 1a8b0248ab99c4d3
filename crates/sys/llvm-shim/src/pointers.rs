//! The objects that a pointer may point to.

use std::collections::HashSet;
use std::ffi::c_void;

use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::values::{
    AnyValueEnum, AsValueRef, CallSiteValue, FunctionValue, InstructionOpcode, InstructionValue,
    PointerValue,
};
use llvm_sys::LLVMOpcode;
use llvm_sys::core::{
    LLVMConstIntGetZExtValue, LLVMGetCalledValue, LLVMGetConstOpcode, LLVMGetFirstUse,
    LLVMGetNextUse, LLVMGetOperand, LLVMGetUser, LLVMIsAAllocaInst, LLVMIsAArgument,
    LLVMIsACallInst, LLVMIsAConstantExpr, LLVMIsAConstantInt, LLVMIsAConstantPointerNull,
    LLVMIsAGlobalValue, LLVMIsALoadInst,
};
use llvm_sys::prelude::LLVMValueRef;

unsafe extern "C" {
    fn scytheUnderlyingObjects(
        pointer: LLVMValueRef,
        visit: extern "C" fn(LLVMValueRef, *mut c_void),
        user: *mut c_void,
    );
    fn scytheIsCaptured(alloca: LLVMValueRef) -> bool;
    fn scytheAccessBytes(access: LLVMValueRef) -> u64;
    fn scytheAtomicPointer(instruction: LLVMValueRef) -> LLVMValueRef;
    fn scytheLowerAtomic(instruction: LLVMValueRef) -> bool;
    fn scytheReadOriginals(parameter: LLVMValueRef, align: u32) -> bool;
}

/// The origin of a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Object<'c> {
    /// A parameter of the function.
    Argument,
    /// A variable of the module.
    Global,
    /// A local variable.
    Alloca,
    /// A pointer loaded from this address.
    Load(PointerValue<'c>),
    /// The result of a function.
    Result(FunctionValue<'c>),
    /// Anything else, such as an integer cast to a pointer.
    Unknown,
}

extern "C" fn collect(value: LLVMValueRef, user: *mut c_void) {
    // SAFETY: `objects` passes its vector, which outlives the call.
    let all = unsafe { &mut *user.cast::<Vec<LLVMValueRef>>() };
    all.push(value);
}

/// All objects that `pointer` may point into, through offsets, casts, selects and phis.
#[must_use]
pub fn objects<'c>(pointer: PointerValue<'c>) -> Vec<Object<'c>> {
    underlying(pointer).into_iter().map(classify).collect()
}

fn underlying(pointer: PointerValue<'_>) -> Vec<LLVMValueRef> {
    let mut found: Vec<LLVMValueRef> = Vec::new();
    // SAFETY: a live pointer; the callback's user pointer is the vector above.
    unsafe {
        scytheUnderlyingObjects(pointer.as_value_ref(), collect, (&raw mut found).cast::<c_void>());
    }
    found
}

/// Whether a pointer is null, or an offset from null.
#[must_use]
pub fn is_offset_from_null(pointer: PointerValue<'_>) -> bool {
    /// The first page is never mapped. LLVM turns a known offset into a number.
    const FIRST_PAGE: u64 = 4096;
    let is_null = |value: LLVMValueRef| {
        // SAFETY: LLVM returned a live value; the casts only test its kind, and a conversion has an operand.
        unsafe {
            if !LLVMIsAConstantPointerNull(value).is_null() {
                return true;
            }
            if LLVMIsAConstantExpr(value).is_null()
                || LLVMGetConstOpcode(value) != LLVMOpcode::LLVMIntToPtr
            {
                return false;
            }
            let number = LLVMGetOperand(value, 0);
            !LLVMIsAConstantInt(number).is_null() && LLVMConstIntGetZExtValue(number) < FIRST_PAGE
        }
    };
    let found = underlying(pointer);
    !found.is_empty() && found.into_iter().all(is_null)
}

fn classify<'c>(value: LLVMValueRef) -> Object<'c> {
    // SAFETY: LLVM returned a live value; the casts only test its kind, and a load has an operand.
    unsafe {
        if !LLVMIsAArgument(value).is_null() {
            Object::Argument
        } else if !LLVMIsAGlobalValue(value).is_null() {
            Object::Global
        } else if !LLVMIsAAllocaInst(value).is_null() {
            Object::Alloca
        } else if !LLVMIsALoadInst(value).is_null() {
            Object::Load(PointerValue::new(LLVMGetOperand(value, 0)))
        } else if !LLVMIsACallInst(value).is_null() {
            let called = FunctionValue::new(LLVMGetCalledValue(value));
            called.map_or(Object::Unknown, Object::Result)
        } else {
            Object::Unknown
        }
    }
}

/// Whether the address of a local variable may escape from its direct accesses.
///
/// # Panics
/// When the instruction is not an `alloca`.
#[must_use]
pub fn is_captured(alloca: InstructionValue<'_>) -> bool {
    assert_eq!(alloca.get_opcode(), InstructionOpcode::Alloca, "not a local variable");
    // SAFETY: a live alloca, as just checked.
    unsafe { scytheIsCaptured(alloca.as_value_ref()) }
}

/// The address of a non-volatile load or store.
#[must_use]
pub fn accessed_pointer<'c>(instruction: InstructionValue<'c>) -> Option<PointerValue<'c>> {
    let index = match instruction.get_opcode() {
        InstructionOpcode::Load => 0,
        InstructionOpcode::Store => 1,
        _ => return None,
    };
    let operand = instruction.get_operand(index)?.value()?;
    match AnyValueEnum::from(operand) {
        AnyValueEnum::PointerValue(pointer) => Some(pointer),
        _ => None,
    }
}

/// The size of a non-atomic, non-volatile load or store; none for others.
#[must_use]
pub fn access_bytes(instruction: InstructionValue<'_>) -> Option<u64> {
    if !matches!(instruction.get_opcode(), InstructionOpcode::Load | InstructionOpcode::Store) {
        return None;
    }
    // SAFETY: a live load or store, as just checked.
    let bytes = unsafe { scytheAccessBytes(instruction.as_value_ref()) };
    (bytes > 0).then_some(bytes)
}

/// The address of an atomic operation; none for other instructions.
#[must_use]
pub fn atomic_pointer<'c>(instruction: InstructionValue<'c>) -> Option<PointerValue<'c>> {
    // SAFETY: a live instruction; what LLVM returns is a pointer.
    unsafe {
        let pointer = scytheAtomicPointer(instruction.as_value_ref());
        (!pointer.is_null()).then(|| PointerValue::new(pointer))
    }
}

/// Replaces an atomic operation by plain ones, which only one thread may then execute; false if that is not
/// possible.
#[must_use]
pub fn lower_atomic(instruction: InstructionValue<'_>) -> bool {
    // SAFETY: a live instruction; LLVM checks what it is.
    unsafe { scytheLowerAtomic(instruction.as_value_ref()) }
}

/// Whether the object of a parameter may be written through it, as far as this function and the attributes of
/// its callees show.
#[must_use]
pub fn may_be_written(parameter: PointerValue<'_>) -> bool {
    let mut seen: HashSet<LLVMValueRef> = HashSet::new();
    let mut open = vec![parameter.as_value_ref()];
    while let Some(pointer) = open.pop() {
        if !seen.insert(pointer) {
            continue;
        }
        // SAFETY: a live value; its uses are valid while nothing changes.
        let mut this = unsafe { LLVMGetFirstUse(pointer) };
        while !this.is_null() {
            // SAFETY: a live use. Users of a parameter, or of instructions based on it, are instructions.
            let user = unsafe { InstructionValue::new(LLVMGetUser(this)) };
            match user.get_opcode() {
                InstructionOpcode::Load | InstructionOpcode::ICmp => {}
                InstructionOpcode::GetElementPtr
                | InstructionOpcode::AddrSpaceCast
                | InstructionOpcode::BitCast
                | InstructionOpcode::Freeze
                | InstructionOpcode::Select
                | InstructionOpcode::Phi => open.push(user.as_value_ref()),
                InstructionOpcode::Call if only_reads(user, pointer) => {}
                _ => return true,
            }
            // SAFETY: as above.
            this = unsafe { LLVMGetNextUse(this) };
        }
    }
    false
}

/// Makes a function read an object itself where it reads copies that it made of it, or of a part. The object,
/// which a parameter points to, must not be written while the function runs. Returns whether there were any.
pub fn read_originals(parameter: PointerValue<'_>, align: u32) -> bool {
    // SAFETY: a live value; the shim checks that it is a parameter.
    unsafe { scytheReadOriginals(parameter.as_value_ref(), align) }
}

/// Whether a call has attributes for each argument with the pointer that promise neither to write through it
/// nor to capture it.
fn only_reads(call: InstructionValue<'_>, pointer: LLVMValueRef) -> bool {
    let Ok(call) = CallSiteValue::try_from(call) else { return false };
    let promises = |index: u32, name: &str, wanted: fn(u64) -> bool| {
        let kind = Attribute::get_named_enum_kind_id(name);
        let at = AttributeLoc::Param(index);
        let of_callee = || call.get_called_fn_value().and_then(|f| f.get_enum_attribute(at, kind));
        let found = call.get_enum_attribute(at, kind).or_else(of_callee);
        found.is_some_and(|attribute| wanted(attribute.get_enum_value()))
    };
    let is_it = |index: u32| {
        // SAFETY: a live call with so many arguments.
        unsafe { LLVMGetOperand(call.as_value_ref(), index) == pointer }
    };
    (0..call.count_arguments()).filter(|&index| is_it(index)).all(|index| {
        let reads = ["readonly", "readnone"].iter().any(|name| promises(index, name, |_| true));
        // `captures(none)` has an empty set of captured components.
        reads && promises(index, "captures", |what| what == 0)
    })
}
