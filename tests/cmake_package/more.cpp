#include <sycl/sycl.hpp>

int plus_one(int value) {
  {
    sycl::buffer<int> cell(&value, 1);
    sycl::queue().submit([&](sycl::handler &h) {
      sycl::accessor access(cell, h);
      h.single_task([=] { access[0] += 1; });
    });
  }
  return value;
}
