#include "problem.hpp"

namespace black_scholes {

namespace {

float normal_distribution(float d) {
  const float t = 1.0f / (1.0f + cdf.scale * std::fabs(d));
  const float polynomial =
      t * (cdf.a1 + t * (cdf.a2 + t * (cdf.a3 + t * (cdf.a4 + t * cdf.a5))));
  const float tail = cdf.density * std::exp(-0.5f * d * d) * polynomial;
  return d > 0 ? 1.0f - tail : tail;
}

// Without `simd`: clang has no vector variants of exp and log unless it is given a library of them.
void price(const float *spot, const float *strike, const float *years, float *prices,
           std::size_t count) {
#pragma omp parallel for
  for (std::size_t i = 0; i < count; i++) {
    const float spread = volatility * std::sqrt(years[i]);
    const float drift = (rate + 0.5f * volatility * volatility) * years[i];
    const float d1 = (std::log(spot[i] / strike[i]) + drift) / spread;
    const float present = strike[i] * std::exp(-rate * years[i]);
    const float call =
        spot[i] * normal_distribution(d1) - present * normal_distribution(d1 - spread);
    prices[i] = call;
    prices[count + i] = call + present - spot[i];
  }
}

} // namespace

bench::Contender<float> with_openmp(const Problem &problem) {
  const auto prices = std::make_shared<bench::Values<float>>(2 * problem.count);
  const auto run = [=, &problem] {
    price(problem.spot.data(), problem.strike.data(), problem.years.data(), prices->data(),
          problem.count);
  };
  return {run, [=] { return *prices; }};
}

} // namespace black_scholes
