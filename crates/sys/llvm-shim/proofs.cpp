// Descriptions of all memory accesses of a kernel, from which the runtime can prove before a launch
// that none is bad (-fscythe-check).
#include "analyses.hpp"
#include "checks.hpp"
#include "scythe/facts.h"
#include "llvm-c/Core.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace scythe;

namespace {

/// The byte code of expressions and items, as the runtime reads it (crates/image/src/checks.rs,
/// `proof`).
enum Word : int64_t {
  Number = 0, Leaf = 1, Id = 2, Iteration = 3, Sum = 4, Product = 5, ZeroExtend = 6, SignExtend = 7,
  UnsignedMost = 8, SignedMost = 9, UnsignedLeast = 10, SignedLeast = 11, Quotient = 12,
};
enum Item : int64_t { End = 0, AccessItem = 1, NeverItem = 2 };
/// A flag in addition to those of accesses.
constexpr unsigned Conditional = 0x10;

/// A longer description takes more time to evaluate than it saves.
constexpr size_t MostWords = 6000;
constexpr unsigned MostDepth = 24;
constexpr size_t MostGuards = 12;

/// A condition that holds wherever some code runs, or never holds there.
struct Condition {
  WeakTrackingVH Value;
  bool Holds;
};

bool isIndexReport(const Instruction &I) {
  auto *Call = dyn_cast<CallInst>(&I);
  auto *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && (Callee->getName() == "__scythe_check_index" || Callee->getName() == "__mux_check_index");
}

/// The known conditions where a block runs; false if there are others.
bool conditionsOf(BasicBlock *Block, DominatorTree &DT, PostDominatorTree &PDT,
                  SmallVectorImpl<Condition> &Found) {
  using namespace PatternMatch;
  bool All = true;
  auto Add = [&](Value *Condition, bool Holds, auto &Self) -> void {
    Value *A, *B;
    if (match(Condition, m_Not(m_Value(A))))
      return Self(A, !Holds, Self);
    if (Holds ? match(Condition, m_LogicalAnd(m_Value(A), m_Value(B)))
              : match(Condition, m_LogicalOr(m_Value(A), m_Value(B)))) {
      Self(A, Holds, Self);
      return Self(B, Holds, Self);
    }
    if (!isa<ICmpInst>(Condition) || !Condition->getType()->isIntegerTy() || Found.size() >= MostGuards ||
        !cast<ICmpInst>(Condition)->getOperand(0)->getType()->isIntegerTy())
      All = false;
    else
      Found.push_back({Condition, Holds});
  };
  for (auto *Node = DT.getNode(Block); Node && Node->getIDom(); Node = Node->getIDom()) {
    BasicBlock *Above = Node->getIDom()->getBlock();
    if (PDT.dominates(Node->getBlock(), Above))
      continue;
    bool IsOneSide = false;
    if (auto *Branch = dyn_cast<BranchInst>(Above->getTerminator()); Branch && Branch->isConditional())
      for (unsigned Side : {0u, 1u})
        if (DT.dominates(BasicBlockEdge(Above, Branch->getSuccessor(Side)), Block)) {
          Add(Branch->getCondition(), Side == 0, Add);
          IsOneSide = true;
        }
    All &= IsOneSide;
  }
  return All;
}

/// Removes the code that reports bad indices: the remaining code only runs if there are none.
void assumeIndices(Function &F) {
  SmallVector<BasicBlock *, 8> Blocks;
  for (BasicBlock &B : F)
    if (any_of(B, isIndexReport))
      Blocks.push_back(&B);
  for (BasicBlock *B : Blocks) {
    for (BasicBlock *Before : SmallVector<BasicBlock *, 4>(predecessors(B))) {
      auto *Branch = dyn_cast<BranchInst>(Before->getTerminator());
      if (!Branch || !Branch->isConditional() || Branch->getSuccessor(0) == Branch->getSuccessor(1))
        continue;
      BasicBlock *Other = Branch->getSuccessor(Branch->getSuccessor(0) == B ? 1 : 0);
      B->removePredecessor(Before);
      BranchInst::Create(Other, Branch->getIterator());
      Branch->eraseFromParent();
    }
    for (Instruction &I : make_early_inc_range(*B))
      if (isIndexReport(I)) {
        changeToUnreachable(&I);
        break;
      }
  }
  removeUnreachableBlocks(F);
}

/// Writes the description of a kernel's accesses.
class Writer {
public:
  Writer(Function &F, Analyses &A)
      : DL(F.getDataLayout()), SE(A.get<ScalarEvolutionAnalysis>()), DT(A.get<DominatorTreeAnalysis>()),
        PDT(A.get<PostDominatorTreeAnalysis>()) {}

