// The clang plugin of Scythe, loaded in the host and in the device pass.
//
// Arguments (`-fplugin-arg-scythe-<argument>`):
//   notes=FILE   write kernel notes there at the end of the translation unit
//   assembly=no  the target family does not accept inline assembly
//   signal=FD    write one byte to this descriptor as soon as the unit turns out to be SYCL, so
//                that the driver starts the device pass early, and only where there is one to do
#include "attribute_tokens.h"
#include "attributes.h"
#include "conflicts.h"
#include "describe.h"
#include "device_code.h"
#include "device_globals.h"
#include "launch.h"
#include "properties.h"
#include "findings.h"
#include "scythe/facts.h"

#include "clang/AST/Attr.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/SemaConsumer.h"

#include <unistd.h>
#include <utility>

using namespace clang;
namespace json = llvm::json;

namespace {

/// The version of the notes, checked by the reader (crates/frontend/src/notes.rs).
constexpr int NotesVersion = SCYTHE_NOTES_VERSION;

class Signal {
public:
  explicit Signal(int FD) : FD(FD) {}
  void raise() {
    if (FD < 0)
      return;
    // A driver that has ended is not an error.
    (void)!::write(FD, "s", 1);
    FD = -1;
  }

private:
  int FD;
};

/// Watches for the SYCL headers.
class HeaderWatch : public PPCallbacks {
public:
  explicit HeaderWatch(std::shared_ptr<Signal> S) : Sycl(std::move(S)) {}
  void InclusionDirective(SourceLocation, const Token &, StringRef FileName, bool, CharSourceRange,
                          OptionalFileEntryRef, StringRef, StringRef, const Module *, bool,
                          SrcMgr::CharacteristicKind) override {
    if (FileName.starts_with("sycl/") || FileName == "CL/sycl.hpp")
      Sycl->raise();
  }

private:
  std::shared_ptr<Signal> Sycl;
};

/// The priority of initialisers without an attribute.
constexpr unsigned DefaultInitPriority = 65535;

class Consumer : public SemaConsumer {
public:
  Consumer(std::string Notes, bool Assembly, std::shared_ptr<Signal> S,
           scythe::NameConflicts &Conflicts)
      : NotesFile(std::move(Notes)), Assembly(Assembly), Sycl(std::move(S)), Conflicts(Conflicts) {}

  void InitializeSema(Sema &Sema) override {
    S = &Sema;
    Properties = std::make_unique<scythe::Properties>(Sema);
    Describe = std::make_unique<scythe::Describer>(Sema, *Properties);
    Globals = std::make_unique<scythe::DeviceGlobals>(Sema);
    for (Decl *D : std::exchange(Early, {}))
      HandleTopLevelDecl(DeclGroupRef(D));
  }
  void ForgetSema() override {
    Describe.reset();
    Globals.reset();
    Properties.reset();
    S = nullptr;
  }

  void HandleInlineFunctionDefinition(FunctionDecl *FD) override { external(FD); }

  void HandleTagDeclDefinition(TagDecl *D) override {
    if (!S)
      return;
    if (auto *RD = dyn_cast<CXXRecordDecl>(D); RD && S->getLangOpts().SYCLIsDevice)
      Properties->classIsComplete(RD);
    if (!D->isDependentContext())
      for (Decl *Member : D->decls())
        if (auto *V = dyn_cast<VarDecl>(Member))
          variable(V);
  }

  void HandleCXXStaticMemberVarInstantiation(VarDecl *V) override {
    carryProperties(V);
    variable(V);
  }

  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    for (Decl *D : Group) {
      // clang passes the declarations of a precompiled header before anything else.
      if (!S) {
        Early.push_back(D);
        continue;
      }
      carryProperties(D);
      visit(D);
    }
    return true;
  }

