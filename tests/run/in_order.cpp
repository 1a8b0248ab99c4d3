// In-order queues need no dependencies.
#include "check.hpp"

#include <vector>

using namespace sycl;

int main() {
  queue q{property::queue::in_order()};
  constexpr int n = 1000;
  unsigned long *p = malloc_shared<unsigned long>(n, q);
  q.memset(p, 0, n * sizeof *p);
  for (int round = 0; round < 200; ++round) {
    q.parallel_for(n, [=](int i) { p[i] = p[i] * 3 + i + round; });
    if (round % 10 == 0)
      q.single_task([=] { p[0] += p[n - 1]; });
    if (round % 25 == 0)
      q.memcpy(p + 1, p, sizeof *p);
  }
  q.wait();
  // Unsigned, because the values overflow.
  std::vector<unsigned long> want(n);
  for (unsigned round = 0; round < 200; ++round) {
    for (unsigned i = 0; i < n; ++i)
      want[i] = want[i] * 3 + i + round;
    if (round % 10 == 0)
      want[0] += want[n - 1];
    if (round % 25 == 0)
      want[1] = want[0];
  }
  CHECK_ALL(p, n, [&](std::size_t i) { return want[i]; });
  free(p, q);
  return check::result();
}
