//! plain_kernels = true
// Executable graphs that are changed between submissions (sycl_ext_oneapi_graph), profiling, errors of host tasks,
// and many concurrent submissions of graphs.
#include "check.hpp"
#include <sycl/sycl.hpp>

#include <algorithm>
#include <stdexcept>

namespace syclex = sycl::ext::oneapi::experimental;
namespace graph_property = syclex::property::graph;
namespace node_property = syclex::property::node;
using syclex::command_graph;
using syclex::node;

constexpr std::size_t n = 512;

void ranges(sycl::queue &q) {
  int *const data = sycl::malloc_shared<int>(n, q);
  std::fill(data, data + n, 0);
  command_graph graph(q);
  node simple = graph.add([&](sycl::handler &group) {
    group.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) { data[i] += 1; });
  });
  node grouped = graph.add(
      [&](sycl::handler &group) {
        group.parallel_for(sycl::nd_range<1>(n, 16), [=](sycl::nd_item<1> it) {
          data[it.get_global_id(0)] += int(it.get_local_range(0));
        });
      },
      {node_property::depends_on(simple)});
  auto fixed = graph.finalize();
  auto ready = graph.finalize({graph_property::updatable()});
  simple.update_range(sycl::range<1>(100));
  grouped.update_nd_range(sycl::nd_range<1>(64, 8));
  CHECK_THROWS(sycl::errc::invalid, simple.update_range(sycl::range<2>(10, 10)));
  CHECK_THROWS(sycl::errc::invalid, simple.update_nd_range(sycl::nd_range<1>(64, 8)));
  CHECK_THROWS(sycl::errc::invalid, fixed.update(simple));
  // Nothing changes before the update, and earlier submissions run with the old values.
  q.ext_oneapi_graph(ready);
  ready.update(std::vector<node>{simple, grouped});
  q.ext_oneapi_graph(ready).wait();
  CHECK_ALL(data, n, [](std::size_t i) { return 17 + (i < 100 ? 1 : 0) + (i < 64 ? 8 : 0); });
  command_graph other(q);
  node foreign = other.add([&](sycl::handler &group) { group.single_task([=] { data[0] = 0; }); });
  CHECK_THROWS(sycl::errc::invalid, ready.update(foreign));
  CHECK_THROWS(sycl::errc::invalid, ready.update(other));
  sycl::free(data, q);
}

// The same commands on other data, from a newly recorded graph.
void whole(sycl::queue &q) {
  int *const a = sycl::malloc_shared<int>(n, q), *const b = sycl::malloc_shared<int>(n, q);
  std::fill(a, a + n, 0);
  std::fill(b, b + n, 0);
  const auto record = [&](command_graph<> &graph, int *data, int step) {
    graph.begin_recording(q);
    sycl::event first = q.parallel_for(n, [=](sycl::id<1> i) { data[i] += step; });
    q.parallel_for(n, first, [=](sycl::id<1> i) { data[i] *= 2; });
    graph.end_recording();
  };
  command_graph first(q), second(q);
  record(first, a, 1);
  record(second, b, 5);
  auto ready = first.finalize({graph_property::updatable()});
  q.ext_oneapi_graph(ready);
  ready.update(second);
  q.ext_oneapi_graph(ready).wait();
  CHECK_ALL(a, n, [](std::size_t) { return 2; });
  CHECK_ALL(b, n, [](std::size_t) { return 10; });
  second.add([&](sycl::handler &group) { group.memset(b, 0, n); });
  CHECK_THROWS(sycl::errc::invalid, ready.update(second));
  sycl::free(a, q);
  sycl::free(b, q);
}

void choices(sycl::queue &q) {
  int *const data = sycl::malloc_shared<int>(n, q);
  command_graph graph(q);
  syclex::dynamic_command_group choice(
      graph, {[=](sycl::handler &group) {
                group.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) { data[i] = 1; });
              },
              [=](sycl::handler &group) {
                group.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) { data[i] = int(i[0]); });
              }});
  node chosen = graph.add(choice);
  graph.add(
      [&](sycl::handler &group) {
        group.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) { data[i] += 100; });
      },
      {node_property::depends_on(chosen)});
  auto ready = graph.finalize({graph_property::updatable()});
  q.ext_oneapi_graph(ready).wait();
  CHECK_ALL(data, n, [](std::size_t) { return 101; });
  CHECK_EQ(choice.get_active_index(), 0u);
  choice.set_active_index(1);
  CHECK_THROWS(sycl::errc::invalid, choice.set_active_index(2));
  q.ext_oneapi_graph(ready).wait();
  CHECK_ALL(data, n, [](std::size_t) { return 101; });
  ready.update(chosen);
  q.ext_oneapi_graph(ready).wait();
  CHECK_ALL(data, n, [](std::size_t i) { return 100 + int(i); });
  CHECK_THROWS(sycl::errc::invalid, syclex::dynamic_command_group(graph, {}));
  syclex::dynamic_command_group mixed(
      graph, {[=](sycl::handler &group) { group.single_task([=] { data[0] = 0; }); },
              [=](sycl::handler &group) { group.host_task([] {}); }});
  CHECK_THROWS(sycl::errc::invalid, graph.add(mixed));
  sycl::free(data, q);
}