  SmallVector<Value *, 16> Leaves;

  bool access(Instruction &I, unsigned Operand, Value *Bytes, unsigned Flags) {
    Value *Pointer = I.getOperand(Operand);
    if (!Pointer->getType()->isPointerTy() || Pointer->getType()->getPointerAddressSpace() == 3)
      return false;
    const SCEV *Address = SE.getSCEV(Pointer);
    const SCEV *Base = SE.getPointerBase(Address);
    SmallVector<Condition, 8> Guards;
    bool Always = conditionsOf(I.getParent(), DT, PDT, Guards);
    Items.append({AccessItem, int64_t(Flags | (Always ? 0 : Conditional))});
    guards(Guards);
    return expression(SE.getSCEV(Bytes), Items) && expression(Base, Items) && expression(Address, Items);
  }

  void never(ArrayRef<Condition> Guards) {
    Items.append({NeverItem, 0});
    guards(Guards);
  }

  bool isTooLong() const { return Items.size() + Loops.size() > MostWords; }

  SmallVector<int64_t, 0> words() const {
    SmallVector<int64_t, 0> All{int64_t(Known.size())};
    append_range(All, Loops);
    append_range(All, Items);
    All.push_back(End);
    return All;
  }

private:
  using Words = SmallVector<int64_t, 0>;
  const DataLayout &DL;
  ScalarEvolution &SE;
  DominatorTree &DT;
  PostDominatorTree &PDT;
  Words Loops, Items;
  SmallVector<const Loop *, 8> Known;
  SmallPtrSet<const Loop *, 8> Unknown;

  /// Guards that cannot be expressed are omitted. The number of the remaining ones precedes them.
  void guards(ArrayRef<Condition> Guards) {
    size_t Flags = Items.size() - 1, Count = Items.size();
    Items.push_back(0);
    for (const Condition &Guard : Guards) {
      auto *Compare = dyn_cast_or_null<ICmpInst>(&*Guard.Value);
      size_t Start = Items.size();
      if (Compare) {
        auto Predicate = Guard.Holds ? Compare->getPredicate() : Compare->getInversePredicate();
        Items.append({int64_t(Predicate), int64_t(Compare->getOperand(0)->getType()->getIntegerBitWidth())});
        if (expression(SE.getSCEV(Compare->getOperand(0)), Items) &&
            expression(SE.getSCEV(Compare->getOperand(1)), Items)) {
          ++Items[Count];
          continue;
        }
      }
      Items.truncate(Start);
      Items[Flags] |= Conditional;
    }
  }

  std::optional<int64_t> numberOf(const Loop *L) {
    if (auto *At = find(Known, L); At != Known.end())
      return At - Known.begin();
    if (Unknown.contains(L))
      return std::nullopt;
    Unknown.insert(L);
    const SCEV *Turns = SE.getSymbolicMaxBackedgeTakenCount(L);
    if (isa<SCEVCouldNotCompute>(Turns))
      return std::nullopt;
    Words Expression;
    if (!expression(SE.applyLoopGuards(Turns, L), Expression))
      return std::nullopt;
    Unknown.erase(L);
    // For a loop with an early exit this is an upper bound of its iterations.
    Loops.push_back(!isa<SCEVCouldNotCompute>(SE.getBackedgeTakenCount(L)));
    append_range(Loops, Expression);
    Known.push_back(L);
    return Known.size() - 1;
  }

