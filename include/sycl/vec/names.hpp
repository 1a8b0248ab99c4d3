// The names of elements, which vec and its views share: SCYTHE_VEC_NAMES(f)
// expands f(name, index, condition on Length) for each. vec.hpp undefines it.
#pragma once

#define SCYTHE_VEC_NAMES(f)                                                                        \
  f(x, 0, Length <= 4) f(y, 1, Length > 1 && Length <= 4) f(z, 2, Length > 2 && Length <= 4)       \
      f(w, 3, Length == 4) f(r, 0, Length == 4) f(g, 1, Length == 4) f(b, 2, Length == 4)          \
          f(a, 3, Length == 4) f(s0, 0, Length > 0) f(s1, 1, Length > 1) f(s2, 2, Length > 2)      \
              f(s3, 3, Length > 3) f(s4, 4, Length > 4) f(s5, 5, Length > 5) f(s6, 6, Length > 6)  \
                  f(s7, 7, Length > 7) f(s8, 8, Length > 8) f(s9, 9, Length > 9)                   \
                      f(sA, 10, Length > 10) f(sB, 11, Length > 11) f(sC, 12, Length > 12)         \
                          f(sD, 13, Length > 13) f(sE, 14, Length > 14) f(sF, 15, Length > 15)

// A function that does not exist where the condition does not hold.
#define SCYTHE_VEC_ONLY_IF(condition)                                                              \
  __attribute__((enable_if(condition, "the vector has no such elements")))

// Every word of two to four letters: SCYTHE_VEC_SWIZZLES(f) expands
// f(name, condition on Length, indexes...).
#ifdef SYCL_SIMPLE_SWIZZLES
#include <sycl/vec/simple_swizzles.hpp>
#else
#define SCYTHE_VEC_SWIZZLES(f)
#endif
