// A pass of ours that belongs right before LLVM's loop vectorizer.
#pragma once

namespace llvm {
class PassBuilder;
}

namespace scythe {

/// Puts `affine-addresses` before the loop vectorizer of LLVM's pipelines, `few-lanes`, `release-lane-loops` and
/// `forward-vectors` behind it, and lets pipelines name them.
void registerOwnPasses(llvm::PassBuilder &builder);

} // namespace scythe
