// Handles loops over the lanes of vectors that were not vectorised.
//
// Such loops must not be unrolled before LLVM's vectorizer has seen them (`scytheSetParallelLoop`),
// and the vectorizer does not interleave loops that must not be unrolled. That is right for loops
// that are known to be short, and for wide vectors, of which a work-group fills few. With narrower
// vectors, a loop of unknown length takes two at a time. After the vectorizer they are ordinary
// loops.
#include "lane_loops.hpp"
#include "registration.hpp"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace {

constexpr const char *Followup = "llvm.loop.vectorize.followup_vectorized";
constexpr const char *Disabled = "llvm.loop.unroll.disable";
constexpr const char *Interleave = "llvm.loop.interleave.count";

/// The width in bits from which vectors are wide.
constexpr uint64_t Wide = 512;

/// Makes the vectorizer interleave two narrow vectors in loops of unknown length.
struct InterleaveLaneLoops : PassInfoMixin<InterleaveLaneLoops> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &Analyses) {
    const auto &Target = Analyses.getResult<TargetIRAnalysis>(F);
    if (Target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue() >= Wide)
      return PreservedAnalyses::all();
    auto &Evolution = Analyses.getResult<ScalarEvolutionAnalysis>(F);
    LLVMContext &Context = F.getContext();
    auto *Two = ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(Context), 2));
    MDNode *Option = MDNode::get(Context, {MDString::get(Context, Interleave), Two});
    for (Loop *L : Analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder())
      if (MDNode *Id = L->getLoopID(); Id && findOptionMDForLoopID(Id, Followup) &&
                                       Evolution.getSmallConstantTripCount(L) == 0)
        L->setLoopID(makePostTransformationMetadata(Context, Id, {}, {Option}));
    return PreservedAnalyses::all();
  }
};

/// Allows unrolling of loops over lanes.
struct ReleaseLaneLoops : PassInfoMixin<ReleaseLaneLoops> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &Analyses) {
    bool Released = false;
    for (Loop *L : Analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
      MDNode *Id = L->getLoopID();
      if (!Id || !findOptionMDForLoopID(Id, Followup))
        continue;
      L->setLoopID(makePostTransformationMetadata(F.getContext(), Id, {Followup, Disabled, Interleave}, {}));
      Released = true;
    }
    if (!Released)
      return PreservedAnalyses::all();
    // Only short loops of known length: the others have been optimised already.
    LoopUnrollOptions Options(3);
    Options.setPartial(false).setRuntime(false).setUpperBound(false).setPeeling(false);
    return LoopUnrollPass(Options).run(F, Analyses);
  }
};

} // namespace

void scythe::registerLaneLoops(PassBuilder &Builder) {
  runBeforeVectorizers<InterleaveLaneLoops>(Builder, "interleave-lane-loops");
  runAfterVectorizers<ReleaseLaneLoops>(Builder, "release-lane-loops");
}
