// Prices of European call and put options after Black and Scholes.
#pragma once

#include "../harness.hpp"

namespace black_scholes {

constexpr float rate = 0.02f, volatility = 0.3f;

/// The normal distribution function after Abramowitz and Stegun, 26.2.17.
struct Cdf {
  float scale = 0.2316419f, density = 0.39894228f;
  float a1 = 0.31938153f, a2 = -0.356563782f, a3 = 1.781477937f, a4 = -1.821255978f,
        a5 = 1.330274429f;
};
inline constexpr Cdf cdf;

struct Problem {
  static constexpr const char *name = "black_scholes";
  static constexpr double tolerance = 1e-5;

  explicit Problem(bench::Scale);
  std::string size() const;
  double bytes() const { return 5.0 * double(count) * sizeof(float); }
  double flops() const { return 60.0 * double(count); }

  std::size_t count;
  bench::Values<float> spot, strike, years;
};

bench::Values<float> reference(const Problem &);
bench::Contender<float> with_sycl(const Problem &);
bench::Contender<float> with_openmp(const Problem &);
bench::Contender<float> with_opencl(const Problem &);

} // namespace black_scholes
