// Replaces addresses that loops compute in each iteration by incremented pointers.

#include "llvm-c/Core.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/Local.h"

#include <optional>

using namespace llvm;

namespace {

/// More pointers would use registers that the loop needs.
constexpr unsigned MostPointers = 4;
/// Deeper expressions are not analysed.
constexpr unsigned MostDepth = 6;

/// `Start + n * Step` in the n-th iteration of a loop, as exact integers: both are 64-bit values
/// before it.
struct Line {
  Value *Start;
  Value *Step;
};

class Walker {
public:
  Walker(Loop &L, BasicBlock *Before, BasicBlock *Latch)
      : L(L), Before(Before), Latch(Latch), B(Before->getTerminator()) {}

  bool run() {
    MapVector<GetElementPtrInst *, bool> Addresses;
    for (BasicBlock *Block : L.blocks())
      for (Instruction &I : *Block)
        if (auto *Address = dyn_cast_or_null<GetElementPtrInst>(getLoadStorePointerOperand(&I));
            Address && L.contains(Address))
          Addresses[Address] = true;
    bool Changed = false;
    unsigned Made = 0;
    for (auto &[Address, _] : Addresses)
      if (Made < MostPointers && walk(*Address)) {
        Changed = true;
        ++Made;
      }
    return Changed;
  }

private:
  bool walk(GetElementPtrInst &Address) {
    if (Address.getNumIndices() != 1 || !L.isLoopInvariant(Address.getPointerOperand()) ||
        Address.getType()->isVectorTy())
      return false;
    const DataLayout &Layout = Address.getModule()->getDataLayout();
    const TypeSize Size = Layout.getTypeAllocSize(Address.getSourceElementType());
    Value *Index = Address.getOperand(1);
    // A non-negative number is the same when it is sign-extended.
    Value *Narrow = nullptr;
    if (auto *Extended = dyn_cast<SExtInst>(Index))
      Narrow = Extended->getOperand(0);
    else if (auto *Zero = dyn_cast<ZExtInst>(Index); Zero && Zero->hasNonNeg())
      Narrow = Zero->getOperand(0);
    if (!Narrow || !Narrow->getType()->isIntegerTy(32) || Size.isScalable() ||
        !varies(Narrow, 0))
      return false;
    const Line Of = *line(Narrow, 0, /*Make=*/true);
    LLVMContext &Context = Address.getContext();
    Type *Long = Type::getInt64Ty(Context), *Byte = Type::getInt8Ty(Context);
    Value *Bytes = ConstantInt::get(Long, Size.getFixedValue());
    Value *First = B.CreateGEP(Address.getSourceElementType(), Address.getPointerOperand(), Of.Start);
    Value *Stride = inBytes(Of.Step, Bytes);
    PHINode *Now = PHINode::Create(Address.getType(), 2, "", L.getHeader()->begin());
    IRBuilder<> AtEnd(Latch->getTerminator());
    Now->addIncoming(First, Before);
    Now->addIncoming(AtEnd.CreateGEP(Byte, Now, Stride), Latch);
    Address.replaceAllUsesWith(Now);
    RecursivelyDeleteTriviallyDeadInstructions(&Address);
    return true;
  }

  /// Whether an index is such a line with a non-constant step: others are constant offsets of one
  /// address.
  bool varies(Value *V, unsigned Depth) {
    const std::optional<Line> Of = line(V, Depth, /*Make=*/false);
    return Of && Of->Step == nullptr;
  }

  Value *wide(Value *V) { return B.CreateSExt(V, B.getInt64Ty()); }

  Value *product(Value *X, Value *Y) {
    const auto is = [](Value *V, bool (ConstantInt::*What)() const) {
      auto *Number = dyn_cast<ConstantInt>(V);
      return Number && (Number->*What)();
    };
    if (is(X, &ConstantInt::isOne) || is(Y, &ConstantInt::isZero))
      return Y;
    if (is(Y, &ConstantInt::isOne) || is(X, &ConstantInt::isZero))
      return X;
    return B.CreateMul(X, Y);
  }

  /// A step times the size of an element. NVIDIA's assembler adds 32-bit products to addresses in
  /// one instruction, but only if it sees the width of the factors; LLVM would extend them
  /// elsewhere.
  Value *inBytes(Value *Step, Value *Size) {
    auto *Extended = dyn_cast<SExtInst>(Step);
    if (!Extended || !Extended->getOperand(0)->getType()->isIntegerTy(32))
      return B.CreateMul(Step, Size);
    Type *Short = B.getInt32Ty();
    auto *Type = FunctionType::get(B.getInt64Ty(), {Short, Short}, false);
    InlineAsm *Multiply = InlineAsm::get(Type, "mul.wide.s32 $0, $1, $2;", "=l,r,n", false);
    CallInst *Product = B.CreateCall(Multiply, {Extended->getOperand(0), B.CreateTrunc(Size, Short)});
    Product->setDoesNotAccessMemory();
    Product->setDoesNotThrow();
    return Product;
  }