  bool expression(const SCEV *S, Words &Out, unsigned Depth = 0) {
    if (Depth > MostDepth || Out.size() > MostWords)
      return false;
    bool Wide = S->getType()->isIntegerTy() && S->getType()->getIntegerBitWidth() > 64;
    if (Wide)
      return false;
    auto Many = [&](int64_t What, bool HasWidth) {
      Out.push_back(What);
      if (HasWidth)
        Out.push_back(DL.getTypeSizeInBits(S->getType()));
      Out.push_back(S->operands().size());
      return all_of(S->operands(), [&](const SCEV *Part) { return expression(Part, Out, Depth + 1); });
    };
    auto Extend = [&](int64_t What) {
      const SCEV *Of = cast<SCEVCastExpr>(S)->getOperand();
      Out.append({What, int64_t(DL.getTypeSizeInBits(Of->getType()))});
      return expression(Of, Out, Depth + 1);
    };
    switch (S->getSCEVType()) {
    case scConstant:
      Out.append({Number, cast<SCEVConstant>(S)->getAPInt().getSExtValue()});
      return true;
    // Truncation makes no difference to sums and products; other uses check it.
    case scTruncate:
    case scPtrToInt:
      return expression(cast<SCEVCastExpr>(S)->getOperand(), Out, Depth + 1);
    case scZeroExtend:
      return Extend(ZeroExtend);
    case scSignExtend:
      return Extend(SignExtend);
    case scAddExpr:
      return Many(Sum, false);
    case scMulExpr:
      return Many(Product, false);
    case scUMaxExpr:
      return Many(UnsignedMost, true);
    case scSMaxExpr:
      return Many(SignedMost, true);
    case scUMinExpr:
    case scSequentialUMinExpr:
      return Many(UnsignedLeast, true);
    case scSMinExpr:
      return Many(SignedLeast, true);
    case scUDivExpr: {
      auto *Division = cast<SCEVUDivExpr>(S);
      Out.append({Quotient, int64_t(DL.getTypeSizeInBits(S->getType()))});
      return expression(Division->getLHS(), Out, Depth + 1) && expression(Division->getRHS(), Out, Depth + 1);
    }
    case scAddRecExpr: {
      auto *Steps = cast<SCEVAddRecExpr>(S);
      if (!Steps->isAffine())
        return false;
      auto Loop = numberOf(Steps->getLoop());
      if (!Loop)
        return false;
      Out.append({Sum, 2});
      if (!expression(Steps->getStart(), Out, Depth + 1))
        return false;
      Out.append({Product, 2, Iteration, *Loop});
      return expression(Steps->getStepRecurrence(SE), Out, Depth + 1);
    }
    case scUnknown:
      return unknown(cast<SCEVUnknown>(S)->getValue(), Out);
    default:
      return false;
    }
  }

