#include "problem.hpp"

namespace matmul {

namespace {

constexpr char source[] = {
#embed "kernel.cl"
    , 0};

} // namespace

bench::Contender<float> with_opencl(const Problem &problem) {
  const bench::opencl::Program program(source);
  const std::size_t n = problem.order;
  const bench::opencl::Array<float> a(problem.a), b(problem.b), c(n * n);
  const auto run = [=] {
    program.launch("multiply", {n, n}, {}, a, b, c, n);
    program.finish();
  };
  return {run, [=] { return c.values(); }};
}

} // namespace matmul
