//! also = ["-O0"]
// Static variables of which every work-group has its own (sycl_ext_oneapi_work_group_static), at all
// scopes, in templates and in functions of several kernels.
#include "check.hpp"
#include <sycl/sycl.hpp>

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

// Of each instance its own.
template <typename T> T first(sycl::nd_item<1> it, T value) {
  static syclex::work_group_static<T> shared;
  if (it.get_local_id(0) == 0)
    shared = value;
  sycl::group_barrier(it.get_group());
  return shared;
}

int main() {
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

  // Local memory as a pointer that knows where it leads.
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

  // And as one that is asked.
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
  return check::result();
}
