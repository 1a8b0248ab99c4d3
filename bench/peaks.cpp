// What the machine can do: bytes per second from memory, and floating-point operations per second in single precision.
// Prints both, with a space between them; `cargo xtask bench kernels` puts them beside what kernels reach.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

template <typename Work> double best_seconds(Work work) {
  double best = 1e9;
  for (int round = 0; round < 12; round++) {
    const auto start = Clock::now();
    work();
    best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
  }
  return best;
}

/// a = b + s * c over arrays that no cache holds: two arrays are read, one is written. That a processor may have to
/// read what it writes is part of what writing costs.
double bandwidth() {
  const std::size_t count = std::size_t{1} << 25;
  std::vector<float> a(count), b(count), c(count);
#pragma omp parallel for simd
  for (std::size_t i = 0; i < count; i++)
    a[i] = 0, b[i] = 1, c[i] = 2;
  const double seconds = best_seconds([&, to = a.data(), x = b.data(), y = c.data()] {
#pragma omp parallel for simd
    for (std::size_t i = 0; i < count; i++)
      to[i] = x[i] + 3 * y[i];
  });
  return 3.0 * double(count) * sizeof(float) / seconds;
}

/// Products and sums in more chains than a processor has to wait for.
double arithmetic() {
  constexpr int chains = 256, rounds = 200000;
  int threads = 0;
  float sink = 0;
  const double seconds = best_seconds([&] {
#pragma omp parallel reduction(+ : sink)
    {
      float values[chains];
      for (int i = 0; i < chains; i++)
        values[i] = float(i);
      for (int round = 0; round < rounds; round++)
#pragma omp simd
        for (int i = 0; i < chains; i++)
          values[i] = values[i] * 0.999f + 0.001f;
      for (int i = 0; i < chains; i++)
        sink += values[i];
#pragma omp atomic
      threads++;
    }
  });
  const double used = threads / 12.0;
  return sink == 1 ? 0 : used * 2.0 * chains * rounds / seconds;
}

} // namespace

int main() { std::printf("%.6g %.6g\n", bandwidth(), arithmetic()); }
