// What MLIR's C API lacks: dialects and passes that are defined in Rust, conversion to LLVM, import
// of LLVM IR, and queries about operations. Rust declarations are generated from this file.
#pragma once

#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/Dialect/LLVM.h"
#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"
#include "mlir-c/RegisterEverything.h"
#include "mlir-c/Rewrite.h"
#include "mlir-c/Target/LLVMIR.h"
#include "mlir-c/Transforms.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- Dialects -----------------------------------------------------------------------------------

// The traits of an operation, beside its callbacks.
enum ScytheOpTraits {
  ScytheOpPure = 1,
  ScytheOpHasEffects = 2,
  ScytheOpUsesSymbols = 4,
};

// An operation. `user` is passed to all callbacks; all of them are set.
typedef struct ScytheOp {
  MlirStringRef name; // without the dialect
  void *user;
  uint32_t traits;
  bool (*verify)(void *user, MlirOperation op);
  bool (*parse)(void *user, void *parser, void *state);
  void (*print)(void *user, MlirOperation op, void *printer);
  bool (*fold)(void *user, MlirOperation op, intptr_t count, const MlirAttribute *constants,
               void *results);
  void (*patterns)(void *user, MlirRewritePatternSet set, MlirContext context);
  void (*effects)(void *user, MlirOperation op, void *effects);
  bool (*verifySymbols)(void *user, MlirOperation op, MlirOperation table);
} ScytheOp;

// A type; its parameters are attributes.
typedef struct ScytheType {
  MlirStringRef name; // without the dialect
  void *user;
  bool (*verify)(void *user, intptr_t count, const MlirAttribute *parameters,
                 MlirStringCallback emitError, void *emitErrorUser);
  bool (*parse)(void *user, void *parser, void *parameters);
  void (*print)(void *user, void *printer, intptr_t count, const MlirAttribute *parameters);
} ScytheType;

typedef struct ScytheDialect {
  MlirStringRef name;
  intptr_t numOps;
  const ScytheOp *ops;
  intptr_t numTypes;
  const ScytheType *types;
  bool (*alias)(MlirType type, MlirStringCallback write, void *user);
} ScytheDialect;

// The number of places for dialects; a dialect with types uses place 0.
enum { ScytheDialectPlaces = 2 };
// Once for each place, before any registry uses it.
void scytheDefineDialect(int place, const ScytheDialect *dialect);
void scytheRegisterDialect(MlirDialectRegistry registry, int place);

MlirType scytheTypeGet(MlirContext context, MlirStringRef name, intptr_t count,
                       const MlirAttribute *parameters);
// The name of a type that is defined in Rust; empty for other types.
MlirStringRef scytheTypeName(MlirType type);
intptr_t scytheTypeNumParameters(MlirType type);
MlirAttribute scytheTypeParameter(MlirType type, intptr_t index);
void scytheAddParameter(void *parameters, MlirAttribute parameter);

void scytheFoldToAttribute(void *results, MlirAttribute attribute);
void scytheFoldToValue(void *results, MlirValue value);

enum ScytheEffect { ScytheReads = 1, ScytheWrites = 2, ScytheAllocates = 4, ScytheUnknownEffect = 8 };
// An effect on an operand or result, or on anything when `value` is null.
void scytheAddEffect(void *effects, uint32_t effect, MlirValue value);

// ---- Assembly -----------------------------------------------------------------------------------

bool scytheParsePunctuation(void *parser, char what, bool optional);
bool scytheParseKeyword(void *parser, MlirStringRef keyword, bool optional);
// Any keyword; its text lives as long as the input.
bool scytheParseAnyKeyword(void *parser, MlirStringRef *keyword);
// A keyword or a string, as in names of attributes.
bool scytheParseName(void *parser, MlirStringCallback name, void *user);
bool scytheParseType(void *parser, MlirType *type);
bool scytheParseAttribute(void *parser, MlirAttribute *attribute);
bool scytheParseInteger(void *parser, int64_t *value);
const char *scytheParserPosition(void *parser);
void scytheParserError(void *parser, const char *position, MlirStringRef message);
MlirContext scytheParserContext(void *parser);
// Named operands that are not resolved yet.
void *scytheOperandsNew(void);
void scytheOperandsDelete(void *operands);
intptr_t scytheOperandsCount(void *operands);
bool scytheParseOperand(void *parser, void *operands);
bool scytheParseParenthesizedOperands(void *parser, void *operands);
bool scytheResolveOperands(void *parser, void *operands, intptr_t count, const MlirType *types,
                           void *state);
bool scytheParseAttributeDictionary(void *parser, void *state);
bool scytheParseFunctionalType(void *parser, void *operands, void *state);
bool scytheStateHasAttribute(void *state, MlirStringRef name);
void scytheStateAddAttribute(void *state, MlirStringRef name, MlirAttribute attribute);
void scytheStateAddResult(void *state, MlirType type);

