// A pass of ours that belongs right behind LLVM's vectorizers and its last unrolling.
#pragma once

namespace llvm {
class PassBuilder;
}

namespace scythe {

/// Puts `forward-vectors` behind the vectorizers of LLVM's pipelines, and lets pipelines name it.
void registerForwarding(llvm::PassBuilder &builder);

} // namespace scythe
