// The names of elements, which vec and its views share: SCYTHE_VEC_NAMES(f)
// expands f(name, index, condition on N) for each. vec.hpp undefines it.
#pragma once

#define SCYTHE_VEC_NAMES(f)                                                                        \
  f(x, 0, N <= 4) f(y, 1, N > 1 && N <= 4) f(z, 2, N > 2 && N <= 4) f(w, 3, N == 4)                \
  f(r, 0, N == 4) f(g, 1, N == 4) f(b, 2, N == 4) f(a, 3, N == 4)                                  \
  f(s0, 0, N > 0) f(s1, 1, N > 1) f(s2, 2, N > 2) f(s3, 3, N > 3) f(s4, 4, N > 4)                  \
  f(s5, 5, N > 5) f(s6, 6, N > 6) f(s7, 7, N > 7) f(s8, 8, N > 8) f(s9, 9, N > 9)                  \
  f(sA, 10, N > 10) f(sB, 11, N > 11) f(sC, 12, N > 12) f(sD, 13, N > 13) f(sE, 14, N > 14)        \
  f(sF, 15, N > 15)

// A function that does not exist where the condition does not hold.
#define SCYTHE_VEC_ONLY_IF(condition)                                                              \
  __attribute__((enable_if(condition, "the vector has no such elements")))

// Every word of two to four letters: SCYTHE_VEC_SWIZZLES(f) expands
// f(name, condition on N, indexes...).
#ifdef SYCL_SIMPLE_SWIZZLES
#include <sycl/vec/simple_swizzles.hpp>
#else
#define SCYTHE_VEC_SWIZZLES(f)
#endif
