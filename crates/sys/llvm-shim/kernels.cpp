// What the work-item passes need beyond LLVM's C API: constants, attributes, metadata and debug
// information of kernels. As thin as shim.cpp.
#include "addresses.hpp"
#include "llvm-c/Core.h"
#include "llvm-c/TargetMachine.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

extern "C" {

/// The constant of a scalable vector type whose every lane is `value`.
LLVMValueRef scytheSplatScalable(LLVMValueRef value, unsigned lanes) {
  return wrap(ConstantVector::getSplat(ElementCount::getScalable(lanes), unwrap<Constant>(value)));
}

/// Marks `function` as not writing memory.
void scytheSetReadsOnly(LLVMValueRef function) {
  unwrap<Function>(function)->setOnlyReadsMemory();
}

/// Marks `function` as neither reading nor writing memory.
void scytheSetReadsNothing(LLVMValueRef function) {
  unwrap<Function>(function)->setDoesNotAccessMemory();
}

/// Sets the metadata `name` of `function`: a tuple of i32, which replaces a previous one.
void scytheSetNumbers(LLVMValueRef function, const char *name, const int32_t *numbers,
                      size_t count) {
  Function *F = unwrap<Function>(function);
  auto *I32 = Type::getInt32Ty(F->getContext());
  SmallVector<Metadata *, 8> Operands;
  for (size_t I = 0; I < count; ++I)
    Operands.push_back(ConstantAsMetadata::get(ConstantInt::getSigned(I32, numbers[I])));
  F->setMetadata(name, MDNode::get(F->getContext(), Operands));
}

/// Visits the integers of a metadata tuple, of any width; false if `function` has no such metadata
/// or it contains anything else.
bool scytheVisitNumbers(LLVMValueRef function, const char *name, void (*visit)(int64_t, void *),
                        void *user) {
  MDNode *Node = unwrap<Function>(function)->getMetadata(name);
  if (!Node)
    return false;
  for (const MDOperand &Operand : Node->operands())
    if (!mdconst::dyn_extract_or_null<ConstantInt>(Operand))
      return false;
  for (const MDOperand &Operand : Node->operands())
    visit(mdconst::extract<ConstantInt>(Operand)->getSExtValue(), user);
  return true;
}

/// Copies all metadata of `from` to `to` except debug information.
void scytheCopyMetadata(LLVMValueRef from, LLVMValueRef to) {
  Function *To = unwrap<Function>(to);
  SmallVector<std::pair<unsigned, MDNode *>, 8> All;
  unwrap<Function>(from)->getAllMetadata(All);
  for (auto [Kind, Node] : All)
    if (Kind != LLVMContext::MD_dbg)
      To->addMetadata(Kind, *Node);
}

/// Replaces `call` by a call of `callee`: the same arguments, then `count` more, which get the
/// attributes of the callee's parameters. Other properties of the call stay, except for those about
/// memory: the added arguments are read.
LLVMValueRef scytheExtendCall(LLVMValueRef call, LLVMValueRef callee, const LLVMValueRef *extra,
                              unsigned count) {
  auto *Old = unwrap<CallBase>(call);
  Function *Callee = unwrap<Function>(callee);
  SmallVector<Value *, 8> Arguments(Old->args());
  for (unsigned I = 0; I < count; ++I)
    Arguments.push_back(unwrap(extra[I]));
  SmallVector<OperandBundleDef, 1> Bundles;
  Old->getOperandBundlesAsDefs(Bundles);
  CallBase *New;
  if (auto *Invoke = dyn_cast<InvokeInst>(Old)) {
    New = InvokeInst::Create(Callee->getFunctionType(), Callee, Invoke->getNormalDest(),
                             Invoke->getUnwindDest(), Arguments, Bundles, "", Old->getIterator());
  } else {
    auto *NewCall = CallInst::Create(Callee->getFunctionType(), Callee, Arguments, Bundles, "",
                                     Old->getIterator());
    // A tail call may not pass pointers into the caller's frame, but these point to a frame above.
    NewCall->setTailCallKind(cast<CallInst>(Old)->getTailCallKind());
    New = NewCall;
  }
  AttributeList Attributes = Old->getAttributes();
  LLVMContext &C = Old->getContext();
  for (unsigned I = 0, First = Old->arg_size(); I < count; ++I)
    Attributes = Attributes.addParamAttributes(
        C, First + I, AttrBuilder(C, Callee->getAttributes().getParamAttrs(First + I)));
  New->setAttributes(Attributes.removeFnAttribute(C, Attribute::Memory));
  New->setCallingConv(Old->getCallingConv());
  New->copyMetadata(*Old);
  New->takeName(Old);
  Old->replaceAllUsesWith(New);
  Old->eraseFromParent();
  return wrap(New);
}

/// Gives a call the calling convention of its callee and its attributes: those of parameters, and
/// those of the function itself if requested.
void scytheCallLikeCallee(LLVMValueRef call, bool functionAttributes) {
  auto *Call = unwrap<CallBase>(call);
  AttributeList Attributes = Call->getCalledFunction()->getAttributes();
  if (!functionAttributes)
    Attributes = Attributes.removeFnAttributes(Call->getContext());
  // The function may lose these attributes later, and calls would keep them.
  for (Attribute::AttrKind Own : {Attribute::NoInline, Attribute::OptimizeNone})
    Attributes = Attributes.removeFnAttribute(Call->getContext(), Own);
  Call->setAttributes(Attributes);
  Call->setCallingConv(Call->getCalledFunction()->getCallingConv());
}

/// LLVM's error message about a pipeline, to be disposed of by the caller; null if there is none.
/// The machine may be null.
char *scytheCheckPasses(const char *text, LLVMTargetMachineRef machine) {
  PassBuilder Builder(reinterpret_cast<TargetMachine *>(machine));
  scythe::registerOwnPasses(Builder);
  ModulePassManager Passes;
  if (Error Complaint = Builder.parsePassPipeline(Passes, text))
    return LLVMCreateMessage(toString(std::move(Complaint)).c_str());
  return nullptr;
}

} // extern "C"
