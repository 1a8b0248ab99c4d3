// Modules as a whole. As thin as shim.cpp.
#include "parse_text.hpp"

#include "llvm-c/Core.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/CtorUtils.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

extern "C" {

/// Reads LLVM IR, as text or bitcode. With a data layout it is read for a machine with that layout:
/// a module without a machine, or for an abstract one, gets it before types are laid out. The input
/// must be followed by a NUL that is not counted: the parser of text requires it. Returns null and
/// LLVM's message, to be disposed of by the caller, for invalid input.
LLVMModuleRef scytheParse(LLVMContextRef context, const char *text, size_t length,
                          const char *name, const char *layout, char **message) {
  SMDiagnostic Complaint;
  auto Layout = [&](StringRef Triple, StringRef Old) -> std::optional<std::string> {
    bool Abstract = Triple.empty() || Triple.starts_with("spir");
    return layout && Abstract ? std::optional<std::string>(layout) : std::nullopt;
  };
  MemoryBufferRef Input(StringRef(text, length), name);
  auto *Bytes = reinterpret_cast<const unsigned char *>(text);
  std::unique_ptr<Module> M =
      isBitcode(Bytes, Bytes + length)
          ? parseIR(Input, Complaint, *unwrap(context), ParserCallbacks(Layout))
          : parseText(Input, Complaint, *unwrap(context), Layout);
  if (M)
    return wrap(M.release());
  std::string Text;
  raw_string_ostream Out(Text);
  Complaint.print(nullptr, Out, /*ShowColors=*/false);
  *message = LLVMCreateMessage(Text.c_str());
  return nullptr;
}

/// Removes a function from the lists of functions that are kept although they are unreferenced.
void scytheReleaseUsed(LLVMValueRef function) {
  auto *F = unwrap<Function>(function);
  removeFromUsedLists(*F->getParent(),
                      [F](Constant *C) { return C->stripPointerCasts() == F; });
  // The elements of a deleted list remain as constants.
  F->removeDeadConstantUsers();
}

/// Removes host-only parts from device code: COMDATs, and initialisers of variables that would run
/// at program start, with everything only they use. A sanitizer's own constructor stays.
void scytheForgetHost(LLVMModuleRef module) {
  Module &M = *unwrap(module);
  for (GlobalObject &Object : M.global_objects())
    Object.setComdat(nullptr);
  M.getComdatSymbolTable().clear();
  SmallPtrSet<const Constant *, 8> Initialised;
  if (GlobalVariable *List = M.getGlobalVariable("llvm.global_ctors"); List && List->hasInitializer())
    for (const Use &Entry : List->getInitializer()->operands())
      if (auto *Parts = dyn_cast<ConstantStruct>(Entry); Parts && Parts->getNumOperands() == 3)
        Initialised.insert(Parts->getOperand(2)->stripPointerCasts());
  optimizeGlobalCtorsList(
      M, [](uint32_t, Function *F) { return !F->getName().ends_with(".module_ctor"); });
  // SPIR-V cannot represent an empty list.
  if (GlobalVariable *List = M.getGlobalVariable("llvm.global_ctors");
      List && List->use_empty() && List->getValueType()->getArrayNumElements() == 0)
    List->eraseFromParent();
  removeFromUsedLists(
      M, [&](Constant *C) { return Initialised.contains(C->stripPointerCasts()); });
}

/// Reads bitcode except for the bodies of functions, which are not materialized; the module keeps a
/// copy of the bytes. Returns null and LLVM's message, to be disposed of by the caller, for invalid
/// bitcode.
LLVMModuleRef scytheReadSymbols(LLVMContextRef context, const char *bytes, size_t length,
                                const char *name, char **message) {
  auto Copy = MemoryBuffer::getMemBufferCopy(StringRef(bytes, length), name);
  auto M = getOwningLazyBitcodeModule(std::move(Copy), *unwrap(context));
  if (M)
    return wrap(M->release());
  *message = LLVMCreateMessage(toString(M.takeError()).c_str());
  return nullptr;
}

/// Restores information that a module lost in a round trip: data layout, triple, name, and the
/// attributes and metadata of functions.
void scytheAgreeOnTypes(LLVMModuleRef module) {
  Module &M = *unwrap(module);
  SmallVector<CallInst *, 16> Others;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallInst>(&I))
        if (auto *Callee = dyn_cast<Function>(Call->getCalledOperand()))
          if (Callee->getFunctionType() != Call->getFunctionType())
            Others.push_back(Call);
  const DataLayout &Layout = M.getDataLayout();
  for (CallInst *Call : Others) {
    auto *Callee = cast<Function>(Call->getCalledOperand());
    FunctionType *Type = Callee->getFunctionType();
    IRBuilder<> Builder(Call);
    // The bits of a value as another type of the same size.
    auto As = [&](Value *From, llvm::Type *To) -> Value * {
      if (From->getType() == To)
        return From;
      IRBuilder<> Start(&*Call->getFunction()->getEntryBlock().getFirstInsertionPt());
      AllocaInst *Place = Start.CreateAlloca(To);
      Place->setAlignment(std::max(Layout.getPrefTypeAlign(To), Layout.getPrefTypeAlign(From->getType())));
      Builder.CreateStore(From, Place);
      return Builder.CreateLoad(To, Place);
    };
    auto SameSize = [&](llvm::Type *A, llvm::Type *B) {
      return A == B || (A->isSized() && B->isSized() && Layout.getTypeAllocSize(A) == Layout.getTypeAllocSize(B));
    };
    bool Fits = Type->getNumParams() == Call->arg_size() && !Type->isVarArg() &&
                SameSize(Type->getReturnType(), Call->getType());
    for (unsigned I = 0; Fits && I < Call->arg_size(); ++I)
      Fits = SameSize(Type->getParamType(I), Call->getArgOperand(I)->getType());
    if (!Fits)
      continue;
    SmallVector<Value *, 8> Arguments;
    for (unsigned I = 0; I < Call->arg_size(); ++I)
      Arguments.push_back(As(Call->getArgOperand(I), Type->getParamType(I)));
    CallInst *New = Builder.CreateCall(Type, Callee, Arguments);
    New->setAttributes(Call->getAttributes());
    New->setCallingConv(Call->getCallingConv());
    New->setDebugLoc(Call->getDebugLoc());
    if (!Call->getType()->isVoidTy())
      Call->replaceAllUsesWith(As(New, Call->getType()));
    Call->eraseFromParent();
  }
}

