#include "copying.h"

using namespace clang;

namespace scythe {

llvm::SmallVector<CXXMethodDecl *, 4> eligibleCopies(Sema &S, CXXRecordDecl *RD) {
  // The lookup declares implicit ones.
  S.LookupConstructors(RD);
  S.LookupCopyingAssignment(RD, Qualifiers::Const, /*RValueThis=*/false, /*ThisQuals=*/0);
  S.LookupMovingAssignment(RD, /*Quals=*/0, /*RValueThis=*/false, /*ThisQuals=*/0);
  llvm::SmallVector<CXXMethodDecl *, 4> Found;
  for (CXXMethodDecl *Method : RD->methods()) {
    if (Method->isDeleted() || Method->isIneligibleOrNotSelected())
      continue;
    auto *Constructor = dyn_cast<CXXConstructorDecl>(Method);
    if (Constructor ? Constructor->isCopyOrMoveConstructor()
                    : Method->isCopyAssignmentOperator() || Method->isMoveAssignmentOperator())
      Found.push_back(Method);
  }
  return Found;
}

llvm::StringRef operationName(const CXXMethodDecl *Copy) {
  if (auto *Constructor = dyn_cast<CXXConstructorDecl>(Copy))
    return Constructor->isCopyConstructor() ? "copy constructor" : "move constructor";
  return Copy->isCopyAssignmentOperator() ? "copy assignment operator"
                                          : "move assignment operator";
}

llvm::StringRef accessName(const Decl *Member) {
  switch (Member->getAccess()) {
  case AS_private:
    return "private";
  case AS_protected:
    return "protected";
  case AS_public:
  case AS_none:
    break;
  }
  return "public";
}

} // namespace scythe
