#include "device_globals.h"
#include "scythe/facts.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
namespace json = llvm::json;

namespace scythe {

/// From include/sycl/ext/oneapi/device_global.hpp: size, alignment, flags.
constexpr llvm::StringLiteral Mark = SCYTHE_DEVICE_GLOBAL_MARK;

static const AnnotateAttr *annotation(const VarDecl *V, StringRef Text, unsigned Arguments) {
  const ASTContext &C = V->getASTContext();
  const CXXRecordDecl *RD = C.getBaseElementType(V->getType())->getAsCXXRecordDecl();
  if (!RD || !(RD = RD->getDefinition()))
    return nullptr;
  for (const AnnotateAttr *A : RD->specific_attrs<AnnotateAttr>())
    if (A->getAnnotation() == Text && A->args_size() == Arguments)
      return A;
  return nullptr;
}

static const AnnotateAttr *mark(const VarDecl *V) { return annotation(V, Mark, 3); }

bool isOfWorkGroup(const VarDecl *V) { return annotation(V, SCYTHE_WORK_GROUP_STATIC_MARK, 0); }

/// Whether a variable may be a device variable, once its class is complete.
static bool maybeDeviceGlobal(const VarDecl *V) {
  return V->hasGlobalStorage() && !V->isLocalVarDecl() &&
         V->getASTContext().getBaseElementType(V->getType())->isRecordType();
}

bool isDeviceGlobal(const VarDecl *V) { return maybeDeviceGlobal(V) && mark(V); }

void DeviceGlobals::see(VarDecl *V) {
  if (V->isInvalidDecl() || V->getDeclContext()->isDependentContext() ||
      isa<VarTemplatePartialSpecializationDecl>(V) || V->getDescribedVarTemplate() ||
      !maybeDeviceGlobal(V))
    return;
  Seen.insert(V->getCanonicalDecl());
}

FunctionDecl *DeviceGlobals::keep() const {
  SmallVector<Stmt *, 8> Uses;
  SourceLocation Where;
  for (VarDecl *First : Seen) {
    VarDecl *V = First->getDefinition();
    if (!V || !isDeviceGlobal(V))
      continue;
    Where = V->getLocation();
    Uses.push_back(S.BuildDeclRefExpr(V, V->getType(), VK_LValue, Where));
  }
  if (Uses.empty())
    return nullptr;
  QualType T = C.getFunctionType(C.VoidTy, {}, FunctionProtoType::ExtProtoInfo());
  auto *FD = FunctionDecl::Create(C, C.getTranslationUnitDecl(), Where, Where,
                                  &C.Idents.get(SCYTHE_DEVICE_GLOBALS_FUNCTION), T,
                                  C.getTrivialTypeSourceInfo(T, Where), SC_None);
  FD->setImplicit();
  FD->addAttr(AsmLabelAttr::CreateImplicit(C, SCYTHE_DEVICE_GLOBALS_FUNCTION));
  // These functions are roots of device code, like kernels.
  FD->addAttr(SYCLExternalAttr::CreateImplicit(C));
  FD->setBody(CompoundStmt::Create(C, Uses, FPOptionsOverride(), Where, Where));
  return FD;
}

static std::optional<int64_t> number(const ASTContext &C, const Expr *E) {
  Expr::EvalResult R;
  if (E->isValueDependent() || !E->EvaluateAsRValue(R, C) || !R.Val.isInt())
    return std::nullopt;
  return R.Val.getInt().getExtValue();
}

json::Array DeviceGlobals::describe() const {
  json::Array Out;
  const SourceManager &SM = C.getSourceManager();
  for (VarDecl *First : Seen) {
    VarDecl *Definition = First->getDefinition();
    VarDecl *V = Definition ? Definition : First;
    const AnnotateAttr *A = mark(V);
    if (!A)
      continue;
    std::string Symbol;
    llvm::raw_string_ostream OS(Symbol);
    if (Mangle->shouldMangleDeclName(V))
      Mangle->mangleName(GlobalDecl(V), OS);
    else
      OS << V->getName();
    uint64_t Count = 1;
    for (QualType T = V->getType(); const ConstantArrayType *Array = C.getAsConstantArrayType(T);
         T = Array->getElementType())
      Count *= Array->getSize().getZExtValue();
    const Expr *const *Arguments = A->args_begin();
    json::Object Described{{"symbol", Symbol},
                           {"name", V->getQualifiedNameAsString()},
                           {"element_size", number(C, Arguments[0])},
                           {"align", number(C, Arguments[1])},
                           {"flags", number(C, Arguments[2])},
                           {"count", int64_t(Count)},
                           {"defined", Definition != nullptr},
                           {"constant", !V->hasInit() || V->hasConstantInitialization()}};
    PresumedLoc P = SM.getPresumedLoc(SM.getExpansionLoc(V->getLocation()));
    if (P.isValid())
      Described["location"] = json::Object{{"file", P.getFilename()},
                                           {"line", int64_t(P.getLine())},
                                           {"column", int64_t(P.getColumn())}};
    Out.push_back(std::move(Described));
  }
  return Out;
}

} // namespace scythe
