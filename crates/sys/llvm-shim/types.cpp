// Types of values: target types, and types that a device lacks.
#include "llvm-c/Core.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/LowerMemIntrinsics.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace {

/// Replaces SPIR-V's types on targets that do not have them.
class Remapper final : public ValueMapTypeRemapper {
  DenseMap<Type *, Type *> Known;
  Type *Image, *Sampler, *Event;

  Type *computed(Type *T) {
    if (auto *Own = dyn_cast<TargetExtType>(T)) {
      if (Own->getName() == "spirv.Image" && Image)
        return Image;
      if (Own->getName() == "spirv.Sampler" && Sampler)
        return Sampler;
      if (Own->getName() == "spirv.Event" && Event)
        return Event;
      return T;
    }
    if (auto *Array = dyn_cast<ArrayType>(T))
      return ArrayType::get(remapType(Array->getElementType()), Array->getNumElements());
    if (auto *Function = dyn_cast<FunctionType>(T)) {
      SmallVector<Type *, 8> Parameters;
      for (Type *P : Function->params())
        Parameters.push_back(remapType(P));
      return FunctionType::get(remapType(Function->getReturnType()), Parameters,
                               Function->isVarArg());
    }
    auto *Struct = dyn_cast<StructType>(T);
    if (!Struct || Struct->isOpaque())
      return T;
    SmallVector<Type *, 8> Members;
    for (Type *M : Struct->elements())
      Members.push_back(remapType(M));
    if (Struct->elements().equals(Members))
      return T;
    if (Struct->isLiteral())
      return StructType::get(T->getContext(), Members, Struct->isPacked());
    return StructType::create(T->getContext(), Members, Struct->getName(), Struct->isPacked());
  }

public:
  Remapper(Type *Image, Type *Sampler, Type *Event)
      : Image(Image), Sampler(Sampler), Event(Event) {}

  Type *remapType(Type *T) override {
    if (Type *Found = Known.lookup(T))
      return Found;
    Type *To = computed(T);
    Known[T] = To;
    return To;
  }

  AttributeList remapped(const AttributeList &Attributes, LLVMContext &C, unsigned Parameters) {
    AttributeList Out = Attributes;
    for (unsigned I = 0; I != Parameters; ++I)
      for (Attribute A : Attributes.getParamAttrs(I))
        if (A.isTypeAttribute() && A.getValueAsType())
          Out = Out.removeParamAttribute(C, I, A.getKindAsEnum())
                    .addParamAttribute(C, I,
                                       Attribute::get(C, A.getKindAsEnum(),
                                                      remapType(A.getValueAsType())));
    return Out;
  }
};

/// Replaces a function by one with another type.
void replace(Function &F, FunctionType *Type, Remapper &Types, ValueToValueMapTy &Values) {
  Function *To = Function::Create(Type, F.getLinkage(), F.getAddressSpace());
  F.getParent()->getFunctionList().insert(F.getIterator(), To);
  To->copyAttributesFrom(&F);
  To->setAttributes(Types.remapped(F.getAttributes(), F.getContext(), F.arg_size()));
  To->setComdat(F.getComdat());
  To->takeName(&F);
  To->splice(To->begin(), &F);
  To->copyMetadata(&F, 0);
  F.clearMetadata();
  for (auto [Old, New] : zip(F.args(), To->args())) {
    New.takeName(&Old);
    Values[&Old] = &New;
  }
  F.replaceAllUsesWith(To);
}

void replace(GlobalVariable &G, Type *Type, Remapper &Types, ValueToValueMapTy &Values) {
  Constant *Value =
      G.hasInitializer() ? MapValue(G.getInitializer(), Values, RF_None, &Types) : nullptr;
  auto *To = new GlobalVariable(*G.getParent(), Type, G.isConstant(), G.getLinkage(), Value, "",
                                &G, G.getThreadLocalMode(), G.getAddressSpace());
  To->copyAttributesFrom(&G);
  To->setComdat(G.getComdat());
  To->takeName(&G);
  To->copyMetadata(&G, 0);
  G.replaceAllUsesWith(To);
}

/// The types that an instruction names itself, besides those of its operands.
std::pair<Type *, AttributeList> named(const Instruction &I) {
  if (auto *A = dyn_cast<AllocaInst>(&I))
    return {A->getAllocatedType(), {}};
  if (auto *G = dyn_cast<GetElementPtrInst>(&I))
    return {G->getSourceElementType(), {}};
  if (auto *Call = dyn_cast<CallBase>(&I))
    return {Call->getFunctionType(), Call->getAttributes()};
  return {I.getType(), {}};
}

