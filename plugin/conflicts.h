// clang's error about kernels with the same name, which is suppressed in favour of a better one.
#pragma once

#include "clang/Basic/Diagnostic.h"

#include <memory>

namespace scythe {

/// Wraps clang's consumer of diagnostics. clang reports a duplicate kernel name in the header that
/// declares entry points, with all template instantiations; the user needs the line in the program.
class NameConflicts : public clang::DiagnosticConsumer {
public:
  /// Installs a wrapper around the current consumer. The engine owns it.
  static NameConflicts &install(clang::DiagnosticsEngine &Engine);

  /// The number of suppressed errors that have not been reported otherwise.
  unsigned pending() const { return Held; }

  /// One of them has been reported.
  void take() { --Held; }

  void BeginSourceFile(const clang::LangOptions &Options, const clang::Preprocessor *PP) override {
    Next->BeginSourceFile(Options, PP);
  }
  void EndSourceFile() override { Next->EndSourceFile(); }
  void finish() override { Next->finish(); }
  void clear() override;
  bool IncludeInDiagnosticCounts() const override { return Next->IncludeInDiagnosticCounts(); }
  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override;

private:
  NameConflicts(clang::DiagnosticConsumer *Next, std::unique_ptr<clang::DiagnosticConsumer> Owned)
      : Next(Next), Owned(std::move(Owned)) {
    // What was wrong with the command line counts, too.
    NumErrors = Next->getNumErrors();
    NumWarnings = Next->getNumWarnings();
  }

  clang::DiagnosticConsumer *Next;
  std::unique_ptr<clang::DiagnosticConsumer> Owned;
  unsigned Held = 0;
  /// Whether the last error was suppressed, so that its notes are, too.
  bool Holding = false;
};

} // namespace scythe
