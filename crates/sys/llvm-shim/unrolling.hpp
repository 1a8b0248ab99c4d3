// A pass that runs before LLVM's vectorizers.
#pragma once

namespace llvm {
class PassBuilder;
}

namespace scythe {

/// Inserts `limit-unrolling` before the vectorizers of LLVM's pipelines, and registers its name.
void registerLimitUnrolling(llvm::PassBuilder &builder);

} // namespace scythe
