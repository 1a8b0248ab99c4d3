//! Source locations of instructions, from debug information.

use std::ffi::{c_char, c_void};

use inkwell::values::{AsValueRef, InstructionValue};
use llvm_sys::prelude::LLVMValueRef;

/// A place in the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourcePlace {
    /// The file, with the directory that debug information has for it.
    pub file: String,
    /// Its line, from 1 on.
    pub line: u32,
    /// The column, from 1 on; 0 if it is unknown.
    pub column: u32,
}

type Visit = extern "C" fn(*const c_char, usize, u32, u32, *mut c_void);

unsafe extern "C" {
    fn scytheEachPlace(instruction: LLVMValueRef, visit: Visit, user: *mut c_void);
}

extern "C" fn collect(
    file: *const c_char,
    length: usize,
    line: u32,
    column: u32,
    user: *mut c_void,
) {
    // SAFETY: `program_place` passes its vector; the name is as long as LLVM says.
    unsafe {
        let name = std::slice::from_raw_parts(file.cast::<u8>(), length);
        let file = String::from_utf8_lossy(name).into_owned();
        (*user.cast::<Vec<SourcePlace>>()).push(SourcePlace { file, line, column });
    }
}

/// The source location of an instruction: the innermost one that is not in SYCL's headers.
#[must_use]
pub fn program_place(instruction: InstructionValue<'_>) -> Option<SourcePlace> {
    let mut found: Vec<SourcePlace> = Vec::new();
    // SAFETY: a live instruction; the vector outlives the call.
    unsafe {
        let user = (&raw mut found).cast::<c_void>();
        scytheEachPlace(instruction.as_value_ref(), collect, user);
    }
    let in_header =
        |p: &SourcePlace| p.file.contains("include/sycl/") || p.file.starts_with("sycl/");
    found.into_iter().find(|p| p.line > 0 && !in_header(p))
}
