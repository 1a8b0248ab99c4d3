// Prices of European call and put options after Black and Scholes.
#pragma once

#include "harness.hpp"

constexpr float rate = 0.02f, volatility = 0.3f;

// The normal distribution function after Abramowitz and Stegun, 26.2.17.
constexpr float cdf_scale = 0.2316419f, cdf_density = 0.39894228f;
constexpr float cdf_a1 = 0.31938153f, cdf_a2 = -0.356563782f, cdf_a3 = 1.781477937f,
                cdf_a4 = -1.821255978f, cdf_a5 = 1.330274429f;

struct Problem {
  explicit Problem(bool small)
      : count(1 << (small ? 16 : 25)), spot(bench::random_values(count, 5.0f, 30.0f, 1)),
        strike(bench::random_values(count, 1.0f, 100.0f, 2)),
        years(bench::random_values(count, 0.25f, 10.0f, 3)) {}

  bench::Row row() const { return {"black_scholes", bench::Unit::bytes, 20.0 * count}; }

  std::string check(const bench::Values<float> &prices) const {
    return bench::agrees(prices, 1e-4, 100000, [&](std::size_t n) {
      const std::size_t i = n % count;
      const double spread = volatility * std::sqrt(double(years[i]));
      const double drift = (rate + 0.5 * volatility * volatility) * years[i];
      const double d1 = (std::log(double(spot[i]) / strike[i]) + drift) / spread;
      const double present = strike[i] * std::exp(-double(rate) * years[i]);
      const double call = spot[i] * normal_distribution(d1) -
                          present * normal_distribution(d1 - spread);
      return n < std::size_t(count) ? call : call + present - spot[i];
    });
  }

  int count;
  bench::Values<float> spot, strike, years;

private:
  static double normal_distribution(double d) { return 0.5 * std::erfc(-d * std::sqrt(0.5)); }
};
