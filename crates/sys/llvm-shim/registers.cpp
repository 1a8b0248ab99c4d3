// Promotes memory to registers in loops that do not always write it.
#include "analyses.hpp"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/MemorySSA.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

using namespace llvm;
using namespace scythe;

namespace {

/// The accesses of a loop to one invariant location.
struct Place {
  Value *pointer = nullptr;
  Type *type = nullptr;
  SmallVector<Instruction *, 8> accesses;
  bool loaded = false;
  /// Its alignment, if it may be read before the loop.
  MaybeAlign before;
  /// Whether it may be written once more after the loop: this work-item wrote it before, without a
  /// barrier since then that would let others write it.
  bool owned = false;
};

/// Whether nothing else in the loop accesses the location.
bool isAlone(const Loop &L, const Place &P, AAResults &Aliases) {
  SmallPtrSet<const Instruction *, 8> Own(P.accesses.begin(), P.accesses.end());
  auto Location = MemoryLocation::get(P.accesses.front());
  Location.AATags = tagsFor(L, P.accesses);
  for (BasicBlock *B : L.blocks())
    for (Instruction &I : *B)
      if (!Own.contains(&I) && I.mayReadOrWriteMemory() &&
          isModOrRefSet(Aliases.getModRefInfo(&I, Location)))
        return false;
  return true;
}

/// Whether a function orders memory for others, or calls a function that may.
bool synchronises(Function &F) {
  return any_of(instructions(F), [](Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
    bool Hint = Intrinsic && Intrinsic->isAssumeLikeIntrinsic();
    return I.isAtomic() || (Call && !Hint && (Call->isConvergent() || !Call->onlyReadsMemory()));
  });
}

/// Determines whether the location may be read before the loop, because it was accessed there, and
/// written after it.
void lookBefore(const Loop &L, Place &P, const DominatorTree &Dominators, const DataLayout &DL) {
  Instruction *Before = L.getLoopPreheader()->getTerminator();
  for (User *U : P.pointer->users()) {
    auto *I = cast<Instruction>(U);
    if (getLoadStorePointerOperand(I) != P.pointer || !Dominators.dominates(I, Before))
      continue;
    TypeSize There = DL.getTypeStoreSize(getLoadStoreType(I));
    if (!TypeSize::isKnownGE(There, DL.getTypeStoreSize(P.type)))
      continue;
    P.before = std::max(P.before.valueOrOne(), getLoadStoreAlignment(I));
    P.owned |= isa<StoreInst>(I);
  }
  P.owned = P.owned && !synchronises(*Before->getFunction());
}

/// A location that a loop may write and that can be promoted.
std::optional<Place> findPlace(const Loop &L, AAResults &Aliases, const DominatorTree &Dominators,
                               const DataLayout &DL) {
  if (!L.isLoopSimplifyForm() || !keepsToItself(L))
    return std::nullopt;
  MapVector<Value *, Place> Places;
  for (BasicBlock *B : L.blocks())
    for (Instruction &I : *B) {
      Value *Pointer = getLoadStorePointerOperand(&I);
      if (!Pointer || !L.isLoopInvariant(Pointer) || isa<Constant>(Pointer))
        continue;
      Place &P = Places[Pointer];
      Type *Accessed = getLoadStoreType(&I);
      P.pointer = Pointer;
      // Different types of accesses to one location prevent promotion.
      P.type = P.accesses.empty() || P.type == Accessed ? Accessed : nullptr;
      P.loaded |= isa<LoadInst>(I);
      P.accesses.push_back(&I);
    }
  for (auto &[Pointer, P] : Places) {
    bool Stored = any_of(P.accesses, [](Instruction *I) { return isa<StoreInst>(I); });
    if (!P.type || !P.type->isSingleValueType() || !Stored || !isAlone(L, P, Aliases))
      continue;
    lookBefore(L, P, Dominators, DL);
    if (!P.loaded || P.before)
      return P;
  }
  return std::nullopt;
}

/// Turns the accesses of a loop into values, and stores the last one after the loop if there was a
/// write.
class Keeper final : public LoadAndStorePromoter {
public:
  Keeper(const Place &P, const Loop &L, SSAUpdater &Kept, SSAUpdater &Written)
      : LoadAndStorePromoter(P.accesses, Kept, "kept"), place(P), kept(Kept), written(Written),
        tags(tagsFor(L, P.accesses)) {
    L.getUniqueExitBlocks(exits);
    for (Instruction *I : P.accesses)
      align = std::min(align, getLoadStoreAlignment(I));
  }

