// depends_on with USM: chains, diamonds and long lists.
#include "check.hpp"

#include <vector>

using namespace sycl;

int main() {
  queue q;
  constexpr int n = 500;
  unsigned *p = malloc_shared<unsigned>(n, q), *r = malloc_shared<unsigned>(n, q),
           *s = malloc_shared<unsigned>(n, q);
  // A chain.
  event last = q.fill(p, 1u, n);
  for (unsigned k = 0; k < 500; ++k)
    last = q.submit([&](handler &h) {
      h.depends_on(last);
      h.parallel_for(n, [=](id<1> i) { p[i] = p[i] * 3 + k; });
    });
  // A diamond below it.
  event left = q.parallel_for(n, last, [=](id<1> i) { r[i] = p[i] + 1; });
  event right = q.parallel_for(n, last, [=](id<1> i) { s[i] = p[i] + 2; });
  event join = q.submit([&](handler &h) {
    h.depends_on({left, right});
    h.parallel_for(n, [=](id<1> i) { p[i] = r[i] ^ s[i]; });
  });
  join.wait();
  unsigned want = 1;
  for (unsigned k = 0; k < 500; ++k)
    want = want * 3 + k;
  CHECK_ALL(p, n, [=](std::size_t) { return (want + 1) ^ (want + 2); });
  CHECK_ALL(r, n, [=](std::size_t) { return want + 1; });

  // One command after many (more than the handler keeps inline).
  std::vector<event> many;
  for (int k = 0; k < 50; ++k)
    many.push_back(q.parallel_for(10, [=](id<1> i) { r[10 * k + i] = unsigned(k); }));
  many.push_back(event()); // complete from the start
  q.submit([&](handler &h) {
     h.depends_on(many);
     h.depends_on(event());
     h.single_task([=] {
       s[0] = 0;
       for (int i = 0; i < n; ++i)
         s[0] += r[i];
     });
   }).wait();
  CHECK_EQ(s[0], 10u * 49 * 50 / 2);

  // Events outlive the objects they came from, and work across queues.
  event cross;
  {
    queue other;
    cross = other.parallel_for(n, [=](id<1> i) { r[i] = unsigned(i); });
  }
  q.parallel_for(n, cross, [=](id<1> i) { s[i] = r[i] * 2; }).wait();
  CHECK_ALL(s, n, [](std::size_t i) { return unsigned(2 * i); });
  event::wait({join, cross, event()});

  // Barriers of the extension, with and without an order.
  for (queue &ordered : std::vector<queue>{queue(property::queue::in_order()), q}) {
    event first = ordered.parallel_for(n, [=](id<1> i) { r[i] = unsigned(i) + 1; });
    ordered.ext_oneapi_submit_barrier({first});
    ordered.parallel_for(n, [=](id<1> i) { s[i] = r[n - 1 - i]; });
    ordered.ext_oneapi_submit_barrier().wait();
    CHECK_ALL(s, n, [](std::size_t i) { return unsigned(n - i); });
  }
  free(p, q), free(r, q), free(s, q);
  return check::result();
}
