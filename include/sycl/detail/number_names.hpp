// The number types with short names in SYCL, as in `uint4` and `muint4` (SYCL 2020 §4.14.2.2 and
// §4.14.3.2).
#pragma once

#include <sycl/half.hpp>

#include <cstdint>

#define SCYTHE_FOR_NAMED_NUMBERS(macro)                                                            \
  macro(char, std::int8_t)                                                                         \
  macro(uchar, std::uint8_t)                                                                       \
  macro(short, std::int16_t)                                                                       \
  macro(ushort, std::uint16_t)                                                                     \
  macro(int, std::int32_t)                                                                         \
  macro(uint, std::uint32_t)                                                                       \
  macro(long, std::int64_t)                                                                        \
  macro(ulong, std::uint64_t)                                                                      \
  macro(half, half)                                                                                \
  macro(float, float)                                                                              \
  macro(double, double)
