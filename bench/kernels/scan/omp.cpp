#include "problem.hpp"

#include <omp.h>

namespace scan {

namespace {

using Value = std::uint32_t;

// Each thread adds up its part, then scans it starting from the sum of the parts before it.
void scan(const Value *in, Value *out, std::size_t count) {
  std::vector<Value> totals;
#pragma omp parallel
  {
    const std::size_t threads = omp_get_num_threads(), me = omp_get_thread_num();
    const std::size_t first = count * me / threads, last = count * (me + 1) / threads;
#pragma omp single
    totals.resize(threads);
    Value sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::size_t i = first; i < last; i++)
      sum += in[i];
    totals[me] = sum;
#pragma omp barrier
    sum = 0;
    for (std::size_t thread = 0; thread < me; thread++)
      sum += totals[thread];
    for (std::size_t i = first; i < last; i++)
      out[i] = sum += in[i];
  }
}

} // namespace

bench::Contender<Value> with_openmp(const Problem &problem) {
  const auto out = std::make_shared<bench::Values<Value>>(problem.in.size());
  return {[=, &problem] { scan(problem.in.data(), out->data(), out->size()); },
          [=] { return *out; }};
}

} // namespace scan
