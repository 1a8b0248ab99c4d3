// Loops over the lanes of vectors that did not become vectors.
//
// Such loops must not be unrolled before LLVM's vectorizer has seen them (`scytheSetParallelLoop`), which does not interleave
// them either. Behind it they are loops like others.
#include "lane_loops.hpp"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace {

constexpr const char *Followup = "llvm.loop.vectorize.followup_vectorized";
constexpr const char *Disabled = "llvm.loop.unroll.disable";

struct ReleaseLaneLoops : PassInfoMixin<ReleaseLaneLoops> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &Analyses) {
    bool Released = false;
    for (Loop *L : Analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
      MDNode *Id = L->getLoopID();
      if (!Id || !findOptionMDForLoopID(Id, Followup))
        continue;
      L->setLoopID(makePostTransformationMetadata(F.getContext(), Id, {Followup, Disabled}, {}));
      Released = true;
    }
    if (!Released)
      return PreservedAnalyses::all();
    // Only those of few and known iterations: the others have been looked at as they are.
    LoopUnrollOptions Options(3);
    Options.setPartial(false).setRuntime(false).setUpperBound(false).setPeeling(false);
    return LoopUnrollPass(Options).run(F, Analyses);
  }
};

} // namespace

void scythe::registerLaneLoops(PassBuilder &Builder) {
  Builder.registerVectorizerEndEPCallback([](FunctionPassManager &Passes, OptimizationLevel) {
    Passes.addPass(ReleaseLaneLoops());
  });
  Builder.registerPipelineParsingCallback(
      [](StringRef Name, FunctionPassManager &Passes, ArrayRef<PassBuilder::PipelineElement>) {
        if (Name != "release-lane-loops")
          return false;
        Passes.addPass(ReleaseLaneLoops());
        return true;
      });
}
