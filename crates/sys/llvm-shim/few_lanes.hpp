// A pass that runs right after LLVM's vectorizers.
#pragma once

namespace llvm {
class PassBuilder;
}

namespace scythe {

/// Inserts `few-lanes` after the vectorizers of LLVM's pipelines, and registers its name.
void registerFewLanes(llvm::PassBuilder &builder);

} // namespace scythe
