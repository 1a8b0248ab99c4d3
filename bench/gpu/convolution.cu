#include "convolution.hpp"
#include "cuda.hpp"

__global__ void convolve(const float *image, const float *filter, float *out, int width,
                         int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  const int pitch = width + 2 * radius;
  float sum = 0;
  for (int i = 0; i < diameter; i++)
    for (int j = 0; j < diameter; j++)
      sum += image[(y + i) * pitch + x + j] * filter[i * diameter + j];
  out[y * width + x] = sum;
}

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    bench::Stream stream(program);
    const int width = problem.width, height = problem.height;
    const bench::Array<float> image(problem.image), filter(problem.filter),
        out(std::size_t(width) * height);
    const dim3 block(32, 8), grid = bench::blocks_2d(width, height, 32, 8);
    program.row(
        problem.row(), stream,
        [&] { convolve<<<grid, block>>>(image, filter, out, width, height); },
        [&] { return problem.check(out.values()); });
  });
}
