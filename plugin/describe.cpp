#include "describe.h"

#include "copying.h"
#include "scythe/facts.h"
#include "trail.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "clang/Sema/Lookup.h"

using namespace clang;
namespace json = llvm::json;

namespace scythe {

Describer::Describer(Sema &Sema, Properties &Properties)
    : S(Sema), C(Sema.getASTContext()), Mangle(C.createMangleContext()), Members(Sema),
      PropertiesOf(Properties) {}

/// Properties in source order.
static json::Array described(const PropertyList &Properties) {
  json::Array Out;
  for (const Property &P : Properties)
    Out.push_back(json::Object{{"name", P.Name}, {"value", P.Value}});
  return Out;
}

std::string Describer::spelling(QualType T) const {
  PrintingPolicy Policy(C.getLangOpts());
  Policy.SuppressTagKeyword = true;
  return T.getCanonicalType().getAsString(Policy);
}

std::string Describer::mangled(const FunctionDecl *FD) const {
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  Mangle->mangleName(GlobalDecl(FD), OS);
  return Name;
}

json::Value Describer::location(SourceLocation L) const {
  SourceManager &SM = C.getSourceManager();
  PresumedLoc P = SM.getPresumedLoc(SM.getExpansionLoc(L));
  if (P.isInvalid())
    return nullptr;
  return json::Object{{"file", P.getFilename()},
                      {"line", int64_t(P.getLine())},
                      {"column", int64_t(P.getColumn())},
                      {"id", int64_t(L.getRawEncoding())}};
}

/// The location of a kernel for people. Headers wrap the program's objects: then it is that of the
/// program's class among the wrapper's template arguments, or of the launch.
SourceLocation Describer::source(const CXXRecordDecl *Object) const {
  const SourceManager &SM = C.getSourceManager();
  auto InProgram = [&](SourceLocation L) { return L.isValid() && !SM.isInSystemHeader(L); };
  SmallVector<const CXXRecordDecl *, 8> Candidates{Object};
  // Wrappers are nested only a few times.
  for (size_t I = 0; I < Candidates.size() && I < 16; ++I) {
    const CXXRecordDecl *RD = Candidates[I];
    if (!RD)
      continue;
    if (InProgram(RD->getLocation()))
      return RD->getLocation();
    if (const auto *Wrapper = dyn_cast<ClassTemplateSpecializationDecl>(RD))
      for (const TemplateArgument &Argument : Wrapper->getTemplateArgs().asArray())
        if (Argument.getKind() == TemplateArgument::Type)
          Candidates.push_back(Argument.getAsType()->getAsCXXRecordDecl());
    // A lambda of a header captures the program's object.
    if (RD->isLambda())
      for (const FieldDecl *Field : RD->fields())
        Candidates.push_back(Field->getType()->getAsCXXRecordDecl());
  }
  return launchSite(S);
}

/// A location with its file named as by `__FILE__`, which flags of the program may map to another
/// path.
json::Value Describer::sourceLocation(SourceLocation L) const {
  SourceManager &SM = C.getSourceManager();
  PresumedLoc P = SM.getPresumedLoc(SM.getExpansionLoc(L));
  if (P.isInvalid())
    return nullptr;
  SmallString<128> File(P.getFilename());
  Preprocessor::processPathForFileMacro(File, C.getLangOpts(), C.getTargetInfo());
  return json::Object{{"file", llvm::json::fixUTF8(File)},
                      {"line", int64_t(P.getLine())},
                      {"column", int64_t(P.getColumn())}};
}

/// Whether the kind of launch with which the headers instantiate an entry point leaves the size of
/// work-groups to the runtime.
static bool isOverPlainRange(const FunctionDecl *Entry) {
  const TemplateArgumentList *Arguments = Entry->getTemplateSpecializationArgs();
  if (!Arguments)
    return false;
  return llvm::any_of(Arguments->asArray(), [](const TemplateArgument &Argument) {
    if (Argument.getKind() != TemplateArgument::Type)
      return false;
    const CXXRecordDecl *Launch = Argument.getAsType()->getAsCXXRecordDecl();
    return Launch && llvm::any_of(Launch->specific_attrs<AnnotateAttr>(), [](const AnnotateAttr *A) {
             return A->getAnnotation() == SCYTHE_PLAIN_RANGE_MARK;
           });
  });
}

json::Object Describer::kernel(FunctionDecl *Entry, QualType Name) {
  std::string Symbol;
  {
    llvm::raw_string_ostream OS(Symbol);
    Mangle->mangleCanonicalTypeName(Name, OS);
  }
  SourceLocation Use = Entry->getPointOfInstantiation();
  if (Use.isInvalid())
    Use = Entry->getLocation();
  // The location for people is that of the function object, not of a launch in a header.
  SourceLocation Where = Use;
  const CXXRecordDecl *Object = nullptr;
  if (Entry->getNumParams())
    Object = Entry->getParamDecl(0)->getType()->getAsCXXRecordDecl();
  if (Object)
    Where = Object->getLocation();
  json::Array Parameters;
  Helpers.clear();
  TooDeep = false;
  for (ParmVarDecl *P : Entry->parameters()) {
    json::Object T = type(P->getType(), Where);
    T["name"] = P->getName();
    if (C.getLangOpts().SYCLIsDevice && P->getType().isDestructedType())
      T["destroy"] = helper("destroy_object", P->getType().getUnqualifiedType(), {}, Use);
    Parameters.push_back(std::move(T));
  }
  return json::Object{{"symbol", Symbol},
                      {"name", spelling(Name)},
                      {"entry", mangled(Entry)},
                      // The entry point has the linkage of its template arguments: a function
                      // object that only this unit can name cannot be launched by others. In an
                      // inline function, it has no linkage according to the standard, but all units
                      // have it.
                      {"visible",
                       isExternallyVisible(Name->getLinkage()) && Entry->isExternallyVisible()},
                      {"plain_range", isOverPlainRange(Entry)},
                      {"location", location(Where)},
                      {"launched", location(launchSite(S))},
                      {"source", sourceLocation(source(Object))},
                      {"parameters", std::move(Parameters)}};
}

/// Declares a function of the headers and returns its symbol.
json::Value Describer::helper(StringRef Name, QualType First, ArrayRef<QualType> Rest,
                              SourceLocation Use) {
  FunctionDecl *FD = Members.helper(Name, First, Rest, Use);
  if (!FD)
    return nullptr;
  Helpers.push_back(FD);
  return mangled(FD);
}

void Describer::emitHelpers(SourceLocation Use) {
  for (FunctionDecl *FD : Helpers)
    Members.emit(FD, Use);
}

json::Object Describer::attributes(KernelAttributes &Attributes, FunctionDecl *Entry) const {
  json::Object Out;
  for (const auto &[Name, Asked] : Attributes.read(Entry)) {
    json::Array Sizes;
    for (uint64_t Size : Asked.Sizes)
      Sizes.push_back(Size);
    Out[Name] = json::Object{{"sizes", std::move(Sizes)}, {"location", location(Asked.Where)}};
  }
  return Out;
}

json::Array Describer::properties(FunctionDecl *Entry) const {
  return described(PropertiesOf.ofKernel(Entry));
}

/// Whether the target of this pass supports an arithmetic type.
static bool targetHas(const ASTContext &C, QualType T) {
  const TargetInfo &Target = C.getTargetInfo();
  switch (T->castAs<BuiltinType>()->getKind()) {
  case BuiltinType::Int128:
  case BuiltinType::UInt128:
    return Target.hasInt128Type();
  case BuiltinType::Float128:
    return Target.hasFloat128Type();
  case BuiltinType::Float16:
    return Target.hasFloat16Type();
  case BuiltinType::BFloat16:
    return Target.hasBFloat16Type();
  case BuiltinType::Ibm128:
    return Target.hasIbm128Type();
  default:
    return true;
  }
}

/// Whether clang can lay out a type. It fails on classes with errors.
static bool hasLayout(const ASTContext &C, QualType T) {
  T = C.getBaseElementType(T);
  if (T->isIncompleteType() || T->isDependentType())
    return T->isVoidType();
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  if (!RD)
    return true;
  RD = RD->getDefinition();
  return !RD->isInvalidDecl() &&
         llvm::all_of(RD->bases(),
                      [&](const CXXBaseSpecifier &B) { return hasLayout(C, B.getType()); }) &&
         llvm::all_of(RD->fields(), [&](const FieldDecl *F) {
           return F->getType()->isReferenceType() || hasLayout(C, F->getType());
         });
}

/// The element type of complex, vector and atomic types.
static QualType scalarInside(QualType T) {
  if (const auto *Complex = T->getAs<ComplexType>())
    return Complex->getElementType();
  if (const auto *Vector = T->getAs<VectorType>())
    return Vector->getElementType();
  if (const auto *Atomic = T->getAs<AtomicType>())
    return Atomic->getValueType();
  return QualType();
}

json::Object Describer::type(QualType T, SourceLocation Use) {
  QualType CT = T.getCanonicalType();
  Types.push_back(CT.getUnqualifiedType());
  json::Object Out{{"type", spelling(CT)}, {"type_id", int64_t(Types.size())}};
  if (CT->isReferenceType()) {
    // A reference is stored as a pointer.
    Out["kind"] = "reference";
    Out["size"] = C.getTypeSizeInChars(C.VoidPtrTy).getQuantity();
    Out["align"] = C.getTypeAlignInChars(C.VoidPtrTy).getQuantity();
    return Out;
  }
  if (S.getDiagnostics().hasErrorOccurred() && !hasLayout(C, CT)) {
    // clang has reported an error, so the unit will not be compiled.
    Out["kind"] = "other";
    Out["size"] = 0;
    Out["align"] = 1;
    Out["trivially_copyable"] = true;
    return Out;
  }
  Out["size"] = C.getTypeSizeInChars(CT).getQuantity();
  Out["align"] = C.getTypeAlignInChars(CT).getQuantity();
  Out["trivially_copyable"] = CT.isTriviallyCopyableType(C);
  if (const ConstantArrayType *AT = C.getAsConstantArrayType(CT)) {
    Out["kind"] = "array";
    Out["count"] = int64_t(AT->getSize().getZExtValue());
    Out["element"] = type(AT->getElementType(), Use);
  } else if (CXXRecordDecl *RD = CT->getAsCXXRecordDecl(); RD && RD->hasDefinition()) {
    record(RD->getDefinition(), CT, Use, Out);
  } else if (CT->isFunctionPointerType()) {
    Out["kind"] = "function_pointer";
  } else if (CT->isPointerType()) {
    Out["kind"] = "pointer";
  } else if (CT->isMemberDataPointerType()) {
    Out["kind"] = "data_member_pointer";
  } else if (CT->isMemberFunctionPointerType()) {
    Out["kind"] = "member_function_pointer";
  } else if (CT->isEnumeralType()) {
    Out["kind"] = "enumeration";
  } else if (CT->isBuiltinType()) {
    Out["kind"] = "builtin";
    if (!targetHas(C, CT))
      Out["unsupported"] = true;
  } else {
    Out["kind"] = "other";
    if (QualType Inner = scalarInside(CT); !Inner.isNull())
      Out["element"] = type(Inner, Use);
  }
  return Out;
}

void Describer::record(CXXRecordDecl *RD, QualType T, SourceLocation Use, json::Object &Out) {
  Out["kind"] = RD->isLambda() ? "closure" : RD->isUnion() ? "union" : "class";
  Out["declared"] = location(RD->getLocation());
  Out["aggregate"] = RD->isAggregate();
  if (C.getSourceManager().isInSystemHeader(RD->getLocation()))
    Out["system"] = true;
  Out["polymorphic"] = RD->isPolymorphic();
  // Trivially copyable types are device copyable, whatever the program specialises.
  if (!T.isTriviallyCopyableType(C)) {
    if (!RD->isLambda())
      copying(RD, Out);
    if (std::optional<bool> Copyable = deviceCopyable(T.getUnqualifiedType(), Use))
      Out["device_copyable"] = *Copyable;
  }
  if (json::Array Notes = annotations(RD); !Notes.empty())
    Out["annotations"] = std::move(Notes);
  if (json::Array Found = described(PropertiesOf.ofParameters(RD)); !Found.empty())
    Out["properties"] = std::move(Found);
  if (RD->isEmpty())
    Out["data_size"] = 0;
  else if (CharUnits Data = C.getTypeInfoDataSizeInChars(T).Width; Data != C.getTypeSizeInChars(T))
    Out["data_size"] = Data.getQuantity();
  const Type *Canonical = T.getCanonicalType().getTypePtr();
  if (!Open.insert(Canonical).second) {
    Out["recursive"] = true;
    return;
  }
  if (!RD->isUnion())
    protocol(RD, T.getUnqualifiedType(), Use, Out);
  subobjects(RD, Use, Out);
  Open.erase(Canonical);
}

void Describer::subobjects(CXXRecordDecl *RD, SourceLocation Use, json::Object &Out) {
  const ASTRecordLayout &Layout = C.getASTRecordLayout(RD);
  json::Array Bases, Fields;
  for (const CXXBaseSpecifier &B : RD->bases()) {
    json::Object O = type(B.getType(), Use);
    CXXRecordDecl *BD = B.getType()->getAsCXXRecordDecl();
    O["virtual"] = B.isVirtual();
    O["offset"] = (B.isVirtual() ? Layout.getVBaseClassOffset(BD) : Layout.getBaseClassOffset(BD))
                      .getQuantity();
    O["location"] = location(B.getBeginLoc());
    Bases.push_back(std::move(O));
  }
  llvm::DenseMap<const FieldDecl *, const LambdaCapture *> Captures;
  if (RD->isLambda()) {
    auto It = RD->captures_begin();
    for (const FieldDecl *F : RD->fields())
      if (It != RD->captures_end())
        Captures[F] = &*It++;
  }
  for (FieldDecl *F : RD->fields()) {
    SourceLocation Where = F->getLocation();
    std::string Name = F->getNameAsString();
    const LambdaCapture *Capture = Captures.lookup(F);
    if (Capture) {
      Where = Capture->getLocation();
      Name = Capture->capturesVariable() ? Capture->getCapturedVar()->getNameAsString() : "this";
    }
    json::Object O = type(F->getType(), Where);
    uint64_t Offset = Layout.getFieldOffset(F->getFieldIndex());
    O["name"] = Name;
    O["offset"] = int64_t(Offset / 8);
    O["location"] = location(Where);
    if (Capture)
      O["capture"] = Capture->getCaptureKind() == LCK_ByRef ? "reference"
                     : Capture->capturesThis()              ? "this"
                                                            : "copy";
    if (F->isBitField()) {
      O["bit_offset"] = int64_t(Offset);
      O["bit_width"] = int64_t(F->getBitWidthValue());
    }
    Fields.push_back(std::move(O));
  }
  if (!Bases.empty())
    Out["bases"] = std::move(Bases);
  if (!Fields.empty())
    Out["fields"] = std::move(Fields);
}

void Describer::copying(CXXRecordDecl *RD, json::Object &Out) {
  json::Array Copies;
  for (CXXMethodDecl *Copy : eligibleCopies(S, RD))
    Copies.push_back(json::Object{{"operation", operationName(Copy)},
                                  {"access", accessName(Copy)},
                                  {"provided", Copy->isUserProvided()},
                                  {"location", location(Copy->getLocation())}});
  Out["copies"] = std::move(Copies);
  if (CXXDestructorDecl *Destructor = S.LookupDestructor(RD))
    Out["destructor"] = json::Object{{"access", accessName(Destructor)},
                                     {"deleted", Destructor->isDeleted()},
                                     {"provided", Destructor->isUserProvided()},
                                     {"location", location(Destructor->getLocation())}};
}

void Describer::protocol(CXXRecordDecl *RD, QualType T, SourceLocation Use, json::Object &Out) {
  ProtocolMember Deconstruct = Members.deconstruct(RD, T, Use);
  if (!Deconstruct.Method)
    return;
  Out["deconstruct"] = signature(Deconstruct, {}, Use);
  std::optional<SmallVector<QualType, 4>> Elements;
  if (Deconstruct.Resolved)
    Elements = Members.elements(Deconstruct.Method->getReturnType(), Use);
  ArrayRef<QualType> Passed;
  if (Elements)
    Passed = *Elements;
  ProtocolMember Reconstruct = Members.reconstruct(RD, Passed, Use);
  if (Reconstruct.Method) {
    json::Object Signature = signature(Reconstruct, Passed, Use);
    Signature["exact"] = C.hasSameType(Reconstruct.Method->getReturnType(), T);
    Out["reconstruct"] = std::move(Signature);
  }
  if (!Elements)
    return;
  json::Array Parts;
  SmallVector<QualType, 4> Types;
  ++Decompositions;
  for (QualType Element : *Elements) {
    TooDeep = TooDeep || deeper(Element);
    // One unbounded element is enough.
    if (TooDeep)
      break;
    Types.push_back(Element.getUnqualifiedType());
    Parts.push_back(type(Element, Use));
  }
  --Decompositions;
  if (TooDeep) {
    Out["endless"] = true;
    return;
  }
  Out["elements"] = std::move(Parts);
  if (!C.getLangOpts().SYCLIsDevice)
    (*Out.getObject("deconstruct"))["helper"] = helper("deconstruct_object", T, {}, Use);
  else if (Reconstruct.Method)
    (*Out.getObject("reconstruct"))["helper"] = helper("reconstruct_object", T, Types, Use);
}

/// The nesting depth of decompositions at which they count as unbounded, like clang's limit for
/// nested templates.
static constexpr unsigned MostDecompositions = 64;

/// Counts the types in the name of a type, until `Left` is 0.
static void spend(QualType T, unsigned &Left) {
  if (Left == 0)
    return;
  --Left;
  if (const auto *RD = dyn_cast_or_null<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl()))
    for (const TemplateArgument &Argument : RD->getTemplateArgs().asArray()) {
      if (Argument.getKind() == TemplateArgument::Type)
        spend(Argument.getAsType(), Left);
      else if (Argument.getKind() == TemplateArgument::Pack)
        for (const TemplateArgument &Packed : Argument.pack_elements())
          if (Packed.getKind() == TemplateArgument::Type)
            spend(Packed.getAsType(), Left);
    }
}

