#include "attributes.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/ParsedAttrInfo.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "clang/Sema/ParsedAttr.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallSet.h"

using namespace clang;
using llvm::StringRef;

namespace scythe {

const llvm::StringLiteral CarrierName = "<kernel attributes>";

namespace {

/// The prefix of the attribute's name in the annotation that keeps it.
constexpr llvm::StringLiteral AnnotationPrefix = "scythe::";

/// Sub-group sizes are `uint32_t`, sizes of work-groups are `size_t`.
unsigned bitsOf(StringRef Name) { return Name == "reqd_sub_group_size" ? 32 : 64; }

/// The size in an argument; reports other values.
std::optional<uint64_t> size(Sema &S, const AttributeCommonInfo &A, StringRef Name, const Expr *E,
                             const llvm::APSInt &Value) {
  if (!Value.isStrictlyPositive()) {
    S.Diag(E->getExprLoc(), diag::err_attribute_requires_positive_integer)
        << A << /*positive*/ 0 << E->getSourceRange();
    return std::nullopt;
  }
  unsigned Bits = bitsOf(Name);
  if (Value.getActiveBits() > Bits) {
    S.Diag(E->getExprLoc(), diag::err_ice_too_large)
        << llvm::toString(Value, 10) << Bits << /*unsigned*/ 1 << E->getSourceRange();
    return std::nullopt;
  }
  return Value.getZExtValue();
}

/// An argument as an expression. clang represents a single identifier differently.
Expr *argument(Sema &S, const ParsedAttr &A, unsigned Index) {
  if (A.isArgExpr(Index))
    return A.getArgAsExpr(Index);
  const IdentifierLoc *Identifier = A.getArgAsIdent(Index);
  CXXScopeSpec Scope;
  UnqualifiedId Name;
  Name.setIdentifier(Identifier->getIdentifierInfo(), Identifier->getLoc());
  ExprResult E = S.ActOnIdExpression(S.getCurScope(), Scope, SourceLocation(), Name,
                                     /*HasTrailingLParen=*/false, /*IsAddressOfOperand=*/false);
  return E.isInvalid() ? nullptr : E.get();
}

/// `sycl::aspect`, if it is declared.
const EnumDecl *aspects(ASTContext &C) {
  for (const NamedDecl *Space : C.getTranslationUnitDecl()->lookup(&C.Idents.get("sycl")))
    if (auto *Namespace = dyn_cast<NamespaceDecl>(Space))
      for (const NamedDecl *Found : Namespace->lookup(&C.Idents.get("aspect")))
        if (auto *Enum = dyn_cast<EnumDecl>(Found))
          return Enum->getDefinition();
  return nullptr;
}

/// The aspect in an argument, as a number; reports other values.
std::optional<uint64_t> aspect(Sema &S, const AttributeCommonInfo &A, const Expr *E) {
  Expr::EvalResult Value;
  if (!E->getType()->isIntegralOrEnumerationType() ||
      !E->EvaluateAsInt(Value, S.getASTContext())) {
    S.Diag(E->getExprLoc(), diag::err_attribute_argument_type)
        << A << AANT_ArgumentIntegerConstant << E->getSourceRange();
    return std::nullopt;
  }
  const llvm::APSInt &Number = Value.Val.getInt();
  if (const EnumDecl *Enum = aspects(S.getASTContext()))
    for (const EnumConstantDecl *Known : Enum->enumerators())
      if (llvm::APSInt::isSameValue(Known->getInitVal(), Number))
        return Number.getZExtValue();
  DiagnosticsEngine &Diags = S.getDiagnostics();
  Diags.Report(E->getExprLoc(), Diags.getCustomDiagID(DiagnosticsEngine::Error,
                                                      "an argument of 'device_has' is not a "
                                                      "value of 'sycl::aspect'"))
      << E->getSourceRange();
  return std::nullopt;
}

constexpr llvm::StringLiteral DeviceHasName = "device_has";

/// The number in an argument.
std::optional<uint64_t> number(Sema &S, const AttributeCommonInfo &A, StringRef Name,
                               const Expr *E) {
  if (Name == DeviceHasName)
    return aspect(S, A, E);
  std::optional<llvm::APSInt> Value = E->getIntegerConstantExpr(S.getASTContext());
  if (!Value)
    S.Diag(E->getExprLoc(), diag::err_attribute_argument_type) << A << AANT_ArgumentIntegerConstant;
  return Value ? size(S, A, Name, E, *Value) : std::nullopt;
}

/// An attribute with numbers as arguments: sizes, or aspects.
class NumbersAttribute : public ParsedAttrInfo {
public:
  bool diagAppertainsToDecl(Sema &S, const ParsedAttr &A, const Decl *D) const override {
    if (!A.hasScope()) {
      S.Diag(A.getLoc(), diag::warn_unknown_attribute_ignored) << A;
      return false;
    }
    if (isa<FunctionDecl>(D))
      return true;
    if (auto *Carrier = dyn_cast<TypedefNameDecl>(D); Carrier && Carrier->getName() == CarrierName)
      return true;
    S.Diag(A.getLoc(), diag::warn_attribute_wrong_decl_type_str)
        << A << A.isRegularKeywordAttribute() << "kernels";
    return false;
  }

