// Splits stores to one of two variables.
//
// A loop around lanes that all of them leave together stores its results to other variables than
// the iterations before, and LLVM makes one store to a selected address of both. SROA splits such a
// store itself, but not if it has to rewrite other accesses of the variable, too: that of a part of
// a vector, for example. Then the values of all lanes stay in memory, and each iteration waits for
// the stores of the previous one.
#include "selected_stores.hpp"
#include "preserved.hpp"
#include "registration.hpp"
#include "scythe/facts.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

namespace {

/// The attribute of functions that keep these stores.
constexpr const char *KeepStores = SCYTHE_KEEP_STORES_ATTRIBUTE;

/// The largest variable that may become registers, in bytes.
constexpr uint64_t Largest = 1024;

/// The variable at a constant offset from which `Bytes` bytes can be accessed.
AllocaInst *variableAt(Value *Pointer, uint64_t Bytes, const DataLayout &Layout) {
  APInt Offset(Layout.getIndexTypeSizeInBits(Pointer->getType()), 0);
  auto *Variable = dyn_cast<AllocaInst>(
      Pointer->stripAndAccumulateConstantOffsets(Layout, Offset, /*AllowNonInbounds=*/true));
  if (!Variable || !Variable->isStaticAlloca())
    return nullptr;
  std::optional<TypeSize> Size = Variable->getAllocationSize(Layout);
  if (!Size || Size->isScalable() || Size->getFixedValue() > Largest || Offset.isNegative() ||
      Offset.ugt(Size->getFixedValue()) || Bytes > Size->getFixedValue() - Offset.getZExtValue())
    return nullptr;
  return Variable;
}

/// Whether all accesses of a variable are simple ones at constant offsets, to itself or to a
/// variable selected by a condition. Finds the markers of its lifetime.
bool canBePromoted(AllocaInst *Variable, SmallVectorImpl<Instruction *> &Lifetime) {
  SmallVector<Instruction *, 16> Left{Variable};
  SmallPtrSet<Instruction *, 16> Seen{Variable};
  while (!Left.empty()) {
    Instruction *Pointer = Left.pop_back_val();
    for (User *U : Pointer->users()) {
      auto *I = cast<Instruction>(U);
      if (auto *Load = dyn_cast<LoadInst>(I)) {
        if (!Load->isSimple())
          return false;
      } else if (auto *Store = dyn_cast<StoreInst>(I)) {
        if (!Store->isSimple() || Store->getValueOperand() == Pointer)
          return false;
      } else if (I->isLifetimeStartOrEnd()) {
        Lifetime.push_back(I);
      } else if (auto *Element = dyn_cast<GetElementPtrInst>(I);
                 (Element && Element->hasAllConstantIndices()) || isa<SelectInst>(I)) {
        if (Seen.insert(I).second)
          Left.push_back(I);
      } else {
        return false;
      }
    }
  }
  return true;
}

/// A store to one of two variables.
struct Selected {
  StoreInst *Store;
  SelectInst *Select;
  AllocaInst *Variables[2];
};

std::optional<Selected> selectedStore(Instruction &I, const DataLayout &Layout) {
  auto *Store = dyn_cast<StoreInst>(&I);
  if (!Store || !Store->isSimple())
    return std::nullopt;
  auto *Select = dyn_cast<SelectInst>(Store->getPointerOperand());
  TypeSize Bytes = Layout.getTypeStoreSize(Store->getValueOperand()->getType());
  if (!Select || Bytes.isScalable())
    return std::nullopt;
  AllocaInst *True = variableAt(Select->getTrueValue(), Bytes, Layout);
  AllocaInst *False = variableAt(Select->getFalseValue(), Bytes, Layout);
  if (!True || !False)
    return std::nullopt;
  return Selected{Store, Select, {True, False}};
}

/// Stores to both variables, to the one that is not selected its own contents.
void split(const Selected &S) {
  IRBuilder<> Builder(S.Store);
  Value *New = S.Store->getValueOperand();
  for (bool OnTrue : {true, false}) {
    Value *Place = OnTrue ? S.Select->getTrueValue() : S.Select->getFalseValue();
    Value *Old = Builder.CreateAlignedLoad(New->getType(), Place, S.Store->getAlign());
    Value *Kept = OnTrue ? Builder.CreateSelect(S.Select->getCondition(), New, Old)
                         : Builder.CreateSelect(S.Select->getCondition(), Old, New);
    Builder.CreateAlignedStore(Kept, Place, S.Store->getAlign());
  }
  S.Store->eraseFromParent();
  if (S.Select->use_empty())
    S.Select->eraseFromParent();
}

struct SplitSelectedStores : PassInfoMixin<SplitSelectedStores> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &) {
    if (F.hasFnAttribute(KeepStores))
      return PreservedAnalyses::all();
    SmallVector<Selected, 8> Found;
    for (Instruction &I : instructions(F))
      if (std::optional<Selected> S = selectedStore(I, F.getDataLayout()))
        Found.push_back(*S);
    bool Changed = false;
    for (const Selected &S : Found) {
      // The variable that is not selected may not be live.
      SmallVector<Instruction *, 8> Lifetime;
      if (!canBePromoted(S.Variables[0], Lifetime) || !canBePromoted(S.Variables[1], Lifetime))
        continue;
      SmallPtrSet<Instruction *, 8> Markers(Lifetime.begin(), Lifetime.end());
      for (Instruction *Marker : Markers)
        Marker->eraseFromParent();
      split(S);
      Changed = true;
    }
    return scythe::preservesControlFlow(Changed);
  }
};

} // namespace

void scythe::registerSplitSelectedStores(PassBuilder &Builder) {
  registerName<SplitSelectedStores>(Builder, "split-selected-stores");
}
