// Replaces scatters and gathers with few active lanes by plain accesses.
//
// A store by the first work-item of a sub-group becomes a scatter with a constant mask when the
// sub-group becomes a vector. Processors with masks execute such a scatter lane by lane.
#include "few_lanes.hpp"
#include "preserved.hpp"
#include "registration.hpp"
#include "scythe/facts.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

namespace {

/// The attribute of functions that keep scatters and gathers.
constexpr const char *KeepScatters = SCYTHE_KEEP_SCATTERS_ATTRIBUTE;

/// The most plain accesses that are faster than one instruction for all lanes.
constexpr unsigned Few = 4;

/// The active lanes of a constant mask, if all lanes are known and few are active.
std::optional<SmallVector<unsigned, Few>> fewLanes(Value *Mask) {
  auto *Lanes = dyn_cast<Constant>(Mask);
  auto *Ty = dyn_cast<FixedVectorType>(Mask->getType());
  if (!Lanes || !Ty)
    return std::nullopt;
  SmallVector<unsigned, Few> Found;
  for (unsigned Lane = 0; Lane < Ty->getNumElements(); ++Lane) {
    auto *Is = dyn_cast_or_null<ConstantInt>(Lanes->getAggregateElement(Lane));
    if (!Is || (Is->isOne() && Found.size() == Few))
      return std::nullopt;
    if (Is->isOne())
      Found.push_back(Lane);
  }
  return Found;
}

/// An element of a vector.
Value *element(IRBuilder<> &Builder, Value *Vector, unsigned Lane) {
  Value *Known = findScalarElement(Vector, Lane);
  return Known ? Known : Builder.CreateExtractElement(Vector, Lane);
}

bool rewrite(IntrinsicInst &I) {
  bool Store = I.getIntrinsicID() == Intrinsic::masked_scatter;
  std::optional<SmallVector<unsigned, Few>> Lanes = fewLanes(I.getArgOperand(Store ? 2 : 1));
  if (!Lanes)
    return false;
  IRBuilder<> Builder(&I);
  Value *Places = I.getArgOperand(Store ? 1 : 0);
  Align Alignment = I.getParamAlign(Store ? 1 : 0).valueOrOne();
  Value *Result = Store ? nullptr : I.getArgOperand(2);
  for (unsigned Lane : *Lanes) {
    Value *Place = element(Builder, Places, Lane);
    Instruction *Access;
    if (Store) {
      Value *Number = element(Builder, I.getArgOperand(0), Lane);
      Access = Builder.CreateAlignedStore(Number, Place, Alignment);
    } else {
      Type *Ty = cast<VectorType>(I.getType())->getElementType();
      Access = Builder.CreateAlignedLoad(Ty, Place, Alignment);
      Result = Builder.CreateInsertElement(Result, Access, Lane);
    }
    Access->setAAMetadata(I.getAAMetadata());
    Access->copyMetadata(I, {LLVMContext::MD_access_group});
  }
  if (Result) {
    I.replaceAllUsesWith(Result);
    if (isa<Instruction>(Result) && !Lanes->empty())
      Result->takeName(&I);
  }
  I.eraseFromParent();
  return true;
}

struct FewLanes : PassInfoMixin<FewLanes> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &) {
    if (F.hasFnAttribute(KeepScatters))
      return PreservedAnalyses::all();
    bool Changed = false;
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      auto *Call = dyn_cast<IntrinsicInst>(&I);
      if (Call && (Call->getIntrinsicID() == Intrinsic::masked_scatter ||
                   Call->getIntrinsicID() == Intrinsic::masked_gather))
        Changed |= rewrite(*Call);
    }
    return scythe::preservesControlFlow(Changed);
  }
};

} // namespace

void scythe::registerFewLanes(PassBuilder &Builder) {
  runAfterVectorizers<FewLanes>(Builder, "few-lanes");
}
