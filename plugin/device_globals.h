// Variables that live on devices (`device_global`).
//
// The headers mark the class, in an annotation with size and alignment of the value and with what the
// runtime is to know of its properties. Variables of such a class, and arrays of them, are described in the
// notes of both passes: the compiler writes a record for each.
#pragma once

#include "clang/AST/Decl.h"
#include "clang/AST/Mangle.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/JSON.h"

#include <memory>

namespace scythe {

/// Whether a variable lives on devices: static storage alone does not make it one, as the compiler does
/// not look into functions for them.
bool isDeviceGlobal(const clang::VarDecl *V);

/// Whether every work-group has its own of a variable (`work_group_static`, or an array of them).
bool isOfWorkGroup(const clang::VarDecl *V);

class DeviceGlobals {
public:
  explicit DeviceGlobals(clang::Sema &S)
      : S(S), C(S.getASTContext()), Mangle(C.createMangleContext()) {}

  /// Takes note of a variable, if it may be one: the class of a declaration need not be complete yet.
  void see(clang::VarDecl *V);

  /// A function that uses all definitions, or null if there are none. Clang emits what device code uses,
  /// and commands of the host may copy a variable that no kernel uses. The compiler throws it away.
  clang::FunctionDecl *keep() const;

  /// Those of the variables seen that live on devices, defined in this translation unit or not.
  llvm::json::Array describe() const;

private:
  clang::Sema &S;
  clang::ASTContext &C;
  std::unique_ptr<clang::MangleContext> Mangle;
  llvm::SetVector<clang::VarDecl *> Seen;
};

} // namespace scythe
