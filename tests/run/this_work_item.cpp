//! also = ["-O0"]
// Functions that were passed no nd_item ask for it.
#include "check.hpp"
#include "group_reference.hpp"
#include <sycl/sycl.hpp>

namespace this_work_item = sycl::ext::oneapi::this_work_item;
namespace experimental = sycl::ext::oneapi::experimental;

// Not a template and not inline: compiled for the host as well, where nobody calls it.
bool agrees(const sycl::nd_item<2> &it) {
  bool result = sycl::khr::this_nd_item<2>() == it &&
                sycl::khr::this_group<2>() == it.get_group() &&
                sycl::khr::this_sub_group() == it.get_sub_group();
  result &= this_work_item::get_nd_item<2>() == it &&
            this_work_item::get_work_group<2>() == it.get_group() &&
            this_work_item::get_sub_group() == it.get_sub_group();
  result &= experimental::this_nd_item<2>() == it &&
            experimental::this_group<2>() == it.get_group() &&
            experimental::this_sub_group() == it.get_sub_group();
  result &= experimental::this_item<2>().get_id() == it.get_global_id() &&
            experimental::this_id<2>() == it.get_global_id() &&
            sycl::this_group<2>() == it.get_group();
  return result;
}

int sum(int x) { return sycl::reduce_over_group(sycl::khr::this_group<2>(), x, sycl::plus<>()); }

int main() {
  sycl::queue q;
  const sycl::range<2> global(6, 10), local(3, 5);
  int *out = sycl::malloc_shared<int>(global.size(), q);
  q.parallel_for(sycl::nd_range<2>(global, local, {1, 2}), [=](sycl::nd_item<2> it) {
     out[it.get_global_linear_id()] = agrees(it) ? sum(int(it.get_local_linear_id())) : -1;
   }).wait();
  CHECK_ALL(out, global.size(), [&](std::size_t) { return 15 * 14 / 2; });
  q.parallel_for(global, [=](sycl::item<2> it) {
     out[it.get_linear_id()] = sycl::this_id<2>() == it.get_id() &&
                               sycl::this_item<2>().get_linear_id() == it.get_linear_id();
   }).wait();
  CHECK_ALL(out, global.size(), [&](std::size_t) { return 1; });
  sycl::free(out, q);
  return check::result();
}
