//! also = ["-O0"]
// Properties of kernels: passed to the launch, or those of the function object.
#include "check.hpp"

#include <vector>

using namespace sycl::ext::oneapi::experimental;
namespace oneapi = sycl::ext::oneapi;

// Unknown to the compiler.
struct invented {
  static constexpr const char *meta_name = "vendor-invented";
  template <int N> using value_t = property_value<invented, std::integral_constant<int, N>>;
};
template <int N> inline constexpr invented::value_t<N> invented_v;

struct with_member {
  int *out;
  void operator()() const { *out += 1; }
  static constexpr auto properties =
      oneapi::property_list{invented_v<1>, oneapi::sub_group_size_v<8>};
};
struct with_get {
  int *out;
  void operator()(sycl::nd_item<1> it) const {
    out[it.get_global_id(0)] = static_cast<int>(it.get_sub_group().get_max_local_range()[0]);
  }
  auto get(properties_tag) const { return properties{work_group_size<16>, sub_group_size<4>}; }
};
struct needs_gpu {
  void operator()() const {}
  static constexpr auto properties = oneapi::property_list{oneapi::device_has_v<sycl::aspect::gpu>};
};

int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(64, q);
  const auto reset = [&] {
    for (int i = 0; i < 64; ++i)
      out[i] = 0;
  };
  reset();
  const auto plain = properties{invented_v<3>};
  const auto add = [=] { *out += 1; };
  const auto add_at = [=](sycl::item<1> it) { out[it.get_id(0)] += 1; };

  // Every way to launch, with and without events.
  sycl::event done = q.single_task(plain, add);
  done = q.single_task(done, plain, add);
  q.single_task(std::vector<sycl::event>{done}, oneapi::property_list{invented_v<4>}, add).wait();
  q.single_task<class named>(plain, [=] { *out += 1; }).wait();
  q.submit([&](sycl::handler &h) { h.single_task(plain, add); }).wait();
  LAUNCH_WITH_SUB_GROUPS_OF(8, q, q.single_task(with_member{out}).wait());
  CHECK_EQ(*out, check::has_sub_groups_of(8, q) ? 6 : 5);
  reset();
  done = q.parallel_for(64, plain, add_at);
  done = q.parallel_for(sycl::range<1>(64), done, plain, add_at);
  q.parallel_for({64}, std::vector<sycl::event>{done}, plain, add_at).wait();
  q.submit([&](sycl::handler &h) { h.parallel_for(sycl::range<1>(64), plain, add_at); }).wait();
  q.parallel_for({8, 8}, plain, [=](sycl::id<2> i) { out[i[0] * 8 + i[1]] += 1; }).wait();
  q.parallel_for(sycl::range<3>(4, 4, 4), plain, [=](sycl::item<3> it) {
     out[it.get_linear_id()] += 1;
   }).wait();
  q.parallel_for(sycl::nd_range<1>(64, 8), plain, [=](sycl::nd_item<1> it) {
     out[it.get_global_id(0)] += 1;
   }).wait();
  q.submit([&](sycl::handler &h) {
     h.parallel_for(sycl::nd_range<2>({8, 8}, {2, 4}), plain, [=](sycl::nd_item<2> it) {
       out[it.get_global_linear_id()] += 1;
     });
   }).wait();
  CHECK_ALL(out, 64, [](std::size_t) { return 8; });

  // With reductions.
  int *sum = sycl::malloc_shared<int>(1, q);
  const auto count = [](sycl::id<1>, auto &total) { total += 1; };
  *sum = 0;
  done = q.parallel_for(sycl::range<1>(1000), plain, sycl::reduction(sum, sycl::plus<>()), count);
  q.parallel_for(sycl::range<1>(1000), done, plain, sycl::reduction(sum, sycl::plus<>()), count)
      .wait();
  q.submit([&](sycl::handler &h) {
     h.parallel_for(sycl::nd_range<1>(64, 16), plain, sycl::reduction(sum, sycl::plus<>()),
                    [](sycl::nd_item<1>, auto &total) { total += 1; });
   }).wait();
  CHECK_EQ(*sum, 2064);

  // Conditions that can be checked before a kernel runs.
  q.single_task(properties{device_has<sycl::aspect::usm_shared_allocations>}, add).wait();
  const bool is_gpu = q.get_device().has(sycl::aspect::gpu);
  if (!is_gpu) {
    CHECK_THROWS(sycl::errc::kernel_not_supported, q.single_task(needs_gpu{}));
    CHECK_THROWS(sycl::errc::kernel_not_supported,
                 q.single_task(properties{device_has<sycl::aspect::gpu>}, add));
  }
  const auto limited = properties{max_work_group_size<16>};
  const auto nothing = [](sycl::nd_item<1>) {};
  q.parallel_for(sycl::nd_range<1>(64, 16), limited, nothing).wait();
  CHECK_THROWS(sycl::errc::nd_range, q.parallel_for(sycl::nd_range<1>(64, 32), limited, nothing));

  sycl::free(sum, q);
  sycl::free(out, q);
  return check::result();
}
