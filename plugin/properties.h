// Compile-time properties: the attributes
//
//   [[__sycl_detail__::add_ir_global_variable_attributes(names..., values...)]]    on classes
//   [[__sycl_detail__::add_ir_kernel_parameter_attributes(names..., values...)]]   on classes
//   [[__sycl_detail__::add_ir_function_attributes(names..., values...)]]           on functions
//   [[__sycl_detail__::add_ir_member_annotation(names..., values...)]]             on data members
//
// The plugin does not interpret properties. clang's parser expands packs for few attributes, and
// for none of a plugin; `clang::annotate` is one of the few. So the names above are macros for it,
// in the device pass. In the host pass they expand to an attribute without effect.
//
// The annotations are evaluated when classes and functions are complete, and errors are reported.
// Then they are replaced by annotations that clang writes to IR: those of members in the form that
// LLVM expects, those of functions and variables as rows of `llvm.global.annotations`, which
// crates/properties turns into attributes. Properties of kernel parameters are part of the notes.
#pragma once

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

#include <string>

namespace scythe {

/// A property, with its value as text.
struct Property {
  std::string Name;
  std::string Value;
};
using PropertyList = llvm::SmallVector<Property, 4>;

/// Whether an annotation is one of the attributes above.
bool isProperties(const clang::AnnotateAttr *A);

/// Predefines the attributes in a translation unit that is about to be read.
void predefineProperties(clang::Preprocessor &PP, const clang::LangOptions &Options);

/// Passes properties from declarations to IR, in the device pass.
class Properties {
public:
  explicit Properties(clang::Sema &S) : S(S), C(S.getASTContext()) {}

  /// A class is complete.
  void classIsComplete(clang::CXXRecordDecl *RD);

  /// A declaration is about to be passed to clang's code generation.
  void visit(clang::Decl *D);

  /// The properties of kernel arguments of a class.
  const PropertyList &ofParameters(const clang::CXXRecordDecl *RD);

  /// The properties of a kernel: those of its entry point and those of the function call operator that
  /// the headers call there.
  PropertyList ofKernel(clang::FunctionDecl *Entry);

private:
  enum class Use { Variable, Parameter };
  void function(clang::FunctionDecl *FD);
  void variable(clang::VarDecl *VD);
  void member(clang::FieldDecl *FD);
  const PropertyList &ofClass(const clang::CXXRecordDecl *RD, Use As);
  PropertyList read(clang::Decl *D, llvm::StringRef Mark);
  PropertyList readInIR(const clang::FunctionDecl *FD);
  void read(const clang::AnnotateAttr *A, PropertyList &Found);
  void annotate(clang::Decl *D, llvm::StringRef Annotation, const PropertyList &Arguments);

  clang::Sema &S;
  clang::ASTContext &C;
  /// Declarations that have been handled.
  llvm::SmallPtrSet<const clang::Decl *, 32> Done;
  llvm::DenseMap<const clang::CXXRecordDecl *, PropertyList> Classes[2];
  llvm::DenseMap<const clang::FunctionDecl *, PropertyList> Functions;
};

} // namespace scythe
