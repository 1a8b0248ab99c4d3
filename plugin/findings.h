// The interface to the front end's rules, which are Rust: they check what this plugin describes, and
// clang reports their findings.
#pragma once

#include "clang/Sema/Sema.h"
#include "llvm/Support/JSON.h"

namespace scythe {

/// Checks a kernel.
llvm::json::Object checkKernel(const llvm::json::Object &Kernel);

/// Checks the device code of a translation unit.
llvm::json::Object checkDeviceCode(const llvm::json::Object &Code);

/// Reports findings through clang, with the instantiations that led to the kernel with that entry
/// point. Returns whether there is an error.
bool report(clang::Sema &S, const llvm::json::Object &Findings,
            const clang::FunctionDecl *Entry = nullptr);

/// Removes from a description the numbers of locations and types, which are valid only while clang runs.
void dropNumbers(llvm::json::Value &Description);

} // namespace scythe
