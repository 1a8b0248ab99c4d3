// LLVM facilities that the C API does not offer. Thin on purpose: each function is one LLVM
// facility with a C signature; decisions are made in Rust.
#include "llvm-c/Core.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/StructuralHash.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"
#include <functional>

using namespace llvm;

namespace {

/// A copied function must keep its access groups: loops elsewhere refer to them.
void keepAccessGroups(Function &F, ValueToValueMapTy &Map) {
  auto Keep = [&](MDNode *Group) { Map.MD()[Group].reset(Group); };
  auto KeepAll = [&](MDNode *Node, unsigned First) {
    for (const MDOperand &Operand : drop_begin(Node->operands(), First))
      if (auto *Group = dyn_cast_or_null<MDNode>(Operand.get()))
        Keep(Group);
  };
  for (Instruction &I : instructions(F)) {
    if (MDNode *Node = I.getMetadata(LLVMContext::MD_access_group)) {
      Keep(Node);
      KeepAll(Node, 0);
    }
    if (MDNode *Loop = I.getMetadata(LLVMContext::MD_loop))
      if (MDNode *Accesses = findOptionMDForLoopID(Loop, "llvm.loop.parallel_accesses"))
        KeepAll(Accesses, 1);
  }
}

} // namespace

extern "C" {

/// A copy of `function` (same module, attributes, metadata and body) with `count` more parameters
/// at the end. The original is not changed.
LLVMValueRef scytheCloneWithParameters(LLVMValueRef function, const char *name,
                                       const LLVMTypeRef *types, unsigned count) {
  Function *Old = unwrap<Function>(function);
  FunctionType *OldType = Old->getFunctionType();
  SmallVector<Type *, 8> Parameters(OldType->params());
  for (unsigned I = 0; I < count; ++I)
    Parameters.push_back(unwrap(types[I]));
  auto *Type = FunctionType::get(OldType->getReturnType(), Parameters, OldType->isVarArg());
  Function *New =
      Function::Create(Type, Old->getLinkage(), Old->getAddressSpace(), name, Old->getParent());
  ValueToValueMapTy Map;
  for (auto [From, To] : zip(Old->args(), New->args())) {
    To.setName(From.getName());
    Map[&From] = &To;
  }
  keepAccessGroups(*Old, Map);
  SmallVector<ReturnInst *, 4> Returns;
  CloneFunctionInto(New, Old, Map, CloneFunctionChangeType::LocalChangesOnly, Returns);
  New->setComdat(Old->getComdat());
  return wrap(New);
}

/// A new access group: a distinct node without operands.
LLVMMetadataRef scytheNewAccessGroup(LLVMContextRef context) {
  return wrap(MDNode::getDistinct(*unwrap(context), {}));
}

/// Adds `instruction` to an access group, besides its other groups.
void scytheAddAccessGroup(LLVMValueRef instruction, LLVMMetadataRef group) {
  auto *I = unwrap<Instruction>(instruction);
  auto *Group = unwrap<MDNode>(group);
  MDNode *Old = I->getMetadata(LLVMContext::MD_access_group);
  if (Old) {
    SmallVector<Metadata *, 4> All;
    if (Old->getNumOperands() == 0)
      All.push_back(Old);
    else
      All.append(Old->op_begin(), Old->op_end());
    All.push_back(Group);
    Group = MDNode::get(I->getContext(), All);
  }
  I->setMetadata(LLVMContext::MD_access_group, Group);
}

/// Declares the loop whose latch ends with `branch` parallel over the accesses in `group`. A loop over
/// the `lanes` of a vector must be vectorised before it is unrolled.
void scytheSetParallelLoop(LLVMValueRef branch, LLVMMetadataRef group, bool lanes) {
  auto *I = unwrap<Instruction>(branch);
  LLVMContext &C = I->getContext();
  auto Flag = [&](const char *Name) { return MDNode::get(C, {MDString::get(C, Name)}); };
  SmallVector<Metadata *, 6> All{nullptr};
  All.push_back(MDNode::get(
      C, {MDString::get(C, "llvm.loop.parallel_accesses"), unwrap<MDNode>(group)}));
  All.push_back(Flag("llvm.loop.mustprogress"));
  if (lanes) {
    All.push_back(Flag("llvm.loop.unroll.disable"));
    // The remainder may be unrolled: it is the whole loop if the vector loop is for one stride
    // only.
    for (const char *Followup : {"llvm.loop.vectorize.followup_vectorized",
                                 "llvm.loop.vectorize.followup_epilogue"})
      All.push_back(MDNode::get(C, {MDString::get(C, Followup), Flag("llvm.loop.isvectorized"),
                                    Flag("llvm.loop.unroll.runtime.disable")}));
  }
  MDNode *Loop = MDNode::getDistinct(C, All);
  Loop->replaceOperandWith(0, Loop);
  I->setMetadata(LLVMContext::MD_loop, Loop);
}

/// Calls `visit` for each object that `pointer` may point into, as far as LLVM knows.
void scytheUnderlyingObjects(LLVMValueRef pointer, void (*visit)(LLVMValueRef, void *),
                             void *user) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(unwrap(pointer), Objects, nullptr, /*MaxLookup=*/0);
  for (const Value *V : Objects)
    visit(wrap(V), user);
}