  bool unknown(Value *V, Words &Out) {
    if (auto *Call = dyn_cast<CallInst>(V))
      if (auto *Callee = Call->getCalledFunction(); Callee && Call->arg_size() == 1)
        if (auto *Dimension = dyn_cast<ConstantInt>(Call->getArgOperand(0))) {
          int64_t Kind = StringSwitch<int64_t>(Callee->getName())
                             .Case("__mux_get_global_id", 0)
                             .Case("__mux_get_local_id", 1)
                             .Case("__mux_get_group_id", 2)
                             .Default(-1);
          if (Kind >= 0 && Dimension->getZExtValue() < 3) {
            Out.append({Id, Kind, int64_t(Dimension->getZExtValue())});
            return true;
          }
        }
    if (!isSame(V))
      return false;
    auto *At = find(Leaves, V);
    if (At == Leaves.end()) {
      Leaves.push_back(V);
      At = &Leaves.back();
    }
    Out.append({Leaf, At - Leaves.begin()});
    return true;
  }

public:
  /// Whether a value is the same for all work-items of a launch, and can be computed before it.
  static bool isSame(Value *V, unsigned Depth = 0) {
    if (Depth > MostDepth)
      return false;
    if (auto *Parameter = dyn_cast<Argument>(V))
      return !Parameter->getType()->isVectorTy();
    if (isa<Constant>(V))
      return isa<ConstantInt>(V) || isa<GlobalVariable>(V) || isa<ConstantPointerNull>(V);
    auto All = [&](User *Of) { return all_of(Of->operands(), [&](Value *O) { return isSame(O, Depth + 1); }); };
    if (auto *Load = dyn_cast<LoadInst>(V)) {
      auto *From = dyn_cast<Argument>(Load->getPointerOperand()->stripInBoundsConstantOffsets());
      return Load->isSimple() && From && From->hasByValAttr() && From->onlyReadsMemory() &&
             (Load->getType()->isIntegerTy() || Load->getType()->isPointerTy());
    }
    if (auto *Call = dyn_cast<CallInst>(V)) {
      auto *Callee = Call->getCalledFunction();
      return Callee && isQuery(Callee->getName()) &&
             all_of(Call->args(), [&](Value *O) { return isSame(O, Depth + 1); });
    }
    auto *I = dyn_cast<Instruction>(V);
    return I && (I->isCast() || isa<GetElementPtrInst, FreezeInst>(I) || plainBinary(*I)) && All(I);
  }

private:
  static bool plainBinary(const Instruction &I) {
    // The divisor may be zero where the division does not run.
    return I.isBinaryOp() && !I.isIntDivRem() && I.getType()->isIntegerTy();
  }

  static bool isQuery(StringRef Name) {
    return is_contained({"__mux_get_global_size", "__mux_get_local_size", "__mux_get_enqueued_local_size",
                         "__mux_get_num_groups", "__mux_get_global_offset"},
                        Name);
  }
};

/// Computes a value before a launch.
Value *compute(Value *V, IRBuilder<> &Builder, ValueToValueMapTy &Map) {
  if (isa<Constant>(V))
    return V;
  if (Value *Done = Map.lookup(V))
    return Done;
  auto *Copy = cast<Instruction>(V)->clone();
  for (Use &Operand : Copy->operands())
    if (!isa<Function>(Operand.get()))
      Operand.set(compute(Operand.get(), Builder, Map));
  Copy->setDebugLoc(DebugLoc());
  Copy->dropUnknownNonDebugMetadata();
  Builder.Insert(Copy);
  Map[V] = Copy;
  return Copy;
}

/// Whether a call has no memory effects and is not a barrier.
bool isHarmless(CallInst &Call) {
  auto *Callee = Call.getCalledFunction();
  if (!Callee)
    return false;
  if (Callee->getName().starts_with("__mux_get_") || isa<DbgInfoIntrinsic>(Call))
    return true;
  if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&Call))
    if (Intrinsic->isAssumeLikeIntrinsic())
      return true;
  return Call.doesNotAccessMemory() && !Call.isConvergent();
}

/// Describes a kernel; no leaves and no words if something cannot be expressed.
bool describe(Function &F, SmallVectorImpl<Value *> &Leaves, SmallVector<int64_t, 0> &Words) {
  std::vector<SmallVector<Condition, 8>> Never;
  {
    DominatorTree DT(F);
    PostDominatorTree PDT(F);
    for (Instruction &I : instructions(F))
      if (isIndexReport(I))
        conditionsOf(I.getParent(), DT, PDT, Never.emplace_back());
  }
  assumeIndices(F);
  Analyses A(F);
  Writer W(F, A);
  for (auto &Conditions : Never)
    W.never(Conditions);
  const DataLayout &DL = F.getDataLayout();
  for (Instruction &I : instructions(F)) {
    if (isa<FenceInst>(I) || I.isVolatile())
      return false;
    SmallVector<Access, 2> Found;
    collect(I, DL, Found);
    for (const Access &A : Found) {
      auto Object = variableAt(originOf(A.Where->getOperand(A.Operand)).Base, DL);
      if (Object && Object->Kind != Local)
        continue;
      if (!W.access(*A.Where, A.Operand, A.Bytes, A.Flags) || W.isTooLong())
        return false;
    }
    if (!Found.empty() || isa<AllocaInst>(I))
      continue;
    if (auto *Call = dyn_cast<CallInst>(&I)) {
      if (!isHarmless(*Call))
        return false;
    } else if (I.mayReadOrWriteMemory()) {
      auto *Load = dyn_cast<LoadInst>(&I);
      if (!Load || !Load->hasMetadata(LLVMContext::MD_invariant_load))
        return false;
    }
  }
  append_range(Leaves, W.Leaves);
  Words = W.words();
  return true;
}

} // namespace

