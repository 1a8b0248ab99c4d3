// The extension sycl_ext_oneapi_graph: commands that are submitted together, repeatedly. The
// runtime has the graph; a node is a number.
#pragma once

#include <sycl/ext/oneapi/experimental/graph_node.hpp>

#include <fstream>
#include <functional>
#include <string>

namespace sycl::inline _V1 {

namespace ext::oneapi::experimental {

template <> class command_graph<graph_state::modifiable> {
public:
  command_graph(const context &syclContext, const device &syclDevice,
                const sycl::property_list &propList = {})
      : impl_(detail::graph_access::make(syclContext, syclDevice, flags(propList))) {}
  explicit command_graph(const queue &syclQueue, const sycl::property_list &propList = {})
      : command_graph(syclQueue.get_context(), syclQueue.get_device(), propList) {}
  explicit command_graph(const device &syclDevice, const sycl::property_list &propList = {})
      : command_graph(queue(syclDevice), propList) {}

  command_graph<graph_state::executable> finalize(const sycl::property_list &propList = {}) const;

  void begin_recording(queue &recordingQueue, const sycl::property_list & = {}) {
    begin_recording(std::vector<queue>{recordingQueue});
  }
  void begin_recording(const std::vector<queue> &recordingQueues, const sycl::property_list & = {}) {
    for (const queue &each : recordingQueues)
      if (each.get_context() != impl_->queue->sycl_context ||
          each.get_device() != impl_->queue->sycl_device)
        detail::throw_error(errc::invalid, "begin_recording: the queue and the graph have "
                                           "different contexts or devices");
    for (const queue &each : recordingQueues)
      detail::check(scythe_queue_begin_recording(handle_of(each), impl_->handle));
  }
  void end_recording() { detail::check(scythe_graph_end_recording(impl_->handle, nullptr)); }
  void end_recording(queue &recordingQueue) {
    detail::check(scythe_graph_end_recording(impl_->handle, handle_of(recordingQueue)));
  }
  void end_recording(const std::vector<queue> &recordingQueues) {
    for (const queue &each : recordingQueues)
      detail::check(scythe_graph_end_recording(impl_->handle, handle_of(each)));
  }

  node add(const sycl::property_list &propList = {}) {
    return add([](handler &) {}, propList);
  }
  template <typename CommandGroup,
            std::enable_if_t<std::is_invocable_v<CommandGroup &, handler &>, int> = 0>
  node add(CommandGroup cgf, const sycl::property_list &propList = {}) {
    check_not_recording();
    return detail::graph_access::add(impl_, before(propList), cgf);
  }
  node add(dynamic_command_group &dynamicCG, const sycl::property_list &propList = {});

  void make_edge(node &src, node &dest) {
    check_not_recording();
    if (!(detail::node_access::graph(src) == impl_ && detail::node_access::graph(dest) == impl_))
      detail::throw_error(errc::invalid, "make_edge: a node does not belong to the graph");
    detail::check(scythe_graph_make_edge(impl_->handle, detail::node_access::index(src),
                                         detail::node_access::index(dest)));
  }

  // In the language of Graphviz.
  void print_graph(const std::string &path, bool verbose = false) const {
    constexpr std::string_view extension = ".dot";
    if (path.size() < extension.size() ||
        path.compare(path.size() - extension.size(), extension.size(), extension) != 0)
      detail::throw_error(errc::invalid, "print_graph: the name of the file must end with .dot");
    std::ofstream out(path);
    out << "digraph dot {\n";
    for (const node &each : get_nodes()) {
      const std::size_t number = detail::node_access::index(each);
      out << "  n" << number << " [label=\"ID = " << number
          << "\\nTYPE = " << detail::node_access::type_name(each.get_type());
      if (const std::string name = detail::node_access::kernel_name(each);
          !name.empty() && (verbose || each.get_type() == node_type::kernel))
        out << "\\nNAME = " << name;
      out << "\"];\n";
      for (const node &next : each.get_successors())
        out << "  n" << number << " -> n" << detail::node_access::index(next) << ";\n";
    }
    out << "}\n";
    out.close();
    if (!out)
      detail::throw_error(errc::invalid, "print_graph: the file cannot be written");
  }

  std::vector<node> get_nodes() const {
    std::vector<node> all;
    for (std::size_t index = 0, count = scythe_graph_size(impl_->handle); index < count; ++index)
      all.push_back(detail::node_access::make(impl_, index));
    return all;
  }
  std::vector<node> get_root_nodes() const {
    return those([](const node &each) { return each.get_predecessors().empty(); });
  }
  bool empty() const { return scythe_graph_size(impl_->handle) == 0; }
  std::size_t get_id() const noexcept { return scythe_graph_id(impl_->handle); }

  friend bool operator==(const command_graph &lhs, const command_graph &rhs) noexcept {
    return lhs.impl_ == rhs.impl_;
  }
  friend bool operator!=(const command_graph &lhs, const command_graph &rhs) noexcept {
    return !(lhs == rhs);
  }

private:
  friend struct detail::graph_access;

  explicit command_graph(detail::shared<detail::graph_impl> impl) noexcept
      : impl_(std::move(impl)) {}

  static std::uint32_t flags(const sycl::property_list &propList) {
    std::uint32_t flags = 0;
    if (propList.has_property<property::graph::no_cycle_check>())
      flags |= SCYTHE_GRAPH_NO_CYCLE_CHECK;
    if (propList.has_property<property::graph::assume_buffer_outlives_graph>())
      flags |= SCYTHE_GRAPH_BUFFERS;
    return flags;
  }

  static scythe_queue *handle_of(const queue &each) noexcept {
    return detail::queue_access::impl(each)->handle;
  }

  void check_not_recording() const {
    if (scythe_graph_is_recording(impl_->handle))
      detail::throw_error(errc::invalid, "a queue is recording to the graph");
  }

  template <typename Condition> std::vector<node> those(const Condition &condition) const {
    std::vector<node> found;
    for (const node &each : get_nodes())
      if (condition(each))
        found.push_back(each);
    return found;
  }

  // The dependencies in a node's properties.
  std::vector<node> before(const sycl::property_list &propList) const {
    std::vector<node> nodes;
    if (propList.has_property<property::node::depends_on_all_leaves>())
      nodes = those([](const node &each) { return each.get_successors().empty(); });
    if (propList.has_property<property::node::depends_on>()) {
      const auto given = propList.get_property<property::node::depends_on>();
      nodes.insert(nodes.end(), given.get_dependencies().begin(), given.get_dependencies().end());
    }
    for (const node &each : nodes)
      if (!(detail::node_access::graph(each) == impl_))
        detail::throw_error(errc::invalid, "depends_on: a node does not belong to the graph");
    return nodes;
  }

  detail::shared<detail::graph_impl> impl_;
};

template <> class command_graph<graph_state::executable> {
public:
  command_graph() = delete;

  void update(const node &each) { update(std::vector<node>{each}); }
  void update(const std::vector<node> &nodes) {
    if (nodes.empty())
      return;
    const detail::shared<detail::graph_impl> &graph = detail::node_access::graph(nodes.front());
    std::vector<std::size_t> numbers;
    for (const node &each : nodes) {
      if (!(detail::node_access::graph(each) == graph))
        detail::throw_error(errc::invalid, "update: the nodes are of different graphs");
      numbers.push_back(detail::node_access::index(each));
    }
    detail::check(scythe_executable_graph_update_nodes(impl_->handle, graph->handle,
                                                       numbers.data(), numbers.size()));
  }
  void update(const command_graph<graph_state::modifiable> &source) {
    const detail::shared<detail::graph_impl> &graph = detail::graph_access::impl(source);
    if (graph->queue->sycl_context != impl_->sycl_context)
      detail::throw_error(errc::invalid, "update: the graphs have different contexts");
    detail::check(scythe_executable_graph_update(impl_->handle, graph->handle));
  }

  // Nodes do not allocate memory.
  std::size_t get_required_mem_size() const noexcept { return 0; }

  friend bool operator==(const command_graph &lhs, const command_graph &rhs) noexcept {
    return lhs.impl_ == rhs.impl_;
  }
  friend bool operator!=(const command_graph &lhs, const command_graph &rhs) noexcept {
    return !(lhs == rhs);
  }

private:
  friend struct detail::graph_access;
  explicit command_graph(detail::shared<detail::executable_graph_impl> impl) noexcept
      : impl_(std::move(impl)) {}

  detail::shared<detail::executable_graph_impl> impl_;
};

command_graph(const context &, const device &, const sycl::property_list & = {})
    -> command_graph<graph_state::modifiable>;
command_graph(const queue &, const sycl::property_list & = {}) -> command_graph<graph_state::modifiable>;
command_graph(const device &, const sycl::property_list & = {})
    -> command_graph<graph_state::modifiable>;

inline command_graph<graph_state::executable>
command_graph<graph_state::modifiable>::finalize(const sycl::property_list &propList) const {
  return detail::graph_access::finalize(
      impl_, propList.has_property<property::graph::updatable>());
}

// Several command groups, one of which a node runs.
class dynamic_command_group {
public:
  dynamic_command_group(const command_graph<graph_state::modifiable> &graph,
                        const std::vector<std::function<void(handler &)>> &cgfList)
      : impl_(detail::make_counted<state>()) {
    if (cgfList.empty())
      detail::throw_error(errc::invalid, "dynamic_command_group: there is no command group");
    impl_->graph = detail::graph_access::impl(graph);
    impl_->groups = cgfList;
  }

