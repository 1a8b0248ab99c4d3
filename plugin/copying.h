// How objects of a class are copied and destroyed, for rules about what may be copied as bytes.
#pragma once

#include "clang/AST/DeclCXX.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/SmallVector.h"

namespace scythe {

/// The eligible copy and move constructors and assignment operators, including implicit ones that
/// clang has not needed so far. Eligible functions are neither deleted nor excluded by a
/// constraint.
llvm::SmallVector<clang::CXXMethodDecl *, 4> eligibleCopies(clang::Sema &S,
                                                            clang::CXXRecordDecl *RD);

/// The name of such a function in SYCL's specification.
llvm::StringRef operationName(const clang::CXXMethodDecl *Copy);

/// `public`, `protected` or `private`.
llvm::StringRef accessName(const clang::Decl *Member);

} // namespace scythe
