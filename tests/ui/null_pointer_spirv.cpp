//! flags = "-O2 --targets=spirv64"
//! accepted = true
// The same without code for the CPU.
#include "null_pointer.cpp"