void profiling(sycl::queue &any) {
  sycl::queue q(any.get_context(), any.get_device(), sycl::property::queue::enable_profiling());
  int *const data = sycl::malloc_shared<int>(n, q);
  command_graph graph(q);
  graph.add([&](sycl::handler &group) {
    group.parallel_for(n, [=](sycl::id<1> i) { data[i] = 0; });
  });
  auto ready = graph.finalize({graph_property::enable_profiling()});
  sycl::event run = q.ext_oneapi_graph(ready);
  run.wait();
  using namespace sycl::info::event_profiling;
  CHECK(run.get_profiling_info<command_submit>() <= run.get_profiling_info<command_start>());
  CHECK(run.get_profiling_info<command_start>() <= run.get_profiling_info<command_end>());
  CHECK(run.get_info<sycl::info::event::command_execution_status>() ==
        sycl::info::event_command_status::complete);
  sycl::free(data, q);
}

// A host task that throws: later commands of this submission do not run.
void failing(sycl::queue &any) {
  int errors = 0;
  sycl::queue q(any.get_context(), any.get_device(),
                [&](sycl::exception_list list) { errors += int(list.size()); });
  int *const ran = sycl::malloc_shared<int>(1, q);
  *ran = 0;
  bool fails = true;
  command_graph graph(q);
  graph.begin_recording(q);
  sycl::event task = q.submit([&](sycl::handler &group) {
    group.host_task([&fails] {
      if (fails)
        throw std::runtime_error("on purpose");
    });
  });
  q.single_task(task, [=] { ++*ran; });
  graph.end_recording();
  auto ready = graph.finalize();
  q.ext_oneapi_graph(ready).wait();
  q.wait_and_throw();
  CHECK_EQ(errors, 1);
  CHECK_EQ(*ran, 0);
  fails = false;
  q.ext_oneapi_graph(ready).wait();
  CHECK_EQ(*ran, 1);
  sycl::free(ran, q);
}

// Wide and deep graphs, small and large commands, many concurrent submissions on several queues.
void many(sycl::queue &q) {
  constexpr std::size_t lanes = 8, depth = 9, size = 10000;
  long *const data = sycl::malloc_shared<long>(lanes * size, q);
  std::fill(data, data + lanes * size, 1L);
  command_graph graph(q);
  node meeting = graph.add();
  for (std::size_t step = 0; step < depth; ++step) {
    std::vector<node> row;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const std::size_t items = lane % 2 ? size : 3;
      row.push_back(graph.add(
          [&](sycl::handler &group) {
            group.parallel_for(sycl::range<1>(items), [=](sycl::id<1> i) {
              // The neighbour's value of the last step.
              const long other = data[(lane + 1) % lanes * size + (i[0] % 3)];
              if (step % 2 == lane % 2)
                data[lane * size + i[0]] += other % 5;
            });
          },
          {node_property::depends_on(meeting)}));
    }
    meeting = graph.add({node_property::depends_on_all_leaves()});
  }
  auto ready = graph.finalize();
  // Lanes of one step write only where no other lane of the same step reads: odd and even ones alternate.
  std::vector<long> expected(lanes * size, 1L);
  constexpr int rounds = 50;
  const auto reference = [&] {
    for (std::size_t step = 0; step < depth; ++step) {
      const std::vector<long> before = expected;
      for (std::size_t lane = 0; lane < lanes; ++lane)
        for (std::size_t i = 0; i < (lane % 2 ? size : 3); ++i)
          expected[lane * size + i] +=
              step % 2 == lane % 2 ? before[(lane + 1) % lanes * size + i % 3] % 5 : 0;
    }
  };
  sycl::queue second(q.get_context(), q.get_device());
  sycl::event last;
  for (int round = 0; round < rounds; ++round)
    last = (round % 2 ? q : second).ext_oneapi_graph(ready);
  last.wait();
  for (int round = 0; round < rounds; ++round)
    reference();
  CHECK_ALL(data, lanes * size, [&](std::size_t i) { return expected[i]; });
  sycl::free(data, q);
}

int main() {
  sycl::queue q;
  ranges(q);
  whole(q);
  choices(q);
  profiling(q);
  failing(q);
  many(q);
  return check::result();
}
