// Multiplies two matrices over a two-dimensional range.
//
//   scythe++ -O2 matrix_multiply.cpp -o matrix_multiply && ./matrix_multiply
#include <sycl/sycl.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

int main() {
  // Sizes that are no powers of two work as well as any other.
  constexpr std::size_t rows = 123, inner = 234, columns = 345;
  std::vector<double> a(rows * inner), b(inner * columns), c(rows * columns);
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] = static_cast<double>(i % 17) - 8;
  for (std::size_t i = 0; i < b.size(); ++i)
    b[i] = static_cast<double>(i % 13) / 13;

  sycl::queue q;
  {
    // A buffer can see linear memory as a matrix; the last dimension is the
    // contiguous one.
    sycl::buffer<double, 2> buf_a(a.data(), {rows, inner});
    sycl::buffer<double, 2> buf_b(b.data(), {inner, columns});
    sycl::buffer<double, 2> buf_c(c.data(), {rows, columns});

    q.submit([&](sycl::handler &h) {
      sycl::accessor in_a(buf_a, h, sycl::read_only);
      sycl::accessor in_b(buf_b, h, sycl::read_only);
      sycl::accessor out(buf_c, h, sycl::write_only, sycl::no_init);

      // One work-item per element of the result. The item knows its row and
      // its column.
      h.parallel_for({rows, columns}, [=](sycl::item<2> item) {
        const std::size_t row = item[0], column = item[1];
        double sum = 0;
        for (std::size_t k = 0; k < inner; ++k)
          sum += in_a[row][k] * in_b[k][column];
        out[item] = sum;
      });
    });
  }

  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      double want = 0;
      for (std::size_t k = 0; k < inner; ++k)
        want += a[row * inner + k] * b[k * columns + column];
      // The device may fuse multiplication and addition, which rounds less.
      if (std::fabs(c[row * columns + column] - want) > 1e-9) {
        std::printf("wrong result at row %zu, column %zu: %f instead of %f\n", row, column,
                    c[row * columns + column], want);
        return 1;
      }
    }
  }
  std::printf("multiplied %zux%zu by %zux%zu\n", rows, inner, inner, columns);
}
