// Properties that say which sizes a kernel must be launched with: like the
// attributes of the same meaning.
#include "check.hpp"

#include <algorithm>

using namespace sycl::ext::oneapi::experimental;

struct with_get {
  int *out;
  void operator()(sycl::nd_item<1> it) const {
    out[it.get_global_id(0)] = static_cast<int>(it.get_sub_group().get_max_local_range()[0]);
  }
  auto get(properties_tag) const { return properties{work_group_size<16>, sub_group_size<4>}; }
};
struct with_member {
  int *out;
  void operator()(sycl::nd_item<2> it) const {
    out[it.get_global_linear_id()] = static_cast<int>(it.get_local_range(1));
  }
  static constexpr auto properties = sycl::ext::oneapi::property_list{
      sycl::ext::oneapi::work_group_size_v<2, 8>};
};

int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(64, q);
  std::fill_n(out, 64, 0);
  const auto size_or = [&](int size, int other) { return check::has_sub_groups_of(size, q) ? size : other; };
  LAUNCH_WITH_SUB_GROUPS_OF(4, q, q.parallel_for(sycl::nd_range<1>(64, 16), with_get{out}).wait());
  CHECK_ALL(out, 64, [&](std::size_t) { return size_or(4, 0); });
  CHECK_THROWS(size_or(4, 0) ? sycl::errc::nd_range : sycl::errc::kernel_not_supported,
               q.parallel_for(sycl::nd_range<1>(64, 8), with_get{out}));

  q.parallel_for(sycl::nd_range<2>({8, 8}, {2, 8}), with_member{out}).wait();
  CHECK_ALL(out, 64, [](std::size_t) { return 8; });
  CHECK_THROWS(sycl::errc::nd_range,
               q.parallel_for(sycl::nd_range<2>({8, 8}, {8, 2}), with_member{out}));

  const auto size = [=](sycl::nd_item<1> it) {
    out[it.get_global_id(0)] = static_cast<int>(it.get_sub_group().get_max_local_range()[0]);
  };
  LAUNCH_WITH_SUB_GROUPS_OF(
      8, q, q.parallel_for(sycl::nd_range<1>(64, 32), properties{sub_group_size<8>}, size).wait());
  CHECK_ALL(out, 64, [](std::size_t) { return 8; }); // as before, where there are none of 8
  const auto both = properties{sub_group_size<16>, work_group_size<32>};
  LAUNCH_WITH_SUB_GROUPS_OF(16, q, q.parallel_for(sycl::nd_range<1>(64, 32), both, size).wait());
  CHECK_ALL(out, 64, [&](std::size_t) { return size_or(16, 8); });
  q.parallel_for(sycl::nd_range<1>(64, 32), properties{sub_group_size<32>, work_group_size<32>}, size)
      .wait();
  CHECK_ALL(out, 64, [](std::size_t) { return 32; });
  CHECK_THROWS(sycl::errc::nd_range,
               q.parallel_for(sycl::nd_range<1>(64, 64), properties{work_group_size<32>}, size));
  // A size that devices need not have: the kernel compiles, and is not launched.
  CHECK_THROWS(sycl::errc::kernel_not_supported,
               q.parallel_for(sycl::nd_range<1>(64, 32), properties{sub_group_size<5>}, size));
  sycl::free(out, q);
  return check::result();
}
