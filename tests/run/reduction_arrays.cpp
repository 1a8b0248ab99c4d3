// Reductions of spans: every element is a reduction of its own.
#include "check.hpp"

#include <vector>

namespace {

// Launches differ in the kernel only, which takes long to compile: all are tried with one size, and those in `Launches`
// with others; the full tests try all with all.
template <std::size_t Bins, unsigned Launches> void histogram(sycl::queue &q, std::size_t n) {
#ifdef SCYTHE_TEST_FULL
  constexpr auto tries = [](int) { return true; };
#else
  constexpr auto tries = [](int launch) { return (Launches >> launch & 1) != 0; };
#endif
  int *const bins = sycl::malloc_shared<int>(Bins, q);
  std::vector<int> want(Bins, 1);
  for (std::size_t i = 0; i < n; ++i)
    ++want[i * 2654435761u % Bins];
  const auto count = [=](std::size_t i, auto &r) { ++r[i * 2654435761u % Bins]; };
  const auto reset = [=] { std::fill(bins, bins + Bins, 1); };
  const sycl::span<int, Bins> all(bins, Bins);

  if constexpr (tries(0)) {
    reset();
    q.parallel_for(n, sycl::reduction(all, sycl::plus<>()),
                   [=](sycl::id<1> i, auto &r) { count(i, r); })
        .wait();
    CHECK_ALL(bins, Bins, [&](std::size_t i) { return want[i]; });
  }

  if constexpr (tries(1)) {
    reset();
    q.parallel_for(sycl::nd_range<1>(n, 50), sycl::reduction(all, 0, sycl::plus<int>()),
                   [=](sycl::nd_item<1> it, auto &r) { count(it.get_global_id(0), r); })
        .wait();
    CHECK_ALL(bins, Bins, [&](std::size_t i) { return want[i]; });
  }

  // No known identity: elements that no work-item combines keep their values.
  if constexpr (tries(2)) {
    reset();
    q.parallel_for(sycl::range<2>(n / 50, 50),
                   sycl::reduction(all, [](int a, int b) { return a + b; }),
                   [=](sycl::item<2> i, auto &r) {
                     r[i.get_linear_id() * 2654435761u % Bins].combine(1);
                   })
        .wait();
    CHECK_ALL(bins, Bins, [&](std::size_t i) { return want[i]; });
  }

  if constexpr (tries(3)) {
    reset();
    q.parallel_for(sycl::nd_range<1>(n, 25), sycl::reduction(all, [](int a, int b) { return a + b; }),
                   [=](sycl::nd_item<1> it, auto &r) {
                     if (it.get_global_id(0) % Bins == 0)
                       r[0].combine(1);
                   })
        .wait();
    CHECK_ALL(bins, Bins, [&](std::size_t i) {
      return i == 0 ? 1 + static_cast<int>((n + Bins - 1) / Bins) : 1;
    });
  }

  if constexpr (tries(4)) {
    reset();
    q.parallel_for(n,
                   sycl::reduction(all, sycl::plus<>(),
                                   {sycl::property::reduction::initialize_to_identity()}),
                   [=](sycl::id<1> i, auto &r) { r[i % Bins] += 2; })
        .wait();
    CHECK_ALL(bins, Bins, [&](std::size_t i) { return 2 * static_cast<int>((n - i - 1) / Bins + 1); });
  }
  sycl::free(bins, q);
}

} // namespace

int main() {
  sycl::queue q;
  histogram<1, 0b00010>(q, 5000);
  histogram<7, 0b11111>(q, 5000);
  histogram<256, 0b00101>(q, 20000);

  // An array and a scalar together.
  float *const data = sycl::malloc_shared<float>(4, q);
  std::fill(data, data + 4, 0.f);
  q.parallel_for(1000, sycl::reduction(sycl::span<float, 3>(data, 3), sycl::plus<>()),
                 sycl::reduction(data + 3, sycl::maximum<>()),
                 [=](sycl::id<1> i, auto &moments, auto &most) {
                   const float x = static_cast<float>(i[0] % 10);
                   moments[0] += 1, moments[1] += x, moments[2] += x * x;
                   most.combine(x);
                 })
      .wait();
  CHECK_EQ(data[0], 1000.f);
  CHECK_EQ(data[1], 4500.f);
  CHECK_EQ(data[2], 28500.f);
  CHECK_EQ(data[3], 9.f);
  sycl::free(data, q);
  return check::result();
}
