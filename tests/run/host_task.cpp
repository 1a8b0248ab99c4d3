//! plain_kernels = true

// Host tasks in the graph, and exceptions that reach the async handler.
#include "check.hpp"

#include <atomic>
#include <stdexcept>
#include <vector>

using namespace sycl;

int main() {
  std::vector<std::string> reported;
  auto collect = [&](exception_list list) {
    for (const std::exception_ptr &each : list) {
      try {
        std::rethrow_exception(each);
      } catch (const std::exception &e) {
        reported.push_back(e.what());
      }
    }
  };
  {
    queue q(collect);
    std::vector<int> v(100, 1), seen;
    {
      buffer b(v);
      q.submit([&](handler &h) {
        accessor a(b, h);
        h.parallel_for(100, [=](id<1> i) { a[i] += int(i); });
      });
      q.submit([&](handler &h) {
        accessor a(b, h, read_write_host_task);
        h.host_task([=, &seen] {
          seen.assign(a.begin(), a.end());
          for (int &x : a)
            x *= 2;
        });
      });
      q.submit([&](handler &h) {
        accessor a(b, h);
        h.parallel_for(100, [=](id<1> i) { a[i] += 1; });
      });
    }
    CHECK_ALL(seen, 100, [](std::size_t i) { return int(i) + 1; });
    CHECK_ALL(v, 100, [](std::size_t i) { return 2 * (int(i) + 1) + 1; });

    // A task that takes no interop_handle accesses the elements, for all kinds of accessors.
    std::vector<int> grid(12, 1);
    bool same_memory = false;
    {
      buffer flat(v);
      buffer<int, 2> box(grid.data(), range(3, 4));
      q.submit([&](handler &h) {
        accessor f(flat, h);
        accessor b(box, h);
        h.parallel_for(12, [=](id<1> i) { b[i[0] / 4][i[0] % 4] = f[i]; });
      });
      q.submit([&](handler &h) {
        accessor from(flat, h, read_only_host_task);
        accessor to(flat, h, range(50), id(50), read_write);
        accessor b(box, h, read_write);
        accessor<int, 0> first(flat, h);
        h.host_task([=, &same_memory] {
          same_memory = &to[0] == &from[50] && to.begin() == &to[0] &&
                        to.get_multi_ptr<access::decorated::no>().get() == &from[0];
          for (std::size_t i = 0; i < 50; ++i)
            to[i] = from[i];
          b[id(2, 3)] = b[0][1] + int(b.get_range().size());
          first = 7;
        });
      });
      q.submit([&](handler &h) {
        accessor f(flat, h);
        accessor b(box, h);
        h.parallel_for(range(3, 4), [=](id<2> i) { b[i] += f[0]; });
      });
    }
    CHECK(same_memory);
    CHECK_EQ(v[0], 7);
    CHECK_ALL(std::vector(v.begin() + 50, v.end()), 50,
              [](std::size_t i) { return 2 * (int(i) + 1) + 1; });
    CHECK_EQ(grid[5], 2 * 6 + 1 + 7);
    CHECK_EQ(grid[11], 2 * 2 + 1 + 12 + 7);

    // The captures of a task are destroyed when it has run.
    auto owned = std::make_shared<int>(5);
    std::atomic<int> got{0};
    q.submit([&](handler &h) { h.host_task([owned, &got] { got = *owned; }); }).wait();
    q.wait();
    CHECK_EQ(got.load(), 5);
    CHECK_EQ(owned.use_count(), 1);

    // A task may query its backend.
    backend seen_backend{};
    q.submit([&](handler &h) {
       h.host_task([&](interop_handle ih) { seen_backend = ih.get_backend(); });
     }).wait();
    CHECK(seen_backend == q.get_backend());

    // Waiting for an event reports the errors before it, also from another queue.
    {
      int own = 0, before = 0;
      queue first([&](exception_list list) { before += int(list.size()); });
      queue second([&](exception_list list) { own += int(list.size()); });
      const event early = first.submit([](handler &h) { h.host_task([] { throw 1; }); });
      event late = second.submit([&](handler &h) {
        h.depends_on(early);
        h.host_task([] { throw 2; });
      });
      late.wait_and_throw();
      // A task after one that threw runs.
      CHECK_EQ(own, 1);
      CHECK_EQ(before, 1);
    }

    // Errors are kept until they are queried.
    event e = q.submit([&](handler &h) {
      h.host_task([] { throw std::runtime_error("first"); });
    });
    e.wait();
    q.wait();
    CHECK(reported.empty());
    q.submit([&](handler &h) { h.host_task([] { throw std::logic_error("second"); }); }).wait();
    q.throw_asynchronous();
    CHECK(reported == (std::vector<std::string>{"first", "second"}));
    q.throw_asynchronous();
    CHECK_EQ(reported.size(), 2u); // consumed
    q.submit([&](handler &h) {
       h.host_task([] {
         throw exception(make_error_code(errc::runtime), "third");
       });
     }).wait_and_throw();
    CHECK_EQ(reported.size(), 3u);
    // The queue is still usable.
    int *p = malloc_shared<int>(1, q);
    q.single_task([=] { *p = 9; }).wait();
    CHECK_EQ(*p, 9);
    free(p, q);
    q.submit([&](handler &h) { h.host_task([] { throw std::runtime_error("at the end"); }); })
        .wait();
  } // the queue reports what is left when it is destroyed
  CHECK_EQ(reported.size(), 4u);
  CHECK_EQ(reported.back(), std::string("at the end"));

  // The handler of the context serves queues without one.
  reported.clear();
  device dev;
  context ctx(dev, collect);
  queue q(ctx, dev);
  q.submit([&](handler &h) { h.host_task([] { throw std::runtime_error("context"); }); });
  q.wait_and_throw();
  CHECK(reported == std::vector<std::string>{"context"});
  return check::result();
}