  void doExtraRewritesBeforeFinalDeletion() override {
    for (BasicBlock *Exit : exits) {
      Value *Last = kept.GetValueInMiddleOfBlock(Exit);
      Value *Some = place.owned ? nullptr : written.GetValueInMiddleOfBlock(Exit);
      Instruction *Point = &*Exit->getFirstInsertionPt();
      auto *Store = new StoreInst(Last, place.pointer, /*isVolatile=*/false, align, Point->getIterator());
      Store->setAAMetadata(tags);
      stores.push_back({Store, Some});
    }
  }

  /// Makes the stores after the loop conditional.
  void guard() {
    for (auto [Store, Some] : stores) {
      if (!Some)
        continue;
      Instruction *End = SplitBlockAndInsertIfThen(Some, Store->getIterator(), false);
      Store->moveBefore(End->getIterator());
    }
  }

private:
  const Place &place;
  SSAUpdater &kept, &written;
  SmallVector<BasicBlock *, 4> exits;
  SmallVector<std::pair<StoreInst *, Value *>, 4> stores;
  Align align = Align(Value::MaximumAlignment);
  AAMDNodes tags;
};

/// Removes the attribute that a function reads nothing.
void mayRead(Function &F) {
  F.removeFnAttr(Attribute::Memory);
  for (Argument &A : F.args())
    A.removeAttr(Attribute::WriteOnly);
}

/// The last value stored to the location before the loop; null if it is not known. Existing values
/// of the loop can then replace the location: they start from the same one.
Value *storedBefore(const Place &P, const Loop &L, MemorySSA &Memory, DominatorTree &Dominators) {
  auto *Node = Dominators.getNode(L.getLoopPreheader());
  const MemorySSA::DefsList *Defs = nullptr;
  while (Node && !(Defs = Memory.getBlockDefs(Node->getBlock())))
    Node = Node->getIDom();
  if (!Defs)
    return nullptr;
  auto *Last = const_cast<MemoryAccess *>(&*Defs->rbegin());
  auto Location = MemoryLocation::get(P.accesses.front());
  Location.AATags = tagsFor(L, P.accesses);
  auto *Writer = dyn_cast<MemoryDef>(Memory.getWalker()->getClobberingMemoryAccess(Last, Location));
  auto *Store = Writer ? dyn_cast_or_null<StoreInst>(Writer->getMemoryInst()) : nullptr;
  bool Same = Store && Store->getPointerOperand() == P.pointer &&
              Store->getValueOperand()->getType() == P.type;
  return Same ? Store->getValueOperand() : nullptr;
}

void keep(const Place &P, const Loop &L, MemorySSA &Memory, DominatorTree &Dominators) {
  BasicBlock *Before = L.getLoopPreheader();
  IRBuilder<> Builder(Before->getTerminator());
  Value *Start = storedBefore(P, L, Memory, Dominators);
  if (!Start && (P.loaded || P.owned)) {
    Start = Builder.CreateAlignedLoad(P.type, P.pointer, P.before, "kept");
    mayRead(*Before->getParent());
  }
  if (!Start)
    Start = PoisonValue::get(P.type);
  SSAUpdater Kept, Written;
  Written.Initialize(Builder.getInt1Ty(), "written");
  Written.AddAvailableValue(Before, Builder.getFalse());
  for (Instruction *I : P.accesses)
    if (isa<StoreInst>(I))
      Written.AddAvailableValue(I->getParent(), Builder.getTrue());
  Keeper Promoter(P, L, Kept, Written);
  Kept.AddAvailableValue(Before, Start);
  Promoter.run(SmallVector<Instruction *, 8>(P.accesses));
  Promoter.guard();
}

/// Promotes the next location, inner loops first.
bool keepOne(Function &F) {
  Analyses All(F);
  auto &Loops = All.get<LoopAnalysis>();
  if (Loops.empty())
    return false;
  SmallVector<Loop *, 8> Order = Loops.getLoopsInPreorder();
  for (Loop *L : reverse(Order))
    if (auto P = findPlace(*L, All.get<AAManager>(), All.get<DominatorTreeAnalysis>(),
                           F.getDataLayout())) {
      keep(*P, *L, All.get<MemorySSAAnalysis>().getMSSA(), All.get<DominatorTreeAnalysis>());
      return true;
    }
  return false;
}

} // namespace

/// Promotes memory in loops of a function where LLVM does not, because the loop may not write it.
/// Returns the number of locations.
extern "C" unsigned scytheKeepInRegisters(LLVMValueRef function) {
  Function &F = *unwrap<Function>(function);
  unsigned Kept = 0;
  while (keepOne(F))
    ++Kept;
  return Kept;
}
