// Stages loads of a loop that the work-items of a work-group may share in local memory.
#include "analyses.hpp"
#include "uniform_facts.hpp"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace scythe;

/// The functions for a work-item's position. Those that the module lacks may be null while loads
/// are searched for.
struct ScytheBuiltins {
  LLVMValueRef global_id, local_id, group_id, global_offset, barrier;
};

/// A load, its tile in local memory, and the dimensions (as bits) that its address depends on.
struct ScytheStaged {
  LLVMValueRef load, memory;
  unsigned dimensions;
};

/// How to stage the loads of a loop: the size of work-groups, and the iterations of a tile.
struct ScytheStaging {
  ScytheBuiltins builtins;
  uint64_t sizes[3];
  uint64_t depth;
  /// Scope of the barriers, and their semantics before a tile's copy and after it.
  uint32_t scope, before, behind;
};

namespace {

/// The dimension of a value that is the result of `Id`.
std::optional<unsigned> dimensionOf(const Value *V, LLVMValueRef Id) {
  auto *Call = dyn_cast<CallInst>(V);
  if (!Call || !Id || Call->getCalledOperand() != unwrap(Id) || Call->arg_size() != 1)
    return std::nullopt;
  auto *Dimension = dyn_cast<ConstantInt>(Call->getArgOperand(0));
  if (!Dimension || Dimension->getZExtValue() > 2)
    return std::nullopt;
  return Dimension->getZExtValue();
}

/// Analyses an expression: the dimensions it depends on, and whether everything else in it is
/// uniform in the work-group.
struct Leaves {
  bool follow(const SCEV *S) {
    if (isa<SCEVCouldNotCompute>(S))
      known = false;
    if (auto *Recurrence = dyn_cast<SCEVAddRecExpr>(S))
      known = known && Recurrence->getLoop()->contains(&loop);
    if (auto *Unknown = dyn_cast<SCEVUnknown>(S))
      look(Unknown->getValue());
    return known;
  }
  bool isDone() const { return !known; }
  void look(const Value *V) {
    for (LLVMValueRef Id : {builtins.global_id, builtins.local_id})
      if (auto Dimension = dimensionOf(V, Id)) {
        dimensions |= 1u << *Dimension;
        return;
      }
    if (auto *I = dyn_cast<Instruction>(V))
      known = known && facts.isSame(I, /*Narrow=*/false);
  }
  const ScytheBuiltins &builtins;
  const Loop &loop;
  const ScytheUniformFacts &facts;
  unsigned dimensions = 0;
  bool known = true;
};

/// Whether the loop is counted, has one exit and no synchronisation.
bool isPlain(const Loop &L) {
  BasicBlock *Latch = L.getLoopLatch();
  if (!L.getLoopPreheader() || !Latch || L.getExitingBlock() != Latch || !L.isInnermost())
    return false;
  auto *End = dyn_cast<BranchInst>(Latch->getTerminator());
  if (!End || !End->isConditional())
    return false;
  return keepsToItself(L);
}

/// Whether nothing in the loop writes the memory that the load reads, in any iteration.
bool isReadOnly(const Loop &L, LoadInst &Load, const Value *Base, AAResults &Aliases) {
  auto Place = MemoryLocation::getBeforeOrAfter(Base, tagsFor(L, &Load));
  for (BasicBlock *B : L.blocks())
    for (Instruction &I : *B)
      if (I.mayWriteToMemory() && isModSet(Aliases.getModRefInfo(&I, Place)))
        return false;
  return true;
}

/// Numbers, and vectors of them, without padding bits.
bool isPlainType(Type *T, const DataLayout &DL) {
  Type *Scalar = T->getScalarType();
  if (!(Scalar->isIntegerTy() || Scalar->isFloatingPointTy()) || isa<ScalableVectorType>(T))
    return false;
  return DL.getTypeSizeInBits(T) == DL.getTypeAllocSizeInBits(T);
}

/// The recurrence of a load's address in the loop; null if it is not affine.
const SCEVAddRecExpr *addressOf(const LoadInst &Load, const Loop &L, ScalarEvolution &SE) {
  auto *Address = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(const_cast<Value *>(Load.getPointerOperand())));
  return Address && Address->getLoop() == &L && Address->isAffine() ? Address : nullptr;
}

