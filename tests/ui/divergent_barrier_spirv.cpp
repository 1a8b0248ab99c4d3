//! flags = "-O2 --targets=spirv64"
//! accepted = true
// The same for SPIR-V alone, for which the headers define builtins in terms of SPIR-V.
#include "divergent_barrier.cpp"
