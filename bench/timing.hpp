// How programs that measure the runtime take times.
#pragma once

#include <algorithm>
#include <chrono>

/// The best time of several rounds in microseconds, the first of which only warms up.
template <typename F> double best(int rounds, F &&work) {
  double result = 1e30;
  for (int round = 0; round <= rounds; round++) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double, std::micro> time =
        std::chrono::steady_clock::now() - start;
    if (round > 0)
      result = std::min(result, time.count());
  }
  return result;
}
