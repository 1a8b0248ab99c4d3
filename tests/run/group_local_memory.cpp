//! also = ["-O0"]
// Local memory that kernels ask for themselves: arrays and objects, several of one type, in functions,
// and in groups that follow each other.
#include "check.hpp"
#include <sycl/sycl.hpp>

#include <cstdint>

namespace oneapi = sycl::ext::oneapi;

struct range_of_values {
  int low, high;
  range_of_values(int low, int high) : low(low), high(high) {}
};
struct point {
  float x, y, z;
};
struct counted {
  counted() : value(42) {}
  int value;
};

// Reverses the values of a group.
template <typename T> T reversed(sycl::nd_item<1> it, T value) {
  auto place = oneapi::group_local_memory_for_overwrite<T[64]>(it.get_group());
  T(&values)[64] = *place;
  const std::size_t i = it.get_local_id(0);
  values[i] = value;
  sycl::group_barrier(it.get_group());
  const T result = values[it.get_local_range(0) - 1 - i];
  sycl::group_barrier(it.get_group());
  return result;
}

int main() {
  sycl::queue q;
  const std::size_t local = 32, n = 8 * local;
  std::int64_t *out = sycl::malloc_shared<std::int64_t>(n * 4, q);
  q.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> it) {
     const auto group = it.get_group();
     const std::size_t i = it.get_global_id(0), l = it.get_local_id(0);
     std::int64_t *const mine = out + 4 * i;
     // Two objects of one type are two objects, wherever they come from.
     int *const a = *oneapi::group_local_memory_for_overwrite<int[32]>(group);
     int *const b = *oneapi::group_local_memory_for_overwrite<int[32]>(group);
     a[l] = int(i);
     b[l] = -int(i);
     sycl::group_barrier(group);
     mine[0] = a[31 - l] * 1000 + b[(l + 1) % 32];
     mine[1] = reversed(it, std::uint8_t(i)) * 1000 + reversed(it, std::uint8_t(i + 1));
     // Constructed once per group.
     auto range = oneapi::group_local_memory<range_of_values>(group, int(group.get_group_linear_id()), 9);
     sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::work_group,
                      sycl::access::address_space::local_space>
         high(range->high);
     high.fetch_add(int(l));
     sycl::group_barrier(group);
     mine[2] = range->low * 10000 + range->high;
     const point p = *oneapi::group_local_memory<point>(group, 1.5f, 2.0f, 0.5f);
     const auto zeros = oneapi::group_local_memory<std::int16_t[5]>(group);
     mine[3] = std::int64_t(p.x * 2 + p.y + p.z * 4) + (*zeros)[l % 5] +
               oneapi::group_local_memory_for_overwrite<counted>(group)->value;
   }).wait();
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t l = i % local, first = i - l, last = first + local - 1 - l;
    std::int64_t low = std::int64_t(i / local), sum = 9;
    for (std::size_t k = 0; k < local; ++k)
      sum += std::int64_t(k);
    if (!CHECK_EQ(out[4 * i], std::int64_t(last) * 1000 - std::int64_t(first + (l + 1) % 32)) ||
        !CHECK_EQ(out[4 * i + 1], std::uint8_t(last) * 1000 + std::uint8_t(last + 1)) ||
        !CHECK_EQ(out[4 * i + 2], low * 10000 + sum) || !CHECK_EQ(out[4 * i + 3], 7 + 42))
      break;
  }
  sycl::free(out, q);
  return check::result();
}
