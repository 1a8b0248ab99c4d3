#include "launch.h"

#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace scythe {

SourceLocation launchSite(Sema &S) {
  for (const Sema::CodeSynthesisContext &Context : llvm::reverse(S.CodeSynthesisContexts)) {
    SourceLocation At = Context.PointOfInstantiation;
    if (At.isValid() && !S.getSourceManager().isInSystemHeader(At))
      return At;
  }
  return SourceLocation();
}

void reportTrail(Sema &S) {
  if (S.CodeSynthesisContexts.empty())
    return;
  SourceLocation Launch = launchSite(S);
  bool Outside = false;
  auto Say = S.getDefaultDiagFunc();
  S.PrintInstantiationStack([&](SourceLocation At, PartialDiagnostic Said) {
    // How the headers get from a launch to its kernel is their own affair.
    if (At == Launch)
      Outside = true;
    else if (Outside && !S.getSourceManager().isInSystemHeader(At))
      Say(At, Said);
  });
}

} // namespace scythe
