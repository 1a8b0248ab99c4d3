// Parts of a kernel's arguments.
#pragma once
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

#include <optional>

namespace scythe {

using namespace llvm;

/// A part of a kernel's arguments: bytes of a parameter's object, or the parameter itself.
struct Part {
  unsigned Parameter = 0;
  uint64_t At = 0;
  uint32_t Size = 0;
  bool IsPointer = false;

  bool operator==(const Part &Other) const {
    return Parameter == Other.Parameter && At == Other.At && Size == Other.Size;
  }
};

/// The part of the arguments that a value is.
inline std::optional<Part> partOf(const Value *V, const DataLayout &Layout) {
  if (!V->getType()->isIntegerTy(32) && !V->getType()->isIntegerTy(64) &&
      !V->getType()->isPointerTy())
    return std::nullopt;
  const auto Size = static_cast<uint32_t>(Layout.getTypeStoreSize(V->getType()).getFixedValue());
  if (const auto *Itself = dyn_cast<Argument>(V))
    if (!Itself->hasByValAttr())
      return Part{Itself->getArgNo(), 0, Size, V->getType()->isPointerTy()};
  const auto *Load = dyn_cast<LoadInst>(V);
  if (!Load || !Load->isSimple())
    return std::nullopt;
  APInt Offset(64, 0);
  const Value *Object = Load->getPointerOperand()->stripAndAccumulateConstantOffsets(
      Layout, Offset, /*AllowNonInbounds=*/true);
  const auto *Argument = dyn_cast<llvm::Argument>(Object);
  if (!Argument || !Argument->hasByValAttr() || Offset.isNegative())
    return std::nullopt;
  return Part{Argument->getArgNo(), Offset.getZExtValue(), Size, V->getType()->isPointerTy()};
}

} // namespace scythe
