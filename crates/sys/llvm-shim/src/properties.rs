//! Lists of string attributes, attributes of variables, and lists in metadata.

use std::ffi::{c_char, c_void};

use inkwell::values::{AsValueRef, FunctionValue, GlobalValue, InstructionValue};
use llvm_sys::core::LLVMIsAGlobalVariable;
use llvm_sys::prelude::LLVMValueRef;

type Visit = extern "C" fn(*const c_char, usize, *const c_char, usize, *mut c_void);

unsafe extern "C" {
    fn scytheSetVariableAttribute(
        global: LLVMValueRef,
        name: *const c_char,
        name_length: usize,
        value: *const c_char,
        value_length: usize,
    );
    fn scytheAppendMetadata(from: LLVMValueRef, to: LLVMValueRef, kind: u32);
    fn scytheVisitVariableAttributes(global: LLVMValueRef, visit: Visit, user: *mut c_void);
    fn scytheVisitAttributes(
        function: LLVMValueRef,
        of_parameter: bool,
        parameter: u32,
        visit: Visit,
        user: *mut c_void,
    );
}

type Found = Vec<(String, String)>;

extern "C" fn collect(
    name: *const c_char,
    name_length: usize,
    value: *const c_char,
    value_length: usize,
    user: *mut c_void,
) {
    let text = |start: *const c_char, length: usize| match length {
        0 => String::new(),
        // SAFETY: LLVM keeps so many bytes of an attribute while it is visited.
        _ => String::from_utf8_lossy(unsafe {
            std::slice::from_raw_parts(start.cast::<u8>(), length)
        })
        .into_owned(),
    };
    // SAFETY: the functions below pass their vectors, which outlive the calls.
    let all = unsafe { &mut *user.cast::<Found>() };
    all.push((text(name, name_length), text(value, value_length)));
}

fn is_variable(global: GlobalValue<'_>) -> bool {
    // SAFETY: a live value.
    unsafe { !LLVMIsAGlobalVariable(global.as_value_ref()).is_null() }
}

/// Sets a string attribute of a variable.
///
/// # Panics
/// When the value is a function or an alias.
pub fn set_variable_attribute(global: GlobalValue<'_>, name: &str, value: &str) {
    assert!(is_variable(global), "{:?} is no variable", global.get_name());
    let (raw, named) = (global.as_value_ref(), name.as_ptr().cast::<c_char>());
    // SAFETY: a variable, as just checked, and strings with their lengths, which LLVM copies.
    unsafe {
        scytheSetVariableAttribute(raw, named, name.len(), value.as_ptr().cast(), value.len());
    }
}

/// Appends the operands of an instruction's metadata to those of another instruction's metadata of the same
/// kind.
pub fn append_metadata(from: InstructionValue<'_>, to: InstructionValue<'_>, kind: u32) {
    // SAFETY: live instructions of one context.
    unsafe { scytheAppendMetadata(from.as_value_ref(), to.as_value_ref(), kind) }
}

/// Names and values of a variable's string attributes; none for a function or an alias.
#[must_use]
pub fn variable_attributes(global: GlobalValue<'_>) -> Vec<(String, String)> {
    let mut found: Found = Vec::new();
    if is_variable(global) {
        let user = (&raw mut found).cast::<c_void>();
        // SAFETY: a variable, as just checked; the callback's user pointer is the vector above.
        unsafe { scytheVisitVariableAttributes(global.as_value_ref(), collect, user) };
    }
    found
}

/// Names and values of the string attributes of a function, or of one of its parameters.
#[must_use]
pub fn string_attributes(
    function: FunctionValue<'_>,
    parameter: Option<u32>,
) -> Vec<(String, String)> {
    let mut found: Found = Vec::new();
    let user = (&raw mut found).cast::<c_void>();
    let number = parameter.unwrap_or(0);
    // SAFETY: a live function; LLVM has no attributes for missing parameters; the callback's user pointer is
    // the vector above.
    unsafe {
        let raw = function.as_value_ref();
        scytheVisitAttributes(raw, parameter.is_some(), number, collect, user);
    }
    found
}
