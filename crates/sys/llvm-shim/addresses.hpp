// A pass of ours that belongs right before LLVM's loop vectorizer.
#pragma once

namespace llvm {
class PassBuilder;
}

namespace scythe {

/// Puts `affine-addresses` before the loop vectorizer of LLVM's pipelines, and lets pipelines name it.
void registerOwnPasses(llvm::PassBuilder &builder);

} // namespace scythe
