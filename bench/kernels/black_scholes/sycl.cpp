#include "../sycl.hpp"
#include "problem.hpp"

namespace black_scholes {

namespace {

float normal_distribution(float d) {
  const float t = 1.0f / (1.0f + cdf.scale * sycl::fabs(d));
  const float polynomial =
      t * (cdf.a1 + t * (cdf.a2 + t * (cdf.a3 + t * (cdf.a4 + t * cdf.a5))));
  const float tail = cdf.density * sycl::exp(-0.5f * d * d) * polynomial;
  return d > 0 ? 1.0f - tail : tail;
}

void price(sycl::queue &queue, const float *spot, const float *strike, const float *years,
           float *prices, std::size_t count) {
  queue.parallel_for(sycl::range<1>(count), [=](sycl::id<1> option) {
    const std::size_t i = option[0];
    const float spread = volatility * sycl::sqrt(years[i]);
    const float drift = (rate + 0.5f * volatility * volatility) * years[i];
    const float d1 = (sycl::log(spot[i] / strike[i]) + drift) / spread;
    const float present = strike[i] * sycl::exp(-rate * years[i]);
    const float call =
        spot[i] * normal_distribution(d1) - present * normal_distribution(d1 - spread);
    prices[i] = call;
    prices[count + i] = call + present - spot[i];
  });
}

} // namespace

bench::Contender<float> with_sycl(const Problem &problem) {
  sycl::queue queue = bench::in_order_queue();
  const bench::SharedArray<float> spot(queue, problem.spot), strike(queue, problem.strike),
      years(queue, problem.years), prices(queue, 2 * problem.count);
  const auto run = [=, count = problem.count]() mutable {
    price(queue, spot.get(), strike.get(), years.get(), prices.get(), count);
    queue.wait();
  };
  return {run, [=] { return prices.values(); }};
}

} // namespace black_scholes
