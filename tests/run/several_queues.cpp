// Queues and threads that share buffers.
#include "check.hpp"

#include <thread>
#include <vector>

using namespace sycl;

int main() {
  std::vector<queue> queues(4);
  queues.emplace_back(property::queue::in_order());
  std::vector<unsigned> v(2000, 1);
  {
    buffer b(v);
    for (unsigned k = 0; k < 300; ++k)
      queues[k % queues.size()].submit([&](handler &h) {
        accessor a(b, h);
        h.parallel_for(a.size(), [=](id<1> i) { a[i] = a[i] * 3 + k; });
      });
  }
  unsigned want = 1;
  for (unsigned k = 0; k < 300; ++k)
    want = want * 3 + k;
  CHECK_ALL(v, v.size(), [=](std::size_t) { return want; });

  // Threads submit increments, which commute, to one buffer and one queue.
  {
    buffer<int> b{range(100)};
    {
      host_accessor init(b, write_only);
      for (int &x : init)
        x = 0;
    }
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&, t] {
        for (int k = 0; k < 50; ++k) {
          queues[k % 2 ? 0 : t].submit([&](handler &h) {
            accessor a(b, h);
            h.parallel_for(100, [=](id<1> i) { a[i] += 1; });
          });
          if (k % 20 == 0)
            host_accessor(b)[0] += 1;
        }
      });
    for (std::thread &t : threads)
      t.join();
    host_accessor read(b, read_only);
    CHECK_ALL(read, 100, [](std::size_t i) { return i == 0 ? 212 : 200; });
  }

  // Threads with queues, buffers and USM of their own.
  std::vector<int> results(4);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      queue q;
      std::vector<int> mine(100, t);
      int *p = malloc_shared<int>(100, q);
      {
        buffer b(mine);
        for (int k = 0; k < 20; ++k)
          q.submit([&](handler &h) {
            accessor a(b, h);
            h.parallel_for(100, [=](id<1> i) { a[i] += t + 1; });
          });
        q.submit([&](handler &h) {
           accessor a(b, h, read_only);
           h.parallel_for(100, [=](id<1> i) { p[i] = a[i]; });
         }).wait();
      }
      for (int i = 0; i < 100; ++i)
        results[t] += p[i] == mine[i] && mine[i] == t + 20 * (t + 1);
      free(p, q);
    });
  for (std::thread &t : threads)
    t.join();
  CHECK_ALL(results, 4, [](std::size_t) { return 100; });
  return check::result();
}
