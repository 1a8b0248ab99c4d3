// A kernel in a header, for programs of several translation units.
#pragma once

#include <sycl/sycl.hpp>

#ifndef STEP
#define STEP 1
#endif

template <typename T> class increment_kernel;

template <typename T> T increment(T start) {
  sycl::queue queue;
  T *value = sycl::malloc_shared<T>(1, queue);
  *value = start;
  queue.single_task<increment_kernel<T>>([=] { *value += STEP; }).wait();
  const T result = *value;
  sycl::free(value, queue);
  return result;
}

int increment_elsewhere(int start);