/// A metadata node whose constants have the new types.
MDNode *remapped(MDNode *N, Remapper &Types, ValueToValueMapTy &Values) {
  SmallVector<Metadata *, 8> Operands;
  bool Changed = false;
  for (const MDOperand &Operand : N->operands()) {
    Metadata *To = Operand;
    if (auto *C = dyn_cast_or_null<ConstantAsMetadata>(To))
      if (Types.remapType(C->getType()) != C->getType())
        To = ConstantAsMetadata::get(MapValue(C->getValue(), Values, RF_None, &Types));
    Changed |= To != Operand;
    Operands.push_back(To);
  }
  return Changed && isa<MDTuple>(N) && !N->isDistinct() ? MDTuple::get(N->getContext(), Operands)
                                                        : N;
}

/// Finds types that inkwell does not support, wherever a pass may encounter a type: in variables,
/// signatures, attributes, instructions, and in other types.
class UnusualTypes {
  SmallPtrSet<Type *, 32> Plain;

  Type *in(const AttributeList &Attributes) {
    for (AttributeSet Set : Attributes)
      for (Attribute A : Set)
        if (A.isTypeAttribute() && A.getValueAsType())
          if (Type *Found = in(A.getValueAsType()))
            return Found;
    return nullptr;
  }

public:
  Type *in(Type *T) {
    if (T->isTargetExtTy() || T->isX86_AMXTy() || T->isTokenTy())
      return T;
    if (!Plain.insert(T).second)
      return nullptr;
    for (Type *Part : T->subtypes())
      if (Type *Found = in(Part)) {
        Plain.erase(T);
        return Found;
      }
    return nullptr;
  }

  Type *in(const Function &F) {
    if (Type *Found = in(F.getFunctionType()))
      return Found;
    return in(F.getAttributes());
  }

  Type *in(const Instruction &I) {
    if (Type *Found = in(I.getType()))
      return Found;
    for (const Value *Operand : I.operands())
      if (Type *Found = in(Operand->getType()))
        return Found;
    if (auto *A = dyn_cast<AllocaInst>(&I))
      return in(A->getAllocatedType());
    if (auto *G = dyn_cast<GetElementPtrInst>(&I))
      return in(G->getSourceElementType());
    if (auto *Call = dyn_cast<CallBase>(&I)) {
      if (Type *Found = in(Call->getFunctionType()))
        return Found;
      return in(Call->getAttributes());
    }
    return nullptr;
  }
};

/// A description of a type's use: the kind of user, its name and the type, a line each.
char *described(StringRef Kind, const GlobalValue &G, Type *T) {
  std::string Text;
  raw_string_ostream Out(Text);
  Out << Kind << '\n' << G.getName() << '\n' << *T;
  return LLVMCreateMessage(Text.c_str());
}

} // namespace

