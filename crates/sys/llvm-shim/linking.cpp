// Device code of several translation units. As thin as shim.cpp.
#include "llvm-c/Core.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

extern "C" {

/// Visits every alias of a function, with the function.
void scytheVisitAliases(LLVMModuleRef module,
                        void (*visit)(LLVMValueRef, LLVMValueRef, void *), void *user) {
  for (GlobalAlias &A : unwrap(module)->aliases())
    if (auto *F = dyn_cast_or_null<Function>(A.getAliaseeObject()))
      visit(wrap(&A), wrap(F), user);
}

/// Replaces all aliases by their targets.
void scytheResolveAliases(LLVMModuleRef module) {
  for (GlobalAlias &A : make_early_inc_range(unwrap(module)->aliases())) {
    A.replaceAllUsesWith(A.getAliasee());
    A.eraseFromParent();
  }
}

/// Adds a section with `bytes` to the module, which linkers do not copy to programs.
void scytheEmbed(LLVMModuleRef module, const char *bytes, size_t length, const char *section) {
  embedBufferInModule(*unwrap(module), MemoryBufferRef(StringRef(bytes, length), section), section);
}

/// Keeps an unreferenced variable through optimisations and links.
void scytheKeepInProgram(LLVMValueRef variable) {
  auto *G = unwrap<GlobalValue>(variable);
  appendToUsed(*G->getParent(), {G});
}

/// The demangled name, to be disposed of by the caller.
char *scytheDemangle(const char *name) { return LLVMCreateMessage(demangle(name).c_str()); }

} // extern "C"
