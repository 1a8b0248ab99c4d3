// European options priced by simulation in double precision: a work-group sums what an option pays on all paths, and
// the squares of that, in pairs (`double2`), first in its work-items and then by a tree in local memory.
#pragma once

#include "harness.hpp"

constexpr int work_group = 256;
constexpr double rate = 0.02, volatility = 0.3;

struct Problem {
  explicit Problem(bool small)
      : options(small ? 16 : 2048), paths(small ? 4096 : 65536),
        spot(bench::random_values(options, 5.0, 50.0, 1)),
        strike(bench::random_values(options, 10.0, 25.0, 2)),
        years(bench::random_values(options, 1.0, 5.0, 3)), normal(paths) {
    // Box and Muller's method.
    for (int i = 0; i < paths; i += 2) {
      const double u = double((bench::random_bits(i) >> 11) + 1) / 9007199254740993.0;
      const double angle = double(bench::random_bits(i + 1) >> 11) / 9007199254740992.0 * 6.283185307179586;
      normal[i] = std::sqrt(-2 * std::log(u)) * std::cos(angle);
      normal[i + 1] = std::sqrt(-2 * std::log(u)) * std::sin(angle);
    }
  }

  bench::Row row() const { return {"monte_carlo", bench::Unit::items, double(options) * paths}; }

  /// `results` has the sum and the sum of squares of each option.
  std::string check(const bench::Values<double> &results) const {
    bench::Values<double> means = results;
    for (double &mean : means)
      mean /= paths;
    return bench::agrees(means, 1e-9, 40, [&](std::size_t n) {
      const std::size_t i = n / 2;
      const double drift = (rate - 0.5 * volatility * volatility) * years[i];
      const double spread = volatility * std::sqrt(years[i]);
      double sum = 0;
      for (double value : normal) {
        const double pay = std::max(spot[i] * std::exp(drift + spread * value) - strike[i], 0.0);
        sum += n % 2 == 0 ? pay : pay * pay;
      }
      return sum / paths;
    });
  }

  int options, paths;
  bench::Values<double> spot, strike, years;
  bench::Values<double> normal; ///< normally distributed, one for each path
};
