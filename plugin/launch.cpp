#include "launch.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/ScopeInfo.h"

using namespace clang;
namespace json = llvm::json;

namespace scythe {

/// Finds the function as from the entry point's body: from its scope outwards.
static bool findLaunch(Sema &S, LookupResult &Found, FunctionDecl *Entry) {
  for (DeclContext *DC = Entry->getDeclContext(); DC; DC = DC->getLookupParent())
    if (!DC->isFunctionOrMethod() && S.LookupQualifiedName(Found, DC))
      return true;
  return false;
}

/// `sycl::detail::entry_point_arguments<KernelName, Count, Objects...> arguments(objects...)`
VarDecl *LaunchBody::arguments(FunctionDecl *Entry, QualType KernelName, size_t Count,
                               SourceLocation Where) {
  SmallVector<TemplateArgument, 4> Arguments{TemplateArgument(KernelName), Members.number(Count)};
  SmallVector<Expr *, 2> Objects;
  for (ParmVarDecl *Object : Entry->parameters()) {
    QualType T = Object->getType().getNonReferenceType();
    Arguments.push_back(TemplateArgument(T));
    Objects.push_back(S.BuildDeclRefExpr(Object, T, VK_LValue, Where));
  }
  CXXRecordDecl *Class = Members.trait("sycl::detail", "entry_point_arguments", Arguments, Where);
  if (!Class)
    return nullptr;
  QualType T = C.getCanonicalTagType(Class);
  auto *Variable = VarDecl::Create(C, Entry, Where, Where, &C.Idents.get("arguments"), T,
                                   C.getTrivialTypeSourceInfo(T, Where), SC_None);
  Expr *Init = ParenListExpr::Create(C, Where, Objects, Where);
  S.AddInitializerToDecl(Variable, Init, /*DirectInit=*/true);
  S.FinalizeDeclaration(Variable);
  return Variable->isInvalidDecl() ? nullptr : Variable;
}

/// `sycl::detail::entry_point_argument<T>(arguments.arguments(), Index)`
Expr *LaunchBody::argument(VarDecl *Arguments, QualType T, size_t Index, SourceLocation Where) {
  FunctionDecl *Get = Members.helper("entry_point_argument", T, {}, Where);
  CXXMethodDecl *All =
      Members.member(Arguments->getType()->getAsCXXRecordDecl(), "arguments", Where);
  if (!Get || !All)
    return nullptr;
  Expr *Object = S.BuildDeclRefExpr(Arguments, Arguments->getType(), VK_LValue, Where);
  MemberExpr *Member = S.BuildMemberExpr(
      Object, /*IsArrow=*/false, Where, NestedNameSpecifierLoc(), Where, All,
      DeclAccessPair::make(All, All->getAccess()), /*HadMultipleCandidates=*/false,
      DeclarationNameInfo(All->getDeclName(), Where), C.BoundMemberTy, VK_PRValue, OK_Ordinary);
  ExprResult Addresses = S.BuildCallExpr(nullptr, Member, Where, {}, Where);
  Expr *Number = IntegerLiteral::Create(
      C, llvm::APInt(C.getTypeSize(C.getSizeType()), Index), C.getSizeType(), Where);
  Expr *Function = S.BuildDeclRefExpr(Get, Get->getType(), VK_LValue, Where);
  if (!Addresses.isUsable())
    return nullptr;
  Expr *Actual[] = {Addresses.get(), Number};
  ExprResult Call = S.BuildCallExpr(nullptr, Function, Where, Actual, Where);
  return Call.isUsable() ? Call.get() : nullptr;
}

bool hasOwnLaunch(Sema &S, FunctionDecl *Entry) {
  LookupResult Launch(S, &S.getASTContext().Idents.get("sycl_kernel_launch"), Entry->getLocation(),
                      Sema::LookupOrdinaryName);
  Launch.suppressDiagnostics();
  return findLaunch(S, Launch, Entry);
}

void LaunchBody::fill(FunctionDecl *Entry, QualType KernelName, StringRef Symbol,
                      const json::Object &Plan) {
  SourceLocation Where = Entry->getLocation();
  LookupResult Launch(S, &C.Idents.get("sycl_kernel_launch"), Where, Sema::LookupOrdinaryName);
  Launch.suppressDiagnostics();
  const json::Array *Planned = Plan.getArray("arguments");
  // Scythe's own entry points are never called on the host, and have no such function.
  if (!Planned || !findLaunch(S, Launch, Entry))
    return;
  Sema::SynthesizedFunctionScope Scope(S, Entry);
  VarDecl *Arguments = arguments(Entry, KernelName, Planned->size(), Where);
  if (!Arguments)
    return;
  QualType Text = C.getStringLiteralArrayType(C.CharTy.withConst(), Symbol.size());
  SmallVector<Expr *, 8> Actual{StringLiteral::Create(C, Symbol, StringLiteralKind::Ordinary,
                                                      /*Pascal=*/false, Text, Where)};
  for (auto [Index, Value] : llvm::enumerate(*Planned)) {
    std::optional<int64_t> Type = Value.getAsObject()->getInteger("type_id");
    Expr *One = Type ? argument(Arguments, Described.typeOf(*Type), Index, Where) : nullptr;
    if (!One)
      return;
    Actual.push_back(One);
  }
  TemplateArgumentListInfo Explicit(Where, Where);
  Explicit.addArgument(
      TemplateArgumentLoc(TemplateArgument(KernelName), C.getTrivialTypeSourceInfo(KernelName, Where)));
  CXXScopeSpec Unqualified;
  ExprResult Function =
      S.BuildTemplateIdExpr(Unqualified, SourceLocation(), Launch, /*RequiresADL=*/true, &Explicit);
  if (!Function.isUsable())
    return;
  ExprResult Call = S.BuildCallExpr(S.TUScope, Function.get(), Where, Actual, Where);
  if (!Call.isUsable())
    return;
  Stmt *Statements[] = {new (C) DeclStmt(DeclGroupRef(Arguments), Where, Where),
                        S.MaybeCreateExprWithCleanups(Call.get())};
  Entry->setBody(CompoundStmt::Create(C, Statements, FPOptionsOverride(), Where, Where));
}

} // namespace scythe
