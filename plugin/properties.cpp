#include "properties.h"

#include "attributes.h"

#include "scythe/facts.h"

#include "clang/AST/DeclFriend.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/ParsedAttrInfo.h"
#include "clang/Lex/Lexer.h"
#include "clang/Sema/ParsedAttr.h"

using namespace clang;
using llvm::StringRef;

namespace scythe {

namespace {

// The annotations between the parser and this file.
constexpr llvm::StringLiteral OfVariables = "scythe.properties.variable";
constexpr llvm::StringLiteral OfParameters = "scythe.properties.parameter";
constexpr llvm::StringLiteral OfFunctions = "scythe.properties.function";
constexpr llvm::StringLiteral OfMembers = "scythe.properties.member";

/// The annotation of functions and variables in IR; read by
/// crates/properties/src/attach_properties.rs.
constexpr llvm::StringLiteral InIR = SCYTHE_PROPERTIES_MARK;

/// The prefix of a member's properties.
constexpr llvm::StringLiteral MemberPrefix = "sycl-properties:";

/// The attribute that the names expand to in the host pass.
constexpr ParsedAttrInfo::Spelling Ignored[] = {
    {ParsedAttr::AS_CXX11, "scythe::device_properties"}};

struct IgnoredProperties : ParsedAttrInfo {
  IgnoredProperties() { Spellings = Ignored; }
  AttrHandling handleDeclAttribute(Sema &, Decl *, const ParsedAttr &) const override {
    return AttributeApplied;
  }
};

ParsedAttrInfoRegistry::Add<IgnoredProperties> Register("device_properties", "");

/// The names of the attributes: those of the design and those of DPC++ today.
struct Name {
  const char *Attribute;
  const char *Alias;
  StringRef Mark;
};
constexpr Name Names[] = {
    {"add_ir_global_variable_attributes", "add_ir_attributes_global_variable", OfVariables},
    {"add_ir_kernel_parameter_attributes", "add_ir_attributes_kernel_parameter", OfParameters},
    {"add_ir_function_attributes", "add_ir_attributes_function", OfFunctions},
    {"add_ir_member_annotation", "add_ir_annotations_member", OfMembers},
};

bool isDependent(const AnnotateAttr *A) {
  return llvm::any_of(A->args(), [](const Expr *E) {
    return E->isValueDependent() || E->isTypeDependent() || E->containsUnexpandedParameterPack();
  });
}

/// The name of the attribute behind an annotation, as written.
std::string written(Sema &S, const AnnotateAttr *A) {
  // It starts with the scope, which is another macro.
  SourceLocation End = A->getRange().getEnd();
  return Lexer::getImmediateMacroName(End, S.getSourceManager(), S.getLangOpts()).str();
}

/// The location of something in the source, outside of macros.
SourceLocation place(Sema &S, SourceLocation L) { return S.getSourceManager().getFileLoc(L); }

/// A constant string.
std::optional<std::string> text(ASTContext &C, const Expr *E) {
  // In clang's annotations, arrays decay to pointers.
  if (const Expr *Array = E->IgnoreImpCasts(); Array->getType()->isArrayType())
    E = ImplicitCastExpr::Create(C, C.getArrayDecayedType(Array->getType()),
                                 CK_ArrayToPointerDecay, const_cast<Expr *>(Array), nullptr,
                                 VK_PRValue, FPOptionsOverride());
  QualType T = E->getType();
  if (!T->isPointerType() || !C.hasSameUnqualifiedType(T->getPointeeType(), C.CharTy))
    return std::nullopt;
  return E->tryEvaluateString(C);
}

/// A value as text, as by `std::to_string`, except for `true` and `false`. Characters are integers
/// to `std::to_string`, and so they are here.
std::optional<std::string> value(ASTContext &C, const Expr *E) {
  if (std::optional<std::string> Text = text(C, E))
    return Text;
  Expr::EvalResult R;
  if (!E->EvaluateAsRValue(R, C))
    return std::nullopt;
  if (R.Val.isInt() && E->getType()->isBooleanType())
    return R.Val.getInt().getBoolValue() ? "true" : "false";
  if (R.Val.isInt())
    return llvm::toString(R.Val.getInt(), 10);
  if (!R.Val.isFloat())
    return std::nullopt;
  llvm::APFloat Number = R.Val.getFloat();
  bool Inexact;
  Number.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &Inexact);
  return std::to_string(Number.convertToDouble());
}

} // namespace

bool isProperties(const AnnotateAttr *A) {
  return llvm::any_of(Names, [&](const Name &N) { return A->getAnnotation() == N.Mark; });
}

