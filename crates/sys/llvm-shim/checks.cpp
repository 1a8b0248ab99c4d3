// Inserts the checks of -fscythe-check.
#include "checks.hpp"
#include "llvm-c/Core.h"
#include "llvm/Analysis/Utils/Local.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace scythe;

namespace {

/// Marks an access that was already checked against its object.
constexpr const char *Checked = "scythe.checked";

bool isHeader(StringRef File) {
  return File.contains("include/sycl/") || File.starts_with("sycl/") ||
         File.contains("include/scythe/") || File.contains("include/c++/") ||
         File.contains("/lib/clang/") || File.starts_with("/usr/include/");
}

/// The innermost source location in the program's own code.
const DILocation *placeOf(const Instruction &I) {
  const DILocation *Innermost = I.getDebugLoc();
  for (const DILocation *Place = Innermost; Place; Place = Place->getInlinedAt())
    if (Place->getLine() != 0 && !isHeader(Place->getFilename()))
      return Place;
  return Innermost;
}

/// A variable in the address space of plain pointers, which the runtime's functions expect. Without
/// an explicit address space LLVM would use the data layout's for variables.
GlobalVariable *variable(Module &M, Constant *Value, bool IsConstant, const Twine &Name) {
  return new GlobalVariable(M, Value->getType(), IsConstant, GlobalValue::PrivateLinkage, Value, Name, nullptr,
                            GlobalValue::NotThreadLocal, 0);
}

Constant *text(Module &M, StringRef Text) {
  auto *Pointer = PointerType::get(M.getContext(), 0);
  if (Text.empty())
    return ConstantPointerNull::get(Pointer);
  Constant *Data = ConstantDataArray::getString(M.getContext(), Text);
  std::string Name = ("scythe.check." + Text).str();
  if (GlobalVariable *Known = M.getNamedGlobal(Name))
    if (Known->getAddressSpace() == 0 && Known->hasInitializer() && Known->getInitializer() == Data)
      return Known;
  GlobalVariable *Global = variable(M, Data, true, Name);
  Global->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  return Global;
}

/// The record of a place: file, function, the variable there, line and column, and space for the
/// runtime's cache.
Constant *siteOf(const Instruction &I, StringRef Object) {
  Module &M = *const_cast<Module *>(I.getModule());
  LLVMContext &C = M.getContext();
  auto *Pointer = PointerType::get(C, 0);
  auto *Number = Type::getInt32Ty(C);
  auto *Type = StructType::get(C, {Pointer, Pointer, Pointer, Number, Number, Pointer, Number, Number});
  const DILocation *Place = placeOf(I);
  std::string File;
  StringRef Function;
  unsigned Line = 0, Column = 0;
  if (Place) {
    File = Place->getFilename().str();
    if (!File.empty() && File.front() != '/' && !Place->getDirectory().empty())
      File = Place->getDirectory().str() + "/" + File;
    Line = Place->getLine();
    Column = Place->getColumn();
    if (const DISubprogram *Scope = Place->getScope()->getSubprogram())
      Function = Scope->getLinkageName().empty() ? Scope->getName() : Scope->getLinkageName();
  } else if (const DISubprogram *Scope = I.getFunction()->getSubprogram()) {
    File = Scope->getFilename().str();
    Line = Scope->getLine();
    Function = Scope->getName();
  }
  Constant *Value = ConstantStruct::get(
      Type, {text(M, File), text(M, Function), text(M, Object), ConstantInt::get(Number, Line),
             ConstantInt::get(Number, Column), ConstantPointerNull::get(Pointer),
             ConstantInt::get(Number, 0), ConstantInt::get(Number, 0)});
  return variable(M, Value, false, "scythe.check.site");
}

class Checker {
public:
  Checker(Function &F, Function *Access, Function *Index)
      : DL(F.getDataLayout()), Watch(Access), Complain(Index), Done(F.getContext().getMDKindID(Checked)) {}

  void run(const Access &A) {
    Value *Pointer = A.Where->getOperand(A.Operand);
    Origin From = originOf(Pointer);
    if (auto Object = variableAt(From.Base, DL)) {
      if (!A.Where->hasMetadata(Done))
        inside(A, From, *Object);
      // Private memory is not shared, and constants are not modified.
      if (Object->Kind != Local)
        return;
    }
    if (Watch)
      watch(A, From);
  }

private:
  const DataLayout &DL;
  Function *Watch;
  Function *Complain;
  unsigned Done;

