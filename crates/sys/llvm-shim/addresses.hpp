// A pass that runs right before LLVM's loop vectorizer.
#pragma once

namespace llvm {
class PassBuilder;
}

namespace scythe {

/// Inserts `affine-addresses` before the loop vectorizer of LLVM's pipelines, `few-lanes`,
/// `release-lane-loops` and `forward-vectors` after it, and registers their names and that of
/// `promote-lanes`.
void registerOwnPasses(llvm::PassBuilder &builder);

} // namespace scythe
