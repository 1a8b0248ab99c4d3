//! Modules: reading, writing, linking.

use std::ffi::{CStr, CString, c_char};
use std::fmt;
use std::path::Path;

use inkwell::context::{AsContextRef, Context};
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;
use inkwell::targets::TargetMachine;
use inkwell::values::{AsValueRef, PointerValue};
use llvm_sys::core::{
    LLVMDisposeMessage, LLVMGetAsString, LLVMGetConstOpcode, LLVMGetElementType,
    LLVMGetInitializer, LLVMGetIntTypeWidth, LLVMGetOperand, LLVMGetTypeKind,
    LLVMIsAConstantDataSequential, LLVMIsAConstantExpr, LLVMIsAGlobalVariable,
    LLVMIsConstantString, LLVMIsNull, LLVMTypeOf,
};
use llvm_sys::prelude::{LLVMContextRef, LLVMModuleRef};
use llvm_sys::{LLVMOpcode, LLVMTypeKind};

unsafe extern "C" {
    fn scytheParse(
        context: LLVMContextRef,
        text: *const c_char,
        length: usize,
        name: *const c_char,
        layout: *const c_char,
        message: *mut *mut c_char,
    ) -> LLVMModuleRef;
    fn scytheAgreeOnTypes(module: LLVMModuleRef);
    fn scytheRestoreFacts(from: LLVMModuleRef, to: LLVMModuleRef);
    fn scytheForgetHost(module: LLVMModuleRef);
    fn scytheReadSymbols(
        context: LLVMContextRef,
        bytes: *const c_char,
        length: usize,
        name: *const c_char,
        message: *mut *mut c_char,
    ) -> LLVMModuleRef;
}

/// Makes calls use the function type of their callee. Linking may leave two types of one layout where units
/// had one, and LLVM treats a call with another type like one of an unknown function.
pub fn agree_on_types(module: &Module<'_>) {
    // SAFETY: a live module.
    unsafe { scytheAgreeOnTypes(module.as_mut_ptr()) }
}

/// Restores information that a module lost in a round trip: data layout, triple, name, named metadata of
/// work-item passes, and the attributes and metadata of functions. Both are of one context.
pub fn restore_facts<'c>(from: &Module<'c>, to: &Module<'c>) {
    // SAFETY: both modules are valid, and the lifetime says that their context is the same.
    unsafe { scytheRestoreFacts(from.as_mut_ptr(), to.as_mut_ptr()) }
}

/// Removes host-only parts from device code: COMDATs, and initialisers of variables that would run at program
/// start, with everything only they use.
pub fn forget_host(module: &Module<'_>) {
    // SAFETY: a valid module.
    unsafe { scytheForgetHost(module.as_mut_ptr()) }
}

/// LLVM could not read, write or link modules.
#[derive(Debug)]
pub struct IrError {
    /// The operation, with the file's name.
    pub what: String,
    /// LLVM's message.
    pub reason: String,
}

impl fmt::Display for IrError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.what, self.reason)
    }
}

impl std::error::Error for IrError {}

impl IrError {
    fn new(what: impl Into<String>, reason: &impl ToString) -> Self {
        Self { what: what.into(), reason: reason.to_string() }
    }

    /// An error with a message of LLVM's, which ends with a newline and would print as a quoted string.
    fn by_llvm(what: impl Into<String>, reason: &CStr) -> Self {
        Self::new(what, &reason.to_string_lossy().trim_end())
    }
}

/// Reads a bitcode file.
///
/// # Errors
/// When the file cannot be read or is not bitcode of this LLVM.
pub fn read_bitcode<'c>(context: &'c Context, path: &Path) -> Result<Module<'c>, IrError> {
    Module::parse_bitcode_from_path(path, context)
        .map_err(|e| IrError::by_llvm(format!("cannot read bitcode '{}'", path.display()), &e))
}

