// The reference for group algorithms: the same algorithms on the host, one value after the other.
#pragma once

#include <sycl/sycl.hpp>

#include <cstddef>
#include <type_traits>
#include <vector>

namespace reference {

// Integer arithmetic wraps around; the function objects alone would overflow.
template <typename Op, typename T> T combine(Op op, T x, T y) {
  if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
    using U = std::make_unsigned_t<T>;
    if constexpr (std::is_same_v<Op, sycl::plus<T>>)
      return static_cast<T>(static_cast<U>(x) + static_cast<unsigned long long>(static_cast<U>(y)));
    else if constexpr (std::is_same_v<Op, sycl::multiplies<T>>)
      return static_cast<T>(static_cast<U>(x) * static_cast<unsigned long long>(static_cast<U>(y)));
    else
      return static_cast<T>(op(x, y));
  } else {
    return static_cast<T>(op(x, y));
  }
}

// A group, as the positions of its work-items in an array that has the
// work-items of each work-group side by side.
struct members {
  std::size_t begin, end;
};

// Divides `count` work-items into work-groups of `local`, and these into parts of `part`, of which the last may be
// short.
inline std::vector<members> parts(std::size_t count, std::size_t local, std::size_t part) {
  std::vector<members> result;
  for (std::size_t first = 0; first < count; first += local)
    for (std::size_t begin = 0; begin < local; begin += part)
      result.push_back({first + begin, first + (begin + part < local ? begin + part : local)});
  return result;
}

template <typename Op, typename T>
T reduce(Op op, const T *values, members group) {
  T result = values[group.begin];
  for (std::size_t i = group.begin + 1; i < group.end; ++i)
    result = combine(op, result, values[i]);
  return result;
}

// Inclusive scans of a group, in place of `results`.
template <typename Op, typename T>
void inclusive_scan(Op op, const T *values, members group, std::vector<T> &results) {
  T running = values[group.begin];
  results[group.begin] = running;
  for (std::size_t i = group.begin + 1; i < group.end; ++i)
    results[i] = running = combine(op, running, values[i]);
}

// The position of a work-item in such an array.
template <int Dimensions> std::size_t position(const sycl::nd_item<Dimensions> &it) {
  return it.get_group_linear_id() * it.get_group().get_local_linear_range() +
         it.get_local_linear_id();
}

} // namespace reference
