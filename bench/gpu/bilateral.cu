#include "bilateral.hpp"
#include "cuda.hpp"

__global__ void smooth(const float *image, float *out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  const float centre = image[y * width + x];
  float sum = 0, weights = 0;
  for (int dy = -radius; dy <= radius; dy++)
    for (int dx = -radius; dx <= radius; dx++) {
      const int row = min(max(y + dy, 0), height - 1);
      const int column = min(max(x + dx, 0), width - 1);
      const float value = image[row * width + column];
      const float difference = value - centre;
      const float weight = expf(distance_factor * (dx * dx + dy * dy) +
                                difference_factor * difference * difference);
      sum += weight * value;
      weights += weight;
    }
  out[y * width + x] = sum / weights;
}

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    bench::Stream stream(program);
    const int width = problem.width, height = problem.height;
    const bench::Array<float> image(problem.image), out(problem.image.size());
    const dim3 block(32, 8), grid = bench::blocks_2d(width, height, 32, 8);
    program.row(
        problem.row(), stream, [&] { smooth<<<grid, block>>>(image, out, width, height); },
        [&] { return problem.check(out.values()); });
  });
}
