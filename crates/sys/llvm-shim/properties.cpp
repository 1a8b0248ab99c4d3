// What LLVM's C API lacks for properties: string attributes of variables, lists of string attributes, and
// metadata of several decorations. As thin as shim.cpp.
#include "llvm-c/Core.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

namespace {

using Visit = void (*)(const char *Name, size_t NameLength, const char *Value, size_t ValueLength,
                       void *User);

void visitAll(AttributeSet All, Visit visit, void *user) {
  for (Attribute A : All)
    if (A.isStringAttribute()) {
      StringRef Name = A.getKindAsString(), Value = A.getValueAsString();
      visit(Name.data(), Name.size(), Value.data(), Value.size(), user);
    }
}

} // namespace

extern "C" {

/// Sets a string attribute of a variable.
void scytheSetVariableAttribute(LLVMValueRef global, const char *name, size_t nameLength,
                                const char *value, size_t valueLength) {
  unwrap<GlobalVariable>(global)->addAttribute(StringRef(name, nameLength),
                                               StringRef(value, valueLength));
}

/// Adds the operands of an instruction's metadata to another instruction's metadata of that kind.
void scytheAppendMetadata(LLVMValueRef from, LLVMValueRef to, unsigned kind) {
  auto *From = unwrap<Instruction>(from), *To = unwrap<Instruction>(to);
  To->setMetadata(kind, MDNode::concatenate(To->getMetadata(kind), From->getMetadata(kind)));
}

/// Visits the string attributes of a variable.
void scytheVisitVariableAttributes(LLVMValueRef global, Visit visit, void *user) {
  visitAll(unwrap<GlobalVariable>(global)->getAttributes(), visit, user);
}

/// Visits the string attributes of a function, or of its parameter of that number.
void scytheVisitAttributes(LLVMValueRef function, bool ofParameter, unsigned parameter, Visit visit,
                           void *user) {
  AttributeList All = unwrap<Function>(function)->getAttributes();
  visitAll(ofParameter ? All.getParamAttrs(parameter) : All.getFnAttrs(), visit, user);
}

} // extern "C"
