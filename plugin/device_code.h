// The graph of device code for the rules (SYCL 2020 §5.4): the functions that kernels reach, their
// calls, and uses of features that rules are about. The format is defined in
// crates/frontend/src/device_code/graph.rs.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/JSON.h"

#include <string>

namespace scythe {

/// The kind of a reference to a function.
enum class CallKind { Call, Construct, Destroy, Address };

/// The graph of device functions. Functions are visited in the order in which they are found, each
/// once.
class DeviceCode {
public:
  /// `Assembly`: whether the target family accepts inline assembly.
  DeviceCode(const clang::ASTContext &C, bool Assembly) : C(C), Assembly(Assembly) {}

  /// Adds the entry point of a kernel that has been described.
  void kernel(const clang::FunctionDecl *Entry, const llvm::json::Object &Described);

  /// Adds a function that other translation units or the compiler itself call.
  void external(const clang::FunctionDecl *FD);

  /// Visits all reachable functions and describes them.
  llvm::json::Object describe();

  // For the visitor:

  /// The current function refers to another one.
  void reach(const clang::FunctionDecl *FD, CallKind How, clang::SourceLocation Where);

  /// The current function uses a feature that a rule may be about.
  void use(llvm::StringRef What, clang::SourceLocation Where, std::string Detail = {});

private:
  struct Function {
    const clang::FunctionDecl *Decl;
    llvm::json::Array Calls;
    llvm::json::Array Uses;
  };

  unsigned number(const clang::FunctionDecl *FD);
  llvm::json::Object place(clang::SourceLocation Where) const;
  llvm::json::Object describe(Function &F) const;

  const clang::ASTContext &C;
  bool Assembly;
  llvm::json::Array Roots;
  llvm::SmallVector<Function, 0> Functions;
  llvm::DenseMap<const clang::FunctionDecl *, unsigned> Numbers;
  unsigned Current = 0;
};

/// Reports to `Into` what a function does when it runs.
void walk(const clang::ASTContext &C, const clang::FunctionDecl *FD, DeviceCode &Into);

/// The name of a declaration in messages.
std::string printed(const clang::ASTContext &C, const clang::NamedDecl *D);

} // namespace scythe