/// Rewrites a loop.
class Stager {
public:
  Stager(const ScytheStaging &S, Loop &L, ScalarEvolution &SE, const DataLayout &DL)
      : staging(S), loop(L), evolution(SE), layout(DL), expander(SE, "tile"),
        before(L.getLoopPreheader()), latch(L.getLoopLatch()), exit(L.getExitBlock()),
        builder(before->getParent()->getEntryBlock().getTerminator()),
        size(cast<IntegerType>(unwrap<Function>(S.builtins.local_id)->getReturnType())) {}

  void run(ArrayRef<ScytheStaged> All) {
    locate(All);
    const SCEV *Last = evolution.getBackedgeTakenCount(&loop);
    Instruction *End = before->getTerminator();
    lastIteration = expander.expandCodeFor(evolution.getTruncateOrZeroExtend(Last, size), size, End);
    // All analyses are queried before the loop changes.
    SmallVector<Copy, 8> Copies;
    for (const ScytheStaged &One : All)
      plan(One, Copies);
    BasicBlock *Ready = openTile(Copies);
    countDepth(Ready);
    for (const ScytheStaged &One : All)
      redirect(One);
    // The loop's own counter is often unused now.
    DeleteDeadPHIs(loop.getHeader());
    closeTile(Ready);
    Function *F = tile->getParent();
    F->removeFnAttr(Attribute::NoSync);
    F->removeFnAttr(Attribute::Memory);
    F->addFnAttr(Attribute::Convergent);
  }

private:
  /// A row of a tile that this work-item copies: source and destination.
  struct Copy {
    const ScytheStaged *staged;
    Value *row;
    bool certain;
    Value *start, *step;
  };

  Value *number(uint64_t N) { return ConstantInt::get(size, N); }
  Value *ask(LLVMValueRef Function, unsigned Dimension) {
    return builder.CreateCall(unwrap<llvm::Function>(Function), {builder.getInt32(Dimension)});
  }
  Value *times(Value *V, uint64_t Factor) {
    return Factor == 1 ? V : builder.CreateNUWMul(V, number(Factor));
  }
  Value *plus(Value *A, Value *B) {
    auto *Zero = dyn_cast<ConstantInt>(B);
    return Zero && Zero->isZero() ? A : builder.CreateNUWAdd(A, B);
  }
  uint64_t rows(unsigned Dimensions) const {
    uint64_t Rows = 1;
    for (unsigned D = 0; D < 3; ++D)
      Rows *= Dimensions >> D & 1 ? staging.sizes[D] : 1;
    return Rows;
  }

  /// Queries the position of the work-item and its group: at the start, so that outer loops can
  /// reuse the results.
  void locate(ArrayRef<ScytheStaged> All) {
    for (unsigned D = 0; D < 3; ++D) {
      bool Alone = staging.sizes[D] == 1;
      local[D] = Alone ? number(0) : ask(staging.builtins.local_id, D);
      if (none_of(All, [=](const ScytheStaged &One) { return One.dimensions >> D & 1; }))
        continue;
      first[D] = builder.CreateAdd(times(ask(staging.builtins.group_id, D), staging.sizes[D]),
                                   ask(staging.builtins.global_offset, D));
    }
  }

  /// The rows of a load's tile that this work-item copies. Neighbouring work-items copy the values
  /// of neighbouring iterations; the others divide the rows among themselves.
  void plan(const ScytheStaged &One, SmallVectorImpl<Copy> &Copies) {
    auto *Load = unwrap<LoadInst>(One.load);
    const SCEVAddRecExpr *Address = addressOf(*Load, loop, evolution);
    uint64_t Rows = rows(One.dimensions), Group = staging.sizes[1] * staging.sizes[2];
    Value *Mine = plus(local[1], times(local[2], staging.sizes[1]));
    for (uint64_t From = 0; From < Rows; From += Group) {
      Value *Row = plus(Mine, number(From));
      ValueToSCEVMapTy Places;
      Value *Rest = Row;
      unsigned Left = One.dimensions;
      for (unsigned D = 0; D < 3; ++D) {
        if (!(Left >> D & 1))
          continue;
        Left &= ~(1u << D);
        Value *Place = Left ? builder.CreateURem(Rest, number(staging.sizes[D])) : Rest;
        Rest = Left ? builder.CreateUDiv(Rest, number(staging.sizes[D])) : Rest;
        moveTo(D, Place, Places);
      }
      auto Expand = [&](const SCEV *S) {
        const SCEV *There = SCEVParameterRewriter::rewrite(S, evolution, Places);
        return expander.expandCodeFor(There, S->getType(), before->getTerminator());
      };
      Value *Start = Expand(Address->getStart());
      Value *Step = Expand(Address->getStepRecurrence(evolution));
      Copies.push_back({&One, Row, From + Group <= Rows, Start, Step});
    }
  }