void predefineProperties(Preprocessor &PP, const LangOptions &Options) {
  std::string Text = PP.getPredefines();
  llvm::raw_string_ostream OS(Text);
  // Named like a system header, so that there are no warnings.
  OS << "# 1 \"<scythe>\" 1 3\n";
  bool Device = Options.SYCLIsDevice;
  OS << "#define __sycl_detail__ " << (Device ? "clang" : "scythe") << '\n';
  for (const Name &N : Names)
    for (const char *Attribute : {N.Attribute, N.Alias}) {
      OS << "#define " << Attribute << "(...) ";
      if (Device)
        OS << "annotate(\"" << N.Mark << "\" __VA_OPT__(,) __VA_ARGS__)\n";
      else
        OS << "device_properties\n";
    }
  OS << "# 1 \"<built-in>\" 2\n";
  PP.setPredefines(Text);
}

void Properties::classIsComplete(CXXRecordDecl *RD) {
  if (RD->isDependentContext() || !Done.insert(RD->getCanonicalDecl()).second)
    return;
  ofClass(RD, Use::Variable);
  ofClass(RD, Use::Parameter);
  for (Decl *D : RD->decls())
    if (isa<FieldDecl, FunctionDecl>(D))
      visit(D);
}

void Properties::visit(Decl *D) {
  // Declarations of a precompiled header were visited when it was made.
  if (D->isFromASTFile())
    return;
  if (auto *Friend = dyn_cast<FriendDecl>(D)) {
    NamedDecl *Befriended = Friend->getFriendDecl();
    if (isa_and_nonnull<FunctionDecl, FunctionTemplateDecl>(Befriended))
      visit(Befriended);
    return;
  }
  if (auto *FD = dyn_cast<FieldDecl>(D))
    return member(FD);
  if (auto *VD = dyn_cast<VarDecl>(D); VD && !isa<ParmVarDecl>(D))
    return variable(VD);
  if (auto *RD = dyn_cast<CXXRecordDecl>(D); RD && RD->isThisDeclarationADefinition())
    classIsComplete(RD);
  if (auto *FD = dyn_cast<FunctionDecl>(D))
    function(FD);
  if (auto *TD = dyn_cast<ClassTemplateDecl>(D))
    for (ClassTemplateSpecializationDecl *Each : TD->specializations())
      visit(Each);
  if (auto *TD = dyn_cast<FunctionTemplateDecl>(D))
    for (FunctionDecl *Each : TD->specializations())
      visit(Each);
  if (auto *TD = dyn_cast<VarTemplateDecl>(D))
    for (VarTemplateSpecializationDecl *Each : TD->specializations())
      visit(Each);
  // Local declarations are visited in their function. Templates are not emitted to IR. Asking for
  // the declarations of a precompiled header would load all of it.
  if (auto *DC = dyn_cast<DeclContext>(D); DC && !DC->isDependentContext())
    for (Decl *Inner : DC->noload_decls())
      visit(Inner);
}

void Properties::function(FunctionDecl *FD) {
  if (FD->isDependentContext() || !FD->hasAttr<AnnotateAttr>() || !Done.insert(FD).second)
    return;
  PropertyList Found = FD->isFromASTFile() ? readInIR(FD) : read(FD, OfFunctions);
  if (!Found.empty() && !FD->isFromASTFile())
    annotate(FD, InIR, Found);
  Functions[FD] = std::move(Found);
}

void Properties::variable(VarDecl *VD) {
  if (!VD->hasGlobalStorage() || VD->getDeclContext()->isDependentContext() ||
      VD->getType()->isDependentType() || isa<VarTemplatePartialSpecializationDecl>(VD) ||
      VD->getDescribedVarTemplate())
    return;
  const CXXRecordDecl *RD = C.getBaseElementType(VD->getType())->getAsCXXRecordDecl();
  if (!RD || !RD->hasDefinition() || !Done.insert(VD).second)
    return;
  const PropertyList &Found = ofClass(RD->getDefinition(), Use::Variable);
  if (!Found.empty())
    annotate(VD, InIR, Found);
}

void Properties::member(FieldDecl *FD) {
  if (FD->getDeclContext()->isDependentContext() || !FD->hasAttr<AnnotateAttr>() ||
      !Done.insert(FD).second)
    return;
  PropertyList Found = read(FD, OfMembers);
  if (Found.empty())
    return;
  std::string Text = MemberPrefix.str();
  for (const Property &P : Found) {
    if (&P != &Found.front())
      Text += ',';
    Text += P.Name;
    if (!P.Value.empty())
      Text += "=" + P.Value;
  }
  annotate(FD, Text, {});
}

const PropertyList &Properties::ofParameters(const CXXRecordDecl *RD) {
  return ofClass(RD, Use::Parameter);
}