/// Whether the address of a local variable may be known outside the instructions that access it.
bool scytheIsCaptured(LLVMValueRef alloca) {
  return PointerMayBeCaptured(unwrap(alloca), /*ReturnCaptures=*/true);
}

/// Gives `wrapper`, a compiler-made function around `kernel`, debug information: an artificial
/// subprogram at the kernel's line, for inlined kernel code. Does nothing if the kernel has none.
void scytheBorrowDebugInfo(LLVMValueRef wrapper, LLVMValueRef kernel) {
  Function *New = unwrap<Function>(wrapper);
  DISubprogram *Old = unwrap<Function>(kernel)->getSubprogram();
  if (!Old || New->getSubprogram())
    return;
  LLVMContext &C = New->getContext();
  auto *Type = DISubroutineType::get(C, DINode::FlagZero, 0, nullptr);
  auto *Subprogram = DISubprogram::getDistinct(
      C, Old->getFile(), Old->getName(), New->getName(), Old->getFile(), Old->getLine(), Type,
      Old->getLine(), nullptr, 0, 0, Old->getFlags() | DINode::FlagArtificial,
      DISubprogram::SPFlagDefinition | DISubprogram::SPFlagOptimized, Old->getUnit());
  New->setSubprogram(Subprogram);
  // Line 0: not a line of the program.
  DebugLoc Line = DILocation::get(C, 0, 0, Subprogram);
  // Calls need a location for code that is inlined there.
  for (Instruction &I : instructions(New))
    if (isa<CallBase>(I) && !I.getDebugLoc())
      I.setDebugLoc(Line);
}

/// Whether a function neither reads nor writes memory.
bool scytheTouchesNoMemory(LLVMValueRef function) {
  return unwrap<Function>(function)->doesNotAccessMemory();
}

/// Allows the optimiser to reorder this and similar floating-point operations.
void scytheAllowReordering(LLVMValueRef value) {
  auto *I = dyn_cast<Instruction>(unwrap(value));
  if (I && isa<FPMathOperator>(I))
    I->setHasAllowReassoc(true);
}

/// Inlines a call.
bool scytheInlineCall(LLVMValueRef call) {
  InlineFunctionInfo Info;
  return InlineFunction(*unwrap<CallBase>(call), Info).isSuccess();
}

/// Splits a block before `instruction` and returns the new block, which starts with it.
LLVMBasicBlockRef scytheSplitBefore(LLVMValueRef instruction, const char *name) {
  auto *I = unwrap<Instruction>(instruction);
  return wrap(SplitBlock(I->getParent(), I->getIterator(), static_cast<DominatorTree *>(nullptr),
                         nullptr, nullptr, name));
}

/// Deletes blocks that cannot be reached from the entry.
void scytheRemoveUnreachable(LLVMValueRef function) {
  removeUnreachableBlocks(*unwrap<Function>(function));
}

