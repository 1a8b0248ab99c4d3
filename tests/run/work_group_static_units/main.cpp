//! also = ["-O0"]
// Variables of work-groups in functions of another translation unit, and one that both units have.
#include "tables.hpp"

#include "../check.hpp"

int main() {
  sycl::queue q;
  constexpr std::size_t local = 20, size = 5 * local;
  int *const out = sycl::malloc_shared<int>(size, q);
  q.parallel_for(sycl::nd_range<1>(size, local), [=](sycl::nd_item<1> it) {
     const std::size_t l = it.get_local_id(0), i = it.get_global_id(0);
     common[l] = int(i);
     sycl::group_barrier(it.get_group());
     out[i] = next_of_common(it) * 1000 + reversed(it, int(i));
   }).wait();
  CHECK_ALL(out, size, [](std::size_t i) {
    const std::size_t first = i / local * local, l = i % local;
    return int(first + (l + 1) % local) * 1000 + int(first + local - 1 - l);
  });
  sycl::free(out, q);
  return check::result();
}
