//! Annotations of functions and variables: `__attribute__((annotate("mark", arguments...)))`.

use std::ffi::{CString, c_char, c_void};

use inkwell::module::Module;
use inkwell::values::{FunctionValue, GlobalValue, PointerValue};
use llvm_sys::LLVMTypeKind;
use llvm_sys::core::{
    LLVMConstIntGetZExtValue, LLVMCountStructElementTypes, LLVMGetAggregateElement,
    LLVMGetIntTypeWidth, LLVMGetTypeKind, LLVMIsAConstantInt, LLVMIsAFunction, LLVMTypeOf,
};
use llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};

use crate::constant_string;

type Visit = extern "C" fn(LLVMValueRef, LLVMValueRef, *mut c_void);

unsafe extern "C" {
    fn scytheTakeAnnotated(
        module: LLVMModuleRef,
        mark: *const c_char,
        visit: Visit,
        user: *mut c_void,
    );
}

/// An argument of an annotation, of the kinds that Scythe's headers and plugin use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnnotationArgument {
    /// A `bool`.
    Flag(bool),
    /// An unsigned integer of up to 64 bits.
    Number(u64),
    /// A string literal.
    Text(String),
    /// Anything else.
    Unknown,
}

/// An annotated function.
#[derive(Clone, Debug)]
pub struct Annotated<'c> {
    /// The function.
    pub function: FunctionValue<'c>,
    /// The annotation's arguments.
    pub arguments: Vec<AnnotationArgument>,
}

/// An element of the constant struct that holds an annotation's arguments.
///
/// # Safety
/// `value` is a live constant.
unsafe fn argument(value: LLVMValueRef) -> AnnotationArgument {
    // SAFETY: a live constant by contract; each step checks the kind of value that the next one needs.
    unsafe {
        if !LLVMIsAConstantInt(value).is_null() {
            let number = LLVMConstIntGetZExtValue(value);
            return match LLVMGetIntTypeWidth(LLVMTypeOf(value)) {
                1 => AnnotationArgument::Flag(number != 0),
                2..=64 => AnnotationArgument::Number(number),
                _ => AnnotationArgument::Unknown,
            };
        }
        if LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMTypeKind::LLVMPointerTypeKind {
            return AnnotationArgument::Unknown;
        }
        let text = constant_string(PointerValue::new(value));
        text.map_or(AnnotationArgument::Unknown, AnnotationArgument::Text)
    }
}

type Found = Vec<(LLVMValueRef, Vec<AnnotationArgument>)>;

extern "C" fn collect(function: LLVMValueRef, arguments: LLVMValueRef, user: *mut c_void) {
    // SAFETY: `take_annotated` passes its vector, which outlives the call; the shim passes a live constant or
    // null, and a struct has as many elements as its type says.
    unsafe {
        let all = &mut *user.cast::<Found>();
        let mut decoded = Vec::new();
        if !arguments.is_null() {
            let ty = LLVMTypeOf(arguments);
            if LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMStructTypeKind {
                let count = LLVMCountStructElementTypes(ty);
                let elements = (0..count).map(|i| LLVMGetAggregateElement(arguments, i));
                decoded.extend(elements.map(|element| argument(element)));
            }
        }
        all.push((function, decoded));
    }
}

/// Removes an annotation (`__attribute__((annotate(mark)))`) from all functions and variables, and returns
/// the functions with the annotation's arguments. Other annotations stay.
#[must_use]
pub fn take_annotated<'c>(module: &Module<'c>, mark: &str) -> Vec<Annotated<'c>> {
    let found = take_annotated_values(module, mark).into_iter();
    found
        .filter_map(|(value, arguments)| match value {
            AnnotatedValue::Function(function) => Some(Annotated { function, arguments }),
            AnnotatedValue::Variable(_) => None,
        })
        .collect()
}

/// An annotated value.
#[derive(Clone, Copy, Debug)]
pub enum AnnotatedValue<'c> {
    /// A function.
    Function(FunctionValue<'c>),
    /// A variable of the module.
    Variable(GlobalValue<'c>),
}

/// The same, including variables.
#[must_use]
pub fn take_annotated_values<'c>(
    module: &Module<'c>,
    mark: &str,
) -> Vec<(AnnotatedValue<'c>, Vec<AnnotationArgument>)> {
    let Ok(mark) = CString::new(mark) else { return Vec::new() };
    let mut found: Found = Vec::new();
    let user = (&raw mut found).cast::<c_void>();
    // SAFETY: a live module; the callback's user pointer is the vector above.
    unsafe { scytheTakeAnnotated(module.as_mut_ptr(), mark.as_ptr(), collect, user) };
    // SAFETY: the shim visits functions and variables of the module.
    let value = |raw| unsafe {
        if LLVMIsAFunction(raw).is_null() {
            Some(AnnotatedValue::Variable(GlobalValue::new(raw)))
        } else {
            FunctionValue::new(raw).map(AnnotatedValue::Function)
        }
    };
    found.into_iter().filter_map(|(raw, arguments)| Some((value(raw)?, arguments))).collect()
}
