// A host accessor may outlive its buffer: the buffer's end must not wait for it, and the data stays.
#include "check.hpp"
#include <memory>
#include <sycl/sycl.hpp>
#include <vector>

int main() {
  sycl::queue q;
  std::vector<int> data(100, 1);
  std::unique_ptr<sycl::host_accessor<int, 1, sycl::access_mode::read>> kept;
  {
    sycl::buffer<int> own{sycl::range<1>(100)};
    q.submit([&](sycl::handler &h) {
      sycl::accessor acc(own, h, sycl::write_only, sycl::no_init);
      h.parallel_for(100, [=](sycl::id<1> i) { acc[i] = int(i[0]) + 1; });
    });
    kept = std::make_unique<sycl::host_accessor<int, 1, sycl::access_mode::read>>(own);
  }
  for (int i = 0; i < 100; ++i)
    CHECK((*kept)[i] == i + 1);
  {
    sycl::buffer<int> over(data);
    kept = std::make_unique<sycl::host_accessor<int, 1, sycl::access_mode::read>>(over);
  }
  CHECK((*kept)[7] == 1);
  kept.reset();
  return check::result();
}
