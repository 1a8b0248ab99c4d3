// Sizes that kernels must be launched with, and sizes of their sub-groups.
//! also = ["-O0"]
#include "check.hpp"


#include <algorithm>

// [[sycl::reqd_work_group_size]]: launches must have that size (SYCL 2020 5.8.1).
namespace work_groups {

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
  // The local size is known, the barriers in the loop are kept.
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

void all() {
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

  // For a range, the kernel determines the work-group size, as long as it divides the range.
  const auto over_a_range = [=](sycl::item<1> it) [[sycl::reqd_work_group_size(16)]] {
    out[it] = int(it) + 1;
  };
  q.parallel_for(sycl::range<1>(n), over_a_range).wait();
  CHECK_ALL(out, n, [](std::size_t i) { return int(i) + 1; });
  CHECK_THROWS(sycl::errc::nd_range, q.parallel_for(sycl::range<1>(n - 1), over_a_range));
  q.single_task([=]() [[sycl::reqd_work_group_size(1)]] { *out = -1; }).wait();
  CHECK_EQ(out[0], -1);

  // The attribute needs a size for each dimension.
  const auto two = [=](sycl::nd_item<1>) [[sycl::reqd_work_group_size(1, 8)]] {};
  CHECK_THROWS(sycl::errc::nd_range, q.parallel_for(sycl::nd_range<1>(8, 8), two));

  // No launch could satisfy these: the error is about the device, and comes before errors of the nd_range.
  const auto huge = [=](sycl::nd_item<1>) [[sycl::reqd_work_group_size(4294967296ull)]] {};
  CHECK_THROWS(sycl::errc::kernel_not_supported, q.parallel_for(sycl::nd_range<1>(8, 8), huge));
  const auto cube = [=](sycl::nd_item<3>) [[sycl::reqd_work_group_size(64, 64, 64)]] {};
  CHECK_THROWS(sycl::errc::kernel_not_supported,
               q.parallel_for(sycl::nd_range<3>({64, 64, 64}, {64, 64, 64}), cube));

  // Only a hint.
  q.parallel_for(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> it)
                                              [[sycl::work_group_size_hint(64)]] {
                                                out[it.get_global_id(0)] = 7;
                                              })
      .wait();
  CHECK_ALL(out, 8, [](std::size_t) { return 7; });
  sycl::free(data, q);
  sycl::free(out, q);
  sycl::free(seen, q);
}

} // namespace work_groups

// Properties with the required size of launches: equivalent to the attributes.
namespace as_properties {

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

void all() {
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
  // A size that devices need not support: the kernel compiles, and is not launched.
  CHECK_THROWS(sycl::errc::kernel_not_supported,
               q.parallel_for(sycl::nd_range<1>(64, 32), properties{sub_group_size<5>}, size));
  sycl::free(out, q);
}

} // namespace as_properties

