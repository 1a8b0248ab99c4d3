// Loops, and values in memory. The caller provides uniformity.
#include "analyses.hpp"
#include "uniform_facts.hpp"
#include "scythe/facts.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace {

/// The block before a loop that branches either to its preheader or to its exit; null if there is
/// none.
BasicBlock *guardOf(const Loop &L) {
  BasicBlock *Before = L.getLoopPreheader(), *Exit = L.getUniqueExitBlock();
  BasicBlock *Guard = Before ? Before->getSinglePredecessor() : nullptr;
  BasicBlock *Behind = Exit ? Exit->getSingleSuccessor() : nullptr;
  auto *End = Guard ? dyn_cast<BranchInst>(Guard->getTerminator()) : nullptr;
  if (!End || !End->isConditional() || !Behind || End->getSuccessor(0) == End->getSuccessor(1))
    return nullptr;
  return is_contained(End->successors(), Behind) ? Guard : nullptr;
}

/// A number that counts iterations of a loop from the same start in all work-items.
struct Counter {
  PHINode *phi;
  ConstantInt *start, *step;
};

/// The counters of a loop with this preheader and latch.
SmallVector<Counter, 4> countersOf(const Loop &L) {
  SmallVector<Counter, 4> Found;
  for (PHINode &Phi : L.getHeader()->phis()) {
    auto *Start = dyn_cast<ConstantInt>(Phi.getIncomingValueForBlock(L.getLoopPreheader()));
    auto *Next = dyn_cast<BinaryOperator>(Phi.getIncomingValueForBlock(L.getLoopLatch()));
    auto *Step = Next && Next->getOpcode() == Instruction::Add && Next->getOperand(0) == &Phi
                     ? dyn_cast<ConstantInt>(Next->getOperand(1))
                     : nullptr;
    if (Start && Step)
      Found.push_back({&Phi, Start, Step});
  }
  return Found;
}

/// Moves loads from the start of a loop's iteration to its gate, which all waiting work-items pass.
///
/// If any of them continues, it reaches the load, and the address is the same for all others. So they may read it as
/// well, and the load needs no mask.
void moveToGate(ArrayRef<LoadInst *> Loads, BasicBlock *Header, Instruction *Gate,
                const DominatorTree &Dominators) {
  SmallPtrSet<Instruction *, 16> Moves;
  auto Known = [&](Value *V) {
    auto *I = dyn_cast<Instruction>(V);
    return !I || Moves.contains(I) || (I->getParent() != Header && Dominators.dominates(I, Gate));
  };
  // The computation of addresses moves too, if it has no effect.
  SmallVector<Instruction *, 16> Parts;
  for (Instruction &I : *Header) {
    auto *Load = dyn_cast<LoadInst>(&I);
    bool Chosen = Load && is_contained(Loads, Load) && Load->isSimple();
    bool Pure = isa<GetElementPtrInst, CastInst, BinaryOperator>(I) && !I.isIntDivRem();
    if ((Chosen || Pure) && all_of(I.operands(), Known)) {
      Moves.insert(&I);
      Parts.push_back(&I);
    } else if (I.mayWriteToMemory() || !isGuaranteedToTransferExecutionToSuccessor(&I)) {
      break;
    }
  }
  SmallPtrSet<Instruction *, 16> Needed;
  for (Instruction *I : reverse(Parts))
    if (isa<LoadInst>(I) || any_of(I->users(), [&](User *U) { return Needed.contains(cast<Instruction>(U)); }))
      Needed.insert(I);
  for (Instruction *I : Parts)
    if (Needed.contains(I))
      I->moveBefore(Gate->getIterator());
}

