// LLVM's analyses of a function, outside of a pipeline.
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

/// All of LLVM's analyses of one function as it is now.
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

/// What is known of a place that several accesses of a loop go to, in whichever iteration. What holds
/// between scopes that are opened in each iteration holds for that iteration alone.
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

/// Whether nobody outside can tell in which order a loop accesses memory: it orders nothing for others,
/// calls nothing that we do not know, and comes to its end.
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
