// Nodes of graphs (sycl_ext_oneapi_graph), and the state that graphs share with them.
#pragma once

#include <sycl/queue.hpp>

#include <string>
#include <vector>

namespace sycl::inline _V1 {

namespace detail {

// The state that copies of a graph and its nodes share.
struct graph_impl : counted {
  graph_impl(const context &ctx, const device &dev, std::uint32_t flags)
      // Its commands need a queue, for the device and context.
      : queue(make_counted<queue_impl>(ctx, dev, async_handler(), property_list(), 0u)) {
    check(scythe_graph_create(device_access::handle(dev), flags, this, &handle));
  }
  graph_impl(const graph_impl &) = delete;
  ~graph_impl() {
    scythe_graph_end_recording(handle, nullptr);
    scythe_graph_release(handle);
  }

  shared<queue_impl> queue;
  const scythe_graph *handle = nullptr;
  weak<graph_impl> self;
};

struct executable_graph_impl : counted {
  executable_graph_impl(const graph_impl &graph, bool updatable)
      : sycl_context(graph.queue->sycl_context), sycl_device(graph.queue->sycl_device) {
    check(scythe_graph_finalize(graph.handle, updatable, &handle));
  }
  executable_graph_impl(const executable_graph_impl &) = delete;
  ~executable_graph_impl() { scythe_executable_graph_release(handle); }

  context sycl_context;
  device sycl_device;
  const scythe_executable_graph *handle = nullptr;
};

// The arguments that a dynamic_parameter sets.
struct dynamic_parameter_impl : counted {
  struct use {
    shared<graph_impl> graph;
    std::size_t node;
    std::uint32_t index;
  };
  std::vector<use> uses;
};

struct node_access;

} // namespace detail

namespace ext::oneapi::experimental {

enum class node_type {
  empty,
  subgraph,
  kernel,
  memcpy,
  memset,
  memfill,
  prefetch,
  memadvise,
  ext_oneapi_barrier,
  host_task,
  async_malloc,
  async_free
};

class dynamic_command_group;

class node {
public:
  node() = delete;

  node_type get_type() const {
    std::uint32_t kind = 0;
    const std::uint8_t *name = nullptr;
    std::size_t size = 0;
    detail::check(scythe_graph_describe(graph_->handle, index_, &kind, &name, &size));
    return static_cast<node_type>(kind);
  }
  std::vector<node> get_predecessors() const { return neighbours(true); }
  std::vector<node> get_successors() const { return neighbours(false); }

  static node get_node_from_event(event nodeEvent) {
    const void *owner = nullptr;
    std::size_t index = 0;
    detail::check(
        scythe_event_node(detail::event_access::handle(nodeEvent), &owner, &index));
    detail::shared<detail::graph_impl> graph =
        static_cast<const detail::graph_impl *>(owner)->self.lock();
    if (!graph)
      detail::throw_error(errc::invalid, "get_node_from_event: the graph has been destroyed");
    return node(std::move(graph), index);
  }

  // They change the node in its graph; `update` of an executable graph applies the changes.
  template <int Dimensions> void update_nd_range(nd_range<Dimensions> executionRange) {
    scythe_launch space{};
    detail::store_space(space, executionRange);
    detail::check(scythe_graph_set_space(graph_->handle, index_, space.dims, space.global,
                                         space.local, space.offset));
  }
  template <int Dimensions> void update_range(range<Dimensions> executionRange) {
    scythe_launch space{};
    detail::store_space(space, executionRange);
    detail::check(scythe_graph_set_space(graph_->handle, index_, space.dims, space.global,
                                         nullptr, space.offset));
  }

  friend bool operator==(const node &lhs, const node &rhs) noexcept {
    return lhs.graph_ == rhs.graph_ && lhs.index_ == rhs.index_;
  }
  friend bool operator!=(const node &lhs, const node &rhs) noexcept { return !(lhs == rhs); }

private:
  friend struct detail::node_access;
  friend struct std::hash<node>;

  node(detail::shared<detail::graph_impl> graph, std::size_t index) noexcept
      : graph_(std::move(graph)), index_(index) {}

  std::vector<node> neighbours(bool before) const {
    std::size_t count = 0;
    detail::check(scythe_graph_neighbours(graph_->handle, index_, before, nullptr, 0, &count));
    std::vector<std::size_t> numbers(count);
    detail::check(scythe_graph_neighbours(graph_->handle, index_, before, numbers.data(),
                                          numbers.size(), &count));
    std::vector<node> nodes;
    for (std::size_t idx = 0; idx < count && idx < numbers.size(); ++idx)
      nodes.push_back(node(graph_, numbers[idx]));
    return nodes;
  }