/// Reads LLVM IR from a file: text if its name ends with `.ll`, bitcode otherwise.
///
/// # Errors
/// When the file cannot be read; LLVM's message, with line and column for text.
pub fn read_ir<'c>(context: &'c Context, path: &Path) -> Result<Module<'c>, IrError> {
    if path.extension().is_none_or(|extension| extension != "ll") {
        return read_bitcode(context, path);
    }
    let name = path.display().to_string();
    let bytes =
        std::fs::read(path).map_err(|e| IrError::new(format!("cannot read '{name}'"), &e))?;
    parse_ir(context, &name, &bytes)
}

/// Reads bitcode from memory.
///
/// # Errors
/// When it is not bitcode of this LLVM.
pub fn parse_bitcode<'c>(
    context: &'c Context,
    name: &str,
    bytes: &[u8],
) -> Result<Module<'c>, IrError> {
    let buffer = MemoryBuffer::create_from_memory_range_copy(bytes, name);
    Module::parse_bitcode_from_buffer(&buffer, context)
        .map_err(|e| IrError::by_llvm(format!("cannot read bitcode '{name}'"), &e))
}

/// Reads bitcode from memory, to be linked with a module.
///
/// # Errors
/// When it is not bitcode of this LLVM.
pub fn parse_bitcode_beside<'c>(
    module: &Module<'c>,
    name: &str,
    bytes: &[u8],
) -> Result<Module<'c>, IrError> {
    let buffer = MemoryBuffer::create_from_memory_range_copy(bytes, name);
    Module::parse_bitcode_from_buffer(&buffer, module.get_context())
        .map_err(|e| IrError::by_llvm(format!("cannot read bitcode '{name}'"), &e))
}

/// Parses LLVM IR as text, to be linked with a module.
///
/// # Errors
/// LLVM's message.
pub fn parse_ir_beside<'c>(
    module: &Module<'c>,
    name: &str,
    bytes: &[u8],
) -> Result<Module<'c>, IrError> {
    let buffer = MemoryBuffer::create_from_memory_range_copy(bytes, name);
    module
        .get_context()
        .create_module_from_ir(buffer)
        .map_err(|e| IrError::by_llvm(format!("cannot read '{name}'"), &e))
}

/// Reads the symbols and variables of bitcode, without the bodies of functions: for large files that may not
/// be needed.
///
/// # Errors
/// When it is not bitcode of this LLVM.
pub fn read_symbols<'c>(
    context: &'c Context,
    name: &str,
    bytes: &[u8],
) -> Result<Module<'c>, IrError> {
    let what = format!("cannot read bitcode '{name}'");
    let file = CString::new(name).map_err(|e| IrError::new(what.as_str(), &e))?;
    let mut message = std::ptr::null_mut();
    // SAFETY: everything lives through the call, and LLVM keeps a copy of the bytes.
    let module = unsafe {
        let bytes = (bytes.as_ptr().cast(), bytes.len());
        scytheReadSymbols(context.as_ctx_ref(), bytes.0, bytes.1, file.as_ptr(), &raw mut message)
    };
    module_or(module, message, what)
}

/// Parses LLVM IR, as text or bitcode.
///
/// # Errors
/// LLVM's message, with line and column for text.
pub fn parse_ir<'c>(context: &'c Context, name: &str, bytes: &[u8]) -> Result<Module<'c>, IrError> {
    parse(context, name, bytes, None)
}

/// Parses LLVM IR, as text or bitcode, for a machine: a module without a machine, or for an abstract one,
/// gets its data layout before types are laid out.
///
/// # Errors
/// LLVM's message, with line and column for text.
pub fn parse_ir_for<'c>(
    context: &'c Context,
    name: &str,
    bytes: &[u8],
    machine: &TargetMachine,
) -> Result<Module<'c>, IrError> {
    let layout = machine.get_target_data().get_data_layout();
    parse(context, name, bytes, Some(layout.as_str()))
}

