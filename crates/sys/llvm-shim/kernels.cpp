// What the work-item passes need of LLVM beyond its C API: constants, attributes, metadata and debug
// information of kernels. As thin as shim.cpp.
#include "llvm-c/Core.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"

using namespace llvm;

extern "C" {

/// The constant of a scalable vector type whose every lane is `value`.
LLVMValueRef scytheSplatScalable(LLVMValueRef value, unsigned lanes) {
  return wrap(ConstantVector::getSplat(ElementCount::getScalable(lanes), unwrap<Constant>(value)));
}

/// Says that `function` writes no memory.
void scytheSetReadsOnly(LLVMValueRef function) {
  unwrap<Function>(function)->setOnlyReadsMemory();
}

} // extern "C"
