// Every constructor of queue, and what queues say about themselves.
#include "check.hpp"

#include <unordered_set>

using namespace sycl;

static void handle(exception_list) {}
struct counting_handler {
  int calls = 0;
  void operator()(exception_list) { ++calls; }
};
static int rank(const device &) { return 1; }

int main() {
  auto handler_lambda = [](exception_list) {};
  async_handler function = handler_lambda;
  const property_list props{property::queue::in_order(), property::queue::enable_profiling()};
  device dev;
  context ctx(dev);

  queue q;
  queue with_props(props);
  queue in_order{property::queue::in_order{}};
  queue h1(handler_lambda), h2(function), h3(handle), h4(handler_lambda, props),
      h5(counting_handler{});
  queue s1(default_selector_v), s2([](const device &) { return 1; }, props), s3(rank), s4(rank, handle),
      s5([](const auto &d) { return d.has(aspect::cpu) ? 5 : 1; }),
      s6([](const device &) { return 1; }, handler_lambda, props), s7{default_selector{}};
  queue d1(dev), d2(dev, props), d3(dev, handle), d4(dev, handler_lambda, props),
      d5(dev, {property::queue::in_order()});
  queue c1(ctx, dev), c2(ctx, dev, props), c3(ctx, dev, handler_lambda, props),
      c4(ctx, [&](const device &d) { return d == dev ? 1 : -1; }),
      c5(ctx, [&](const device &d) { return d == dev ? 1 : -1; }, handle, props);

  CHECK(!q.is_in_order() && in_order.is_in_order() && with_props.is_in_order());
  CHECK(h4.is_in_order() && s2.is_in_order() && d5.is_in_order());
  CHECK(!d5.has_property<property::queue::enable_profiling>());
  CHECK(with_props.has_property<property::queue::enable_profiling>());
  (void)with_props.get_property<property::queue::in_order>();
  CHECK_THROWS(errc::invalid, q.get_property<property::queue::in_order>());
  CHECK(q.get_device() == dev && d1.get_device() == dev);
  CHECK(c1.get_context() == ctx && c5.get_context() == ctx);
  CHECK(q.get_context() == d1.get_context()); // the platform's default context
  CHECK(q.get_context() != ctx);
  CHECK(q.get_info<info::queue::device>() == dev);
  CHECK(c1.get_info<info::queue::context>() == ctx);
  CHECK(q.get_backend() == dev.get_backend());

  // Reference semantics.
  queue copy = q;
  CHECK(copy == q && q != d1);
  CHECK_EQ((std::unordered_set<queue>{q, copy, d1}.size()), 2u);

  // They all work.
  int *sum = malloc_shared<int>(1, dev, ctx);
  *sum = 0;
  for (queue *each : {&q, &with_props, &h1, &s3, &s6, &d4, &c1, &c3, &c5, &s5, &s7, &h3, &copy})
    each->single_task([=] { *sum += 1; }).wait();
  CHECK_EQ(*sum, 13);
  free(sum, ctx);

  // A queue may go away before its commands are done.
  int *late = malloc_shared<int>(1000, dev, q.get_context());
  event e;
  {
    queue temporary(dev);
    e = temporary.parallel_for(1000, [=](int i) { late[i] = i; });
  }
  e.wait();
  CHECK_ALL(late, 1000, [](std::size_t i) { return int(i); });
  free(late, q);

  CHECK_THROWS(errc::runtime, queue([](const device &) { return -1; }));
  CHECK_THROWS(errc::invalid, context(std::vector<device>{}));
  return check::result();
}
