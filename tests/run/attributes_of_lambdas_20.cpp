//! flags = "-std=c++20"
//! skip_device = { opencl = "only the source matters", cuda = "only the source matters" }
// The body of a lambda is found after everything that C++20 allows between its attributes and it.
#include "check.hpp"

#include <algorithm>
#include <concepts>

namespace {

template <std::size_t> struct to_void {
  using type = void;
};

template <typename T>
concept counts = requires(T it) { { it.get_sub_group().get_max_local_range()[0] } -> std::same_as<std::size_t &>; } || true;

template <unsigned... Sizes> void launch(sycl::queue &q, std::size_t *out) {
  const sycl::nd_range<1> space(64, 64);
  std::size_t i = 0;
  (LAUNCH_WITH_SUB_GROUPS_OF(
       Sizes, q,
       q.parallel_for(space,
                      [=, at = out + i++](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(Sizes)]] {
                        *at = it.get_sub_group().get_max_local_range()[0];
                      })),
   ...);
}

} // namespace

int main() {
  sycl::queue q{sycl::property::queue::in_order()};
  std::size_t *out = sycl::malloc_shared<std::size_t>(8, q);
  std::fill_n(out, 8, 0);
  const sycl::nd_range<1> space(64, 64);
  LAUNCH_WITH_SUB_GROUPS_OF(4, q, q.parallel_for(space, [=]<typename Item>(Item it) [[sycl::reqd_sub_group_size(4)]] -> to_void<
                                                        std::size_t{(3 > 2)}>::type
                          requires counts<Item> && requires { it.get_group(); } && (sizeof(it) < 99)
                        { out[0] = it.get_sub_group().get_max_local_range()[0]; }));
  LAUNCH_WITH_SUB_GROUPS_OF(8, q, q.parallel_for(space, [=](auto it) [[sycl::reqd_sub_group_size(8)]] -> decltype(void(int{1}))
                          requires(requires { it.get_group(); })
                        { out[1] = it.get_sub_group().get_max_local_range()[0]; }));
  // In the place that C++23 has for attributes of the call operator.
#pragma clang diagnostic ignored "-Wc++23-lambda-attributes"
  q.parallel_for(space, [=] [[sycl::reqd_sub_group_size(32)]] (sycl::nd_item<1> it) {
    out[2] = it.get_sub_group().get_max_local_range()[0];
  });
  launch<4, 8, 16>(q, out + 3);
  q.wait();
  const std::size_t want[] = {4, 8, 32, 4, 8, 16};
  CHECK_ALL(out, 6, [&](std::size_t i) { return check::has_sub_groups_of(want[i], q) ? want[i] : 0; });
  sycl::free(out, q);
  return check::result();
}