/// Makes all work-items execute a loop's only block, if that has no effect but on `Variables`, which keep their values
/// for finished work-items. Otherwise LLVM would move code that all of them may execute after the branch again.
void flatten(BasicBlock *Header, BasicBlock *Again, BranchInst *Way, ArrayRef<AllocaInst *> Variables) {
  auto IsOwn = [&](Instruction &I) {
    auto *Place = dyn_cast_or_null<AllocaInst>(getLoadStorePointerOperand(&I));
    return Place && is_contained(Variables, Place);
  };
  for (Instruction &I : *Header)
    if (!I.isTerminator() && !IsOwn(I) && !isSafeToSpeculativelyExecute(&I))
      return;
  auto *End = cast<BranchInst>(Header->getTerminator());
  if (!End->isConditional())
    return;
  Value *Goes = Way->getCondition();
  for (Instruction &I : make_early_inc_range(*Header))
    if (auto *Store = dyn_cast<StoreInst>(&I)) {
      IRBuilder<> Builder(Store);
      Value *New = Store->getValueOperand();
      Value *Old = Builder.CreateLoad(New->getType(), Store->getPointerOperand());
      Store->setOperand(0, Builder.CreateSelect(Goes, New, Old));
    }
  IRBuilder<> Builder(End);
  Value *Through = Builder.getInt1(End->getSuccessor(0) == Again);
  End->setCondition(Builder.CreateSelect(Goes, End->getCondition(), Through));
  Way->setCondition(Builder.getInt1(Way->getSuccessor(0) == Header));
}

/// Booleans in memory are bytes: vectors of bits are inefficient.
void keepAsByte(AllocaInst *Variable) {
  Type *Byte = Type::getInt8Ty(Variable->getContext());
  Type *Bit = Variable->getAllocatedType();
  Variable->setAllocatedType(Byte);
  for (User *U : make_early_inc_range(Variable->users())) {
    auto *I = cast<Instruction>(U);
    IRBuilder<> Builder(I);
    if (auto *Store = dyn_cast<StoreInst>(I)) {
      Builder.CreateStore(Builder.CreateZExt(Store->getValueOperand(), Byte), Variable);
    } else {
      Value *Loaded = Builder.CreateTrunc(Builder.CreateLoad(Byte, Variable), Bit);
      I->replaceAllUsesWith(Loaded);
    }
    I->eraseFromParent();
  }
}

} // namespace

