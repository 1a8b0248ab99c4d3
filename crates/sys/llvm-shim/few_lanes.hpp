// A pass of ours that belongs right behind LLVM's vectorizers.
#pragma once

namespace llvm {
class PassBuilder;
}

namespace scythe {

/// Puts `few-lanes` behind the vectorizers of LLVM's pipelines, and lets pipelines name it.
void registerFewLanes(llvm::PassBuilder &builder);

} // namespace scythe
