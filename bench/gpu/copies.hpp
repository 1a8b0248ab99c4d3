// Copies between the device and memory of the program: pageable memory, and memory that the driver allocated.
// Like launches, they are no matter of kernels, and counted one by one.
#pragma once

#include "harness.hpp"

/// The numbers that are copied.
inline std::size_t elements(const bench::Program &program) {
  return program.small ? (std::size_t(1) << 20) + 3 : (std::size_t(64) << 20) + 3;
}

/// The row of a copy.
inline bench::Row row(const char *name) { return {name, bench::Unit::launches, 1}; }

/// What a number is before it is copied.
inline int number(std::size_t i) { return int(i % 8191); }

/// What is wrong with what was copied.
inline std::string check(const int *found, std::size_t count) {
  for (std::size_t i = 0; i < count; i++)
    if (found[i] != number(i))
      return "element " + std::to_string(i) + " is " + std::to_string(found[i]);
  return {};
}
