//! plain_kernels = true
// Graphs of commands (sycl_ext_oneapi_graph): added and recorded nodes, edges, replays, graphs in graphs.
#include "check.hpp"
#include <sycl/sycl.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <string>

#include <unistd.h>

#if SYCL_EXT_ONEAPI_GRAPH != 1
#error "the macro of the extension is missing"
#endif

namespace syclex = sycl::ext::oneapi::experimental;
namespace graph_property = syclex::property::graph;
namespace node_property = syclex::property::node;
using syclex::command_graph;
using syclex::graph_state;
using syclex::node;
using syclex::node_type;

constexpr std::size_t n = 1000;

// a, then b and c side by side, then d.
void added(sycl::queue &q) {
  int *const a = sycl::malloc_shared<int>(n, q), *const b = sycl::malloc_shared<int>(n, q),
            *const c = sycl::malloc_shared<int>(n, q), *const d = sycl::malloc_shared<int>(n, q);
  command_graph graph(q.get_context(), q.get_device());
  CHECK(graph.empty());
  node first = graph.add([&](sycl::handler &group) {
    group.parallel_for(n, [=](sycl::id<1> i) { a[i] += int(i[0]); });
  });
  node left = graph.add(
      [&](sycl::handler &group) {
        group.parallel_for(sycl::range<1>(n), [=](sycl::item<1> i) { b[i] = a[i] * 2; });
      },
      {node_property::depends_on(first)});
  node right = graph.add([&](sycl::handler &group) { group.memcpy(c, a, n * sizeof(int)); });
  graph.make_edge(first, right);
  node meeting = graph.add({node_property::depends_on_all_leaves()});
  node last = graph.add(
      [&](sycl::handler &group) {
        group.parallel_for(sycl::nd_range<1>(n, 8), [=](sycl::nd_item<1> it) {
          const std::size_t i = it.get_global_id(0);
          d[i] = b[i] + c[i];
        });
      },
      {node_property::depends_on(meeting)});
  CHECK_EQ(graph.get_nodes().size(), 5u);
  CHECK(graph.get_root_nodes() == std::vector<node>{first});
  CHECK(first.get_type() == node_type::kernel && right.get_type() == node_type::memcpy &&
        meeting.get_type() == node_type::empty);
  CHECK((first.get_successors() == std::vector<node>{left, right}));
  CHECK((meeting.get_predecessors() == std::vector<node>{left, right}));
  CHECK(last.get_successors().empty() && first.get_predecessors().empty());
  CHECK_THROWS(sycl::errc::invalid, graph.make_edge(last, first));
  CHECK_THROWS(sycl::errc::invalid, graph.make_edge(last, last));
  command_graph other(q);
  CHECK(graph.get_id() < other.get_id());
  node foreign = other.add();
  CHECK_THROWS(sycl::errc::invalid, graph.make_edge(first, foreign));
  CHECK_THROWS(sycl::errc::invalid, graph.add({node_property::depends_on(foreign)}));

  auto ready = graph.finalize();
  std::fill(a, a + n, 0);
  for (int round = 1; round <= 10; ++round)
    q.ext_oneapi_graph(ready);
  q.wait();
  CHECK_ALL(a, n, [](std::size_t i) { return 10 * int(i); });
  CHECK_ALL(d, n, [](std::size_t i) { return 30 * int(i); });

  // Extending a graph does not change executable graphs that were made of it; a graph in a graph.
  command_graph outer(q);
  node whole = outer.add([&](sycl::handler &group) { group.ext_oneapi_graph(ready); });
  outer.add(
      [&](sycl::handler &group) {
        group.parallel_for(n, [=](sycl::id<1> i) { d[i] = -d[i]; });
      },
      {node_property::depends_on(whole)});
  CHECK(whole.get_type() == node_type::subgraph);
  auto all = outer.finalize();
  graph.add([&](sycl::handler &group) { group.memset(d, 0, n * sizeof(int)); },
            {node_property::depends_on(last)});
  q.submit([&](sycl::handler &group) { group.ext_oneapi_graph(all); }).wait();
  CHECK_ALL(d, n, [](std::size_t i) { return -33 * int(i); });
  syclex::execute_graph(q, graph.finalize());
  q.wait();
  CHECK_ALL(d, n, [](std::size_t) { return 0; });
  // A stream is printed once, when its kernel is complete.
  CHECK_THROWS(sycl::errc::feature_not_supported, graph.add([](sycl::handler &group) {
    sycl::stream out(100, 100, group);
    group.single_task([=] { out << 1; });
  }));
  // An empty graph can be submitted, too.
  q.ext_oneapi_graph(command_graph(q).finalize()).wait();

  const std::filesystem::path file = std::filesystem::temp_directory_path() / ("graph_basic." + std::to_string(getpid()) + ".dot");
  graph.print_graph(file.string());
  std::ifstream text(file);
  const std::string dot((std::istreambuf_iterator<char>(text)), {});
  std::filesystem::remove(file);
  CHECK(dot.find("n0 -> n1") != std::string::npos && dot.find("MEMCPY") != std::string::npos);
  CHECK_THROWS(sycl::errc::invalid, graph.print_graph("graph_basic.txt"));
  for (int *memory : {a, b, c, d})
    sycl::free(memory, q);
}

