//! also = ["-O0"]
// A `sycl_reconstruct` that asks which work-item it is for is called for each of them.
#include "check.hpp"

#include <tuple>

struct mine {
  std::tuple<int> sycl_deconstruct() const { return {base}; }
  static mine sycl_reconstruct(int base) {
    return {base + int(sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_linear_id())};
  }
  int base;
};

int main() {
  sycl::queue q;
  constexpr std::size_t size = 64, local = 8;
  int *out = sycl::malloc_shared<int>(size, q);
  mine object{100};
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<int> tile(local, h);
    h.parallel_for(sycl::nd_range<1>(size, local), [=](sycl::nd_item<1> item) {
      tile[item.get_local_id()] = object.base;
      sycl::group_barrier(item.get_group());
      out[item.get_global_id(0)] = object.base + 1000 * tile[local - 1 - item.get_local_id(0)];
    });
  }).wait();
  CHECK_ALL(out, size, [](std::size_t i) {
    const int opposite = int(i / local * local + (local - 1 - i % local));
    return 100 + int(i) + 1000 * (100 + opposite);
  });
  sycl::free(out, q);
  return check::result();
}
