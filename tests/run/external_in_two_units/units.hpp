#pragma once

#include <sycl/sycl.hpp>

SYCL_EXTERNAL int external(int x);

int from_first(sycl::queue &q);
int from_second(sycl::queue &q);

// A kernel that both units instantiate, and that is completed at link time in both.
template <typename T> class in_header;
template <typename T> void run_in_header(sycl::queue &q, T *p) {
  q.single_task<in_header<T>>([=] { *p += external(1000); }).wait();
}
