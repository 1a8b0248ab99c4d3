//! plain_kernels = true

// Queues: constructors, queries, order, time stamps, memory operations.
#include "check.hpp"
#include <sycl/sycl.hpp>

#include <thread>
#include <unordered_set>
#include <vector>

// Every constructor of queue, and the queries of queues.
namespace construction {

using namespace sycl;

static void handle(exception_list) {}
struct counting_handler {
  int calls = 0;
  void operator()(exception_list) { ++calls; }
};
static int rank(const device &) { return 1; }

void all() {
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

  // All of them work.
  int *sum = malloc_shared<int>(1, dev, ctx);
  *sum = 0;
  for (queue *each : {&q, &with_props, &h1, &s3, &s6, &d4, &c1, &c3, &c5, &s5, &s7, &h3, &copy})
    each->single_task([=] { *sum += 1; }).wait();
  CHECK_EQ(*sum, 13);
  free(sum, ctx);

  // A queue may be destroyed before its commands are complete.
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
}

} // namespace construction

// Hints to queues and queries about devices that other SYCL compilers have.
namespace hints {

void all() {
  namespace oneapi = sycl::ext::oneapi;
  namespace hints = oneapi::property::queue;
  const sycl::queue queues[] = {
      sycl::queue(hints::priority_low()),
      sycl::queue({hints::priority_normal(), sycl::property::queue::in_order()}),
      sycl::queue({sycl::property::queue::in_order(), hints::priority_high(),
                   hints::discard_events()}),
      sycl::queue({sycl::ext::intel::property::queue::no_immediate_command_list(),
                   sycl::ext::intel::property::queue::compute_index(0)}),
  };
  CHECK(queues[0].has_property<hints::priority_low>());
  CHECK(!queues[0].has_property<hints::priority_high>());
  CHECK(queues[2].has_property<hints::discard_events>() && queues[2].is_in_order());
  using compute_index = sycl::ext::intel::property::queue::compute_index;
  CHECK_EQ(queues[3].get_property<compute_index>().get_index(), 0);
  for (sycl::queue q : queues) {
    int *const value = sycl::malloc_shared<int>(1, q);
    *value = 1;
    q.single_task([=] { *value += 1; });
    q.wait();
    CHECK_EQ(*value, 2);
    sycl::free(value, q);
  }

  const sycl::device device = queues[0].get_device();
  CHECK_EQ(device.get_info<oneapi::info::device::num_compute_units>(),
           std::size_t(device.get_info<sycl::info::device::max_compute_units>()));
  namespace groups = oneapi::experimental::info::device;
  const sycl::id<3> most = device.get_info<groups::max_work_groups<3>>();
  CHECK(most[0] > 0 && most[1] > 0 && most[2] > 0);
  CHECK(device.get_info<groups::max_work_groups<1>>()[0] > 0);
  CHECK(device.get_info<groups::max_global_work_groups>() > 0);
}

} // namespace hints

// In-order queues need no dependencies.
namespace in_order {

using namespace sycl;

void all() {
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
}

} // namespace in_order

// Time stamps of commands.
namespace profiling {

using namespace sycl;
namespace stamp = info::event_profiling;

static void check_order(const event &e) {
  const auto submit = e.get_profiling_info<stamp::command_submit>();
  const auto start = e.get_profiling_info<stamp::command_start>();
  const auto end = e.get_profiling_info<stamp::command_end>();
  static_assert(std::is_same_v<decltype(end), const std::uint64_t>);
  CHECK(submit > 0);
  CHECK(submit <= start);
  CHECK(start <= end);
}

void all() {
  queue q(property_list{property::queue::enable_profiling()});
  CHECK(q.get_device().has(aspect::queue_profiling));
  double *p = malloc_shared<double>(100000, q);
  event e = q.parallel_for(100000, [=](int i) {
    double x = i;
    for (int k = 0; k < 50; ++k)
      x = x * 1.0000001 + 1;
    p[i] = x;
  });
  check_order(e); // asking waits for the command
  CHECK(e.get_info<info::event::command_execution_status>() ==
        info::event_command_status::complete);
  CHECK(e.get_profiling_info<stamp::command_end>() >
        e.get_profiling_info<stamp::command_start>());
  event dependent = q.single_task(e, [=] { p[0] = 1; });
  check_order(dependent);
  CHECK(dependent.get_profiling_info<stamp::command_start>() >=
        e.get_profiling_info<stamp::command_end>());
  check_order(q.memset(p, 0, 800));
  check_order(q.submit([](handler &h) { h.host_task([] {}); }));
  check_order(q.submit([](handler &) {}));
  free(p, q);
}

} // namespace profiling

// memcpy, memset, copy, fill, prefetch and mem_advise, in queue and handler.
namespace memory_operations {

using namespace sycl;

struct color {
  unsigned char r, g, b;
  friend bool operator==(const color &x, const color &y) {
    return x.r == y.r && x.g == y.g && x.b == y.b;
  }
};

void all() {
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

  // The same through a handler; the pattern and the sources may be destroyed.
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
}

} // namespace memory_operations

// max_num_work_groups and max_work_group_size of a kernel on a queue
// (sycl_ext_oneapi_launch_queries).
namespace launch_queries {

namespace queries = sycl::ext::oneapi::experimental::info::kernel_queue_specific;
using count = queries::max_num_work_groups;
class adds;

void all() {
  sycl::queue q;
  const sycl::device dev = q.get_device();
  int *out = sycl::malloc_shared<int>(1, q);
  *out = 1;
  q.single_task<adds>([=] { *out += 1; }).wait();
  CHECK_EQ(*out, 2);
  sycl::free(out, q);

  const auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context());
  const sycl::kernel kernel = bundle.get_kernel<adds>();
  const std::size_t most = kernel.ext_oneapi_get_info<queries::max_work_group_size>(q);
  CHECK_EQ(most, kernel.get_info<sycl::info::kernel_device_specific::work_group_size>(dev));
  const std::size_t units = dev.get_info<sycl::info::device::max_compute_units>();
  CHECK(kernel.ext_oneapi_get_info<count>(q, most) >= units);
  CHECK(kernel.ext_oneapi_get_info<count>(q, 1, 16) >= kernel.ext_oneapi_get_info<count>(q, most));
  const std::size_t some = kernel.ext_oneapi_get_info<count>(q, sycl::range<1>(8), 64);
  CHECK_EQ(kernel.ext_oneapi_get_info<count>(q, sycl::range<2>(2, 4)), some);
  CHECK_EQ(kernel.ext_oneapi_get_info<count>(q, sycl::range<3>(2, 2, 2), 64), some);
  // Launches that would be errors.
  const std::size_t local = dev.get_info<sycl::info::device::local_mem_size>();
  CHECK_EQ(kernel.ext_oneapi_get_info<count>(q, most + 1), 0u);
  CHECK_EQ(kernel.ext_oneapi_get_info<count>(q, 8, local + 1), 0u);
  CHECK_THROWS(sycl::errc::invalid, kernel.ext_oneapi_get_info<count>(q, sycl::range<2>(0, 4)));
}

} // namespace launch_queries

// Queues and threads that share buffers.
namespace several {

using namespace sycl;

void all() {
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
}

} // namespace several

int main() {
  construction::all();
  hints::all();
  in_order::all();
  profiling::all();
  memory_operations::all();
  launch_queries::all();
  several::all();
  return check::result();
}
