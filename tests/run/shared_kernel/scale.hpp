// A kernel in a header: both units instantiate it under the same name.
#pragma once

#include <sycl/sycl.hpp>

class scale_kernel;
template <typename T> class scale_template;

inline void scale(sycl::queue &q, int *data, std::size_t n, int factor) {
  q.parallel_for<scale_kernel>(n, [=](sycl::id<1> i) { data[i] *= factor; }).wait();
}

template <typename T> void scale_unnamed(sycl::queue &q, T *data, std::size_t n, T factor) {
  q.parallel_for<scale_template<T>>(n, [=](sycl::id<1> i) { data[i] *= factor; }).wait();
  q.parallel_for(n, [=](sycl::id<1> i) { data[i] += factor; }).wait();
}

struct add_one {
  int *data;
  void operator()(sycl::id<1> i) const { data[i] += 1; }
};

void other_unit(sycl::queue &q, int *data, std::size_t n);