/// Whether the decomposition of an element is unbounded: each time it is decomposed, a template may
/// name a larger type, which grows without limit in depth or, faster, in length.
bool Describer::deeper(QualType T) {
  unsigned Left = 1 << 14;
  spend(T, Left);
  return Decompositions > MostDecompositions || Left == 0;
}

/// `Passed` are the elements for the first parameters.
json::Object Describer::signature(const ProtocolMember &Member, ArrayRef<QualType> Passed,
                                  SourceLocation Use) {
  CXXMethodDecl *Method = Member.Method;
  if (Member.Resolved && Method->getReturnType()->isUndeducedType())
    S.DeduceReturnType(Method, Use, /*Diagnose=*/false);
  json::Array Parameters;
  ArrayRef<ParmVarDecl *> Declared = Method->parameters();
  for (ParmVarDecl *P : Declared.drop_front(Method->isExplicitObjectMemberFunction())) {
    json::Object Parameter{{"type", spelling(P->getType())}, {"default", P->hasDefaultArg()}};
    if (!Passed.empty()) {
      Parameter["takes"] = Members.takes(P, Passed.front(), Use);
      Passed = Passed.drop_front();
    }
    Parameters.push_back(std::move(Parameter));
  }
  // A function that overload resolution did not select may be a template, which has no symbol.
  return json::Object{{"symbol", Member.Resolved ? mangled(Method) : std::string()},
                      {"static", Method->isStatic()},
                      {"noreturn", Method->isNoReturn()},
                      {"variadic", Method->isVariadic()},
                      {"deleted", Method->isDeleted()},
                      {"access", accessName(Method)},
                      {"declared", int64_t(Member.Declared)},
                      {"resolved", Member.Resolved},
                      {"result", spelling(Method->getReturnType())},
                      {"parameters", std::move(Parameters)},
                      {"location", location(Method->getLocation())}};
}

