// `SYCL_EXTERNAL` (SYCL 2020 §5.10.1).
//
// clang implements it only as `[[clang::sycl_external]]`, which cannot come after `extern` or in an
// explicit instantiation, where programs use the macro. So the headers use an attribute of ours
// that can be anywhere, and that becomes clang's.
//
// clang does not represent the attribute in IR, where a function that another translation unit may
// define must be distinguished from one of the C library. So functions also get an annotation,
// which clang instantiates with templates and writes for functions without a body, too
// (crates/pipeline/src/externals.rs).
#include "scythe/facts.h"

#include "clang/AST/Attr.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/ParsedAttrInfo.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace {

/// Read by crates/pipeline/src/externals.rs.
constexpr llvm::StringLiteral Mark = SCYTHE_EXTERNAL_MARK;

constexpr ParsedAttrInfo::Spelling Written[] = {{ParsedAttr::AS_GNU, "sycl_external"}};

struct External : ParsedAttrInfo {
  External() { Spellings = Written; }

  bool diagAppertainsToDecl(Sema &S, const ParsedAttr &A, const Decl *D) const override {
    if (isa<FunctionDecl>(D))
      return true;
    // A device_global is shared between units in any case (sycl_ext_oneapi_device_global allows the
    // macro there). Its class may not be complete yet.
    if (auto *V = dyn_cast<VarDecl>(D)) {
      QualType T = S.getASTContext().getBaseElementType(V->getType());
      if (T->isDependentType() || T->isRecordType())
        return true;
    }
    S.Diag(A.getLoc(), diag::warn_attribute_wrong_decl_type_str)
        << A << A.isRegularKeywordAttribute() << "functions";
    return false;
  }

  AttrHandling handleDeclAttribute(Sema &S, Decl *D, const ParsedAttr &A) const override {
    ASTContext &C = S.getASTContext();
    if (isa<VarDecl>(D))
      return AttributeApplied;
    if (!D->hasAttr<SYCLExternalAttr>())
      D->addAttr(SYCLExternalAttr::CreateImplicit(C, A.getRange()));
    if (!C.getLangOpts().SYCLIsDevice)
      return AttributeApplied;
    // For PTX, clang 22 writes invalid IR if one annotation has arguments and another has none.
    Expr *Argument = StringLiteral::Create(C, "", StringLiteralKind::Ordinary, /*Pascal=*/false,
                                           C.getStringLiteralArrayType(C.CharTy, 0), A.getLoc());
    AttributeCommonInfo Info(A.getRange(), AttributeCommonInfo::AT_Annotate,
                             AttributeCommonInfo::Form::Implicit());
    if (Attr *Marked = S.CreateAnnotationAttr(Info, Mark, Argument))
      D->addAttr(Marked);
    return AttributeApplied;
  }
};

ParsedAttrInfoRegistry::Add<External> Register("sycl_external", "");

} // namespace
