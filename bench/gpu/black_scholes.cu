#include "black_scholes.hpp"
#include "cuda.hpp"

__device__ float normal_distribution(float d) {
  const float t = 1.0f / (1.0f + cdf_scale * fabsf(d));
  const float polynomial = t * (cdf_a1 + t * (cdf_a2 + t * (cdf_a3 + t * (cdf_a4 + t * cdf_a5))));
  const float tail = cdf_density * expf(-0.5f * d * d) * polynomial;
  return d > 0 ? 1.0f - tail : tail;
}

__global__ void price(const float *spot, const float *strike, const float *years, float *prices,
                      int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  const float spread = volatility * sqrtf(years[i]);
  const float drift = (rate + 0.5f * volatility * volatility) * years[i];
  const float d1 = (logf(spot[i] / strike[i]) + drift) / spread;
  const float present = strike[i] * expf(-rate * years[i]);
  const float call =
      spot[i] * normal_distribution(d1) - present * normal_distribution(d1 - spread);
  prices[i] = call;
  prices[count + i] = call + present - spot[i];
}

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    bench::Stream stream(program);
    const int count = problem.count;
    const bench::Array<float> spot(problem.spot), strike(problem.strike), years(problem.years),
        prices(2 * count);
    program.row(
        problem.row(), stream,
        [&] {
          price<<<bench::blocks(count), bench::block>>>(spot, strike, years, prices, count);
        },
        [&] { return problem.check(prices.values()); });
  });
}
