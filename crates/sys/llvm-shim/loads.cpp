// The order of instructions for GPUs: loads that are issued before slow arithmetic, and unrolled
// small loops.

#include "scythe/facts.h"
#include "llvm-c/Core.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#include <optional>

using namespace llvm;

namespace {

/// More would use registers that other work-items need.
constexpr unsigned MostLoads = 16;

/// Instructions that an assembler expands to a branch around a slow path, across which it moves
/// nothing.
bool isSlow(const Instruction &I) {
  if (I.getOpcode() == Instruction::FDiv || I.getOpcode() == Instruction::FRem)
    return true;
  if (I.isIntDivRem())
    return I.getType()->getScalarSizeInBits() > 32;
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  return Call && Call->getIntrinsicID() == Intrinsic::sqrt;
}

/// Instructions across which nothing may be moved.
bool isFence(const Instruction &I) {
  if (isa<AssumeInst>(I))
    return false;
  if (const auto *Call = dyn_cast<CallBase>(&I))
    if (Call->isConvergent() || !Call->willReturn())
      return true;
  return I.mayWriteToMemory() || I.isVolatile();
}

/// The operands of the load that come after `Start`, in order; false if one cannot be moved.
bool needed(Instruction *Load, Instruction *Start, SetVector<Instruction *> &All) {
  SmallVector<Instruction *, 8> Open{Load};
  while (!Open.empty()) {
    Instruction *I = Open.pop_back_val();
    if (!All.insert(I))
      continue;
    for (Value *Operand : I->operands()) {
      auto *Other = dyn_cast<Instruction>(Operand);
      if (Other == Start)
        return false;
      if (!Other || Other->getParent() != Load->getParent() || isa<PHINode>(Other) ||
          !Start->comesBefore(Other))
        continue;
      if (isSlow(*Other) || Other->mayReadOrWriteMemory() || isa<CallBase>(Other))
        return false;
      Open.push_back(Other);
    }
  }
  return true;
}

bool issueEarly(BasicBlock &Block) {
  bool Changed = false;
  // The first slow instruction since the last fence.
  Instruction *Slow = nullptr;
  unsigned Moved = 0;
  SmallVector<Instruction *, 64> All;
  for (Instruction &I : Block)
    All.push_back(&I);
  for (Instruction *I : All) {
    if (isFence(*I)) {
      Slow = nullptr;
      Moved = 0;
      continue;
    }
    if (!Slow) {
      Slow = isSlow(*I) ? I : nullptr;
      continue;
    }
    auto *Load = dyn_cast<LoadInst>(I);
    if (!Load || !Load->isSimple() || Moved == MostLoads)
      continue;
    SetVector<Instruction *> Needed;
    if (!needed(Load, Slow, Needed))
      continue;
    SmallVector<Instruction *, 8> Ordered(Needed.begin(), Needed.end());
    sort(Ordered, [](Instruction *A, Instruction *B) { return A->comesBefore(B); });
    for (Instruction *Part : Ordered)
      Part->moveBefore(Slow->getIterator());
    ++Moved;
    Changed = true;
  }
  return Changed;
}

/// The factors of NVIDIA's compiler, in general and for trip counts that are a multiple.
constexpr unsigned UnrollCount = 4, EvenUnrollCount = 8;
/// Loops with more instructions or loads than these have enough work in fewer iterations.
constexpr size_t MostInstructions = 64, MostEvenInstructions = 32;
constexpr size_t MostLoadsOfLoop = 8;
/// Loops with at most this many instructions may be unrolled further by the assembler, unless they
/// write: such loops traverse an array once, and each work-item has few iterations.
constexpr size_t MostInstructionsForMore = 16;
/// Shorter loops may be unrolled completely, which LLVM decides, unless that is far beyond its
/// limit.
constexpr unsigned MostIterationsToDissolve = 64;
constexpr size_t MostWorkToDissolve = 512;
/// Nested loops are unrolled completely if the result fits in a multiprocessor's instruction cache.
constexpr size_t MostWorkOfNest = 3072;
constexpr unsigned MostIterationsOfNest = 16;

/// Whether an instruction still has a cost when addresses and conditions of iterations have been
/// combined.
bool isWork(const Instruction &I) {
  return !isa<PHINode, GetElementPtrInst, CastInst, AssumeInst, DbgInfoIntrinsic>(I) &&
         !I.isTerminator();
}

/// The number of registers of a work-item. By default the assembler aims at many concurrent
/// work-items, and prefers loads and stores to registers shared by several iterations.
enum class Registers { AsTheAssemblerSees, ForHalfOfTheWorkItems, AsManyAsFit };

/// The attribute of kernels over plain ranges, and the largest size of their work-groups
/// (`runtime`, `shape.rs`).
constexpr StringLiteral PlainRange = SCYTHE_PLAIN_RANGE_ATTRIBUTE, MostWorkItems = "256";

/// How to unroll a loop; a count of 1 means no change.
struct Unrolling {
  unsigned Count = 1;
  bool MayBeMore = false;
  Registers Needs = Registers::AsTheAssemblerSees;
};

/// Whether an address depends on a value that the loop has loaded.
bool loadsByLoadedIndex(const Loop &L) {
  for (const BasicBlock *Block : L.blocks())
    for (const Instruction &I : *Block) {
      const auto *Load = dyn_cast<LoadInst>(&I);
      if (!Load)
        continue;
      SmallVector<const Value *, 8> Open{Load->getPointerOperand()};
      SmallPtrSet<const Value *, 16> Seen;
      while (!Open.empty()) {
        const auto *Part = dyn_cast<Instruction>(Open.pop_back_val());
        if (!Part || !L.contains(Part) || isa<PHINode>(Part) || !Seen.insert(Part).second)
          continue;
        if (isa<LoadInst>(Part))
          return true;
        Open.append(Part->value_op_begin(), Part->value_op_end());
      }
    }
  return false;
}

/// Whether a loop has unrolling metadata.
bool isDecided(const Loop &L) {
  if (MDNode *Notes = L.getLoopID())
    for (const MDOperand &Note : drop_begin(Notes->operands()))
      if (auto *Node = dyn_cast<MDNode>(Note); Node && Node->getNumOperands() > 0)
        if (auto *Name = dyn_cast<MDString>(Node->getOperand(0)))
          if (Name->getString().starts_with("llvm.loop.unroll"))
            return true;
  return false;
}

/// The number of instructions after complete unrolling of a loop and its inner loops; none if one
/// of them cannot or should not be unrolled.
std::optional<size_t> workOfNest(const Loop &L, ScalarEvolution &Evolution) {
  const unsigned Iterations = Evolution.getSmallConstantTripCount(&L);
  if (Iterations == 0 || Iterations > MostIterationsOfNest || !L.isLoopSimplifyForm() ||
      !L.getExitingBlock() || isDecided(L))
    return std::nullopt;
  size_t Work = 0;
  for (const Loop *Inner : L) {
    const std::optional<size_t> Part = workOfNest(*Inner, Evolution);
    if (!Part)
      return std::nullopt;
    Work += *Part;
  }
  for (const BasicBlock *Block : L.blocks())
    for (const Instruction &I : *Block) {
      if (const auto *Call = dyn_cast<CallBase>(&I); Call && Call->isConvergent())
        return std::nullopt;
      const bool IsOfInner = any_of(L, [&](const Loop *Inner) { return Inner->contains(Block); });
      Work += !IsOfInner && isWork(I);
    }
  return Work * Iterations;
}

/// Requests complete unrolling of a loop nest, which turns values that depend on iteration numbers
/// into constants. LLVM unrolls inner loops first, and outer ones as loops of the result.
bool dissolveNest(Loop &L, ScalarEvolution &Evolution) {
  const std::optional<size_t> Work = L.isInnermost() ? std::nullopt : workOfNest(L, Evolution);
  if (!Work || *Work > MostWorkOfNest)
    return false;
  LLVMContext &Context = L.getHeader()->getContext();
  MDNode *Note = MDNode::get(Context, {MDString::get(Context, "llvm.loop.unroll.full")});
  for (Loop *Part : L.getLoopsInPreorder())
    Part->setLoopID(makePostTransformationMetadata(Context, Part->getLoopID(), {}, {Note}));
  return true;
}

Unrolling unrolling(const Loop &L, ScalarEvolution &Evolution) {
  if (!L.isInnermost() || !L.isLoopSimplifyForm() || !L.getExitingBlock() || isDecided(L))
    return {};
  size_t Work = 0, Loads = 0;
  bool Writes = false;
  for (const BasicBlock *Block : L.blocks())
    for (const Instruction &I : *Block) {
      Work += isWork(I);
      Loads += isa<LoadInst>(I);
      Writes |= isa<StoreInst>(I);
      if (const auto *Call = dyn_cast<CallBase>(&I); Call && Call->isConvergent())
        return {};
    }
  if (Work > MostInstructions || Loads > MostLoadsOfLoop)
    return {};
  const unsigned Iterations = Evolution.getSmallConstantTripCount(&L);
  if (Iterations != 0 && Iterations <= MostIterationsToDissolve &&
      (L.getNumBlocks() == 1 || Iterations <= EvenUnrollCount ||
       Work * Iterations <= MostWorkToDissolve))
    return {};
  if (L.getNumBlocks() > 1)
    return {UnrollCount, false,
            Iterations != 0 && Iterations <= MostIterationsToDissolve
                ? Registers::AsTheAssemblerSees
                : Registers::AsManyAsFit};
  // The runtime chooses the size of work-groups of a plain range.
  if (L.getHeader()->getParent()->hasFnAttribute(PlainRange) &&
      (Work > MostInstructionsForMore || Loads == 0 || loadsByLoadedIndex(L)))
    return {EvenUnrollCount, false, Registers::ForHalfOfTheWorkItems};
  const bool IsEven = Iterations != 0 && Iterations % EvenUnrollCount == 0;
  return {IsEven && Work <= MostEvenInstructions ? EvenUnrollCount : UnrollCount,
          Work <= MostInstructionsForMore && !Writes};
}

/// Requests an unrolling factor. LLVM disables further unrolling of loops that it has unrolled as
/// requested, except where the request has metadata for the result; the remainder loop is not worth
/// it in any case.
void askFor(const Unrolling &How, Loop &L) {
  LLVMContext &Context = L.getHeader()->getContext();
  const auto named = [&](StringRef Name, Metadata *More) {
    return MDNode::get(Context, {MDString::get(Context, Name), More});
  };
  Metadata *Number =
      ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(Context), How.Count));
  SmallVector<MDNode *, 2> Notes{named("llvm.loop.unroll.count", Number)};
  if (How.MayBeMore)
    Notes.push_back(named("llvm.loop.unroll.followup_unrolled",
                          MDNode::get(Context, {MDString::get(Context, "scythe.unrolled")})));
  L.setLoopID(makePostTransformationMetadata(Context, L.getLoopID(), {}, Notes));
}

