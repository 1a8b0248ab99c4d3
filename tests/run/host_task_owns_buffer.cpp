// A host task may hold the last copy of a buffer that it accesses: the buffer's end must not wait for
// the task it is part of.
#include "check.hpp"
#include <memory>
#include <sycl/sycl.hpp>
#include <vector>

int main() {
  std::vector<int> data(100, 1);
  int sum = 0;
  sycl::queue q;
  {
    auto buffer = std::make_unique<sycl::buffer<int>>(data);
    q.submit([&](sycl::handler &h) {
      sycl::accessor acc(*buffer, h, sycl::read_write);
      h.parallel_for(100, [=](sycl::id<1> i) { acc[i] += int(i[0]); });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor acc(*buffer, h, sycl::read_only_host_task);
      h.host_task([acc, own = *buffer, &sum] {
        for (std::size_t i = 0; i < own.size(); ++i)
          sum += acc[i];
      });
    });
    buffer.reset();
  }
  q.wait();
  CHECK(sum == 100 + 99 * 100 / 2);
  CHECK(data[99] == 100);
  return check::result();
}
