// Works around the loop vectorizer's choice of an address for masked accesses.
//
// The vectorizer takes the address of a consecutive access from its first lane. If a division under
// a condition is part of that address, LLVM 22 computes it only for lanes for which the condition
// holds, so the address is poison when the first lane is inactive. Scalar evolution has an
// expression for such an address without the division: that is how the access was found to be
// consecutive. Loops over work-items have many of these, because ids are quotients and remainders
// of linear ids.
#include "addresses.hpp"
#include "few_lanes.hpp"
#include "forwarding.hpp"
#include "lane_loops.hpp"
#include "prefetching.hpp"
#include "preserved.hpp"
#include "promote_lanes.hpp"
#include "unrolling.hpp"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace {

/// Whether a loop computes a value by a division that some iterations do not execute.
bool dividesUnderCondition(const Value *Address, const Loop &L, const DominatorTree &Dominators) {
  SmallVector<const Value *, 8> Left{Address};
  SmallPtrSet<const Value *, 16> Seen;
  while (!Left.empty()) {
    auto *I = dyn_cast<Instruction>(Left.pop_back_val());
    if (!I || !L.contains(I) || isa<PHINode>(I) || !Seen.insert(I).second)
      continue;
    if (I->isIntDivRem() && !Dominators.dominates(I->getParent(), L.getLoopLatch()) &&
        !isSafeToSpeculativelyExecute(I))
      return true;
    append_range(Left, I->operands());
  }
  return false;
}

/// Computes the address of an access without divisions, or hides that it is consecutive.
bool rewrite(Instruction &Access, Loop &L, ScalarEvolution &Evolution) {
  Value *Address = getLoadStorePointerOperand(&Access);
  // The vectorizer may check at run time what has to be assumed here.
  PredicatedScalarEvolution Predicated(Evolution, L);
  const SCEVAddRecExpr *Steps = Predicated.getAsAddRec(Address);
  if (!Steps)
    return false;
  SCEVExpander Expander(Evolution, "address");
  Value *Plain;
  if (Predicated.getPredicate().isAlwaysTrue() &&
      Expander.isSafeToExpandAt(Steps, &Access))
    Plain = Expander.expandCodeFor(Steps, Address->getType(), &Access);
  else
    Plain = IRBuilder<>(&Access).CreateFreeze(Address);
  Access.replaceUsesOfWith(Address, Plain);
  RecursivelyDeleteTriviallyDeadInstructions(Address);
  return true;
}

/// Computes consecutive addresses of conditional accesses without divisions.
struct AffineAddresses : PassInfoMixin<AffineAddresses> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &Analyses) {
    auto &Loops = Analyses.getResult<LoopAnalysis>(F);
    auto &Dominators = Analyses.getResult<DominatorTreeAnalysis>(F);
    SmallVector<std::pair<Instruction *, Loop *>, 8> Found;
    for (Loop *L : Loops.getLoopsInPreorder()) {
      if (!L->isInnermost() || !L->isLoopSimplifyForm())
        continue;
      for (BasicBlock *B : L->blocks())
        for (Instruction &I : *B) {
          Value *Address = getLoadStorePointerOperand(&I);
          if (Address && dividesUnderCondition(Address, *L, Dominators))
            Found.emplace_back(&I, L);
        }
    }
    if (Found.empty())
      return PreservedAnalyses::all();
    auto &Evolution = Analyses.getResult<ScalarEvolutionAnalysis>(F);
    bool Changed = false;
    for (auto [Access, L] : Found)
      Changed |= rewrite(*Access, *L, Evolution);
    return scythe::preservesControlFlow(Changed);
  }
};

} // namespace

void scythe::registerOwnPasses(PassBuilder &Builder) {
  registerFewLanes(Builder);
  registerLaneLoops(Builder);
  registerForwarding(Builder);
  registerLimitUnrolling(Builder);
  registerPrefetching(Builder);
  registerPromoteLanes(Builder);
  auto Add = [](FunctionPassManager &Passes) {
    Passes.addPass(LoopSimplifyPass());
    Passes.addPass(AffineAddresses());
  };
  Builder.registerVectorizerStartEPCallback(
      [Add](FunctionPassManager &Passes, OptimizationLevel) { Add(Passes); });
  Builder.registerPipelineParsingCallback([Add](StringRef Name, FunctionPassManager &Passes,
                                                ArrayRef<PassBuilder::PipelineElement>) {
    if (Name != "affine-addresses")
      return false;
    Add(Passes);
    return true;
  });
}
