// Device variables (`device_global`).
//
// The headers annotate the class with size and alignment of the value and with flags for the
// runtime. Variables of such a class, and arrays of them, are described in the notes of both
// passes: the compiler writes a record for each.
#pragma once

#include "clang/AST/Decl.h"
#include "clang/AST/Mangle.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/JSON.h"

#include <memory>

namespace scythe {

/// Whether a variable is a device variable. Static variables of functions are not, since the
/// compiler does not search functions for them.
bool isDeviceGlobal(const clang::VarDecl *V);

/// Whether every work-group has its own instance of a variable (`work_group_static`, or an array of
/// them).
bool isOfWorkGroup(const clang::VarDecl *V);

class DeviceGlobals {
public:
  explicit DeviceGlobals(clang::Sema &S)
      : S(S), C(S.getASTContext()), Mangle(C.createMangleContext()) {}

  /// Records a variable that may be one: the class of a declaration need not be complete yet.
  void see(clang::VarDecl *V);

  /// A function that uses all definitions, or null if there are none. clang emits only what device
  /// code uses, but commands of the host may copy a variable that no kernel uses. The compiler
  /// removes the function.
  clang::FunctionDecl *keep() const;

  /// The recorded device variables, defined in this translation unit or not.
  llvm::json::Array describe() const;

private:
  clang::Sema &S;
  clang::ASTContext &C;
  std::unique_ptr<clang::MangleContext> Mangle;
  llvm::SetVector<clang::VarDecl *> Seen;
};

} // namespace scythe
