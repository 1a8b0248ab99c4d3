// Limits unrolling in functions with very many loops.
//
// LLVM's loop unroller invalidates its knowledge of all loops inside the outermost one each time
// that it unrolls a loop by a factor, and searches all conditions before a loop for facts about its
// length. Both take time with the square of the number of loops. Kernels that are split in a
// hundred places have several hundred loops over work-items, one after the other; none of them runs
// for long, and all of them would be unrolled.
#include "unrolling.hpp"
#include "registration.hpp"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace {

/// The number of loops from which a function counts as having very many.
constexpr size_t VeryMany = 64;

constexpr const char *Disabled = "llvm.loop.unroll.runtime.disable";

struct LimitUnrolling : PassInfoMixin<LimitUnrolling> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &Analyses) {
    const SmallVector<Loop *, 4> Loops = Analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder();
    if (Loops.size() < VeryMany)
      return PreservedAnalyses::all();
    MDNode *Option = MDNode::get(F.getContext(), MDString::get(F.getContext(), Disabled));
    for (Loop *L : Loops)
      if (!(hasUnrollTransformation(L) & TM_ForcedByUser))
        L->setLoopID(makePostTransformationMetadata(F.getContext(), L->getLoopID(), {}, {Option}));
    return PreservedAnalyses::all();
  }
};

} // namespace

void scythe::registerLimitUnrolling(PassBuilder &Builder) {
  runBeforeVectorizers<LimitUnrolling>(Builder, "limit-unrolling");
}