void scytheRestoreFacts(LLVMModuleRef from, LLVMModuleRef to) {
  Module &Old = *unwrap(from), &New = *unwrap(to);
  New.setDataLayout(Old.getDataLayout());
  New.setTargetTriple(Old.getTargetTriple());
  New.setModuleIdentifier(Old.getModuleIdentifier());
  New.setSourceFileName(Old.getSourceFileName());
  for (Function &F : New) {
    Function *Same = Old.getFunction(F.getName());
    if (!Same || Same->getFunctionType() != F.getFunctionType())
      continue;
    F.setAttributes(Same->getAttributes());
    SmallVector<std::pair<unsigned, MDNode *>, 4> Attached;
    Same->getAllMetadata(Attached);
    for (auto [Kind, Node] : Attached)
      if (Kind != LLVMContext::MD_dbg && !F.getMetadata(Kind))
        F.setMetadata(Kind, Node);
  }
  for (GlobalVariable &G : New.globals())
    if (GlobalVariable *Same = Old.getNamedGlobal(G.getName()))
      G.setAttributes(Same->getAttributes());
  // Named metadata of the work-item passes.
  for (NamedMDNode &Note : Old.named_metadata())
    if (Note.getName().starts_with("mux-") && !New.getNamedMetadata(Note.getName()))
      for (MDNode *Node : Note.operands())
        New.getOrInsertNamedMetadata(Note.getName())->addOperand(Node);
}

} // extern "C"