  AttrHandling handleDeclAttribute(Sema &S, Decl *D, const ParsedAttr &A) const override {
    EnterExpressionEvaluationContext Constant(
        S, Sema::ExpressionEvaluationContext::ConstantEvaluated);
    SmallVector<Expr *, 3> Arguments;
    for (unsigned I = 0; I < A.getNumArgs(); ++I) {
      Expr *E = argument(S, A, I);
      // In a lambda, the pack may be expanded outside of it.
      if (!E || S.DiagnoseUnexpandedParameterPack(E, Sema::UPPC_Expression))
        return AttributeNotApplied;
      const bool Known = !E->isValueDependent() && !E->isTypeDependent();
      if (Known && Name == DeviceHasName) {
        if (!aspect(S, A, E))
          return AttributeNotApplied;
      } else if (Known) {
        llvm::APSInt Value;
        ExprResult Checked = S.VerifyIntegerConstantExpression(E, &Value);
        if (Checked.isInvalid() || !size(S, A, Name, E, Value))
          return AttributeNotApplied;
        E = Checked.get();
      }
      Arguments.push_back(E);
    }
    // The attribute keeps the user's spelling, for messages during instantiation.
    AttributeCommonInfo Info(A.getAttrName(), AttributeScopeInfo(A.getScopeName(), A.getScopeLoc()),
                             A.getRange(), AttributeCommonInfo::AT_Annotate, A.getForm());
    std::string Annotation = (AnnotationPrefix + Name).str();
    if (Attr *Kept = S.CreateAnnotationAttr(Info, Annotation, Arguments))
      D->addAttr(Kept);
    return AttributeApplied;
  }

protected:
  // clang's type checker uses the kind. It accepts `may_alias` on the type of a function silently,
  // as required for lambdas; the kind has no other effect.
  NumbersAttribute(StringRef Name, ArrayRef<Spelling> Written, unsigned Least, unsigned Most)
      : ParsedAttrInfo(AttributeCommonInfo::AT_MayAlias), Name(Name) {
    Spellings = Written;
    NumArgs = Least;
    OptArgs = Most - Least;
  }

private:
  StringRef Name;
};

// The name without scope is needed because clang's parser looks it up to decide whether to parse
// the arguments.
constexpr ParsedAttrInfo::Spelling SubGroupSize[] = {
    {ParsedAttr::AS_CXX11, "sycl::reqd_sub_group_size"},
    {ParsedAttr::AS_CXX11, "intel::reqd_sub_group_size"},
    {ParsedAttr::AS_CXX11, "reqd_sub_group_size"}};
constexpr ParsedAttrInfo::Spelling WorkGroupSize[] = {
    {ParsedAttr::AS_CXX11, "sycl::reqd_work_group_size"},
    {ParsedAttr::AS_CXX11, "intel::reqd_work_group_size"},
    {ParsedAttr::AS_CXX11, "cl::reqd_work_group_size"},
    {ParsedAttr::AS_CXX11, "reqd_work_group_size"}};
constexpr ParsedAttrInfo::Spelling WorkGroupSizeHint[] = {
    {ParsedAttr::AS_CXX11, "sycl::work_group_size_hint"},
    {ParsedAttr::AS_CXX11, "cl::work_group_size_hint"},
    {ParsedAttr::AS_CXX11, "work_group_size_hint"}};
constexpr ParsedAttrInfo::Spelling DeviceHas[] = {{ParsedAttr::AS_CXX11, "sycl::device_has"},
                                                  {ParsedAttr::AS_CXX11, "device_has"}};

struct RequiredSubGroupSize : NumbersAttribute {
  RequiredSubGroupSize() : NumbersAttribute("reqd_sub_group_size", SubGroupSize, 1, 1) {}
};
struct RequiredWorkGroupSize : NumbersAttribute {
  RequiredWorkGroupSize() : NumbersAttribute("reqd_work_group_size", WorkGroupSize, 1, 3) {}
};
struct HintedWorkGroupSize : NumbersAttribute {
  HintedWorkGroupSize() : NumbersAttribute("work_group_size_hint", WorkGroupSizeHint, 1, 3) {}
};

/// On kernels, the aspects are requirements. On other functions it is a declaration for callers
/// (SYCL 2020 §5.8.2), which has no effect here.
struct NeededAspects : NumbersAttribute {
  // Fifteen is clang's limit.
  NeededAspects() : NumbersAttribute(DeviceHasName, DeviceHas, 0, 15) {}

