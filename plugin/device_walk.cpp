// Visits what a function does when it runs.
//
// The visitor follows clang's code generation: unevaluated operands, results of constant
// evaluation, and branches that clang folds are not part of device code; implicit destructors are.
#include "device_code.h"
#include "device_globals.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/EvaluatedExprVisitor.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <optional>

using namespace clang;

namespace scythe {

namespace {

class Walk : public ConstEvaluatedExprVisitor<Walk> {
public:
  Walk(const ASTContext &C, DeviceCode &Into) : ConstEvaluatedExprVisitor(C), Into(Into) {}

  void function(const FunctionDecl *FD);

  // Statements.
  void VisitIfStmt(const IfStmt *If);
  void VisitDeclStmt(const DeclStmt *S);
  void VisitCXXTryStmt(const CXXTryStmt *S);
  void VisitAsmStmt(const AsmStmt *S);
  void VisitCoroutineBodyStmt(const CoroutineBodyStmt *S);

  // Expressions that are not evaluated at run time.
  void VisitConstantExpr(const ConstantExpr *) {}
  void VisitRequiresExpr(const RequiresExpr *) {}
  void VisitConceptSpecializationExpr(const ConceptSpecializationExpr *) {}
  void VisitTypeTraitExpr(const TypeTraitExpr *) {}
  void VisitUserDefinedLiteral(const UserDefinedLiteral *E);

  // Expressions that are partly evaluated.
  void VisitAbstractConditionalOperator(const AbstractConditionalOperator *E);
  void VisitBinaryOperator(const BinaryOperator *E);

  // Expressions that call functions.
  void VisitCallExpr(const CallExpr *E);
  void VisitCXXConstructExpr(const CXXConstructExpr *E);
  void VisitCXXInheritedCtorInitExpr(const CXXInheritedCtorInitExpr *E);
  void VisitCXXBindTemporaryExpr(const CXXBindTemporaryExpr *E);
  void VisitCXXNewExpr(const CXXNewExpr *E);
  void VisitCXXDeleteExpr(const CXXDeleteExpr *E);

  // Expressions with further subexpressions.
  void VisitCXXDefaultArgExpr(const CXXDefaultArgExpr *E) { Visit(E->getExpr()); }
  void VisitCXXDefaultInitExpr(const CXXDefaultInitExpr *E) { Visit(E->getExpr()); }
  void VisitInitListExpr(const InitListExpr *E);
  void VisitOpaqueValueExpr(const OpaqueValueExpr *E);

  // Expressions that rules are about.
  void VisitDeclRefExpr(const DeclRefExpr *E);
  void VisitMemberExpr(const MemberExpr *E);
  void VisitCXXThrowExpr(const CXXThrowExpr *E);
  void VisitCXXTypeidExpr(const CXXTypeidExpr *E);
  void VisitCXXDynamicCastExpr(const CXXDynamicCastExpr *E);
  void VisitCastExpr(const CastExpr *E);
  void VisitExpr(const Expr *E);

private:
  void members(const CXXDestructorDecl *Destructor);
  void invoker(const CXXMethodDecl *Invoker);
  void variable(const VarDecl *V);
  void global(const VarDecl *V, SourceLocation Where);
  void destroy(QualType T, SourceLocation Where);
  void allocation(const FunctionDecl *FD, StringRef What, SourceLocation Where);
  void indirect(const CallExpr *E);
  void callMember(const CXXMethodDecl *Method, const Expr *Object, bool Qualified,
                  SourceLocation Where);
  void value(const Expr *E);
  bool isLongDouble(QualType T) const;
  bool isConstant(const Expr *E) const;
  std::optional<bool> folded(const Expr *Condition) const;

