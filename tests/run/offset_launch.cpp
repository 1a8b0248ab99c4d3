//! also = ["-O2 -fno-scythe-mlir"]
// Launches with an offset (deprecated in SYCL 2020): ids start there, linear
// ids do not.
#include "check.hpp"

int main() {
  sycl::queue q;
  std::size_t *d = sycl::malloc_shared<std::size_t>(200, q);
  q.fill(d, std::size_t(0), 200).wait();
  q.submit([&](sycl::handler &h) {
     h.parallel_for(sycl::range<1>(10), sycl::id<1>(5), [=](sycl::item<1> i) {
       d[i] = 1000 * i.get_linear_id() + 10 * i.get_offset()[0] + i.get_range(0);
     });
   }).wait();
  CHECK_ALL(d, 20, [](std::size_t i) {
    return i >= 5 && i < 15 ? 1000 * (i - 5) + 60 : 0;
  });

  q.fill(d, std::size_t(0), 200).wait();
  q.submit([&](sycl::handler &h) {
     h.parallel_for(sycl::range<2>(3, 4), sycl::id<2>(2, 1), [=](sycl::id<2> i) {
       d[i[0] * 10 + i[1]] = 1;
     });
   }).wait();
  CHECK_ALL(d, 100, [](std::size_t i) {
    const std::size_t y = i / 10, x = i % 10;
    return y >= 2 && y < 5 && x >= 1 && x < 5 ? 1u : 0u;
  });

  q.fill(d, std::size_t(0), 200).wait();
  q.submit([&](sycl::handler &h) {
     h.parallel_for(sycl::range<3>(1, 2, 3), sycl::id<3>(1, 1, 1), [=](sycl::item<3> i) {
       d[(i[0] * 5 + i[1]) * 5 + i[2]] = i.get_linear_id() + 1;
     });
   }).wait();
  std::size_t next = 1;
  for (std::size_t y = 1; y < 3; ++y)
    for (std::size_t x = 1; x < 4; ++x)
      CHECK_EQ(d[(5 + y) * 5 + x], next++);

  q.fill(d, std::size_t(0), 200).wait();
  q.parallel_for(sycl::range<1>(7), sycl::id<1>(2), [=](sycl::id<1> i) { d[i] = i; }).wait();
  CHECK_ALL(d, 20, [](std::size_t i) { return i >= 2 && i < 9 ? i : 0; });

  q.fill(d, std::size_t(0), 200).wait();
  q.parallel_for(sycl::nd_range<1>(8, 4, 3), [=](sycl::nd_item<1> i) {
     d[i.get_global_id()] = 100 * i.get_global_linear_id() + 10 * i.get_local_id(0) +
                            i.get_offset()[0];
   }).wait();
  CHECK_ALL(d, 12, [](std::size_t i) {
    return i >= 3 && i < 11 ? 100 * (i - 3) + 10 * ((i - 3) % 4) + 3 : 0;
  });
  sycl::free(d, q);
  return check::result();
}
