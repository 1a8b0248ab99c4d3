#include "problem.hpp"

namespace transpose {

namespace {

void transpose(const float *in, float *out, std::size_t rows, std::size_t columns) {
#pragma omp parallel for collapse(2)
  for (std::size_t i = 0; i < rows; i += tile)
    for (std::size_t j = 0; j < columns; j += tile)
      for (std::size_t jj = j; jj < j + tile; jj++)
#pragma omp simd
        for (std::size_t ii = i; ii < i + tile; ii++)
          out[jj * rows + ii] = in[ii * columns + jj];
}

} // namespace

bench::Contender<float> with_openmp(const Problem &problem) {
  const auto out = std::make_shared<bench::Values<float>>(problem.in.size());
  return {[=, &problem] {
            transpose(problem.in.data(), out->data(), problem.rows, problem.columns);
          },
          [=] { return *out; }};
}

} // namespace transpose
