// What device code needs to travel between translation units. As thin as shim.cpp.
#include "llvm-c/Core.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

extern "C" {

/// Takes the annotation `mark` off all functions that have it, and visits them; a function with several
/// is visited several times. Other annotations stay.
void scytheTakeAnnotated(LLVMModuleRef module, const char *mark,
                         void (*visit)(LLVMValueRef, void *), void *user) {
  Module &M = *unwrap(module);
  GlobalVariable *All = M.getGlobalVariable("llvm.global.annotations");
  auto *List = All ? dyn_cast<ConstantArray>(All->getInitializer()) : nullptr;
  if (!List)
    return;
  SmallVector<Constant *, 16> Others;
  SmallVector<Function *, 16> Marked;
  for (const Use &Row : List->operands()) {
    auto *Entry = dyn_cast<ConstantStruct>(Row.get());
    auto *Text = Entry && Entry->getNumOperands() > 1
                     ? dyn_cast<GlobalVariable>(Entry->getOperand(1)->stripPointerCasts())
                     : nullptr;
    auto *Data = Text && Text->hasInitializer()
                     ? dyn_cast<ConstantDataSequential>(Text->getInitializer())
                     : nullptr;
    if (!Data || !Data->isCString() || Data->getAsCString() != mark) {
      Others.push_back(cast<Constant>(Row.get()));
      continue;
    }
    auto *Target = cast<Constant>(Entry->getOperand(0))->stripPointerCastsAndAliases();
    if (auto *F = const_cast<Function *>(dyn_cast<Function>(Target)))
      Marked.push_back(F);
  }
  if (Marked.empty())
    return;
  Type *RowType = List->getType()->getElementType();
  std::string Section = All->getSection().str();
  All->eraseFromParent();
  if (!Others.empty()) {
    Constant *Kept = ConstantArray::get(ArrayType::get(RowType, Others.size()), Others);
    auto *New = new GlobalVariable(M, Kept->getType(), false, GlobalValue::AppendingLinkage, Kept,
                                   "llvm.global.annotations");
    New->setSection(Section);
  }
  for (Function *F : Marked)
    visit(wrap(F), user);
}

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

/// The name as the source spells it, to be disposed of by the caller.
char *scytheDemangle(const char *name) { return LLVMCreateMessage(demangle(name).c_str()); }

} // extern "C"
