// Removes copies of objects that are never written.
#include "llvm-c/Core.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace {

/// A variable that is only read, except that it is filled with a part of an object, always the same
/// part.
struct ReadOnlyCopy {
  AllocaInst *Variable = nullptr;
  APInt Offset;
  SmallVector<Instruction *, 4> Fills, Lifetimes;

  /// Whether `variable` is a copy of `object`, which is aligned to `align` bytes.
  bool match(AllocaInst &A, Argument &Object, Align ObjectAlign) {
    const DataLayout &DL = A.getDataLayout();
    std::optional<TypeSize> Size = A.getAllocationSize(DL);
    if (!A.isStaticAlloca() || !Size || Size->isScalable() || A.getType() != Object.getType())
      return false;
    Variable = &A;
    SmallPtrSet<Value *, 8> Seen;
    SmallVector<Value *, 8> Open{&A};
    while (!Open.empty()) {
      Value *V = Open.pop_back_val();
      if (!Seen.insert(V).second)
        continue;
      for (Use &U : V->uses())
        if (!reads(U, Open) && !fills(U, Object, Size->getFixedValue()))
          return false;
    }
    return !Fills.empty() && commonAlignment(ObjectAlign, Offset.getZExtValue()) >= A.getAlign();
  }

  void replace(Argument &Object) {
    IRBuilder<> Builder(&*Object.getParent()->getEntryBlock().getFirstInsertionPt());
    Value *Original = &Object;
    if (!Offset.isZero())
      Original = Builder.CreateInBoundsPtrAdd(Original, Builder.getInt(Offset));
    for (Instruction *I : Fills)
      I->eraseFromParent();
    for (Instruction *I : Lifetimes)
      I->eraseFromParent();
    Variable->replaceAllUsesWith(Original);
    Variable->eraseFromParent();
  }

private:
  /// Whether nothing is written through a use; adds other pointers to the variable.
  bool reads(Use &U, SmallVectorImpl<Value *> &Open) {
    auto *I = cast<Instruction>(U.getUser());
    if (isa<GetElementPtrInst, SelectInst, PHINode>(I)) {
      Open.push_back(I);
      return true;
    }
    if (isa<ICmpInst>(I))
      return false; // The original has another address.
    if (auto *Load = dyn_cast<LoadInst>(I))
      return Load->isSimple();
    auto *Call = dyn_cast<CallBase>(I);
    if (!Call)
      return false;
    if (I->isLifetimeStartOrEnd()) {
      Lifetimes.push_back(I);
      return true;
    }
    // A call may keep a pointer that it only reads from, and compare addresses.
    if (auto *Transfer = dyn_cast<MemTransferInst>(I))
      return !Transfer->isVolatile() && &U == &Transfer->getRawSourceUse();
    return Call->isDataOperand(&U) && Call->isArgOperand(&U) &&
           Call->doesNotCapture(Call->getArgOperandNo(&U)) &&
           Call->onlyReadsMemory(Call->getArgOperandNo(&U));
  }

  /// Whether a use fills the whole variable with the part of the object.
  bool fills(Use &U, Argument &Object, uint64_t Size) {
    auto *Copy = dyn_cast<MemCpyInst>(U.getUser());
    if (!Copy || Copy->isVolatile() || Copy->getRawDest() != Variable ||
        &U != &Copy->getRawDestUse())
      return false;
    auto *Length = dyn_cast<ConstantInt>(Copy->getLength());
    if (!Length || Length->getValue() != Size)
      return false;
    const DataLayout &DL = Copy->getDataLayout();
    APInt From(DL.getIndexTypeSizeInBits(Object.getType()), 0);
    Value *Base = Copy->getRawSource()->stripAndAccumulateConstantOffsets(
        DL, From, /*AllowNonInbounds=*/false);
    if (Base != &Object || From.isNegative() || (!Fills.empty() && From != Offset))
      return false;
    Offset = From;
    Fills.push_back(Copy);
    return true;
  }
};

} // namespace

extern "C" {

/// Makes a function read the object of a parameter where it reads copies of it. The object is never
/// written.
bool scytheReadOriginals(LLVMValueRef parameter, unsigned align) {
  auto *Object = dyn_cast<Argument>(unwrap(parameter));
  if (!Object || Object->getParent()->isDeclaration())
    return false;
  SmallVector<AllocaInst *, 8> Variables;
  for (Instruction &I : instructions(Object->getParent()))
    if (auto *A = dyn_cast<AllocaInst>(&I))
      Variables.push_back(A);
  bool Changed = false;
  for (AllocaInst *A : Variables) {
    ReadOnlyCopy Copy;
    if (Copy.match(*A, *Object, Align(align))) {
      Copy.replace(*Object);
      Changed = true;
    }
  }
  return Changed;
}

} // extern "C"
