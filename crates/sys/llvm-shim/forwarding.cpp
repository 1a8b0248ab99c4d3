// Replaces loads of recently stored vectors by shuffles of these vectors.
//
// If work-items share an array between barriers and the loops over them are unrolled, one vector is
// stored and the next is loaded from the same array, a few elements further on. Such a load
// overlaps two stores or a part of one; processors forward pending stores only to loads that they
// cover completely, and delay others until the stores are done. LLVM forwards values that were
// stored as a whole, and their beginning.
//
// Memory of a work-group was written shortly before, in vectors that begin at multiples of their
// size. So loads from it that overlap such vectors are replaced by shuffles, too, if the vectors
// are loaded anyway.
#include "forwarding.hpp"
#include "registration.hpp"
#include "scythe/facts.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include <map>

using namespace llvm;

namespace {

/// The attribute of functions that keep their loads.
constexpr const char *KeepLoads = SCYTHE_KEEP_LOADS_ATTRIBUTE;

/// The most elements that are tracked at a time.
constexpr size_t MostElements = 1 << 13;

/// How far ahead to search for a load that can be moved up.
constexpr unsigned FarthestLoad = 64;

/// Elements in this many bytes at the beginning of a vector can be extracted in one step.
constexpr int64_t CheapElements = 16;

/// The widest element of a vector, in bytes.
constexpr int64_t WidestElement = 8;

/// The contents of memory: an element of a vector, or a scalar.
struct Element {
  Value *Whole;
  unsigned Lane;
  bool Stored; ///< Stored, and not only loaded.
  bool Even;   ///< Of a vector that begins at a multiple of its size.
};

/// An access to contiguous elements at a constant offset from a pointer.
struct Access {
  Value *Root;
  int64_t Offset;
  Type *Ty; ///< Of one element.
  unsigned Count;
  SmallVector<bool, 16> Active;
  MemoryLocation Location;

  int64_t Bytes; ///< Of one element.

  int64_t at(unsigned Lane) const { return Offset + int64_t(Lane) * Bytes; }
  int64_t end() const { return at(Count); }
  /// Whether it begins at a multiple of its size from its root.
  bool isEven() const { return Offset % (Bytes * Count) == 0; }
};

/// The active lanes of a constant mask.
bool readMask(Value *Mask, SmallVectorImpl<bool> &Active) {
  auto *Lanes = dyn_cast<Constant>(Mask);
  auto *Ty = dyn_cast<FixedVectorType>(Mask->getType());
  if (!Lanes || !Ty)
    return false;
  for (unsigned Lane = 0; Lane < Ty->getNumElements(); ++Lane) {
    auto *Is = dyn_cast_or_null<ConstantInt>(Lanes->getAggregateElement(Lane));
    if (!Is)
      return false;
    Active.push_back(Is->isOne());
  }
  return true;
}

/// The access of an instruction, if its elements are contiguous.
std::optional<Access> accessOf(Instruction &I, const DataLayout &Layout) {
  Access A;
  Value *Pointer;
  Type *Whole;
  Value *Mask = nullptr;
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    if (!Load->isSimple())
      return std::nullopt;
    Pointer = Load->getPointerOperand();
    Whole = Load->getType();
    A.Location = MemoryLocation::get(Load);
  } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
    if (!Store->isSimple())
      return std::nullopt;
    Pointer = Store->getPointerOperand();
    Whole = Store->getValueOperand()->getType();
    A.Location = MemoryLocation::get(Store);
  } else if (auto *Call = dyn_cast<IntrinsicInst>(&I)) {
    bool Writes = Call->getIntrinsicID() == Intrinsic::masked_store;
    if (!Writes && Call->getIntrinsicID() != Intrinsic::masked_load)
      return std::nullopt;
    Pointer = Call->getArgOperand(Writes ? 1 : 0);
    Whole = Writes ? Call->getArgOperand(0)->getType() : Call->getType();
    Mask = Call->getArgOperand(Writes ? 2 : 1);
    A.Location = MemoryLocation::getForArgument(Call, Writes ? 1 : 0, nullptr);
  } else {
    return std::nullopt;
  }
  auto *Vector = dyn_cast<FixedVectorType>(Whole);
  if (isa<ScalableVectorType>(Whole) || (!Vector && !Whole->isSingleValueType()))
    return std::nullopt;
  A.Ty = Whole->getScalarType();
  A.Count = Vector ? Vector->getNumElements() : 1;
  A.Bytes = Layout.getTypeStoreSize(A.Ty);
  if (A.Bytes > WidestElement || TypeSize::getFixed(uint64_t(A.Bytes) * 8) != Layout.getTypeSizeInBits(A.Ty))
    return std::nullopt;
  if (!Mask)
    A.Active.assign(A.Count, true);
  else if (!readMask(Mask, A.Active))
    return std::nullopt;
  APInt Offset(Layout.getIndexTypeSizeInBits(Pointer->getType()), 0);
  A.Root = Pointer->stripAndAccumulateConstantOffsets(Layout, Offset, /*AllowNonInbounds=*/true);
  A.Offset = Offset.getSExtValue();
  return A;
}

