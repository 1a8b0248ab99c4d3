#include "protocol.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Sema/Initialization.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Overload.h"

using namespace clang;

namespace scythe {

NamespaceDecl *Protocol::nameSpace(StringRef Path) {
  DeclContext *Within = C.getTranslationUnitDecl();
  NamespaceDecl *Found = nullptr;
  while (!Path.empty()) {
    auto [Name, Rest] = Path.split("::");
    Found = nullptr;
    for (NamedDecl *D : Within->lookup(&C.Idents.get(Name)))
      if (auto *N = dyn_cast<NamespaceDecl>(D))
        Found = N;
    if (!Found)
      return nullptr;
    Within = Found;
    Path = Rest;
  }
  return Found;
}

CXXMethodDecl *Protocol::member(CXXRecordDecl *RD, StringRef Name, SourceLocation Use) {
  LookupResult R(S, &C.Idents.get(Name), Use, Sema::LookupMemberName);
  R.suppressDiagnostics();
  if (!S.LookupQualifiedName(R, RD))
    return nullptr;
  auto *Method = R.getAsSingle<CXXMethodDecl>();
  return Method && declaresSameEntity(Method->getParent(), RD) ? Method : nullptr;
}

UnresolvedSet<4> Protocol::declared(CXXRecordDecl *RD, StringRef Name) {
  UnresolvedSet<4> Found;
  for (NamedDecl *D : RD->lookup(&C.Idents.get(Name)))
    if (isa<CXXMethodDecl>(D) || isa<FunctionTemplateDecl>(D))
      Found.addDecl(D, D->getAccess());
  return Found;
}

static ProtocolMember described(const UnresolvedSetImpl &Found) {
  ProtocolMember Member;
  Member.Declared = Found.size();
  if (!Found.empty())
    Member.Method = cast<CXXMethodDecl>((*Found.begin())->getAsFunction());
  return Member;
}

ProtocolMember Protocol::deconstruct(CXXRecordDecl *RD, QualType T, SourceLocation Use) {
  UnresolvedSet<4> Found = declared(RD, "sycl_deconstruct");
  ProtocolMember Member = described(Found);
  for (QualType Object : {T.withConst(), T}) {
    if (Found.empty() || Member.Resolved)
      break;
    Sema::SFINAETrap Trap(S);
    OverloadCandidateSet Candidates(Use, OverloadCandidateSet::CSK_Normal);
    for (auto It = Found.begin(); It != Found.end(); ++It)
      S.AddMethodCandidate(It.getPair(), Object, Expr::Classification::makeSimpleLValue(), {},
                           Candidates);
    OverloadCandidateSet::iterator Best;
    if (Candidates.BestViableFunction(S, Use, Best) == OR_Success) {
      Member.Method = cast<CXXMethodDecl>(Best->Function);
      Member.Resolved = true;
    }
  }
  return Member;
}

Expr *Protocol::xvalue(QualType T, SourceLocation Use) {
  return new (C) OpaqueValueExpr(Use, T.getNonReferenceType(),
                                 T->isLValueReferenceType() ? VK_LValue : VK_XValue);
}

ProtocolMember Protocol::reconstruct(CXXRecordDecl *RD, ArrayRef<QualType> Elements,
                                     SourceLocation Use) {
  UnresolvedSet<4> Found = declared(RD, "sycl_reconstruct");
  ProtocolMember Member = described(Found);
  if (Found.empty())
    return Member;
  SmallVector<Expr *, 4> Arguments;
  for (QualType Element : Elements)
    Arguments.push_back(xvalue(Element, Use));
  Sema::SFINAETrap Trap(S);
  OverloadCandidateSet Candidates(Use, OverloadCandidateSet::CSK_Normal);
  S.AddFunctionCandidates(Found, Arguments, Candidates);
  OverloadCandidateSet::iterator Best;
  if (Candidates.BestViableFunction(S, Use, Best) == OR_Success) {
    Member.Method = cast<CXXMethodDecl>(Best->Function);
    Member.Resolved = true;
  }
  return Member;
}

bool Protocol::takes(ParmVarDecl *Parameter, QualType Element, SourceLocation Use) {
  if (Parameter->getType()->isDependentType())
    return false;
  Sema::SFINAETrap Trap(S);
  InitializedEntity Entity = InitializedEntity::InitializeParameter(C, Parameter);
  return S.CanPerformCopyInitialization(Entity, xvalue(Element, Use));
}

TemplateArgument Protocol::number(uint64_t Value) const {
  llvm::APSInt Number(C.MakeIntValue(Value, C.getSizeType()), /*isUnsigned=*/true);
  return TemplateArgument(C, Number, C.getSizeType());
}

CXXRecordDecl *Protocol::trait(StringRef Namespace, StringRef Name,
                               ArrayRef<TemplateArgument> Arguments, SourceLocation Use) {
  NamespaceDecl *Within = nameSpace(Namespace);
  if (!Within)
    return nullptr;
  LookupResult R(S, &C.Idents.get(Name), Use, Sema::LookupOrdinaryName);
  R.suppressDiagnostics();
  if (!S.LookupQualifiedName(R, Within))
    return nullptr;
  auto *Template = R.getAsSingle<ClassTemplateDecl>();
  if (!Template)
    return nullptr;
  TemplateArgumentListInfo Args(Use, Use);
  for (const TemplateArgument &Argument : Arguments)
    Args.addArgument(S.getTrivialTemplateArgumentLoc(Argument, QualType(), Use));
  QualType Trait = S.CheckTemplateIdType(ElaboratedTypeKeyword::None, TemplateName(Template), Use,
                                         Args, nullptr, false);
  if (Trait.isNull() || !S.isCompleteType(Use, Trait))
    return nullptr;
  return Trait->getAsCXXRecordDecl();
}

std::optional<uint64_t> Protocol::constantMember(CXXRecordDecl *RD, StringRef Name,
                                                 SourceLocation Use) {
  LookupResult R(S, &C.Idents.get(Name), Use, Sema::LookupOrdinaryName);
  R.suppressDiagnostics();
  if (!S.LookupQualifiedName(R, RD))
    return std::nullopt;
  auto *Value = R.getAsSingle<VarDecl>();
  if (!Value)
    return std::nullopt;
  ExprResult E = S.BuildDeclRefExpr(Value, Value->getType().getNonReferenceType(), VK_LValue, Use);
  Expr::EvalResult Result;
  if (!E.isUsable() || !E.get()->EvaluateAsRValue(Result, C) || !Result.Val.isInt())
    return std::nullopt;
  return Result.Val.getInt().getZExtValue();
}

std::optional<SmallVector<QualType, 4>> Protocol::elements(QualType Result, SourceLocation Use) {
  QualType T = Result.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  SmallVector<QualType, 4> Found;
  if (const ConstantArrayType *Array = C.getAsConstantArrayType(T)) {
    Found.assign(Array->getSize().getZExtValue(), Array->getElementType());
    return Found;
  }
  CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  if (!RD || RD->isUnion() || !S.isCompleteType(Use, T))
    return std::nullopt;
  if (CXXRecordDecl *Size = trait("std", "tuple_size", TemplateArgument(T), Use)) {
    std::optional<uint64_t> Count = constantMember(Size, "value", Use);
    if (!Count)
      return std::nullopt;
    for (uint64_t Index = 0; Index < *Count; ++Index) {
      TemplateArgument Arguments[] = {number(Index), TemplateArgument(T)};
      CXXRecordDecl *Element = trait("std", "tuple_element", Arguments, Use);
      if (!Element)
        return std::nullopt;
      LookupResult R(S, &C.Idents.get("type"), Use, Sema::LookupOrdinaryName);
      R.suppressDiagnostics();
      if (!S.LookupQualifiedName(R, Element))
        return std::nullopt;
      auto *Type = R.getAsSingle<TypeDecl>();
      if (!Type)
        return std::nullopt;
      Found.push_back(C.getTypeDeclType(Type));
    }
    return Found;
  }
  // Otherwise all members belong to one class, and are public and named ([dcl.struct.bind]).
  RD = RD->getDefinition();
  while (RD->field_empty() && RD->getNumBases() == 1 &&
         RD->bases_begin()->getAccessSpecifier() == AS_public)
    RD = RD->bases_begin()->getType()->getAsCXXRecordDecl()->getDefinition();
  for (const CXXBaseSpecifier &Base : RD->bases())
    if (!Base.getType()->getAsCXXRecordDecl()->isEmpty())
      return std::nullopt;
  for (FieldDecl *Field : RD->fields()) {
    if (Field->isUnnamedBitField())
      continue;
    if (Field->getAccess() != AS_public || Field->isAnonymousStructOrUnion() ||
        Field->isBitField())
      return std::nullopt;
    Found.push_back(Field->getType());
  }
  return Found;
}

FunctionDecl *Protocol::helper(StringRef Name, QualType First, ArrayRef<QualType> Rest,
                               SourceLocation Use) {
  NamespaceDecl *Headers = nameSpace("sycl::detail");
  if (!Headers)
    return nullptr;
  for (NamedDecl *D : Headers->lookup(&C.Idents.get(Name))) {
    auto *Template = dyn_cast<FunctionTemplateDecl>(D);
    if (!Template)
      continue;
    // clang finds an existing instantiation by canonical types only.
    SmallVector<TemplateArgument, 2> Arguments{TemplateArgument(First.getCanonicalType())};
    if (Template->getTemplateParameters()->size() > 1) {
      SmallVector<TemplateArgument, 4> Pack;
      for (QualType T : Rest)
        Pack.push_back(TemplateArgument(T.getCanonicalType()));
      Arguments.push_back(TemplateArgument::CreatePackCopy(C, Pack));
    }
    return S.InstantiateFunctionDeclaration(
        Template, TemplateArgumentList::CreateCopy(C, Arguments), Use);
  }
  return nullptr;
}

void Protocol::emit(FunctionDecl *Helper, SourceLocation Use) {
  if (!Emitted.insert(Helper->getCanonicalDecl()).second)
    return;
  // The program does not call it; the compiler will, in IR.
  Helper->addAttr(UsedAttr::CreateImplicit(C));
  if (C.getLangOpts().SYCLIsDevice && !Helper->hasAttr<SYCLExternalAttr>())
    Helper->addAttr(SYCLExternalAttr::CreateImplicit(C));
  S.MarkFunctionReferenced(Use, Helper);
}

} // namespace scythe
