// examples/vector_add.cpp without SYCL: what `bench compile` compares compiling with.
#include <functional>
#include <memory>
#include <vector>

#include <cstdio>

int main() {
  constexpr std::size_t n = 1'000'000;
  std::vector<float> a(n), b(n), sum(n);
  for (std::size_t i = 0; i < n; ++i) {
    a[i] = static_cast<float>(i);
    b[i] = 2.0f * static_cast<float>(i);
  }
  for (std::size_t i = 0; i < n; ++i)
    sum[i] = a[i] + b[i];
  for (std::size_t i = 0; i < n; ++i) {
    if (sum[i] != a[i] + b[i]) {
      std::printf("wrong result at %zu: %f\n", i, sum[i]);
      return 1;
    }
  }
  std::printf("added %zu elements on the host\n", n);
}
