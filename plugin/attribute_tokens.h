// Copies SYCL's attributes of lambdas into their bodies.
//
//   [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(8)]] { … }
//
// The attribute appertains to the type of the function, where clang keeps neither unknown
// attributes nor any that it could instantiate with a template. So the parser gets to see
//
//   [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(8)]] {
//     typedef void <kernel attributes> [[maybe_unused, sycl::reqd_sub_group_size(8)]]; …
//
// with the tokens of the attribute as written. Then clang itself finds names in the scope of the
// lambda, evaluates arguments for each instantiation, and reports errors at the attribute's
// location.
#pragma once

#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/SmallVector.h"

namespace scythe {

class AttributeTokens {
public:
  explicit AttributeTokens(clang::Preprocessor &PP) : PP(PP) {}

  /// Handles each token that the preprocessor passes to the parser, once and in order.
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
  /// Whether an attribute specifier `[[…]]` is open, or its first closing bracket was the last
  /// token; the tokens in it, and the depth of brackets.
  bool Open = false;
  bool HalfClosed = false;
  unsigned Depth = 0;
  llvm::SmallVector<clang::Token, 16> Written;
  /// The attributes of a function whose body has not been reached, and the state of the search for
  /// it.
  llvm::SmallVector<clang::Token, 16> Waiting;
  bool Searching = false;
  unsigned Nesting = 0;
  unsigned Angles = 0;
  /// The number of errors before the first of them was parsed.
  unsigned ErrorsBefore = 0;
  enum { Declarator, TrailingReturn, Requires, RequiresExpression } Part = Declarator;
};

} // namespace scythe