  /// Maps every query of the position in a dimension to that of the work-item at `Place`.
  void moveTo(unsigned Dimension, Value *Place, ValueToSCEVMapTy &Places) {
    const SCEV *Here = evolution.getSCEV(Place);
    const SCEV *There = evolution.getAddExpr(evolution.getUnknown(first[Dimension]), Here);
    for (Instruction &I : instructions(*before->getParent())) {
      if (dimensionOf(&I, staging.builtins.local_id) == Dimension)
        Places[&I] = Here;
      else if (dimensionOf(&I, staging.builtins.global_id) == Dimension)
        Places[&I] = There;
    }
  }

  void meet(uint32_t Semantics) {
    auto *Barrier = unwrap<Function>(staging.builtins.barrier);
    builder.CreateCall(Barrier, {builder.getInt32(0), builder.getInt32(staging.scope),
                                 builder.getInt32(Semantics)});
  }

  /// Makes the block in which a tile is copied; returns the block that continues with the loop.
  BasicBlock *openTile(ArrayRef<Copy> Copies) {
    Function *F = before->getParent();
    tile = BasicBlock::Create(F->getContext(), "tile", F, loop.getHeader());
    next = BasicBlock::Create(F->getContext(), "tile.next", F, exit);
    before->getTerminator()->replaceSuccessorWith(loop.getHeader(), tile);
    builder.SetInsertPoint(tile);
    done = builder.CreatePHI(size, 2, "done");
    done->addIncoming(number(0), before);
    left = builder.CreateNUWSub(lastIteration, done, "left");
    meet(staging.before);
    for (const Copy &One : Copies)
      for (uint64_t From = 0; From < staging.depth; From += staging.sizes[0])
        copy(One, From);
    meet(staging.behind);
    last = builder.CreateBinaryIntrinsic(Intrinsic::umin, left, number(staging.depth - 1));
    builder.CreateBr(loop.getHeader());
    return builder.GetInsertBlock();
  }

  /// Copies this work-item's part of a row: the values of its iterations.
  void copy(const Copy &One, uint64_t From) {
    auto *Load = unwrap<LoadInst>(One.staged->load);
    uint64_t Rows = rows(One.staged->dimensions);
    Value *Depth = plus(local[0], number(From));
    Value *Some = nullptr;
    if (From + staging.sizes[0] > staging.depth)
      Some = builder.CreateICmpULT(Depth, number(staging.depth));
    if (!One.certain) {
      Value *Inside = builder.CreateICmpULT(One.row, number(Rows));
      Some = Some ? builder.CreateAnd(Some, Inside) : Inside;
    }
    BasicBlock *Behind = nullptr;
    if (Some) {
      Function *F = tile->getParent();
      auto *Inside = BasicBlock::Create(F->getContext(), "tile.copy", F, loop.getHeader());
      Behind = BasicBlock::Create(F->getContext(), "tile.copied", F, loop.getHeader());
      builder.CreateCondBr(Some, Inside, Behind);
      builder.SetInsertPoint(Inside);
    }
    // The loop may end before the tile does: only values that the loop reads are copied.
    Value *Near = builder.CreateBinaryIntrinsic(Intrinsic::umin, Depth, left);
    Value *Iteration = builder.CreateNUWAdd(done, Near);
    Type *Index = One.step->getType();
    Iteration = builder.CreateZExtOrTrunc(Iteration, Index);
    Value *Address = builder.CreatePtrAdd(One.start, builder.CreateMul(Iteration, One.step));
    LoadInst *Loaded = builder.CreateAlignedLoad(Load->getType(), Address, Load->getAlign());
    Loaded->setAAMetadata(tagsFor(loop, Load));
    builder.CreateAlignedStore(Loaded, element(*One.staged, Depth, One.row, Rows),
                               layout.getABITypeAlign(Load->getType()));
    if (Behind) {
      builder.CreateBr(Behind);
      builder.SetInsertPoint(Behind);
    }
  }

