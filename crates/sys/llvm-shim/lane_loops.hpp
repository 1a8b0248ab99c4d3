// A pass of ours that belongs right behind LLVM's vectorizers.
#pragma once

namespace llvm {
class PassBuilder;
}

namespace scythe {

/// Puts `release-lane-loops` behind the vectorizers of LLVM's pipelines, and lets pipelines name it.
void registerLaneLoops(llvm::PassBuilder &builder);

} // namespace scythe