void scythePrintText(void *printer, MlirStringRef text);
// The syntax of scytheParseName.
void scythePrintName(void *printer, MlirStringRef name);
void scythePrintType(void *printer, MlirType type);
void scythePrintAttribute(void *printer, MlirAttribute attribute);
void scythePrintOperand(void *printer, MlirValue value);
void scythePrintAttributeDictionary(void *printer, MlirOperation op, intptr_t count,
                                    const MlirStringRef *elided);
void scythePrintFunctionalType(void *printer, MlirOperation op);

// ---- Questions about operations -------------------------------------------------------------------

bool scytheTypeIsLLVMFunction(MlirType type);
// Element and count of an array of the LLVM dialect; false for other types.
bool scytheLLVMArrayParts(MlirType type, MlirType *element, uint32_t *count);
// A union of ScytheEffect.
uint32_t scytheEffects(MlirOperation op);
// The value that `terminator` passes to an argument of a successor; null if the terminator produces
// it.
MlirValue scytheSuccessorOperand(MlirOperation terminator, intptr_t successor, intptr_t argument);
void *scytheDominanceNew(MlirOperation root);
void scytheDominanceDelete(void *dominance);
bool scytheDominates(void *dominance, MlirOperation first, MlirOperation second);
// Sizes and alignments in the data layout of the module around `op`.
void *scytheDataLayoutNew(MlirOperation op);
void scytheDataLayoutDelete(void *layout);
// In bytes; false for a type without a size.
bool scytheTypeLayout(void *layout, MlirType type, uint64_t *size, uint64_t *alignment);
// The file name and position of a location; false if there is none.
bool scytheSourcePosition(MlirLocation location, MlirStringRef *file, uint32_t *line,
                          uint32_t *column);

// The position and type of a member of a struct, array or vector; false if there is none.
bool scytheMember(MlirOperation at, MlirType type, int64_t index, uint64_t *offset,
                  MlirType *member);
// The bytes of a constant of a type in memory, `size` of them; false if they are not known.
bool scytheConstantBytes(MlirOperation at, MlirType type, MlirAttribute value, uint8_t *bytes,
                         uint64_t size);
void scytheRemark(MlirLocation location, MlirStringRef text);
// All positions of a location, those of inlined code before those of its callers. The directory
// that the file's name is relative to is empty if it is not known.
typedef void (*ScythePosition)(void *user, MlirStringRef directory, MlirStringRef file,
                               uint32_t line, uint32_t column);
void scythePositions(MlirLocation location, ScythePosition visit, void *user);

// ---- Passes -------------------------------------------------------------------------------------

// A pass over `anchor` operations; over any when it is empty.
typedef struct ScythePass {
  MlirStringRef argument;
  MlirStringRef description;
  MlirStringRef anchor;
  void *user;
  bool (*run)(void *user, MlirOperation op);
} ScythePass;

// The passes of MLIR. Calling it again does no harm.
void scytheRegisterAllPasses(void);
// `pass` lives as long as the process.
void scytheRegisterPass(const ScythePass *pass);
void scytheRegisterPipeline(MlirStringRef argument, MlirStringRef description,
                            MlirStringRef pipeline);
bool scytheRunMlirPasses(MlirOperation root, MlirStringRef pipeline, bool verify,
                     MlirStringCallback report, void *user);

typedef bool (*ScytheRewrite)(void *user, MlirOperation op, intptr_t count,
                              const MlirValue *operands, MlirRewriterBase rewriter);
MlirRewritePattern scythePatternNew(MlirStringRef rootName, uint32_t benefit, MlirContext context,
                                    ScytheRewrite rewrite, void *user);
bool scytheApplyGreedily(MlirOperation root, MlirRewritePatternSet patterns);

// Conversion of `root` to the LLVM dialect: stock patterns for arith, cf, func and index, and ours for the
// operations in `names`. `convertType` returns null for a type that it does not convert.
bool scytheConvertToLLVM(MlirOperation root, intptr_t count, const MlirStringRef *names,
                         const ScytheRewrite *rewrites, void *user,
                         MlirType (*convertType)(void *user, MlirType type));
void scytheSetInsertionPointBefore(MlirRewriterBase rewriter, MlirOperation op);

// ---- LLVM IR ------------------------------------------------------------------------------------

void scytheRegisterTranslations(MlirDialectRegistry registry);
// Takes ownership of the module; a null module if it cannot be imported.
MlirModule scytheImport(void *llvmModule, MlirContext context);

// mlir-opt's main function for `registry`; input that is LLVM IR, by its file's name or else by its
// content, is imported first.
int scytheOptMain(int argc, char **argv, MlirStringRef tool, MlirDialectRegistry registry);

#ifdef __cplusplus
}
#endif
