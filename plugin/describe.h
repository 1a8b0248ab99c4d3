// Describes types of kernel arguments as JSON trees (the format is stated in crates/frontend).
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

  /// Has clang emit the headers' functions that the compiler calls for the types described last.
  void emitHelpers(clang::SourceLocation Use);

  /// The type that was described under a number.
  clang::QualType typeOf(unsigned ID) const { return Types[ID - 1]; }

  /// What its attributes ask for, once everything is instantiated.
  llvm::json::Object attributes(KernelAttributes &Attributes, clang::FunctionDecl *Entry) const;

  /// The properties of a kernel, once everything is instantiated.
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
  /// All types that were described; their numbers count from one.
  llvm::SmallVector<clang::QualType, 32> Types;
  /// The classes that are being described, from the outermost one.
  llvm::SmallPtrSet<const clang::Type *, 8> Open;
  /// How many objects that are decomposed contain what is being described, and whether that were too many
  /// for one kernel.
  unsigned Decompositions = 0;
  bool TooDeep = false;
  /// The headers' functions that the compiler calls for what was described last.
  llvm::SmallVector<clang::FunctionDecl *, 8> Helpers;
};

} // namespace scythe
