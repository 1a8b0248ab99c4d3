//! also = ["-O0"]
// Memory of work-groups as variables (sycl_ext_oneapi_work_group_memory).
#include "check.hpp"

#if SYCL_EXT_ONEAPI_WORK_GROUP_MEMORY != 1
#error "the macro of the extension is missing"
#endif

namespace syclex = sycl::ext::oneapi::experimental;

struct pair {
  int first, second;
};

int main() {
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
  return check::result();
}
