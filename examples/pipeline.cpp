// Three kernels that depend on each other: blur, threshold, count.
//
// Nobody waits between them: the accessors tell SYCL that the second kernel
// needs what the first one writes, and the third what the second one writes.
//
//   scythe++ -O2 pipeline.cpp -o pipeline && ./pipeline
#include <sycl/sycl.hpp>

#include <cstdio>
#include <vector>

constexpr std::size_t height = 480, width = 640;

// The kernels call ordinary functions, and so does the check on the host.
int blurred(const int *left, const int *middle, const int *right) {
  return (*left + 2 * *middle + *right) / 4;
}

int main() {
  std::vector<int> image(height * width);
  for (std::size_t i = 0; i < image.size(); ++i)
    image[i] = static_cast<int>(i * 2654435761u >> 7 & 255);
  std::vector<int> counts(height);

  sycl::queue q;
  {
    const std::vector<int> &source = image; // const: read, never written back
    sycl::buffer<int, 2> input(source.data(), {height, width});
    sycl::buffer<int, 2> smooth({height, width}); // lives on the device only
    sycl::buffer<int, 2> bright({height, width});
    sycl::buffer result(counts);

    q.submit([&](sycl::handler &h) {
      sycl::accessor in(input, h, sycl::read_only);
      sycl::accessor out(smooth, h, sycl::write_only, sycl::no_init);
      h.parallel_for({height, width}, [=](sycl::item<2> p) {
        const std::size_t y = p[0], x = p[1];
        const std::size_t left = x > 0 ? x - 1 : x, right = x + 1 < width ? x + 1 : x;
        out[p] = blurred(&in[y][left], &in[y][x], &in[y][right]);
      });
    });

    q.submit([&](sycl::handler &h) {
      sycl::accessor in(smooth, h, sycl::read_only);
      sycl::accessor out(bright, h, sycl::write_only, sycl::no_init);
      h.parallel_for({height, width}, [=](sycl::id<2> p) { out[p] = in[p] > 128 ? 1 : 0; });
    });

    q.submit([&](sycl::handler &h) {
      sycl::accessor in(bright, h, sycl::read_only);
      sycl::accessor out(result, h, sycl::write_only, sycl::no_init);
      h.parallel_for(height, [=](sycl::id<1> y) {
        int count = 0;
        for (std::size_t x = 0; x < width; ++x)
          count += in[y][x];
        out[y] = count;
      });
    });
  }

  int total = 0;
  for (std::size_t y = 0; y < height; ++y) {
    int want = 0;
    for (std::size_t x = 0; x < width; ++x) {
      const int *row = &image[y * width];
      const std::size_t left = x > 0 ? x - 1 : x, right = x + 1 < width ? x + 1 : x;
      want += blurred(row + left, row + x, row + right) > 128;
    }
    if (counts[y] != want) {
      std::printf("wrong count in row %zu: %d instead of %d\n", y, counts[y], want);
      return 1;
    }
    total += want;
  }
  std::printf("%d of %zu pixels are bright\n", total, height * width);
}