  void HandleTranslationUnit(ASTContext &C) override {
    for (; Conflicts.pending(); Conflicts.take())
      S->Diags.Report(S->Diags.getCustomDiagID(DiagnosticsEngine::Error,
                                               "two kernels have the same name"));
    // Everything that kernels use is instantiated now.
    if (C.getLangOpts().SYCLIsDevice)
      Properties->visit(C.getTranslationUnitDecl());
    if (!C.getDiagnostics().hasUncompilableErrorOccurred())
      describeAttributes();
    if (C.getLangOpts().SYCLIsDevice && !C.getDiagnostics().hasUncompilableErrorOccurred())
      checkDeviceCode(C);
    if (C.getLangOpts().SYCLIsDevice && !C.getDiagnostics().hasUncompilableErrorOccurred())
      if (FunctionDecl *Keep = Globals->keep())
        S->Consumer.HandleTopLevelDecl(DeclGroupRef(Keep));
    if (NotesFile.empty() || C.getDiagnostics().hasUncompilableErrorOccurred())
      return;
    json::Value Notes = json::Object{
        {"version", NotesVersion},
        {"pass", C.getLangOpts().SYCLIsDevice ? "device" : "host"},
        {"target", C.getTargetInfo().getTriple().str()},
        {"kernels", std::move(Kernels)},
        {"device_globals", Globals->describe()},
    };
    scythe::dropNumbers(Notes);
    std::error_code Error;
    llvm::raw_fd_ostream OS(NotesFile, Error);
    if (!Error)
      OS << llvm::formatv("{0:2}\n", Notes);
    // The driver reports missing notes; a full disk must not abort clang.
    if (OS.has_error())
      OS.clear_error();
  }

private:
  /// Works around an error of clang in code for other machines than the host: the initialiser of a variable of a
  /// template is listed with its COMDAT group, through a pointer of the wrong address space, which is invalid IR.
  /// Initialisers with a priority are listed without a group. Device code runs neither.
  void variable(VarDecl *V) {
    Globals->see(V);
    ASTContext &C = S->getASTContext();
    const TargetInfo *Host = C.getAuxTargetInfo();
    bool IsOtherMachine = Host && Host->getTriple() != C.getTargetInfo().getTriple();
    if (S->getLangOpts().SYCLIsDevice && IsOtherMachine && V->hasGlobalStorage() &&
        !V->hasAttr<InitPriorityAttr>())
      V->addAttr(InitPriorityAttr::CreateImplicit(C, DefaultInitPriority));
  }

  void visit(Decl *D) {
    if (auto *FD = dyn_cast<FunctionDecl>(D)) {
      external(FD);
      function(FD);
    } else if (auto *V = dyn_cast<VarDecl>(D)) {
      variable(V);
    } else if (auto *DC = dyn_cast<DeclContext>(D)) {
      if (isa<NamespaceDecl, LinkageSpecDecl>(D))
        for (Decl *Inner : DC->decls())
          visit(Inner);
    }
  }

  void function(FunctionDecl *FD) {
    auto *A = FD->getAttr<SYCLKernelEntryPointAttr>();
    if (!A || FD->isDependentContext() || !FD->isDefined())
      return;
    if (A->isInvalidAttr()) {
      if (Conflicts.pending() && Seen.insert(FD->getCanonicalDecl()).second)
        nameIsTaken(FD, A->getKernelName());
      return;
    }
    Sycl->raise();
    if (!Seen.insert(FD->getCanonicalDecl()).second)
      return;
    json::Object Kernel = Describe->kernel(FD, A->getKernelName());
    if (scythe::hasOwnLaunch(*S, FD))
      Kernel["own_launch"] = true;
    Kernel["host"] = static_cast<bool>(S->getLangOpts().SYCLIsHost);
    json::Object Findings = scythe::checkKernel(Kernel);
    Kernel.erase("host");
    if (!scythe::report(*S, Findings, FD)) {
      SourceLocation Use = FD->getPointOfInstantiation();
      Describe->emitHelpers(Use.isValid() ? Use : FD->getLocation());
      if (json::Object *Plan = Findings.getObject("plan")) {
        if (S->getLangOpts().SYCLIsHost)
          scythe::LaunchBody(*S, *Describe)
              .fill(FD, A->getKernelName(), Kernel.getString("symbol").value_or(""), *Plan);
        Kernel["plan"] = std::move(*Plan);
      }
    }
    Kernels.push_back(std::move(Kernel));
    Entries.push_back(FD);
  }

