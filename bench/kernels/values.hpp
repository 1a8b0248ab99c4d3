// The arrays of the benchmarks on the host.
#pragma once

#include <cstddef>
#include <new>
#include <random>
#include <vector>

namespace bench {

/// Aligned as the runtimes of SYCL and OpenCL align their memory: that plain arrays are not would
/// be a handicap of OpenMP that says nothing about kernels.
template <typename T> struct AlignedAllocator {
  using value_type = T;
  static constexpr std::align_val_t alignment{128};

  AlignedAllocator() = default;
  template <typename U> AlignedAllocator(const AlignedAllocator<U> &) {}

  T *allocate(std::size_t count) {
    return static_cast<T *>(::operator new(count * sizeof(T), alignment));
  }
  void deallocate(T *pointer, std::size_t) { ::operator delete(pointer, alignment); }
  bool operator==(const AlignedAllocator &) const = default;
};

/// Inputs and results.
template <typename T> using Values = std::vector<T, AlignedAllocator<T>>;

/// `count` values between `low` and `high`, the same in every run of the program.
template <typename Value = float>
Values<Value> random_values(std::size_t count, Value low, Value high, unsigned seed = 1) {
  std::mt19937 generator(seed);
  Values<Value> values(count);
  for (Value &value : values) {
    constexpr double steps = std::mt19937::max();
    value = Value(low + (high - low) * (generator() / steps));
  }
  return values;
}

} // namespace bench
