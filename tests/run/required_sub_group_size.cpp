//! also = ["-O0"]
// [[sycl::reqd_sub_group_size]] in all its places: kernels are compiled with that size.
#include "check.hpp"

namespace {

sycl::queue q;
std::size_t *seen = sycl::malloc_shared<std::size_t>(3, q);

// What a kernel sees of its sub-groups, where all of them are full.
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

// The definition repeats nothing.
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

int main() {
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
  // Said twice is said once.
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
  return check::result();
}