  /// The line of a 32-bit number. Overflow would be undefined, so the exact integers are known
  /// without it. Unless `Make` is set, non-constant steps are null, constant ones zero, and starts
  /// are meaningless.
  std::optional<Line> line(Value *V, unsigned Depth, bool Make) {
    Type *Long = B.getInt64Ty();
    Value *Zero = ConstantInt::get(Long, 0);
    if (L.isLoopInvariant(V))
      return Line{Make ? wide(V) : nullptr, Zero};
    auto *I = dyn_cast<Instruction>(V);
    if (!I || Depth > MostDepth)
      return std::nullopt;
    if (auto *Phi = dyn_cast<PHINode>(I))
      return counter(*Phi, Make);
    const unsigned Code = I->getOpcode();
    const bool IsSum = Code == Instruction::Add || Code == Instruction::Sub ||
                       (Code == Instruction::Or && cast<PossiblyDisjointInst>(I)->isDisjoint());
    const bool IsProduct = Code == Instruction::Mul || Code == Instruction::Shl;
    if ((!IsSum && !IsProduct) ||
        (Code != Instruction::Or && !cast<OverflowingBinaryOperator>(I)->hasNoSignedWrap()))
      return std::nullopt;
    const std::optional<Line> A = line(I->getOperand(0), Depth + 1, Make);
    const std::optional<Line> C = line(I->getOperand(1), Depth + 1, Make);
    if (!A || !C)
      return std::nullopt;
    if (IsSum) {
      const bool IsLess = Code == Instruction::Sub;
      const auto together = [&](Value *X, Value *Y) -> Value * {
        if (!X || !Y)
          return nullptr;
        if (auto *Number = dyn_cast<ConstantInt>(Y); Number && Number->isZero())
          return X;
        if (auto *Number = dyn_cast<ConstantInt>(X); Number && Number->isZero() && !IsLess)
          return Y;
        return IsLess ? B.CreateSub(X, Y) : B.CreateAdd(X, Y);
      };
      return Line{together(A->Start, C->Start), together(A->Step, C->Step)};
    }
    // One factor is loop-invariant.
    Value *Factor = I->getOperand(1);
    Line Other = *A;
    if (!L.isLoopInvariant(Factor)) {
      if (Code == Instruction::Shl || !L.isLoopInvariant(I->getOperand(0)))
        return std::nullopt;
      Factor = I->getOperand(0);
      Other = *C;
    }
    if (Code == Instruction::Shl) {
      auto *Bits = dyn_cast<ConstantInt>(Factor);
      if (!Bits || Bits->getZExtValue() > 30)
        return std::nullopt;
      Factor = ConstantInt::get(Factor->getType(), uint64_t(1) << Bits->getZExtValue());
    }
    if (!Make)
      return Line{nullptr, isa<ConstantInt>(Factor) ? Other.Step : nullptr};
    Value *Wide = wide(Factor);
    return Line{product(Other.Start, Wide), product(Other.Step, Wide)};
  }

  std::optional<Line> counter(PHINode &Phi, bool Make) {
    if (Phi.getParent() != L.getHeader())
      return std::nullopt;
    auto *Next = dyn_cast<BinaryOperator>(Phi.getIncomingValueForBlock(Latch));
    if (!Next || Next->getOpcode() != Instruction::Add || !Next->hasNoSignedWrap() ||
        Next->getOperand(0) != &Phi || !L.isLoopInvariant(Next->getOperand(1)))
      return std::nullopt;
    Value *Step = Next->getOperand(1);
    if (!Make)
      return Line{nullptr, isa<ConstantInt>(Step) ? ConstantInt::get(B.getInt64Ty(), 0) : nullptr};
    return Line{wide(Phi.getIncomingValueForBlock(Before)), wide(Step)};
  }

  Loop &L;
  BasicBlock *Before, *Latch;
  IRBuilder<> B;
};

} // namespace

extern "C" {

bool scytheWalkPointers(LLVMValueRef function) {
  Function &F = *unwrap<Function>(function);
  DominatorTree Tree(F);
  LoopInfo Loops(Tree);
  bool Changed = false;
  for (Loop *L : Loops.getLoopsInPreorder())
    if (BasicBlock *Before = L->getLoopPreheader(), *Latch = L->getLoopLatch();
        L->isInnermost() && Before && Latch)
      Changed |= Walker(*L, Before, Latch).run();
  return Changed;
}

} // extern "C"
