// Entry points that a program defines itself: clang empties their bodies on the host, and this
// class fills them with a call of the program's `sycl_kernel_launch`.
#pragma once

#include "describe.h"
#include "protocol.h"

#include "clang/Sema/Sema.h"
#include "llvm/Support/JSON.h"

namespace scythe {

/// Whether a program launches its entry point through a function of its own.
bool hasOwnLaunch(clang::Sema &S, clang::FunctionDecl *Entry);

class LaunchBody {
public:
  LaunchBody(clang::Sema &S, const Describer &Described)
      : S(S), C(S.getASTContext()), Described(Described), Members(S) {}

  /// Fills the body of an entry point with the arguments of the plan, if the program has a function
  /// to launch it.
  void fill(clang::FunctionDecl *Entry, clang::QualType KernelName, llvm::StringRef Symbol,
            const llvm::json::Object &Plan);

private:
  clang::VarDecl *arguments(clang::FunctionDecl *Entry, clang::QualType KernelName,
                            size_t Count, clang::SourceLocation Where);
  clang::Expr *argument(clang::VarDecl *Arguments, clang::QualType T, size_t Index,
                        clang::SourceLocation Where);

  clang::Sema &S;
  clang::ASTContext &C;
  const Describer &Described;
  Protocol Members;
};

} // namespace scythe