/// Known elements at offsets from one pointer.
using Elements = std::map<int64_t, Element>;

/// The known contents of memory at a point in a function.
class Known {
public:
  explicit Known(const DataLayout &Layout) : Layout(&Layout) {}

  const Element *find(const Access &A, unsigned Lane) const {
    auto Root = Roots.find(A.Root);
    if (Root == Roots.end())
      return nullptr;
    auto Place = Root->second.find(A.at(Lane));
    return Place == Root->second.end() || typeOf(Place->second) != A.Ty ? nullptr : &Place->second;
  }

  /// Records the value at the location of an access.
  void note(const Access &A, Value *Whole, bool Stored) {
    if (Noted > MostElements)
      recount();
    Elements &Places = Roots[A.Root];
    for (unsigned Lane = 0; Lane < A.Count; ++Lane)
      if (A.Active[Lane] && (Stored || !Places.count(A.at(Lane)))) {
        Places[A.at(Lane)] = {Whole, Lane, Stored, A.Count > 1 && A.isEven()};
        ++Noted;
      }
  }

  /// Forgets elements that a store overwrites.
  void change(const Access &A, BatchAAResults &Alias) {
    Roots.remove_if([&](auto &Other) {
      if (Other.first == A.Root)
        return false;
      return !Alias.isNoAlias(A.Location, MemoryLocation::getBeforeOrAfter(Other.first));
    });
    auto Own = Roots.find(A.Root);
    if (Own == Roots.end())
      return;
    for (unsigned Lane = 0; Lane < A.Count; ++Lane) {
      if (!A.Active[Lane])
        continue;
      auto Place = Own->second.lower_bound(A.at(Lane) - WidestElement + 1);
      while (Place != Own->second.end() && Place->first < A.at(Lane) + A.Bytes) {
        int64_t Bytes = Layout->getTypeStoreSize(typeOf(Place->second));
        bool Meets = Place->first + Bytes > A.at(Lane);
        Place = Meets ? Own->second.erase(Place) : std::next(Place);
      }
    }
  }

  /// Forgets elements that any other instruction may overwrite.
  void change(Instruction &I, BatchAAResults &Alias) {
    Roots.remove_if([&](auto &Other) {
      return isModSet(Alias.getModRefInfo(&I, MemoryLocation::getBeforeOrAfter(Other.first)));
    });
  }

private:
  /// Forgets everything if there are too many elements.
  void recount() {
    Noted = 0;
    for (auto &Root : Roots)
      Noted += Root.second.size();
    if (Noted > MostElements / 2) {
      Roots.clear();
      Noted = 0;
    }
  }

  Type *typeOf(const Element &E) const { return E.Whole->getType()->getScalarType(); }

  const DataLayout *Layout;
  MapVector<Value *, Elements> Roots;
  /// An upper bound of the number of elements.
  size_t Noted = 0;
};

