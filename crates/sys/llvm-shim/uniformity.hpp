// LLVM's uniformity analysis, with the sources of divergence named by the caller.
#pragma once
#include "llvm-c/Core.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PassManager.h"

namespace scythe {

using namespace llvm;

/// What the caller says of an instruction: 0 as its operands, 1 the same for all, 2 different.
/// `narrow` asks about the work-items of a sub-group instead of those of a work-group.
using Classify = int (*)(LLVMValueRef, bool narrow, void *);

/// A machine whose threads are work-items and whose divergence the caller defines.
struct WorkItems final : TargetTransformInfoImplBase {
  WorkItems(const DataLayout &DL, Classify C, bool N, void *U)
      : TargetTransformInfoImplBase(DL), classify(C), narrow(N), user(U) {}
  bool hasBranchDivergence(const Function *) const override { return true; }
  InstructionUniformity getInstructionUniformity(const Value *V) const override {
    if (!isa<Instruction>(V))
      return InstructionUniformity::AlwaysUniform; // Arguments are the whole launch's.
    switch (classify(wrap(V), narrow, user)) {
    case 1:
      return InstructionUniformity::AlwaysUniform;
    case 2:
      return InstructionUniformity::NeverUniform;
    default:
      return InstructionUniformity::Default;
    }
  }
  Classify classify;
  bool narrow;
  void *user;
};

/// The analyses of one function as it is now.
struct Uniformity {
  Uniformity(Function &F, Classify C, bool Narrow, void *User) : function(F) {
    analyses.registerPass([] { return PassInstrumentationAnalysis(); });
    analyses.registerPass([] { return DominatorTreeAnalysis(); });
    analyses.registerPass([] { return CycleAnalysis(); });
    analyses.registerPass([] { return UniformityInfoAnalysis(); });
    analyses.registerPass([=] {
      return TargetIRAnalysis([=](const Function &F) {
        return TargetTransformInfo(std::make_unique<WorkItems>(F.getDataLayout(), C, Narrow, User));
      });
    });
  }
  UniformityInfo &info() { return analyses.getResult<UniformityInfoAnalysis>(function); }
  DominatorTree &dominators() { return analyses.getResult<DominatorTreeAnalysis>(function); }
  Function &function;
  FunctionAnalysisManager analyses;
};

/// Blocks that some work-items of a group may run without the others.
inline SmallPtrSet<const BasicBlock *, 16> divergentBlocks(Function &F, UniformityInfo &Info) {
  PostDominatorTree Post(F);
  SmallPtrSet<const BasicBlock *, 16> Found;
  for (BasicBlock &B : F) {
    if (!Info.hasDivergentTerminator(B))
      continue;
    auto *Node = Post.getNode(&B);
    const BasicBlock *Join = Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;
    SmallVector<const BasicBlock *, 8> Open(successors(&B));
    while (!Open.empty()) {
      const BasicBlock *Next = Open.pop_back_val();
      if (Next != Join && Found.insert(Next).second)
        append_range(Open, successors(Next));
    }
  }
  return Found;
}

} // namespace scythe