  DeviceCode &Into;
  /// Whether long double has been reported in this function: otherwise every operator would be an
  /// error.
  bool LongDoubleReported = false;
  /// The variables that were reported.
  llvm::SmallPtrSet<const VarDecl *, 4> Reported;
};

/// The kind of function, for the language's own functions that allocate or free memory.
StringRef memory(const FunctionDecl *FD) {
  switch (FD->getBuiltinID()) {
  case Builtin::BIalloca:
  case Builtin::BI_alloca:
  case Builtin::BI__builtin_alloca:
  case Builtin::BI__builtin_alloca_uninitialized:
  case Builtin::BI__builtin_alloca_with_align:
  case Builtin::BI__builtin_alloca_with_align_uninitialized:
  case Builtin::BI__builtin_operator_new:
    return "allocation";
  case Builtin::BI__builtin_operator_delete:
    return "deallocation";
  default:
    break;
  }
  if (!FD->isReplaceableGlobalAllocationFunction())
    return {};
  OverloadedOperatorKind Kind = FD->getOverloadedOperator();
  return Kind == OO_Delete || Kind == OO_Array_Delete ? "deallocation" : "allocation";
}

/// A branch that is never taken is still emitted if it contains a label.
bool hasLabel(const Stmt *S) {
  if (!S || isa<Expr>(S))
    return false;
  if (isa<LabelStmt, SwitchCase>(S))
    return true;
  return llvm::any_of(S->children(), hasLabel);
}

} // namespace

void walk(const ASTContext &C, const FunctionDecl *FD, DeviceCode &Into) {
  Walk(C, Into).function(FD);
}

void Walk::function(const FunctionDecl *FD) {
  if (FD->isDependentContext())
    return;
  if (auto *Constructor = dyn_cast<CXXConstructorDecl>(FD))
    for (const CXXCtorInitializer *Initializer : Constructor->inits())
      Visit(Initializer->getInit());
  if (auto *Method = dyn_cast<CXXMethodDecl>(FD); Method && Method->isLambdaStaticInvoker())
    return invoker(Method);
  if (const Stmt *Body = FD->getBody())
    Visit(Body);
  if (auto *Destructor = dyn_cast<CXXDestructorDecl>(FD))
    members(Destructor);
}

/// The conversion of a closure without captures to a function pointer; its body is implicit.
void Walk::invoker(const CXXMethodDecl *Invoker) {
  const FunctionDecl *Operator = Invoker->getParent()->getLambdaCallOperator();
  if (FunctionTemplateDecl *Template = Operator->getDescribedFunctionTemplate()) {
    void *Position = nullptr;
    if (const TemplateArgumentList *Arguments = Invoker->getTemplateSpecializationArgs())
      Operator = Template->findSpecialization(Arguments->asArray(), Position);
  }
  if (Operator)
    Into.reach(Operator, CallKind::Call, Invoker->getLocation());
}

/// A destructor calls those of members and bases.
void Walk::members(const CXXDestructorDecl *Destructor) {
  const CXXRecordDecl *RD = Destructor->getParent();
  if (RD->isUnion())
    return;
  for (const FieldDecl *Field : RD->fields())
    if (!Field->isAnonymousStructOrUnion())
      destroy(Field->getType(), Destructor->getLocation());
  for (const CXXBaseSpecifier &Base : RD->bases())
    if (!Base.isVirtual())
      destroy(Base.getType(), Destructor->getLocation());
  for (const CXXBaseSpecifier &Base : RD->vbases())
    destroy(Base.getType(), Destructor->getLocation());
}

void Walk::destroy(QualType T, SourceLocation Where) {
  const CXXRecordDecl *RD = Context.getBaseElementType(T)->getAsCXXRecordDecl();
  if (!RD || !RD->hasDefinition() || RD->hasTrivialDestructor())
    return;
  if (const CXXDestructorDecl *Destructor = RD->getDestructor())
    Into.reach(Destructor, CallKind::Destroy, Where);
}

std::optional<bool> Walk::folded(const Expr *Condition) const {
  Expr::EvalResult Result;
  if (Condition->isValueDependent() || !Condition->EvaluateAsInt(Result, Context))
    return std::nullopt;
  return Result.Val.getInt().getBoolValue();
}

bool Walk::isConstant(const Expr *E) const {
  Expr::EvalResult Result;
  return !E->isValueDependent() && E->EvaluateAsRValue(Result, Context) && !Result.HasSideEffects;
}

// -- statements ---------------------------------------------------------------------------------------

void Walk::VisitIfStmt(const IfStmt *If) {
  if (const Stmt *Init = If->getInit())
    Visit(Init);
  const Stmt *Then = If->getThen(), *Else = If->getElse();
  if (If->isConsteval()) {
    // In device code, consteval is false.
    if (const Stmt *Taken = If->isNegatedConsteval() ? Then : Else)
      Visit(Taken);
    return;
  }
  if (const DeclStmt *Variable = If->getConditionVariableDeclStmt())
    Visit(Variable);
  if (!If->isConstexpr())
    Visit(If->getCond());
  std::optional<bool> Known = folded(If->getCond());
  if (Known && (If->isConstexpr() || !hasLabel(*Known ? Else : Then)))
    (*Known ? Else : Then) = nullptr;
  if (Then)
    Visit(Then);
  if (Else)
    Visit(Else);
}

void Walk::VisitDeclStmt(const DeclStmt *S) {
  for (const Decl *D : S->decls())
    if (auto *V = dyn_cast<VarDecl>(D))
      variable(V);
}

void Walk::variable(const VarDecl *V) {
  if (V->isLocalExternDecl())
    return;
  if (V->hasGlobalStorage())
    return global(V, V->getLocation());
  if (isOfWorkGroup(V))
    Into.use("automatic_group_variable", V->getLocation(), V->getNameAsString());
  if (isLongDouble(V->getType())) {
    Into.use("long_double", V->getLocation(), V->getNameAsString());
    LongDoubleReported = true;
  }
  if (Context.getAsVariableArrayType(V->getType()))
    Into.use("variable_array", V->getLocation(), V->getNameAsString());
  bool Evaluated =
      V->isConstexpr() || (V->getInit() && V->isUsableInConstantExpressions(Context) &&
                           V->hasConstantInitialization());
  if (const Expr *Init = V->getInit(); Init && !Evaluated)
    Visit(Init);
  if (V->needsDestruction(Context) == QualType::DK_cxx_destructor)
    destroy(V->getType(), V->getLocation());
  if (auto *Decomposition = dyn_cast<DecompositionDecl>(V))
    for (const BindingDecl *Binding : Decomposition->bindings())
      if (const VarDecl *Holding = Binding->getHoldingVar())
        variable(Holding);
}

void Walk::VisitCXXTryStmt(const CXXTryStmt *S) {
  Into.use("try", S->getTryLoc());
  // Exceptions are ignored in device code, so handlers never run.
  Visit(S->getTryBlock());
}

void Walk::VisitAsmStmt(const AsmStmt *S) {
  Into.use("assembly", S->getAsmLoc());
  VisitStmt(S);
}

void Walk::VisitCoroutineBodyStmt(const CoroutineBodyStmt *S) {
  Into.use("coroutine", S->getBody()->getBeginLoc());
}

// -- partial evaluation
// -----------------------------------------------------------------------------

void Walk::VisitAbstractConditionalOperator(const AbstractConditionalOperator *E) {
  value(E);
  if (auto *Binary = dyn_cast<BinaryConditionalOperator>(E))
    Visit(Binary->getCommon());
  else
    Visit(E->getCond());
  std::optional<bool> Known = folded(E->getCond());
  if (Known.value_or(true))
    Visit(E->getTrueExpr());
  if (!Known.value_or(false))
    Visit(E->getFalseExpr());
}

void Walk::VisitBinaryOperator(const BinaryOperator *E) {
  if (!E->isLogicalOp())
    return VisitExpr(E);
  Visit(E->getLHS());
  std::optional<bool> Known = folded(E->getLHS());
  if (!Known || *Known == (E->getOpcode() == BO_LAnd))
    Visit(E->getRHS());
}

void Walk::VisitUserDefinedLiteral(const UserDefinedLiteral *E) {
  // An operand may be a long double; only the result matters.
  if (!isConstant(E))
    VisitCallExpr(E);
}

void Walk::VisitInitListExpr(const InitListExpr *E) {
  if (const InitListExpr *Semantic = E->getSemanticForm(); Semantic && Semantic != E)
    E = Semantic;
  VisitExpr(E);
  if (E->hasArrayFiller())
    Visit(E->getArrayFiller());
}

void Walk::VisitOpaqueValueExpr(const OpaqueValueExpr *E) {
  if (const Expr *Source = E->getSourceExpr())
    Visit(Source);
}

// -- calls --------------------------------------------------------------------------------------------

void Walk::VisitCallExpr(const CallExpr *E) {
  if (E->isUnevaluatedBuiltinCall(Context))
    return;
  value(E);
  const Expr *Written = E->getCallee()->IgnoreParenImpCasts();
  const FunctionDecl *Callee = E->getDirectCallee();
  auto *Operation = dyn_cast<BinaryOperator>(Written);
  if (!Callee || (Operation && Operation->isPtrMemOp())) {
    indirect(E);
  } else if (auto *Method = dyn_cast<CXXMethodDecl>(Callee); Method && Method->isVirtual()) {
    auto *Member = dyn_cast<MemberExpr>(Written);
    const Expr *Object = Member               ? Member->getBase()
                         : E->getNumArgs() ? E->getArg(0)
                                              : nullptr;
    callMember(Method, Object, Member && Member->hasQualifier(), E->getExprLoc());
  } else if (StringRef Kind = memory(Callee); !Kind.empty()) {
    allocation(Callee, Kind, E->getExprLoc());
  } else {
    Into.reach(Callee, CallKind::Call, E->getExprLoc());
  }
  // The function's name is not an expression of its own, but the object is.
  if (auto *Member = dyn_cast<MemberExpr>(Written))
    Visit(Member->getBase());
  else if (!isa<DeclRefExpr>(Written))
    Visit(Written);
  for (const Expr *Argument : E->arguments())
    Visit(Argument);
}

/// A call whose callee is an expression. If its value is known, clang calls that function directly.
void Walk::indirect(const CallExpr *E) {
  const Expr *Written = E->getCallee()->IgnoreParens();
  if (isa<CXXPseudoDestructorExpr>(Written))
    return;
  Expr::EvalResult Result;
  if (auto *Operation = dyn_cast<BinaryOperator>(Written);
      Operation && Operation->isPtrMemOp()) {
    if (Operation->getRHS()->EvaluateAsRValue(Result, Context) && Result.Val.isMemberPointer())
      if (auto *Method = dyn_cast_or_null<CXXMethodDecl>(Result.Val.getMemberPointerDecl()))
        return callMember(Method, Operation->getLHS(), /*Qualified=*/false, E->getExprLoc());
    return Into.use("member_pointer_call", E->getExprLoc());
  }
  if (E->getCallee()->EvaluateAsRValue(Result, Context) && Result.Val.isLValue())
    if (auto *Base = Result.Val.getLValueBase().dyn_cast<const ValueDecl *>())
      if (auto *Callee = dyn_cast<FunctionDecl>(Base))
        return Into.reach(Callee, CallKind::Call, E->getExprLoc());
  Into.use("pointer_call", E->getExprLoc());
}

void Walk::callMember(const CXXMethodDecl *Method, const Expr *Object, bool Qualified,
                      SourceLocation Where) {
  CallKind How = isa<CXXDestructorDecl>(Method) ? CallKind::Destroy : CallKind::Call;
  if (!Method->isVirtual() || Qualified)
    return Into.reach(Method, How, Where);
  const CXXMethodDecl *Known =
      Object ? Method->getDevirtualizedMethod(Object, /*IsAppleKext=*/false) : nullptr;
  // A covariant result would need an adjustment; clang does not call such a function directly.
  if (Known && Context.hasSameType(Known->getReturnType(), Method->getReturnType()))
    return Into.reach(Known, How, Where);
  Into.use("virtual_call", Where, printed(Context, Method));
}

void Walk::VisitCXXConstructExpr(const CXXConstructExpr *E) {
  if (!E->getConstructor()->isTrivial())
    Into.reach(E->getConstructor(), CallKind::Construct, E->getLocation());
  VisitExpr(E);
}

void Walk::VisitCXXInheritedCtorInitExpr(const CXXInheritedCtorInitExpr *E) {
  Into.reach(E->getConstructor(), CallKind::Construct, E->getLocation());
}

void Walk::VisitCXXBindTemporaryExpr(const CXXBindTemporaryExpr *E) {
  if (const CXXDestructorDecl *Destructor = E->getTemporary()->getDestructor();
      Destructor && !Destructor->isTrivial())
    Into.reach(Destructor, CallKind::Destroy, E->getBeginLoc());
  VisitExpr(E);
}

/// Replaceable functions allocate memory, unless this program defines them.
void Walk::allocation(const FunctionDecl *FD, StringRef What, SourceLocation Where) {
  if (!FD || FD->isReservedGlobalPlacementOperator())
    return;
  if (!memory(FD).empty() && !FD->isDefined())
    Into.use(What, Where, FD->getNameAsString());
  else
    Into.reach(FD, CallKind::Call, Where);
}

void Walk::VisitCXXNewExpr(const CXXNewExpr *E) {
  allocation(E->getOperatorNew(), "allocation", E->getBeginLoc());
  VisitExpr(E);
}

void Walk::VisitCXXDeleteExpr(const CXXDeleteExpr *E) {
  allocation(E->getOperatorDelete(), "deallocation", E->getBeginLoc());
  if (const CXXRecordDecl *RD = E->getDestroyedType().isNull()
                                    ? nullptr
                                    : E->getDestroyedType()->getAsCXXRecordDecl();
      RD && RD->hasDefinition() && !RD->hasTrivialDestructor())
    if (const CXXDestructorDecl *Destructor = RD->getDestructor())
      callMember(Destructor, E->getArgument(), /*Qualified=*/E->isArrayForm(), E->getBeginLoc());
  VisitExpr(E);
}

// -- features that rules are about
// ------------------------------------------------------------------

void Walk::VisitDeclRefExpr(const DeclRefExpr *E) {
  value(E);
  const ValueDecl *D = E->getDecl();
  if (auto *Binding = dyn_cast<BindingDecl>(D))
    D = Binding->getHoldingVar() ? Binding->getHoldingVar() : Binding->getDecomposedDecl();
  if (auto *FD = dyn_cast<FunctionDecl>(D)) {
    if (E->isNonOdrUse() == NOUR_None)
      Into.reach(FD, CallKind::Address, E->getLocation());
    return;
  }
  auto *V = dyn_cast_or_null<VarDecl>(D);
  if (!V || !V->hasGlobalStorage() || E->isNonOdrUse() == NOUR_Unevaluated)
    return;
  if (V->getType()->isReferenceType()) {
    // The object that a reference is known to refer to is used, not the reference.
    Expr::EvalResult Result;
    if (E->EvaluateAsLValue(Result, Context) && Result.Val.isLValue())
      if (auto *Base = Result.Val.getLValueBase().dyn_cast<const ValueDecl *>())
        if (auto *Referred = dyn_cast<VarDecl>(Base); Referred && Referred->hasGlobalStorage())
          return global(Referred, E->getLocation());
  }
  if (E->isNonOdrUse() == NOUR_None)
    global(V, E->getLocation());
}

void Walk::VisitMemberExpr(const MemberExpr *E) {
  value(E);
  if (auto *V = dyn_cast<VarDecl>(E->getMemberDecl()); V && E->isNonOdrUse() == NOUR_None)
    global(V, E->getMemberLoc());
  Visit(E->getBase());
}

void Walk::global(const VarDecl *V, SourceLocation Where) {
  StringRef Wrong;
  const VarDecl *Initializing = nullptr;
  const Expr *Init = V->getAnyInitializer(Initializing);
  QualType T = V->getType();
  if (isDeviceGlobal(V))
    return;
  if (isOfWorkGroup(V)) {
    // Each work-group has its own if device code knows the size.
    if (!V->getDefinition() && Reported.insert(V->getCanonicalDecl()).second)
      Into.use("undefined_variable", Where, printed(Context, V));
    return;
  }
  if (V->getTLSKind() != VarDecl::TLS_None)
    Wrong = "thread_local";
  else if (!V->isConstexpr() && !Context.getBaseElementType(T).isConstQualified() &&
           !(T->isReferenceType() && Init && Initializing->hasConstantInitialization()))
    Wrong = "variable";
  else if (Init && !Initializing->hasConstantInitialization())
    Wrong = "dynamic_variable";
  else if (!Init && !V->getDefinition())
    Wrong = "undefined_variable";
  if (!Wrong.empty() && Reported.insert(V->getCanonicalDecl()).second)
    Into.use(Wrong, Where, printed(Context, V));
}

void Walk::VisitCXXThrowExpr(const CXXThrowExpr *E) {
  // The thrown expression does not matter.
  Into.use("throw", E->getThrowLoc());
}

void Walk::VisitCXXTypeidExpr(const CXXTypeidExpr *E) {
  Into.use("typeid", E->getBeginLoc());
  ConstEvaluatedExprVisitor::VisitCXXTypeidExpr(E);
}

void Walk::VisitCXXDynamicCastExpr(const CXXDynamicCastExpr *E) {
  // clang resolves casts to a base class.
  if (E->getCastKind() == CK_Dynamic)
    Into.use("dynamic_cast", E->getOperatorLoc());
  VisitExpr(E);
}

void Walk::VisitCastExpr(const CastExpr *E) {
  // `double d = 1.0L;`
  if (!isLongDouble(E->getType()) && isLongDouble(E->getSubExpr()->getType()) && isConstant(E))
    return;
  VisitExpr(E);
}

void Walk::VisitExpr(const Expr *E) {
  value(E);
  VisitStmt(E);
}

void Walk::value(const Expr *E) {
  if (LongDoubleReported || !isLongDouble(E->getType()))
    return;
  Into.use("long_double", E->getExprLoc());
  LongDoubleReported = true;
}

bool Walk::isLongDouble(QualType T) const {
  T = Context.getBaseElementType(T.getNonReferenceType());
  if (auto *Complex = T->getAs<ComplexType>())
    T = Complex->getElementType();
  return T->isSpecificBuiltinType(BuiltinType::LongDouble) ||
         T->isSpecificBuiltinType(BuiltinType::Float128) ||
         T->isSpecificBuiltinType(BuiltinType::Ibm128);
}

} // namespace scythe
