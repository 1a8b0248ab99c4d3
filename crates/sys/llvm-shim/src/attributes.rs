//! Attributes of functions, parameters and calls, by their names in IR.

use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::types::AsTypeRef;
use inkwell::values::{AsValueRef, CallSiteValue, FunctionValue};
use llvm_sys::LLVMAttributeIndex;
use llvm_sys::core::{
    LLVMAddAttributeAtIndex, LLVMAddCallSiteAttribute, LLVMCreateEnumAttribute, LLVMGetTypeContext,
};
use llvm_sys::prelude::LLVMValueRef;

unsafe extern "C" {
    fn scytheSetReadsOnly(function: LLVMValueRef);
    fn scytheSetReadsNothing(function: LLVMValueRef);
}

fn index(at: AttributeLoc) -> LLVMAttributeIndex {
    match at {
        AttributeLoc::Return => 0,
        AttributeLoc::Param(index) => index + 1,
        AttributeLoc::Function => LLVMAttributeIndex::MAX,
    }
}

/// Adds an attribute by its name in IR (with a value if it has one) to a function or one of its parameters.
///
/// # Panics
/// When LLVM has no attribute with that name.
pub fn add_attribute(function: FunctionValue<'_>, at: AttributeLoc, name: &str, value: u64) {
    let kind = Attribute::get_named_enum_kind_id(name);
    assert_ne!(kind, 0, "LLVM has no attribute {name}");
    // SAFETY: a live function, a known kind of attribute, made in the function's own context.
    unsafe {
        let context = LLVMGetTypeContext(function.get_type().as_type_ref());
        let attribute = LLVMCreateEnumAttribute(context, kind, value);
        LLVMAddAttributeAtIndex(function.as_value_ref(), index(at), attribute);
    }
}

/// Adds an attribute of a function, or of one of its parameters, to a call.
pub fn add_call_attribute(call: CallSiteValue<'_>, at: AttributeLoc, attribute: Attribute) {
    // SAFETY: a live call; attributes belong to the context the call is in.
    unsafe { LLVMAddCallSiteAttribute(call.as_value_ref(), index(at), attribute.as_mut_ptr()) }
}

/// Marks a function as not writing memory.
pub fn set_reads_only(function: FunctionValue<'_>) {
    // SAFETY: a live function.
    unsafe { scytheSetReadsOnly(function.as_value_ref()) }
}

/// Marks a function as neither reading nor writing memory.
pub fn set_reads_nothing(function: FunctionValue<'_>) {
    // SAFETY: a live function.
    unsafe { scytheSetReadsNothing(function.as_value_ref()) }
}
