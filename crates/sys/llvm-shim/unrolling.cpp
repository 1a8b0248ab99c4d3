// Functions with very many loops keep the loops whose length is not known.
//
// LLVM's loop unroller forgets what it knows of all loops inside the outermost one each time that it unrolls a loop by a
// factor, and looks through all conditions in front of a loop for what they say about its length. Both take time with the
// square of the number of loops. Kernels that are cut in a hundred places have several hundred loops over work-items, one
// behind the other; none of them runs for long, and all of them would be unrolled.
#include "unrolling.hpp"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace {

/// With how many loops a function counts as one of very many.
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
  Builder.registerVectorizerStartEPCallback([](FunctionPassManager &Passes, OptimizationLevel) {
    Passes.addPass(LimitUnrolling());
  });
  Builder.registerPipelineParsingCallback(
      [](StringRef Name, FunctionPassManager &Passes, ArrayRef<PassBuilder::PipelineElement>) {
        if (Name != "limit-unrolling")
          return false;
        Passes.addPass(LimitUnrolling());
        return true;
      });
}
