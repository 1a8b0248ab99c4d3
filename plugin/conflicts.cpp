#include "conflicts.h"

#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace scythe {

NameConflicts &NameConflicts::install(DiagnosticsEngine &Engine) {
  DiagnosticConsumer *Next = Engine.getClient();
  auto *Made = new NameConflicts(Next, Engine.takeClient());
  Engine.setClient(Made, /*ShouldOwnClient=*/true);
  return *Made;
}

void NameConflicts::clear() {
  DiagnosticConsumer::clear();
  Next->clear();
}

void NameConflicts::HandleDiagnostic(DiagnosticsEngine::Level Level, const Diagnostic &Info) {
  if (Level != DiagnosticsEngine::Note)
    // If the entry point is in the program itself, clang's location is right.
    Holding = Info.getID() == diag::err_sycl_kernel_name_conflict && Info.hasSourceManager() &&
              Info.getSourceManager().isInSystemHeader(Info.getLocation());
  if (Holding) {
    if (Level != DiagnosticsEngine::Note)
      ++Held;
    return;
  }
  DiagnosticConsumer::HandleDiagnostic(Level, Info);
  Next->HandleDiagnostic(Level, Info);
}

} // namespace scythe
