//! Contexts and the dialects they can load.

use crate::ffi::*;
use crate::text::string_ref;

/// Dialects that a context may load.
pub struct Registry {
    raw: MlirDialectRegistry,
}

impl Registry {
    /// Only the builtin dialect.
    #[must_use]
    pub fn new() -> Self {
        // SAFETY: the call has no preconditions.
        Self { raw: unsafe { mlirDialectRegistryCreate() } }
    }

    /// One that belongs to a C++ program, for plugins of such a program.
    ///
    /// # Safety
    /// `registry` is a pointer to an `mlir::DialectRegistry` that outlives the result.
    #[must_use]
    pub unsafe fn borrow(registry: *mut std::ffi::c_void) -> std::mem::ManuallyDrop<Self> {
        std::mem::ManuallyDrop::new(Self { raw: MlirDialectRegistry { ptr: registry } })
    }

    pub(crate) fn raw(&self) -> MlirDialectRegistry {
        self.raw
    }

    /// All dialects that come with MLIR, and its translations from and to LLVM IR.
    pub fn add_everything(&mut self) {
        // SAFETY: the registry is valid.
        unsafe {
            mlirRegisterAllDialects(self.raw);
            scytheRegisterTranslations(self.raw);
        }
    }
}

impl Default for Registry {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Registry {
    fn drop(&mut self) {
        // SAFETY: it is ours, and contexts keep copies.
        unsafe { mlirDialectRegistryDestroy(self.raw) }
    }
}

/// Owns all IR.
pub struct Context {
    raw: MlirContext,
}

impl Context {
    /// A context that knows the dialects of a registry and has loaded `dialects` of them.
    ///
    /// It works in one thread: modules are small, and threads cost more than they gain.
    #[must_use]
    pub fn new(registry: &Registry, dialects: &[&str]) -> Self {
        // SAFETY: the registry is valid; MLIR copies it.
        unsafe {
            let raw = mlirContextCreateWithThreading(false);
            mlirContextAppendDialectRegistry(raw, registry.raw);
            for dialect in dialects {
                mlirContextGetOrLoadDialect(raw, string_ref(dialect));
            }
            Self { raw }
        }
    }

    pub(crate) fn raw(&self) -> MlirContext {
        self.raw
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: it is ours, and handles borrow it.
        unsafe { mlirContextDestroy(self.raw) }
    }
}
