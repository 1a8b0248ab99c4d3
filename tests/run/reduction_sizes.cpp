//! also = ["-O0"]
// Index spaces of all sizes and shapes: every item takes part exactly once.
#include "check.hpp"

#include <cstdint>
#include <vector>

namespace {

// Mixes the index into a number whose sum shows missing or repeated items.
std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 31)) * 0x9e3779b97f4a7c15u;
  return x ^ (x >> 29);
}

std::uint64_t expected(std::size_t items) {
  std::uint64_t sum = 1;
  for (std::size_t i = 0; i < items; ++i)
    sum += mixed(i);
  return sum;
}

} // namespace

int main() {
  sycl::queue q;
  std::uint64_t *const sum = sycl::malloc_shared<std::uint64_t>(1, q);
  std::size_t *const last = sycl::malloc_shared<std::size_t>(1, q);
  const auto larger = [](std::size_t a, std::size_t b) { return a < b ? b : a; };
  const auto reset = [=] { *sum = 1, *last = 0; };
  const auto check_all = [&](std::size_t items) {
    CHECK_EQ(*sum, expected(items));
    CHECK_EQ(*last, items ? items - 1 : 0);
  };

  for (const std::size_t n : {0, 1, 2, 7, 8, 15, 16, 17, 63, 64, 65, 127, 1000, 4096, 32767, 32768,
                              32769, 100003, 1 << 20}) {
    reset();
    q.parallel_for(n, sycl::reduction(sum, sycl::plus<>()), sycl::reduction(last, larger),
                   [=](std::size_t i, auto &s, auto &l) { s += mixed(i), l.combine(i); })
        .wait();
    check_all(n);
  }

  for (const std::size_t rows : {0, 1, 2, 5, 64, 1000})
    for (const std::size_t columns : {0, 1, 3, 7, 8, 9, 16, 33, 500, 70000}) {
      if (rows * columns > 1000000)
        continue;
      reset();
      q.parallel_for({rows, columns}, sycl::reduction(sum, sycl::plus<>()),
                     sycl::reduction(last, larger),
                     [=](sycl::item<2> i, auto &s, auto &l) {
                       const std::size_t index = i[0] * columns + i[1];
                       s += i.get_linear_id() == index ? mixed(index) : 0;
                       l.combine(index);
                     })
          .wait();
      check_all(rows * columns);
    }

  for (const std::size_t a : {1, 3, 20})
    for (const std::size_t b : {0, 1, 4, 77})
      for (const std::size_t c : {1, 5, 16, 130}) {
        reset();
        q.parallel_for({a, b, c}, sycl::reduction(sum, sycl::plus<>()),
                       sycl::reduction(last, larger),
                       [=](sycl::id<3> i, auto &s, auto &l) {
                         const std::size_t index = (i[0] * b + i[1]) * c + i[2];
                         s += mixed(index), l.combine(index);
                       })
            .wait();
        check_all(a * b * c);
      }

  // nd_range, with barriers in the kernel and without.
  for (const std::size_t local : {1, 2, 7, 16, 100, 256})
    for (const std::size_t groups : {0, 1, 3, 50}) {
      reset();
      q.submit([&](sycl::handler &h) {
         sycl::local_accessor<std::size_t> ids(local, h);
         h.parallel_for(sycl::nd_range<1>(groups * local, local),
                        sycl::reduction(sum, sycl::plus<>()), sycl::reduction(last, larger),
                        [=](sycl::nd_item<1> it, auto &s, auto &l) {
                          const std::size_t own = it.get_local_id(0);
                          ids[own] = it.get_global_id(0);
                          l.combine(it.get_global_id(0));
                          sycl::group_barrier(it.get_group());
                          s += mixed(ids[it.get_local_range(0) - 1 - own]);
                        });
       }).wait();
      check_all(groups * local);
    }
  reset();
  q.parallel_for(sycl::nd_range<2>({12, 40}, {3, 8}), sycl::reduction(sum, sycl::plus<>()),
                 sycl::reduction(last, larger),
                 [=](sycl::nd_item<2> it, auto &s, auto &l) {
                   s += mixed(it.get_global_linear_id());
                   l.combine(it.get_global_linear_id());
                 })
      .wait();
  check_all(12 * 40);
  reset();
  q.parallel_for(sycl::nd_range<3>({4, 6, 10}, {2, 3, 5}), sycl::reduction(sum, sycl::plus<>()),
                 sycl::reduction(last, larger),
                 [=](sycl::nd_item<3> it, auto &s, auto &l) {
                   s += mixed(it.get_global_linear_id());
                   l.combine(it.get_global_linear_id());
                 })
      .wait();
  check_all(4 * 6 * 10);

  // No work-item, and the variable is still set.
  const sycl::property_list initialize{sycl::property::reduction::initialize_to_identity()};
  const auto nobody = [&](auto space) {
    *sum = 42;
    q.parallel_for(space, sycl::reduction(sum, sycl::plus<>(), initialize),
                   [=](auto, auto &s) { s += 1; })
        .wait();
    CHECK_EQ(*sum, 0u);
  };
  nobody(sycl::range<1>(0));
  nobody(sycl::range<2>(3, 0));
  nobody(sycl::range<3>(0, 2, 2));
  nobody(sycl::nd_range<1>(0, 4));
  nobody(sycl::nd_range<2>({0, 4}, {2, 2}));

  // No work-item combines: without an identity the variable keeps its value.
  *last = 77;
  q.parallel_for(1000, sycl::reduction(last, larger), [=](sycl::id<1>, auto &) {}).wait();
  CHECK_EQ(*last, 77u);
  q.parallel_for(sycl::nd_range<1>(64, 16), sycl::reduction(last, larger),
                 [=](sycl::nd_item<1> it, auto &l) {
                   if (it.get_global_id(0) == 33)
                     l.combine(78);
                 })
      .wait();
  CHECK_EQ(*last, 78u);

  sycl::free(last, q);
  sycl::free(sum, q);
  return check::result();
}