/// A value as a vector of `Count` elements, the missing ones poison.
Value *widened(IRBuilder<> &Builder, Value *Whole, unsigned Count) {
  auto *Vector = dyn_cast<FixedVectorType>(Whole->getType());
  if (!Vector)
    return Builder.CreateInsertElement(FixedVectorType::get(Whole->getType(), Count), Whole,
                                       uint64_t(0));
  unsigned Has = Vector->getNumElements();
  if (Has == Count)
    return Whole;
  SmallVector<int, 16> Lanes;
  for (unsigned Lane = 0; Lane < Count; ++Lane)
    Lanes.push_back(Lane < Has ? int(Lane) : PoisonMaskElem);
  return Builder.CreateShuffleVector(Whole, Lanes);
}

/// Whether a pointer points to memory that only this function and its callees write.
bool isOfGroup(Value *Root) {
  Value *Object = getUnderlyingObject(Root);
  return isa<AllocaInst>(Object) || isNoAliasCall(Object);
}

unsigned elementsOf(Value *Whole) {
  auto *Vector = dyn_cast<FixedVectorType>(Whole->getType());
  return Vector ? Vector->getNumElements() : 1;
}

/// Forwards to one instruction.
struct Forwarding {
  Instruction &I;
  Known &Memory;
  BatchAAResults &Alias;
  const DataLayout &Layout;
  /// Whether loads were moved.
  bool Moved = false;

  /// Returns whether the instruction has become unused.
  bool visit() {
    std::optional<Access> A = accessOf(I, Layout);
    if (!A) {
      if (I.mayWriteToMemory())
        Memory.change(I, Alias);
      return false;
    }
    if (I.mayWriteToMemory()) {
      Memory.change(*A, Alias);
      Memory.note(*A, I.getOperand(0), true);
      return false;
    }
    Value *Found = forwarded(*A);
    if (!Found) {
      Memory.note(*A, &I, false);
      return false;
    }
    if (auto *Made = dyn_cast<Instruction>(Found); Made && !Made->hasName())
      Made->takeName(&I);
    I.replaceAllUsesWith(Found);
    return true;
  }

private:
  /// The value of a load, from at most two values; null if it is not known.
  Value *forwarded(const Access &A) {
    // Alias analysis caches pointers by address, which must not be reused for another instruction.
    if (A.Ty->isPointerTy())
      return nullptr;
    SmallVector<Value *, 2> Sources;
    SmallVector<int, 16> Picks;
    bool Stored = false;
    unsigned Widest = 1;
    bool Across = A.Count > 1 && !A.isEven() && isOfGroup(A.Root);
    for (unsigned Lane = 0; Lane < A.Count; ++Lane) {
      if (!A.Active[Lane]) {
        Picks.push_back(PoisonMaskElem);
        continue;
      }
      const Element *E = Memory.find(A, Lane);
      if (!E && Across && loadEarlier(A, A.at(Lane)))
        E = Memory.find(A, Lane);
      if (!E)
        return nullptr;
      Stored |= E->Stored;
      Across &= E->Even;
      auto *Source = find(Sources, E->Whole);
      if (Source == Sources.end()) {
        if (Sources.size() == 2)
          return nullptr;
        Widest = std::max(Widest, elementsOf(E->Whole));
        Source = Sources.insert(Source, E->Whole);
      }
      // The operand of the shuffle, and the index in it.
      Picks.push_back(int((Source - Sources.begin()) << 16 | E->Lane));
    }
    if (!Stored && !Across)
      return nullptr;
    IRBuilder<> Builder(&I);
    if (!isa<VectorType>(I.getType())) {
      Value *Only = Sources[0];
      if (!isa<VectorType>(Only->getType()))
        return Only;
      // A store forwards its elements; extracting one from the upper parts of a vector takes
      // longer.
      uint64_t Lane = Picks[0] & 0xffff;
      return int64_t(Lane) * A.Bytes < CheapElements ? Builder.CreateExtractElement(Only, Lane)
                                                     : nullptr;
    }
    for (int &Pick : Picks)
      if (Pick != PoisonMaskElem)
        Pick = (Pick >> 16) * int(Widest) + (Pick & 0xffff);
    Value *First = widened(Builder, Sources[0], Widest);
    Value *Second = Sources.size() > 1 ? widened(Builder, Sources[1], Widest)
                                       : PoisonValue::get(First->getType());
    Value *Result = Builder.CreateShuffleVector(First, Second, Picks);
    auto *Masked = dyn_cast<IntrinsicInst>(&I);
    if (!Masked || isa<UndefValue>(Masked->getArgOperand(2)))
      return Result;
    return Builder.CreateSelect(Masked->getArgOperand(1), Result, Masked->getArgOperand(2));
  }

