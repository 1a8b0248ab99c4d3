// A pass that prefetches what later iterations of long loops access.
#pragma once

namespace llvm {
class PassBuilder;
}

namespace scythe {

/// Registers the name `prefetch-streams`.
void registerPrefetching(llvm::PassBuilder &builder);

} // namespace scythe
