//! also = ["-O3"]

// Loops that run lanes inside and divide integers, by invariant divisors and by others: the largest, the smallest,
// and numerators next to multiples of the divisor.
#include "check.hpp"

#include <cstdint>
#include <limits>
#include <vector>

namespace {

constexpr std::size_t items = 77;

/// The numerators: multiples of the divisor with their neighbours, and the limits of the type.
template <typename T> std::vector<T> numerators(T divisor) {
  using Limits = std::numeric_limits<T>;
  std::vector<T> all{0, 1, 2, Limits::max(), T(Limits::max() - 1), T(Limits::min() + 1), T(Limits::max() / 2)};
  if (!std::is_signed_v<T> || divisor != T(-1))
    all.push_back(Limits::min());
  std::uint64_t state = 12345;
  while (all.size() < items * 8) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const T near = T(T(state >> 20) / divisor * divisor);
    for (int by = -1; by <= 1; by++) {
      const T value = T(std::make_unsigned_t<T>(near) + std::make_unsigned_t<T>(by));
      if (!std::is_signed_v<T> || divisor != T(-1) || value != Limits::min())
        all.push_back(value);
    }
  }
  all.resize(items * 8);
  return all;
}

template <typename T> void divide(sycl::queue &queue, T divisor, const char *name) {
  const std::vector<T> values = numerators(divisor);
  const int rounds = int(values.size() / items);
  T *in = sycl::malloc_shared<T>(values.size(), queue), *out = sycl::malloc_shared<T>(values.size(), queue);
  T *left = sycl::malloc_shared<T>(values.size(), queue), *sums = sycl::malloc_shared<T>(items, queue);
  std::copy(values.begin(), values.end(), in);
  queue.parallel_for(sycl::range<1>(items), [=](sycl::id<1> i) {
    T sum = 0;
    for (int k = 0; k < rounds; k++) {
      const std::size_t at = k * items + i;
      out[at] = T(in[at] / divisor);
      left[at] = T(in[at] % divisor);
      // A divisor that changes in each iteration.
      const T other = T((k & 3) + 3);
      sum = T(std::make_unsigned_t<T>(sum) + std::make_unsigned_t<T>(in[at] / other));
    }
    sums[i] = sum;
  }).wait();
  check::elements(out, values.size(), [&](std::size_t i) { return T(values[i] / divisor); }, __FILE__, __LINE__, name);
  check::elements(left, values.size(), [&](std::size_t i) { return T(values[i] % divisor); }, __FILE__, __LINE__, name);
  check::elements(sums, items, [&](std::size_t i) {
    T sum = 0;
    for (int k = 0; k < rounds; k++)
      sum = T(std::make_unsigned_t<T>(sum) + std::make_unsigned_t<T>(values[k * items + i] / T((k & 3) + 3)));
    return sum;
  }, __FILE__, __LINE__, name);
  for (T *memory : {in, out, left, sums})
    sycl::free(memory, queue);
}

template <typename T> void all(sycl::queue &queue, const char *name) {
  using Limits = std::numeric_limits<T>;
  for (const T divisor : {T(1), T(2), T(3), T(7), T(10), T(97), T(255 % Limits::max()), Limits::max(),
                          T(Limits::max() - 1), T(Limits::max() / 2), T(Limits::max() / 3 + 1)})
    divide(queue, divisor, name);
  if constexpr (std::is_signed_v<T>)
    for (const T divisor : {T(-1), T(-2), T(-5), T(-97), Limits::min(), T(Limits::min() + 1)})
      divide(queue, divisor, name);
}

} // namespace

int main() {
  sycl::queue queue;
  all<std::int32_t>(queue, "int32_t");
  all<std::uint32_t>(queue, "uint32_t");
  all<std::int16_t>(queue, "int16_t");
  all<std::uint16_t>(queue, "uint16_t");
  all<std::int64_t>(queue, "int64_t");
  all<std::uint64_t>(queue, "uint64_t");
  return check::result();
}
