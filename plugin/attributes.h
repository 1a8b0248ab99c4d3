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
#include "llvm/ADT/StringRef.h"

namespace scythe {

/// Whether an attribute is one of SYCL's that this plugin registers.
bool isKernelAttribute(llvm::StringRef Scope, llvm::StringRef Name);

/// The name of the type that carries the attributes of a lambda into its body. No program can spell it.
extern const llvm::StringLiteral CarrierName;

/// What a kernel asks for: sizes in SYCL's order of dimensions.
struct Request {
  llvm::SmallVector<uint64_t, 3> Sizes;
  clang::SourceLocation Where;
};

/// The attributes of one kernel, by their names.
using Requests = llvm::MapVector<llvm::StringRef, Request>;

/// Finds the function call operator that a kernel's entry point calls and reads its attributes, which
/// are taken off it: in IR they would be annotations that keep the function alive. Reports what is
/// wrong with them.
Requests kernelAttributes(clang::Sema &S, clang::FunctionDecl *Entry);

} // namespace scythe