  AttrHandling handleDeclAttribute(Sema &S, Decl *D, const ParsedAttr &A) const override {
    auto *FD = dyn_cast<FunctionDecl>(D);
    if (FD && FD->getOverloadedOperator() != OO_Call)
      return AttributeApplied;
    return NumbersAttribute::handleDeclAttribute(S, D, A);
  }
};

ParsedAttrInfoRegistry::Add<RequiredSubGroupSize> Register1("reqd_sub_group_size", "");
ParsedAttrInfoRegistry::Add<RequiredWorkGroupSize> Register2("reqd_work_group_size", "");
ParsedAttrInfoRegistry::Add<HintedWorkGroupSize> Register3("work_group_size_hint", "");
ParsedAttrInfoRegistry::Add<NeededAspects> Register4("device_has", "");

bool isOurs(const AnnotateAttr *A) { return A->getAnnotation().starts_with(AnnotationPrefix); }

/// How messages name an attribute: by the user's spelling, not that of `annotate`.
const AttributeCommonInfo &info(const AnnotateAttr *A) { return *A; }

bool inNamespaceSycl(const Decl *D) {
  for (const DeclContext *DC = D->getDeclContext(); DC; DC = DC->getParent())
    if (auto *N = dyn_cast<NamespaceDecl>(DC);
        N && N->getName() == "sycl" && N->getParent()->getRedeclContext()->isTranslationUnit())
      return true;
  return false;
}

} // namespace

bool isKernelAttribute(StringRef Scope, StringRef Name) {
  std::string Full = (Scope + "::" + Name).str();
  for (ArrayRef<ParsedAttrInfo::Spelling> Spellings :
       {ArrayRef(SubGroupSize), ArrayRef(WorkGroupSize), ArrayRef(WorkGroupSizeHint),
        ArrayRef(DeviceHas)})
    for (const ParsedAttrInfo::Spelling &Known : Spellings)
      if (Full == Known.NormalizedFullName)
        return true;
  return false;
}

namespace {

/// The path from an entry point to function call operators.
struct CallWalk {
  llvm::function_ref<void(FunctionDecl *)> Visit;
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;

  void follow(FunctionDecl *FD) {
    if (!Seen.insert(FD->getCanonicalDecl()).second)
      return;
    if (FunctionDecl *Definition = FD->getDefinition())
      FD = Definition;
    if (FD->getOverloadedOperator() == OO_Call)
      Visit(FD);
    if (Stmt *Body = inNamespaceSycl(FD) ? FD->getBody() : nullptr)
      follow(Body);
  }

