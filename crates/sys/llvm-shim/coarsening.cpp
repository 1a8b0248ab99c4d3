// Kernels whose work-items each process several items of a plain range.
//
// A coarsened kernel contains the code of one item, with several copies of each instruction that
// depends on the item's id: values that do not depend on it are computed and loaded once. At a
// branch that depends on the id, the items continue together if the condition is the same for all
// of them; otherwise a loop runs the whole kernel for one item after the other. So nothing may have
// been written before such a branch.

#include "llvm-c/Core.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// Queries about the index space. All items have the same results, except for the id in one
/// dimension.
constexpr StringLiteral GlobalId = "__mux_get_global_id", GlobalSize = "__mux_get_global_size",
                        GlobalOffset = "__mux_get_global_offset";
/// The value of a specialization constant, which is the same for all items, too.
constexpr StringLiteral SpecializationConstant = "__mux_get_specialization_constant";
/// The prefixes of all queries of a work-item, and of mathematical functions.
constexpr StringLiteral Query = "__mux_", Mathematics = "__scythe_math_";

/// Larger kernels are not coarsened.
constexpr size_t MostInstructions = 600;

/// The weight of the branch for items that continue together; that of the other one is 1.
constexpr uint32_t Together = 1 << 16;

/// The dimension argument of a query.
std::optional<uint64_t> dimensionOf(const CallInst &Call) {
  const auto *Dimension = dyn_cast<ConstantInt>(Call.getArgOperand(0));
  return Dimension ? std::optional(Dimension->getZExtValue()) : std::nullopt;
}

/// A kernel, and the instructions in it that depend on an item's id in a dimension.
class Items {
public:
  Items(Function &F, unsigned Dimension) : F(F), Dimension(Dimension) {}

  /// Whether a work-item can process several items.
  bool canBeCoarse() {
    size_t Count = 0;
    for (Instruction &I : instructions(F)) {
      if (++Count > MostInstructions || !isPlain(I))
        return false;
      if (isNumber(I))
        Varying.insert(&I);
    }
    if (Varying.empty())
      return false;
    spread();
    return controlAllows();
  }

  bool isNumber(const Instruction &I) const {
    const auto *Call = dyn_cast<CallInst>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    return Callee && Callee->getName() == GlobalId && dimensionOf(*Call) == Dimension;
  }

  bool varies(const Value *V) const {
    const auto *I = dyn_cast<Instruction>(V);
    return I && Varying.contains(I);
  }

  /// Whether the kernel itself says that it is launched without an offset.
  bool startsAtZero() const {
    return any_of(F.getEntryBlock(), [&](const Instruction &I) {
      const auto *Assume = dyn_cast<AssumeInst>(&I);
      const Value *Asked;
      if (!Assume || !match(Assume->getArgOperand(0), m_SpecificICmp(CmpInst::ICMP_EQ, m_Value(Asked), m_Zero())))
        return false;
      const auto *Call = dyn_cast<CallInst>(Asked);
      const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
      return Callee && Callee->getName() == GlobalOffset && dimensionOf(*Call) == Dimension;
    });
  }

  /// Whether items may share loads: loads that do not depend on the id are in loops or as frequent
  /// as the others, or several loads start from the same pointer.
  bool mayShareLoads() const {
    size_t Shared = 0, Own = 0, Most = 0;
    SmallDenseMap<const Value *, size_t> Starts;
    for (const Instruction &I : instructions(F)) {
      const auto *Load = dyn_cast<LoadInst>(&I);
      if (!Load || isOfParameters(*Load))
        continue;
      if (!varies(Load)) {
        ++Shared;
        continue;
      }
      ++Own;
      Most = std::max(Most, ++Starts[getUnderlyingObject(Load->getPointerOperand())]);
    }
    return Own > 0 && (Shared * 2 >= Own || Most >= 3 || loops());
  }

private:
  static bool isOfParameters(const LoadInst &Load) {
    const auto *From = dyn_cast<Argument>(getUnderlyingObject(Load.getPointerOperand()));
    return From && From->hasByValAttr();
  }

  bool loops() const {
    DominatorTree Tree(F);
    return !LoopInfo(Tree).empty();
  }

  /// Whether several copies of an instruction have the same effect as several work-items.
  static bool isPlain(const Instruction &I) {
    if (isa<AllocaInst, FenceInst, AtomicCmpXchgInst, AtomicRMWInst, VAArgInst, IndirectBrInst,
            CallBrInst, InvokeInst, ResumeInst>(I) ||
        I.isVolatile() || I.isAtomic() || I.getType()->isTokenTy())
      return false;
    const auto *Call = dyn_cast<CallInst>(&I);
    if (!Call || isa<AssumeInst, DbgInfoIntrinsic>(I))
      return true;
    const Function *Callee = Call->getCalledFunction();
    if (!Callee)
      return false;
    const StringRef Name = Callee->getName();
    if (Name == GlobalId || Name == GlobalSize || Name == GlobalOffset)
      return dimensionOf(*Call).has_value();
    // Other queries, of sub-groups for example, are about the work-item, not about its items.
    if (Name.starts_with(Query) && Name != SpecializationConstant)
      return false;
    return Call->doesNotAccessMemory() && Call->doesNotThrow() && Call->willReturn() &&
           (!Call->isConvergent() || Name.starts_with(Mathematics));
  }

