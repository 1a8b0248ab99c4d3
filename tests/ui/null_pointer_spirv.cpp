//! flags = "-O2 --targets=spirv64"
//! accepted = true
// The same with no code for the CPU.
#include "null_pointer.cpp"
