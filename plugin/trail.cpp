#include "trail.h"

#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace scythe {

/// Whether a location is in the user's code.
static bool isInProgram(Sema &S, SourceLocation At) {
  return At.isValid() && !S.getSourceManager().isInSystemHeader(At);
}

SourceLocation launchSite(Sema &S) {
  for (const Sema::CodeSynthesisContext &Context : llvm::reverse(S.CodeSynthesisContexts)) {
    SourceLocation At = Context.PointOfInstantiation;
    if (isInProgram(S, At))
      return At;
  }
  return SourceLocation();
}

void reportTrail(Sema &S, const FunctionDecl *Entry) {
  SourceLocation Launch = launchSite(S);
  bool Outside = false, Said = false;
  auto Say = S.getDefaultDiagFunc();
  S.PrintInstantiationStack([&](SourceLocation At, PartialDiagnostic Note) {
    // Instantiations in the headers between a launch and its kernel are not shown.
    if (At == Launch)
      Outside = true;
    else if (Outside && isInProgram(S, At)) {
      Say(At, Note);
      Said = true;
    }
  });
  if (Said || !Entry->getNumParams())
    return;
  // When clang instantiates the body of a generic lambda, the lambda itself is already complete.
  const CXXRecordDecl *Kernel = Entry->getParamDecl(0)->getType()->getAsCXXRecordDecl();
  const DeclContext *Around = Kernel ? Kernel->getDeclContext() : nullptr;
  for (; Around; Around = Around->getParent()) {
    auto *Function = dyn_cast<FunctionDecl>(Around);
    if (!Function || !Function->isTemplateInstantiation())
      continue;
    SourceLocation At = Function->getPointOfInstantiation();
    if (isInProgram(S, At)) {
      Say(At, S.PDiag(diag::note_function_template_spec_here) << Function);
    } else if (At.isInvalid() && isInProgram(S, Function->getLocation())) {
      unsigned ID = S.Diags.getCustomDiagID(DiagnosticsEngine::Note, "in %q0");
      S.Diags.Report(Function->getLocation(), ID) << Function;
    }
  }
}

} // namespace scythe
