// What it costs that threads share work, on the CPU: to begin and to end a kernel on all of them, chains of kernels that
// pass data between threads, and memory that competes for the same sets of a cache.
//
// Prints microseconds per kernel, best of several rounds, one line per case: the time, then its name. Exits with 1
// on a wrong result. The number of threads is SCYTHE_THREADS.

#include "timing.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

namespace {

bool right = true;

void report(const char *name, double time) {
  std::printf("%.4f %s\n", time, name);
  std::fflush(stdout);
}

sycl::queue in_order() { return sycl::queue{sycl::property::queue::in_order{}}; }

std::size_t threads(const sycl::queue &queue) {
  return queue.get_device().get_info<sycl::info::device::max_compute_units>();
}

/// A kernel whose work-items all do the same amount of work, the same for every thread, with a wait after each. To
/// begin and to end it costs what is left when the work is taken away.
void fork_and_join() {
  sycl::queue queue = in_order();
  const std::size_t n = threads(queue) * 256;
  std::uint32_t *values = sycl::malloc_device<std::uint32_t>(n, queue);
  const auto run = [&](std::uint32_t steps, int count) {
    return best(15, [&] {
             for (int i = 0; i < count; i++)
               queue
                   .parallel_for(sycl::range<1>(n),
                                 [=](sycl::id<1> i) {
                                   std::uint32_t x = i[0];
                                   for (std::uint32_t s = 0; s < steps; s++)
                                     x = x * 1664525u + 1013904223u;
                                   values[i] = x;
                                 })
                   .wait();
           }) /
           count;
  };
  // About 30 microseconds for each thread.
  constexpr std::uint32_t many = 50000;
  const auto steps = std::uint32_t(std::clamp(30 * many / run(many, 1), 100.0, double(many)));
  const double once = run(steps, 200), twice = run(2 * steps, 200);
  report("fork and join", 2 * once - twice);
  report("kernel of 30 us on every thread, a wait after each", once);
  std::uint32_t expected = 1, found;
  for (std::uint32_t s = 0; s < 2 * steps; s++)
    expected = expected * 1664525u + 1013904223u;
  queue.copy(values + 1, &found, 1).wait();
  right = right && found == expected;
  sycl::free(values, queue);
}

void saxpy() {
  sycl::queue queue = in_order();
  constexpr std::size_t n = 1 << 20;
  constexpr int count = 100, rounds = 15;
  float *x = sycl::malloc_device<float>(n, queue), *y = sycl::malloc_device<float>(n, queue);
  queue.fill(x, 1.0f, n);
  queue.fill(y, 0.0f, n).wait();
  report("saxpy over 1 Mi floats, a wait after each", best(rounds, [&] {
           for (int i = 0; i < count; i++)
             queue.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) { y[i] += 2 * x[i]; }).wait();
         }) / count);
  float found;
  queue.copy(y + n - 1, &found, 1).wait();
  right = right && found == 2.0f * count * (rounds + 1);
  sycl::free(x, queue);
  sycl::free(y, queue);
}

/// Makes the columns of a matrix orthogonal to each other: three small kernels for each, which all need the one before,
/// over data that fits into caches.
void orthogonalisation() {
  sycl::queue queue = in_order();
  constexpr std::size_t n = 512;
  std::vector<float> start(n * n);
  for (std::size_t i = 0; i < n * n; i++)
    start[i] = float((i * 7919 + i / n * 104729) % 1009) / 1009 + (i / n == i % n ? 20.0f : 0.0f);
  float *a = sycl::malloc_device<float>(n * n, queue), *q = sycl::malloc_device<float>(n * n, queue);
  float *r = sycl::malloc_device<float>(n * n, queue);
  report("chain of 1536 kernels over a 512 x 512 matrix", best(5, [&] {
           queue.copy(start.data(), a, n * n);
           for (std::size_t k = 0; k < n; k++) {
             queue.single_task([=] {
               float sum = 0;
               for (std::size_t i = 0; i < n; i++)
                 sum += a[i * n + k] * a[i * n + k];
               r[k * n + k] = sycl::sqrt(sum);
             });
             queue.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) {
               q[i * n + k] = a[i * n + k] / r[k * n + k];
             });
             queue.parallel_for(sycl::range<1>(n), [=](sycl::id<1> id) {
               const std::size_t j = id[0];
               if (j <= k)
                 return;
               float sum = 0;
               for (std::size_t i = 0; i < n; i++)
                 sum += q[i * n + k] * a[i * n + j];
               r[k * n + j] = sum;
               for (std::size_t i = 0; i < n; i++)
                 a[i * n + j] -= q[i * n + k] * sum;
             });
           }
           queue.wait();
         }) / (3 * n));
  std::vector<float> columns(n * n);
  queue.copy(q, columns.data(), n * n).wait();
  for (std::size_t other : {std::size_t(0), std::size_t(1), n / 2, n - 1}) {
    double product = 0;
    for (std::size_t i = 0; i < n; i++)
      product += columns[i * n + n - 1] * columns[i * n + other];
    right = right && std::abs(product - (other == n - 1)) < 1e-2;
  }
  for (float *memory : {a, q, r})
    sycl::free(memory, queue);
}

/// A stencil from one array to another, wherever they are.
double stencil(sycl::queue &queue, const float *from, float *to) {
  constexpr std::size_t height = 2000, width = 5000;
  return best(15, [&] {
    queue
        .parallel_for(sycl::range<2>(height - 2, width - 2),
                      [=](sycl::id<2> at) {
                        const std::size_t i = (at[0] + 1) * width + at[1] + 1;
                        to[i] = from[i - width - 1] + 2 * from[i - width] + from[i - width + 1] +
                                from[i - 1] - from[i + 1] - from[i + width - 1] -
                                2 * from[i + width] - from[i + width + 1];
                      })
        .wait();
  });
}

void starts() {
  sycl::queue queue = in_order();
  constexpr std::size_t n = 2000 * 5000, page = 2 << 20;
  float *from = sycl::malloc_device<float>(n, queue), *to = sycl::malloc_device<float>(n, queue);
  queue.fill(from, 1.0f, n);
  queue.fill(to, 1.0f, n).wait();
  report("stencil between two allocations of 40 MB", stencil(queue, from, to));
  sycl::free(from, queue);
  sycl::free(to, queue);

  // The same in one allocation, with both arrays at multiples of 2 MiB.
  const std::size_t size = (n * sizeof(float) + page - 1) / page * page;
  char *all = sycl::malloc_device<char>(2 * size + page, queue);
  char *first = all + (page - reinterpret_cast<std::uintptr_t>(all) % page) % page;
  from = reinterpret_cast<float *>(first);
  to = reinterpret_cast<float *>(first + size);
  queue.fill(from, 1.0f, n);
  queue.fill(to, 1.0f, n).wait();
  report("stencil between two arrays that start at multiples of 2 MiB", stencil(queue, from, to));
  sycl::free(all, queue);
}

} // namespace

int main() {
  fork_and_join();
  saxpy();
  orthogonalisation();
  starts();
  if (!right)
    std::printf("wrong result\n");
  return right ? 0 : 1;
}