  detail::shared<detail::graph_impl> graph_;
  std::size_t index_;
};

namespace property {

namespace graph {
struct no_cycle_check {};
struct assume_buffer_outlives_graph {};
struct enable_profiling {};
struct updatable {};
} // namespace graph

namespace node {

class depends_on {
public:
  template <typename... NodeTN> depends_on(NodeTN... nodes) : nodes_{nodes...} {}
  const std::vector<experimental::node> &get_dependencies() const noexcept { return nodes_; }

private:
  std::vector<experimental::node> nodes_;
};

struct depends_on_all_leaves {};

} // namespace node
} // namespace property

} // namespace ext::oneapi::experimental

#define SCYTHE_PROPERTY(name)                                                                      \
  template <>                                                                                      \
  struct is_property<ext::oneapi::experimental::property::name> : std::true_type {};               \
  template <ext::oneapi::experimental::graph_state State>                                          \
  struct is_property_of<ext::oneapi::experimental::property::name,                                 \
                        ext::oneapi::experimental::command_graph<State>> : std::true_type {};
SCYTHE_PROPERTY(graph::no_cycle_check)
SCYTHE_PROPERTY(graph::assume_buffer_outlives_graph)
SCYTHE_PROPERTY(graph::enable_profiling)
SCYTHE_PROPERTY(graph::updatable)
SCYTHE_PROPERTY(node::depends_on)
SCYTHE_PROPERTY(node::depends_on_all_leaves)
#undef SCYTHE_PROPERTY

namespace detail {

struct node_access {
  using node = ext::oneapi::experimental::node;
  using node_type = ext::oneapi::experimental::node_type;

  static node make(shared<graph_impl> graph, std::size_t index) {
    return node(std::move(graph), index);
  }
  static const shared<graph_impl> &graph(const node &each) noexcept { return each.graph_; }
  static std::size_t index(const node &each) noexcept { return each.index_; }
  static const char *type_name(node_type type) noexcept {
    constexpr const char *names[] = {"EMPTY",    "SUBGRAPH",  "KERNEL",  "MEMCPY",
                                     "MEMSET",   "FILL",      "PREFETCH", "MEMADVISE",
                                     "BARRIER",  "HOST_TASK", "ASYNC_MALLOC", "ASYNC_FREE"};
    return names[static_cast<int>(type)];
  }
  static std::string kernel_name(const node &each) {
    std::uint32_t kind = 0;
    const std::uint8_t *name = nullptr;
    std::size_t size = 0;
    check(scythe_graph_describe(each.graph_->handle, each.index_, &kind, &name, &size));
    return name ? std::string(reinterpret_cast<const char *>(name), size) : std::string();
  }
};

struct graph_access {
  using node = ext::oneapi::experimental::node;

  static shared<graph_impl> make(const context &ctx, const device &dev, std::uint32_t flags) {
    shared<graph_impl> graph = make_counted<graph_impl>(ctx, dev, flags);
    graph->self = graph;
    return graph;
  }

  // A node with the command of the command group.
  template <typename CommandGroup>
  static node add(const shared<graph_impl> &graph, const std::vector<node> &before,
                  CommandGroup &cgf) {
    handler group(graph->queue);
    const scythe_command &command = ready(group, *graph, before, cgf);
    const scythe_event *made = nullptr;
    check(scythe_graph_add(graph->handle, &command, &made));
    const node added = node::get_node_from_event(event_access::make(made, graph->queue));
    enter_arguments(group, graph, added);
    return added;
  }

  // A node with one of the commands of the command groups.
  template <typename CommandGroup>
  static node add_all(const shared<graph_impl> &graph, const std::vector<node> &before,
                      std::vector<CommandGroup> &groups) {
    const node added = add(graph, before, groups.front());
    using ext::oneapi::experimental::node_type;
    if (added.get_type() != node_type::kernel && added.get_type() != node_type::host_task)
      throw_error(errc::invalid,
                  "a dynamic_command_group consists of kernels, or of host tasks");
    for (std::size_t idx = 1; idx < groups.size(); ++idx) {
      handler group(graph->queue);
      const scythe_command &command = ready(group, *graph, before, groups[idx]);
      check(scythe_graph_add_alternative(graph->handle, node_access::index(added), &command));
      enter_arguments(group, graph, added);
    }
    return added;
  }

  static ext::oneapi::experimental::command_graph<> of_queue(const queue_impl &queue);
  static ext::oneapi::experimental::command_graph<ext::oneapi::experimental::graph_state::executable>
  finalize(const shared<graph_impl> &graph, bool updatable);
  template <typename Graph> static const auto &impl(const Graph &graph) noexcept {
    return graph.impl_;
  }

private:
  template <typename CommandGroup>
  static const scythe_command &ready(handler &group, const graph_impl &graph,
                                     const std::vector<node> &before, CommandGroup &cgf) {
    for (const node &each : before) {
      const scythe_event *handle = nullptr;
      check(scythe_graph_event(graph.handle, node_access::index(each), &handle));
      group.depends_on(event_access::make(handle, graph.queue));
    }
    cgf(group);
    if (group.stage_)
      throw_error(errc::feature_not_supported,
                  "a node cannot copy between boxes of different shapes: record it from a queue");
    const scythe_command &command = group.ready();
    if (command.kind == SCYTHE_COMMAND_BARRIER || command.kind == SCYTHE_COMMAND_GATE)
      throw_error(errc::invalid, "a barrier can only be recorded to a graph: add an empty node that "
                                 "depends on all leaves");
    return command;
  }

  static void enter_arguments(handler &group, const shared<graph_impl> &graph,
                              const node &added) {
    for (auto *each = group.dynamic_arguments_.get(); each; each = each->next.get())
      each->parameter->uses.push_back({graph, node_access::index(added), each->index});
  }
};

} // namespace detail
} // namespace sycl

template <> struct std::hash<sycl::ext::oneapi::experimental::node> {
  std::size_t operator()(const sycl::ext::oneapi::experimental::node &node) const noexcept {
    return std::hash<const void *>()(node.graph_.get()) ^ node.index_;
  }
};