/// Inserts a copy of `value`, and of all instructions that it depends on, before `before`. The
/// copies have no poison-generating flags: they may be computed where the originals would not be.
LLVMValueRef scytheRepeatSlice(LLVMValueRef value, LLVMValueRef before) {
  auto *Before = unwrap<Instruction>(before);
  DenseMap<Value *, Value *> Copies;
  std::function<Value *(Value *)> Copy = [&](Value *V) -> Value * {
    auto *I = dyn_cast<Instruction>(V);
    if (!I)
      return V;
    if (Value *Known = Copies.lookup(V))
      return Known;
    Instruction *New = I->clone();
    for (Use &Operand : New->operands())
      Operand.set(Copy(Operand.get()));
    New->dropPoisonGeneratingAnnotations();
    New->dropUBImplyingAttrsAndMetadata();
    New->insertBefore(Before->getIterator());
    Copies[V] = New;
    return New;
  };
  return wrap(Copy(unwrap(value)));
}

/// Moves `instruction` to the end of `block`.
void scytheMoveToEnd(LLVMValueRef instruction, LLVMBasicBlockRef block) {
  unwrap<Instruction>(instruction)->moveBefore(*unwrap(block), unwrap(block)->end());
}

/// Truncates a block before `instruction`: it and all later ones are removed, and so are the edges.
void scytheTruncate(LLVMValueRef instruction) {
  auto *I = unwrap<Instruction>(instruction);
  BasicBlock *B = I->getParent();
  for (BasicBlock *Next : successors(B))
    Next->removePredecessor(B);
  while (true) {
    Instruction &Last = B->back();
    if (!Last.use_empty())
      Last.replaceAllUsesWith(PoisonValue::get(Last.getType()));
    bool Done = &Last == I;
    Last.eraseFromParent();
    if (Done)
      return;
  }
}

/// The address that an atomic operation works on; null for other instructions.
LLVMValueRef scytheAtomicPointer(LLVMValueRef instruction) {
  Instruction *I = unwrap<Instruction>(instruction);
  if (auto *RMW = dyn_cast<AtomicRMWInst>(I))
    return wrap(RMW->getPointerOperand());
  if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(I))
    return wrap(Exchange->getPointerOperand());
  if (I->isAtomic() && isa<LoadInst, StoreInst>(I))
    return wrap(getLoadStorePointerOperand(I));
  return nullptr;
}

/// Replaces an atomic operation by plain ones; false if it is volatile or none.
bool scytheLowerAtomic(LLVMValueRef instruction) {
  Instruction *I = unwrap<Instruction>(instruction);
  if (I->isVolatile())
    return false;
  if (auto *RMW = dyn_cast<AtomicRMWInst>(I))
    return lowerAtomicRMWInst(RMW);
  if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(I))
    return lowerAtomicCmpXchgInst(Exchange);
  if (auto *Load = dyn_cast<LoadInst>(I))
    Load->setAtomic(AtomicOrdering::NotAtomic);
  else if (auto *Store = dyn_cast<StoreInst>(I))
    Store->setAtomic(AtomicOrdering::NotAtomic);
  else
    return false;
  return true;
}

/// The bytes that a load or store moves in memory, 0 if it is volatile or atomic.
uint64_t scytheAccessBytes(LLVMValueRef access) {
  auto *I = unwrap<Instruction>(access);
  if (I->isVolatile() || I->isAtomic())
    return 0;
  Type *T = getLoadStoreType(I);
  if (!T->isSized() || T->isScalableTy())
    return 0;
  return I->getDataLayout().getTypeAllocSize(T).getFixedValue();
}

/// The alignment of a local variable.
uint64_t scytheAllocaAlign(LLVMValueRef alloca) {
  return unwrap<AllocaInst>(alloca)->getAlign().value();
}

/// The bytes of a local variable, 0 when that is not a constant. A struct of scalable vectors and other
/// members has no size at all.
uint64_t scytheAllocaSize(LLVMValueRef alloca) {
  auto *A = unwrap<AllocaInst>(alloca);
  if (!A->getAllocatedType()->isSized() || A->getAllocatedType()->isScalableTy())
    return 0;
  auto Size = A->getAllocationSize(A->getDataLayout());
  return Size && !Size->isScalable() ? Size->getFixedValue() : 0;
}

/// A hash that is equal for functions with the same instructions, whatever the attributes of their
/// parameters.
uint64_t scytheStructuralHash(LLVMValueRef function) {
  return StructuralHash(*unwrap<Function>(function), /*DetailedHash=*/true);
}

/// Whether the control flow has cycles.
bool scytheHasLoops(LLVMValueRef function) {
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 8> Edges;
  FindFunctionBackedges(*unwrap<Function>(function), Edges);
  return !Edges.empty();
}

} // extern "C"
