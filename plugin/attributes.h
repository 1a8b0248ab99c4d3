// SYCL's kernel attributes (SYCL 2020 §5.8.1), which stock clang does not know.
//
// clang parses them as attributes that this plugin registers, so that clang itself handles lists,
// `using` prefixes, wrong numbers of arguments, and arguments that depend on template parameters.
// Their values are kept in `annotate` attributes, which clang instantiates with their function.
//
// On a lambda they come after the parameters, where they appertain to the type of the function and
// clang drops them; `attribute_tokens.h` handles that case.
#pragma once

#include "clang/AST/Decl.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <map>

namespace scythe {

/// Whether an attribute is one of SYCL's that this plugin registers.
bool isKernelAttribute(llvm::StringRef Scope, llvm::StringRef Name);

/// The name of the type that has the attributes of a lambda in its body. No program can use it.
extern const llvm::StringLiteral CarrierName;

/// Visits the function call operators that a kernel's entry point calls: follows calls in the
/// headers' functions down to the user's function object, from the outside in.
void visitCallOperators(clang::FunctionDecl *Entry,
                        llvm::function_ref<void(clang::FunctionDecl *)> Visit);

/// The arguments of a kernel's attribute: sizes in SYCL's order of dimensions, or aspects.
struct Request {
  llvm::SmallVector<uint64_t, 3> Sizes;
  clang::SourceLocation Where;
};

/// The attributes of one kernel, by their names.
using Requests = llvm::MapVector<llvm::StringRef, Request>;

/// Reads the attributes of kernels, after everything that they call has been instantiated.
class KernelAttributes {
public:
  explicit KernelAttributes(clang::Sema &S) : S(S) {}

  /// The attributes of the function call operator that a kernel's entry point calls. Reports errors
  /// in them.
  Requests read(clang::FunctionDecl *Entry);

  /// Removes the attributes that were read. In IR they would be annotations, which keep functions
  /// alive that have been inlined everywhere.
  void drop();

private:
  const Requests &readOperator(clang::FunctionDecl *FD);
  void requireOnFirstDeclaration(clang::FunctionDecl *FD);
  void collect(clang::Decl *D, clang::FunctionDecl *FD, Requests &Found);
  void request(clang::AnnotateAttr *A, clang::FunctionDecl *FD, Requests &Found);

  clang::Sema &S;
  /// The results so far: kernels may share a function, such as an object that is launched in
  /// several ways, or a base class.
  std::map<const clang::FunctionDecl *, Requests> Known;
  llvm::SmallVector<clang::Decl *, 16> Bearers;
};

} // namespace scythe
