// Lets SROA move values of lanes from memory to registers after vectorising.
//
// The values of lanes that live across a barrier, or from one iteration of a loop around lanes to
// the next, are in arrays. When the loops over lanes have become vectors, SROA makes registers of
// these arrays, unless there is an access that it cannot rewrite. Two of them are common:
//
// - A store to a selected address. A loop that all lanes leave together stores its results to other
//   variables than the iterations before, and LLVM makes one store of both. SROA splits such a
//   store itself, but not if other accesses are to parts of the variable. So both variables are
//   stored to here, one of them its own contents.
// - An access with a variable index in a scalar loop, which remains beside the vectors for numbers
//   that wrap around. Such loops hardly ever run, so they get copies of the variables.
//
// Values in memory cost more than their loads and stores: stores leave a processor in order, so
// later ones wait for those that miss the caches.
#include "promote_lanes.hpp"
#include "registration.hpp"
#include "scythe/facts.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace {

/// The attribute of functions that keep their variables in memory.
constexpr const char *KeepLanes = SCYTHE_KEEP_LANES_ATTRIBUTE;

/// The largest variable that may become registers, in bytes.
constexpr uint64_t Largest = 1024;

/// A constant offset in a variable.
struct Place {
  AllocaInst *Variable = nullptr;
  APInt Offset;

  explicit operator bool() const { return Variable != nullptr; }
};

/// The variable of a pointer, if it is small and the pointer's offset is constant.
Place placeOf(Value *Pointer, const DataLayout &Layout) {
  Place P;
  P.Offset = APInt(Layout.getIndexTypeSizeInBits(Pointer->getType()), 0);
  auto *Variable = dyn_cast<AllocaInst>(Pointer->stripAndAccumulateConstantOffsets(
      Layout, P.Offset, /*AllowNonInbounds=*/true));
  if (!Variable || !Variable->isStaticAlloca())
    return P;
  std::optional<TypeSize> Size = Variable->getAllocationSize(Layout);
  if (Size && !Size->isScalable() && Size->getFixedValue() <= Largest)
    P.Variable = Variable;
  return P;
}

/// The variable of a pointer from which so many bytes can be accessed.
AllocaInst *variableAt(Value *Pointer, uint64_t Bytes, const DataLayout &Layout) {
  Place P = placeOf(Pointer, Layout);
  if (!P)
    return nullptr;
  uint64_t Size = P.Variable->getAllocationSize(Layout)->getFixedValue();
  bool Fits = !P.Offset.isNegative() && P.Offset.ule(Size) &&
              Bytes <= Size - P.Offset.getZExtValue();
  return Fits ? P.Variable : nullptr;
}

/// What is done with a variable.
struct Uses {
  /// Whether all accesses are simple ones to it or to a variable selected by a condition.
  bool Known = true;
  SmallSetVector<Instruction *, 4> Lifetime;
  /// All addresses in it, the variable first.
  SmallSetVector<Instruction *, 16> Pointers;
  /// Addresses that are not at a constant offset.
  SmallSetVector<GetElementPtrInst *, 8> Indexed;
};

Uses usesOf(AllocaInst *Variable) {
  Uses All;
  All.Pointers.insert(Variable);
  for (size_t Next = 0; Next < All.Pointers.size(); ++Next) {
    Instruction *Pointer = All.Pointers[Next];
    for (User *U : Pointer->users()) {
      auto *I = cast<Instruction>(U);
      if (auto *Load = dyn_cast<LoadInst>(I)) {
        All.Known &= Load->isSimple();
      } else if (auto *Store = dyn_cast<StoreInst>(I)) {
        All.Known &= Store->isSimple() && Store->getValueOperand() != Pointer;
      } else if (auto *Bytes = dyn_cast<MemIntrinsic>(I)) {
        All.Known &= !Bytes->isVolatile() && isa<ConstantInt>(Bytes->getLength());
      } else if (I->isLifetimeStartOrEnd()) {
        All.Lifetime.insert(I);
      } else if (auto *Element = dyn_cast<GetElementPtrInst>(I)) {
        if (!Element->hasAllConstantIndices())
          All.Indexed.insert(Element);
        All.Pointers.insert(I);
      } else if (isa<SelectInst>(I)) {
        All.Pointers.insert(I);
      } else {
        All.Known = false;
      }
    }
  }
  return All;
}

/// A store to one of two variables.
struct SelectedStore {
  StoreInst *Store;
  SelectInst *Select;
  AllocaInst *Variables[2];
};

std::optional<SelectedStore> selectedStore(Instruction &I, const DataLayout &Layout) {
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
  return SelectedStore{Store, Select, {True, False}};
}

