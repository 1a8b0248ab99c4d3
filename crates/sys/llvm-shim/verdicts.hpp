// What the caller knows of the values and blocks of a function.
#pragma once
#include "llvm-c/Core.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/Instruction.h"

/// Answers for the work-items of a work-group, or of a sub-group (`narrow`).
struct ScytheVerdicts {
  /// Whether all of them get to an instruction together and agree on its result.
  bool (*same)(LLVMValueRef instruction, bool narrow, void *user);
  /// Whether all of them get to a block together.
  bool (*met)(LLVMBasicBlockRef block, bool narrow, void *user);
  void *user;

  bool isSame(const llvm::Instruction *I, bool Narrow) const {
    return same(llvm::wrap(I), Narrow, user);
  }
  bool isMet(const llvm::BasicBlock *B, bool Narrow) const {
    return met(llvm::wrap(B), Narrow, user);
  }
};
