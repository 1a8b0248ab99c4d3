// The decomposition protocol in clang's AST: the elements of `sycl_deconstruct`, and the functions
// of the headers that call the protocol's functions with one binary interface.
#pragma once

#include "clang/AST/DeclCXX.h"
#include "clang/AST/UnresolvedSet.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace scythe {

/// The declarations of a class with a name of the protocol.
struct ProtocolMember {
  /// The function that a call selects; if there is none, the first one declared.
  clang::CXXMethodDecl *Method = nullptr;
  /// The number of functions and function templates of that name in the class itself.
  unsigned Declared = 0;
  /// Whether overload resolution has one best function for the call.
  bool Resolved = false;
};

class Protocol {
public:
  explicit Protocol(clang::Sema &S) : S(S), C(S.getASTContext()) {}

  /// The class's own member function of that name, if there is one.
  clang::CXXMethodDecl *member(clang::CXXRecordDecl *RD, llvm::StringRef Name,
                               clang::SourceLocation Use);

  /// `sycl_deconstruct` as called by the headers: for a constant object, if possible.
  ///
  /// Only the class's own members count: an inherited one would slice.
  ProtocolMember deconstruct(clang::CXXRecordDecl *RD, clang::QualType T,
                             clang::SourceLocation Use);

  /// `sycl_reconstruct`, called with such elements.
  ProtocolMember reconstruct(clang::CXXRecordDecl *RD, llvm::ArrayRef<clang::QualType> Elements,
                             clang::SourceLocation Use);

  /// Whether a parameter can be initialised with the value that the headers pass for an element.
  bool takes(clang::ParmVarDecl *Parameter, clang::QualType Element, clang::SourceLocation Use);

  /// The element types of a structured binding of `Result`; none if there cannot be one.
  std::optional<llvm::SmallVector<clang::QualType, 4>> elements(clang::QualType Result,
                                                                clang::SourceLocation Use);

  /// Declares `sycl::detail::Name<First, Rest...>`; null if the headers do not have it.
  clang::FunctionDecl *helper(llvm::StringRef Name, clang::QualType First,
                              llvm::ArrayRef<clang::QualType> Rest, clang::SourceLocation Use);

  /// Makes clang emit a helper.
  void emit(clang::FunctionDecl *Helper, clang::SourceLocation Use);

  /// A template argument of type `std::size_t`.
  clang::TemplateArgument number(uint64_t Value) const;

  /// `Namespace::Name<Arguments>` as a complete class; null if there is none.
  clang::CXXRecordDecl *trait(llvm::StringRef Namespace, llvm::StringRef Name,
                              llvm::ArrayRef<clang::TemplateArgument> Arguments,
                              clang::SourceLocation Use);

  /// A namespace, given as `outer::inner`; null if there is none.
  clang::NamespaceDecl *nameSpace(llvm::StringRef Path);

private:
  /// The class's own functions and function templates of a name.
  clang::UnresolvedSet<4> declared(clang::CXXRecordDecl *RD, llvm::StringRef Name);
  clang::Expr *xvalue(clang::QualType T, clang::SourceLocation Use);
  std::optional<uint64_t> constantMember(clang::CXXRecordDecl *RD, llvm::StringRef Name,
                                         clang::SourceLocation Use);

  clang::Sema &S;
  clang::ASTContext &C;
  llvm::SmallPtrSet<const clang::FunctionDecl *, 16> Emitted;
};

} // namespace scythe
