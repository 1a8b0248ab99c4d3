// LLVM IR in and out, and mlir-opt's main function.
#include "shim.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/AsmState.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Target/LLVMIR/Import.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
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

/// The text of the MLIR module that LLVM IR becomes; nothing where it does not, and the reason on
/// standard error.
std::unique_ptr<llvm::MemoryBuffer> importText(llvm::MemoryBufferRef input,
                                               DialectRegistry &registry) {
  llvm::LLVMContext llvmContext;
  llvm::SMDiagnostic diagnostic;
  std::unique_ptr<llvm::Module> parsed = llvm::parseIR(input, diagnostic, llvmContext);
  if (!parsed) {
    diagnostic.print("scythe-opt", llvm::errs());
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

bool isLLVM(StringRef name) { return name.ends_with(".ll") || name.ends_with(".bc"); }

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
  if (!isLLVM(inputName))
    return asMainReturnCode(MlirOptMain(argc, argv, inputName, outputName, dialects));
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> input = openInputFile(inputName, &message);
  std::unique_ptr<llvm::ToolOutputFile> output =
      input ? openOutputFile(outputName, &message) : nullptr;
  if (!output) {
    llvm::errs() << unwrap(tool) << ": error: " << message << "\n";
    return 1;
  }
  std::unique_ptr<llvm::MemoryBuffer> text = importText(input->getMemBufferRef(), dialects);
  if (!text || failed(MlirOptMain(output->os(), std::move(text), dialects, config)))
    return 1;
  output->keep();
  return 0;
}

} // extern "C"
