// What analyses ask: how types lie in memory, where inlined code comes from, and how to say it.
#include "shim.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

using namespace mlir;

// The data layout has an answer for these, and an assertion for others.
static bool hasLayout(Type type) {
  if (auto structure = dyn_cast<LLVM::LLVMStructType>(type))
    return !structure.isOpaque() && llvm::all_of(structure.getBody(), hasLayout);
  if (auto array = dyn_cast<LLVM::LLVMArrayType>(type))
    return hasLayout(array.getElementType());
  if (auto vector = dyn_cast<VectorType>(type))
    return !vector.isScalable() && hasLayout(vector.getElementType());
  return isa<IntegerType, FloatType, LLVM::LLVMPointerType>(type);
}

static void visitPositions(LocationAttr location, ScythePosition visit, void *user) {
  if (auto position = dyn_cast<FileLineColLoc>(location)) {
    visit(user, wrap(position.getFilename().getValue()), position.getLine(), position.getColumn());
  } else if (auto site = dyn_cast<CallSiteLoc>(location)) {
    visitPositions(site.getCallee(), visit, user);
    visitPositions(site.getCaller(), visit, user);
  } else if (auto name = dyn_cast<NameLoc>(location)) {
    visitPositions(name.getChildLoc(), visit, user);
  } else if (auto fused = dyn_cast<FusedLoc>(location)) {
    for (Location part : fused.getLocations())
      visitPositions(part, visit, user);
  }
}

extern "C" {

bool scytheMember(MlirOperation at, MlirType type, int64_t index, uint64_t *offset,
                  MlirType *member) {
  if (!hasLayout(unwrap(type)) || index < 0)
    return false;
  DataLayout layout = DataLayout::closest(unwrap(at));
  auto sizeInArray = [&](Type element) {
    return llvm::alignTo(layout.getTypeSize(element).getFixedValue(),
                         layout.getTypeABIAlignment(element));
  };
  if (auto array = dyn_cast<LLVM::LLVMArrayType>(unwrap(type))) {
    *offset = index * sizeInArray(array.getElementType());
    *member = wrap(array.getElementType());
    return true;
  }
  if (auto vector = dyn_cast<VectorType>(unwrap(type))) {
    *offset = index * layout.getTypeSize(vector.getElementType()).getFixedValue();
    *member = wrap(vector.getElementType());
    return true;
  }
  auto structure = dyn_cast<LLVM::LLVMStructType>(unwrap(type));
  if (!structure || static_cast<uint64_t>(index) >= structure.getBody().size())
    return false;
  uint64_t place = 0;
  for (auto [i, part] : llvm::enumerate(structure.getBody())) {
    if (!structure.isPacked())
      place = llvm::alignTo(place, layout.getTypeABIAlignment(part));
    if (static_cast<int64_t>(i) == index) {
      *offset = place;
      *member = wrap(part);
      return true;
    }
    place += layout.getTypeSize(part).getFixedValue();
  }
  return false;
}

void scytheRemark(MlirLocation location, MlirStringRef text) {
  emitRemark(unwrap(location)) << unwrap(text);
}

void scythePositions(MlirLocation location, ScythePosition visit, void *user) {
  visitPositions(unwrap(location), visit, user);
}

} // extern "C"
