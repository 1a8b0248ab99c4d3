// Variables of modules, their users, and references of functions. As thin as shim.cpp.
#include "llvm-c/Core.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace {

/// Adds all functions that `root` refers to through constants and initial values of variables.
void addFunctions(const Value *root, SmallPtrSetImpl<const Value *> &seen,
                  SetVector<Function *> &found) {
  SmallVector<const Value *, 16> Open{root};
  while (!Open.empty()) {
    const Value *V = Open.pop_back_val();
    if (!isa<Constant>(V) || !seen.insert(V).second)
      continue;
    if (auto *F = dyn_cast<Function>(V)) {
      found.insert(const_cast<Function *>(F));
      continue;
    }
    for (const Use &Operand : cast<User>(V)->operands())
      Open.push_back(Operand.get());
  }
}

} // namespace

extern "C" {

/// Replaces constants that are computed from `global` by instructions, so that its users are
/// instructions and the initial values of other variables.
void scytheExpandConstants(LLVMValueRef global) {
  convertUsersOfConstantsToInstructions({unwrap<Constant>(global)});
}

/// Visits every user of `global` through any number of constants: instructions once each, and null
/// for users that are not instructions.
void scytheVisitUsers(LLVMValueRef global, void (*visit)(LLVMValueRef, void *), void *user) {
  SmallPtrSet<const llvm::User *, 16> Seen;
  SmallVector<llvm::User *, 16> Open(unwrap(global)->users());
  SmallVector<LLVMValueRef, 16> Found;
  bool Other = false;
  while (!Open.empty()) {
    llvm::User *U = Open.pop_back_val();
    if (!Seen.insert(U).second)
      continue;
    if (isa<Instruction>(U))
      Found.push_back(wrap(U));
    else if (isa<GlobalValue>(U))
      Other = true;
    else
      Open.append(U->user_begin(), U->user_end());
  }
  // The list of users is in reverse order.
  for (LLVMValueRef I : reverse(Found))
    visit(I, user);
  if (Other)
    visit(nullptr, user);
}

/// Visits the functions that `function` refers to: calls and addresses.
void scytheVisitReferences(LLVMValueRef function, void (*visit)(LLVMValueRef, void *), void *user) {
  Function *F = unwrap<Function>(function);
  SmallPtrSet<const Value *, 32> Seen;
  SetVector<Function *> Found;
  for (const Use &Operand : F->operands())
    addFunctions(Operand.get(), Seen, Found);
  for (const Instruction &I : instructions(F))
    for (const Use &Operand : I.operands())
      addFunctions(Operand.get(), Seen, Found);
  for (Function *Each : Found)
    visit(wrap(Each), user);
}

/// Visits the functions that metadata links `function` to: a scalar kernel and its vector versions.
void scytheVisitLinks(LLVMValueRef function, void (*visit)(LLVMValueRef, void *), void *user) {
  Function *F = unwrap<Function>(function);
  for (const char *Link : {"codeplay_ca_vecz.base", "codeplay_ca_vecz.derived"}) {
    SmallVector<MDNode *, 4> Nodes;
    F->getMetadata(Link, Nodes);
    for (MDNode *Node : Nodes)
      for (const MDOperand &Operand : Node->operands())
        if (auto *Linked = mdconst::dyn_extract_or_null<Function>(Operand))
          visit(wrap(Linked), user);
  }
}

/// Visits the functions that the initial value of a variable refers to.
void scytheVisitInitializer(LLVMValueRef global, void (*visit)(LLVMValueRef, void *), void *user) {
  SmallPtrSet<const Value *, 32> Seen;
  SetVector<Function *> Found;
  auto *G = unwrap<GlobalVariable>(global);
  if (G->hasInitializer())
    addFunctions(G->getInitializer(), Seen, Found);
  for (Function *Each : Found)
    visit(wrap(Each), user);
}

/// Deletes functions together with their users, which are other ones of them or metadata.
void scytheEraseFunctions(const LLVMValueRef *functions, size_t count) {
  SmallPtrSet<const Constant *, 8> Gone;
  for (size_t I = 0; I < count; ++I) {
    unwrap<Function>(functions[I])->dropAllReferences();
    Gone.insert(unwrap<Function>(functions[I]));
  }
  if (count > 0)
    removeFromUsedLists(*unwrap<Function>(functions[0])->getParent(),
                        [&](Constant *C) { return Gone.contains(C->stripPointerCasts()); });
  for (size_t I = 0; I < count; ++I) {
    Function *F = unwrap<Function>(functions[I]);
    F->removeDeadConstantUsers();
    F->replaceAllUsesWith(PoisonValue::get(F->getType()));
    F->eraseFromParent();
  }
}

/// The address space of a variable.
unsigned scytheAddressSpace(LLVMValueRef global) {
  return unwrap<GlobalVariable>(global)->getAddressSpace();
}

/// The alignment of a variable: the explicit one, or that of its type if it is larger.
uint64_t scytheVariableAlign(LLVMValueRef global) {
  auto *G = unwrap<GlobalVariable>(global);
  const DataLayout &Layout = G->getDataLayout();
  Align Needed = std::max(G->getAlign().valueOrOne(), Layout.getABITypeAlign(G->getValueType()));
  return Needed.value();
}

/// Visits the kernels in `!opencl.kernels`, each with its required work-group size, or null.
void scytheVisitListedKernels(LLVMModuleRef module,
                              void (*visit)(LLVMValueRef, const int32_t *, void *), void *user) {
  NamedMDNode *List = unwrap(module)->getNamedMetadata("opencl.kernels");
  if (!List)
    return;
  for (MDNode *Node : List->operands()) {
    if (Node->getNumOperands() == 0)
      continue;
    auto *Kernel = mdconst::dyn_extract_or_null<Function>(Node->getOperand(0));
    if (!Kernel)
      continue;
    int32_t Sizes[3];
    bool Found = false;
    for (const MDOperand &Operand : drop_begin(Node->operands())) {
      auto *Fact = dyn_cast_or_null<MDNode>(Operand.get());
      if (!Fact || Fact->getNumOperands() != 4)
        continue;
      auto *Name = dyn_cast<MDString>(Fact->getOperand(0));
      if (!Name || Name->getString() != "reqd_work_group_size")
        continue;
      Found = true;
      for (unsigned I = 0; I < 3; ++I) {
        auto *Size = mdconst::dyn_extract_or_null<ConstantInt>(Fact->getOperand(I + 1));
        Found &= Size != nullptr;
        Sizes[I] = Size ? static_cast<int32_t>(Size->getZExtValue()) : 0;
      }
    }
    visit(wrap(Kernel), Found ? Sizes : nullptr, user);
  }
}

/// Adds debug information for a variable of the module that now is `offset` bytes into the local
/// variable `storage` of `function`. Does nothing without debug information.
void scytheDescribeLocal(LLVMValueRef function, LLVMValueRef storage, LLVMValueRef global,
                         uint64_t offset) {
  Function *F = unwrap<Function>(function);
  DISubprogram *Scope = F->getSubprogram();
  SmallVector<DIGlobalVariableExpression *, 1> Facts;
  unwrap<GlobalVariable>(global)->getDebugInfo(Facts);
  if (!Scope || Facts.empty())
    return;
  LLVMContext &C = F->getContext();
  DIBuilder Builder(*F->getParent(), /*AllowUnresolved=*/false, Scope->getUnit());
  auto *Place = DIExpression::get(C, {dwarf::DW_OP_plus_uconst, offset});
  for (DIGlobalVariableExpression *Fact : Facts) {
    DIGlobalVariable *Old = Fact->getVariable();
    auto *New = Builder.createAutoVariable(Scope, Old->getName(), Old->getFile(), Old->getLine(),
                                           Old->getType());
    Builder.insertDeclare(unwrap(storage), New, Place,
                          DILocation::get(C, Old->getLine(), 0, Scope),
                          F->getEntryBlock().getTerminator()->getIterator());
  }
}

/// Reads `size` bytes of constant memory at `pointer`. False if they are not known, or depend on
/// addresses.
bool scytheBytesAt(LLVMModuleRef module, LLVMValueRef pointer, uint8_t *bytes, size_t size) {
  auto *Address = dyn_cast<Constant>(unwrap(pointer));
  if (!Address)
    return false;
  const DataLayout &Layout = unwrap(module)->getDataLayout();
  Type *Byte = Type::getInt8Ty(Address->getContext());
  unsigned Bits = Layout.getIndexTypeSizeInBits(Address->getType());
  for (size_t I = 0; I < size; ++I) {
    Constant *Value = ConstantFoldLoadFromConstPtr(Address, Byte, APInt(Bits, I), Layout);
    // Padding may have any value.
    if (auto *Known = dyn_cast_or_null<ConstantInt>(Value))
      bytes[I] = static_cast<uint8_t>(Known->getZExtValue());
    else if (Value && isa<UndefValue>(Value))
      bytes[I] = 0;
    else
      return false;
  }
  return true;
}

/// Deletes an unused variable, with its entries in compile units.
void scytheEraseVariable(LLVMValueRef global) {
  auto *G = unwrap<GlobalVariable>(global);
  SmallVector<DIGlobalVariableExpression *, 1> Facts;
  G->getDebugInfo(Facts);
  for (DICompileUnit *Unit : G->getParent()->debug_compile_units()) {
    SmallVector<Metadata *, 8> Kept;
    for (DIGlobalVariableExpression *Each : Unit->getGlobalVariables())
      if (!is_contained(Facts, Each))
        Kept.push_back(Each);
    if (!Facts.empty())
      Unit->replaceGlobalVariables(MDTuple::get(G->getContext(), Kept));
  }
  G->eraseFromParent();
}

} // extern "C"