extern "C" {

/// Replaces SPIR-V's types of images, samplers and events; types without a replacement stay.
bool scytheReplaceTargetTypes(LLVMModuleRef module, LLVMTypeRef image, LLVMTypeRef sampler,
                              LLVMTypeRef event) {
  Module &M = *unwrap(module);
  Remapper Types(image ? unwrap(image) : nullptr, sampler ? unwrap(sampler) : nullptr,
                 event ? unwrap(event) : nullptr);
  ValueToValueMapTy Values;
  SmallVector<GlobalObject *, 8> Old;
  for (GlobalVariable &G : make_early_inc_range(M.globals()))
    if (Type *To = Types.remapType(G.getValueType()); To != G.getValueType()) {
      replace(G, To, Types, Values);
      Old.push_back(&G);
    }
  for (Function &F : make_early_inc_range(M.functions()))
    if (Type *To = Types.remapType(F.getFunctionType()); To != F.getFunctionType()) {
      replace(F, cast<FunctionType>(To), Types, Values);
      Old.push_back(&F);
    }
  bool Changed = !Old.empty();
  const RemapFlags Flags = RF_NoModuleLevelChanges | RF_IgnoreMissingLocals;
  for (Function &F : M) {
    // A function with a parameter that points to such an object.
    AttributeList Own = Types.remapped(F.getAttributes(), M.getContext(), F.arg_size());
    Changed |= Own != F.getAttributes();
    F.setAttributes(Own);
    SmallVector<std::pair<unsigned, MDNode *>, 4> Attached;
    F.getAllMetadata(Attached);
    for (auto [Kind, Node] : Attached)
      if (MDNode *To = remapped(Node, Types, Values); To != Node)
        F.setMetadata(Kind, To);
    for (Instruction &I : instructions(F)) {
      auto Before = named(I);
      RemapInstruction(&I, Values, Flags, &Types);
      RemapDbgRecordRange(&M, I.getDbgRecordRange(), Values, Flags, &Types);
      Changed |= Before != named(I);
    }
  }
  for (GlobalObject *G : Old)
    G->eraseFromParent();
  return Changed;
}

/// Describes a variable or a function with a type that inkwell does not support; null if there is
/// none. The caller disposes of the text: the kind of user, its name and the type, a line each.
char *scytheUnusualType(LLVMModuleRef module) {
  UnusualTypes Types;
  Module &M = *unwrap(module);
  for (const GlobalVariable &G : M.globals())
    if (Type *T = Types.in(G.getValueType()))
      return described("variable", G, T);
  for (const GlobalAlias &G : M.aliases())
    if (Type *T = Types.in(G.getValueType()))
      return described("alias", G, T);
  for (const Function &F : M) {
    if (Type *T = Types.in(F))
      return described("function", F, T);
    for (const Instruction &I : instructions(F))
      if (Type *T = Types.in(I))
        return described("function", F, T);
  }
  return nullptr;
}

/// Whether a function uses numbers of half (1) and double (2) precision.
unsigned scytheFloatKinds(LLVMValueRef function) {
  unsigned Kinds = 0;
  auto See = [&](Type *T) {
    if (T->getScalarType()->isHalfTy())
      Kinds |= 1;
    if (T->getScalarType()->isDoubleTy())
      Kinds |= 2;
  };
  for (Instruction &I : instructions(*unwrap<Function>(function))) {
    See(I.getType());
    for (Value *Operand : I.operands())
      See(Operand->getType());
  }
  return Kinds;
}

/// The source location of a function, or of an instruction: `file:line:column`; null if it is
/// unknown. The caller disposes of the text.
char *scythePlaceOf(LLVMValueRef value) {
  std::string Text;
  raw_string_ostream Out(Text);
  if (auto *F = dyn_cast<Function>(unwrap(value))) {
    DISubprogram *P = F->getSubprogram();
    if (!P)
      return nullptr;
    Out << P->getFilename() << ':' << P->getLine() << ":0";
  } else {
    auto *I = dyn_cast<Instruction>(unwrap(value));
    DILocation *L = I ? I->getDebugLoc().get() : nullptr;
    if (!L)
      return nullptr;
    Out << L->getFilename() << ':' << L->getLine() << ':' << L->getColumn();
  }
  return LLVMCreateMessage(Text.c_str());
}

/// Replaces memory intrinsics in a function by loops.
bool scytheExpandMemoryIntrinsics(LLVMValueRef function) {
  auto *F = unwrap<Function>(function);
  SmallVector<MemIntrinsic *, 8> Found;
  for (Instruction &I : instructions(*F))
    if (auto *M = dyn_cast<MemIntrinsic>(&I))
      Found.push_back(M);
  TargetTransformInfo TTI(F->getDataLayout());
  bool Changed = false;
  for (MemIntrinsic *M : Found) {
    if (auto *Set = dyn_cast<MemSetInst>(M)) {
      expandMemSetAsLoop(Set);
    } else if (auto *Copy = dyn_cast<MemCpyInst>(M)) {
      expandMemCpyAsLoop(Copy, TTI);
    } else if (auto *Move = dyn_cast<MemMoveInst>(M)) {
      // Memory of different address spaces may overlap or not, so the direction of a move is
      // unknown.
      if (!expandMemMoveAsLoop(Move, TTI))
        continue;
    } else {
      continue;
    }
    M->eraseFromParent();
    Changed = true;
  }
  return Changed;
}

/// Replaces a function by another one in the lists of functions to keep.
void scytheMoveUsed(LLVMValueRef from, LLVMValueRef to) {
  auto *From = unwrap<Function>(from);
  auto *To = unwrap<GlobalValue>(to);
  Module &M = *From->getParent();
  auto Lists = [&](StringRef Name) {
    GlobalVariable *List = M.getGlobalVariable(Name);
    if (!List || !List->hasInitializer())
      return false;
    auto *Entries = dyn_cast<ConstantArray>(List->getInitializer());
    return Entries && any_of(Entries->operands(), [&](const Use &Entry) {
      return Entry->stripPointerCasts() == From;
    });
  };
  bool Used = Lists("llvm.used"), CompilerUsed = Lists("llvm.compiler.used");
  if (!Used && !CompilerUsed)
    return;
  removeFromUsedLists(M, [From](Constant *C) { return C->stripPointerCasts() == From; });
  if (Used)
    appendToUsed(M, {To});
  if (CompilerUsed)
    appendToCompilerUsed(M, {To});
}

} // extern "C"
