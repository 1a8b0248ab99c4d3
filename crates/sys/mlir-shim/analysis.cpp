// What analyses ask: how types lie in memory, where inlined code comes from, and how to say it.
#include "shim.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/LLVMIR/LLVMAttrs.h"
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

// The file that a scope is in.
static LLVM::DIFileAttr fileOf(Attribute scope) {
  if (auto subprogram = dyn_cast_or_null<LLVM::DISubprogramAttr>(scope))
    return subprogram.getFile();
  if (auto block = dyn_cast_or_null<LLVM::DILexicalBlockAttr>(scope))
    return block.getFile();
  if (auto block = dyn_cast_or_null<LLVM::DILexicalBlockFileAttr>(scope))
    return block.getFile();
  return dyn_cast_or_null<LLVM::DIFileAttr>(scope);
}

// Positions name files as debug information does: relative to a directory that only scopes know.
static void visitPositions(LocationAttr location, LLVM::DIFileAttr scope, ScythePosition visit,
                           void *user) {
  if (auto position = dyn_cast<FileLineColLoc>(location)) {
    StringRef file = position.getFilename().getValue();
    StringRef directory;
    if (scope && scope.getName().getValue() == file)
      directory = scope.getDirectory().getValue();
    visit(user, wrap(directory), wrap(file), position.getLine(), position.getColumn());
  } else if (auto site = dyn_cast<CallSiteLoc>(location)) {
    visitPositions(site.getCallee(), nullptr, visit, user);
    visitPositions(site.getCaller(), nullptr, visit, user);
  } else if (auto name = dyn_cast<NameLoc>(location)) {
    visitPositions(name.getChildLoc(), scope, visit, user);
  } else if (auto fused = dyn_cast<FusedLoc>(location)) {
    for (Location part : fused.getLocations())
      visitPositions(part, fileOf(fused.getMetadata()), visit, user);
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
  visitPositions(unwrap(location), nullptr, visit, user);
}

} // extern "C"
