//! Variables of modules, their users, and references of functions.

use std::collections::HashSet;
use std::ffi::c_void;

use inkwell::module::Module;
use inkwell::values::{AsValueRef, FunctionValue, GlobalValue, InstructionValue, PointerValue};
use llvm_sys::LLVMLinkage;
use llvm_sys::comdat::LLVMSetComdat;
use llvm_sys::core::{LLVMGetFirstUse, LLVMIsAGlobalVariable, LLVMSetInitializer, LLVMSetLinkage};
use llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};

type Visit = extern "C" fn(LLVMValueRef, *mut c_void);
type VisitKernel = extern "C" fn(LLVMValueRef, *const i32, *mut c_void);

unsafe extern "C" {
    fn scytheExpandConstants(global: LLVMValueRef);
    fn scytheVisitUsers(global: LLVMValueRef, visit: Visit, user: *mut c_void);
    fn scytheVisitReferences(function: LLVMValueRef, visit: Visit, user: *mut c_void);
    fn scytheVisitLinks(function: LLVMValueRef, visit: Visit, user: *mut c_void);
    fn scytheVisitInitializer(global: LLVMValueRef, visit: Visit, user: *mut c_void);
    fn scytheEraseFunctions(functions: *const LLVMValueRef, count: usize);
    fn scytheAddressSpace(global: LLVMValueRef) -> u32;
    fn scytheVariableAlign(global: LLVMValueRef) -> u64;
    fn scytheVisitListedKernels(module: LLVMModuleRef, visit: VisitKernel, user: *mut c_void);
    fn scytheEraseVariable(global: LLVMValueRef);
    fn scytheBytesAt(
        module: LLVMModuleRef,
        pointer: LLVMValueRef,
        bytes: *mut u8,
        size: usize,
    ) -> bool;
    fn scytheDescribeLocal(
        function: LLVMValueRef,
        storage: LLVMValueRef,
        global: LLVMValueRef,
        offset: u64,
    );
}

extern "C" fn collect(value: LLVMValueRef, user: *mut c_void) {
    // SAFETY: the functions below pass their vectors, which outlive the calls.
    let all = unsafe { &mut *user.cast::<Vec<LLVMValueRef>>() };
    all.push(value);
}

/// The users of a variable, through any number of constants.
#[derive(Clone, Debug)]
pub struct Users<'c> {
    /// Instructions, each once.
    pub instructions: Vec<InstructionValue<'c>>,
    /// Whether initial values of other variables use it, too.
    pub initializers: bool,
}

/// Replaces constants computed from a variable's address by instructions, where functions use them.
pub fn expand_constants(global: GlobalValue<'_>) {
    // SAFETY: a live global value, which is a constant.
    unsafe { scytheExpandConstants(global.as_value_ref()) }
}

/// The contents of constant memory at an address; none if they are not known, or depend on addresses.
#[must_use]
pub fn constant_bytes(
    module: &Module<'_>,
    pointer: PointerValue<'_>,
    size: u64,
) -> Option<Vec<u8>> {
    let mut bytes = vec![0; usize::try_from(size).ok()?];
    // SAFETY: live values of one context; the vector has that many bytes.
    let known = unsafe {
        scytheBytesAt(module.as_mut_ptr(), pointer.as_value_ref(), bytes.as_mut_ptr(), bytes.len())
    };
    known.then_some(bytes)
}

/// The users of a variable.
#[must_use]
pub fn variable_users<'c>(global: GlobalValue<'c>) -> Users<'c> {
    let mut found: Vec<LLVMValueRef> = Vec::new();
    // SAFETY: a live value; the callback's user pointer is the vector above.
    unsafe {
        scytheVisitUsers(global.as_value_ref(), collect, (&raw mut found).cast::<c_void>());
    }
    let all = found.len();
    found.retain(|user| !user.is_null());
    let initializers = found.len() < all;
    // SAFETY: the shim visits instructions, or null, which is filtered out.
    let instructions = found.into_iter().map(|i| unsafe { InstructionValue::new(i) }).collect();
    Users { instructions, initializers }
}

/// The functions that a function refers to, by calls or by address.
#[must_use]
pub fn references<'c>(function: FunctionValue<'c>) -> Vec<FunctionValue<'c>> {
    let mut found: Vec<LLVMValueRef> = Vec::new();
    // SAFETY: a live function; the callback's user pointer is the vector above.
    unsafe {
        scytheVisitReferences(function.as_value_ref(), collect, (&raw mut found).cast::<c_void>());
    }
    functions(found)
}

/// A function and all functions that it refers to, directly or indirectly.
#[must_use]
pub fn reachable<'c>(function: FunctionValue<'c>) -> Vec<FunctionValue<'c>> {
    let (mut seen, mut open) = (HashSet::from([function]), vec![function]);
    let mut found = Vec::new();
    while let Some(function) = open.pop() {
        found.push(function);
        open.extend(references(function).into_iter().filter(|&f| seen.insert(f)));
    }
    found
}

