// Queries about operations that MLIR's C API lacks.
#include "shim.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Location.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

/// Whether a type has a size. Querying a data layout for a type without one aborts.
static bool isSized(Type type) {
  if (auto array = dyn_cast<LLVM::LLVMArrayType>(type))
    return isSized(array.getElementType());
  if (auto parts = dyn_cast<LLVM::LLVMStructType>(type))
    return !parts.isOpaque() && llvm::all_of(parts.getBody(), isSized);
  if (auto vector = dyn_cast<VectorType>(type))
    return !vector.isScalable() && isSized(vector.getElementType());
  return type.isIntOrIndexOrFloat() || isa<LLVM::LLVMPointerType>(type);
}

extern "C" {

bool scytheTypeIsLLVMFunction(MlirType type) { return isa<LLVM::LLVMFunctionType>(unwrap(type)); }

bool scytheLLVMArrayParts(MlirType type, MlirType *element, uint32_t *count) {
  auto array = dyn_cast<LLVM::LLVMArrayType>(unwrap(type));
  if (!array || !llvm::isUInt<32>(array.getNumElements()))
    return false;
  *element = wrap(array.getElementType());
  *count = array.getNumElements();
  return true;
}

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

void *scytheDataLayoutNew(MlirOperation op) {
  return new DataLayout(DataLayout::closest(unwrap(op)));
}
void scytheDataLayoutDelete(void *layout) { delete static_cast<DataLayout *>(layout); }
bool scytheTypeLayout(void *layout, MlirType type, uint64_t *size, uint64_t *alignment) {
  if (!isSized(unwrap(type)))
    return false;
  const auto &data = *static_cast<DataLayout *>(layout);
  *size = data.getTypeSize(unwrap(type)).getFixedValue();
  *alignment = data.getTypeABIAlignment(unwrap(type));
  return true;
}

bool scytheSourcePosition(MlirLocation location, MlirStringRef *file, uint32_t *line,
                          uint32_t *column) {
  // For inlined code, the innermost location is in the callee's source, which is what a reader of
  // the program looks for.
  auto found = unwrap(location)->findInstanceOf<FileLineColLoc>();
  if (!found)
    return false;
  *file = wrap(found.getFilename().getValue());
  *line = found.getLine();
  *column = found.getColumn();
  return true;
}

} // extern "C"
