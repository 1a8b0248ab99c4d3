// What the front end's rules, which are Rust, say about what this plugin describes; and how clang
// reports it.
#pragma once

#include "clang/Sema/Sema.h"
#include "llvm/Support/JSON.h"

namespace scythe {

/// Asks for the verdict on a kernel.
llvm::json::Object judgeKernel(const llvm::json::Object &Kernel);

/// Asks for the verdict on all device code of a translation unit.
llvm::json::Object judgeDeviceCode(const llvm::json::Object &Code);

/// Has clang report what is wrong, and what led to the kernel of that entry point. Returns whether
/// anything is wrong.
bool report(clang::Sema &S, const llvm::json::Object &Verdict,
            const clang::FunctionDecl *Entry = nullptr);

/// Takes out of a description what means something while clang runs only: numbers of places and types.
void dropNumbers(llvm::json::Value &Description);

} // namespace scythe