/// The functions that metadata links a function to: from a scalar kernel to its vector versions, or the
/// reverse.
#[must_use]
pub fn links<'c>(function: FunctionValue<'c>) -> Vec<FunctionValue<'c>> {
    let mut found: Vec<LLVMValueRef> = Vec::new();
    // SAFETY: a live function; the callback's user pointer is the vector above.
    unsafe {
        scytheVisitLinks(function.as_value_ref(), collect, (&raw mut found).cast::<c_void>());
    }
    functions(found)
}

/// The functions that the initial value of a variable refers to.
#[must_use]
pub fn initializer_references<'c>(global: GlobalValue<'c>) -> Vec<FunctionValue<'c>> {
    if !is_variable(global) {
        return Vec::new();
    }
    let mut found: Vec<LLVMValueRef> = Vec::new();
    // SAFETY: a live variable, as just checked; the user pointer is the vector above.
    unsafe {
        scytheVisitInitializer(global.as_value_ref(), collect, (&raw mut found).cast::<c_void>());
    }
    functions(found)
}

fn functions<'c>(found: Vec<LLVMValueRef>) -> Vec<FunctionValue<'c>> {
    // SAFETY: the shim visits functions.
    found.into_iter().filter_map(|f| unsafe { FunctionValue::new(f) }).collect()
}

/// Deletes functions that are only referenced by one another and by metadata.
pub fn erase_functions(functions: &[FunctionValue<'_>]) {
    let raw: Vec<LLVMValueRef> = functions.iter().map(AsValueRef::as_value_ref).collect();
    // SAFETY: live functions, as many as the count says; other uses get poison.
    unsafe { scytheEraseFunctions(raw.as_ptr(), raw.len()) }
}

fn is_variable(global: GlobalValue<'_>) -> bool {
    // SAFETY: a live value.
    unsafe { !LLVMIsAGlobalVariable(global.as_value_ref()).is_null() }
}

/// The address space and the alignment of a variable; none for a function or an alias.
#[must_use]
pub fn variable_place(global: GlobalValue<'_>) -> Option<(u32, u64)> {
    if !is_variable(global) {
        return None;
    }
    let raw = global.as_value_ref();
    // SAFETY: a live variable, as just checked.
    Some(unsafe { (scytheAddressSpace(raw), scytheVariableAlign(raw)) })
}

/// Turns a variable's definition into a declaration.
///
/// # Panics
/// When it is not a variable, which is a defect of the caller.
pub fn declare_only(global: GlobalValue<'_>) {
    assert!(is_variable(global), "{:?} is not a variable", global.get_name());
    let raw = global.as_value_ref();
    // SAFETY: a live variable, as just checked; null stands for no initial value and no COMDAT.
    unsafe {
        LLVMSetInitializer(raw, std::ptr::null_mut());
        LLVMSetComdat(raw, std::ptr::null_mut());
        LLVMSetLinkage(raw, LLVMLinkage::LLVMExternalLinkage);
    }
}

/// Deletes a variable.
///
/// # Panics
/// When it is still used, which is a defect of the calling pass.
pub fn erase_variable(global: GlobalValue<'_>) {
    // SAFETY: a live value.
    let used = unsafe { !LLVMGetFirstUse(global.as_value_ref()).is_null() };
    assert!(is_variable(global) && !used, "erasing {:?}, which is still used", global.get_name());
    // SAFETY: a variable that nothing uses, as just checked.
    unsafe { scytheEraseVariable(global.as_value_ref()) }
}

type Listed = Vec<(LLVMValueRef, Option<[i32; 3]>)>;

extern "C" fn collect_kernel(kernel: LLVMValueRef, sizes: *const i32, user: *mut c_void) {
    // SAFETY: `listed_kernels` passes its vector, which outlives the call; sizes are three or null.
    unsafe {
        let all = &mut *user.cast::<Listed>();
        all.push((kernel, sizes.cast::<[i32; 3]>().as_ref().copied()));
    }
}

/// The kernels in `!opencl.kernels`, with their required work-group sizes.
#[must_use]
pub fn listed_kernels<'c>(module: &Module<'c>) -> Vec<(FunctionValue<'c>, Option<[i32; 3]>)> {
    let mut found: Listed = Vec::new();
    // SAFETY: a live module; the callback's user pointer is the vector above.
    unsafe {
        let user = (&raw mut found).cast::<c_void>();
        scytheVisitListedKernels(module.as_mut_ptr(), collect_kernel, user);
    }
    found
        .into_iter()
        // SAFETY: the shim visits functions.
        .filter_map(|(kernel, sizes)| Some((unsafe { FunctionValue::new(kernel) }?, sizes)))
        .collect()
}

/// Adds debug information for a variable of the module that now is `offset` bytes into the local variable
/// `storage` of a function.
///
/// # Panics
/// When the function has no body or `global` is not a variable.
pub fn describe_local(
    function: FunctionValue<'_>,
    storage: PointerValue<'_>,
    global: GlobalValue<'_>,
    offset: u64,
) {
    let ended = function.get_first_basic_block().is_some_and(|b| b.get_terminator().is_some());
    assert!(ended && is_variable(global), "a variable is described in a finished function");
    // SAFETY: a function whose entry block is complete and a variable, as just checked.
    unsafe {
        scytheDescribeLocal(
            function.as_value_ref(),
            storage.as_value_ref(),
            global.as_value_ref(),
            offset,
        );
    }
}
