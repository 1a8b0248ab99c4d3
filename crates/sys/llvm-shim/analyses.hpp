// LLVM's analyses of a function outside a pipeline.
#pragma once
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"

namespace scythe {

using namespace llvm;

/// LLVM's analyses of one function in its present state.
struct Analyses {
  explicit Analyses(Function &F) : function(F) {
    builder.registerLoopAnalyses(loops);
    builder.registerFunctionAnalyses(functions);
    builder.registerCGSCCAnalyses(cycles);
    builder.registerModuleAnalyses(modules);
    builder.crossRegisterProxies(loops, functions, cycles, modules);
  }
  template <typename Analysis> auto &get() { return functions.getResult<Analysis>(function); }
  Function &function;
  PassBuilder builder;
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager cycles;
  ModuleAnalysisManager modules;
};

/// The alias metadata that holds for several accesses of a loop to one location, in any iteration.
/// Scopes that are opened in each iteration hold for that iteration only.
inline AAMDNodes tagsFor(const Loop &L, ArrayRef<Instruction *> Accesses) {
  AAMDNodes Tags = Accesses.front()->getAAMetadata();
  for (Instruction *I : Accesses.drop_front())
    Tags = Tags.merge(I->getAAMetadata());
  for (BasicBlock *B : L.blocks())
    for (Instruction &I : *B)
      if (isa<NoAliasScopeDeclInst>(I))
        Tags.Scope = Tags.NoAlias = nullptr;
  return Tags;
}

/// Whether the order of a loop's accesses cannot be observed from outside: it has no ordering
/// operations, calls no unknown functions, and terminates.
inline bool keepsToItself(const Loop &L) {
  for (BasicBlock *B : L.blocks())
    for (Instruction &I : *B) {
      if (I.isAtomic() || I.isVolatile() || !isGuaranteedToTransferExecutionToSuccessor(&I))
        return false;
      auto *Call = dyn_cast<CallBase>(&I);
      auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
      bool Hint = Intrinsic && Intrinsic->isAssumeLikeIntrinsic();
      if (Call && !Hint && (Call->isConvergent() || !Call->doesNotAccessMemory()))
        return false;
    }
  return true;
}

} // namespace scythe
