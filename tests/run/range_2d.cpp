//! also = ["-O2 -fno-scythe-mlir"]
// Two-dimensional ranges: the last dimension is the contiguous one.
#include "check.hpp"

void run(sycl::queue &q, std::size_t rows, std::size_t columns) {
  const std::size_t n = rows * columns;
  std::size_t *data = sycl::malloc_shared<std::size_t>(n + 1, q);
  data[n] = 12345;
  q.parallel_for(sycl::range<2>(rows, columns), [=](sycl::id<2> i) {
     data[i[0] * columns + i[1]] = 1000 * i[0] + i[1];
   }).wait();
  CHECK_ALL(data, n, [=](std::size_t i) { return 1000 * (i / columns) + i % columns; });
  CHECK_EQ(data[n], 12345);

  q.parallel_for(sycl::range<2>(rows, columns), [=](sycl::item<2> item) {
     data[item.get_linear_id()] = item.get_range(0) * 1000000 + item.get_range()[1] * 1000 +
                                  item[0] + item.get_id()[1];
   }).wait();
  CHECK_ALL(data, n, [=](std::size_t i) {
    return rows * 1000000 + columns * 1000 + i / columns + i % columns;
  });
  sycl::free(data, q);
}

int main() {
  sycl::queue q;
  for (std::size_t rows : {0, 1, 3, 8, 17})
    for (std::size_t columns : {0, 1, 2, 7, 16, 33, 101})
      run(q, rows, columns);
  run(q, 1, 5000);
  run(q, 5000, 1);
  return check::result();
}
