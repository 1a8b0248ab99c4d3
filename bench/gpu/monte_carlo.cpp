#include "monte_carlo.hpp"
#include "sycl.hpp"

namespace {

void simulate(sycl::queue &queue, const double *spot, const double *strike, const double *years,
              const double *normal, sycl::double2 *results, int options, int paths) {
  queue.submit([&](sycl::handler &handler) {
    const sycl::local_accessor<sycl::double2> tree(work_group, handler);
    const sycl::nd_range<1> range(options * work_group, work_group);
    handler.parallel_for(range, [=](sycl::nd_item<1> item) {
      const int option = item.get_group(0), local = item.get_local_id(0);
      const double drift = (rate - 0.5 * volatility * volatility) * years[option];
      const double spread = volatility * sycl::sqrt(years[option]);
      sycl::double2 sum(0);
      for (int path = local; path < paths; path += work_group) {
        const double price = spot[option] * sycl::exp(drift + spread * normal[path]);
        const double pay = sycl::fmax(price - strike[option], 0.0);
        sum += sycl::double2(pay, pay * pay);
      }
      tree[local] = sum;
      for (int half = work_group / 2; half > 0; half /= 2) {
        sycl::group_barrier(item.get_group());
        if (local < half)
          tree[local] += tree[local + half];
      }
      if (local == 0)
        results[option] = tree[0];
    });
  });
}

} // namespace

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    sycl::queue queue = bench::in_order_queue(program);
    const bench::Array<double> spot(queue, problem.spot), strike(queue, problem.strike),
        years(queue, problem.years), normal(queue, problem.normal),
        results(queue, 2 * problem.options);
    program.row(
        problem.row(), queue,
        [&] {
          simulate(queue, spot, strike, years, normal,
                   reinterpret_cast<sycl::double2 *>(results.get()), problem.options,
                   problem.paths);
        },
        [&] { return problem.check(results.values()); });
  });
}
