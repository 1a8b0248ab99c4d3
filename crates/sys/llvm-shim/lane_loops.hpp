// Passes that run right before and after LLVM's vectorizers.
#pragma once

namespace llvm {
class PassBuilder;
}

namespace scythe {

/// Inserts `release-lane-loops` after the vectorizers of LLVM's pipelines, and registers its name.
void registerLaneLoops(llvm::PassBuilder &builder);

} // namespace scythe
