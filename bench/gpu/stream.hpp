// BabelStream's kernels in double precision: with USM, and with buffers, beside which the CUDA program runs the same
// kernels again. Each kernel runs many times before the next, which changes nothing: no kernel reads what it writes.
#pragma once

#include "harness.hpp"

constexpr double start_a = 0.1, start_b = 0.2, start_c = 0, scalar = 0.4;

// What the arrays hold after copy, multiply, add and triad.
constexpr double copied_c = start_a, multiplied_b = scalar * copied_c,
                 added_c = start_a + multiplied_b, triad_a = multiplied_b + scalar * added_c;

struct Problem {
  Problem(bool small, std::string prefix) : count(1 << (small ? 18 : 27)), prefix(prefix) {}

  /// The row of a kernel that touches so many arrays.
  bench::Row row(const char *kernel, int arrays) const {
    return {prefix + kernel, bench::Unit::bytes, 8.0 * arrays * count};
  }

  /// What is wrong with an array that should have one value everywhere.
  std::string check(const bench::Values<double> &found, double expected) const {
    return bench::agrees(found, 1e-12, found.size(), [&](std::size_t) { return expected; });
  }

  std::string check_dot(double found) const {
    // Relative to what it should be, which is large.
    return bench::agrees(0, found / (triad_a * multiplied_b * count), 1, 1e-9);
  }

  int count;
  std::string prefix;
};

/// Elements that are looked at, half of them at each end.
constexpr int samples = 4096;
