#include "problem.hpp"

namespace convolution {

namespace {

void convolve(const float *image, const float *filter, float *out, std::size_t width,
              std::size_t height) {
  const std::size_t pitch = width + 2 * radius;
#pragma omp parallel for
  for (std::size_t y = 0; y < height; y++)
#pragma omp simd
    for (std::size_t x = 0; x < width; x++) {
      float sum = 0;
      for (std::size_t i = 0; i < diameter; i++)
        for (std::size_t j = 0; j < diameter; j++)
          sum += image[(y + i) * pitch + x + j] * filter[i * diameter + j];
      out[y * width + x] = sum;
    }
}

} // namespace

bench::Contender<float> with_openmp(const Problem &problem) {
  const auto out = std::make_shared<bench::Values<float>>(problem.width * problem.height);
  const auto run = [=, &problem] {
    convolve(problem.image.data(), problem.filter.data(), out->data(), problem.width,
             problem.height);
  };
  return {run, [=] { return *out; }};
}

} // namespace convolution
