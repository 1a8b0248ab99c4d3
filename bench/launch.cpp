// What a kernel costs before it does anything: submissions, waits and chains of dependent kernels, on the default
// device.
//
// Prints microseconds per kernel, best of several rounds, one line per case: the time, then its name. Exits with 1
// on a wrong result.

#include "timing.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <sycl/sycl.hpp>

namespace {

constexpr int rounds = 7;
constexpr int length = 2000;
constexpr std::size_t n = 1024;

bool right = true;

void report(const char *name, double time, int count) {
  std::printf("%.4f %s\n", time / count, name);
  std::fflush(stdout);
}

sycl::queue in_order() { return sycl::queue{sycl::property::queue::in_order{}}; }

void check(const int *values) {
  for (std::size_t i = 0; i < n; i++)
    right = right && values[i] == length * (rounds + 1);
}

/// Every kernel adds one to every element: each needs the one before it.
template <typename F> void chain(const char *name, sycl::queue queue, F &&submit) {
  int *values = sycl::malloc_device<int>(n, queue);
  queue.fill(values, 0, n).wait();
  report(name, best(rounds, [&] {
           for (int i = 0; i < length; i++)
             submit(queue, values);
           queue.wait();
         }),
         length);
  int result[n];
  queue.copy(values, result, n).wait();
  check(result);
  sycl::free(values, queue);
}

void buffer_chain() {
  sycl::queue queue;
  sycl::buffer<int, 1> buffer{sycl::range<1>(n)};
  {
    sycl::host_accessor zero(buffer, sycl::write_only, sycl::no_init);
    for (std::size_t i = 0; i < n; i++)
      zero[i] = 0;
  }
  report("chain of 2000 dependent kernels, by a buffer", best(rounds, [&] {
           for (int i = 0; i < length; i++)
             queue.submit([&](sycl::handler &handler) {
               sycl::accessor values(buffer, handler, sycl::read_write);
               handler.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) { values[i] += 1; });
             });
           queue.wait();
         }),
         length);
  sycl::host_accessor values(buffer, sycl::read_only);
  check(&values[0]);
}

/// The same kernels, submitted as one graph.
template <typename F> void replay(const char *name, sycl::queue queue, bool adds, F &&submit) {
  namespace syclex = sycl::ext::oneapi::experimental;
  int *values = sycl::malloc_device<int>(n, queue);
  queue.fill(values, 0, n).wait();
  syclex::command_graph graph(queue);
  graph.begin_recording(queue);
  for (int i = 0; i < length; i++)
    submit(queue, values);
  graph.end_recording();
  auto ready = graph.finalize();
  report(name, best(rounds, [&] {
           queue.ext_oneapi_graph(ready);
           queue.wait();
         }),
         length);
  if (adds) {
    int result[n];
    queue.copy(values, result, n).wait();
    check(result);
  }
  sycl::free(values, queue);
}

} // namespace

int main() {
  {
    sycl::queue queue = in_order();
    constexpr int count = 10000;
    report("empty kernel, in order, one wait at the end", best(rounds, [&] {
             for (int i = 0; i < count; i++)
               queue.single_task([] {});
             queue.wait();
           }),
           count);
    report("empty kernel, in order, a wait after each", best(rounds, [&] {
             for (int i = 0; i < length; i++)
               queue.single_task([] {}).wait();
           }),
           length);
    report("empty kernel over 1024 items, a wait after each", best(rounds, [&] {
             for (int i = 0; i < length; i++)
               queue.parallel_for(sycl::range<1>(n), [](sycl::id<1>) {}).wait();
           }),
           length);
  }
  {
    sycl::queue queue;
    report("empty kernel, no order, one wait at the end", best(rounds, [&] {
             for (int i = 0; i < length; i++)
               queue.single_task([] {});
             queue.wait();
           }),
           length);
  }
  chain("chain of 2000 kernels in an in-order queue", in_order(), [](sycl::queue &queue, int *values) {
    queue.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) { values[i] += 1; });
  });
  sycl::event last;
  chain("chain of 2000 kernels, by events", sycl::queue{}, [&](sycl::queue &queue, int *values) {
    last = queue.parallel_for(sycl::range<1>(n), last, [=](sycl::id<1> i) { values[i] += 1; });
  });
  buffer_chain();
  replay("empty kernel, no order, as a graph", sycl::queue{}, false,
         [](sycl::queue &queue, int *) { queue.single_task([] {}); });
  replay("chain of 2000 kernels, as a graph", in_order(), true, [](sycl::queue &queue, int *values) {
    queue.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) { values[i] += 1; });
  });
  if (!right)
    std::printf("wrong result\n");
  return right ? 0 : 1;
}