  /// Adds the instructions that use such values.
  void spread() {
    SmallVector<Instruction *, 32> Open(Varying.begin(), Varying.end());
    while (!Open.empty())
      for (User *U : Open.pop_back_val()->users())
        if (auto *I = cast<Instruction>(U); !I->isTerminator() && Varying.insert(I).second)
          Open.push_back(I);
  }

  /// Whether branches depend on the id only where nothing has been written, and outside of loops.
  bool controlAllows() const {
    DominatorTree Tree(F);
    const LoopInfo Loops(Tree);
    SmallPtrSet<const BasicBlock *, 16> Written;
    SmallVector<const BasicBlock *, 16> Open;
    for (const BasicBlock &Block : F)
      if (any_of(Block, [](const Instruction &I) { return I.mayWriteToMemory() && !isa<AssumeInst>(I); }))
        Open.push_back(&Block);
    while (!Open.empty()) {
      const BasicBlock *Block = Open.pop_back_val();
      if (Written.insert(Block).second)
        Open.append(succ_begin(Block), succ_end(Block));
    }
    for (const BasicBlock &Block : F) {
      const Instruction *End = Block.getTerminator();
      if (!any_of(End->operands(), [&](const Use &Operand) { return varies(Operand); }))
        continue;
      if (!isa<BranchInst>(End) || Written.contains(&Block) || Loops.getLoopFor(&Block))
        return false;
    }
    return true;
  }

  Function &F;
  const unsigned Dimension;

public:
  SmallPtrSet<Instruction *, 32> Varying;
};

/// Makes the coarsened kernel.
class Coarse {
public:
  Coarse(Function &F, const Items &Of, unsigned Count, bool Narrow, StringRef Name)
      : F(F), Of(Of), Count(Count), Narrow(Narrow) {
    New = Function::Create(F.getFunctionType(), F.getLinkage(), F.getAddressSpace(), Name, F.getParent());
    for (auto [From, To] : zip_equal(F.args(), New->args()))
      First[&From] = &To;
  }

  Function *make() {
    SmallVector<ReturnInst *, 4> Returns;
    CloneFunctionInto(New, &F, First, CloneFunctionChangeType::LocalChangesOnly, Returns);
    for (BasicBlock &Block : F)
      for (Instruction &I : Block)
        if (Of.varies(&I))
          Varying.push_back(cast<Instruction>(First[&I]));
    BasicBlock &Entry = New->getEntryBlock();
    IRBuilder<> B(&Entry, Entry.getFirstInsertionPt());
    for (Instruction *I : Varying)
      if (Of.isNumber(*I))
        Numbers.push_back(I);
    // All calls have the same result.
    auto *Own = cast<CallInst>(Numbers.front()->clone());
    NumberTy = Own->getType();
    B.Insert(Own, "item");
    Value *Item = narrowed(B, Own), *Offset = offset(B, *Own);
    if (Offset)
      Item = B.CreateSub(Item, Offset, "", true, true);
    Start = B.CreateMul(Item, ConstantInt::get(Item->getType(), Count), "first", true, true);
    if (Offset)
      Start = B.CreateAdd(Start, Offset, "first", true, true);
    for (Instruction &I : make_range(Own->getIterator(), B.GetInsertPoint()))
      Prologue.push_back(&I);
    BasicBlock &Alone = oneAfterTheOther();
    copy();
    vote(Alone);
    number();
    return New;
  }

private:
  Value *narrowed(IRBuilder<> &B, Value *Number) const {
    return Narrow ? B.CreateTrunc(Number, B.getInt32Ty()) : Number;
  }

  /// The id of the first of all items, if it is not zero: a multiple of work-items begins there, not at 0.
  Value *offset(IRBuilder<> &B, const CallInst &Own) const {
    if (Of.startsAtZero())
      return nullptr;
    const FunctionCallee Query = F.getParent()->getOrInsertFunction(GlobalOffset, Own.getFunctionType());
    auto *Asked = cast<CallInst>(Own.clone());
    Asked->setCalledFunction(Query);
    return narrowed(B, B.Insert(Asked, "offset"));
  }

