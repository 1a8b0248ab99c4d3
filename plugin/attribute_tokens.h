// Carries SYCL's attributes of lambdas into their bodies.
//
//   [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(8)]] { … }
//
// The attribute appertains to the type of the function, where clang has no place to keep one that it
// does not know, and none that it would instantiate with a template. So the parser is made to see
//
//   [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(8)]] {
//     typedef void <kernel attributes> [[maybe_unused, sycl::reqd_sub_group_size(8)]]; …
//
// with the tokens of the attribute as they were written, so that clang itself finds names in the
// scope of the lambda, evaluates arguments, per instantiation, and reports what is wrong in its place.
#pragma once

#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/SmallVector.h"

namespace scythe {

class AttributeTokens {
public:
  explicit AttributeTokens(clang::Preprocessor &PP) : PP(PP) {}

  /// Sees each token that the preprocessor gives to the parser, once and in order.
  void see(const clang::Token &T);

private:
  void inside(const clang::Token &T);
  void behind(const clang::Token &T);
  void behindDeclarator(const clang::Token &T);
  void keepAttributes();
  void keepAttribute(llvm::ArrayRef<clang::Token> Attribute, const clang::Token *Scope);
  void silence(clang::SourceRange Range);
  void reset();
  void carryInto(const clang::Token &Brace);
  bool standsBehindParameters() const;

  clang::Preprocessor &PP;
  /// The last tokens outside of attribute specifiers, the newest first.
  clang::tok::TokenKind Last[4] = {};
  /// Whether an attribute specifier `[[…]]` is open, or its first closing bracket was the last token;
  /// what was written in it, and how deep brackets are nested there.
  bool Open = false;
  bool HalfClosed = false;
  unsigned Depth = 0;
  llvm::SmallVector<clang::Token, 16> Written;
  /// The attributes that wait for the body of their function, and the state of the search for it.
  llvm::SmallVector<clang::Token, 16> Waiting;
  bool Searching = false;
  unsigned Nesting = 0;
  unsigned Angles = 0;
  /// When the first of them was about to be read.
  unsigned ErrorsBefore = 0;
  enum { Declarator, TrailingReturn, Requires, RequiresExpression } Part = Declarator;
};

} // namespace scythe
