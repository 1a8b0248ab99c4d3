//! plain_kernels = true

// Native objects of OpenCL without its headers: copies of SYCL's objects have the same ones.
#include <cstdio>
#include <sycl/sycl.hpp>

template <typename Object> bool same(const Object &a) {
  const Object b = a;
  if (a.get_backend() != sycl::backend::opencl)
    return a == b;
  return sycl::get_native<sycl::backend::opencl>(a) == sycl::get_native<sycl::backend::opencl>(b);
}

int main() {
  sycl::queue queue;
  const bool all = same(queue) && same(queue.get_device()) && same(queue.get_context()) &&
                   same(queue.get_device().get_platform());
  if (!all)
    std::puts("copies have other objects");
  return all ? 0 : 1;
}
