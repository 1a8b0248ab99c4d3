// Common parts of the CUDA programs of the GPU benchmark.
//
// They are what a CUDA programmer writes for the algorithm of the SYCL program, with the same work-groups as blocks:
// indices are ints, one-dimensional kernels have blocks of 256 threads and a bound check. No pointer is `__restrict__`:
// a SYCL kernel does not promise that either.
#pragma once

#include "harness.hpp"

#include <cuda_runtime.h>
#include <stdexcept>

namespace bench {

inline void check(cudaError_t error) {
  if (error != cudaSuccess)
    throw std::runtime_error(cudaGetErrorString(error));
}

/// The default stream of a device, which is announced.
class Stream {
public:
  explicit Stream(const Program &program) {
    cudaDeviceProp properties;
    check(cudaGetDeviceProperties(&properties, 0));
    program.device(properties.name);
    multiprocessors = properties.multiProcessorCount;
  }

  void wait() const {
    check(cudaGetLastError());
    check(cudaStreamSynchronize(nullptr));
  }

  int multiprocessors;
};

/// The threads of a block where the kernel does not care, and the number of such blocks for `count` threads.
constexpr int block = 256;
constexpr int blocks(long long count) { return int((count + block - 1) / block); }

/// The blocks of `width` by `height` threads that cover a matrix.
inline dim3 blocks_2d(int columns, int rows, int width, int height) {
  return dim3((columns + width - 1) / width, (rows + height - 1) / height);
}

/// An array in device memory.
template <typename T> class Array {
public:
  explicit Array(std::size_t count) : count(count) { check(cudaMalloc(&memory, count * sizeof(T))); }
  explicit Array(const Values<T> &values) : Array(values.size()) {
    check(cudaMemcpy(memory, values.data(), count * sizeof(T), cudaMemcpyHostToDevice));
  }
  Array(const Array &) = delete;
  ~Array() { cudaFree(memory); }

  operator T *() const { return memory; }
  T *get() const { return memory; }

  /// A copy on the host of what is there after all that was enqueued.
  Values<T> values() const {
    Values<T> values(count);
    check(cudaMemcpy(values.data(), memory, count * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
  }

private:
  std::size_t count;
  T *memory = nullptr;
};

} // namespace bench
