//! Types of values: target types, and types that a device lacks.

use std::ffi::{CStr, c_char, c_uint};

use inkwell::module::Module;
use inkwell::types::{AsTypeRef, BasicTypeEnum};
use inkwell::values::{AsValueRef, FunctionValue};
use llvm_sys::LLVMTypeKind;
use llvm_sys::core::{
    LLVMCountParamTypes, LLVMDisposeMessage, LLVMGetParamTypes, LLVMGetReturnType, LLVMGetTypeKind,
};
use llvm_sys::prelude::{LLVMModuleRef, LLVMTypeRef, LLVMValueRef};

unsafe extern "C" {
    fn scytheReplaceTargetTypes(
        module: LLVMModuleRef,
        image: LLVMTypeRef,
        sampler: LLVMTypeRef,
        event: LLVMTypeRef,
    ) -> bool;
    fn scytheUnusualType(module: LLVMModuleRef) -> *mut c_char;
    fn scytheFloatKinds(function: LLVMValueRef) -> c_uint;
    fn scythePlaceOf(value: LLVMValueRef) -> *mut c_char;
    fn scytheExpandMemoryIntrinsics(function: LLVMValueRef) -> bool;
    fn scytheMoveUsed(from: LLVMValueRef, to: LLVMValueRef);
}

/// A text from the shim, which is disposed of.
fn taken(text: *mut c_char) -> Option<String> {
    if text.is_null() {
        return None;
    }
    // SAFETY: the shim made the text for the caller.
    unsafe {
        let owned = CStr::from_ptr(text).to_string_lossy().into_owned();
        LLVMDisposeMessage(text);
        Some(owned)
    }
}

/// The replacements of SPIR-V's types; types without one are not replaced.
#[derive(Clone, Copy, Debug, Default)]
pub struct TargetTypes<'c> {
    /// For images.
    pub image: Option<BasicTypeEnum<'c>>,
    /// For samplers.
    pub sampler: Option<BasicTypeEnum<'c>>,
    /// For events.
    pub event: Option<BasicTypeEnum<'c>>,
}

/// Replaces SPIR-V's types everywhere in a module. Returns whether there were any.
pub fn replace_target_types<'c>(module: &Module<'c>, types: TargetTypes<'c>) -> bool {
    let raw =
        |ty: Option<BasicTypeEnum<'c>>| ty.map_or(std::ptr::null_mut(), |ty| ty.as_type_ref());
    let (image, sampler, event) = (raw(types.image), raw(types.sampler), raw(types.event));
    // SAFETY: a live module, and types of its context.
    unsafe { scytheReplaceTargetTypes(module.as_mut_ptr(), image, sampler, event) }
}

/// A type that inkwell does not support, and its user.
#[derive(Clone, Debug)]
pub struct UnusualType {
    /// `function`, `variable` or `alias`.
    pub kind: String,
    /// Its name.
    pub user: String,
    /// The type.
    pub ty: String,
}

impl UnusualType {
    /// Whether it is a target type (`target("...")`).
    #[must_use]
    pub fn is_of_target(&self) -> bool {
        self.ty.starts_with("target(")
    }
}

/// A type that inkwell does not support, if a module has one anywhere: target types, tiles and tokens.
#[must_use]
pub fn unusual_type(module: &Module<'_>) -> Option<UnusualType> {
    // SAFETY: a live module.
    let text = taken(unsafe { scytheUnusualType(module.as_mut_ptr()) })?;
    let mut lines = text.splitn(3, '\n').map(str::to_owned);
    Some(UnusualType { kind: lines.next()?, user: lines.next()?, ty: lines.next()? })
}

/// Whether inkwell supports the types of a function's result and parameters.
#[must_use]
pub fn has_plain_types(function: FunctionValue<'_>) -> bool {
    let ty = function.get_type().as_type_ref();
    // SAFETY: a live function type, and an array for its parameters.
    unsafe {
        let mut types = vec![std::ptr::null_mut(); LLVMCountParamTypes(ty) as usize];
        LLVMGetParamTypes(ty, types.as_mut_ptr());
        types.push(LLVMGetReturnType(ty));
        types.into_iter().all(|ty| {
            !matches!(
                LLVMGetTypeKind(ty),
                LLVMTypeKind::LLVMTargetExtTypeKind
                    | LLVMTypeKind::LLVMX86_AMXTypeKind
                    | LLVMTypeKind::LLVMTokenTypeKind
                    | LLVMTypeKind::LLVMMetadataTypeKind
            )
        })
    }
}

/// Whether a function uses numbers of half and of double precision.
#[must_use]
pub fn half_and_double(function: FunctionValue<'_>) -> (bool, bool) {
    // SAFETY: a live function.
    let kinds = unsafe { scytheFloatKinds(function.as_value_ref()) };
    (kinds & 1 != 0, kinds & 2 != 0)
}

/// The source location of a function or an instruction: `file:line:column`.
#[must_use]
pub fn place_of(value: &impl AsValueRef) -> Option<String> {
    // SAFETY: a live value.
    taken(unsafe { scythePlaceOf(value.as_value_ref()) })
}

/// Replaces memory intrinsics in a function by loops. Returns whether there were any.
pub fn expand_memory_intrinsics(function: FunctionValue<'_>) -> bool {
    // SAFETY: a live function.
    unsafe { scytheExpandMemoryIntrinsics(function.as_value_ref()) }
}

/// Replaces a function by another one in the lists of functions to keep.
pub fn move_used<'c>(from: FunctionValue<'c>, to: FunctionValue<'c>) {
    // SAFETY: live functions of one module.
    unsafe { scytheMoveUsed(from.as_value_ref(), to.as_value_ref()) }
}
