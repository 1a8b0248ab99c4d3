// Loads of a loop that the work-items of a work-group may make together, through local memory.
#include "analyses.hpp"
#include "verdicts.hpp"
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

/// The functions that tell a work-item where it is. Those of which the module has none may be null when
/// loads are looked for.
struct ScytheBuiltins {
  LLVMValueRef global_id, local_id, group_id, global_offset, barrier;
};

/// A load, the local memory it shall go through, and the dimensions (as bits) that its address depends on.
struct ScytheStaged {
  LLVMValueRef load, memory;
  unsigned dimensions;
};

/// What is to be done to a loop: the size of work-groups, and how many iterations a tile is for.
struct ScytheStaging {
  ScytheBuiltins builtins;
  uint64_t sizes[3];
  uint64_t depth;
  /// Scope of the barriers, and their semantics in front of a tile's copy and behind it.
  uint32_t scope, before, behind;
};

namespace {

/// The dimension that a value is the work-item's place in, if it is the result of `Id`.
std::optional<unsigned> dimensionOf(const Value *V, LLVMValueRef Id) {
  auto *Call = dyn_cast<CallInst>(V);
  if (!Call || !Id || Call->getCalledOperand() != unwrap(Id) || Call->arg_size() != 1)
    return std::nullopt;
  auto *Dimension = dyn_cast<ConstantInt>(Call->getArgOperand(0));
  if (!Dimension || Dimension->getZExtValue() > 2)
    return std::nullopt;
  return Dimension->getZExtValue();
}

/// Goes through an expression: which dimensions it depends on, and whether on nothing else that is not
/// the same for the whole work-group.
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
      known = known && verdicts.isSame(I, /*Narrow=*/false);
  }
  const ScytheBuiltins &builtins;
  const Loop &loop;
  const ScytheVerdicts &verdicts;
  unsigned dimensions = 0;
  bool known = true;
};

/// Whether the loop is counted, has one way out and does nothing that others could wait for.
bool isPlain(const Loop &L) {
  BasicBlock *Latch = L.getLoopLatch();
  if (!L.getLoopPreheader() || !Latch || L.getExitingBlock() != Latch || !L.isInnermost())
    return false;
  auto *End = dyn_cast<BranchInst>(Latch->getTerminator());
  if (!End || !End->isConditional())
    return false;
  return keepsToItself(L);
}

/// Whether nothing in the loop writes to what the load reads from, in whichever iteration.
bool isReadOnly(const Loop &L, LoadInst &Load, const Value *Base, AAResults &Aliases) {
  auto Place = MemoryLocation::getBeforeOrAfter(Base, tagsFor(L, &Load));
  for (BasicBlock *B : L.blocks())
    for (Instruction &I : *B)
      if (I.mayWriteToMemory() && isModSet(Aliases.getModRefInfo(&I, Place)))
        return false;
  return true;
}

/// Numbers, and vectors of them, that fill their bytes.
bool isPlainType(Type *T, const DataLayout &DL) {
  Type *Scalar = T->getScalarType();
  if (!(Scalar->isIntegerTy() || Scalar->isFloatingPointTy()) || isa<ScalableVectorType>(T))
    return false;
  return DL.getTypeSizeInBits(T) == DL.getTypeAllocSizeInBits(T);
}

/// The address of a load as it changes with the loop; null if it does not change evenly.
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
    // Everything that asks the analyses comes before the loop changes under them.
    SmallVector<Copy, 8> Copies;
    for (const ScytheStaged &One : All)
      plan(One, Copies);
    BasicBlock *Ready = openTile(Copies);
    countDepth(Ready);
    for (const ScytheStaged &One : All)
      redirect(One);
    // The loop's own counter is often of no more use.
    DeleteDeadPHIs(loop.getHeader());
    closeTile(Ready);
    Function *F = tile->getParent();
    F->removeFnAttr(Attribute::NoSync);
    F->removeFnAttr(Attribute::Memory);
    F->addFnAttr(Attribute::Convergent);
  }

private:
  /// A row of a tile that this work-item copies: where it comes from, and where it goes.
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

  /// Asks where the work-item and its group are: at the start, where loops around know the answers too.
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

  /// The rows of a load's tile that this work-item copies. Work-items side by side copy what belongs to
  /// iterations side by side; the others divide the rows among themselves.
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

  /// Says what every question for the place in a dimension is answered with by the work-item at `Place`.
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

  /// Makes the block in which a tile is copied; returns the block that goes on to the loop.
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

  /// Copies what this work-item copies of a row: the values of every iteration that it is the one for.
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
    // The loop may end before the tile does: nothing is read that the loop does not read.
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

  /// Where a tile keeps an element: values of one iteration lie side by side.
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

  /// Goes on with the next tile, and with what the last one left.
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
  /// The work-item's place, and that of the group's first work-item.
  Value *local[3] = {}, *first[3] = {};
  /// Iterations before this tile; iterations left, less one; the last iteration of this tile.
  PHINode *done = nullptr;
  Value *left = nullptr, *last = nullptr;
  /// The iteration's number in its tile.
  PHINode *depth = nullptr;
};

} // namespace

extern "C" {

/// Calls `visit` for every load that the work-items of a group could make for one another, loop by loop:
/// all of them run the loop in step, the load happens in each iteration, its address depends on nothing
/// but the iteration, the work-item's place and what is the same for the whole group, and nothing in the
/// loop writes there. `dimensions` has a bit for every dimension that counts; `trips` is how often the
/// loop runs, 0 if that is not known.
void scytheStageableLoads(LLVMValueRef function, const ScytheBuiltins *builtins,
                          const ScytheVerdicts *verdicts,
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
  auto IsMet = [&](const BasicBlock *B) { return verdicts->isMet(B, /*Narrow=*/false); };
  for (Loop *L : Loops.getLoopsInPreorder()) {
    if (!isPlain(*L) || !IsMet(L->getHeader()) || !IsMet(L->getLoopLatch()))
      continue;
    auto LooksAt = [&](std::initializer_list<const SCEV *> Expressions) {
      Leaves Found{*builtins, *L, *verdicts};
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

/// Makes the work-items of a group make loads of one loop together: what `depth` iterations need is
/// copied to local memory first. The loads are some that `scytheStageableLoads` found.
void scytheStageLoads(const ScytheStaging *staging, LLVMBasicBlockRef header,
                      const ScytheStaged *loads, unsigned count) {
  BasicBlock *Header = unwrap(header);
  Analyses All(*Header->getParent());
  Loop *L = All.get<LoopAnalysis>().getLoopFor(Header);
  Stager(*staging, *L, All.get<ScalarEvolutionAnalysis>(), Header->getDataLayout())
      .run({loads, count});
}

} // extern "C"
