// The order of instructions for GPUs: loads that are issued before slow arithmetic instead of behind it, and iterations
// of small loops side by side.

#include "llvm-c/Core.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace {

/// More would take the registers that other work-items need.
constexpr unsigned MostLoads = 16;

/// What an assembler writes as a branch around a slow path, across which it moves nothing.
bool isSlow(const Instruction &I) {
  if (I.getOpcode() == Instruction::FDiv || I.getOpcode() == Instruction::FRem)
    return true;
  if (I.isIntDivRem())
    return I.getType()->getScalarSizeInBits() > 32;
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  return Call && Call->getIntrinsicID() == Intrinsic::sqrt;
}

/// What nothing may be moved across.
bool isFence(const Instruction &I) {
  if (isa<AssumeInst>(I))
    return false;
  if (const auto *Call = dyn_cast<CallBase>(&I))
    if (Call->isConvergent() || !Call->willReturn())
      return true;
  return I.mayWriteToMemory() || I.isVolatile();
}

/// What the load needs and what comes after `Start`, in order; false if that cannot be moved.
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

/// As NVIDIA's compiler has it.
constexpr unsigned UnrollCount = 4;
/// Loops with more instructions, or more loads, have enough to do in one iteration; most of them LLVM has unrolled.
constexpr size_t MostInstructions = 48;
constexpr size_t MostLoadsOfLoop = 4;

/// Whether iterations of the loop may run side by side and nobody has decided about that.
bool mayUnroll(const Loop &L) {
  if (!L.isInnermost() || !L.isLoopSimplifyForm())
    return false;
  if (MDNode *Notes = L.getLoopID())
    for (const MDOperand &Note : drop_begin(Notes->operands()))
      if (auto *Node = dyn_cast<MDNode>(Note); Node && Node->getNumOperands() > 0)
        if (auto *Name = dyn_cast<MDString>(Node->getOperand(0)))
          if (Name->getString().starts_with("llvm.loop.unroll"))
            return false;
  size_t Count = 0, Loads = 0;
  for (const BasicBlock *Block : L.blocks()) {
    Count += Block->size();
    for (const Instruction &I : *Block) {
      Loads += isa<LoadInst>(I);
      if (const auto *Call = dyn_cast<CallBase>(&I); Call && Call->isConvergent())
        return false;
    }
  }
  return Count <= MostInstructions && Loads <= MostLoadsOfLoop;
}

} // namespace

extern "C" {

bool scytheMarkSmallLoops(LLVMValueRef function) {
  DominatorTree Tree(*unwrap<Function>(function));
  LoopInfo Loops(Tree);
  bool Changed = false;
  for (Loop *L : Loops.getLoopsInPreorder())
    if (mayUnroll(*L)) {
      addStringMetadataToLoop(L, "llvm.loop.unroll.count", UnrollCount);
      Changed = true;
    }
  return Changed;
}

bool scytheIssueLoadsEarly(LLVMValueRef function) {
  bool Changed = false;
  for (BasicBlock &Block : *unwrap<Function>(function))
    Changed |= issueEarly(Block);
  return Changed;
}

} // extern "C"
