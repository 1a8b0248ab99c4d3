//! Device code of several translation units.

use std::ffi::{CStr, CString, c_char, c_void};

use inkwell::module::Module;
use inkwell::values::{AsValueRef, FunctionValue, GlobalValue};
use llvm_sys::core::{
    LLVMDisposeMessage, LLVMGetAsString, LLVMGetInitializer, LLVMGetValueName2,
    LLVMIsAConstantDataSequential,
};
use llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};

type VisitAlias = extern "C" fn(LLVMValueRef, LLVMValueRef, *mut c_void);

unsafe extern "C" {
    fn scytheVisitAliases(module: LLVMModuleRef, visit: VisitAlias, user: *mut c_void);
    fn scytheResolveAliases(module: LLVMModuleRef);
    fn scytheEmbed(
        module: LLVMModuleRef,
        bytes: *const c_char,
        length: usize,
        section: *const c_char,
    );
    fn scytheKeepInProgram(variable: LLVMValueRef);
    fn scytheDemangle(name: *const c_char) -> *mut c_char;
}

type Aliases = Vec<(String, LLVMValueRef)>;

extern "C" fn collect_alias(alias: LLVMValueRef, function: LLVMValueRef, user: *mut c_void) {
    let mut length = 0;
    // SAFETY: `aliases` passes its vector, which outlives the call; names are as long as LLVM says.
    unsafe {
        let name = LLVMGetValueName2(alias, &raw mut length);
        let name = std::slice::from_raw_parts(name.cast::<u8>(), length);
        let all = &mut *user.cast::<Aliases>();
        all.push((String::from_utf8_lossy(name).into_owned(), function));
    }
}

/// The aliases of functions, such as those of constructors.
#[must_use]
pub fn aliases<'c>(module: &Module<'c>) -> Vec<(String, FunctionValue<'c>)> {
    let mut found: Aliases = Vec::new();
    let user = (&raw mut found).cast::<c_void>();
    // SAFETY: a live module; the callback's user pointer is the vector above.
    unsafe { scytheVisitAliases(module.as_mut_ptr(), collect_alias, user) };
    // SAFETY: the shim visits functions of the module.
    let function = |raw| unsafe { FunctionValue::new(raw) };
    found.into_iter().filter_map(|(name, raw)| Some((name, function(raw)?))).collect()
}

/// Replaces all aliases by their targets.
pub fn resolve_aliases(module: &Module<'_>) {
    // SAFETY: a live module, and no alias of it is held.
    unsafe { scytheResolveAliases(module.as_mut_ptr()) }
}

/// Adds a section with `bytes` to the module, which linkers do not copy to programs.
pub fn embed(module: &Module<'_>, bytes: &[u8], section: &CStr) {
    let raw = module.as_mut_ptr();
    // SAFETY: a live module; as many bytes as the length says, which LLVM copies.
    unsafe { scytheEmbed(raw, bytes.as_ptr().cast(), bytes.len(), section.as_ptr()) }
}

/// Keeps an unreferenced variable through optimisations and links.
pub fn keep_in_program(variable: GlobalValue<'_>) {
    // SAFETY: a live variable, which belongs to a module.
    unsafe { scytheKeepInProgram(variable.as_value_ref()) }
}

/// The contents of a module's variables in the given section.
#[must_use]
pub fn embedded(module: &Module<'_>, section: &CStr) -> Vec<Vec<u8>> {
    let inside = module.get_globals().filter(|g| g.get_section() == Some(section));
    inside
        .filter_map(|global| {
            // SAFETY: each step checks the kind of value that the next one needs.
            unsafe {
                let initializer = LLVMGetInitializer(global.as_value_ref());
                if initializer.is_null() || LLVMIsAConstantDataSequential(initializer).is_null() {
                    return None;
                }
                let mut length = 0;
                let bytes = LLVMGetAsString(initializer, &raw mut length);
                Some(std::slice::from_raw_parts(bytes.cast::<u8>(), length).to_vec())
            }
        })
        .collect()
}

/// The demangled name; other names are unchanged.
#[must_use]
pub fn demangle(name: &str) -> String {
    let Ok(mangled) = CString::new(name) else {
        return name.to_owned();
    };
    // SAFETY: the shim returns a message that the caller disposes of.
    unsafe {
        let text = scytheDemangle(mangled.as_ptr());
        let plain = CStr::from_ptr(text).to_string_lossy().into_owned();
        LLVMDisposeMessage(text);
        // The headers' inline namespace, which programs do not name.
        plain.replace("::_V1::", "::")
    }
}