  /// A loop over the items; returns its first block, which has no predecessors yet.
  BasicBlock &oneAfterTheOther() {
    LLVMContext &Context = F.getContext();
    Type *Ty = Start->getType();
    SmallVector<BasicBlock *, 16> All, Copies;
    for (BasicBlock &Block : *New)
      All.push_back(&Block);
    BasicBlock *Head = BasicBlock::Create(Context, "alone", New);
    IRBuilder<> B(Head);
    PHINode *Item = B.CreatePHI(Ty, 2, "alone.item");
    Value *Number = numbered(B, Item);
    ValueToValueMapTy One;
    for (BasicBlock *Block : All) {
      Copies.push_back(CloneBasicBlock(Block, One, ".alone", New));
      One[Block] = Copies.back();
    }
    remapInstructionsInBlocks(Copies, One);
    // The first item's id exists already.
    for (Instruction *Known : reverse(Prologue))
      replace(*cast<Instruction>(One[Known]), *Known);
    B.CreateBr(Copies.front());
    for (Instruction *I : Numbers)
      replace(*cast<Instruction>(One[I]), *Number);
    BasicBlock *Next = BasicBlock::Create(Context, "alone.next", New);
    BasicBlock *End = BasicBlock::Create(Context, "alone.end", New);
    for (BasicBlock *Block : Copies)
      if (auto *Return = dyn_cast<ReturnInst>(Block->getTerminator())) {
        IRBuilder<>(Return).CreateBr(Next);
        Return->eraseFromParent();
      }
    B.SetInsertPoint(Next);
    Value *More = B.CreateAdd(Item, ConstantInt::get(Ty, 1), "", true, true);
    Item->addIncoming(More, Next);
    Instruction *Again = B.CreateCondBr(B.CreateICmpULT(More, ConstantInt::get(Ty, Count)), Head, End);
    MDNode *Once = MDNode::get(Context, MDString::get(Context, "llvm.loop.unroll.disable"));
    MDNode *Loop = MDNode::getDistinct(Context, {nullptr, Once});
    Loop->replaceOperandWith(0, Loop);
    Again->setMetadata(LLVMContext::MD_loop, Loop);
    B.SetInsertPoint(End);
    B.CreateRetVoid();
    return *Head;
  }

  /// Copies instructions that depend on the id for each item but the first, one after the other.
  void copy() {
    Others.resize(Count - 1);
    for (Instruction *I : Varying) {
      Instruction *Last = I;
      for (auto &Item : Others) {
        Instruction *Copy = I->clone();
        Copy->insertAfter(Last->getIterator());
        Item[I] = Copy;
        Last = Copy;
      }
    }
    for (Instruction *I : Varying)
      for (auto &Item : Others)
        for (Use &Operand : Item[I]->operands())
          if (auto *Own = dyn_cast<Instruction>(Operand.get()))
            if (Instruction *Its = Item.lookup(Own))
              Operand.set(Its);
  }

  /// At branches that depend on the id, runs the items one after the other if the conditions are
  /// not all equal.
  void vote(BasicBlock &Alone) {
    auto &Item = cast<PHINode>(Alone.front());
    for (BasicBlock &Block : F) {
      auto *Branch = dyn_cast<BranchInst>(cast<BasicBlock>(First[&Block])->getTerminator());
      if (!Branch || !Branch->isConditional() || !Of.varies(cast<BranchInst>(Block.getTerminator())->getCondition()))
        continue;
      IRBuilder<> B(Branch);
      Value *Same = agreed(B, Branch->getCondition());
      BasicBlock *From = Branch->getParent(), *Rest = From->splitBasicBlock(Branch, "together");
      From->getTerminator()->eraseFromParent();
      B.SetInsertPoint(From);
      B.CreateCondBr(Same, Rest, &Alone, MDBuilder(F.getContext()).createBranchWeights(Together, 1));
      Item.addIncoming(ConstantInt::get(Item.getType(), 0), From);
    }
  }

  /// Whether a condition, or each part of it, is the same for all items.
  Value *agreed(IRBuilder<> &B, Value *Condition) {
    auto *Mine = dyn_cast<Instruction>(Condition);
    if (!Mine || !Others.front().lookup(Mine))
      return B.getTrue();
    Value *Left, *Right;
    if (match(Mine, m_LogicalAnd(m_Value(Left), m_Value(Right))) ||
        match(Mine, m_LogicalOr(m_Value(Left), m_Value(Right)))) {
      Value *First = agreed(B, Left), *Second = agreed(B, Right);
      // The second part of a selection may be poison if the first one decides. Whatever the items then agree
      // on, their conditions are equal.
      return B.CreateAnd(First, isa<SelectInst>(Mine) ? B.CreateFreeze(Second) : Second);
    }
    const auto *Compare = dyn_cast<ICmpInst>(Mine);
    const auto isBound = [&](unsigned Side) {
      return grows(Compare->getOperand(Side)) && !varies(Compare->getOperand(1 - Side));
    };
    if (Compare && Compare->isRelational() && (isBound(0) || isBound(1)))
      return B.CreateICmpEQ(Mine, Others.back().lookup(Mine));
    Value *Same = nullptr;
    for (const auto &Other : Others) {
      Value *Equal = B.CreateICmpEQ(Mine, Other.lookup(Mine));
      Same = Same ? B.CreateAnd(Same, Equal) : Equal;
    }
    return Same;
  }

