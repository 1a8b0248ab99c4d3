// A kernel in a header: both translation units instantiate it.
#pragma once

#include <cstddef>
#include <sycl/sycl.hpp>
#include <vector>

template <typename T> class scale_kernel;

template <typename T> void scale(sycl::queue &queue, std::vector<T> &values, T factor) {
  sycl::buffer<T, 1> buffer(values.data(), sycl::range<1>(values.size()));
  queue.submit([&](sycl::handler &handler) {
    sycl::accessor access(buffer, handler, sycl::read_write);
    handler.parallel_for<scale_kernel<T>>(sycl::range<1>(values.size()),
                                          [=](sycl::id<1> i) { access[i] *= factor; });
  });
}

float sum_of_doubled(sycl::queue &queue, std::vector<float> values);
