// Which values and loops are the same for all work-items of a group: LLVM's uniformity analysis, with
// the sources of divergence named by the caller.
#include "llvm-c/Core.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

/// What the caller says of an instruction: 0 as its operands, 1 the same for all, 2 different.
using Classify = int (*)(LLVMValueRef, void *);

namespace {

/// A machine whose threads are work-items and whose divergence the caller defines.
struct WorkItems final : TargetTransformInfoImplBase {
  WorkItems(const DataLayout &DL, Classify C, void *U)
      : TargetTransformInfoImplBase(DL), classify(C), user(U) {}
  bool hasBranchDivergence(const Function *) const override { return true; }
  InstructionUniformity getInstructionUniformity(const Value *V) const override {
    if (!isa<Instruction>(V))
      return InstructionUniformity::AlwaysUniform; // Arguments are the whole launch's.
    switch (classify(wrap(V), user)) {
    case 1:
      return InstructionUniformity::AlwaysUniform;
    case 2:
      return InstructionUniformity::NeverUniform;
    default:
      return InstructionUniformity::Default;
    }
  }
  Classify classify;
  void *user;
};

/// The analyses of one function as it is now.
struct Uniformity {
  Uniformity(Function &F, Classify C, void *User) : function(F) {
    analyses.registerPass([] { return PassInstrumentationAnalysis(); });
    analyses.registerPass([] { return DominatorTreeAnalysis(); });
    analyses.registerPass([] { return CycleAnalysis(); });
    analyses.registerPass([] { return UniformityInfoAnalysis(); });
    analyses.registerPass([=] {
      return TargetIRAnalysis([=](const Function &F) {
        return TargetTransformInfo(std::make_unique<WorkItems>(F.getDataLayout(), C, User));
      });
    });
  }
  UniformityInfo &info() { return analyses.getResult<UniformityInfoAnalysis>(function); }
  DominatorTree &dominators() { return analyses.getResult<DominatorTreeAnalysis>(function); }
  Function &function;
  FunctionAnalysisManager analyses;
};

/// Blocks that some work-items of a group may run without the others.
SmallPtrSet<const BasicBlock *, 16> divergentBlocks(Function &F, UniformityInfo &Info) {
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

} // namespace

extern "C" {

/// Keeps every value that is used outside its block, and every phi, in a local variable instead.
/// Variables whose values are the same for all work-items carry the metadata `mux.uniform`.
void scytheValuesToMemory(LLVMValueRef function, Classify classify, void *user) {
  Function *F = unwrap<Function>(function);
  BasicBlock &Entry = F->getEntryBlock();
  auto Point = Entry.getFirstNonPHIOrDbgOrAlloca();
  SmallVector<Instruction *, 32> Values;
  SmallVector<PHINode *, 16> Phis;
  for (BasicBlock &B : *F)
    for (Instruction &I : B) {
      if (isa<AllocaInst>(I) && &B == &Entry)
        continue;
      if (auto *Phi = dyn_cast<PHINode>(&I))
        Phis.push_back(Phi);
      bool Escapes = any_of(I.users(), [&](User *U) {
        auto *Use = cast<Instruction>(U);
        return Use->getParent() != &B || isa<PHINode>(Use);
      });
      if (Escapes)
        Values.push_back(&I);
    }
  // The analysis refers to the values as they are now, so it speaks first.
  SmallPtrSet<const Instruction *, 32> Same;
  {
    Uniformity U(*F, classify, user);
    UniformityInfo &Info = U.info();
    auto Blocks = divergentBlocks(*F, Info);
    auto Note = [&](Instruction *I) {
      if (Info.isUniform(I) && !Blocks.contains(I->getParent()))
        Same.insert(I);
    };
    for_each(Values, Note);
    for_each(Phis, Note);
  }
  MDNode *Mark = MDNode::get(F->getContext(), {});
  auto Tell = [&](AllocaInst *Variable, bool Uniform) {
    if (Variable && Uniform)
      Variable->setMetadata("mux.uniform", Mark);
  };
  for (Instruction *I : Values)
    Tell(DemoteRegToStack(*I, false, Point), Same.contains(I));
  for (PHINode *Phi : Phis) {
    bool Uniform = Same.contains(Phi);
    Tell(DemotePHIToStack(Phi, Point), Uniform);
  }
}

/// Calls `visit` for every natural loop, outer ones first, with its header, its depth, whether all
/// work-items of a group run it in step, its blocks and the blocks it leaves to.
void scytheLoops(LLVMValueRef function, Classify classify, void *classifier,
                 void (*visit)(LLVMBasicBlockRef header, unsigned depth, bool uniform,
                               const LLVMBasicBlockRef *blocks, unsigned count,
                               const LLVMBasicBlockRef *exits, unsigned exit_count, void *user),
                 void *user) {
  Function *F = unwrap<Function>(function);
  Uniformity U(*F, classify, classifier);
  UniformityInfo &Info = U.info();
  auto Divergent = divergentBlocks(*F, Info);
  LoopInfo Loops(U.dominators());
  for (Loop *L : Loops.getLoopsInPreorder()) {
    SmallVector<BasicBlock *, 4> Exiting, Exits;
    L->getExitingBlocks(Exiting);
    L->getUniqueExitBlocks(Exits);
    bool Uniform = !Divergent.contains(L->getHeader()) && none_of(Exiting, [&](BasicBlock *B) {
      return Info.hasDivergentTerminator(*B) || Divergent.contains(B);
    });
    auto Wrap = [](ArrayRef<BasicBlock *> All) {
      SmallVector<LLVMBasicBlockRef, 8> Wrapped;
      for (BasicBlock *B : All)
        Wrapped.push_back(wrap(B));
      return Wrapped;
    };
    auto Blocks = Wrap(L->getBlocks()), Outside = Wrap(Exits);
    visit(wrap(L->getHeader()), L->getLoopDepth(), Uniform, Blocks.data(), Blocks.size(),
          Outside.data(), Outside.size(), user);
  }
}

/// The first instruction of a block in front of which others may be put.
LLVMValueRef scytheFirstInsertionPoint(LLVMBasicBlockRef block) {
  BasicBlock *B = unwrap(block);
  auto Point = B->getFirstInsertionPt();
  return Point == B->end() ? nullptr : wrap(&*Point);
}

/// Whether the loop vectoriser knows what to make of calls of this intrinsic.
bool scytheIsVectorizableIntrinsic(LLVMValueRef function) {
  Intrinsic::ID Id = unwrap<Function>(function)->getIntrinsicID();
  return Id != Intrinsic::not_intrinsic &&
         (isTriviallyVectorizable(Id) || Id == Intrinsic::assume ||
          Id == Intrinsic::experimental_noalias_scope_decl);
}

/// Takes an address apart: calls `visit` for each index with what it is multiplied with, and returns
/// the pointer it starts from; null if LLVM cannot.
LLVMValueRef scytheAddressTerms(LLVMValueRef address, void (*visit)(LLVMValueRef, int64_t, void *),
                                void *user) {
  auto *Address = dyn_cast<GEPOperator>(unwrap(address));
  if (!Address)
    return nullptr;
  const DataLayout &DL = cast<Instruction>(Address)->getDataLayout();
  unsigned Bits = DL.getIndexTypeSizeInBits(Address->getType());
  SmallMapVector<Value *, APInt, 4> Terms;
  APInt Constant(Bits, 0);
  if (!Address->collectOffset(DL, Bits, Terms, Constant))
    return nullptr;
  for (auto &[Index, Scale] : Terms)
    visit(wrap(Index), Scale.getSExtValue(), user);
  return wrap(Address->getPointerOperand());
}

} // extern "C"
