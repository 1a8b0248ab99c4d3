// How objects of a class are copied and destroyed, for rules about what may be copied as bytes.
#pragma once

#include "clang/AST/DeclCXX.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/SmallVector.h"

namespace scythe {

/// The constructors and assignment operators that copy or move, those included that clang has not
/// needed so far, as far as they are eligible: neither deleted nor ruled out by a constraint.
llvm::SmallVector<clang::CXXMethodDecl *, 4> eligibleCopies(clang::Sema &S,
                                                            clang::CXXRecordDecl *RD);

/// What SYCL's specification calls such a function.
llvm::StringRef operationName(const clang::CXXMethodDecl *Copy);

/// `public`, `protected` or `private`.
llvm::StringRef accessName(const clang::Decl *Member);

} // namespace scythe
