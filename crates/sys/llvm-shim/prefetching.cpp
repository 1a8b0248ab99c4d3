// Prefetches what later iterations of long loops access.
//
// A processor executes some hundred instructions ahead. If there are a hundred from one access to a
// new cache line to the next, few of these accesses are under way at a time. Processors predict
// which lines are next, but not all of them well: on Zen 5, such a loop over arrays beyond the
// second-level cache takes 2 to 3 times as long as with prefetches.
#include "prefetching.hpp"
#include "preserved.hpp"
#include "registration.hpp"
#include "scythe/facts.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace {

/// The attribute of functions without prefetches.
constexpr const char *KeepStreams = SCYTHE_KEEP_STREAMS_ATTRIBUTE;

/// With fewer instructions for each new line, enough accesses are under way at a time.
constexpr size_t LeastInstructions = 12;

/// How far ahead to prefetch at least, in bytes.
constexpr int64_t Distance = 1024;

/// The bytes of a cache line.
constexpr int64_t Line = 64;

/// The least bytes of an access that is worth a prefetch.
constexpr uint64_t LeastBytes = 16;

/// How deeply to follow the computation of an address.
constexpr unsigned Depth = 24;

/// A product, which wraps around.
int64_t product(int64_t A, int64_t B) { return int64_t(uint64_t(A) * uint64_t(B)); }

/// How much a value increases from one iteration to the next, unless it wraps around:
/// `Factor * Step`, where a missing step is 1.
struct Advance {
  int64_t Factor = 0;
  Value *Step = nullptr;
};

/// Computes advances in a loop. A wrong one only costs time, so conversions are taken to be exact.
class Advances {
public:
  explicit Advances(const Loop &L, const DataLayout &Layout) : L(L), Layout(Layout) {}

  std::optional<Advance> of(Value *V, unsigned Left = Depth) const {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !L.contains(I))
      return Advance{};
    if (Left-- == 0)
      return std::nullopt;
    auto Operand = [&](unsigned Index) { return of(I->getOperand(Index), Left); };
    if (auto *Phi = dyn_cast<PHINode>(I))
      return ofPhi(*Phi);
    if (auto *Address = dyn_cast<GEPOperator>(I))
      return ofAddress(*Address, Left);
    switch (I->getOpcode()) {
    case Instruction::Freeze:
    case Instruction::SExt:
    case Instruction::ZExt:
    case Instruction::Trunc:
    case Instruction::ExtractElement:
      return Operand(0);
    case Instruction::InsertElement:
      return Operand(1);
    case Instruction::ShuffleVector:
      return getSplatValue(I) ? of(const_cast<Value *>(getSplatValue(I)), Left) : std::nullopt;
    case Instruction::Or:
      if (!cast<PossiblyDisjointInst>(I)->isDisjoint())
        return std::nullopt;
      [[fallthrough]];
    case Instruction::Add:
      return sum(Operand(0), Operand(1), 1);
    case Instruction::Sub:
      return sum(Operand(0), Operand(1), -1);
    case Instruction::Mul:
      if (L.isLoopInvariant(I->getOperand(1)))
        return product(Operand(0), I->getOperand(1));
      return L.isLoopInvariant(I->getOperand(0)) ? product(Operand(1), I->getOperand(0))
                                                 : std::nullopt;
    case Instruction::Shl:
    case Instruction::AShr:
    case Instruction::LShr:
      return shifted(Operand(0), *I);
    default:
      return std::nullopt;
    }
  }

