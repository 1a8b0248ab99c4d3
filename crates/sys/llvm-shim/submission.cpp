// What host code needs on its way to the analysis of kernel launches. As thin as shim.cpp.
#include "llvm-c/Core.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

extern "C" {

/// A copy of a module in which only the given functions have bodies, and only constants have values.
/// Aliases of functions are replaced by what they stand for.
LLVMModuleRef scytheCopyFunctions(LLVMModuleRef module, const LLVMValueRef *functions,
                                  size_t count) {
  Module &M = *unwrap(module);
  SmallPtrSet<const GlobalValue *, 32> Kept;
  for (size_t I = 0; I < count; ++I)
    Kept.insert(unwrap<Function>(functions[I]));
  ValueToValueMapTy Map;
  std::unique_ptr<Module> Copy = CloneModule(M, Map, [&](const GlobalValue *G) {
    auto *Variable = dyn_cast<GlobalVariable>(G);
    return Variable ? Variable->isConstant() && Variable->hasDefinitiveInitializer()
                    : Kept.contains(G);
  });
  for (const GlobalAlias &A : M.aliases()) {
    auto *Base = dyn_cast_or_null<Function>(A.getAliaseeObject());
    auto *Declared = dyn_cast_or_null<GlobalValue>(static_cast<Value *>(Map.lookup(&A)));
    Value *Target = Base ? static_cast<Value *>(Map.lookup(Base)) : nullptr;
    if (Declared && Target && Declared->getType() == Target->getType()) {
      Declared->replaceAllUsesWith(Target);
      Declared->eraseFromParent();
    }
  }
  return wrap(Copy.release());
}

/// Drops what instructions say for the sake of code generation and debuggers: metadata other than
/// places, assumptions.
void scytheDropHints(LLVMValueRef function) {
  for (Instruction &I : make_early_inc_range(instructions(unwrap<Function>(function)))) {
    I.dropUnknownNonDebugMetadata();
    auto *Call = dyn_cast<IntrinsicInst>(&I);
    if (!Call)
      continue;
    switch (Call->getIntrinsicID()) {
    case Intrinsic::assume:
    case Intrinsic::experimental_noalias_scope_decl:
      Call->eraseFromParent();
      break;
    default:
      break;
    }
  }
}

/// Takes away all attributes of a function as such; those of its parameters stay.
void scytheDropFunctionAttributes(LLVMValueRef function) {
  auto *F = unwrap<Function>(function);
  F->setAttributes(F->getAttributes().removeFnAttributes(F->getContext()));
}

/// Makes a declaration of a function.
void scytheDropBody(LLVMValueRef function) {
  auto *F = unwrap<Function>(function);
  F->deleteBody();
  F->setComdat(nullptr);
}

/// Whether a function calls what cannot be seen from its text, or works on memory that threads share.
bool scytheIsIntricate(LLVMValueRef function) {
  return any_of(instructions(unwrap<Function>(function)), [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    return I.isAtomic() || (Call && (Call->isIndirectCall() || Call->isInlineAsm()));
  });
}

/// Visits the annotations of variables, `llvm.var.annotation`, in all functions, with their texts.
void scytheVisitVariableAnnotations(LLVMModuleRef module,
                                    void (*visit)(LLVMValueRef, const char *, size_t, void *),
                                    void *user) {
  for (Function &F : *unwrap(module)) {
    if (F.getIntrinsicID() != Intrinsic::var_annotation)
      continue;
    for (llvm::User *U : make_early_inc_range(F.users())) {
      auto *Call = dyn_cast<CallBase>(U);
      StringRef Text;
      auto *Variable =
          Call ? dyn_cast<GlobalVariable>(Call->getArgOperand(1)->stripPointerCasts()) : nullptr;
      if (Variable && Variable->hasInitializer())
        if (auto *Data = dyn_cast<ConstantDataSequential>(Variable->getInitializer()))
          if (Data->isCString())
            Text = Data->getAsCString();
      if (Call)
        visit(wrap(Call), Text.data(), Text.size(), user);
    }
  }
}

/// File, line and column of the outermost call that an instruction was inlined through, or of itself;
/// null where it has no place.
const char *scytheOutermostPlace(LLVMValueRef instruction, size_t *length, unsigned *line,
                                 unsigned *column) {
  const DILocation *Place = unwrap<Instruction>(instruction)->getDebugLoc();
  if (!Place)
    return nullptr;
  while (const DILocation *Caller = Place->getInlinedAt())
    Place = Caller;
  *line = Place->getLine();
  *column = Place->getColumn();
  *length = Place->getFilename().size();
  return Place->getFilename().data();
}

} // extern "C"
