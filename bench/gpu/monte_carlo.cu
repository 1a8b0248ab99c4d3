#include "cuda.hpp"
#include "monte_carlo.hpp"

__device__ double2 operator+(double2 a, double2 b) { return make_double2(a.x + b.x, a.y + b.y); }

__global__ void simulate(const double *spot, const double *strike, const double *years,
                         const double *normal, double2 *results, int paths) {
  __shared__ double2 tree[work_group];
  const int option = blockIdx.x, local = threadIdx.x;
  const double drift = (rate - 0.5 * volatility * volatility) * years[option];
  const double spread = volatility * sqrt(years[option]);
  double2 sum = make_double2(0, 0);
  for (int path = local; path < paths; path += work_group) {
    const double price = spot[option] * exp(drift + spread * normal[path]);
    const double pay = fmax(price - strike[option], 0.0);
    sum = sum + make_double2(pay, pay * pay);
  }
  tree[local] = sum;
  for (int half = work_group / 2; half > 0; half /= 2) {
    __syncthreads();
    if (local < half)
      tree[local] = tree[local] + tree[local + half];
  }
  if (local == 0)
    results[option] = tree[0];
}

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    bench::Stream stream(program);
    const bench::Array<double> spot(problem.spot), strike(problem.strike), years(problem.years),
        normal(problem.normal), results(2 * problem.options);
    program.row(
        problem.row(), stream,
        [&] {
          simulate<<<problem.options, work_group>>>(spot, strike, years, normal,
                                                    reinterpret_cast<double2 *>(results.get()),
                                                    problem.paths);
        },
        [&] { return problem.check(results.values()); });
  });
}