extern "C" {

/// Stores every value that is used outside its block, and every phi, in a local variable. Variables
/// whose values are the same for all work-items of a work-group get the metadata `mux.uniform`,
/// those of a sub-group `mux.uniform.sub-group`.
void scytheValuesToMemory(LLVMValueRef function, const ScytheUniformFacts *facts) {
  Function *F = unwrap<Function>(function);
  BasicBlock &Entry = F->getEntryBlock();
  auto Point = Entry.getFirstNonPHIOrDbgOrAlloca();
  SmallVector<Instruction *, 32> Values;
  SmallVector<PHINode *, 16> Phis;
  for (BasicBlock &B : *F)
    for (Instruction &I : B) {
      if (isa<AllocaInst>(I) && &B == &Entry)
        continue;
      if (auto *Phi = dyn_cast<PHINode>(&I))
        Phis.push_back(Phi);
      bool Escapes = any_of(I.users(), [&](User *U) {
        auto *Use = cast<Instruction>(U);
        return Use->getParent() != &B || isa<PHINode>(Use);
      });
      if (Escapes)
        Values.push_back(&I);
    }
  // Uniformity is that of the present values.
  SmallPtrSet<const Instruction *, 32> Same[2];
  for (bool Narrow : {false, true}) {
    auto Note = [&](Instruction *I) {
      if (facts->isSame(I, Narrow))
        Same[Narrow].insert(I);
    };
    for_each(Values, Note);
    for_each(Phis, Note);
  }
  MDNode *Mark = MDNode::get(F->getContext(), {});
  SmallVector<AllocaInst *, 32> Variables;
  auto Tell = [&](AllocaInst *Variable, bool Wide, bool Narrow) {
    if (!Variable)
      return;
    Variables.push_back(Variable);
    if (Wide)
      Variable->setMetadata(SCYTHE_UNIFORM_METADATA, Mark);
    if (Wide || Narrow)
      Variable->setMetadata(SCYTHE_SUB_GROUP_UNIFORM_METADATA, Mark);
  };
  for (Instruction *I : Values)
    Tell(DemoteRegToStack(*I, false, Point), Same[0].contains(I), Same[1].contains(I));
  for (PHINode *Phi : Phis) {
    bool Wide = Same[0].contains(Phi), Narrow = Same[1].contains(Phi);
    Tell(DemotePHIToStack(Phi, Point), Wide, Narrow);
  }
  for (AllocaInst *Variable : Variables)
    if (Variable->getAllocatedType()->isIntegerTy(1))
      keepAsByte(Variable);
}

/// Makes work-items that leave the loop of `header` wait for those that do not: each iteration
/// starts with `any`, a function of a Boolean, and finished work-items skip the rest of it. The
/// call has the attribute "mux-stepping". Work-items that a guard keeps from entering the loop
/// reach the gate as well. `same` are loads in the loop whose address is the same for all work-items
/// in an iteration. Returns the block after the loop; null, without changes, if the loop has an
/// unsupported shape.
LLVMBasicBlockRef scytheGateLoop(LLVMBasicBlockRef header, LLVMValueRef any, const LLVMValueRef *same,
                                 size_t same_count) {
  BasicBlock *Header = unwrap(header);
  Function *F = Header->getParent();
  DominatorTree Dominators(*F);
  LoopInfo Loops(Dominators);
  Loop *L = Loops.getLoopFor(Header);
  if (!L || L->getHeader() != Header)
    return nullptr;
  BasicBlock *Before = L->getLoopPreheader(), *Latch = L->getLoopLatch();
  BasicBlock *Exit = L->getUniqueExitBlock();
  SmallVector<BasicBlock *, 4> Exiting;
  L->getExitingBlocks(Exiting);
  bool Simple = Before && Latch && Exit && L->hasDedicatedExits() &&
                isa<BranchInst>(Latch->getTerminator()) && all_of(Exiting, [](BasicBlock *B) {
                  return isa<BranchInst>(B->getTerminator());
                });
  if (!Simple)
    return nullptr;
  BasicBlock *Guard = guardOf(*L);
  for (BasicBlock *B : L->blocks())
    for (Instruction &I : *B)
      for (User *U : I.users()) {
        auto *Use = cast<Instruction>(U);
        if (!L->contains(Use) && !(isa<PHINode>(Use) && Use->getParent() == Exit))
          return nullptr;
      }
  // All work-items that are still in the loop have run the same number of iterations, so one
  // counter suffices.
  SmallVector<Counter, 4> Counters = countersOf(*L);
  auto Counts = [&](PHINode &Phi) {
    return any_of(Counters, [&](const Counter &C) { return C.phi == &Phi; });
  };
  // All other loop-carried values go through memory, and become values again at the end.
  auto Point = F->getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  SmallVector<AllocaInst *, 8> Variables;
  for (BasicBlock *B : {Header, Exit}) {
    SmallVector<PHINode *, 8> Phis;
    for (PHINode &Phi : B->phis())
      if (!Counts(Phi))
        Phis.push_back(&Phi);
    for (PHINode *Phi : Phis)
      if (AllocaInst *Variable = DemotePHIToStack(Phi, Point))
        Variables.push_back(Variable);
  }
  // Work-items that do not enter skip what is computed before the loop.
  if (Guard)
    for (Instruction &I : make_early_inc_range(*Before)) {
      bool Leaves = any_of(I.users(), [&](User *U) { return cast<Instruction>(U)->getParent() != Before; });
      if (I.isTerminator() || (!Leaves && I.mayReadOrWriteMemory()))
        continue;
      if (!isa<PHINode>(I) && !I.mayReadOrWriteMemory() && isSafeToSpeculativelyExecute(&I) &&
          none_of(I.operands(), [&](Value *V) {
            auto *Part = dyn_cast<Instruction>(V);
            return Part && Part->getParent() == Before;
          }))
        I.moveBefore(Guard->getTerminator()->getIterator());
      else if (Leaves)
        Variables.push_back(DemoteRegToStack(I, false, Point));
    }
  LLVMContext &C = F->getContext();
  IRBuilder<> Builder(C);
  Builder.SetInsertPoint(&*F->getEntryBlock().getFirstInsertionPt());
  AllocaInst *Active = Builder.CreateAlloca(Builder.getInt1Ty(), nullptr, "active");
  Variables.push_back(Active);
  BasicBlock *Gate = BasicBlock::Create(C, "gate", F, Header);
  BasicBlock *Door = BasicBlock::Create(C, "door", F, Header);
  BasicBlock *Leave = BasicBlock::Create(C, "leave", F, Header);
  BasicBlock *Again = BasicBlock::Create(C, "again", F, Header);
  BasicBlock *Behind = Exit, *Enter = Before;
  Builder.SetInsertPoint(Before->getTerminator());
  Builder.CreateStore(Builder.getTrue(), Active);
  if (Guard)
    Enter = BasicBlock::Create(C, "enter", F, Gate);
  Before->getTerminator()->replaceSuccessorWith(Header, Guard ? Enter : Gate);
  if (Guard) {
    // All work-items join before the gate, and separate again after it.
    BasicBlock *Join = Exit->getSingleSuccessor();
    BasicBlock *Skip = BasicBlock::Create(C, "skip", F, Header);
    Behind = BasicBlock::Create(C, "part", F, Exit);
    auto *Choice = cast<BranchInst>(Guard->getTerminator());
    bool First = Choice->getSuccessor(0) == Before;
    Value *Entered = Choice->getCondition();
    Choice->replaceSuccessorWith(Join, Skip);
    Builder.SetInsertPoint(Skip);
    Builder.CreateStore(Builder.getFalse(), Active);
    Builder.CreateBr(Enter);
    Builder.SetInsertPoint(Enter);
    Builder.CreateBr(Gate);
    Builder.SetInsertPoint(Behind);
    Builder.CreateCondBr(Entered, First ? Exit : Join, First ? Join : Exit);
    Join->replacePhiUsesWith(Guard, Behind);
  }
  Latch->getTerminator()->replaceSuccessorWith(Header, Again);
  for (BasicBlock *B : Exiting)
    B->getTerminator()->replaceSuccessorWith(Exit, Leave);
  Builder.SetInsertPoint(Leave);
  Builder.CreateStore(Builder.getFalse(), Active);
  Builder.CreateBr(Again);
  Builder.SetInsertPoint(Again);
  Builder.CreateBr(Gate);
  Builder.SetInsertPoint(Gate);
  auto *Any = unwrap<Function>(any);
  CallInst *Some = Builder.CreateCall(Any, {Builder.CreateLoad(Builder.getInt1Ty(), Active)});
  Some->addFnAttr(Attribute::get(C, SCYTHE_STEPPING_ATTRIBUTE));
  Builder.CreateCondBr(Some, Door, Behind);
  Builder.SetInsertPoint(Door);
  BranchInst *Way = Builder.CreateCondBr(Builder.CreateLoad(Builder.getInt1Ty(), Active), Header, Again);
  for (auto &[Phi, Start, Step] : Counters) {
    Builder.SetInsertPoint(Gate, Gate->begin());
    PHINode *Common = Builder.CreatePHI(Phi->getType(), 2);
    // Finished work-items continue to count, without a bound.
    Builder.SetInsertPoint(Again->getTerminator());
    Value *Next = Builder.CreateAdd(Common, Step);
    Common->addIncoming(Start, Enter);
    Common->addIncoming(Next, Again);
    Common->takeName(Phi);
    Phi->replaceAllUsesWith(Common);
    Phi->eraseFromParent();
  }
  DominatorTree After(*F);
  SmallVector<LoadInst *, 8> Loads;
  for (LLVMValueRef V : ArrayRef(same, same_count))
    Loads.push_back(unwrap<LoadInst>(V));
  moveToGate(Loads, Header, Way, After);
  if (Header == Latch)
    flatten(Header, Again, Way, Variables);
  PromoteMemToReg(Variables, After);
  return wrap(Behind);
}

/// Replaces all switches of a function by branches, if they are in loops and none has more cases
/// than that. Returns whether there were any.
bool scytheLowerSwitches(LLVMValueRef function, unsigned most_cases) {
  auto *F = unwrap<Function>(function);
  DominatorTree Dominators(*F);
  LoopInfo Loops(Dominators);
  bool Any = false;
  for (BasicBlock &B : *F)
    if (auto *Switch = dyn_cast<SwitchInst>(B.getTerminator())) {
      if (Switch->getNumCases() > most_cases || !Loops.getLoopFor(&B))
        return false;
      Any = true;
    }
  if (!Any)
    return false;
  scythe::Analyses All(*F);
  LowerSwitchPass().run(*F, All.functions);
  return true;
}

/// Promotes a function's variables to values unless their address is taken.
void scythePromoteVariables(LLVMValueRef function) {
  auto *F = unwrap<Function>(function);
  SmallVector<AllocaInst *, 16> Variables;
  for (Instruction &I : F->getEntryBlock())
    if (auto *Variable = dyn_cast<AllocaInst>(&I); Variable && isAllocaPromotable(Variable))
      Variables.push_back(Variable);
  DominatorTree Dominators(*F);
  PromoteMemToReg(Variables, Dominators);
}

/// A natural loop. Its preheader and its guard may be null.
struct ScytheLoop {
  LLVMBasicBlockRef header, before, guard;
  unsigned depth;
  const LLVMBasicBlockRef *blocks, *exiting, *exits;
  unsigned block_count, exiting_count, exit_count;
};

/// Calls `visit` for every natural loop, outer ones first.
void scytheLoops(LLVMValueRef function, void (*visit)(const ScytheLoop *, void *user), void *user) {
  DominatorTree Dominators(*unwrap<Function>(function));
  LoopInfo Loops(Dominators);
  for (Loop *L : Loops.getLoopsInPreorder()) {
    SmallVector<BasicBlock *, 4> Exiting, Exits;
    L->getExitingBlocks(Exiting);
    L->getUniqueExitBlocks(Exits);
    auto Wrap = [](ArrayRef<BasicBlock *> All) {
      SmallVector<LLVMBasicBlockRef, 8> Wrapped;
      for (BasicBlock *B : All)
        Wrapped.push_back(wrap(B));
      return Wrapped;
    };
    auto Blocks = Wrap(L->getBlocks()), Leaving = Wrap(Exiting), Outside = Wrap(Exits);
    ScytheLoop Found{wrap(L->getHeader()),
                     wrap(L->getLoopPreheader()),
                     wrap(guardOf(*L)),
                     L->getLoopDepth(),
                     Blocks.data(),
                     Leaving.data(),
                     Outside.data(),
                     unsigned(Blocks.size()),
                     unsigned(Leaving.size()),
                     unsigned(Outside.size())};
    visit(&Found, user);
  }
}

/// The first insertion point of a block.
LLVMValueRef scytheFirstInsertionPoint(LLVMBasicBlockRef block) {
  BasicBlock *B = unwrap(block);
  auto Point = B->getFirstInsertionPt();
  return Point == B->end() ? nullptr : wrap(&*Point);
}

/// Whether the loop vectoriser supports calls of this intrinsic.
bool scytheIsVectorizableIntrinsic(LLVMValueRef function) {
  Intrinsic::ID Id = unwrap<Function>(function)->getIntrinsicID();
  return Id != Intrinsic::not_intrinsic &&
         (isTriviallyVectorizable(Id) || Id == Intrinsic::assume ||
          Id == Intrinsic::experimental_noalias_scope_decl);
}

/// Decomposes an address: calls `visit` for each index with its factor, and returns the base
/// pointer and, in `constant`, the constant offset; null if LLVM cannot.
LLVMValueRef scytheAddressTerms(LLVMValueRef address, void (*visit)(LLVMValueRef, int64_t, void *),
                                void *user, int64_t *constant) {
  auto *Address = dyn_cast<GEPOperator>(unwrap(address));
  if (!Address)
    return nullptr;
  const DataLayout &DL = cast<Instruction>(Address)->getDataLayout();
  unsigned Bits = DL.getIndexTypeSizeInBits(Address->getType());
  SmallMapVector<Value *, APInt, 4> Terms;
  APInt Constant(Bits, 0);
  if (!Address->collectOffset(DL, Bits, Terms, Constant))
    return nullptr;
  for (auto &[Index, Scale] : Terms)
    visit(wrap(Index), Scale.getSExtValue(), user);
  *constant = Constant.getSExtValue();
  return wrap(Address->getPointerOperand());
}

} // extern "C"
