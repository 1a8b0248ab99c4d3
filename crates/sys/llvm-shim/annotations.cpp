// Annotations of functions and variables, `__attribute__((annotate("mark", arguments...)))`. As thin as shim.cpp.
#include "llvm-c/Core.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace {

/// A row of `llvm.global.annotations`: function or variable, mark, file, line, arguments.
struct Row {
  GlobalObject *Annotated;
  Constant *Arguments;
};

bool hasMark(const ConstantStruct &Entry, StringRef Mark) {
  auto *Text = dyn_cast<GlobalVariable>(Entry.getOperand(1)->stripPointerCasts());
  auto *Data = Text && Text->hasInitializer()
                   ? dyn_cast<ConstantDataSequential>(Text->getInitializer())
                   : nullptr;
  return Data && Data->isCString() && Data->getAsCString() == Mark;
}

/// The variable's initializer, if the value is a pointer to one.
Constant *pointee(Value *Pointer) {
  auto *Variable = dyn_cast<GlobalVariable>(Pointer->stripPointerCasts());
  return Variable && Variable->hasInitializer() ? Variable->getInitializer() : nullptr;
}

/// Adds the private variables that only annotations refer to, directly or through their arguments.
void collectTexts(Constant *From, SmallSetVector<GlobalVariable *, 32> &Texts) {
  for (Use &Operand : From->operands()) {
    auto *Variable = dyn_cast<GlobalVariable>(Operand->stripPointerCasts());
    if (Variable && Variable->hasPrivateLinkage() && Texts.insert(Variable) &&
        Variable->hasInitializer())
      collectTexts(Variable->getInitializer(), Texts);
  }
}

} // namespace

extern "C" {

/// Removes the annotation `mark` from all functions and variables, and visits them with the
/// annotation's arguments, a constant struct or null; one with several such annotations is visited
/// several times. Other annotations stay.
void scytheTakeAnnotated(LLVMModuleRef module, const char *mark,
                         void (*visit)(LLVMValueRef, LLVMValueRef, void *), void *user) {
  Module &M = *unwrap(module);
  GlobalVariable *All = M.getGlobalVariable("llvm.global.annotations");
  auto *List = All ? dyn_cast<ConstantArray>(All->getInitializer()) : nullptr;
  if (!List)
    return;
  SmallVector<Constant *, 16> Others;
  SmallVector<Row, 16> Marked;
  SmallSetVector<GlobalVariable *, 32> Texts;
  for (const Use &Operand : List->operands()) {
    auto *Entry = dyn_cast<ConstantStruct>(Operand.get());
    if (!Entry || Entry->getNumOperands() < 2 || !hasMark(*Entry, mark)) {
      Others.push_back(cast<Constant>(Operand.get()));
      continue;
    }
    collectTexts(Entry, Texts);
    auto *Target = cast<Constant>(Entry->getOperand(0))->stripPointerCastsAndAliases();
    if (auto *O = const_cast<GlobalObject *>(dyn_cast<GlobalObject>(Target)))
      Marked.push_back({O, Entry->getNumOperands() > 4 ? pointee(Entry->getOperand(4)) : nullptr});
  }
  if (Others.size() == List->getNumOperands())
    return;
  for (const Row &R : Marked)
    visit(wrap(R.Annotated), wrap(R.Arguments), user);

  Type *RowType = List->getType()->getElementType();
  std::string Section = All->getSection().str();
  All->eraseFromParent();
  if (!Others.empty()) {
    Constant *Kept = ConstantArray::get(ArrayType::get(RowType, Others.size()), Others);
    auto *New = new GlobalVariable(M, Kept->getType(), false, GlobalValue::AppendingLinkage, Kept,
                                   "llvm.global.annotations");
    New->setSection(Section);
  }
  // If the list has another address space than functions, it contains casts of them.
  for (const Row &R : Marked)
    R.Annotated->removeDeadConstantUsers();
  // The texts of one annotation may only become unused when another's are removed.
  while (Texts.remove_if([](GlobalVariable *Text) {
    Text->removeDeadConstantUsers();
    bool Unused = Text->use_empty();
    if (Unused)
      Text->eraseFromParent();
    return Unused;
  }))
    ;
}

} // extern "C"
