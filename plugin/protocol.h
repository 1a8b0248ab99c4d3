// The decomposition protocol (seed 002) as clang sees it: what `sycl_deconstruct` yields, and the
// functions of the headers that call the protocol's members with one binary interface each.
#pragma once

#include "clang/AST/DeclCXX.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace scythe {

class Protocol {
public:
  explicit Protocol(clang::Sema &S) : S(S), C(S.getASTContext()) {}

  /// The class's own member of that name; an inherited one would slice.
  clang::CXXMethodDecl *member(clang::CXXRecordDecl *RD, llvm::StringRef Name,
                               clang::SourceLocation Use);

  /// The types of what a structured binding of `Result` would have; none where it cannot have one.
  std::optional<llvm::SmallVector<clang::QualType, 4>> elements(clang::QualType Result,
                                                                clang::SourceLocation Use);

  /// Declares `sycl::detail::Name<First, Rest...>`; null where the headers do not have it.
  clang::FunctionDecl *helper(llvm::StringRef Name, clang::QualType First,
                              llvm::ArrayRef<clang::QualType> Rest, clang::SourceLocation Use);

  /// Has clang emit a helper.
  void emit(clang::FunctionDecl *Helper, clang::SourceLocation Use);

  /// `Namespace::Name<Arguments>` as a complete class; null where there is none.
  clang::CXXRecordDecl *trait(llvm::StringRef Namespace, llvm::StringRef Name,
                              llvm::ArrayRef<clang::TemplateArgument> Arguments,
                              clang::SourceLocation Use);

  /// A namespace, given as `outer::inner`; null where there is none.
  clang::NamespaceDecl *nameSpace(llvm::StringRef Path);

private:
  std::optional<uint64_t> constantMember(clang::CXXRecordDecl *RD, llvm::StringRef Name,
                                         clang::SourceLocation Use);

  clang::Sema &S;
  clang::ASTContext &C;
  llvm::SmallPtrSet<const clang::FunctionDecl *, 16> Emitted;
};

} // namespace scythe
