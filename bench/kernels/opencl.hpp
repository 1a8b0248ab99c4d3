// PoCL for the contenders: as much of OpenCL as the benchmarks use, without OpenCL's own headers,
// so that the benchmarks also build on a machine that lacks them.
#pragma once

#include "values.hpp"

#include <array>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <string>
#include <type_traits>

namespace bench::opencl {

/// Whether there is a PoCL; the reason is printed once on standard error.
bool available();

/// An index space of 1 to 3 dimensions, in OpenCL's order: dimension 0 is the contiguous one, which
/// is the last one in SYCL.
using Extent = std::initializer_list<std::size_t>;

/// Local memory that a launch makes for a `local` pointer argument.
struct Local {
  std::size_t bytes;
};

/// A kernel argument as OpenCL takes it.
struct Argument {
  std::size_t bytes;
  const void *value;
};

/// Memory of the device.
class Memory {
public:
  explicit Memory(std::size_t bytes);
  void write(const void *from, std::size_t bytes);
  void read(void *to, std::size_t bytes) const;
  Argument argument() const;

private:
  struct Impl;
  std::shared_ptr<Impl> impl;
};

/// An array in memory of the device; copies share it.
template <typename T> class Array {
public:
  explicit Array(std::size_t count) : count(count), memory(count * sizeof(T)) {}
  explicit Array(const Values<T> &values) : Array(values.size()) {
    memory.write(values.data(), count * sizeof(T));
  }
  Values<T> values() const {
    Values<T> result(count);
    memory.read(result.data(), count * sizeof(T));
    return result;
  }
  std::size_t size() const { return count; }
  Argument argument() const { return memory.argument(); }

private:
  std::size_t count;
  Memory memory;
};

/// A compiled program; copies share it.
class Program {
public:
  /// A constant that the source sees as a macro.
  struct Define {
    Define(std::string name, std::size_t value);
    Define(std::string name, float value);
    std::string name, value;
  };
  explicit Program(const char *source, std::initializer_list<Define> defines = {});

  /// Starts a kernel after all that was started before. An empty `local` leaves the work-group
  /// size to PoCL, as SYCL's plain ranges leave it to the runtime.
  template <typename... Args>
  void launch(const char *kernel, Extent global, Extent local, const Args &...args) const {
    const std::array<Argument, sizeof...(Args)> list{argument(args)...};
    launch(kernel, global, local, list.data(), list.size());
  }
  /// Waits for everything that was started.
  void finish() const;

private:
  template <typename T> static Argument argument(const Array<T> &array) { return array.argument(); }
  static Argument argument(const Local &local) { return {local.bytes, nullptr}; }
  template <typename T> static Argument argument(const T &value) {
    static_assert(std::is_arithmetic_v<T>, "arguments are arrays, local memory and numbers");
    return {sizeof(T), &value};
  }
  void launch(const char *kernel, Extent global, Extent local, const Argument *args,
              std::size_t count) const;

  struct Impl;
  std::shared_ptr<Impl> impl;
};

} // namespace bench::opencl
