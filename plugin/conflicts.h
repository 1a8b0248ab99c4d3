// Kernels of one name: clang's error about them, held back until there is a better one.
#pragma once

#include "clang/Basic/Diagnostic.h"

#include <memory>

namespace scythe {

/// Stands before clang's consumer of diagnostics. clang reports a kernel name that is taken in the header that
/// declares entry points, with all that led there; the program's line is what its author needs.
class NameConflicts : public clang::DiagnosticConsumer {
public:
  /// Puts itself before the consumer that there is. The engine owns it.
  static NameConflicts &install(clang::DiagnosticsEngine &Engine);

  /// How many errors were held back and not taken since.
  unsigned pending() const { return Held; }

  /// Somebody has reported one of them.
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
  /// Notes belong to an error that was held back.
  bool Holding = false;
};

} // namespace scythe
