// A pass of ours that belongs before LLVM's vectorizers.
#pragma once

namespace llvm {
class PassBuilder;
}

namespace scythe {

/// Puts `limit-unrolling` before the vectorizers of LLVM's pipelines, and lets pipelines name it.
void registerLimitUnrolling(llvm::PassBuilder &builder);

} // namespace scythe
