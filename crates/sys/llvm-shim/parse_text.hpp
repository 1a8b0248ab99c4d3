// Parsing of textual LLVM IR, for both shims.
#pragma once

#include "llvm/AsmParser/LLParser.h"
#include "llvm/IR/AutoUpgrade.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

#include <memory>

/// Parses text. LLVM's own function aborts on an invalid module with debug information, so such a
/// module is returned unverified, for the caller to verify.
inline std::unique_ptr<llvm::Module> parseText(llvm::MemoryBufferRef Input,
                                               llvm::SMDiagnostic &Complaint,
                                               llvm::LLVMContext &Context,
                                               llvm::DataLayoutCallbackTy Layout) {
  llvm::SourceMgr Sources;
  Sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(Input), llvm::SMLoc());
  auto M = std::make_unique<llvm::Module>(Input.getBufferIdentifier(), Context);
  llvm::LLParser Parser(Input.getBuffer(), Sources, Complaint, M.get(), /*Index=*/nullptr, Context);
  if (Parser.Run(/*UpgradeDebugInfo=*/false, Layout))
    return nullptr;
  bool BrokenDebugInfo = false;
  if (!llvm::verifyModule(*M, /*OS=*/nullptr, &BrokenDebugInfo))
    llvm::UpgradeDebugInfo(*M);
  return M;
}
