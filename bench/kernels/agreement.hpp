// The check of results.
#pragma once

#include "values.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace bench {

/// Whether a result is the reference's, and where it is not on standard error.
///
/// Values may differ by `tolerance` times the largest of them: contenders add in different orders
/// and have different mathematical functions. Integers have to be exact, which is tolerance 0.
template <typename Value>
bool agrees(const char *problem, const char *who, const Values<Value> &found,
            const Values<Value> &expected, double tolerance) {
  if (found.size() != expected.size()) {
    std::fprintf(stderr, "%s: wrong result of %s: %zu values, not %zu\n", problem, who,
                 found.size(), expected.size());
    return false;
  }
  double largest = 0;
  for (Value value : expected)
    largest = std::max(largest, std::abs(double(value)));
  for (std::size_t i = 0; i < found.size(); i++) {
    const double difference = std::abs(double(found[i]) - double(expected[i]));
    // Written so that a NaN is wrong.
    if (!(difference <= tolerance * largest)) {
      std::fprintf(stderr, "%s: wrong result of %s: element %zu is %.9g, not %.9g\n", problem,
                   who, i, double(found[i]), double(expected[i]));
      return false;
    }
  }
  return true;
}

} // namespace bench
