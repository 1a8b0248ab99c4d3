//! Preparation of host code for the analysis of kernel launches.

use std::ffi::{c_char, c_void};

use inkwell::module::Module;
use inkwell::values::{AsValueRef, CallSiteValue, FunctionValue, InstructionValue};
use llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};

type VisitAnnotation = extern "C" fn(LLVMValueRef, *const c_char, usize, *mut c_void);

unsafe extern "C" {
    fn scytheCopyFunctions(
        module: LLVMModuleRef,
        functions: *const LLVMValueRef,
        count: usize,
    ) -> LLVMModuleRef;
    fn scytheDropHints(function: LLVMValueRef);
    fn scytheDropFunctionAttributes(function: LLVMValueRef);
    fn scytheDropBody(function: LLVMValueRef);
    fn scytheIsIntricate(function: LLVMValueRef) -> bool;
    fn scytheReturnsTwiceInside(function: LLVMValueRef) -> bool;
    fn scytheHideChanges(function: LLVMValueRef);
    fn scytheFlattenConstants(module: LLVMModuleRef);
    fn scytheVisitVariableAnnotations(
        module: LLVMModuleRef,
        visit: VisitAnnotation,
        user: *mut c_void,
    );
    fn scytheOutermostPlace(
        instruction: LLVMValueRef,
        length: *mut usize,
        line: *mut u32,
        column: *mut u32,
    ) -> *const c_char;
}

/// A copy of a module in which only the given functions have bodies, and only constants have values. Calls of
/// aliases become calls of their targets.
#[must_use]
pub fn copy_functions<'c>(module: &Module<'c>, functions: &[FunctionValue<'c>]) -> Module<'c> {
    let raw: Vec<LLVMValueRef> = functions.iter().map(AsValueRef::as_value_ref).collect();
    // SAFETY: live functions, as many as the count says; the result is a module of the same context, owned by
    // the caller.
    unsafe { Module::new(scytheCopyFunctions(module.as_mut_ptr(), raw.as_ptr(), raw.len())) }
}

/// Drops information for code generation: metadata other than locations, and assumptions.
pub fn drop_hints(function: FunctionValue<'_>) {
    // SAFETY: a live function.
    unsafe { scytheDropHints(function.as_value_ref()) }
}

/// Removes all attributes of a function itself; those of its parameters stay.
pub fn drop_function_attributes(function: FunctionValue<'_>) {
    // SAFETY: a live function.
    unsafe { scytheDropFunctionAttributes(function.as_value_ref()) }
}

/// Turns a function into a declaration.
pub fn drop_body(function: FunctionValue<'_>) {
    // SAFETY: a live function; a declaration is external, so references stay valid.
    unsafe { scytheDropBody(function.as_value_ref()) }
}

/// Whether a function has calls that are not visible in its text, through pointers or in assembly, or
/// accesses memory that threads share.
#[must_use]
pub fn is_intricate(function: FunctionValue<'_>) -> bool {
    // SAFETY: a live function.
    unsafe { scytheIsIntricate(function.as_value_ref()) }
}

/// Whether a function calls one that may return twice (`setjmp`, `vfork`).
#[must_use]
pub fn returns_twice_inside(function: FunctionValue<'_>) -> bool {
    // SAFETY: a live function.
    unsafe { scytheReturnsTwiceInside(function.as_value_ref()) }
}

/// Inserts calls of unknown functions where memory may change without a visible write: volatile and atomic
/// loads, volatile copies, and calls that may return twice.
pub fn hide_changes(function: FunctionValue<'_>) {
    // SAFETY: a live function; instructions are only replaced by calls of the same type.
    unsafe { scytheHideChanges(function.as_value_ref()) }
}

/// Turns constant structs without addresses into arrays of bytes: their contents can then be read without
/// decomposing types.
pub fn flatten_constants(module: &Module<'_>) {
    // SAFETY: a live module.
    unsafe { scytheFlattenConstants(module.as_mut_ptr()) }
}

type Annotations = Vec<(LLVMValueRef, String)>;

extern "C" fn collect(call: LLVMValueRef, text: *const c_char, length: usize, user: *mut c_void) {
    // SAFETY: `variable_annotations` passes its vector, which outlives the call; the text is as long as
    // the shim says, and may be absent.
    unsafe {
        let all = &mut *user.cast::<Annotations>();
        let bytes = match text.is_null() {
            true => &[],
            false => std::slice::from_raw_parts(text.cast::<u8>(), length),
        };
        all.push((call, String::from_utf8_lossy(bytes).into_owned()));
    }
}

/// The annotations of variables in a module (`llvm.var.annotation`), with their texts.
#[must_use]
pub fn variable_annotations<'c>(module: &Module<'c>) -> Vec<(CallSiteValue<'c>, String)> {
    let mut found: Annotations = Vec::new();
    let user = (&raw mut found).cast::<c_void>();
    // SAFETY: a live module; the callback's user pointer is the vector above.
    unsafe { scytheVisitVariableAnnotations(module.as_mut_ptr(), collect, user) };
    // SAFETY: the shim visits calls.
    found.into_iter().map(|(call, text)| (unsafe { CallSiteValue::new(call) }, text)).collect()
}

/// File, line and column of an instruction; of the outermost call if it was inlined.
#[must_use]
pub fn outermost_place(instruction: InstructionValue<'_>) -> Option<(String, u32, u32)> {
    let (mut length, mut line, mut column) = (0, 0, 0);
    // SAFETY: a live instruction; the name is as long as the shim says and lives in the context.
    unsafe {
        let (length_out, line_out, column_out) = (&raw mut length, &raw mut line, &raw mut column);
        let name =
            scytheOutermostPlace(instruction.as_value_ref(), length_out, line_out, column_out);
        if name.is_null() || line == 0 {
            return None;
        }
        let name = std::slice::from_raw_parts(name.cast::<u8>(), length);
        Some((String::from_utf8_lossy(name).into_owned(), line, column))
    }
}
