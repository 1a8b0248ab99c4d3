// MLIR's parsers and printers of assembly, for operations and types that are defined in Rust.
#include "shim.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;

namespace {

using Operands = SmallVector<OpAsmParser::UnresolvedOperand>;

AsmParser &asParser(void *parser) { return *static_cast<AsmParser *>(parser); }
// Only operations have operands, and their parsers are of this class.
OpAsmParser &asOpParser(void *parser) { return static_cast<OpAsmParser &>(asParser(parser)); }
OperationState &asState(void *state) { return *static_cast<OperationState *>(state); }
Operands &asOperands(void *operands) { return *static_cast<Operands *>(operands); }
AsmPrinter &asPrinter(void *printer) { return *static_cast<AsmPrinter *>(printer); }
OpAsmPrinter &asOpPrinter(void *printer) {
  return static_cast<OpAsmPrinter &>(asPrinter(printer));
}

} // namespace

extern "C" {

bool scytheParsePunctuation(void *parser, char what, bool optional) {
  AsmParser &p = asParser(parser);
  switch (what) {
  case '<':
    return succeeded(optional ? p.parseOptionalLess() : p.parseLess());
  case '>':
    return succeeded(optional ? p.parseOptionalGreater() : p.parseGreater());
  case '(':
    return succeeded(optional ? p.parseOptionalLParen() : p.parseLParen());
  case ')':
    return succeeded(optional ? p.parseOptionalRParen() : p.parseRParen());
  case '[':
    return succeeded(optional ? p.parseOptionalLSquare() : p.parseLSquare());
  case ']':
    return succeeded(optional ? p.parseOptionalRSquare() : p.parseRSquare());
  case '{':
    return succeeded(optional ? p.parseOptionalLBrace() : p.parseLBrace());
  case '}':
    return succeeded(optional ? p.parseOptionalRBrace() : p.parseRBrace());
  case ',':
    return succeeded(optional ? p.parseOptionalComma() : p.parseComma());
  case ':':
    return succeeded(optional ? p.parseOptionalColon() : p.parseColon());
  case '=':
    return succeeded(optional ? p.parseOptionalEqual() : p.parseEqual());
  case '-': // an arrow
    return succeeded(optional ? p.parseOptionalArrow() : p.parseArrow());
  default:
    return false;
  }
}

bool scytheParseKeyword(void *parser, MlirStringRef keyword, bool optional) {
  AsmParser &p = asParser(parser);
  return succeeded(optional ? p.parseOptionalKeyword(unwrap(keyword))
                            : p.parseKeyword(unwrap(keyword)));
}

bool scytheParseAnyKeyword(void *parser, MlirStringRef *keyword) {
  StringRef text;
  if (failed(asParser(parser).parseKeyword(&text)))
    return false;
  *keyword = wrap(text);
  return true;
}

bool scytheParseName(void *parser, MlirStringCallback name, void *user) {
  std::string text;
  if (failed(asParser(parser).parseKeywordOrString(&text)))
    return false;
  name(wrap(StringRef(text)), user);
  return true;
}

bool scytheParseType(void *parser, MlirType *type) {
  Type parsed;
  if (failed(asParser(parser).parseType(parsed)))
    return false;
  *type = wrap(parsed);
  return true;
}

bool scytheParseAttribute(void *parser, MlirAttribute *attribute) {
  Attribute parsed;
  if (failed(asParser(parser).parseAttribute(parsed)))
    return false;
  *attribute = wrap(parsed);
  return true;
}

bool scytheParseInteger(void *parser, int64_t *value) {
  return succeeded(asParser(parser).parseInteger(*value));
}

const char *scytheParserPosition(void *parser) {
  return asParser(parser).getCurrentLocation().getPointer();
}

void scytheParserError(void *parser, const char *position, MlirStringRef message) {
  asParser(parser).emitError(SMLoc::getFromPointer(position), unwrap(message));
}

MlirContext scytheParserContext(void *parser) { return wrap(asParser(parser).getContext()); }

void *scytheOperandsNew(void) { return new Operands; }
void scytheOperandsDelete(void *operands) { delete &asOperands(operands); }
intptr_t scytheOperandsCount(void *operands) { return asOperands(operands).size(); }

bool scytheParseOperand(void *parser, void *operands) {
  OpAsmParser::UnresolvedOperand operand;
  if (failed(asOpParser(parser).parseOperand(operand)))
    return false;
  asOperands(operands).push_back(operand);
  return true;
}

bool scytheParseParenthesizedOperands(void *parser, void *operands) {
  return succeeded(
      asOpParser(parser).parseOperandList(asOperands(operands), OpAsmParser::Delimiter::Paren));
}

bool scytheResolveOperands(void *parser, void *operands, intptr_t count, const MlirType *types,
                           void *state) {
  auto unwrapped = llvm::map_to_vector(ArrayRef(types, count), [](MlirType t) { return unwrap(t); });
  OpAsmParser &p = asOpParser(parser);
  return succeeded(p.resolveOperands(asOperands(operands), unwrapped, p.getNameLoc(),
                                     asState(state).operands));
}

bool scytheParseAttributeDictionary(void *parser, void *state) {
  return succeeded(asOpParser(parser).parseOptionalAttrDict(asState(state).attributes));
}

bool scytheParseFunctionalType(void *parser, void *operands, void *state) {
  OpAsmParser &p = asOpParser(parser);
  FunctionType type;
  SMLoc position = p.getCurrentLocation();
  if (failed(p.parseColonType(type)) ||
      failed(p.resolveOperands(asOperands(operands), type.getInputs(), position,
                               asState(state).operands)))
    return false;
  asState(state).addTypes(type.getResults());
  return true;
}

bool scytheStateHasAttribute(void *state, MlirStringRef name) {
  return static_cast<bool>(asState(state).attributes.get(unwrap(name)));
}

void scytheStateAddAttribute(void *state, MlirStringRef name, MlirAttribute attribute) {
  asState(state).addAttribute(unwrap(name), unwrap(attribute));
}

void scytheStateAddResult(void *state, MlirType type) { asState(state).addTypes(unwrap(type)); }

void scythePrintText(void *printer, MlirStringRef text) {
  asPrinter(printer).getStream() << unwrap(text);
}

void scythePrintName(void *printer, MlirStringRef name) {
  asPrinter(printer).printKeywordOrString(unwrap(name));
}

void scythePrintType(void *printer, MlirType type) { asPrinter(printer).printType(unwrap(type)); }

void scythePrintAttribute(void *printer, MlirAttribute attribute) {
  asPrinter(printer).printAttribute(unwrap(attribute));
}

void scythePrintOperand(void *printer, MlirValue value) {
  asOpPrinter(printer).printOperand(unwrap(value));
}

void scythePrintAttributeDictionary(void *printer, MlirOperation op, intptr_t count,
                                    const MlirStringRef *elided) {
  auto names =
      llvm::map_to_vector(ArrayRef(elided, count), [](MlirStringRef s) { return unwrap(s); });
  asOpPrinter(printer).printOptionalAttrDict(unwrap(op)->getAttrs(), names);
}

void scythePrintFunctionalType(void *printer, MlirOperation op) {
  asOpPrinter(printer).printFunctionalType(unwrap(op));
}

} // extern "C"
