// Translation from and to LLVM IR, and mlir-opt's main function.
#include "../llvm-shim/parse_text.hpp"
#include "shim.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/AsmState.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Target/LLVMIR/Import.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;

namespace {

OwningOpRef<ModuleOp> import(std::unique_ptr<llvm::Module> module, MLIRContext *context) {
  return translateLLVMIRToModule(std::move(module), context, /*emitExpensiveWarnings=*/false,
                                 /*dropDICompositeTypeElements=*/true, /*loadAllDialects=*/false);
}

/// The MLIR text of an LLVM IR module; null on failure, with the reason on standard error.
std::unique_ptr<llvm::MemoryBuffer> importText(StringRef tool, llvm::MemoryBufferRef input,
                                               DialectRegistry &registry) {
  llvm::LLVMContext llvmContext;
  llvm::SMDiagnostic diagnostic;
  auto *bytes = reinterpret_cast<const unsigned char *>(input.getBufferStart());
  auto layout = [](StringRef, StringRef) { return std::optional<std::string>(); };
  std::unique_ptr<llvm::Module> parsed = llvm::isBitcode(bytes, bytes + input.getBufferSize())
                                             ? llvm::parseIR(input, diagnostic, llvmContext)
                                             : parseText(input, diagnostic, llvmContext, layout);
  if (!parsed) {
    diagnostic.print(tool.str().c_str(), llvm::errs());
    return nullptr;
  }
  std::string message;
  llvm::raw_string_ostream stream(message);
  if (llvm::verifyModule(*parsed, &stream)) {
    llvm::errs() << tool << ": error: the input is not valid: " << StringRef(message).trim() << '\n';
    return nullptr;
  }
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
  OwningOpRef<ModuleOp> module = import(std::move(parsed), &context);
  if (!module)
    return nullptr;
  std::string text;
  llvm::raw_string_ostream out(text);
  module->print(out, OpPrintingFlags().enableDebugInfo());
  return llvm::MemoryBuffer::getMemBufferCopy(text, input.getBufferIdentifier());
}

/// Whether text or bytes are LLVM IR and not MLIR. The first word that is not a comment decides:
/// the two languages allow different words at the top of a module.
bool looksLikeLLVM(StringRef content) {
  auto *bytes = reinterpret_cast<const unsigned char *>(content.data());
  if (llvm::isBitcode(bytes, bytes + content.size()))
    return true;
  content = content.ltrim();
  while (content.consume_front("//"))
    content = content.drop_until([](char c) { return c == '\n'; }).ltrim();
  if (content.starts_with(";") || content.starts_with("@") || content.starts_with("$"))
    return true;
  auto [word, rest] = content.split(' ');
  rest = rest.ltrim("= ");
  // `%name = type …` and `!name = !{…}`; MLIR's operations have dots in their names or are quoted,
  // and its aliases of types start with an exclamation mark and a letter.
  if (word.starts_with("%"))
    return rest.starts_with("type ");
  if (word.starts_with("!"))
    return rest.starts_with("!{") || rest.starts_with("distinct ");
  if (word == "module")
    return rest.starts_with("asm ");
  return llvm::is_contained({"attributes", "declare", "define", "source_filename", "target"}, word);
}

} // namespace

extern "C" {

void scytheRegisterTranslations(MlirDialectRegistry registry) {
  registerAllToLLVMIRTranslations(*unwrap(registry));
  registerAllFromLLVMIRTranslations(*unwrap(registry));
}

MlirModule scytheImport(void *llvmModule, MlirContext context) {
  std::unique_ptr<llvm::Module> module(static_cast<llvm::Module *>(llvmModule));
  return wrap(import(std::move(module), unwrap(context)).release());
}

int scytheOptMain(int argc, char **argv, MlirStringRef tool, MlirDialectRegistry registry) {
  llvm::InitLLVM init(argc, argv);
  DialectRegistry &dialects = *unwrap(registry);
  auto [inputName, outputName] =
      registerAndParseCLIOptions(argc, argv, unwrap(tool), dialects);
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return asMainReturnCode(MlirOptMain(argc, argv, inputName, outputName, dialects));
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> input = openInputFile(inputName, &message);
  std::unique_ptr<llvm::ToolOutputFile> output =
      input ? openOutputFile(outputName, &message) : nullptr;
  if (!output) {
    llvm::errs() << unwrap(tool) << ": error: " << message << "\n";
    return 1;
  }
  StringRef name = inputName;
  bool namedLikeLLVM = name.ends_with(".ll") || name.ends_with(".bc");
  if (namedLikeLLVM || (!name.ends_with(".mlir") && looksLikeLLVM(input->getBuffer())))
    input = importText(unwrap(tool), input->getMemBufferRef(), dialects);
  if (!input || failed(MlirOptMain(output->os(), std::move(input), dialects, config)))
    return 1;
  output->keep();
  return 0;
}

} // extern "C"