  /// Makes the rules report that another kernel has the name.
  void nameIsTaken(FunctionDecl *FD, QualType Name) {
    const SYCLKernelInfo *Info = S->getASTContext().findSYCLKernelInfo(Name);
    const FunctionDecl *First = Info ? Info->getKernelEntryPointDecl()->getCanonicalDecl() : nullptr;
    json::Object Kernel = Describe->kernel(FD, Name);
    Kernel["same_name"] = json::Object{};
    for (auto [Index, Entry] : llvm::enumerate(Entries))
      if (const json::Value *Launched = Kernels[Index].getAsObject()->get("launched");
          Launched && Entry->getCanonicalDecl() == First)
        Kernel["same_name"] = json::Object{{"launched", *Launched}};
    Conflicts.take();
    scythe::report(*S, scythe::checkKernel(Kernel), FD);
  }

  void carryProperties(Decl *D) {
    // clang generates code for some declarations as soon as it sees them.
    if (S->getLangOpts().SYCLIsDevice)
      Properties->visit(D);
  }

  void external(FunctionDecl *FD) {
    if (FD->hasAttr<SYCLExternalAttr>() && !FD->isDependentContext() && FD->isDefined() &&
        Seen.insert(FD->getCanonicalDecl()).second)
      Externals.push_back(FD);
  }

  void checkDeviceCode(ASTContext &C) {
    scythe::DeviceCode Code(C, Assembly);
    for (auto [Index, Entry] : llvm::enumerate(Entries))
      Code.kernel(Entry, *Kernels[Index].getAsObject());
    for (const FunctionDecl *FD : Externals)
      Code.external(FD);
    scythe::report(*S, scythe::checkDeviceCode(Code.describe()));
  }

  void describeAttributes() {
    scythe::KernelAttributes Attributes(*S);
    for (auto [Index, Entry] : llvm::enumerate(Entries)) {
      json::Object &Kernel = *Kernels[Index].getAsObject();
      Kernel["attributes"] = Describe->attributes(Attributes, Entry);
      Kernel["properties"] = Describe->properties(Entry);
    }
    Attributes.drop();
  }

  Sema *S = nullptr;
  std::unique_ptr<scythe::Properties> Properties;
  std::unique_ptr<scythe::Describer> Describe;
  std::unique_ptr<scythe::DeviceGlobals> Globals;
  std::string NotesFile;
  bool Assembly;
  std::shared_ptr<Signal> Sycl;
  scythe::NameConflicts &Conflicts;
  json::Array Kernels;
  llvm::SmallVector<FunctionDecl *, 16> Entries;
  llvm::SmallVector<FunctionDecl *, 16> Externals;
  llvm::SmallPtrSet<const Decl *, 16> Seen;
  llvm::SmallVector<Decl *, 16> Early;
};

class Action : public PluginASTAction {
public:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI, StringRef) override {
    auto Sycl = std::make_shared<Signal>(SignalFD);
    if (SignalFD >= 0)
      CI.getPreprocessor().addPPCallbacks(std::make_unique<HeaderWatch>(Sycl));
    scythe::predefineProperties(CI.getPreprocessor(), CI.getLangOpts());
    auto Tokens = std::make_unique<scythe::AttributeTokens>(CI.getPreprocessor());
    CI.getPreprocessor().setTokenWatcher(
        [Tokens = std::move(Tokens)](const Token &T) { Tokens->see(T); });
    auto &Conflicts = scythe::NameConflicts::install(CI.getDiagnostics());
    return std::make_unique<Consumer>(NotesFile, Assembly, Sycl, Conflicts);
  }

  bool ParseArgs(const CompilerInstance &CI, const std::vector<std::string> &Args) override {
    for (StringRef Arg : Args) {
      if (Arg.consume_front("notes=")) {
        NotesFile = Arg.str();
      } else if (Arg == "assembly=no") {
        Assembly = false;
      } else if (!Arg.consume_front("signal=") || Arg.getAsInteger(10, SignalFD)) {
        DiagnosticsEngine &Diags = CI.getDiagnostics();
        Diags.Report(Diags.getCustomDiagID(DiagnosticsEngine::Error,
                                           "scythe plugin: invalid argument '%0'"))
            << Arg;
        return false;
      }
    }
    return true;
  }

  ActionType getActionType() override { return AddBeforeMainAction; }

private:
  std::string NotesFile;
  bool Assembly = true;
  int SignalFD = -1;
};

} // namespace

static FrontendPluginRegistry::Add<Action> Register("scythe", "describes SYCL kernels");
