// A pass that runs after LLVM's vectorizers and its last unrolling.
#pragma once

namespace llvm {
class PassBuilder;
}

namespace scythe {

/// Inserts `forward-vectors` after the vectorizers of LLVM's pipelines, and registers its name.
void registerForwarding(llvm::PassBuilder &builder);

} // namespace scythe