json::Array Describer::annotations(CXXRecordDecl *RD) {
  json::Array Out;
  for (AnnotateAttr *A : RD->specific_attrs<AnnotateAttr>()) {
    if (isProperties(A))
      continue;
    json::Array Arguments;
    for (Expr *E : A->args())
      Arguments.push_back(constant(E));
    Out.push_back(json::Object{{"name", A->getAnnotation()}, {"arguments", std::move(Arguments)}});
  }
  return Out;
}

json::Value Describer::constant(Expr *E) {
  if (E->isValueDependent())
    return nullptr;
  if (std::optional<std::string> Text = E->tryEvaluateString(C))
    return *Text;
  Expr::EvalResult R;
  if (!E->EvaluateAsRValue(R, C))
    return nullptr;
  return R.Val.getAsString(C, E->getType());
}

/// The value of `sycl::is_device_copyable_v<T>`, which programs may specialise as well as the
/// trait; none if the headers define neither.
std::optional<bool> Describer::deviceCopyable(QualType T, SourceLocation Use) {
  NamespaceDecl *Sycl = Members.nameSpace("sycl");
  if (!Sycl)
    return std::nullopt;
  LookupResult R(S, &C.Idents.get("is_device_copyable_v"), Use, Sema::LookupOrdinaryName);
  R.suppressDiagnostics();
  if (!S.LookupQualifiedName(R, Sycl))
    return std::nullopt;
  auto *Template = R.getAsSingle<VarTemplateDecl>();
  if (!Template)
    return std::nullopt;
  TemplateArgumentListInfo Args(Use, Use);
  Args.addArgument(TemplateArgumentLoc(TemplateArgument(T), C.getTrivialTypeSourceInfo(T, Use)));
  DeclResult Found = S.CheckVarTemplateId(Template, Use, Use, Args, /*SetWrittenArgs=*/false);
  if (Found.isInvalid())
    return std::nullopt;
  auto *Value = cast<VarDecl>(Found.get());
  if (!Value->getTemplateSpecializationKind())
    Value->setTemplateSpecializationKind(TSK_ImplicitInstantiation, Use);
  {
    // Naming it in an evaluated context instantiates it.
    EnterExpressionEvaluationContext Needed(S, Sema::ExpressionEvaluationContext::ConstantEvaluated);
    S.BuildDeclRefExpr(Value, Value->getType().getNonReferenceType(), VK_LValue, Use);
  }
  // A specialisation need not be constant, but its initialiser has a value.
  const Expr *Init = Value->getAnyInitializer();
  Expr::EvalResult Result;
  if (Init && !Init->isValueDependent() && Init->EvaluateAsRValue(Result, C) && Result.Val.isInt())
    return Result.Val.getInt().getBoolValue();
  return std::nullopt;
}

} // namespace scythe
