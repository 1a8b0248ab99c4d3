// SYCL's kernel attributes (SYCL 2020 §5.8.1), which stock clang does not know.
//
// Clang parses them as attributes that this plugin registers, so that lists, `using` prefixes, wrong
// counts and arguments that depend on template parameters are clang's own affair. What they say is
// kept in `annotate` attributes, which clang instantiates with their function.
//
// On a lambda they stand behind the parameters, where C++ has them appertain to the type of the
// function and clang forgets them; `attribute_tokens.h` is about that.
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

/// The name of the type that carries the attributes of a lambda into its body. No program can spell it.
extern const llvm::StringLiteral CarrierName;

/// Visits the function call operators that a kernel's entry point calls: goes through the headers'
/// functions, from call to call, to where they call the user's function object, from the outside in.
void visitCallOperators(clang::FunctionDecl *Entry,
                        llvm::function_ref<void(clang::FunctionDecl *)> Visit);

/// What a kernel asks for: sizes in SYCL's order of dimensions, or aspects.
struct Request {
  llvm::SmallVector<uint64_t, 3> Sizes;
  clang::SourceLocation Where;
};

/// The attributes of one kernel, by their names.
using Requests = llvm::MapVector<llvm::StringRef, Request>;

/// Reads the attributes of kernels, when everything that they call is instantiated.
class KernelAttributes {
public:
  explicit KernelAttributes(clang::Sema &S) : S(S) {}

  /// The attributes of the function call operator that a kernel's entry point calls. Reports what is
  /// wrong with them.
  Requests read(clang::FunctionDecl *Entry);

  /// Takes what was read off the functions. In IR it would be annotations, which keep functions alive
  /// that have been inlined everywhere.
  void drop();

private:
  const Requests &readOperator(clang::FunctionDecl *FD);
  void requireOnFirstDeclaration(clang::FunctionDecl *FD);
  void collect(clang::Decl *D, clang::FunctionDecl *FD, Requests &Found);
  void request(clang::AnnotateAttr *A, clang::FunctionDecl *FD, Requests &Found);

  clang::Sema &S;
  /// What is known, as kernels may share a function: one object launched in several ways, a base.
  std::map<const clang::FunctionDecl *, Requests> Known;
  llvm::SmallVector<clang::Decl *, 16> Bearers;
};

} // namespace scythe
