// Registration of Scythe's function passes in LLVM's pipelines.
#pragma once

#include "llvm/Passes/PassBuilder.h"

namespace scythe {

/// Lets pipelines name a function pass.
template <typename Pass> void registerName(llvm::PassBuilder &builder, llvm::StringRef name) {
  builder.registerPipelineParsingCallback(
      [name](llvm::StringRef wanted, llvm::FunctionPassManager &passes,
             llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
        if (wanted != name)
          return false;
        passes.addPass(Pass());
        return true;
      });
}

/// Inserts a function pass before the vectorizers of LLVM's pipelines, and registers its name.
template <typename Pass>
void runBeforeVectorizers(llvm::PassBuilder &builder, llvm::StringRef name) {
  builder.registerVectorizerStartEPCallback(
      [](llvm::FunctionPassManager &passes, llvm::OptimizationLevel) { passes.addPass(Pass()); });
  registerName<Pass>(builder, name);
}

/// Inserts a function pass after the vectorizers of LLVM's pipelines, and registers its name.
template <typename Pass>
void runAfterVectorizers(llvm::PassBuilder &builder, llvm::StringRef name) {
  builder.registerVectorizerEndEPCallback(
      [](llvm::FunctionPassManager &passes, llvm::OptimizationLevel) { passes.addPass(Pass()); });
  registerName<Pass>(builder, name);
}

} // namespace scythe
