#include "device_code.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/TargetInfo.h"

using namespace clang;
namespace json = llvm::json;

namespace scythe {

std::string printed(const ASTContext &C, const NamedDecl *D) {
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  PrintingPolicy Policy(C.getLangOpts());
  Policy.SuppressTagKeyword = true;
  D->getNameForDiagnostic(OS, Policy, /*Qualified=*/true);
  return Name;
}

static StringRef spelling(CallKind How) {
  switch (How) {
  case CallKind::Call:
    return "call";
  case CallKind::Construct:
    return "construct";
  case CallKind::Destroy:
    return "destroy";
  case CallKind::Address:
    return "address";
  }
  llvm_unreachable("unknown kind of call");
}

void DeviceCode::kernel(const FunctionDecl *Entry, const json::Object &Described) {
  json::Object Root{{"kind", "kernel"}, {"function", int64_t(number(Entry))}};
  if (std::optional<StringRef> Name = Described.getString("name"))
    Root["name"] = *Name;
  SourceLocation Where = Entry->getLocation();
  if (const json::Object *Written = Described.getObject("location"))
    if (std::optional<int64_t> ID = Written->getInteger("id"))
      Where = SourceLocation::getFromRawEncoding(*ID);
  Root["place"] = place(Where);
  Roots.push_back(std::move(Root));
}

void DeviceCode::external(const FunctionDecl *FD) {
  // The compiler adds the attribute to functions of the headers that it calls itself.
  bool Ours = FD->getAttr<SYCLExternalAttr>()->isImplicit();
  Roots.push_back(json::Object{{"kind", Ours ? "argument" : "external"},
                               {"function", int64_t(number(FD))},
                               {"name", printed(C, FD)},
                               {"place", place(FD->getLocation())}});
}

unsigned DeviceCode::number(const FunctionDecl *FD) {
  if (const FunctionDecl *Definition = FD->getDefinition())
    FD = Definition;
  auto [Known, New] = Numbers.try_emplace(FD->getCanonicalDecl(), Functions.size());
  if (New)
    Functions.push_back({FD, {}, {}});
  return Known->second;
}

json::Object DeviceCode::place(SourceLocation Where) const {
  json::Object Out{{"id", int64_t(Where.getRawEncoding())}};
  if (Where.isInvalid() || C.getSourceManager().isInSystemHeader(Where))
    Out["system"] = true;
  return Out;
}

void DeviceCode::reach(const FunctionDecl *FD, CallKind How, SourceLocation Where) {
  if (Where.isInvalid())
    Where = Functions[Current].Decl->getLocation();
  int64_t Callee = number(FD);
  Functions[Current].Calls.push_back(
      json::Object{{"callee", Callee}, {"how", spelling(How)}, {"place", place(Where)}});
}

void DeviceCode::use(StringRef What, SourceLocation Where, std::string Detail) {
  if (Where.isInvalid())
    Where = Functions[Current].Decl->getLocation();
  json::Object Use{{"what", What}, {"place", place(Where)}};
  if (!Detail.empty())
    Use["detail"] = std::move(Detail);
  Functions[Current].Uses.push_back(std::move(Use));
}

json::Object DeviceCode::describe(Function &F) const {
  const FunctionDecl *FD = F.Decl;
  json::Object Out{{"name", printed(C, FD)}, {"place", place(FD->getLocation())}};
  if (auto *Method = dyn_cast<CXXMethodDecl>(FD); Method && Method->getParent()->isLambda())
    Out["lambda"] = true;
  // A function that clang defines implicitly exists when it is used.
  Out["defined"] = FD->isDefined() || FD->isDefaulted() || FD->isImplicit();
  if (auto *Label = FD->getAttr<AsmLabelAttr>())
    Out["c_name"] = Label->getLabel();
  else if (FD->isExternC())
    Out["c_name"] = FD->getName();
  // clang has builtins for functions of the C library, too, but these need a definition.
  if (unsigned Builtin = FD->getBuiltinID())
    if (!C.BuiltinInfo.isPredefinedLibFunction(Builtin) || C.BuiltinInfo.isInStdNamespace(Builtin))
      Out["builtin"] = true;
  if (FD->hasAttr<SYCLExternalAttr>())
    Out["external"] = true;
  if (FD->isVariadic())
    Out["variadic"] = true;
  if (!F.Calls.empty())
    Out["calls"] = std::move(F.Calls);
  if (!F.Uses.empty())
    Out["uses"] = std::move(F.Uses);
  return Out;
}

json::Object DeviceCode::describe() {
  for (Current = 0; Current < Functions.size(); ++Current)
    walk(C, Functions[Current].Decl, *this);
  json::Array Described;
  for (Function &F : Functions)
    Described.push_back(describe(F));
  return json::Object{{"assembly", Assembly},
                      {"roots", std::move(Roots)},
                      {"functions", std::move(Described)}};
}

} // namespace scythe