  std::size_t get_active_index() const { return impl_->active; }
  void set_active_index(std::size_t cgfIndex) {
    if (cgfIndex >= impl_->groups.size())
      detail::throw_error(errc::invalid, "set_active_index: there is no such command group");
    for (const std::size_t number : impl_->nodes)
      detail::check(scythe_graph_set_active(impl_->graph->handle, number, cgfIndex));
    impl_->active = cgfIndex;
  }

private:
  friend class command_graph<graph_state::modifiable>;

  struct state : detail::counted {
    detail::shared<detail::graph_impl> graph;
    std::vector<std::function<void(handler &)>> groups;
    std::vector<std::size_t> nodes;
    std::size_t active = 0;
  };
  detail::shared<state> impl_;
};

inline node command_graph<graph_state::modifiable>::add(dynamic_command_group &dynamicCG,
                                                        const sycl::property_list &propList) {
  check_not_recording();
  dynamic_command_group::state &groups = *dynamicCG.impl_;
  if (!(groups.graph == impl_))
    detail::throw_error(errc::invalid, "add: the dynamic_command_group is of another graph");
  const node made = detail::graph_access::add_all(impl_, before(propList), groups.groups);
  const std::size_t number = detail::node_access::index(made);
  groups.nodes.push_back(number);
  detail::check(scythe_graph_set_active(impl_->handle, number, groups.active));
  return made;
}

// A value for certain arguments of kernels in a graph that can be changed.
template <typename ValueT> class dynamic_parameter {
public:
  dynamic_parameter(const command_graph<graph_state::modifiable> &, const ValueT &initialValue)
      : dynamic_parameter(initialValue) {}
  explicit dynamic_parameter(const ValueT &initialValue)
      : impl_(detail::make_counted<state, detail::dynamic_parameter_impl>(initialValue)) {}

  void update(const ValueT &newValue) {
    static_cast<state &>(*impl_).value = newValue;
    for (const auto &use : impl_->uses)
      detail::check(scythe_graph_set_argument(use.graph->handle, use.node, use.index,
                                              std::addressof(newValue), sizeof newValue));
  }

private:
  friend class sycl::handler;

  static_assert(std::is_trivially_copyable_v<ValueT>,
                "a dynamic_parameter is a value of bytes or a pointer");
  struct state : detail::dynamic_parameter_impl {
    explicit state(const ValueT &initialValue) : value(initialValue) {}
    ValueT value;
  };
  detail::shared<detail::dynamic_parameter_impl> impl_;
};

inline void execute_graph(queue submitter, const command_graph<graph_state::executable> &graph) {
  submitter.ext_oneapi_graph(graph);
}
inline void execute_graph(handler &submitter,
                          const command_graph<graph_state::executable> &graph) {
  submitter.ext_oneapi_graph(graph);
}

} // namespace ext::oneapi::experimental

inline void handler::ext_oneapi_graph(
    const ext::oneapi::experimental::command_graph<
        ext::oneapi::experimental::graph_state::executable> &graph) {
  const detail::executable_graph_impl &impl = *detail::graph_access::impl(graph);
  if (impl.sycl_context != queue_->sycl_context || impl.sycl_device != queue_->sycl_device)
    detail::throw_error(errc::invalid,
                        "ext_oneapi_graph: the graph is for another context or device");
  begin(SCYTHE_COMMAND_GRAPH);
  command_.body.graph = impl.handle;
}

template <typename ValueT>
void handler::set_arg(int argIndex,
                      ext::oneapi::experimental::dynamic_parameter<ValueT> &dynamicParam) {
  using state = typename ext::oneapi::experimental::dynamic_parameter<ValueT>::state;
  set_arg(argIndex, static_cast<const state &>(*dynamicParam.impl_).value);
  auto added = detail::make_counted<detail::dynamic_argument>();
  added->parameter = dynamicParam.impl_;
  added->index = static_cast<std::uint32_t>(argIndex);
  added->next = std::move(dynamic_arguments_);
  dynamic_arguments_ = std::move(added);
}

inline ext::oneapi::experimental::command_graph<> queue::ext_oneapi_get_graph() const {
  return detail::graph_access::of_queue(*impl_);
}
inline event
queue::ext_oneapi_graph(const ext::oneapi::experimental::command_graph<
                        ext::oneapi::experimental::graph_state::executable> &graph) {
  return submit([&](handler &group) { group.ext_oneapi_graph(graph); });
}
inline event
queue::ext_oneapi_graph(const ext::oneapi::experimental::command_graph<
                            ext::oneapi::experimental::graph_state::executable> &graph,
                        event depEvent) {
  return submit([&](handler &group) {
    group.depends_on(depEvent);
    group.ext_oneapi_graph(graph);
  });
}
inline event
queue::ext_oneapi_graph(const ext::oneapi::experimental::command_graph<
                            ext::oneapi::experimental::graph_state::executable> &graph,
                        const std::vector<event> &depEvents) {
  return submit([&](handler &group) {
    group.depends_on(depEvents);
    group.ext_oneapi_graph(graph);
  });
}

namespace detail {

inline ext::oneapi::experimental::command_graph<>
graph_access::of_queue(const queue_impl &queue) {
  const auto *owner = static_cast<const graph_impl *>(scythe_queue_recording(queue.handle));
  shared<graph_impl> graph = owner ? owner->self.lock() : nullptr;
  if (!graph)
    throw_error(errc::invalid, "ext_oneapi_get_graph: the queue is not recording");
  return ext::oneapi::experimental::command_graph<>(std::move(graph));
}
inline ext::oneapi::experimental::command_graph<ext::oneapi::experimental::graph_state::executable>
graph_access::finalize(const shared<graph_impl> &graph, bool updatable) {
  return ext::oneapi::experimental::command_graph<
      ext::oneapi::experimental::graph_state::executable>(
      make_counted<executable_graph_impl>(*graph, updatable));
}

} // namespace detail
} // namespace sycl

template <sycl::ext::oneapi::experimental::graph_state State>
struct std::hash<sycl::ext::oneapi::experimental::command_graph<State>> {
  std::size_t
  operator()(const sycl::ext::oneapi::experimental::command_graph<State> &graph) const noexcept {
    return std::hash<const void *>()(sycl::detail::graph_access::impl(graph).get());
  }
};