void recorded(sycl::queue q) {
  int *const data = sycl::malloc_shared<int>(n, q), *const sum = sycl::malloc_shared<int>(1, q);
  std::fill(data, data + n, 1);
  command_graph graph(q);
  CHECK(q.ext_oneapi_get_state() == syclex::queue_state::executing);
  CHECK_THROWS(sycl::errc::invalid, (void)q.ext_oneapi_get_graph());
  graph.begin_recording(q);
  CHECK(q.ext_oneapi_get_state() == syclex::queue_state::recording);
  CHECK(q.ext_oneapi_get_graph() == graph);
  CHECK_THROWS(sycl::errc::invalid, graph.begin_recording(q));
  CHECK_THROWS(sycl::errc::invalid, graph.add());
  CHECK_THROWS(sycl::errc::invalid, q.wait());
  sycl::event doubled = q.parallel_for(n, [=](sycl::id<1> i) { data[i] *= 2; });
  CHECK_THROWS(sycl::errc::invalid, doubled.wait());
  CHECK_THROWS(sycl::errc::invalid,
               (void)doubled.get_info<sycl::info::event::command_execution_status>());
  sycl::event filled = q.fill(sum, 0, 1);
  // A queue whose command depends on a recorded one records, too.
  sycl::queue helper(q.get_context(), q.get_device());
  sycl::event summed = helper.submit([&](sycl::handler &group) {
    group.depends_on({doubled, filled});
    group.parallel_for(sycl::range<1>(n), sycl::reduction(sum, sycl::plus<int>()),
                       [=](sycl::id<1> i, auto &all) { all += data[i]; });
  });
  CHECK(helper.ext_oneapi_get_state() == syclex::queue_state::recording);
  graph.end_recording();
  CHECK(helper.ext_oneapi_get_state() == syclex::queue_state::executing);
  CHECK(q.ext_oneapi_get_state() == syclex::queue_state::executing);
  const node end = node::get_node_from_event(summed);
  CHECK_EQ(graph.get_nodes().size(), 3u);
  CHECK(end == graph.get_nodes().back() && end.get_predecessors().size() == 2);
  CHECK_THROWS(sycl::errc::invalid, (void)node::get_node_from_event(sycl::event()));
  // Recorded commands do not run by themselves, and other commands cannot depend on them.
  q.wait();
  CHECK_EQ(data[0], 1);
  CHECK_THROWS(sycl::errc::invalid, q.single_task(doubled, [] {}));
  auto ready = graph.finalize();
  for (int round = 1; round <= 5; ++round) {
    q.ext_oneapi_graph(ready).wait();
    CHECK_EQ(*sum, int(n) << round);
  }
  // Before and after other commands of the queue.
  sycl::event before = q.parallel_for(n, [=](sycl::id<1> i) { data[i] = 3; });
  sycl::event run = q.ext_oneapi_graph(ready, before);
  q.single_task(run, [=] { *sum += 1; }).wait();
  CHECK_EQ(*sum, 6 * int(n) + 1);
  sycl::free(data, q);
  sycl::free(sum, q);
}