extern "C" {

/// A function with a kernel's parameters that returns whether all accesses of a launch are proven
/// good, by `i32 prove(ptr words, i32 count, ptr leaves, i32 count)`. Null if that cannot be
/// expressed. The kernel does not change.
LLVMValueRef scytheProofOf(LLVMValueRef kernel, LLVMValueRef prove, const char *name) {
  auto &Kernel = *unwrap<Function>(kernel);
  Module &M = *Kernel.getParent();
  ValueToValueMapTy Copies;
  Function *Copy = CloneFunction(&Kernel, Copies);
  SmallVector<Value *, 16> Leaves;
  SmallVector<int64_t, 0> Words;
  Function *Proof = nullptr;
  if (describe(*Copy, Leaves, Words)) {
    LLVMContext &C = M.getContext();
    auto *Wide = Type::getInt64Ty(C);
    auto *Type = FunctionType::get(Type::getInt1Ty(C), Kernel.getFunctionType()->params(), false);
    Proof = Function::Create(Type, GlobalValue::InternalLinkage, name, M);
    Proof->setCallingConv(CallingConv::SPIR_FUNC);
    Proof->addFnAttr(Attribute::NoUnwind);
    Proof->addFnAttr(SCYTHE_PROOF_ATTRIBUTE);
    for (StringRef Same : {"target-cpu", "target-features"})
      if (Kernel.hasFnAttribute(Same))
        Proof->addFnAttr(Kernel.getFnAttribute(Same));
    IRBuilder<> Builder(BasicBlock::Create(C, "entry", Proof));
    ValueToValueMapTy Map;
    for (auto [From, To] : zip(Copy->args(), Proof->args()))
      Map[&From] = &To;
    Value *Place = Builder.CreateAlloca(ArrayType::get(Wide, std::max<size_t>(Leaves.size(), 1)));
    for (auto [At, Of] : enumerate(Leaves)) {
      Value *Result = compute(Of, Builder, Map);
      Result = Result->getType()->isPointerTy() ? Builder.CreatePtrToInt(Result, Wide)
                                                : Builder.CreateSExtOrTrunc(Result, Wide);
      Builder.CreateStore(Result, Builder.CreateConstGEP1_64(Wide, Place, At));
    }
    Constant *Data = ConstantDataArray::get(C, ArrayRef<uint64_t>(
        reinterpret_cast<const uint64_t *>(Words.data()), Words.size()));
    auto *Table = new GlobalVariable(M, Data->getType(), true, GlobalValue::PrivateLinkage, Data,
                                     "scythe.check.proof", nullptr, GlobalValue::NotThreadLocal, 0);
    Value *Good = Builder.CreateCall(
        unwrap<Function>(prove),
        {Table, Builder.getInt32(Words.size()), Place, Builder.getInt32(Leaves.size())});
    Builder.CreateRet(Builder.CreateICmpNE(Good, Builder.getInt32(0)));
  }
  Copy->eraseFromParent();
  return wrap(Proof);
}

/// Removes the code that reports bad indices from a function.
void scytheAssumeIndices(LLVMValueRef function) { assumeIndices(*unwrap<Function>(function)); }

} // extern "C"