private:
  /// A number that is increased by the same in each iteration.
  std::optional<Advance> ofPhi(const PHINode &Phi) const {
    if (Phi.getParent() != L.getHeader() || !L.getLoopLatch())
      return std::nullopt;
    auto *Next = dyn_cast<Instruction>(Phi.getIncomingValueForBlock(L.getLoopLatch()));
    auto IsPhi = [&](const Value *V) {
      auto *Frozen = dyn_cast<FreezeInst>(V);
      return V == &Phi || (Frozen && Frozen->getOperand(0) == &Phi);
    };
    if (Next && isa<GEPOperator>(Next) && IsPhi(Next->getOperand(0)))
      return Next->getNumOperands() == 2 && L.isLoopInvariant(Next->getOperand(1))
                 ? times(Layout.getTypeAllocSize(cast<GEPOperator>(Next)->getSourceElementType()),
                         Next->getOperand(1))
                 : std::nullopt;
    if (!Next || Next->getOpcode() != Instruction::Add)
      return std::nullopt;
    for (unsigned Index : {0, 1})
      if (IsPhi(Next->getOperand(Index)) && L.isLoopInvariant(Next->getOperand(1 - Index)))
        return times(TypeSize::getFixed(1), Next->getOperand(1 - Index));
    return std::nullopt;
  }

  std::optional<Advance> ofAddress(const GEPOperator &Address, unsigned Left) const {
    std::optional<Advance> Sum = of(const_cast<Value *>(Address.getPointerOperand()), Left);
    for (auto Index = gep_type_begin(Address); Index != gep_type_end(Address); ++Index) {
      if (Index.isStruct())
        continue;
      std::optional<Advance> One = of(Index.getOperand(), Left);
      TypeSize Bytes = Index.getSequentialElementStride(Layout);
      if (!One || Bytes.isScalable())
        return std::nullopt;
      One->Factor = ::product(One->Factor, int64_t(Bytes.getFixedValue()));
      Sum = sum(Sum, One, 1);
    }
    return Sum;
  }

  static std::optional<Advance> times(TypeSize Bytes, Value *Step) {
    if (Bytes.isScalable())
      return std::nullopt;
    int64_t Factor = int64_t(Bytes.getFixedValue());
    auto *Fixed = dyn_cast<ConstantInt>(Step);
    if (Fixed && Fixed->getBitWidth() <= 64)
      return Advance{::product(Factor, Fixed->getSExtValue()), nullptr};
    return Step->getType()->isIntegerTy() ? std::optional(Advance{Factor, Step}) : std::nullopt;
  }

  static std::optional<Advance> sum(std::optional<Advance> A, std::optional<Advance> B, int Sign) {
    if (!A || !B)
      return std::nullopt;
    B->Factor = ::product(B->Factor, Sign);
    if (B->Factor == 0)
      return A;
    if (A->Factor == 0)
      return B;
    return A->Step == B->Step ? std::optional(Advance{
                                    int64_t(uint64_t(A->Factor) + uint64_t(B->Factor)), A->Step})
                              : std::nullopt;
  }

  static std::optional<Advance> product(std::optional<Advance> A, Value *Other) {
    if (!A || A->Factor == 0)
      return A;
    if (auto *Splat = getSplatValue(Other))
      Other = const_cast<Value *>(Splat);
    auto *Fixed = dyn_cast<ConstantInt>(Other);
    if (Fixed && Fixed->getBitWidth() <= 64)
      return Advance{::product(A->Factor, Fixed->getSExtValue()), A->Step};
    return A->Step || !Other->getType()->isIntegerTy() ? std::nullopt
                                                       : std::optional(Advance{A->Factor, Other});
  }

  static std::optional<Advance> shifted(std::optional<Advance> A, const Instruction &I) {
    auto *Bits = dyn_cast<ConstantInt>(I.getOperand(1));
    if (!A || A->Factor == 0)
      return A;
    if (!Bits || Bits->uge(48))
      return std::nullopt;
    int64_t Power = int64_t(1) << Bits->getZExtValue();
    if (I.getOpcode() != Instruction::Shl)
      return A->Factor % Power ? std::nullopt : std::optional(Advance{A->Factor / Power, A->Step});
    return Advance{::product(A->Factor, Power), A->Step};
  }

  const Loop &L;
  const DataLayout &Layout;
};

/// An access to contiguous memory whose address advances.
struct Stream {
  Instruction *At;
  Value *Pointer;
  Advance By;
};

std::optional<Stream> streamOf(Instruction &I, const Advances &All, const DataLayout &Layout) {
  Stream S{&I, getLoadStorePointerOperand(&I), {}};
  Type *Ty = S.Pointer ? getLoadStoreType(&I) : nullptr;
  if (auto *Call = dyn_cast<IntrinsicInst>(&I)) {
    if (Call->getIntrinsicID() == Intrinsic::masked_load) {
      S.Pointer = Call->getArgOperand(0);
      Ty = Call->getType();
    } else if (Call->getIntrinsicID() == Intrinsic::masked_store) {
      S.Pointer = Call->getArgOperand(1);
      Ty = Call->getArgOperand(0)->getType();
    }
  }
  if (!Ty || Layout.getTypeStoreSize(Ty).getKnownMinValue() < LeastBytes ||
      isa<AllocaInst>(getUnderlyingObject(S.Pointer)))
    return std::nullopt;
  std::optional<Advance> By = All.of(S.Pointer);
  if (!By || By->Factor == 0)
    return std::nullopt;
  S.By = *By;
  return S;
}

/// An address or index as `Scale * Core + Offset`, where conversions are taken to be exact.
struct Linear {
  Value *Base = nullptr;
  Value *Core;
  int64_t Scale = 1;
  int64_t Offset = 0;
};

