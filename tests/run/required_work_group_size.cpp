//! also = ["-O0"]
// [[sycl::reqd_work_group_size]]: launches must have that size (SYCL 2020 5.8.1).
#include "check.hpp"

namespace {

sycl::queue q;
std::size_t *seen = sycl::malloc_shared<std::size_t>(3, q);

struct plane {
  std::size_t *out;
  [[sycl::reqd_work_group_size(2, 8)]] void operator()(sycl::nd_item<2> it) const {
    if (it.get_global_linear_id() == 0) {
      out[0] = it.get_local_range(0);
      out[1] = it.get_local_range(1);
      out[2] = it.get_group().get_local_linear_range();
    }
  }
};

template <std::size_t... Sizes> struct sums {
  int *data, *out;
  static constexpr std::size_t first = (Sizes * ...);
  // The local size is known, the barriers in the loop stay.
  [[cl::reqd_work_group_size(first)]] void operator()(sycl::nd_item<1> it) const {
    const std::size_t g = it.get_global_id(0), l = it.get_local_id(0);
    for (std::size_t step = it.get_local_range(0) / 2; step > 0; step /= 2) {
      if (l < step)
        data[g] += data[g + step];
      sycl::group_barrier(it.get_group());
    }
    if (l == 0)
      out[it.get_group(0)] = data[g];
  }
};

} // namespace

int main() {
  q.parallel_for(sycl::nd_range<2>({8, 16}, {2, 8}), plane{seen}).wait();
  CHECK_EQ(seen[0], 2u);
  CHECK_EQ(seen[1], 8u);
  CHECK_EQ(seen[2], 16u);
  CHECK_THROWS(sycl::errc::nd_range,
               q.parallel_for(sycl::nd_range<2>({8, 16}, {8, 2}), plane{seen}));

  constexpr std::size_t n = 256;
  int *data = sycl::malloc_shared<int>(n, q);
  int *out = sycl::malloc_shared<int>(n, q);
  for (std::size_t i = 0; i < n; ++i)
    data[i] = int(i);
  q.parallel_for(sycl::nd_range<1>(n, 32), sums<4, 8>{data, out}).wait();
  CHECK_ALL(out, n / 32, [](std::size_t g) { return int(32 * (32 * g) + 31 * 16); });

  // A range leaves the size of work-groups to the kernel, as long as whole ones come out.
  const auto over_a_range = [=](sycl::item<1> it) [[sycl::reqd_work_group_size(16)]] {
    out[it] = int(it) + 1;
  };
  q.parallel_for(sycl::range<1>(n), over_a_range).wait();
  CHECK_ALL(out, n, [](std::size_t i) { return int(i) + 1; });
  CHECK_THROWS(sycl::errc::nd_range, q.parallel_for(sycl::range<1>(n - 1), over_a_range));
  q.single_task([=]() [[sycl::reqd_work_group_size(1)]] { *out = -1; }).wait();
  CHECK_EQ(out[0], -1);

  // As many sizes as dimensions.
  const auto two = [=](sycl::nd_item<1>) [[sycl::reqd_work_group_size(1, 8)]] {};
  CHECK_THROWS(sycl::errc::nd_range, q.parallel_for(sycl::nd_range<1>(8, 8), two));

  // No launch could satisfy these: the device is to blame, and said to be, before the nd_range is.
  const auto huge = [=](sycl::nd_item<1>) [[sycl::reqd_work_group_size(4294967296ull)]] {};
  CHECK_THROWS(sycl::errc::kernel_not_supported, q.parallel_for(sycl::nd_range<1>(8, 8), huge));
  const auto cube = [=](sycl::nd_item<3>) [[sycl::reqd_work_group_size(64, 64, 64)]] {};
  CHECK_THROWS(sycl::errc::kernel_not_supported,
               q.parallel_for(sycl::nd_range<3>({64, 64, 64}, {64, 64, 64}), cube));

  // A hint is only that.
  q.parallel_for(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> it)
                                              [[sycl::work_group_size_hint(64)]] {
                                                out[it.get_global_id(0)] = 7;
                                              })
      .wait();
  CHECK_ALL(out, 8, [](std::size_t) { return 7; });
  sycl::free(data, q);
  sycl::free(out, q);
  sycl::free(seen, q);
  return check::result();
}
