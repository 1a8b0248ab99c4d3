// Loops that read memory element by element: the arguments that decide whether several elements can
// be read at once, and the alignment of addresses in an address space.

#include "parts.hpp"
#include "llvm-c/Core.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace {

/// The size of the widest loads in bytes.
constexpr uint64_t Widest = 16;

using scythe::Part, scythe::partOf;
using Parts = SmallVector<Part, 8>;

/// Whether an address, times `Scale`, may be aligned for wide loads; `Found` collects the arguments
/// that this depends on.
class Address {
public:
  Address(const Loop &L, const DataLayout &Layout, Parts &Found)
      : L(L), Layout(Layout), Found(Found) {}

  bool mayBeWide(const SCEV *S, uint64_t Scale) {
    if (Scale % Widest == 0)
      return true;
    switch (S->getSCEVType()) {
    case scConstant:
      return true;
    case scUnknown:
      return isPart(cast<SCEVUnknown>(S));
    case scTruncate:
    case scZeroExtend:
    case scSignExtend:
    case scPtrToInt:
      return mayBeWide(cast<SCEVCastExpr>(S)->getOperand(), Scale);
    case scAddExpr:
      return all_of(cast<SCEVAddExpr>(S)->operands(),
                    [&](const SCEV *Operand) { return mayBeWide(Operand, Scale); });
    case scMulExpr:
      for (const SCEV *Operand : cast<SCEVMulExpr>(S)->operands())
        if (const auto *Number = dyn_cast<SCEVConstant>(Operand))
          Scale *= Number->getAPInt().abs().getLimitedValue(Widest);
      return Scale % Widest == 0 ||
             any_of(cast<SCEVMulExpr>(S)->operands(), [&](const SCEV *Operand) {
               const size_t Before = Found.size();
               const bool MayBe = !isa<SCEVConstant>(Operand) && mayBeWide(Operand, Scale);
               if (!MayBe)
                 Found.resize(Before);
               return MayBe;
             });
    case scAddRecExpr: {
      const auto *Recurrence = cast<SCEVAddRecExpr>(S);
      if (!Recurrence->isAffine())
        return false;
      const SCEV *Step = Recurrence->getOperand(1);
      if (Recurrence->getLoop() != &L)
        return mayBeWide(Step, Scale) && mayBeWide(Recurrence->getStart(), Scale);
      const auto *Distance = dyn_cast<SCEVConstant>(Step);
      if (!Distance)
        return false;
      Stride = Distance->getAPInt().abs().getLimitedValue() * Scale;
      return mayBeWide(Recurrence->getStart(), Scale);
    }
    default:
      return false;
    }
  }

  /// Bytes between the addresses of two iterations; zero if they are the same.
  uint64_t Stride = 0;

private:
  bool isPart(const SCEVUnknown *S) {
    const std::optional<Part> Of = partOf(S->getValue(), Layout);
    if (Of)
      Found.push_back(*Of);
    return Of.has_value();
  }

  const Loop &L;
  const DataLayout &Layout;
  Parts &Found;
};

} // namespace

extern "C" {

struct ScythePart {
  uint32_t parameter;
  uint32_t size;
  uint64_t at;
  bool isPointer;
};

size_t scytheWalkedArguments(LLVMValueRef function, ScythePart *parts, size_t most) {
  Function &F = *unwrap<Function>(function);
  const DataLayout &Layout = F.getParent()->getDataLayout();
  DominatorTree Tree(F);
  LoopInfo Loops(Tree);
  AssumptionCache Assumptions(F);
  TargetLibraryInfoImpl Library(F.getParent()->getTargetTriple());
  TargetLibraryInfo Functions(Library, &F);
  ScalarEvolution Evolution(F, Functions, Assumptions, Tree, Loops);
  Parts All;
  for (Loop *L : Loops.getLoopsInPreorder()) {
    if (!L->isInnermost())
      continue;
    for (BasicBlock *Block : L->blocks())
      for (Instruction &I : *Block) {
        auto *Load = dyn_cast<LoadInst>(&I);
        if (!Load || !Load->isSimple() || Load->getType()->isAggregateType())
          continue;
        const uint64_t Size = Layout.getTypeStoreSize(Load->getType()).getFixedValue();
        Parts Found;
        Address Of(*L, Layout, Found);
        const SCEV *Pointer = Evolution.getSCEV(Load->getPointerOperand());
        if (Size < Widest && Of.mayBeWide(Pointer, 1) && Of.Stride == Size &&
            any_of(Found, [](const Part &P) { return P.IsPointer; }))
          for (const Part &P : Found)
            if (!is_contained(All, P))
              All.push_back(P);
      }
  }
  if (All.size() > most)
    return 0;
  for (size_t N = 0; N < All.size(); ++N)
    parts[N] = {All[N].Parameter, All[N].Size, All[N].At, All[N].IsPointer};
  return All.size();
}

void scytheAssumeMultiple(LLVMBuilderRef builder, LLVMValueRef value, uint64_t of) {
  IRBuilder<> &B = *unwrap(builder);
  Value *V = unwrap(value);
  if (V->getType()->isPointerTy()) {
    B.CreateAlignmentAssumption(B.GetInsertBlock()->getModule()->getDataLayout(), V,
                                static_cast<unsigned>(of));
    return;
  }
  Value *Rest = B.CreateAnd(V, ConstantInt::get(V->getType(), of - 1));
  B.CreateAssumption(B.CreateICmpEQ(Rest, ConstantInt::get(V->getType(), 0)));
}

bool scytheKeepAlignments(LLVMValueRef function) {
  Function &F = *unwrap<Function>(function);
  const DataLayout &Layout = F.getParent()->getDataLayout();
  bool Changed = false;
  for (Argument &A : F.args()) {
    const MaybeAlign Known = A.getType()->isPointerTy() && !A.hasByValAttr()
                                 ? A.getParamAlign() : MaybeAlign();
    if (!Known || Known->value() < Widest)
      continue;
    for (User *U : A.users())
      if (auto *Cast = dyn_cast<AddrSpaceCastInst>(U)) {
        IRBuilder<> B(Cast->getNextNode());
        B.CreateAlignmentAssumption(Layout, Cast, Known->value());
        Changed = true;
      }
  }
  return Changed;
}

} // extern "C"
