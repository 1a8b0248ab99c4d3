// The analyses that Scythe's passes preserve.
#pragma once

#include "llvm/IR/Analysis.h"

namespace scythe {

/// The preserved analyses of a pass that changes instructions, if `changed`, but no control flow.
inline llvm::PreservedAnalyses preservesControlFlow(bool changed) {
  if (!changed)
    return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses kept;
  kept.preserveSet<llvm::CFGAnalyses>();
  return kept;
}

} // namespace scythe
