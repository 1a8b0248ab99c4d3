// A pass that lets SROA promote variables that a store selects between.
#pragma once

namespace llvm {
class PassBuilder;
}

namespace scythe {

/// Registers the name `split-selected-stores`.
void registerSplitSelectedStores(llvm::PassBuilder &builder);

} // namespace scythe