// [[sycl::reqd_sub_group_size]] in all positions: kernels are compiled with that size.
namespace sub_groups {

namespace {

sycl::queue q;
std::size_t *seen = sycl::malloc_shared<std::size_t>(3, q);

// Queries of sub-groups in a kernel where all of them are full.
void note(std::size_t *out, const sycl::nd_item<1> &it) {
  const sycl::sub_group group = it.get_sub_group();
  if (it.get_global_id(0) == 0) {
    out[0] = group.get_max_local_range()[0];
    out[1] = group.get_local_range()[0];
    out[2] = group.get_group_range()[0];
  }
}

constexpr std::size_t local = 64;

template <typename F> void expect(std::size_t size, F kernel, int line) {
  seen[0] = seen[1] = seen[2] = 0;
  const auto launch = [&] { q.parallel_for(sycl::nd_range<1>(local * 2, local), kernel).wait(); };
  check::launch_with_sub_groups_of(size, q, launch, __FILE__, line);
  if (!check::has_sub_groups_of(size, q))
    return;
  check::equal(seen[0], size, __FILE__, line, "the largest size");
  check::equal(seen[1], size, __FILE__, line, "the first size");
  check::equal(seen[2], local / size, __FILE__, line, "the number of sub-groups");
}
#define EXPECT(size, ...) expect(size, __VA_ARGS__, __LINE__)

struct in_front {
  std::size_t *out;
  [[sycl::reqd_sub_group_size(4)]] void operator()(sycl::nd_item<1> it) const { note(out, it); }
};

struct behind_the_name {
  std::size_t *out;
  void operator() [[sycl::reqd_sub_group_size(32)]] (sycl::nd_item<1> it) const { note(out, it); }
};

// The definition does not repeat the attribute.
struct defined_elsewhere {
  std::size_t *out;
  [[intel::reqd_sub_group_size(8)]] void operator()(sycl::nd_item<1> it) const;
};
void defined_elsewhere::operator()(sycl::nd_item<1> it) const { note(out, it); }

struct inherited : in_front {};

struct member_constant {
  static constexpr unsigned size = 32;
  std::size_t *out;
  [[sycl::reqd_sub_group_size(size)]] void operator()(sycl::nd_item<1> it) const { note(out, it); }
};

template <unsigned Size> struct dependent {
  std::size_t *out;
  [[sycl::reqd_sub_group_size(Size)]] void operator()(sycl::nd_item<1> it) const { note(out, it); }
  // Another kernel of the same class.
  [[sycl::reqd_sub_group_size(Size / 2)]] void operator()(sycl::nd_item<2>) const {}
};

template <typename T> struct generic {
  std::size_t *out;
  template <typename Item>
  [[sycl::reqd_sub_group_size(sizeof(T) * 4)]] void operator()(Item it) const {
    note(out, it);
  }
};

template <unsigned Size, typename T> void lambdas_in_a_template() {
  constexpr unsigned twice = Size * 2;
  std::size_t *out = seen;
  EXPECT(Size, [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(Size)]] { note(out, it); });
  EXPECT(twice, [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(twice)]] { note(out, it); });
  EXPECT(sizeof(T) * 2, [=](auto it) [[sycl::reqd_sub_group_size(sizeof(T) * 2)]] { note(out, it); });
  EXPECT(8, [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(std::is_same_v<T, int> ? 8 : 4)]] {
    if constexpr (std::is_same_v<T, int>)
      note(out, it);
    else
      static_assert(Size == 0);
  });
}

#define WIDE [[sycl::reqd_sub_group_size(16)]]

} // namespace

void all() {
  std::size_t *out = seen;
  EXPECT(4, in_front{seen});
  EXPECT(32, behind_the_name{seen});
  EXPECT(8, defined_elsewhere{seen});
  EXPECT(4, inherited{{seen}});
  EXPECT(32, member_constant{seen});
  EXPECT(8, dependent<8>{seen});
  EXPECT(16, dependent<16>{seen});
  EXPECT(32, generic<double>{seen});
  EXPECT(4, generic<char>{seen});
  lambdas_in_a_template<4, int>();
  lambdas_in_a_template<16, int>();

  EXPECT(4, [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(4)]] { note(out, it); });
  EXPECT(8, [=](sycl::nd_item<1> it) noexcept [[intel::reqd_sub_group_size(8)]] -> void {
    note(out, it);
  });
  EXPECT(16, [=](sycl::nd_item<1> it) WIDE { note(out, it); });
  EXPECT(32, [=](sycl::nd_item<1> it)
                 [[clang::annotate_type("other")]] [[using sycl: work_group_size_hint(64), reqd_sub_group_size(32)]]
             -> std::enable_if_t<(sizeof(int) > 2), void> { note(out, it); });
  // Equal attributes are allowed.
  EXPECT(8, [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(8), sycl::reqd_sub_group_size(8)]] {
    note(out, it);
  });

  // Sizes that the device does not have are an error when, and only when, the kernel is launched.
  CHECK_THROWS(sycl::errc::kernel_not_supported,
               q.parallel_for(sycl::nd_range<1>(64, 64), [=](sycl::nd_item<1> it)
                                                             [[sycl::reqd_sub_group_size(4099)]] {
                                                               note(out, it);
                                                             }));
  sycl::free(seen, q);
}

} // namespace sub_groups

int main() {
  work_groups::all();
  as_properties::all();
  sub_groups::all();
  return check::result();
}
