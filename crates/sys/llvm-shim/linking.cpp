// What device code needs to travel between translation units. As thin as shim.cpp.
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

/// Puts what they stand for in the place of all aliases.
void scytheResolveAliases(LLVMModuleRef module) {
  for (GlobalAlias &A : make_early_inc_range(unwrap(module)->aliases())) {
    A.replaceAllUsesWith(A.getAliasee());
    A.eraseFromParent();
  }
}

/// Gives the module a section that holds `bytes` and that linkers leave out of programs.
void scytheEmbed(LLVMModuleRef module, const char *bytes, size_t length, const char *section) {
  embedBufferInModule(*unwrap(module), MemoryBufferRef(StringRef(bytes, length), section), section);
}

/// Keeps a variable that nothing refers to, through optimisations and links.
void scytheKeepInProgram(LLVMValueRef variable) {
  auto *G = unwrap<GlobalValue>(variable);
  appendToUsed(*G->getParent(), {G});
}

/// The name as the source spells it, to be disposed of by the caller.
char *scytheDemangle(const char *name) { return LLVMCreateMessage(demangle(name).c_str()); }

} // extern "C"
