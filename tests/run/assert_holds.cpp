//! opt = ["-O0", "-O2", "-O2 -DNDEBUG -DFALSE_ANYWAY", "-O2 -D_GLIBCXX_ASSERTIONS"]
// Assertions that hold change nothing: in loops that would be vectorised, around barriers and group operations, in
// functions, in divergent control flow. With NDEBUG, nothing is asserted.
#include "check.hpp"

#include <array>
#include <cassert>
#include <vector>

#ifdef FALSE_ANYWAY
constexpr bool anyway = false;
#else
constexpr bool anyway = true;
#endif

int halved(int n) {
  assert(anyway && n % 2 == 0);
  return n / 2;
}

int main() {
  sycl::queue queue;
  constexpr std::size_t size = 256, group = 32;
  std::vector<int> plain(size), grouped(size);
  {
    sycl::buffer<int> a(plain.data(), size), b(grouped.data(), size);
    queue.submit([&](sycl::handler &h) {
      sycl::accessor out(a, h, sycl::write_only);
      h.parallel_for(size, [=](sycl::id<1> i) {
        std::array<int, 4> steps = {0, 2, 4, 6};
        assert(i < size);
        out[i] = int(i) + halved(steps[i % 4]);
      });
    });
    queue.submit([&](sycl::handler &h) {
      sycl::accessor out(b, h, sycl::write_only);
      sycl::local_accessor<int> tile(group, h);
      h.parallel_for(sycl::nd_range<1>(size, group), [=](sycl::nd_item<1> item) {
        const std::size_t l = item.get_local_linear_id();
        tile[l] = int(l);
        sycl::group_barrier(item.get_group());
        if (l % 3 == 0)
          assert(anyway && tile[group - 1 - l] == int(group - 1 - l));
        for (std::size_t k = 0; k < l; ++k)
          assert(tile[k] >= 0);
        const int sum = sycl::reduce_over_group(item.get_group(), tile[l], sycl::plus<>());
        assert(sum == int(group * (group - 1) / 2));
        out[item.get_global_id()] = sum + tile[group - 1 - l];
      });
    });
  }
  CHECK_ALL(plain, size, [](std::size_t i) { return int(i + i % 4); });
  CHECK_ALL(grouped, size, [](std::size_t i) { return int(496 + group - 1 - i % group); });
  return check::result();
}