  /// The address of an element in a tile: values of one iteration are contiguous.
  Value *element(const ScytheStaged &One, Value *Depth, Value *Row, uint64_t Rows) {
    Value *Index = Rows == 1 ? Depth : plus(times(Depth, Rows), Row);
    return builder.CreateInBoundsGEP(unwrap<LoadInst>(One.load)->getType(), unwrap(One.memory),
                                     Index);
  }

  /// Makes the loop end with the tile.
  void countDepth(BasicBlock *Ready) {
    BasicBlock *Header = loop.getHeader();
    builder.SetInsertPoint(Header, Header->begin());
    depth = builder.CreatePHI(size, 2, "depth");
    depth->addIncoming(number(0), Ready);
    auto *End = cast<BranchInst>(latch->getTerminator());
    builder.SetInsertPoint(End);
    depth->addIncoming(builder.CreateNUWAdd(depth, number(1)), latch);
    Value *Old = End->getCondition();
    auto Predicate = End->getSuccessor(0) == exit ? CmpInst::ICMP_EQ : CmpInst::ICMP_NE;
    End->setCondition(builder.CreateICmp(Predicate, depth, last));
    End->setMetadata(LLVMContext::MD_prof, nullptr);
    End->replaceSuccessorWith(exit, next);
    exit->replacePhiUsesWith(latch, next);
    RecursivelyDeleteTriviallyDeadInstructions(Old);
  }

  /// Continues with the next tile, and with the values of the last one.
  void closeTile(BasicBlock *Ready) {
    for (PHINode &Phi : loop.getHeader()->phis()) {
      if (&Phi == depth)
        continue;
      int Entry = Phi.getBasicBlockIndex(before);
      auto *Carried = PHINode::Create(Phi.getType(), 2, Phi.getName() + ".tile", tile->begin());
      Carried->addIncoming(Phi.getIncomingValue(Entry), before);
      Carried->addIncoming(Phi.getIncomingValueForBlock(latch), next);
      Phi.setIncomingValue(Entry, Carried);
      Phi.setIncomingBlock(Entry, Ready);
    }
    builder.SetInsertPoint(next);
    done->addIncoming(builder.CreateNUWAdd(done, number(staging.depth)), next);
    Value *Through = builder.CreateICmpULT(left, number(staging.depth));
    builder.CreateCondBr(Through, exit, tile);
  }

  /// Makes a load read from the tile.
  void redirect(const ScytheStaged &One) {
    auto *Load = unwrap<LoadInst>(One.load);
    uint64_t Rows = rows(One.dimensions), Stride = 1;
    builder.SetInsertPoint(Load);
    Value *Row = nullptr;
    for (unsigned D = 0; D < 3; ++D) {
      if (!(One.dimensions >> D & 1))
        continue;
      Value *Part = times(local[D], Stride);
      Row = Row ? plus(Row, Part) : Part;
      Stride *= staging.sizes[D];
    }
    Value *Place = element(One, depth, Row, Rows);
    LoadInst *New =
        builder.CreateAlignedLoad(Load->getType(), Place, layout.getABITypeAlign(Load->getType()));
    New->takeName(Load);
    Value *Address = Load->getPointerOperand();
    Load->replaceAllUsesWith(New);
    Load->eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructions(Address);
  }