/// Sets a launch bound of a kernel, unless the program has one.
void bound(Function &F, StringRef Name, StringRef Value) {
  if (!F.hasFnAttribute(Name))
    F.addFnAttr(Name, Value);
}

} // namespace

extern "C" {

bool scytheMarkSmallLoops(LLVMValueRef function) {
  Function &F = *unwrap<Function>(function);
  DominatorTree Tree(F);
  LoopInfo Loops(Tree);
  AssumptionCache Assumptions(F);
  TargetLibraryInfoImpl Library(F.getParent()->getTargetTriple());
  TargetLibraryInfo Functions(Library, &F);
  ScalarEvolution Evolution(F, Functions, Assumptions, Tree, Loops);
  bool Changed = false;
  Registers Needs = Registers::AsTheAssemblerSees;
  for (Loop *L : Loops.getLoopsInPreorder())
    Changed |= dissolveNest(*L, Evolution);
  for (Loop *L : Loops.getLoopsInPreorder())
    if (const Unrolling How = unrolling(*L, Evolution); How.Count > 1) {
      askFor(How, *L);
      Needs = std::max(Needs, How.Needs);
      Changed = true;
    }
  if (F.hasFnAttribute(PlainRange) && Needs != Registers::AsTheAssemblerSees) {
    if (!F.hasFnAttribute("nvvm.reqntid"))
      bound(F, "nvvm.maxntid", MostWorkItems);
    bound(F, "nvvm.minctasm", "4");
  } else if (F.hasFnAttribute("nvvm.reqntid") && Needs == Registers::AsManyAsFit)
    bound(F, "nvvm.minctasm", "1");
  return Changed;
}

bool scytheIssueLoadsEarly(LLVMValueRef function) {
  bool Changed = false;
  for (BasicBlock &Block : *unwrap<Function>(function))
    Changed |= issueEarly(Block);
  return Changed;
}

} // extern "C"
