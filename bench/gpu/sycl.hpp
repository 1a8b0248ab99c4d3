// Common parts of the SYCL programs of the GPU benchmark.
#pragma once

#include "harness.hpp"

#include <sycl/sycl.hpp>

namespace bench {

/// The device: a GPU where there is one.
inline sycl::device device() {
  return sycl::device([](const sycl::device &device) { return device.is_gpu() ? 2 : 1; });
}

/// The queue of a program, whose device is announced.
inline sycl::queue in_order_queue(const Program &program) {
  sycl::queue queue(device(), sycl::property::queue::in_order());
  program.device(queue.get_device().get_info<sycl::info::device::name>());
  return queue;
}

/// An array in device memory.
template <typename T> class Array {
public:
  Array(const sycl::queue &queue, std::size_t count)
      : queue(queue), count(count), memory(sycl::malloc_device<T>(count, queue)) {
    if (!memory)
      throw sycl::exception(sycl::make_error_code(sycl::errc::memory_allocation), "no device memory");
  }
  Array(const sycl::queue &queue, const Values<T> &values) : Array(queue, values.size()) {
    this->queue.copy(values.data(), memory, count).wait();
  }
  Array(const Array &) = delete;
  ~Array() { sycl::free(memory, queue); }

  operator T *() const { return memory; }
  T *get() const { return memory; }

  /// A copy on the host of what is there after all that was enqueued.
  Values<T> values() const {
    Values<T> values(count);
    sycl::queue(queue).copy(memory, values.data(), count).wait();
    return values;
  }

private:
  sycl::queue queue;
  std::size_t count;
  T *memory;
};

} // namespace bench
