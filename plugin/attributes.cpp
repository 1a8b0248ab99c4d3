#include "attributes.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/ParsedAttrInfo.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "clang/Sema/ParsedAttr.h"
#include "llvm/ADT/SmallSet.h"

using namespace clang;
using llvm::StringRef;

namespace scythe {

const llvm::StringLiteral CarrierName = "<kernel attributes>";

namespace {

/// In front of the attribute's name in the annotation that keeps it.
constexpr llvm::StringLiteral AnnotationPrefix = "scythe::";

/// Sub-group sizes are `uint32_t`, sizes of work-groups are `size_t`.
unsigned bitsOf(StringRef Name) { return Name == "reqd_sub_group_size" ? 32 : 64; }

/// The size that an argument stands for; reports one that is none.
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

/// An argument as an expression. Clang takes one that is a single identifier for just that.
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

/// An attribute that takes sizes.
class SizeAttribute : public ParsedAttrInfo {
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
      if (!E)
        return AttributeNotApplied;
      if (!E->isValueDependent() && !E->isTypeDependent()) {
        llvm::APSInt Value;
        ExprResult Checked = S.VerifyIntegerConstantExpression(E, &Value);
        if (Checked.isInvalid() || !size(S, A, Name, E, Value))
          return AttributeNotApplied;
        E = Checked.get();
      }
      Arguments.push_back(E);
    }
    // The user's spelling stays with the attribute, for messages when it is instantiated.
    AttributeCommonInfo Info(A.getAttrName(), AttributeScopeInfo(A.getScopeName(), A.getScopeLoc()),
                             A.getRange(), AttributeCommonInfo::AT_Annotate, A.getForm());
    std::string Annotation = (AnnotationPrefix + Name).str();
    if (Attr *Kept = S.CreateAnnotationAttr(Info, Annotation, Arguments))
      D->addAttr(Kept);
    return AttributeApplied;
  }

protected:
  // The kind is what clang's type checker goes by. It quietly accepts `may_alias` on the type of a
  // function, as it has to accept these on a lambda's; nothing else depends on it.
  SizeAttribute(StringRef Name, ArrayRef<Spelling> Written, unsigned Most)
      : ParsedAttrInfo(AttributeCommonInfo::AT_MayAlias), Name(Name) {
    Spellings = Written;
    NumArgs = 1;
    OptArgs = Most - 1;
  }

private:
  StringRef Name;
};

// The name alone is there because clang's parser looks for it, without the scope, when it decides
// whether to read the arguments.
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

struct RequiredSubGroupSize : SizeAttribute {
  RequiredSubGroupSize() : SizeAttribute("reqd_sub_group_size", SubGroupSize, 1) {}
};
struct RequiredWorkGroupSize : SizeAttribute {
  RequiredWorkGroupSize() : SizeAttribute("reqd_work_group_size", WorkGroupSize, 3) {}
};
struct HintedWorkGroupSize : SizeAttribute {
  HintedWorkGroupSize() : SizeAttribute("work_group_size_hint", WorkGroupSizeHint, 3) {}
};

/// `device_has` is accepted; nothing is made of it yet.
struct NeededAspects : ParsedAttrInfo {
  NeededAspects() : ParsedAttrInfo(AttributeCommonInfo::AT_MayAlias) {
    Spellings = DeviceHas;
    OptArgs = 15; // as many as there are
  }
  AttrHandling handleDeclAttribute(Sema &, Decl *, const ParsedAttr &) const override {
    return AttributeApplied;
  }
};

ParsedAttrInfoRegistry::Add<RequiredSubGroupSize> Register1("reqd_sub_group_size", "");
ParsedAttrInfoRegistry::Add<RequiredWorkGroupSize> Register2("reqd_work_group_size", "");
ParsedAttrInfoRegistry::Add<HintedWorkGroupSize> Register3("work_group_size_hint", "");
ParsedAttrInfoRegistry::Add<NeededAspects> Register4("device_has", "");

bool inNamespaceSycl(const Decl *D) {
  for (const DeclContext *DC = D->getDeclContext(); DC; DC = DC->getParent())
    if (auto *N = dyn_cast<NamespaceDecl>(DC);
        N && N->getName() == "sycl" && N->getParent()->getRedeclContext()->isTranslationUnit())
      return true;
  return false;
}

/// Reads the attributes of the kernels' functions.
class Reader {
public:
  explicit Reader(Sema &S) : S(S) {}

