// Variables of a work-group: allocated in kernels, as objects, and static ones.
//! also = ["-O0"]
#include "check.hpp"
#include <sycl/sycl.hpp>

#include <cstdint>

// Local memory that kernels allocate themselves: arrays and objects, several of one type, in functions, and in
// consecutive groups.
namespace asked_for {

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

void all() {
  sycl::queue q;
  const std::size_t local = 32, n = 8 * local;
  std::int64_t *out = sycl::malloc_shared<std::int64_t>(n * 4, q);
  q.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> it) {
     const auto group = it.get_group();
     const std::size_t i = it.get_global_id(0), l = it.get_local_id(0);
     std::int64_t *const mine = out + 4 * i;
     // Two objects of one type are distinct, wherever they are allocated.
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
}

} // namespace asked_for

// Memory of work-groups as variables (sycl_ext_oneapi_work_group_memory).
namespace objects {

#if SYCL_EXT_ONEAPI_WORK_GROUP_MEMORY != 1
#error "the macro of the extension is missing"
#endif

namespace syclex = sycl::ext::oneapi::experimental;

struct pair {
  int first, second;
};

void all() {
  sycl::queue q;
  constexpr int size = 6, groups = 5;
  int *const out = sycl::malloc_shared<int>(groups * size, q);
  q.submit([&](sycl::handler &group) {
    syclex::work_group_memory<int[2][size]> table(group);
    syclex::work_group_memory<int[]> list(size, group);
    syclex::work_group_memory<int[][2]> pairs(size, group);
    syclex::work_group_memory<pair> one(group);
    syclex::work_group_memory<int> later = syclex::indeterminate;
    later = syclex::work_group_memory<int>(group);
    group.parallel_for(sycl::nd_range<1>(groups * size, size), [=](sycl::nd_item<1> it) {
      const int local = it.get_local_id(0), own = it.get_group(0);
      table[1][local] = own * 100 + local;
      list[local] = local;
      pairs[local][1] = 7;
      if (local == 0) {
        one = pair{own, 1000};
        later = 10000;
      }
      sycl::group_barrier(it.get_group());
      const pair &both = one;
      const int *row = table[1];
      const int next = (local + 1) % size;
      const auto pointer = list.get_multi_ptr<sycl::access::decorated::no>();
      out[it.get_global_id(0)] = row[next] + pointer[next] + both.second + *&later +
                                 (both.first == own ? pairs[next][1] : -1);
    });
  });
  q.wait();
  CHECK_ALL(out, groups * size, [](std::size_t i) {
    const int next = (static_cast<int>(i) % size + 1) % size;
    return static_cast<int>(i) / size * 100 + 2 * next + 11007;
  });
  sycl::free(out, q);
}

} // namespace objects

// Static variables that every work-group has for itself (sycl_ext_oneapi_work_group_static), at all scopes, in
// templates and in functions of several kernels.
namespace static_variables {

#if SYCL_EXT_ONEAPI_WORK_GROUP_STATIC != 1
#error "the macro of the extension is missing"
#endif

namespace syclex = sycl::ext::oneapi::experimental;

struct pair {
  int first, second;
};

syclex::work_group_static<int[64]> at_namespace_scope;
static syclex::work_group_static<int> scalar;
inline syclex::work_group_static<pair> of_class_type;
struct holder {
  static syclex::work_group_static<double> member;
};
syclex::work_group_static<double> holder::member;

// The same memory in all calls from one kernel.
int next(sycl::nd_item<1> it, int value) {
  static syclex::work_group_static<int[64]> values;
  const std::size_t l = it.get_local_id(0), size = it.get_local_range(0);
  values[l] = value;
  sycl::group_barrier(it.get_group());
  const int result = values[(l + 1) % size];
  sycl::group_barrier(it.get_group());
  return result;
}

// Each instance has its own.
template <typename T> T first(sycl::nd_item<1> it, T value) {
  static syclex::work_group_static<T> shared;
  if (it.get_local_id(0) == 0)
    shared = value;
  sycl::group_barrier(it.get_group());
  return shared;
}

void all() {
  sycl::queue q;
  // Sizes that do not divide vectors, and more groups than there are threads.
  const int groups = 37, local = 24, n = groups * local;
  int *const out = sycl::malloc_shared<int>(n, q);

  q.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> it) {
     static syclex::work_group_static<int[2][24]> in_kernel;
     const int l = int(it.get_local_id(0)), g = int(it.get_group(0)), i = int(it.get_global_id(0));
     int *const row = in_kernel[1];
     row[l] = i;
     at_namespace_scope[l] = 2 * i;
     if (l == 3) {
       scalar = g;
       scalar += 1000;
       of_class_type = pair{g, 5};
       holder::member = g * 0.5;
     }
     sycl::group_barrier(it.get_group());
     const pair &both = of_class_type;
     const int *const pointer = &scalar;
     const int other = local - 1 - l;
     out[i] = row[other] + at_namespace_scope[other] + *pointer + both.first * both.second +
              int(holder::member * 2) + next(it, i) - next(it, i - 1) +
              first(it, i) + int(first(it, i * 0.5));
   }).wait();
  CHECK_ALL(out, n, [=](std::size_t i) {
    const int g = int(i) / local, l = int(i) % local, other = g * local + local - 1 - l;
    const int begin = g * local;
    return other + 2 * other + 1000 + g + 5 * g + g + 1 + begin + begin / 2;
  });

  // Another kernel with the same variables, in two dimensions and with barriers in a loop.
  q.parallel_for(sycl::nd_range<2>({6, 12}, {2, 4}), [=](sycl::nd_item<2> it) {
     const std::size_t l = it.get_local_linear_id();
     at_namespace_scope[l] = int(it.get_group_linear_id()) + 1;
     for (std::size_t half = 4; half > 0; half /= 2) {
       sycl::group_barrier(it.get_group());
       if (l < half)
         at_namespace_scope[l] += at_namespace_scope[l + half];
     }
     sycl::group_barrier(it.get_group());
     out[it.get_global_linear_id()] = at_namespace_scope[0];
   }).wait();
  CHECK_ALL(out, 72, [=](std::size_t i) { return 8 * (int(i / 12 / 2 * 3 + i % 12 / 4) + 1); });

  // Local memory as a pointer with an address space.
  q.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> it) {
     auto pointer =
         sycl::khr::static_addrspace_cast<sycl::access::address_space::local_space>(&scalar);
     if (it.get_local_id(0) == 0)
       *pointer = 0;
     sycl::group_barrier(it.get_group());
     sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::work_group,
                      sycl::access::address_space::local_space>(*pointer)
         .fetch_add(int(it.get_local_id(0)));
     sycl::group_barrier(it.get_group());
     out[it.get_global_id(0)] = scalar;
   }).wait();
  CHECK_ALL(out, n, [=](std::size_t) { return local * (local - 1) / 2; });

  // And as a pointer that is cast dynamically.
  q.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> it) {
     const int l = int(it.get_local_id(0));
     auto pointer = sycl::address_space_cast<sycl::access::address_space::local_space,
                                             sycl::access::decorated::no>(&at_namespace_scope[l]);
     if (pointer)
       *pointer = l;
     sycl::group_barrier(it.get_group());
     out[it.get_global_id(0)] = pointer ? at_namespace_scope[local - 1 - l] : -1;
   }).wait();
  CHECK_ALL(out, n, [=](std::size_t i) { return local - 1 - int(i) % local; });
  sycl::free(out, q);
}

} // namespace static_variables

int main() {
  asked_for::all();
  objects::all();
  static_variables::all();
  return check::result();
}
