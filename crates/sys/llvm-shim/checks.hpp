// Memory accesses as -fscythe-check sees them.
#pragma once
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

namespace scythe {

using namespace llvm;

/// Flags of an access for the runtime (crates/image/src/checks.rs).
enum Flag : unsigned { Write = 1, Atomic = 2, Acquire = 4, Copy = 8, Update = 32 };

/// The origin of a pointer, as far as offsets can be traced.
struct Origin {
  Value *Base;
  SmallVector<GEPOperator *, 4> Steps;
};

inline Origin originOf(Value *Pointer) {
  Origin Found;
  for (;;) {
    if (auto *Step = dyn_cast<GEPOperator>(Pointer)) {
      Found.Steps.push_back(Step);
      Pointer = Step->getPointerOperand();
    } else if (isa<AddrSpaceCastOperator>(Pointer) || isa<BitCastOperator>(Pointer)) {
      Pointer = cast<Operator>(Pointer)->getOperand(0);
    } else {
      Found.Base = Pointer;
      return Found;
    }
  }
}

/// The size of the variable that a pointer is the start of, its name and its kind.
struct Variable {
  uint64_t Bytes;
  std::string Name;
  unsigned Kind; // A value for the runtime.
};
enum Kind : unsigned { Private = 0, Global = 1, Local = 2 };

inline std::optional<Variable> variableAt(Value *Base, const DataLayout &DL) {
  if (auto *Alloca = dyn_cast<AllocaInst>(Base)) {
    auto Size = Alloca->getAllocationSize(DL);
    if (!Size || Size->isScalable())
      return std::nullopt;
    std::string Name = Alloca->getName().split('.').first.str();
    return Variable{Size->getFixedValue(), Name, Private};
  }
  if (auto *Global = dyn_cast<GlobalVariable>(Base)) {
    if (!Global->hasInitializer() || Global->isInterposable())
      return std::nullopt;
    bool IsLocal = Global->getAddressSpace() == 3;
    return Variable{DL.getTypeAllocSize(Global->getValueType()), Global->getName().str(),
                    IsLocal ? Local : Kind::Global};
  }
  if (auto *Argument = dyn_cast<llvm::Argument>(Base))
    if (Argument->hasByValAttr())
      return Variable{DL.getTypeAllocSize(Argument->getParamByValType()), Argument->getName().str(),
                      Private};
  return std::nullopt;
}

/// One access: an operand of an instruction that is an address.
struct Access {
  Instruction *Where;
  unsigned Operand;
  Value *Bytes;
  unsigned Flags;
};

/// Whether a load is a part of a copied object whose value is not used: it may be padding.
inline bool isPartOfCopy(const LoadInst &Load) {
  return Load.getName().contains(".sroa.") && all_of(Load.users(), [&](const User *User) {
           auto *Store = dyn_cast<StoreInst>(User);
           return Store && Store->getValueOperand() == &Load;
         });
}

inline void collect(Instruction &I, const DataLayout &DL, SmallVectorImpl<Access> &Found) {
  auto *Size = DL.getIntPtrType(I.getContext());
  auto bytes = [&](Type *Type) -> Value * {
    TypeSize Bytes = DL.getTypeStoreSize(Type);
    return Bytes.isScalable() ? nullptr : ConstantInt::get(Size, Bytes.getFixedValue());
  };
  auto acquires = [](AtomicOrdering Order) {
    return isAcquireOrStronger(Order) ? Atomic | Acquire : unsigned(Atomic);
  };
  auto add = [&](unsigned Operand, Value *Bytes, unsigned Flags) {
    if (Bytes && !I.getOperand(Operand)->getType()->isVectorTy())
      Found.push_back({&I, Operand, Bytes, Flags});
  };
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    if (!Load->hasMetadata(LLVMContext::MD_invariant_load))
      add(0, bytes(Load->getType()),
          Load->isAtomic() ? acquires(Load->getOrdering()) : isPartOfCopy(*Load) ? unsigned(Copy) : 0);
  } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
    add(1, bytes(Store->getValueOperand()->getType()), Write | (Store->isAtomic() ? Atomic : 0));
  } else if (auto *AtomicUpdate = dyn_cast<AtomicRMWInst>(&I)) {
    add(0, bytes(AtomicUpdate->getType()), Write | Update | acquires(AtomicUpdate->getOrdering()));
  } else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I)) {
    add(0, bytes(Exchange->getNewValOperand()->getType()),
        Write | Update | acquires(Exchange->getSuccessOrdering()));
  } else if (auto *Memory = dyn_cast<MemIntrinsic>(&I)) {
    auto *Known = dyn_cast<ConstantInt>(Memory->getLength());
    if (Known && Known->isZero())
      return;
    if (isa<MemTransferInst>(Memory))
      add(1, Memory->getLength(), 0);
    add(0, Memory->getLength(), Write);
  }
}

} // namespace scythe