  /// Moves a later load of the block, whose vector contains the wanted location, before the
  /// instruction. The vector begins at a multiple of its size.
  bool loadEarlier(const Access &Wanted, int64_t Place) {
    unsigned Left = FarthestLoad;
    SmallVector<Access, 8> Written;
    for (Instruction &Later : make_range(std::next(I.getIterator()), I.getParent()->end())) {
      if (Left-- == 0 || !isGuaranteedToTransferExecutionToSuccessor(&Later))
        return false;
      std::optional<Access> A = accessOf(Later, Layout);
      if (Later.mayWriteToMemory()) {
        if (!A)
          return false;
        Written.push_back(*A);
        continue;
      }
      if (!A || !isa<LoadInst>(Later) || A->Root != Wanted.Root || A->Ty != Wanted.Ty || A->Count < 2 ||
          !A->isEven() || Place < A->Offset || Place >= A->end() || (Place - A->Offset) % A->Bytes)
        continue;
      auto Meets = [&](const Access &W) {
        return W.Root == A->Root ? W.Offset < A->end() && A->Offset < W.end()
                                 : !Alias.isNoAlias(W.Location, A->Location);
      };
      if (any_of(Written, Meets))
        return false;
      IRBuilder<> Builder(&I);
      Value *Pointer = Builder.CreatePtrAdd(A->Root, Builder.getInt64(A->Offset));
      Later.setOperand(0, Pointer);
      Later.moveBefore(I.getIterator());
      Memory.note(*A, &Later, false);
      Moved = true;
      return true;
    }
    return false;
  }
};

struct ForwardVectors : PassInfoMixin<ForwardVectors> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &Analyses) {
    if (F.hasFnAttribute(KeepLoads))
      return PreservedAnalyses::all();
    const DataLayout &Layout = F.getDataLayout();
    auto StoresVectors = [](Instruction &I) {
      auto *Store = dyn_cast<StoreInst>(&I);
      return Store && isa<FixedVectorType>(Store->getValueOperand()->getType());
    };
    if (none_of(F, [&](BasicBlock &B) { return any_of(B, StoresVectors); }))
      return PreservedAnalyses::all();
    BatchAAResults Alias(Analyses.getResult<AAManager>(F));
    bool Changed = false;
    // The known contents at the ends of blocks with unvisited successors.
    DenseMap<BasicBlock *, Known> Ends;
    for (BasicBlock *B : ReversePostOrderTraversal<Function *>(&F)) {
      Known Memory(Layout);
      BasicBlock *Before = B->getSinglePredecessor();
      auto End = Before ? Ends.find(Before) : Ends.end();
      if (End != Ends.end())
        Memory = End->second;
      for (auto Place = B->begin(); Place != B->end();) {
        Forwarding Next{*Place, Memory, Alias, Layout};
        bool Done = Next.visit();
        Changed |= Done || Next.Moved;
        Place = Done ? Place->eraseFromParent() : std::next(Place);
      }
      if (any_of(successors(B), [](BasicBlock *S) { return S->getSinglePredecessor(); }))
        Ends.try_emplace(B, std::move(Memory));
    }
    if (!Changed)
      return PreservedAnalyses::all();
    PreservedAnalyses Kept;
    Kept.preserveSet<CFGAnalyses>();
    Analyses.invalidate(F, Kept);
    // Many stored vectors are no longer read from memory.
    Kept.intersect(DSEPass().run(F, Analyses));
    return Kept;
  }
};

} // namespace

void scythe::registerForwarding(PassBuilder &Builder) {
  runAfterVectorizers<ForwardVectors>(Builder, "forward-vectors");
}
