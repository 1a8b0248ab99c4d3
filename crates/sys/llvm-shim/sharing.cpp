// Loads of equal and of neighbouring addresses: one load instead of several.

#include "analyses.hpp"
#include "llvm-c/Core.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/MemorySSA.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Local.h"

#include <optional>

using namespace llvm;

namespace {

/// The size of the widest loads in bytes.
constexpr uint64_t Widest = 16;

/// The loads of a function, compared by addresses: equal SCEV expressions are the same objects.
class Loads {
public:
  explicit Loads(Function &F)
      : F(F), Known(F), Tree(Known.get<DominatorTreeAnalysis>()), Evolution(Known.get<ScalarEvolutionAnalysis>()),
        Memory(Known.get<MemorySSAAnalysis>().getMSSA()) {}

  bool share();
  bool join();

private:
  std::optional<uint64_t> element(LoadInst &Load, LoadInst &First, uint64_t Most);
  bool isRunWith(const LoadInst &Load, const LoadInst &First);
  template <typename RangeT> SmallVector<LoadInst *, 4> neighbours(LoadInst &First, RangeT &&Candidates);
  void moveBehind(LoadInst &Load, LoadInst &First, uint64_t Elements);

  /// Whether nothing is written between an earlier load and one of the same or of neighbouring bytes.
  bool readsTheSame(LoadInst &Load, const LoadInst &Earlier) {
    if (Load.hasMetadata(LLVMContext::MD_invariant_load))
      return true;
    MemoryAccess *Written = Memory.getWalker()->getClobberingMemoryAccess(&Load);
    return Memory.dominates(Written, Memory.getMemoryAccess(&Earlier));
  }

  Function &F;
  scythe::Analyses Known;
  DominatorTree &Tree;
  ScalarEvolution &Evolution;
  MemorySSA &Memory;
  /// Loads that have been replaced, and are erased last: the analyses refer to them.
  SmallVector<LoadInst *, 16> Moved;
};

/// Replaces loads by earlier loads of the same address, if nothing is written between them.
bool Loads::share() {
  DenseMap<std::pair<const SCEV *, Type *>, SmallVector<LoadInst *, 2>> Seen;
  SmallVector<LoadInst *, 16> Gone;
  for (DomTreeNode *Node : depth_first(&Tree))
    for (Instruction &I : *Node->getBlock()) {
      auto *Load = dyn_cast<LoadInst>(&I);
      if (!Load || !Load->isSimple() || !Evolution.isSCEVable(Load->getPointerOperandType()))
        continue;
      auto &Earlier = Seen[{Evolution.getSCEV(Load->getPointerOperand()), Load->getType()}];
      const auto *Found = find_if(Earlier, [&](LoadInst *Before) {
        return Tree.dominates(Before, Load) &&
               (Before->hasMetadata(LLVMContext::MD_invariant_load) || readsTheSame(*Load, *Before));
      });
      if (Found == Earlier.end()) {
        Earlier.push_back(Load);
        continue;
      }
      combineMetadataForCSE(*Found, Load, false);
      Load->replaceAllUsesWith(*Found);
      Gone.push_back(Load);
    }
  for (LoadInst *Load : Gone)
    Load->eraseFromParent();
  return !Gone.empty();
}

/// Moves loads to an earlier load of neighbours whose alignment says that one access can read all of them.
bool Loads::join() {
  // Blocks that post-dominate others are reached from them if no instruction ends the function.
  if (!all_of(instructions(F), [](const Instruction &I) {
        return I.isTerminator() || isGuaranteedToTransferExecutionToSuccessor(&I);
      }))
    return false;
  // Loads of the same type from the same array, in the order of the dominator tree.
  MapVector<std::pair<const SCEV *, Type *>, SmallVector<LoadInst *, 8>> All;
  for (DomTreeNode *Node : depth_first(&Tree))
    for (Instruction &I : *Node->getBlock()) {
      auto *Load = dyn_cast<LoadInst>(&I);
      if (Load && Load->isSimple() && Load->getType()->isSingleValueType() && !Load->getType()->isVectorTy() &&
          Evolution.isSCEVable(Load->getPointerOperandType()))
        All[{Evolution.getPointerBase(Evolution.getSCEV(Load->getPointerOperand())), Load->getType()}].push_back(Load);
    }
  bool Changed = false;
  for (auto &[Array, Candidates] : All)
    while (Candidates.size() > 1) {
      LoadInst *First = Candidates.front();
      const SmallVector<LoadInst *, 4> Later = neighbours(*First, drop_begin(Candidates));
      for (auto [Number, Load] : enumerate(Later))
        if (Load->getParent() != First->getParent()) {
          moveBehind(*Load, *First, Number + 1);
          Changed = true;
        }
      erase_if(Candidates, [&](LoadInst *Load) { return Load == First || is_contained(Later, Load); });
    }
  for (LoadInst *Load : Moved)
    Load->eraseFromParent();
  return Changed;
}

/// Whether a load always follows another one, in the same iteration of all loops.
bool Loads::isRunWith(const LoadInst &Load, const LoadInst &First) {
  const BasicBlock *Block = First.getParent(), *Its = Load.getParent();
  if (!Tree.dominates(&First, &Load) || !Known.get<PostDominatorTreeAnalysis>().dominates(Its, Block))
    return false;
  const auto &Loops = Known.get<LoopAnalysis>();
  const Loop *L = Loops.getLoopFor(Block);
  return L == Loops.getLoopFor(Its) && (!L || (L->getLoopLatch() && Tree.dominates(Its, L->getLoopLatch())));
}

/// An address whose index is an extended integer: `Array + Size * extend(Index)`.
struct Extended {
  explicit Extended(LoadInst &Load) {
    auto *Address = dyn_cast<GetElementPtrInst>(Load.getPointerOperand());
    auto *Cast = Address && Address->getNumIndices() == 1 ? dyn_cast<CastInst>(Address->getOperand(1)) : nullptr;
    if (!Cast || !isa<SExtInst, ZExtInst>(Cast) || Address->getSourceElementType() != Load.getType())
      return;
    Array = Address->getPointerOperand();
    Index = Cast->getOperand(0);
    Kind = Cast->getOpcode();
  }