/// Stores to both variables, to the one that is not selected its own contents.
void split(const SelectedStore &S) {
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

bool splitSelectedStores(Function &F) {
  SmallVector<SelectedStore, 8> Found;
  for (Instruction &I : instructions(F))
    if (std::optional<SelectedStore> S = selectedStore(I, F.getDataLayout()))
      Found.push_back(*S);
  bool Changed = false;
  for (const SelectedStore &S : Found) {
    Uses Both[] = {usesOf(S.Variables[0]), usesOf(S.Variables[1])};
    if (!Both[0].Known || !Both[1].Known)
      continue;
    // The variable that is not selected may not be live.
    for (Uses &One : Both)
      while (!One.Lifetime.empty()) {
        Instruction *Marker = One.Lifetime.pop_back_val();
        Both[0].Lifetime.remove(Marker);
        Both[1].Lifetime.remove(Marker);
        Marker->eraseFromParent();
      }
    split(S);
    Changed = true;
  }
  return Changed;
}

/// Scalar loops beside vectors, each with the addresses in it that are at variable offsets.
using ScalarLoops = MapVector<Loop *, SmallVector<GetElementPtrInst *, 4>>;

/// The loops with all addresses of a variable at variable offsets; nothing if there are others.
ScalarLoops scalarLoops(const Uses &All, LoopInfo &Loops, const DataLayout &Layout) {
  ScalarLoops Found;
  for (GetElementPtrInst *Address : All.Indexed) {
    Loop *L = Loops.getLoopFor(Address->getParent());
    if (!L || !L->isInnermost() || !L->isLoopSimplifyForm() ||
        !getBooleanLoopAttribute(L, "llvm.loop.isvectorized") ||
        !placeOf(Address->getPointerOperand(), Layout))
      return {};
    for (User *U : Address->users())
      if (!(isa<LoadInst>(U) || isa<StoreInst>(U)) || Loops.getLoopFor(cast<Instruction>(U)->getParent()) != L)
        return {};
    Found[L].push_back(Address);
  }
  return Found;
}

/// Whether a loop also accesses the variable otherwise.
bool accessesOtherwise(const Loop &L, const Uses &All) {
  for (BasicBlock *B : L.blocks())
    for (Instruction &I : *B)
      for (Value *Operand : I.operands()) {
        auto *Pointer = dyn_cast<Instruction>(Operand);
        if (Pointer && !isa<GetElementPtrInst>(I) && All.Pointers.contains(Pointer) &&
            !is_contained(All.Indexed, Pointer))
          return true;
      }
  return false;
}

/// Makes scalar loops work on a copy of a variable.
bool copyForScalarLoops(AllocaInst *Variable, LoopInfo &Loops) {
  const DataLayout &Layout = Variable->getDataLayout();
  Uses All = usesOf(Variable);
  if (!All.Known || All.Indexed.empty())
    return false;
  ScalarLoops Found = scalarLoops(All, Loops, Layout);
  if (Found.empty() || any_of(Found, [&](auto &One) {
        return accessesOtherwise(*One.first, All);
      }))
    return false;
  AllocaInst *Copy = cast<AllocaInst>(Variable->clone());
  Copy->setName(Variable->getName() + ".copy");
  Copy->insertAfter(Variable->getIterator());
  uint64_t Size = Variable->getAllocationSize(Layout)->getFixedValue();
  Align Alignment = Variable->getAlign();
  for (auto &[L, Addresses] : Found) {
    IRBuilder<> Before(L->getLoopPreheader()->getTerminator());
    Before.CreateMemCpy(Copy, Alignment, Variable, Alignment, Size);
    SmallVector<BasicBlock *, 2> Exits;
    L->getUniqueExitBlocks(Exits);
    for (BasicBlock *Exit : Exits) {
      IRBuilder<> After(Exit, Exit->getFirstInsertionPt());
      After.CreateMemCpy(Variable, Alignment, Copy, Alignment, Size);
    }
    for (GetElementPtrInst *Address : Addresses) {
      Place P = placeOf(Address->getPointerOperand(), Layout);
      IRBuilder<> Builder(Address);
      Address->setOperand(0, Builder.CreatePtrAdd(Copy, Builder.getInt(P.Offset)));
    }
  }
  return true;
}

struct PromoteLanes : PassInfoMixin<PromoteLanes> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &Analyses) {
    if (F.hasFnAttribute(KeepLanes) || F.isDeclaration())
      return PreservedAnalyses::all();
    bool Changed = splitSelectedStores(F);
    auto &Loops = Analyses.getResult<LoopAnalysis>(F);
    SmallVector<AllocaInst *, 16> Variables;
    for (Instruction &I : F.getEntryBlock())
      if (isa<AllocaInst>(I) && placeOf(&I, F.getDataLayout()))
        Variables.push_back(cast<AllocaInst>(&I));
    for (AllocaInst *Variable : Variables)
      Changed |= copyForScalarLoops(Variable, Loops);
    if (!Changed)
      return PreservedAnalyses::all();
    PreservedAnalyses Kept;
    Kept.preserveSet<CFGAnalyses>();
    return Kept;
  }
};

} // namespace

void scythe::registerPromoteLanes(PassBuilder &Builder) {
  registerName<PromoteLanes>(Builder, "promote-lanes");
}
