// What a kernel costs before it does anything: submissions and chains of dependent kernels.
//
// Prints microseconds per kernel, best of several rounds; exits with 1 on a wrong result.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <sycl/sycl.hpp>

namespace {

constexpr int rounds = 7;

/// The best time of several rounds in microseconds, the first of which only warms up.
template <typename F> double best(F &&work) {
  double result = 1e30;
  for (int round = 0; round <= rounds; round++) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double, std::micro> time =
        std::chrono::steady_clock::now() - start;
    if (round > 0)
      result = std::min(result, time.count());
  }
  return result;
}

double submissions(int count) {
  sycl::queue queue{sycl::property::queue::in_order{}};
  return best([&] {
           for (int i = 0; i < count; i++)
             queue.single_task([] {});
           queue.wait();
         }) /
         count;
}

double submissions_with_wait(int count) {
  sycl::queue queue{sycl::property::queue::in_order{}};
  return best([&] {
           for (int i = 0; i < count; i++)
             queue.single_task([] {}).wait();
         }) /
         count;
}

double small_ranges_with_wait(int count) {
  sycl::queue queue{sycl::property::queue::in_order{}};
  return best([&] {
           for (int i = 0; i < count; i++)
             queue.parallel_for(sycl::range<1>(1024), [](sycl::id<1>) {}).wait();
         }) /
         count;
}

/// Every kernel adds one to every element: each needs the one before it.
double chain(int length, bool &right) {
  constexpr std::size_t n = 1024;
  sycl::queue queue;
  sycl::buffer<int, 1> buffer{sycl::range<1>(n)};
  {
    sycl::host_accessor zero(buffer, sycl::write_only, sycl::no_init);
    for (std::size_t i = 0; i < n; i++)
      zero[i] = 0;
  }
  const double time = best([&] {
    for (int i = 0; i < length; i++)
      queue.submit([&](sycl::handler &handler) {
        sycl::accessor values(buffer, handler, sycl::read_write);
        handler.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) { values[i] += 1; });
      });
    queue.wait();
  });
  sycl::host_accessor values(buffer, sycl::read_only);
  for (std::size_t i = 0; i < n; i++)
    right = right && values[i] == length * (rounds + 1);
  return time;
}

} // namespace

int main() {
  constexpr int count = 10000, length = 2000;
  bool right = true;
  std::printf("best of %d rounds, microseconds\n", rounds);
  std::printf("  %-52s%10.2f\n", "empty kernel, in order, one wait at the end", submissions(count));
  std::printf("  %-52s%10.2f\n", "empty kernel, in order, a wait after each",
              submissions_with_wait(count));
  std::printf("  %-52s%10.2f\n", "empty kernel over 1024 items, a wait after each",
              small_ranges_with_wait(count));
  const double time = chain(length, right);
  std::printf("  %-52s%10.2f\n", "chain of 2000 dependent buffer kernels, each", time / length);
  std::printf("  %-52s%10.2f\n", "chain of 2000 dependent buffer kernels, all", time);
  if (!right)
    std::printf("chain: wrong result\n");
  return right ? 0 : 1;
}