  bool varies(Value *V) const {
    const auto *I = dyn_cast<Instruction>(V);
    return I && Others.front().contains(I);
  }

  /// Whether a value increases from item to item, as a signed and as an unsigned number: the id
  /// itself, or the id plus a constant.
  bool grows(Value *V) const {
    Value *Less;
    const APInt *By;
    if (is_contained(Numbers, V))
      return true;
    if (Narrow && V->getType()->getIntegerBitWidth() == 32 && match(V, m_Trunc(m_Value(Less))))
      return is_contained(Numbers, Less);
    return match(V, m_NSWAdd(m_Value(Less), m_APInt(By))) && By->isNonNegative() && grows(Less);
  }

  /// Replaces the queries by the ids.
  void number() {
    for (Instruction *I : Numbers) {
      IRBuilder<> B(I);
      for (unsigned Item = 1; Item < Count; ++Item)
        replace(*Others[Item - 1][I], *numbered(B, ConstantInt::get(Start->getType(), Item)));
      replace(*I, *numbered(B, ConstantInt::get(Start->getType(), 0)));
    }
  }

  /// The id of the item at a distance from the first. Narrow ids have 31 bits.
  Value *numbered(IRBuilder<> &B, Value *Later) const {
    Value *Number = B.CreateAdd(Start, Later, "", true, true);
    return Narrow ? B.CreateZExt(Number, NumberTy, "", true) : Number;
  }

  static void replace(Instruction &Old, Value &With) {
    Old.replaceAllUsesWith(&With);
    Old.eraseFromParent();
  }

  Function &F;
  const Items &Of;
  const unsigned Count;
  const bool Narrow;
  Function *New;
  /// Maps the kernel's values to those of the first item.
  ValueToValueMapTy First;
  /// The instructions that depend on the id, in order, and the queries for it.
  SmallVector<Instruction *, 64> Varying, Numbers;
  /// The instructions that compute the first item's id.
  SmallVector<Instruction *, 8> Prologue;
  Value *Start = nullptr;
  /// The type of the queries, which are erased one by one.
  Type *NumberTy = nullptr;
  /// Maps values of the first item to those of each other item.
  SmallVector<DenseMap<Instruction *, Instruction *>, 4> Others;
};

/// Estimates the time of a work-item that takes the likely branches; a load costs as much as
/// several other instructions. `IsLooping` returns whether it runs a loop, whose trip count is
/// unknown.
double cost(Function &F, bool &IsLooping) {
  constexpr double OfLoad = 4, Unlikely = 0.01;
  DominatorTree Tree(F);
  LoopInfo Loops(Tree);
  BranchProbabilityInfo Probabilities(F, Loops);
  BlockFrequencyInfo Frequencies(F, Probabilities, Loops);
  const auto Once = static_cast<double>(Frequencies.getEntryFreq().getFrequency());
  const auto frequency = [&](const BasicBlock &Block) {
    return static_cast<double>(Frequencies.getBlockFreq(&Block).getFrequency()) / Once;
  };
  IsLooping = any_of(Loops, [&](const Loop *L) { return frequency(*L->getHeader()) > Unlikely; });
  double All = 0;
  for (const BasicBlock &Block : F) {
    double Each = 0;
    for (const Instruction &I : Block) {
      if (isa<PHINode, GetElementPtrInst, CastInst, AssumeInst, DbgInfoIntrinsic>(I))
        continue;
      const auto *Load = dyn_cast<LoadInst>(&I);
      const auto *From = Load ? dyn_cast<Argument>(getUnderlyingObject(Load->getPointerOperand())) : nullptr;
      if (From && From->hasByValAttr())
        continue;
      Each += Load || isa<StoreInst>(I) ? OfLoad : 1;
    }
    All += Each * frequency(Block);
  }
  return All;
}

} // namespace

extern "C" {

LLVMValueRef scytheCoarsen(LLVMValueRef function, unsigned dimension, unsigned count, bool narrow,
                           const char *name) {
  Function &F = *unwrap<Function>(function);
  Items Of(F, dimension);
  if (!F.getReturnType()->isVoidTy() || !Of.canBeCoarse() || !Of.mayShareLoads())
    return nullptr;
  return wrap(Coarse(F, Of, count, narrow, name).make());
}

double scytheCost(LLVMValueRef function, bool *isLooping) { return cost(*unwrap<Function>(function), *isLooping); }

} // extern "C"
