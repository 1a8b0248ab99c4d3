// The same library as a pass plugin, for the run of clang that makes objects from finished kernels.
//
// Device code is optimised when it is lowered, with knowledge of how work-items run. Finished
// functions have an attribute, and LLVM's optional passes skip them: they would take as long as the
// first time and hardly change anything. Required passes, such as those of sanitizers, are not
// affected.
#include "scythe/facts.h"

#include "llvm/Analysis/LazyCallGraph.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"

using namespace llvm;

namespace {

bool isFinished(const Function &F) { return F.hasFnAttribute(SCYTHE_FINISHED_MARK); }

/// Whether an optional pass runs on a piece of code.
bool mayRun(StringRef, Any Code) {
  if (const auto **F = any_cast<const Function *>(&Code))
    return !isFinished(**F);
  if (const auto **L = any_cast<const Loop *>(&Code))
    return !isFinished(*(*L)->getHeader()->getParent());
  if (const auto **C = any_cast<const LazyCallGraph::SCC *>(&Code))
    return !all_of(**C, [](const LazyCallGraph::Node &N) { return isFinished(N.getFunction()); });
  return true;
}

void leaveFinishedCodeAlone(PassBuilder &PB) {
  if (PassInstrumentationCallbacks *Callbacks = PB.getPassInstrumentationCallbacks())
    Callbacks->registerShouldRunOptionalPassCallback(mayRun);
}

} // namespace

/// The description of the pass plugin; `src/lib.rs` exports it under LLVM's name.
extern "C" void scytheDescribePassPlugin(PassPluginLibraryInfo *Info) {
  *Info = {LLVM_PLUGIN_API_VERSION, "scythe", "1", leaveFinishedCodeAlone, nullptr};
}
