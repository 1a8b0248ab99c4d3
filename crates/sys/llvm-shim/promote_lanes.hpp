// A pass that lets SROA move values of lanes from memory to registers.
#pragma once

namespace llvm {
class PassBuilder;
}

namespace scythe {

/// Registers the name `promote-lanes`.
void registerPromoteLanes(llvm::PassBuilder &builder);

} // namespace scythe
