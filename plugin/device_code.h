// Device code as the rules see it (SYCL 2020 §5.4): the functions that kernels reach, who calls whom,
// and what is used in them that not every function may use. The format is stated in
// crates/frontend/src/device_code/graph.rs.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/JSON.h"

#include <string>

namespace scythe {

/// How one function gets to another.
enum class Way { Call, Construct, Destroy, Address };

/// The graph of device functions. Functions are walked in the order in which they are met, each once.
class DeviceCode {
public:
  /// `Assembly`: whether the target family accepts inline assembly.
  DeviceCode(const clang::ASTContext &C, bool Assembly) : C(C), Assembly(Assembly) {}

  /// Starts from the entry point of a kernel that has been described.
  void kernel(const clang::FunctionDecl *Entry, const llvm::json::Object &Described);

  /// Starts from a function that other translation units or the compiler itself call.
  void external(const clang::FunctionDecl *FD);

  /// Walks everything that is reached and describes it.
  llvm::json::Object describe();

  // For the walk:

  /// The function that is being walked has a way to another one.
  void reach(const clang::FunctionDecl *FD, Way How, clang::SourceLocation Where);

  /// The function that is being walked uses something that a rule may be about.
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

/// Tells `Into` what a function does where it runs.
void walk(const clang::ASTContext &C, const clang::FunctionDecl *FD, DeviceCode &Into);

/// How people know a declaration.
std::string printed(const clang::ASTContext &C, const clang::NamedDecl *D);

} // namespace scythe
