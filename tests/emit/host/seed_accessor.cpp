//! emit = "host-mlir"
//! flags = "-O2"

// An accessor and a number that a command group captures by reference reach the launch.
#include <sycl/sycl.hpp>

class KernelName;

int main() {
  constexpr std::size_t N = 1024;
  float data[N] = {};
  sycl::queue q;
  {
    sycl::buffer<float> buf(data, sycl::range<1>{N});
    int some_int = 7;
    q.submit([&](sycl::handler &cgh) {
      sycl::accessor acc(buf, cgh, sycl::write_only);
      cgh.parallel_for<KernelName>(sycl::range<1>{N}, [=](sycl::id<1> i) { acc[i] = some_int; });
    });
  }
}