  /// Goes through the headers' functions, from call to call, to where they call the user's function
  /// object.
  void follow(FunctionDecl *FD) {
    const FunctionDecl *Defined = nullptr;
    if (!Seen.insert(FD->getCanonicalDecl()).second)
      return;
    FD->hasBody(Defined);
    if (Defined)
      FD = const_cast<FunctionDecl *>(Defined);
    if (inNamespaceSycl(FD)) {
      if (Stmt *Body = FD->getBody())
        follow(Body);
    } else if (FD->getOverloadedOperator() == OO_Call) {
      read(FD);
    }
  }

  Requests Found;

private:
  void follow(Stmt *Statement) {
    if (auto *Call = dyn_cast<CallExpr>(Statement))
      if (FunctionDecl *Callee = Call->getDirectCallee())
        follow(Callee);
    for (Stmt *Child : Statement->children())
      if (Child)
        follow(Child);
  }

  void read(FunctionDecl *FD) {
    requireOnFirstDeclaration(FD);
    take(FD);
    auto *Body = dyn_cast_or_null<CompoundStmt>(FD->getBody());
    auto *First = Body && !Body->body_empty() ? dyn_cast<DeclStmt>(*Body->body_begin()) : nullptr;
    if (!First || !First->isSingleDecl())
      return;
    auto *Carrier = dyn_cast<TypedefNameDecl>(First->getSingleDecl());
    if (Carrier && Carrier->getName() == CarrierName)
      take(Carrier);
  }

  /// SYCL 2020 §5.8: "it must be applied to the first declaration".
  void requireOnFirstDeclaration(FunctionDecl *FD) {
    llvm::SmallSet<StringRef, 3> There;
    for (auto *A : FD->getFirstDecl()->specific_attrs<AnnotateAttr>())
      There.insert(A->getAnnotation());
    for (FunctionDecl *Again : FD->redecls())
      for (auto *A : Again->specific_attrs<AnnotateAttr>())
        if (A->getAnnotation().starts_with(AnnotationPrefix) &&
            There.insert(A->getAnnotation()).second) {
          S.Diag(A->getLocation(), diag::err_attribute_missing_on_first_decl)
              << static_cast<const AttributeCommonInfo &>(*A);
          S.Diag(FD->getFirstDecl()->getLocation(), diag::note_previous_declaration);
        }
  }

  void take(Decl *D) {
    llvm::SmallVector<AnnotateAttr *, 4> Ours;
    for (auto *A : D->specific_attrs<AnnotateAttr>())
      if (A->getAnnotation().starts_with(AnnotationPrefix))
        Ours.push_back(A);
    if (Ours.empty())
      return;
    for (AnnotateAttr *A : Ours)
      request(A);
    AttrVec Others;
    for (Attr *A : D->attrs())
      if (!llvm::is_contained(Ours, A))
        Others.push_back(A);
    D->dropAttrs();
    if (!Others.empty())
      D->setAttrs(Others);
  }

  void request(AnnotateAttr *A) {
    StringRef Name = A->getAnnotation().drop_front(AnnotationPrefix.size());
    Request Asked{{}, A->getLocation()};
    for (const Expr *E : A->args()) {
      std::optional<llvm::APSInt> Value = E->getIntegerConstantExpr(S.getASTContext());
      if (!Value) {
        S.Diag(E->getExprLoc(), diag::err_attribute_argument_type)
            << static_cast<const AttributeCommonInfo &>(*A) << AANT_ArgumentIntegerConstant;
        return;
      }
      std::optional<uint64_t> Size = size(S, *A, Name, E, *Value);
      if (!Size)
        return;
      Asked.Sizes.push_back(*Size);
    }
    auto [Known, New] = Found.insert({Name, Asked});
    if (New || Known->second.Sizes == Asked.Sizes)
      return;
    DiagnosticsEngine &Diags = S.getDiagnostics();
    Diags.Report(Asked.Where, Diags.getCustomDiagID(DiagnosticsEngine::Error,
                                                    "attribute '%0' is already applied to the "
                                                    "kernel with different arguments"))
        << Name;
    Diags.Report(Known->second.Where, diag::note_previous_attribute);
  }

  Sema &S;
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;
};

} // namespace

bool isKernelAttribute(StringRef Scope, StringRef Name) {
  std::string Full = (Scope + "::" + Name).str();
  for (ArrayRef<ParsedAttrInfo::Spelling> Spellings :
       {ArrayRef(SubGroupSize), ArrayRef(WorkGroupSize), ArrayRef(WorkGroupSizeHint)})
    for (const ParsedAttrInfo::Spelling &Known : Spellings)
      if (Full == Known.NormalizedFullName)
        return true;
  return false;
}

Requests kernelAttributes(Sema &S, FunctionDecl *Entry) {
  Reader Attributes(S);
  Attributes.follow(Entry);
  return std::move(Attributes.Found);
}

} // namespace scythe
