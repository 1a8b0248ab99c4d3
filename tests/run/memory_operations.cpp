// memcpy, memset, copy, fill, prefetch and mem_advise, in queue and handler.
#include "check.hpp"

#include <vector>

using namespace sycl;

struct color {
  unsigned char r, g, b;
  friend bool operator==(const color &x, const color &y) {
    return x.r == y.r && x.g == y.g && x.b == y.b;
  }
};

int main() {
  queue q;
  constexpr std::size_t n = 10007;
  std::vector<int> host(n);
  for (std::size_t i = 0; i < n; ++i)
    host[i] = int(i * 7);
  int *d = malloc_device<int>(n, q), *s = malloc_shared<int>(n, q), *h = malloc_host<int>(n, q);

  event e = q.memcpy(d, host.data(), n * sizeof(int));
  e = q.memcpy(s, d, n * sizeof(int), e);
  e = q.copy(s, h, n, e);
  e.wait();
  CHECK_ALL(h, n, [](std::size_t i) { return int(i * 7); });

  q.memset(s, 0x5a, n * sizeof(int)).wait();
  CHECK_ALL(s, n, [](std::size_t) { return 0x5a5a5a5a; });
  q.memset(s, 0x1ff, 4, event()).wait(); // only the low byte counts
  CHECK_EQ(s[0], -1);
  q.fill(s, 12345, n).wait();
  CHECK_ALL(s, n, [](std::size_t) { return 12345; });
  q.fill(s + 3, -1, 5, std::vector<event>{}).wait();
  CHECK_ALL(s, 10, [](std::size_t i) { return i >= 3 && i < 8 ? -1 : 12345; });

  // Patterns of awkward sizes.
  color *c = malloc_shared<color>(n, q);
  q.fill(c, color{1, 2, 3}, n).wait();
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < n; ++i)
    wrong += !(c[i] == color{1, 2, 3});
  CHECK_EQ(wrong, 0u);
  struct big { double v[9]; };
  big *b = malloc_shared<big>(11, q);
  q.fill(b, big{{1, 2, 3, 4, 5, 6, 7, 8, 9}}, 11).wait();
  for (int i = 0; i < 11; ++i)
    CHECK_ALL(b[i].v, 9, [](std::size_t k) { return double(k + 1); });

  // The same through a handler; the pattern and the sources may go away.
  event done = q.submit([&](handler &g) {
    const double temporary = 2.5;
    g.fill(b, temporary, 99);
  });
  done = q.submit([&](handler &g) {
    g.depends_on(done);
    g.memcpy(d, b, 16);
  });
  done = q.submit([&](handler &g) {
    g.depends_on(done);
    g.copy(d, s, 4);
  });
  done = q.submit([&](handler &g) {
    g.depends_on(done);
    g.memset(s + 4, 0, 8);
  });
  done.wait();
  double pair[2];
  q.memcpy(pair, s, 16).wait();
  CHECK_EQ(pair[0], 2.5);
  CHECK_EQ(pair[1], 2.5);
  CHECK_EQ(s[4], 0);
  CHECK_EQ(s[5], 0);
  CHECK_EQ(b[10].v[8], 2.5);

  // Hints are commands too.
  e = q.prefetch(s, 64);
  e = q.prefetch(s, 64, e);
  e = q.prefetch(s, 64, {e});
  e = q.mem_advise(s, 64, 0, e);
  q.submit([&](handler &g) { g.prefetch(s, 4); }).wait();
  q.submit([&](handler &g) { g.mem_advise(s, 4, 0); }).wait();
  e.wait();

  // Between host arrays, and overlapping in order.
  std::vector<int> other(n);
  q.copy(host.data(), other.data(), n).wait();
  CHECK(host == other);
  free(d, q), free(s, q), free(h, q), free(c, q), free(b, q);
  return check::result();
}