  bool isLike(const Extended &Other) const {
    return Array && Array == Other.Array && Kind == Other.Kind && Index->getType() == Other.Index->getType();
  }

  Value *Array = nullptr, *Index = nullptr;
  unsigned Kind = 0;
};

/// The number of the element that a load reads, if another one reads element 0 of an aligned group.
std::optional<uint64_t> Loads::element(LoadInst &Load, LoadInst &First, uint64_t Most) {
  const uint64_t Size = F.getDataLayout().getTypeStoreSize(First.getType()).getFixedValue();
  const auto apart = [&](Value *Its, Value *Start) {
    const auto *By = dyn_cast<SCEVConstant>(Evolution.getMinusSCEV(Evolution.getSCEV(Its), Evolution.getSCEV(Start)));
    return By ? By->getAPInt().getLimitedValue() : 0;
  };
  const uint64_t Bytes = apart(Load.getPointerOperand(), First.getPointerOperand());
  if (Bytes != 0 && Bytes % Size == 0 && Bytes / Size < Most)
    return Bytes / Size;
  // Differences of narrow indices are known modulo a power of two. The first is a multiple of the number of
  // elements if the array and the first address are aligned, so that the others are no smaller.
  const Extended Its(Load), Start(First);
  if (!Its.isLike(Start) ||
      getKnownAlignment(Its.Array, F.getDataLayout(), &First, &Known.get<AssumptionAnalysis>(), &Tree) < Most * Size)
    return std::nullopt;
  const uint64_t Elements = apart(Its.Index, Start.Index);
  return Elements != 0 && Elements < Most ? std::optional(Elements) : std::nullopt;
}

/// The loads of the elements after the first, in order, if the first's alignment allows to read all at once.
template <typename RangeT> SmallVector<LoadInst *, 4> Loads::neighbours(LoadInst &First, RangeT &&Candidates) {
  const uint64_t Size = F.getDataLayout().getTypeStoreSize(First.getType()).getFixedValue();
  const uint64_t Most = std::min<uint64_t>(First.getAlign().value(), Widest) / Size;
  if (Most < 2)
    return {};
  SmallVector<LoadInst *, 4> Found(Most - 1);
  for (LoadInst *Load : Candidates) {
    if (!isRunWith(*Load, First))
      continue;
    const std::optional<uint64_t> Part = element(*Load, First, Most);
    if (Part && !Found[*Part - 1] && readsTheSame(*Load, First))
      Found[*Part - 1] = Load;
  }
  // An access reads a power of two of elements.
  size_t Count = 1;
  while (Count * 2 <= Most && none_of(ArrayRef(Found).slice(Count - 1, Count), [](auto *Load) { return !Load; }))
    Count *= 2;
  Found.truncate(Count - 1);
  return Found;
}

void Loads::moveBehind(LoadInst &Load, LoadInst &First, uint64_t Elements) {
  const uint64_t Bytes = Elements * F.getDataLayout().getTypeStoreSize(First.getType()).getFixedValue();
  IRBuilder<> B(First.getNextNode());
  Value *Address = B.CreatePtrAdd(First.getPointerOperand(), B.getInt64(Bytes));
  LoadInst *New = B.CreateAlignedLoad(Load.getType(), Address, commonAlignment(First.getAlign(), Bytes));
  New->takeName(&Load);
  New->setAAMetadata(Load.getAAMetadata());
  New->setMetadata(LLVMContext::MD_invariant_load, Load.getMetadata(LLVMContext::MD_invariant_load));
  New->setDebugLoc(Load.getDebugLoc());
  Load.replaceAllUsesWith(New);
  Moved.push_back(&Load);
}

} // namespace

extern "C" {

bool scytheShareLoads(LLVMValueRef function) { return Loads(*unwrap<Function>(function)).share(); }

bool scytheJoinLoads(LLVMValueRef function) { return Loads(*unwrap<Function>(function)).join(); }

} // extern "C"
