//! plain_kernels = true

// depends_on with USM: chains, diamonds and long lists.
#include "check.hpp"

#include <atomic>
#include <chrono>
#include <thread>
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

  // Every shortcut waits, for one event and for several.
  const auto slow = [&](unsigned value) {
    return q.submit([&](handler &h) {
      h.host_task([=] {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        for (int i = 0; i < n; ++i)
          p[i] = value;
      });
    });
  };
  const std::size_t bytes = n * sizeof(unsigned);
  const auto shortcuts = [&](auto after) {
    event at = slow(7);
    at = q.memcpy(r, p, bytes, after(at));
    at = q.memset(p, 0, bytes, after(at));
    at = q.prefetch(r, bytes, after(at));
    at = q.mem_advise(r, bytes, 0, after(at));
    at = q.copy(r, s, n, after(at));
    at = q.fill(r, 3u, n, after(at));
    at = q.single_task(after(at), [=] { p[0] += 1; });
    at = q.parallel_for(range<1>(n), after(at), [=](id<1> i) { s[i] += r[i] + p[0]; });
    at = q.parallel_for(range<2>(n, 1), after(at), [=](id<2> i) { s[i[0]] *= 2; });
    at = q.parallel_for(nd_range<1>(n, 10), after(at), [=](nd_item<1> i) {
      s[i.get_global_id(0)] += 1;
    });
    at = q.parallel_for(range<1>(n - 1), after(at), id<1>(1), [=](id<1> i) { s[i] *= 10; });
    q.parallel_for(range<1>(n), after(at), reduction(p + 1, plus<unsigned>()),
                   [=](id<1> i, auto &sum) { sum += s[i]; })
        .wait();
    CHECK_EQ(s[0], 23u);
    CHECK_EQ(s[n - 1], 230u);
    CHECK_EQ(p[1], 23u + (n - 1) * 230u);
  };
  shortcuts([](const event &at) { return at; });
  shortcuts([&](const event &at) { return std::vector<event>{at, event(), join}; });

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

  // They are commands: submitting one never waits, and what is submitted later
  // comes after it.
  std::atomic<bool> go = false, done = false;
  event held = q.submit([&](handler &h) {
    h.host_task([&] {
      while (!go)
        std::this_thread::yield();
      done = true;
    });
  });
  event gate = q.ext_oneapi_submit_barrier({held});
  event barrier = q.submit([](handler &h) { h.ext_oneapi_barrier(); });
  bool after = false;
  event behind = q.submit([&](handler &h) { h.host_task([&] { after = done; }); });
  CHECK(!gate.get_wait_list().empty());
  CHECK(!barrier.get_wait_list().empty());
  CHECK(behind.get_info<info::event::command_execution_status>() ==
        info::event_command_status::submitted);
  go = true;
  q.wait();
  CHECK(after);
  free(p, q), free(r, q), free(s, q);
  return check::result();
}
