//! also = ["-O2 -fno-scythe-mlir"]
// Three-dimensional ranges.
#include "check.hpp"

void run(sycl::queue &q, std::size_t a, std::size_t b, std::size_t c) {
  const std::size_t n = a * b * c;
  std::size_t *data = sycl::malloc_shared<std::size_t>(n + 1, q);
  data[n] = 777;
  q.parallel_for(sycl::range<3>(a, b, c), [=](sycl::id<3> i) {
     data[(i[0] * b + i[1]) * c + i[2]] = i[0] * 10000 + i[1] * 100 + i[2];
   }).wait();
  CHECK_ALL(data, n, [=](std::size_t i) {
    return i / (b * c) * 10000 + i / c % b * 100 + i % c;
  });
  q.parallel_for(sycl::range<3>(a, b, c), [=](sycl::item<3> item) {
     data[item.get_linear_id()] += item.get_range().size();
   }).wait();
  CHECK_ALL(data, n, [=](std::size_t i) {
    return i / (b * c) * 10000 + i / c % b * 100 + i % c + n;
  });
  CHECK_EQ(data[n], 777);
  sycl::free(data, q);
}

int main() {
  sycl::queue q;
  for (std::size_t a : {0, 1, 3, 5})
    for (std::size_t b : {0, 1, 4, 7})
      for (std::size_t c : {0, 1, 2, 9, 40})
        run(q, a, b, c);
  run(q, 1, 1, 3001);
  run(q, 3001, 1, 1);
  return check::result();
}