  const ScytheStaging &staging;
  Loop &loop;
  ScalarEvolution &evolution;
  const DataLayout &layout;
  SCEVExpander expander;
  BasicBlock *before, *latch, *exit, *tile = nullptr, *next = nullptr;
  IRBuilder<> builder;
  IntegerType *size;
  /// The number of the loop's last iteration.
  Value *lastIteration = nullptr;
  /// The work-item's position, and that of the group's first work-item.
  Value *local[3] = {}, *first[3] = {};
  /// Iterations before this tile; remaining iterations, less one; the last iteration of this tile.
  PHINode *done = nullptr;
  Value *left = nullptr, *last = nullptr;
  /// The iteration's index in its tile.
  PHINode *depth = nullptr;
};

} // namespace

extern "C" {

/// Calls `visit` for every load whose values the work-items of a group could share, loop by loop:
/// all of them run the loop in lockstep, the load happens in each iteration, its address depends
/// only on the iteration, the work-item's position and uniform values, and nothing in the loop
/// writes there. `dimensions` has a bit for every dimension that it depends on; `trips` is the trip
/// count, 0 if it is unknown.
void scytheStageableLoads(LLVMValueRef function, const ScytheBuiltins *builtins,
                          const ScytheUniformFacts *facts,
                          void (*visit)(LLVMValueRef load, LLVMBasicBlockRef header,
                                        unsigned dimensions, unsigned trips, void *user),
                          void *user) {
  Function &F = *unwrap<Function>(function);
  Analyses All(F);
  auto &Loops = All.get<LoopAnalysis>();
  if (Loops.empty())
    return;
  auto &SE = All.get<ScalarEvolutionAnalysis>();
  auto &Aliases = All.get<AAManager>();
  auto &Dominators = All.get<DominatorTreeAnalysis>();
  const DataLayout &DL = F.getDataLayout();
  auto IsMet = [&](const BasicBlock *B) { return facts->isMet(B, /*Narrow=*/false); };
  for (Loop *L : Loops.getLoopsInPreorder()) {
    if (!isPlain(*L) || !IsMet(L->getHeader()) || !IsMet(L->getLoopLatch()))
      continue;
    auto LooksAt = [&](std::initializer_list<const SCEV *> Expressions) {
      Leaves Found{*builtins, *L, *facts};
      for (const SCEV *S : Expressions)
        visitAll(S, Found);
      return Found;
    };
    const SCEV *Last = SE.getBackedgeTakenCount(L);
    Leaves Count = LooksAt({Last});
    if (!Count.known || Count.dimensions || SE.getTypeSizeInBits(Last->getType()) > 64)
      continue;
    SCEVExpander Expander(SE, "tile");
    Instruction *Point = L->getLoopPreheader()->getTerminator();
    if (!Expander.isSafeToExpandAt(Last, Point))
      continue;
    for (BasicBlock *B : L->blocks()) {
      if (!Dominators.dominates(B, L->getLoopLatch()))
        continue;
      for (Instruction &I : *B) {
        auto *Load = dyn_cast<LoadInst>(&I);
        const SCEVAddRecExpr *Address = Load ? addressOf(*Load, *L, SE) : nullptr;
        if (!Address || !isPlainType(Load->getType(), DL))
          continue;
        const SCEV *Start = Address->getStart(), *Step = Address->getStepRecurrence(SE);
        auto *Base = dyn_cast<SCEVUnknown>(SE.getPointerBase(Address));
        Leaves Found = LooksAt({Start, Step});
        bool Safe = Expander.isSafeToExpandAt(Start, Point) && Expander.isSafeToExpandAt(Step, Point);
        if (Base && Safe && Found.known && isReadOnly(*L, *Load, Base->getValue(), Aliases))
          visit(wrap(Load), wrap(L->getHeader()), Found.dimensions, SE.getSmallConstantTripCount(L),
                user);
      }
    }
  }
}

/// Stages loads of one loop: the values for `depth` iterations are first copied to local memory.
/// The loads are some that `scytheStageableLoads` found.
void scytheStageLoads(const ScytheStaging *staging, LLVMBasicBlockRef header,
                      const ScytheStaged *loads, unsigned count) {
  BasicBlock *Header = unwrap(header);
  Analyses All(*Header->getParent());
  Loop *L = All.get<LoopAnalysis>().getLoopFor(Header);
  Stager(*staging, *L, All.get<ScalarEvolutionAnalysis>(), Header->getDataLayout())
      .run({loads, count});
}

} // extern "C"
