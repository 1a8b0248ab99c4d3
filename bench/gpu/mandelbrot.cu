#include "cuda.hpp"
#include "mandelbrot.hpp"

__global__ void draw(int *steps, int width, int height) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= width || row >= height)
    return;
  const float cx = left + extent / width * column, cy = top + extent / width * row;
  float x = 0, y = 0;
  int step = 0;
  while (step < most_steps && x * x + y * y <= 4) {
    const float next = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = next;
    step++;
  }
  steps[row * width + column] = step;
}

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    bench::Stream stream(program);
    const int width = problem.width, height = problem.height;
    const bench::Array<int> steps(std::size_t(width) * height);
    const dim3 block(32, 8), grid = bench::blocks_2d(width, height, 32, 8);
    program.row(
        problem.row(), stream, [&] { draw<<<grid, block>>>(steps, width, height); },
        [&] { return problem.check(steps.values()); });
  });
}
