// Questions about operations that MLIR's C API does not answer.
#include "shim.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Location.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

extern "C" {

bool scytheTypeIsLLVMFunction(MlirType type) { return isa<LLVM::LLVMFunctionType>(unwrap(type)); }

uint32_t scytheEffects(MlirOperation op) {
  std::optional<SmallVector<MemoryEffects::EffectInstance>> effects =
      getEffectsRecursively(unwrap(op));
  if (!effects)
    return ScytheUnknownEffect;
  uint32_t found = 0;
  for (const MemoryEffects::EffectInstance &effect : *effects) {
    if (isa<MemoryEffects::Read>(effect.getEffect()))
      found |= ScytheReads;
    else if (isa<MemoryEffects::Allocate>(effect.getEffect()))
      found |= ScytheAllocates;
    else
      found |= ScytheWrites;
  }
  return found;
}

MlirValue scytheSuccessorOperand(MlirOperation terminator, intptr_t successor, intptr_t argument) {
  auto branch = dyn_cast<BranchOpInterface>(unwrap(terminator));
  if (!branch || static_cast<unsigned>(successor) >= unwrap(terminator)->getNumSuccessors())
    return {nullptr};
  SuccessorOperands operands = branch.getSuccessorOperands(successor);
  if (argument < 0 || static_cast<unsigned>(argument) >= operands.size())
    return {nullptr};
  return wrap(operands[argument]);
}

void *scytheDominanceNew(MlirOperation root) { return new DominanceInfo(unwrap(root)); }
void scytheDominanceDelete(void *dominance) { delete static_cast<DominanceInfo *>(dominance); }
bool scytheDominates(void *dominance, MlirOperation first, MlirOperation second) {
  return static_cast<DominanceInfo *>(dominance)->dominates(unwrap(first), unwrap(second));
}

bool scytheSourcePosition(MlirLocation location, MlirStringRef *file, uint32_t *line,
                          uint32_t *column) {
  // Code that was inlined is where its caller wrote the call only in the eyes of the innermost
  // location; that is what a reader of the program looks for.
  auto found = unwrap(location)->findInstanceOf<FileLineColLoc>();
  if (!found)
    return false;
  *file = wrap(found.getFilename().getValue());
  *line = found.getLine();
  *column = found.getColumn();
  return true;
}

} // extern "C"
