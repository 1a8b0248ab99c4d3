// What passes of ours leave valid.
#pragma once

#include "llvm/IR/Analysis.h"

namespace scythe {

/// What a pass leaves valid that changes instructions, if `changed`, and no control flow.
inline llvm::PreservedAnalyses preservesControlFlow(bool changed) {
  if (!changed)
    return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses kept;
  kept.preserveSet<llvm::CFGAnalyses>();
  return kept;
}

} // namespace scythe
