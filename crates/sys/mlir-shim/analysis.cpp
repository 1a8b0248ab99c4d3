// For analyses: the layout of types in memory, positions of inlined code, and remarks.
#include "shim.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/LLVMIR/LLVMAttrs.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/ADT/APInt.h"

using namespace mlir;

// The data layout supports these types, and asserts for others.
static bool hasLayout(Type type) {
  if (auto structure = dyn_cast<LLVM::LLVMStructType>(type))
    return !structure.isOpaque() && llvm::all_of(structure.getBody(), hasLayout);
  if (auto array = dyn_cast<LLVM::LLVMArrayType>(type))
    return hasLayout(array.getElementType());
  if (auto vector = dyn_cast<VectorType>(type))
    return !vector.isScalable() && hasLayout(vector.getElementType());
  return isa<IntegerType, FloatType, LLVM::LLVMPointerType>(type);
}

// The file of a scope.
static LLVM::DIFileAttr fileOf(Attribute scope) {
  if (auto subprogram = dyn_cast_or_null<LLVM::DISubprogramAttr>(scope))
    return subprogram.getFile();
  if (auto block = dyn_cast_or_null<LLVM::DILexicalBlockAttr>(scope))
    return block.getFile();
  if (auto block = dyn_cast_or_null<LLVM::DILexicalBlockFileAttr>(scope))
    return block.getFile();
  return dyn_cast_or_null<LLVM::DIFileAttr>(scope);
}

// Positions name files like debug information: relative to a directory that only scopes contain.
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

// Integers and floating-point numbers in memory. Programs run on the machine they are compiled on, or one of
// its byte order.
static bool writeNumber(const llvm::APInt &value, MutableArrayRef<uint8_t> out) {
  uint64_t bytes = llvm::divideCeil(value.getBitWidth(), 8);
  if (bytes > out.size())
    return false;
  llvm::StoreIntToMemory(value.zext(bytes * 8), out.data(), bytes);
  return true;
}

static bool writeElements(DenseElementsAttr elements, MutableArrayRef<uint8_t> out) {
  Type element = elements.getElementType();
  if (!element.isIntOrFloat() || element.getIntOrFloatBitWidth() % 8 != 0)
    return false;
  ArrayRef<char> raw = elements.getRawData();
  uint64_t size = element.getIntOrFloatBitWidth() / 8;
  if (raw.empty() || size * elements.getNumElements() != out.size())
    return false;
  for (auto [place, byte] : llvm::enumerate(out))
    byte = raw[place % raw.size()];
  return elements.isSplat() ? raw.size() == size : raw.size() == out.size();
}

// Writes known bytes; those between members are left unchanged.
static bool writeConstant(Operation *at, const DataLayout &layout, Type type, Attribute value,
                          MutableArrayRef<uint8_t> out) {
  if (auto integer = dyn_cast<IntegerAttr>(value))
    return isa<IntegerType>(type) && writeNumber(integer.getValue(), out);
  if (auto number = dyn_cast<FloatAttr>(value))
    return isa<FloatType>(type) && writeNumber(number.getValue().bitcastToAPInt(), out);
  if (auto elements = dyn_cast<DenseElementsAttr>(value))
    return writeElements(elements, out);
  if (auto text = dyn_cast<StringAttr>(value)) {
    if (text.getValue().size() != out.size())
      return false;
    llvm::copy(text.getValue(), out.begin());
    return true;
  }
  auto parts = dyn_cast<ArrayAttr>(value);
  if (!parts)
    return false;
  for (auto [index, part] : llvm::enumerate(parts)) {
    uint64_t offset = 0;
    MlirType member = {nullptr};
    if (!scytheMember(wrap(at), wrap(type), index, &offset, &member))
      return false;
    uint64_t size = layout.getTypeSize(unwrap(member)).getFixedValue();
    if (offset + size > out.size() ||
        !writeConstant(at, layout, unwrap(member), part, out.slice(offset, size)))
      return false;
  }
  return true;
}

extern "C" {

bool scytheConstantBytes(MlirOperation at, MlirType type, MlirAttribute value, uint8_t *bytes,
                         uint64_t size) {
  MutableArrayRef<uint8_t> out(bytes, size);
  return hasLayout(unwrap(type)) && writeConstant(unwrap(at), DataLayout::closest(unwrap(at)),
                                                  unwrap(type), unwrap(value), out);
}

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
