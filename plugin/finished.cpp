// The same library as a pass plugin, loaded in the run of clang that makes objects: kernels come into it finished.
//
// Device code is optimised while it is lowered, with the knowledge of how work-items run. What lowering has finished carries
// a mark, and LLVM's optimiser leaves such functions alone; it would take as long for them as the first time and hardly
// change anything. Passes that have to run, those of sanitizers for instance, are not asked for here.
#include "scythe/facts.h"

#include "llvm/Analysis/LazyCallGraph.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"

using namespace llvm;

namespace {

bool isFinished(const Function &F) { return F.hasFnAttribute(SCYTHE_FINISHED_MARK); }

/// Whether a pass that may be left out is to run on a piece of code.
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

/// What LLVM asks a pass plugin for; `src/lib.rs` exports it under LLVM's name.
extern "C" void scytheDescribePassPlugin(PassPluginLibraryInfo *Info) {
  *Info = {LLVM_PLUGIN_API_VERSION, "scythe", "1", leaveFinishedCodeAlone, nullptr};
}