const PropertyList &Properties::ofClass(const CXXRecordDecl *RD, Use As) {
  bool Parameter = As == Use::Parameter;
  auto [Entry, New] = Classes[Parameter].try_emplace(RD->getCanonicalDecl());
  if (New)
    for (auto *A : RD->specific_attrs<AnnotateAttr>())
      if (A->getAnnotation() == (Parameter ? OfParameters : OfVariables))
        read(A, Entry->second);
  return Entry->second;
}

PropertyList Properties::ofKernel(FunctionDecl *Entry) {
  PropertyList Found;
  auto Add = [&](FunctionDecl *FD) {
    for (FunctionDecl *Each : FD->redecls()) {
      function(Each);
      for (const Property &P : Functions.lookup(Each))
        // Outer properties take precedence.
        if (llvm::none_of(Found, [&](const Property &Known) { return Known.Name == P.Name; }))
          Found.push_back(P);
    }
  };
  Add(Entry);
  visitCallOperators(Entry, Add);
  return Found;
}

/// Removes the attributes with a mark from a declaration and returns them.
PropertyList Properties::read(Decl *D, StringRef Mark) {
  PropertyList Found;
  AttrVec Others;
  bool Changed = false;
  for (Attr *A : D->attrs()) {
    auto *Annotation = dyn_cast<AnnotateAttr>(A);
    if (!Annotation || Annotation->getAnnotation() != Mark || isDependent(Annotation)) {
      Others.push_back(A);
      continue;
    }
    read(Annotation, Found);
    Changed = true;
  }
  if (Changed) {
    D->dropAttrs();
    if (!Others.empty())
      D->setAttrs(Others);
  }
  return Found;
}

/// The properties of a function from a precompiled header, which was visited already.
PropertyList Properties::readInIR(const FunctionDecl *FD) {
  PropertyList Found;
  for (auto *A : FD->specific_attrs<AnnotateAttr>())
    if (A->getAnnotation() == InIR)
      for (Expr **Arg = A->args_begin(); Arg != A->args_end(); Arg += 2)
        Found.push_back({text(C, Arg[0]).value_or(""), text(C, Arg[1]).value_or("")});
  return Found;
}

void Properties::read(const AnnotateAttr *A, PropertyList &Found) {
  if (isDependent(A))
    return;
  DiagnosticsEngine &Diags = S.getDiagnostics();
  size_t Count = A->args_size();
  if (Count % 2) {
    unsigned ID = Diags.getCustomDiagID(
        DiagnosticsEngine::Error, "'%0' takes the names of properties and then the same number of values; "
                                  "the number of arguments must be even, not %1");
    S.Diag(place(S, A->getLocation()), ID) << written(S, A) << unsigned(Count);
    return;
  }
  PropertyList Read;
  Expr **Names = A->args_begin(), **Values = Names + Count / 2;
  for (size_t I = 0; I < Count / 2; ++I) {
    std::optional<std::string> Name = text(C, Names[I]);
    if (!Name || Name->empty()) {
      unsigned ID = Diags.getCustomDiagID(
          DiagnosticsEngine::Error,
          "argument %0 of '%1' is the name of a property and must be a non-empty constant "
          "string, but %select{has type %3|is empty}2");
      S.Diag(place(S, Names[I]->getExprLoc()), ID)
          << unsigned(I + 1) << written(S, A) << Name.has_value()
          << Names[I]->IgnoreImpCasts()->getType();
      return;
    }
    std::optional<std::string> Value = value(C, Values[I]);
    if (!Value) {
      unsigned ID = Diags.getCustomDiagID(
          DiagnosticsEngine::Error,
          "argument %0 of '%1' is the value of property '%2' and must be a constant string, number or "
          "enumerator, but has type %3");
      S.Diag(place(S, Values[I]->getExprLoc()), ID)
          << unsigned(Count / 2 + I + 1) << written(S, A) << *Name << Values[I]->IgnoreImpCasts()->getType();
      return;
    }
    Read.push_back({std::move(*Name), std::move(*Value)});
  }
  Found.append(Read.begin(), Read.end());
}

/// Adds an annotation that clang writes to IR.
void Properties::annotate(Decl *D, StringRef Annotation, const PropertyList &Arguments) {
  SourceLocation Where = D->getLocation();
  SmallVector<Expr *, 8> Texts;
  for (const Property &P : Arguments)
    for (const std::string &Text : {P.Name, P.Value}) {
      QualType T = C.getStringLiteralArrayType(C.CharTy, Text.size());
      Texts.push_back(StringLiteral::Create(C, Text, StringLiteralKind::Ordinary, /*Pascal=*/false, T,
                                            Where));
    }
  AttributeCommonInfo Info(SourceRange(Where), AttributeCommonInfo::AT_Annotate,
                           AttributeCommonInfo::Form::Implicit());
  if (Attr *Made = S.CreateAnnotationAttr(Info, Annotation, Texts))
    D->addAttr(Made);
}

} // namespace scythe
