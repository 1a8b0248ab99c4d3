// What the SYCL contenders share.
#pragma once

#include "sycl_device.hpp"
#include "values.hpp"

#include <memory>
#include <sycl/sycl.hpp>

namespace bench {

/// An array in shared USM; copies share it.
template <typename T> class SharedArray {
public:
  SharedArray(const sycl::queue &queue, std::size_t count)
      : count(count), memory(sycl::malloc_shared<T>(count, queue),
                             [queue](T *pointer) { sycl::free(pointer, queue); }) {}
  SharedArray(const sycl::queue &queue, const Values<T> &values)
      : SharedArray(queue, values.size()) {
    std::copy(values.begin(), values.end(), memory.get());
  }
  Values<T> values() const { return {memory.get(), memory.get() + count}; }
  T *get() const { return memory.get(); }
  std::size_t size() const { return count; }

private:
  std::size_t count;
  std::shared_ptr<T> memory;
};

/// The queue of every SYCL contender, on the device that [`sycl_device`] names.
sycl::queue in_order_queue();

} // namespace bench
