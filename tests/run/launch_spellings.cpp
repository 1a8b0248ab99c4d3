//! also = ["-O2 -fno-scythe-mlir"]
// Numbers, braces and ranges as index spaces, in queue and handler.
#include "check.hpp"

int main() {
  sycl::queue q;
  int *d = sycl::malloc_shared<int>(64, q);
  auto reset = [&] { q.fill(d, 0, 64).wait(); };
  auto sum = [&] {
    int s = 0;
    for (int i = 0; i < 64; ++i)
      s += d[i];
    return s;
  };

  const int n = 5;
  unsigned u = 6;
  std::size_t s = 7;
  reset(), q.parallel_for(n, [=](auto i) { d[i] = 1; }).wait(), CHECK_EQ(sum(), 5);
  reset(), q.parallel_for(u, [=](auto i) { d[i] = 1; }).wait(), CHECK_EQ(sum(), 6);
  reset(), q.parallel_for(s, [=](auto i) { d[i] = 1; }).wait(), CHECK_EQ(sum(), 7);
  reset(), q.parallel_for({s}, [=](auto i) { d[i] = 1; }).wait(), CHECK_EQ(sum(), 7);
  reset(), q.parallel_for({2, 3}, [=](auto i) { d[i.get_linear_id()] = 1; }).wait();
  CHECK_EQ(sum(), 6);
  reset(), q.parallel_for({2, 3, 4}, [=](auto i) { d[i.get_linear_id()] = 1; }).wait();
  CHECK_EQ(sum(), 24);
  reset(), q.parallel_for(sycl::range{3}, [=](auto i) { d[i] = 1; }).wait(), CHECK_EQ(sum(), 3);
  reset(), q.parallel_for(sycl::range{3, 3}, [=](sycl::id<2> i) { d[i[0] * 3 + i[1]] = 1; })
               .wait();
  CHECK_EQ(sum(), 9);
  reset(), q.parallel_for(sycl::nd_range<1>{8, 4}, [=](auto i) { d[i.get_global_id()] = 1; })
               .wait();
  CHECK_EQ(sum(), 8);
  reset(), q.parallel_for(sycl::nd_range<2>{{4, 2}, {2, 1}},
                          [=](auto i) { d[i.get_global_linear_id()] = 1; })
               .wait();
  CHECK_EQ(sum(), 8);
  reset(), q.single_task([=] { d[3] = 1; }).wait(), CHECK_EQ(sum(), 1);

  reset();
  q.submit([&](sycl::handler &h) { h.parallel_for(n, [=](auto i) { d[i] = 1; }); }).wait();
  CHECK_EQ(sum(), 5);
  reset();
  q.submit([&](sycl::handler &h) {
     h.parallel_for({3, 5}, [=](auto i) { d[i.get_linear_id()] = 1; });
   }).wait();
  CHECK_EQ(sum(), 15);
  reset();
  q.submit([&](sycl::handler &h) {
     h.parallel_for<class named>(sycl::range{9}, [=](auto i) { d[i] = 1; });
   }).wait();
  CHECK_EQ(sum(), 9);
  reset();
  q.submit([&](sycl::handler &h) { h.single_task([=] { d[63] = 4; }); }).wait();
  CHECK_EQ(sum(), 4);

  // With dependencies, as one event and as a list.
  reset();
  sycl::event first = q.single_task([=] { d[0] = 1; });
  sycl::event second = q.parallel_for(4, first, [=](auto i) { d[i + 1] = d[0] + int(i); });
  sycl::event third =
      q.parallel_for({4}, {first, second}, [=](auto i) { d[i + 5] = d[i + 1] * 2; });
  q.parallel_for(sycl::nd_range<1>(4, 2), std::vector<sycl::event>{third},
                 [=](auto it) { d[it.get_global_id() + 9] = d[it.get_global_id() + 5] + 1; })
      .wait();
  const int want[] = {1, 1, 2, 3, 4, 2, 4, 6, 8, 3, 5, 7, 9};
  CHECK_ALL(d, 13, [&](std::size_t i) { return want[i]; });
  q.single_task(third, [=] { d[0] = 50; }).wait();
  q.single_task(std::vector<sycl::event>{}, [=] { d[0] += 1; }).wait();
  CHECK_EQ(d[0], 51);
  sycl::free(d, q);
  return check::result();
}
