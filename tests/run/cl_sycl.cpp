//! flags = "-std=c++17"
//! plain_kernels = true
// The SYCL 1.2.1 header and namespace.
#include <CL/sycl.hpp>

#include <vector>

namespace s = cl::sycl;

static_assert(std::is_same_v<s::cl_half4, s::vec<s::half, 4>>);
static_assert(std::is_same_v<s::cl_uint16, s::vec<s::cl_uint, 16>>);
static_assert(s::access::target::image != s::access::target::host_image);

int main() {
  std::vector<int> data(33, 2);
  cl::sycl::queue q{cl::sycl::default_selector{}};
  {
    s::buffer<int, 1> b(data.data(), s::range<1>(data.size()));
    q.submit([&](s::handler &cgh) {
      auto a = b.get_access<s::access::mode::read_write>(cgh);
      cgh.parallel_for<class old_name>(s::range<1>(33), [=](s::id<1> i) { a[i] *= int(i[0]); });
    });
  }
  for (int i = 0; i < 33; ++i)
    if (data[i] != 2 * i)
      return 1;
  return 0;
}
