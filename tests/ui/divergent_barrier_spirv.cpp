//! flags = "-O2 --targets=spirv64"
//! accepted = true
// The same for drivers alone, whose headers define builtins in terms of SPIR-V.
#include "divergent_barrier.cpp"
