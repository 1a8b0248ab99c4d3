//! flags = "-O2 --targets=ptx"
//! accepted = true
// The same with no code for the CPU.
#include "null_pointer.cpp"
