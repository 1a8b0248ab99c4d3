// The simple swizzles of SYCL 2020 §4.14.2.3: all words of two to four letters. f(name, condition
// on Length, indexes...) for each.
#pragma once

#define SCYTHE_VEC_WORDS_4(f, only, p, q, r, s, word, ...)                                         \
  f(word##p, only, __VA_ARGS__, 0) f(word##q, only, __VA_ARGS__, 1)                                \
  f(word##r, only, __VA_ARGS__, 2) f(word##s, only, __VA_ARGS__, 3)
#define SCYTHE_VEC_WORDS_3(f, only, p, q, r, s, word, ...)                                         \
  SCYTHE_VEC_WORDS_4(f, only, p, q, r, s, word, __VA_ARGS__)                                       \
  SCYTHE_VEC_WORDS_4(f, only, p, q, r, s, word##p, __VA_ARGS__, 0)                                 \
  SCYTHE_VEC_WORDS_4(f, only, p, q, r, s, word##q, __VA_ARGS__, 1)                                 \
  SCYTHE_VEC_WORDS_4(f, only, p, q, r, s, word##r, __VA_ARGS__, 2)                                 \
  SCYTHE_VEC_WORDS_4(f, only, p, q, r, s, word##s, __VA_ARGS__, 3)
#define SCYTHE_VEC_WORDS_2(f, only, p, q, r, s, word, index)                                       \
  SCYTHE_VEC_WORDS_4(f, only, p, q, r, s, word, index)                                             \
  SCYTHE_VEC_WORDS_3(f, only, p, q, r, s, word##p, index, 0)                                       \
  SCYTHE_VEC_WORDS_3(f, only, p, q, r, s, word##q, index, 1)                                       \
  SCYTHE_VEC_WORDS_3(f, only, p, q, r, s, word##r, index, 2)                                       \
  SCYTHE_VEC_WORDS_3(f, only, p, q, r, s, word##s, index, 3)
#define SCYTHE_VEC_WORDS(f, only, p, q, r, s)                                                      \
  SCYTHE_VEC_WORDS_2(f, only, p, q, r, s, p, 0)                                                    \
  SCYTHE_VEC_WORDS_2(f, only, p, q, r, s, q, 1)                                                    \
  SCYTHE_VEC_WORDS_2(f, only, p, q, r, s, r, 2)                                                    \
  SCYTHE_VEC_WORDS_2(f, only, p, q, r, s, s, 3)

#define SCYTHE_VEC_SWIZZLES(f)                                                                     \
  SCYTHE_VEC_WORDS(f, Length > 1 && Length <= 4, x, y, z, w)                                       \
  SCYTHE_VEC_WORDS(f, Length == 4, r, g, b, a)