  void follow(Stmt *Statement) {
    if (auto *Call = dyn_cast<CallExpr>(Statement))
      if (FunctionDecl *Callee = Call->getDirectCallee())
        follow(Callee);
    for (Stmt *Child : Statement->children())
      if (Child)
        follow(Child);
  }
};

} // namespace

void visitCallOperators(FunctionDecl *Entry, llvm::function_ref<void(FunctionDecl *)> Visit) {
  CallWalk{Visit, {}}.follow(Entry);
}

Requests KernelAttributes::read(FunctionDecl *Entry) {
  Requests Found;
  visitCallOperators(Entry, [&](FunctionDecl *FD) {
    // The headers' own wrappers have no attributes.
    if (!inNamespaceSycl(FD))
      for (const auto &[Name, Asked] : readOperator(FD))
        Found.insert({Name, Asked});
  });
  return Found;
}

const Requests &KernelAttributes::readOperator(FunctionDecl *FD) {
  auto [Entry, New] = Known.try_emplace(FD);
  Requests &Found = Entry->second;
  if (!New)
    return Found;
  requireOnFirstDeclaration(FD);
  collect(FD, FD, Found);
  auto *Body = dyn_cast_or_null<CompoundStmt>(FD->getBody());
  auto *First = Body && !Body->body_empty() ? dyn_cast<DeclStmt>(Body->body_front()) : nullptr;
  if (First && First->isSingleDecl())
    if (auto *Carrier = dyn_cast<TypedefNameDecl>(First->getSingleDecl());
        Carrier && Carrier->getName() == CarrierName)
      collect(Carrier, FD, Found);
  return Found;
}

/// SYCL 2020 §5.8: "it must be applied to the first declaration".
void KernelAttributes::requireOnFirstDeclaration(FunctionDecl *FD) {
  llvm::SmallSet<StringRef, 3> There;
  for (auto *A : FD->getFirstDecl()->specific_attrs<AnnotateAttr>())
    There.insert(A->getAnnotation());
  for (FunctionDecl *Again : FD->redecls())
    for (auto *A : Again->specific_attrs<AnnotateAttr>())
      if (isOurs(A) && There.insert(A->getAnnotation()).second) {
        S.Diag(A->getLocation(), diag::err_attribute_missing_on_first_decl) << info(A);
        S.Diag(FD->getFirstDecl()->getLocation(), diag::note_previous_declaration);
      }
}

void KernelAttributes::collect(Decl *D, FunctionDecl *FD, Requests &Found) {
  for (auto *A : D->specific_attrs<AnnotateAttr>())
    if (isOurs(A))
      request(A, FD, Found);
  Bearers.push_back(D);
}

void KernelAttributes::request(AnnotateAttr *A, FunctionDecl *FD, Requests &Found) {
  DiagnosticsEngine &Diags = S.getDiagnostics();
  StringRef Name = A->getAnnotation().drop_front(AnnotationPrefix.size());
  Request Asked{{}, A->getLocation()};
  for (const Expr *E : A->args()) {
    std::optional<uint64_t> Number = number(S, info(A), Name, E);
    if (!Number) {
      // Only instantiations can differ, so the message names one.
      Diags.Report(FD->getLocation(),
                   Diags.getCustomDiagID(DiagnosticsEngine::Note, "in the kernel function '%0'"))
          << FD->getQualifiedNameAsString();
      return;
    }
    Asked.Sizes.push_back(*Number);
  }
  auto [Earlier, New] = Found.insert({Name, Asked});
  if (New || Earlier->second.Sizes == Asked.Sizes)
    return;
  Diags.Report(Asked.Where, Diags.getCustomDiagID(DiagnosticsEngine::Error,
                                                  "attribute '%0' is already applied to the "
                                                  "kernel with different arguments"))
      << Name;
  Diags.Report(Earlier->second.Where, diag::note_previous_attribute);
}

void KernelAttributes::drop() {
  for (Decl *D : Bearers) {
    AttrVec Others;
    for (Attr *A : D->attrs())
      if (auto *Annotation = dyn_cast<AnnotateAttr>(A); !Annotation || !isOurs(Annotation))
        Others.push_back(A);
    D->dropAttrs();
    if (!Others.empty())
      D->setAttrs(Others);
  }
  Bearers.clear();
}

} // namespace scythe
