//! flags = "-O2 --targets=ptx"
//! accepted = true
// The same without code for the CPU.
#include "null_pointer.cpp"