// Queues with an order, barriers and events, host tasks.
void ordered(sycl::queue &any) {
  sycl::queue q(any.get_context(), any.get_device(), sycl::property::queue::in_order());
  int *const data = sycl::malloc_shared<int>(n, q);
  int calls = 0;
  command_graph graph(q);
  graph.begin_recording(q);
  q.fill(data, 1, n);
  for (int round = 0; round < 20; ++round)
    q.parallel_for(n, [=](sycl::id<1> i) { data[i] = data[i] * 3 % 1001 + 1; });
  q.submit([&](sycl::handler &group) {
    group.host_task([&calls, data] { calls += data[0]; });
  });
  q.single_task([=] { data[0] = 7; });
  graph.end_recording(q);
  const std::vector<node> nodes = graph.get_nodes();
  CHECK_EQ(nodes.size(), 23u);
  for (std::size_t i = 1; i < nodes.size(); ++i)
    CHECK(nodes[i].get_predecessors() == std::vector<node>{nodes[i - 1]});
  CHECK(nodes[0].get_type() == node_type::memfill && nodes[21].get_type() == node_type::host_task);
  int expected = 1;
  for (int round = 0; round < 20; ++round)
    expected = expected * 3 % 1001 + 1;
  auto ready = graph.finalize();
  for (int round = 1; round <= 3; ++round)
    q.ext_oneapi_graph(ready);
  q.wait();
  CHECK_EQ(calls, 3 * expected);
  CHECK_EQ(data[0], 7);
  CHECK_ALL(data + 1, n - 1, [=](std::size_t) { return expected; });

  command_graph loose(any);
  loose.begin_recording(any);
  any.parallel_for(n, [=](sycl::id<1> i) { data[i] = 1; });
  sycl::event barrier = any.ext_oneapi_submit_barrier();
  any.parallel_for(n, [=](sycl::id<1> i) { data[i] += 1; });
  loose.end_recording();
  CHECK(node::get_node_from_event(barrier).get_type() == node_type::ext_oneapi_barrier);
  CHECK_EQ(loose.get_nodes()[2].get_predecessors().size(), 1u);
  CHECK_THROWS(sycl::errc::invalid,
               loose.add([](sycl::handler &group) { group.ext_oneapi_barrier(); }));
  any.ext_oneapi_graph(loose.finalize()).wait();
  CHECK_ALL(data, n, [=](std::size_t) { return 2; });
  // A queue stops recording when the graph is destroyed.
  {
    command_graph gone(q);
    gone.begin_recording(q);
  }
  CHECK(q.ext_oneapi_get_state() == syclex::queue_state::executing);
  sycl::free(data, q);
}

void buffers(sycl::queue &q) {
  sycl::buffer<int> in(n), middle(n), out(n);
  in.set_write_back(false);
  {
    sycl::host_accessor all(in);
    std::iota(all.begin(), all.end(), 0);
  }
  command_graph strict(q);
  CHECK_THROWS(sycl::errc::invalid, strict.add([&](sycl::handler &group) {
    sycl::accessor to(in, group);
    group.parallel_for(n, [=](sycl::id<1> i) { to[i] = 0; });
  }));
  command_graph graph(q, {graph_property::assume_buffer_outlives_graph()});
  node first = graph.add([&](sycl::handler &group) {
    sycl::accessor from(in, group, sycl::read_only);
    sycl::accessor to(middle, group, sycl::write_only, sycl::no_init);
    group.parallel_for(n, [=](sycl::id<1> i) { to[i] = from[i] + 1; });
  });
  // Buffers imply edges.
  node second = graph.add([&](sycl::handler &group) {
    sycl::accessor from(middle, group, sycl::read_only);
    sycl::accessor to(out, group);
    group.parallel_for(n, [=](sycl::id<1> i) { to[i] += from[i]; });
  });
  node third = graph.add([&](sycl::handler &group) {
    sycl::accessor both(in, group);
    group.parallel_for(n, [=](sycl::id<1> i) { both[i] += 1; });
  });
  CHECK(second.get_predecessors() == std::vector<node>{first});
  CHECK(third.get_predecessors() == std::vector<node>{first});
  q.submit([&](sycl::handler &group) {
    sycl::accessor to(out, group, sycl::write_only);
    group.fill(to, 100);
  });
  auto ready = graph.finalize();
  for (int round = 0; round < 4; ++round)
    q.ext_oneapi_graph(ready);
  sycl::host_accessor result(out, sycl::read_only);
  for (std::size_t i = 0; i < n; ++i)
    CHECK_EQ(result[i], 100 + 4 * (int(i) + 1) + 6);
}

int main() {
  sycl::queue q;
  CHECK(q.get_device().has(sycl::aspect::ext_oneapi_limited_graph));
  added(q);
  recorded(q);
  ordered(q);
  buffers(q);
  return check::result();
}
