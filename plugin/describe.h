// Describes types of kernel arguments as JSON trees (the format is defined in crates/frontend).
#pragma once

#include "attributes.h"
#include "properties.h"
#include "protocol.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Mangle.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/JSON.h"

#include <memory>
#include <optional>
#include <string>

namespace scythe {

class Describer {
public:
  Describer(clang::Sema &Sema, Properties &Properties);

  /// The note of one kernel: `Entry` has the attribute sycl_kernel_entry_point(Name).
  llvm::json::Object kernel(clang::FunctionDecl *Entry, clang::QualType Name);

  /// Makes clang emit the headers' functions that the compiler calls for the kernel that was
  /// described last.
  void emitHelpers(clang::SourceLocation Use);

  /// The type with a number.
  clang::QualType typeOf(unsigned ID) const { return Types[ID - 1]; }

  /// The values of its attributes, after instantiation.
  llvm::json::Object attributes(KernelAttributes &Attributes, clang::FunctionDecl *Entry) const;

  /// The properties of a kernel, after instantiation.
  llvm::json::Array properties(clang::FunctionDecl *Entry) const;

private:
  llvm::json::Object type(clang::QualType T, clang::SourceLocation Use);
  void record(clang::CXXRecordDecl *RD, clang::QualType T, clang::SourceLocation Use,
              llvm::json::Object &Out);
  void subobjects(clang::CXXRecordDecl *RD, clang::SourceLocation Use, llvm::json::Object &Out);
  void protocol(clang::CXXRecordDecl *RD, clang::QualType T, clang::SourceLocation Use,
                llvm::json::Object &Out);
  llvm::json::Value helper(llvm::StringRef Name, clang::QualType First,
                           llvm::ArrayRef<clang::QualType> Rest, clang::SourceLocation Use);
  llvm::json::Array annotations(clang::CXXRecordDecl *RD);
  llvm::json::Object signature(const ProtocolMember &Member, llvm::ArrayRef<clang::QualType> Passed,
                               clang::SourceLocation Use);
  bool deeper(clang::QualType T);
  void copying(clang::CXXRecordDecl *RD, llvm::json::Object &Out);
  llvm::json::Value constant(clang::Expr *E);
  std::optional<bool> deviceCopyable(clang::QualType T, clang::SourceLocation Use);

  std::string spelling(clang::QualType T) const;
  std::string mangled(const clang::FunctionDecl *FD) const;
  llvm::json::Value location(clang::SourceLocation L) const;
  clang::SourceLocation source(const clang::CXXRecordDecl *Object) const;
  llvm::json::Value sourceLocation(clang::SourceLocation L) const;

  clang::Sema &S;
  clang::ASTContext &C;
  std::unique_ptr<clang::MangleContext> Mangle;
  Protocol Members;
  Properties &PropertiesOf;
  /// All described types, numbered from one.
  llvm::SmallVector<clang::QualType, 32> Types;
  /// The classes whose description has not been finished, the outermost first.
  llvm::SmallPtrSet<const clang::Type *, 8> Open;
  /// The nesting depth of decompositions around the current object, and whether it exceeded the
  /// limit.
  unsigned Decompositions = 0;
  bool TooDeep = false;
  /// The headers' functions that the compiler calls for the kernel that was described last.
  llvm::SmallVector<clang::FunctionDecl *, 8> Helpers;
};

} // namespace scythe
