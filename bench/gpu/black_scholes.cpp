#include "black_scholes.hpp"
#include "sycl.hpp"

namespace {

float normal_distribution(float d) {
  const float t = 1.0f / (1.0f + cdf_scale * sycl::fabs(d));
  const float polynomial = t * (cdf_a1 + t * (cdf_a2 + t * (cdf_a3 + t * (cdf_a4 + t * cdf_a5))));
  const float tail = cdf_density * sycl::exp(-0.5f * d * d) * polynomial;
  return d > 0 ? 1.0f - tail : tail;
}

void price(sycl::queue &queue, const float *spot, const float *strike, const float *years,
           float *prices, int count) {
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

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    sycl::queue queue = bench::in_order_queue(program);
    const bench::Array<float> spot(queue, problem.spot), strike(queue, problem.strike),
        years(queue, problem.years), prices(queue, 2 * problem.count);
    program.row(
        problem.row(), queue, [&] { price(queue, spot, strike, years, prices, problem.count); },
        [&] { return problem.check(prices.values()); });
  });
}
