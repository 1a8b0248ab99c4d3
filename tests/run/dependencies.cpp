//! plain_kernels = true

// The order that accessors imply, against a sequential execution: random
// commands on a few buffers, on an out-of-order queue.
#include "check.hpp"

#include <random>
#include <vector>

using namespace sycl;

constexpr std::size_t n = 257;
using data = std::vector<unsigned>;

static void run(queue &q, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<data> host(5, data(n)), want(5, data(n));
  for (std::size_t b = 0; b < 5; ++b)
    for (std::size_t i = 0; i < n; ++i)
      host[b][i] = want[b][i] = unsigned(100 * b + i);
  {
    std::vector<buffer<unsigned>> buffers;
    for (data &d : host)
      buffers.emplace_back(d);
    for (unsigned step = 0; step < 300; ++step) {
      // x and y differ from z, otherwise work-items of one kernel would race.
      const std::size_t z = random() % 5, x = (z + 1 + random() % 4) % 5,
                        y = (z + 1 + random() % 4) % 5;
      switch (random() % 5) {
      case 0: // z = f(x, y)
        q.submit([&](handler &h) {
          accessor a(buffers[x], h, read_only);
          accessor b(buffers[y], h, read_only);
          accessor c(buffers[z], h, read_write);
          h.parallel_for(n, [=](id<1> i) { c[i] = c[i] * 5 + a[i] + 3 * b[n - 1 - i] + step; });
        });
        break;
      case 1: // overwrite
        q.submit([&](handler &h) {
          accessor c(buffers[z], h, write_only, no_init);
          h.parallel_for(n, [=](id<1> i) { c[i] = unsigned(i) ^ step; });
        });
        break;
      case 2: // copy
        q.submit([&](handler &h) {
          accessor a(buffers[x], h, read_only);
          accessor c(buffers[z], h, write_only);
          h.copy(a, c);
        });
        break;
      case 3: // a part
        q.submit([&](handler &h) {
          accessor c(buffers[z], h, range(100), id(step % 150));
          h.parallel_for(100, [=](id<1> i) { c[i] += 7; });
        });
        break;
      default: { // the host reads and writes
        host_accessor c(buffers[z]);
        c[step % n] += 13;
      }
      }
    }
  }
  // The same commands in sequence. The generator starts again.
  random.seed(seed);
  for (unsigned step = 0; step < 300; ++step) {
    const std::size_t z = random() % 5, x = (z + 1 + random() % 4) % 5,
                      y = (z + 1 + random() % 4) % 5;
    switch (random() % 5) {
    case 0:
      for (std::size_t i = 0; i < n; ++i)
        want[z][i] = want[z][i] * 5 + want[x][i] + 3 * want[y][n - 1 - i] + step;
      break;
    case 1:
      for (std::size_t i = 0; i < n; ++i)
        want[z][i] = unsigned(i) ^ step;
      break;
    case 2:
      want[z] = want[x];
      break;
    case 3:
      for (std::size_t i = 0; i < 100; ++i)
        want[z][i + step % 150] += 7;
      break;
    default: want[z][step % n] += 13;
    }
  }
  for (std::size_t b = 0; b < 5; ++b)
    CHECK_ALL(host[b], n, [&](std::size_t i) { return want[b][i]; });
}

int main() {
  queue q;
  for (unsigned seed = 1; seed <= 10; ++seed)
    run(q, seed);
  return check::result();
}
