// Debug information for the variables of a kernel that is split into regions.
#include "llvm-c/Core.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace {

/// The declarations of a function, each of which gives the location of a variable for its whole
/// lifetime.
SmallVector<DbgVariableRecord *, 16> declarations(Function &F) {
  SmallVector<DbgVariableRecord *, 16> Found;
  for (Instruction &I : instructions(F))
    for (DbgVariableRecord &R : filterDbgVars(I.getDbgRecordRange()))
      if (R.isDbgDeclare())
        Found.push_back(&R);
  return Found;
}

} // namespace

extern "C" {

/// Whether a local variable is declared by the program, with a name for debuggers.
bool scytheIsDeclared(LLVMValueRef alloca) {
  return !findDVRDeclares(unwrap(alloca)).empty();
}

/// Moves all declarations of variables to the end of a function's first block, so that they hold in
/// the rest of the function. Declarations of deleted variables are dropped. With `keep`, the
/// address of a variable that is a parameter is stored in a variable of its own: a parameter is
/// lost as soon as no instruction needs it.
///
/// Before: `#dbg_declare(ptr %parameter, !v, !DIExpression(), …)` in some block
/// After:  `store ptr %parameter, ptr %home` and `#dbg_declare(ptr %home, !v, !DIExpression(DW_OP_deref), …)`
void scytheDeclareFirst(LLVMValueRef function, bool keep) {
  Function &F = *unwrap<Function>(function);
  BasicBlock &Entry = F.getEntryBlock();
  Instruction *End = Entry.getTerminator();
  DenseMap<Value *, AllocaInst *> Homes;
  IRBuilder<> Front(&Entry, Entry.begin());
  Front.SetCurrentDebugLocation(DebugLoc());
  for (DbgVariableRecord *R : declarations(F)) {
    Value *Address = R->getNumVariableLocationOps() == 1 ? R->getVariableLocationOp(0) : nullptr;
    R->removeFromParent();
    if (!isa_and_nonnull<AllocaInst, Argument>(Address)) {
      R->deleteRecord();
      continue;
    }
    if (keep && isa<Argument>(Address)) {
      AllocaInst *&Home = Homes[Address];
      if (!Home) {
        Home = Front.CreateAlloca(Address->getType(), nullptr, Address->getName() + ".home");
        new StoreInst(Address, Home, End->getIterator());
      }
      R->replaceVariableLocationOp(Address, Home);
      R->setExpression(DIExpression::prepend(R->getExpression(), DIExpression::DerefBefore));
    }
    Entry.insertDbgRecordBefore(R, End->getIterator());
  }
}
}
