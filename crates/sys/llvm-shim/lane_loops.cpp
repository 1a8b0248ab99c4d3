// Loops over the lanes of vectors that did not become vectors.
//
// Such loops must not be unrolled before LLVM's vectorizer has seen them (`scytheSetParallelLoop`). That is about loops of
// which it is known by then how often they go round: the vectorizer does not interleave what must not be unrolled, so
// others are loops like any in front of it already. Behind it all are.
#include "lane_loops.hpp"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace {

constexpr const char *Followup = "llvm.loop.vectorize.followup_vectorized";
constexpr const char *Disabled = "llvm.loop.unroll.disable";

/// Lets all loops over lanes be unrolled, or those that go round an unknown number of times.
struct ReleaseLaneLoops : PassInfoMixin<ReleaseLaneLoops> {
  bool OnlyUnknown;
  explicit ReleaseLaneLoops(bool OnlyUnknown) : OnlyUnknown(OnlyUnknown) {}

  PreservedAnalyses run(Function &F, FunctionAnalysisManager &Analyses) {
    bool Released = false;
    for (Loop *L : Analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
      MDNode *Id = L->getLoopID();
      if (!Id || !findOptionMDForLoopID(Id, Followup))
        continue;
      if (OnlyUnknown &&
          Analyses.getResult<ScalarEvolutionAnalysis>(F).getSmallConstantTripCount(L) != 0)
        continue;
      L->setLoopID(makePostTransformationMetadata(F.getContext(), Id, {Followup, Disabled}, {}));
      Released = true;
    }
    if (!Released || OnlyUnknown)
      return PreservedAnalyses::all();
    // Only those of few and known iterations: the others have been looked at as they are.
    LoopUnrollOptions Options(3);
    Options.setPartial(false).setRuntime(false).setUpperBound(false).setPeeling(false);
    return LoopUnrollPass(Options).run(F, Analyses);
  }
};

} // namespace

void scythe::registerLaneLoops(PassBuilder &Builder) {
  Builder.registerVectorizerStartEPCallback([](FunctionPassManager &Passes, OptimizationLevel) {
    Passes.addPass(ReleaseLaneLoops(/*OnlyUnknown=*/true));
  });
  Builder.registerVectorizerEndEPCallback([](FunctionPassManager &Passes, OptimizationLevel) {
    Passes.addPass(ReleaseLaneLoops(/*OnlyUnknown=*/false));
  });
  Builder.registerPipelineParsingCallback(
      [](StringRef Name, FunctionPassManager &Passes, ArrayRef<PassBuilder::PipelineElement>) {
        if (Name != "release-long-lane-loops" && Name != "release-lane-loops")
          return false;
        Passes.addPass(ReleaseLaneLoops(Name == "release-long-lane-loops"));
        return true;
      });
}
