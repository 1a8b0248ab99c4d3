#include "attribute_tokens.h"

#include "attributes.h"

using namespace clang;
using llvm::ArrayRef;
using llvm::StringRef;

namespace scythe {

namespace {

bool opens(const Token &T) { return T.isOneOf(tok::l_paren, tok::l_square, tok::l_brace); }
bool closes(const Token &T) { return T.isOneOf(tok::r_paren, tok::r_square, tok::r_brace); }

StringRef word(const Token &T) {
  IdentifierInfo *Name = T.getIdentifierInfo();
  return Name ? Name->getName() : StringRef();
}

} // namespace

void AttributeTokens::see(const Token &T) {
  if (T.is(tok::eof))
    return reset();
  if (Open)
    return inside(T);
  if (T.is(tok::l_square) && Last[0] == tok::l_square) {
    // The first bracket was not counted as a token.
    std::copy(Last + 1, Last + 4, Last);
    Open = true;
    if (!Searching)
      ErrorsBefore = PP.getDiagnostics().getClient()->getNumErrors();
    return;
  }
  if (Searching)
    behind(T);
  std::copy_backward(Last, Last + 3, Last + 4);
  Last[0] = T.getKind();
}

/// In an attribute specifier.
void AttributeTokens::inside(const Token &T) {
  if (Depth == 0 && T.is(tok::r_square)) {
    if (HalfClosed) {
      keepAttributes();
      Open = HalfClosed = false;
      Written.clear();
    } else {
      HalfClosed = true;
    }
    return;
  }
  HalfClosed = false;
  if (opens(T))
    ++Depth;
  else if (closes(T) && Depth)
    --Depth;
  Written.push_back(T);
}

/// Whether the last tokens can end the parameters of a function, with what may follow them. If they
/// turn out to be something else, the search for the body ends with the next token.
bool AttributeTokens::standsBehindParameters() const {
  switch (Last[0]) {
  case tok::r_paren:
    return !(Last[1] == tok::l_paren && Last[2] == tok::kw_operator);
  case tok::kw_const:
  case tok::kw_volatile:
  case tok::kw_mutable:
  case tok::kw_constexpr:
  case tok::kw_consteval:
  case tok::kw_static:
  case tok::kw_noexcept:
  case tok::amp:
  case tok::ampamp:
    return true;
  default:
    return false;
  }
}

/// Searches the attributes of a specifier: `[[a, b(1)]]`, `[[using sycl: a, b(1)]]`.
void AttributeTokens::keepAttributes() {
  ArrayRef<Token> Rest = Written;
  const Token *Scope = nullptr;
  if (Rest.size() > 2 && Rest[0].is(tok::kw_using) && Rest[2].is(tok::colon)) {
    Scope = &Rest[1];
    Rest = Rest.drop_front(3);
  }
  size_t Start = 0;
  unsigned Nested = 0;
  for (size_t I = 0; I <= Rest.size(); ++I) {
    if (I == Rest.size() || (Nested == 0 && Rest[I].is(tok::comma))) {
      keepAttribute(Rest.slice(Start, I - Start), Scope);
      Start = I + 1;
    } else if (opens(Rest[I])) {
      ++Nested;
    } else if (closes(Rest[I])) {
      --Nested;
    }
  }
}

void AttributeTokens::keepAttribute(ArrayRef<Token> Attribute, const Token *Scope) {
  SourceRange Range = Attribute.empty() ? SourceRange()
                                        : SourceRange(Attribute.front().getLocation(),
                                                      Attribute.back().getLocation());
  if (!Scope && Attribute.size() > 2 && Attribute[1].is(tok::coloncolon)) {
    Scope = &Attribute[0];
    Attribute = Attribute.drop_front(2);
  }
  if (!Scope || Attribute.empty())
    return;
  // Its argument is a type, which attributes of plugins cannot have; it has no effect.
  if (word(*Scope) == "sycl" && word(Attribute[0]) == "vec_type_hint")
    return silence(Range);
  if (!isKernelAttribute(word(*Scope), word(Attribute[0])) ||
      !(Searching || standsBehindParameters()))
    return;
  if (!Searching) {
    Searching = true;
    Part = Declarator;
    Nesting = Angles = 0;
  }
  Token Colons = *Scope;
  Colons.setKind(tok::coloncolon);
  Colons.setIdentifierInfo(nullptr);
  Waiting.push_back(*Scope);
  Waiting.push_back(Colons);
  Waiting.append(Attribute.begin(), Attribute.end());
  Token Comma = Colons;
  Comma.setKind(tok::comma);
  Waiting.push_back(Comma);
}

/// After parameters that have attributes, on the way to the function's body.
void AttributeTokens::behind(const Token &T) {
  if (Part == Declarator)
    return behindDeclarator(T);
  if (Nesting) {
    Nesting += opens(T);
    Nesting -= closes(T);
    return;
  }
  switch (T.getKind()) {
  case tok::l_brace:
    // The template arguments of a trailing return type may contain braces, and a requires-clause a
    // requires-expression.
    if (Angles == 0 && Part != RequiresExpression)
      return carryInto(T);
    ++Nesting;
    if (Angles == 0)
      Part = Requires;
    return;
  case tok::l_paren:
  case tok::l_square:
    ++Nesting;
    return;
  case tok::less:
    ++Angles;
    return;
  case tok::greater:
    Angles -= Angles > 0;
    return;
  case tok::greatergreater:
    Angles -= std::min(Angles, 2u);
    return;
  case tok::kw_requires:
    Part = Part == TrailingReturn ? Requires : RequiresExpression;
    return;
  case tok::r_paren:
  case tok::r_square:
  case tok::r_brace:
  case tok::semi:
    return reset();
  default:
    return;
  }
}

void AttributeTokens::behindDeclarator(const Token &T) {
  switch (T.getKind()) {
  case tok::l_brace:
    return carryInto(T);
  case tok::arrow:
    Part = TrailingReturn;
    return;
  case tok::kw_requires:
    Part = Requires;
    return;
  case tok::l_square:
    // This may be the first half of another specifier.
    return;
  case tok::semi: {
    DiagnosticsEngine &Diags = PP.getDiagnostics();
    Diags.Report(Waiting.front().getLocation(), diag::warn_attribute_ignored)
        << ("'" + word(Waiting[0]) + "::" + word(Waiting[2]) + "'").str();
    Diags.Report(T.getLocation(),
                 Diags.getCustomDiagID(DiagnosticsEngine::Note,
                                       "this declaration has no body; put the attribute before "
                                       "the declaration"));
    return reset();
  }
  default:
    return reset();
  }
}

/// Suppresses clang's warning that an attribute is unknown: clang has no kind for known attributes
/// without effect.
void AttributeTokens::silence(SourceRange Range) {
  DiagnosticsEngine &Diags = PP.getDiagnostics();
  Diags.pushMappings(Range.getBegin());
  Diags.setSeverity(diag::warn_unknown_attribute_ignored, diag::Severity::Ignored,
                    Range.getBegin());
  Diags.popMappings(Range.getEnd());
}

void AttributeTokens::reset() {
  Open = HalfClosed = Searching = false;
  Depth = 0;
  Written.clear();
  Waiting.clear();
}

/// Makes the parser read the attributes again, as attributes of a type in the body.
void AttributeTokens::carryInto(const Token &Brace) {
  llvm::SmallVector<Token, 32> Tokens;
  auto Add = [&](tok::TokenKind Kind, StringRef Word = {}) {
    Token T;
    T.startToken();
    T.setKind(Kind);
    T.setLocation(Brace.getLocation());
    if (!Word.empty())
      T.setIdentifierInfo(PP.getIdentifierInfo(Word));
    Tokens.push_back(T);
  };
  Add(tok::kw_typedef, "typedef");
  Add(tok::kw_void, "void");
  Add(tok::identifier, CarrierName);
  Add(tok::l_square);
  Add(tok::l_square);
  Tokens.append(Waiting);
  Add(tok::identifier, "maybe_unused");
  Add(tok::r_square);
  Add(tok::r_square);
  Add(tok::semi);
  // Errors in the attribute were reported when it was read for the first time.
  bool Reported = PP.getDiagnostics().getClient()->getNumErrors() != ErrorsBefore;
  reset();
  if (Reported)
    return;
  auto Stream = std::make_unique<Token[]>(Tokens.size());
  std::copy(Tokens.begin(), Tokens.end(), Stream.get());
  PP.EnterTokenStream(std::move(Stream), Tokens.size(), /*DisableMacroExpansion=*/true,
                      /*IsReinject=*/true);
}

} // namespace scythe
