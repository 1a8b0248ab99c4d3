#include "cuda.hpp"
#include "sobel.hpp"

__global__ void find_edges(const float *image, float *edges, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  const int i = y * width + x;
  float edge = 0;
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
    const float *above = image + i - width, *here = image + i, *below = image + i + width;
    const float gx = above[1] + 2 * here[1] + below[1] - above[-1] - 2 * here[-1] - below[-1];
    const float gy = below[-1] + 2 * below[0] + below[1] - above[-1] - 2 * above[0] - above[1];
    edge = sqrtf(gx * gx + gy * gy);
  }
  edges[i] = edge;
}

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    bench::Stream stream(program);
    const int width = problem.width, height = problem.height;
    const bench::Array<float> image(problem.image), edges(std::size_t(width) * height);
    const dim3 block(32, 8), grid = bench::blocks_2d(width, height, 32, 8);
    program.row(
        problem.row(), stream, [&] { find_edges<<<grid, block>>>(image, edges, width, height); },
        [&] { return problem.check(edges.values()); });
  });
}