  /// Checks an access against the size of its object. Bad ones are reported and redirected to the
  /// object's start.
  void inside(const Access &A, const Origin &From, const Variable &Object) {
    if (From.Base->getType()->isVectorTy())
      return;
    auto *Bytes = dyn_cast<ConstantInt>(A.Bytes);
    Value *Pointer = A.Where->getOperand(A.Operand);
    APInt Offset(DL.getIndexTypeSizeInBits(Pointer->getType()), 0);
    bool Constant =
        Pointer->stripAndAccumulateConstantOffsets(DL, Offset, true, /*AllowInvariantGroup=*/false) ==
        From.Base;
    if (Constant && Bytes && Offset.uge(0) && Offset.ule(Object.Bytes) &&
        Bytes->getValue().ule(Object.Bytes - Offset.getZExtValue()))
      return;
    // An access to a whole object with another size is type punning on purpose.
    if (From.Steps.empty())
      return;
    IRBuilder<> Builder(A.Where);
    auto *Number = Builder.getInt64Ty();
    Value *At = ConstantInt::get(Number, 0);
    for (GEPOperator *Step : From.Steps) {
      if (Step->getType()->isVectorTy())
        return;
      Value *By = emitGEPOffset(&Builder, DL, Step, /*NoAssumptions=*/true);
      At = Builder.CreateAdd(At, Builder.CreateSExtOrTrunc(By, Number));
    }
    Value *Limit = ConstantInt::get(Number, Object.Bytes);
    Value *Size = Builder.CreateZExtOrTrunc(A.Bytes, Number);
    Value *Bad;
    if (Bytes && Bytes->getValue().ule(Object.Bytes)) {
      Bad = Builder.CreateICmpUGT(At, ConstantInt::get(Number, Object.Bytes - Bytes->getZExtValue()));
    } else {
      Value *TooFar = Builder.CreateICmpUGT(At, Limit);
      Bad = Builder.CreateOr(TooFar, Builder.CreateICmpUGT(Size, Builder.CreateSub(Limit, At)));
    }
    Instruction *Cold = SplitBlockAndInsertIfThen(Bad, A.Where->getIterator(), false);
    Builder.SetInsertPoint(Cold);
    Builder.SetCurrentDebugLocation(A.Where->getDebugLoc());
    unsigned What = Object.Kind | (A.Flags & Write ? 0x100 : 0);
    Builder.CreateCall(Complain, {Builder.getInt32(What), At, Limit, siteOf(*A.Where, Object.Name)});
    Builder.SetInsertPoint(A.Where);
    Value *Clamped = Builder.CreateSelect(Bad, ConstantInt::get(Number, 0), At);
    Value *Base = Builder.CreateAddrSpaceCast(From.Base, Pointer->getType());
    A.Where->setOperand(A.Operand, Builder.CreateGEP(Builder.getInt8Ty(), Base, Clamped));
    A.Where->setMetadata(Done, MDNode::get(A.Where->getContext(), {}));
  }

  void watch(const Access &A, const Origin &From) {
    IRBuilder<> Builder(A.Where);
    Value *Pointer = A.Where->getOperand(A.Operand);
    Type *Plain = Builder.getPtrTy();
    Value *Base = From.Base->getType()->isVectorTy() ? Pointer : From.Base;
    Value *Arguments[] = {
        Builder.CreateAddrSpaceCast(Pointer, Plain), Builder.CreateAddrSpaceCast(Base, Plain),
        Builder.CreateZExtOrTrunc(A.Bytes, Watch->getFunctionType()->getParamType(2)),
        Builder.getInt32(A.Flags), siteOf(*A.Where, "")};
    Value *Allowed = Builder.CreateCall(Watch, Arguments);
    A.Where->setOperand(A.Operand, Builder.CreateAddrSpaceCast(Allowed, Pointer->getType()));
  }
};

} // namespace

extern "C" {

/// Instruments a function's memory accesses: accesses to a variable of known size are checked
/// against it (`index` is called for bad ones), all others call `access`, unless that is null, and
/// use the address that it returns.
void scytheCheckAccesses(LLVMValueRef function, LLVMValueRef access, LLVMValueRef index) {
  auto &F = *unwrap<Function>(function);
  SmallVector<Access, 32> Found;
  for (Instruction &I : instructions(F))
    collect(I, F.getDataLayout(), Found);
  Checker C(F, access ? unwrap<Function>(access) : nullptr, unwrap<Function>(index));
  for (const Access &A : Found)
    C.run(A);
}

/// Instruments host code: while `wanted` is not zero, it calls `access(ptr, size_t, i32 flags)` for
/// accesses to memory other than its own variables. Atomic accesses, by which programs wait, and
/// those of SYCL's headers are not instrumented.
void scytheCheckHost(LLVMModuleRef module, LLVMValueRef access, LLVMValueRef wanted) {
  Module &M = *unwrap(module);
  auto *Tell = unwrap<Function>(access);
  const DataLayout &DL = M.getDataLayout();
  for (Function &F : M) {
    const DISubprogram *Scope = F.getSubprogram();
    if (F.isDeclaration() || !Scope || Scope->getFilename().contains("include/sycl/") ||
        Scope->getFilename().contains("include/scythe/"))
      continue;
    SmallVector<Access, 32> Found;
    for (Instruction &I : instructions(F))
      collect(I, DL, Found);
    for (const Access &A : Found) {
      Value *Base = originOf(A.Where->getOperand(A.Operand)).Base;
      if (A.Flags & Atomic || isa<AllocaInst>(Base) || isa<Constant>(Base))
        continue;
      IRBuilder<> Builder(A.Where);
      Value *Now = Builder.CreateLoad(Builder.getInt32Ty(), unwrap(wanted));
      Value *Wanted = Builder.CreateICmpNE(Now, Builder.getInt32(0));
      Builder.SetInsertPoint(SplitBlockAndInsertIfThen(Wanted, A.Where->getIterator(), false));
      Builder.SetCurrentDebugLocation(A.Where->getDebugLoc());
      Builder.CreateCall(Tell, {A.Where->getOperand(A.Operand),
                                Builder.CreateZExtOrTrunc(A.Bytes, Builder.getInt64Ty()),
                                Builder.getInt32(A.Flags)});
    }
  }
}

/// The record of an instruction's place.
LLVMValueRef scytheCheckSite(LLVMValueRef instruction) {
  return wrap(siteOf(*unwrap<Instruction>(instruction), ""));
}

} // extern "C"
