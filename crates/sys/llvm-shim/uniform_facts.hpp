// The caller's facts about the values and blocks of a function.
#pragma once
#include "llvm-c/Core.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/Instruction.h"

/// Uniformity among the work-items of a work-group, or of a sub-group (`narrow`).
struct ScytheUniformFacts {
  /// Whether all of them reach an instruction together and its result is the same for them.
  bool (*same)(LLVMValueRef instruction, bool narrow, void *user);
  /// Whether all of them reach a block together.
  bool (*met)(LLVMBasicBlockRef block, bool narrow, void *user);
  void *user;

  bool isSame(const llvm::Instruction *I, bool Narrow) const {
    return same(llvm::wrap(I), Narrow, user);
  }
  bool isMet(const llvm::BasicBlock *B, bool Narrow) const {
    return met(llvm::wrap(B), Narrow, user);
  }
};