fn parse<'c>(
    context: &'c Context,
    name: &str,
    bytes: &[u8],
    layout: Option<&CStr>,
) -> Result<Module<'c>, IrError> {
    let what = format!("cannot parse '{name}'");
    let file = CString::new(name).map_err(|e| IrError::new(what.as_str(), &e))?;
    let mut bytes = bytes.to_vec();
    bytes.push(0);
    let mut message = std::ptr::null_mut();
    // SAFETY: everything lives through the call, and the input is followed by a NUL that is not counted: as a
    // part of bitcode, whose length is a multiple of four, it would be invalid.
    let module = unsafe {
        scytheParse(
            context.as_ctx_ref(),
            bytes.as_ptr().cast(),
            bytes.len() - 1,
            file.as_ptr(),
            layout.map_or(std::ptr::null(), CStr::as_ptr),
            &raw mut message,
        )
    };
    module_or(module, message, what)
}

/// The result of the shim's readers: a module of the caller's context, or null and a message.
fn module_or<'c>(
    module: LLVMModuleRef,
    message: *mut c_char,
    what: String,
) -> Result<Module<'c>, IrError> {
    if !module.is_null() {
        // SAFETY: LLVM made a module in the context, which outlives it.
        return Ok(unsafe { Module::new(module) });
    }
    // SAFETY: without a module there is a message, which the caller disposes of.
    unsafe {
        let error = IrError::by_llvm(what, CStr::from_ptr(message));
        LLVMDisposeMessage(message);
        Err(error)
    }
}

/// Writes a bitcode file.
///
/// # Errors
/// When the file cannot be written.
pub fn write_bitcode(module: &Module<'_>, path: &Path) -> Result<(), IrError> {
    let buffer = module.write_bitcode_to_memory();
    std::fs::write(path, buffer.as_slice())
        .map_err(|e| IrError::new(format!("cannot write '{}'", path.display()), &e))
}

/// Moves everything of `from` into `into`.
///
/// # Errors
/// LLVM's error, such as two definitions of one symbol.
pub fn link<'c>(into: &Module<'c>, from: Module<'c>) -> Result<(), IrError> {
    into.link_in_module(from)
        .map_err(|e| IrError::by_llvm("cannot link device code into host code", &e))
}

/// The text of a constant NUL-terminated string at `pointer`.
#[must_use]
pub fn constant_string(pointer: PointerValue<'_>) -> Option<String> {
    let mut raw = pointer.as_value_ref();
    // SAFETY: each step checks the kind of value that the next one needs.
    let value = unsafe {
        // Strings may be in one address space and pointers to them in another.
        while !LLVMIsAConstantExpr(raw).is_null()
            && LLVMGetConstOpcode(raw) == LLVMOpcode::LLVMAddrSpaceCast
        {
            raw = LLVMGetOperand(raw, 0);
        }
        if LLVMIsAGlobalVariable(raw).is_null() {
            return None;
        }
        let initializer = LLVMGetInitializer(raw);
        // LLVM returns no string for bytes that are all zero.
        if !initializer.is_null() && LLVMIsNull(initializer) != 0 {
            let ty = LLVMTypeOf(initializer);
            let is_text = LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMArrayTypeKind
                && LLVMGetTypeKind(LLVMGetElementType(ty)) == LLVMTypeKind::LLVMIntegerTypeKind
                && LLVMGetIntTypeWidth(LLVMGetElementType(ty)) == 8;
            return is_text.then(String::new);
        }
        if initializer.is_null()
            || LLVMIsAConstantDataSequential(initializer).is_null()
            || LLVMIsConstantString(initializer) == 0
        {
            return None;
        }
        let mut length = 0;
        let bytes = LLVMGetAsString(initializer, &raw mut length);
        std::slice::from_raw_parts(bytes.cast::<u8>(), length).to_vec()
    };
    let end = value.iter().position(|&b| b == 0).unwrap_or(value.len());
    String::from_utf8(value[..end].to_vec()).ok()
}
