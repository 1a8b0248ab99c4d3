// Inputs of the GPU benchmark, and the check of its results.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace bench {

/// Inputs and results on the host.
template <typename T> using Values = std::vector<T>;

/// A number that looks random, always the same for the same `i`.
inline std::uint64_t random_bits(std::uint64_t i) {
  // The finaliser of SplitMix64.
  i = (i + 1) * 0x9e3779b97f4a7c15u;
  i = (i ^ (i >> 30)) * 0xbf58476d1ce4e5b9u;
  i = (i ^ (i >> 27)) * 0x94d049bb133111ebu;
  return i ^ (i >> 31);
}

/// `count` values between `low` and `high`, the same in every program.
template <typename T>
Values<T> random_values(std::size_t count, T low, T high, unsigned seed = 1) {
  Values<T> values(count);
  const std::uint64_t first = std::uint64_t(seed) << 40;
  constexpr double step = 1.0 / 9007199254740992.0; // 2 to the power of -53
  for (std::size_t i = 0; i < count; i++)
    values[i] = T(double(low) + double(high - low) * (double(random_bits(first + i) >> 11) * step));
  return values;
}

/// Says where an element is wrong.
inline std::string wrong_element(std::size_t i, double found, double expected) {
  char text[100];
  std::snprintf(text, sizeof text, "element %zu is %.9g, not %.9g", i, found, expected);
  return text;
}

/// What is wrong with a value, nothing when it is right. It may differ by `tolerance`, or by `tolerance` of itself
/// when it is above 1: orders of additions and mathematical functions differ.
inline std::string agrees(std::size_t i, double found, double expected, double tolerance) {
  const double difference = std::abs(found - expected);
  // Written so that a NaN is wrong.
  if (difference <= tolerance * std::max(1.0, std::abs(expected)))
    return "";
  return wrong_element(i, found, expected);
}

/// What is wrong with a result of which `expected(i)` says element `i`. Of long results, a sample is looked at.
template <typename T, typename Expected>
std::string agrees(const Values<T> &found, double tolerance, std::size_t samples, Expected expected) {
  const std::size_t count = found.size();
  const bool all = samples >= count;
  for (std::size_t n = 0; n < (all ? count : samples); n++) {
    // The ends are in every sample.
    const std::size_t i = all ? n : n == 0 ? 0 : n == 1 ? count - 1 : random_bits(n) % count;
    const std::string reason = agrees(i, double(found[i]), double(expected(i)), tolerance);
    if (!reason.empty())
      return reason;
  }
  return "";
}

/// What is wrong with a result that should be `expected`.
template <typename T>
std::string agrees(const Values<T> &found, const Values<T> &expected, double tolerance) {
  return agrees(found, tolerance, found.size(), [&](std::size_t i) { return expected[i]; });
}

} // namespace bench