Linear linear(Value *V, const DataLayout &Layout, unsigned Left = Depth) {
  Linear Itself{nullptr, V};
  auto *I = dyn_cast<Instruction>(V);
  if (!I || Left-- == 0)
    return Itself;
  if (auto *Address = dyn_cast<GEPOperator>(I)) {
    if (Address->getNumIndices() != 1)
      return Itself;
    TypeSize Bytes = Layout.getTypeAllocSize(Address->getSourceElementType());
    Linear Index = linear(I->getOperand(1), Layout, Left);
    if (Bytes.isScalable())
      return Itself;
    int64_t Size = int64_t(Bytes.getFixedValue());
    return {I->getOperand(0), Index.Core, product(Index.Scale, Size),
            product(Index.Offset, Size)};
  }
  if (isa<SExtInst>(I) || isa<ZExtInst>(I) || isa<TruncInst>(I) || isa<FreezeInst>(I))
    return linear(I->getOperand(0), Layout, Left);
  auto *Number = I->isBinaryOp() ? dyn_cast<ConstantInt>(I->getOperand(1)) : nullptr;
  if (!Number || Number->getBitWidth() > 64)
    return Itself;
  Linear Part = linear(I->getOperand(0), Layout, Left);
  int64_t By = Number->getSExtValue();
  int64_t Power = By >= 0 && By < 48 ? int64_t(1) << By : 0;
  if (I->getOpcode() == Instruction::Add)
    Part.Offset = int64_t(uint64_t(Part.Offset) + uint64_t(By));
  else if (I->getOpcode() == Instruction::Shl && Power)
    Part.Scale = product(Part.Scale, Power), Part.Offset = product(Part.Offset, Power);
  else if (I->getOpcode() == Instruction::AShr && Power && !(Part.Scale % Power) &&
           !(Part.Offset % Power))
    Part.Scale /= Power, Part.Offset /= Power;
  else
    return Itself;
  return Part;
}

/// Whether two accesses are to the same cache line or to neighbouring ones.
bool near(const Stream &A, const Stream &B, const DataLayout &Layout) {
  Linear One = linear(A.Pointer, Layout), Other = linear(B.Pointer, Layout);
  return One.Base == Other.Base && One.Core == Other.Core && One.Scale == Other.Scale &&
         std::abs(int64_t(uint64_t(One.Offset) - uint64_t(Other.Offset))) < Line;
}

/// The distance of a stream's prefetches, computed before the loop.
Value *distance(const Advance &By, IRBuilder<> &Builder) {
  if (!By.Step) {
    int64_t Times = std::max<int64_t>(1, Distance / std::max<int64_t>(1, std::abs(By.Factor)));
    return Builder.getInt64(uint64_t(product(By.Factor, Times)));
  }
  Value *Bytes = Builder.CreateMul(Builder.CreateSExtOrTrunc(By.Step, Builder.getInt64Ty()),
                                   Builder.getInt64(By.Factor));
  return Builder.CreateBinaryIntrinsic(Intrinsic::smax, Builder.CreateFreeze(Bytes),
                                       Builder.getInt64(Distance));
}

bool prefetch(const Loop &L, const LoopInfo &Loops) {
  if (!L.getLoopPreheader())
    return false;
  const DataLayout &Layout = L.getHeader()->getDataLayout();
  Advances All(L, Layout);
  size_t Instructions = 0;
  SmallVector<Stream, 8> Found;
  for (BasicBlock *B : L.blocks()) {
    const Loop *Own = Loops.getLoopFor(B);
    // Scalar loops beside vectors hardly ever run.
    if (Own == &L || !getBooleanLoopAttribute(Own, "llvm.loop.isvectorized"))
      Instructions += B->size();
    if (Own != &L)
      continue;
    for (Instruction &I : *B) {
      std::optional<Stream> S = streamOf(I, All, Layout);
      if (S && none_of(Found, [&](const Stream &Other) { return near(*S, Other, Layout); }))
        Found.push_back(*S);
    }
  }
  if (Found.empty() || Instructions / Found.size() < LeastInstructions)
    return false;
  for (const Stream &S : Found) {
    IRBuilder<> Before(L.getLoopPreheader()->getTerminator());
    IRBuilder<> Builder(S.At);
    Value *Place = Builder.CreatePtrAdd(S.Pointer, distance(S.By, Before));
    Builder.CreateIntrinsic(Intrinsic::prefetch, {Place->getType()},
                            {Place, Builder.getInt32(S.At->mayWriteToMemory()),
                             Builder.getInt32(3), Builder.getInt32(1)});
  }
  return true;
}

struct PrefetchStreams : PassInfoMixin<PrefetchStreams> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &Analyses) {
    if (F.hasFnAttribute(KeepStreams))
      return PreservedAnalyses::all();
    auto &Loops = Analyses.getResult<LoopAnalysis>(F);
    bool Changed = false;
    for (Loop *L : Loops.getLoopsInPreorder())
      Changed |= prefetch(*L, Loops);
    return scythe::preservesControlFlow(Changed);
  }
};

} // namespace

void scythe::registerPrefetching(PassBuilder &Builder) {
  registerName<PrefetchStreams>(Builder, "prefetch-streams");
}
