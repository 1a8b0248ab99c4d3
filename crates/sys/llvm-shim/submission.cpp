// Preparation of host code for the analysis of kernel launches. As thin as shim.cpp.
#include "llvm-c/Core.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

extern "C" {

/// A copy of a module in which only the given functions have bodies, and only constants have
/// values. Aliases of functions are replaced by their targets.
LLVMModuleRef scytheCopyFunctions(LLVMModuleRef module, const LLVMValueRef *functions,
                                  size_t count) {
  Module &M = *unwrap(module);
  SmallPtrSet<const GlobalValue *, 32> Kept;
  for (size_t I = 0; I < count; ++I)
    Kept.insert(unwrap<Function>(functions[I]));
  ValueToValueMapTy Map;
  std::unique_ptr<Module> Copy = CloneModule(M, Map, [&](const GlobalValue *G) {
    auto *Variable = dyn_cast<GlobalVariable>(G);
    return Variable ? Variable->isConstant() && Variable->hasDefinitiveInitializer()
                    : Kept.contains(G);
  });
  for (const GlobalAlias &A : M.aliases()) {
    auto *Base = dyn_cast_or_null<Function>(A.getAliaseeObject());
    auto *Declared = dyn_cast_or_null<GlobalValue>(static_cast<Value *>(Map.lookup(&A)));
    Value *Target = Base ? static_cast<Value *>(Map.lookup(Base)) : nullptr;
    if (Declared && Target && Declared->getType() == Target->getType()) {
      Declared->replaceAllUsesWith(Target);
      Declared->eraseFromParent();
    }
  }
  return wrap(Copy.release());
}

/// Drops information for code generation and debuggers: metadata other than locations, and
/// assumptions.
void scytheDropHints(LLVMValueRef function) {
  for (Instruction &I : make_early_inc_range(instructions(unwrap<Function>(function)))) {
    I.dropUnknownNonDebugMetadata();
    auto *Call = dyn_cast<IntrinsicInst>(&I);
    if (!Call)
      continue;
    switch (Call->getIntrinsicID()) {
    case Intrinsic::assume:
    case Intrinsic::experimental_noalias_scope_decl:
      Call->eraseFromParent();
      break;
    default:
      break;
    }
  }
}

/// Removes all attributes of a function itself; those of its parameters stay.
void scytheDropFunctionAttributes(LLVMValueRef function) {
  auto *F = unwrap<Function>(function);
  F->setAttributes(F->getAttributes().removeFnAttributes(F->getContext()));
}

/// Turns a function into a declaration.
void scytheDropBody(LLVMValueRef function) {
  auto *F = unwrap<Function>(function);
  F->deleteBody();
  F->setComdat(nullptr);
}

/// Whether a function has calls that are not visible in its text, or accesses memory that threads
/// share.
bool scytheIsIntricate(LLVMValueRef function) {
  return any_of(instructions(unwrap<Function>(function)), [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    return I.isAtomic() || (Call && (Call->isIndirectCall() || Call->isInlineAsm()));
  });
}

/// Whether a function calls one that may return twice, such as setjmp.
bool scytheReturnsTwiceInside(LLVMValueRef function) {
  return unwrap<Function>(function)->callsFunctionThatReturnsTwice();
}

/// Inserts calls of unknown functions where memory may change without a visible write: in place of
/// volatile and atomic loads and volatile copies, and before calls that may return twice, where
/// they get the addresses of all variables.
void scytheHideChanges(LLVMValueRef function) {
  auto *F = unwrap<Function>(function);
  Module &M = *F->getParent();
  LLVMContext &Context = M.getContext();
  SmallVector<Instruction *, 8> Loads, Copies, Twice;
  SmallVector<Value *, 16> Variables;
  for (Instruction &I : instructions(F)) {
    auto *Load = dyn_cast<LoadInst>(&I);
    auto *Copy = dyn_cast<MemTransferInst>(&I);
    auto *Call = dyn_cast<CallBase>(&I);
    if (isa<AllocaInst>(&I))
      Variables.push_back(&I);
    else if (Load && !Load->isSimple())
      Loads.push_back(Load);
    else if (Copy && Copy->isVolatile())
      Copies.push_back(Copy);
    else if (Call && Call->hasFnAttr(Attribute::ReturnsTwice))
      Twice.push_back(Call);
  }
  for (Instruction *I : Loads) {
    // One function for each type.
    std::string Name = "scythe.changing.";
    raw_string_ostream(Name) << *I->getType();
    Value *Address = I->getOperand(0);
    FunctionCallee Read = M.getOrInsertFunction(
        Name, FunctionType::get(I->getType(), {Address->getType()}, false));
    auto *Call = CallInst::Create(Read, {Address}, "", I->getIterator());
    Call->setDebugLoc(I->getDebugLoc());
    I->replaceAllUsesWith(Call);
    I->eraseFromParent();
  }
  FunctionCallee Any = M.getOrInsertFunction(
      "scythe.changing", FunctionType::get(Type::getVoidTy(Context), true));
  for (Instruction *I : Copies) {
    auto *Copy = cast<MemTransferInst>(I);
    auto *Call = CallInst::Create(Any, {Copy->getRawDest(), Copy->getRawSource()}, "",
                                  I->getIterator());
    Call->setDebugLoc(I->getDebugLoc());
    I->eraseFromParent();
  }
  for (Instruction *I : Twice) {
    auto *Call = CallInst::Create(Any, Variables, "", I->getIterator());
    Call->setDebugLoc(I->getDebugLoc());
  }
}

/// Turns constants that are larger than a number and contain no addresses into arrays of bytes.
/// Padding becomes zero.
void scytheFlattenConstants(LLVMModuleRef module) {
  constexpr uint64_t Most = 4096;
  Module &M = *unwrap(module);
  const DataLayout &Layout = M.getDataLayout();
  Type *Byte = Type::getInt8Ty(M.getContext());
  SmallVector<GlobalVariable *, 8> Structs;
  for (GlobalVariable &G : M.globals())
    if (G.isConstant() && G.hasDefinitiveInitializer() && G.getValueType()->isStructTy() &&
        Layout.getTypeAllocSize(G.getValueType()) <= Most)
      Structs.push_back(&G);
  for (GlobalVariable *G : Structs) {
    SmallVector<uint8_t, 64> Bytes;
    for (uint64_t I = 0, End = Layout.getTypeAllocSize(G->getValueType()); I < End; ++I) {
      Constant *C = ConstantFoldLoadFromConst(G->getInitializer(), Byte, APInt(64, I), Layout);
      auto *Number = dyn_cast_or_null<ConstantInt>(C);
      if (!Number && !isa_and_nonnull<UndefValue>(C))
        break;
      Bytes.push_back(Number ? Number->getZExtValue() : 0);
    }
    if (Bytes.size() != Layout.getTypeAllocSize(G->getValueType()))
      continue;
    Constant *Value = ConstantDataArray::get(M.getContext(), Bytes);
    auto *New = new GlobalVariable(M, Value->getType(), true, G->getLinkage(), Value, "", G,
                                   G->getThreadLocalMode(), G->getAddressSpace());
    New->setAlignment(G->getAlign());
    New->takeName(G);
    G->replaceAllUsesWith(New);
    G->eraseFromParent();
  }
}

/// Visits the annotations of variables, `llvm.var.annotation`, in all functions, with their texts.
void scytheVisitVariableAnnotations(LLVMModuleRef module,
                                    void (*visit)(LLVMValueRef, const char *, size_t, void *),
                                    void *user) {
  for (Function &F : *unwrap(module)) {
    if (F.getIntrinsicID() != Intrinsic::var_annotation)
      continue;
    for (llvm::User *U : make_early_inc_range(F.users())) {
      auto *Call = dyn_cast<CallBase>(U);
      StringRef Text;
      auto *Variable =
          Call ? dyn_cast<GlobalVariable>(Call->getArgOperand(1)->stripPointerCasts()) : nullptr;
      if (Variable && Variable->hasInitializer())
        if (auto *Data = dyn_cast<ConstantDataSequential>(Variable->getInitializer()))
          if (Data->isCString())
            Text = Data->getAsCString();
      if (Call)
        visit(wrap(Call), Text.data(), Text.size(), user);
    }
  }
}

/// File, line and column of the outermost call that an instruction was inlined through, or of
/// itself; null if it has no location.
const char *scytheOutermostPlace(LLVMValueRef instruction, size_t *length, unsigned *line,
                                 unsigned *column) {
  const DILocation *Place = unwrap<Instruction>(instruction)->getDebugLoc();
  if (!Place)
    return nullptr;
  while (const DILocation *Caller = Place->getInlinedAt())
    Place = Caller;
  *line = Place->getLine();
  *column = Place->getColumn();
  *length = Place->getFilename().size();
  return Place->getFilename().data();
}

/// Calls `visit` for the source location of an instruction and of the calls that it was inlined
/// through, innermost first.
void scytheEachPlace(LLVMValueRef instruction,
                     void (*visit)(const char *file, size_t length, unsigned line, unsigned column,
                                   void *user),
                     void *user) {
  const DILocation *Place = unwrap<Instruction>(instruction)->getDebugLoc();
  for (; Place; Place = Place->getInlinedAt()) {
    // Clang removes the common prefix of name and directory.
    std::string File = Place->getFilename().str();
    if (!File.empty() && File.front() != '/' && !Place->getDirectory().empty())
      File = Place->getDirectory().str() + "/" + File;
    visit(File.data(), File.size(), Place->getLine(), Place->getColumn(), user);
  }
}

} // extern "C"
