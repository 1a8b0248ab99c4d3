// SYCL 2020 §4.9.4: the commands of a command group.
#pragma once

#include <sycl/accessor.hpp>
#include <sycl/detail/argument_storage.hpp>
#include <sycl/detail/device_global_commands.hpp>
#include <sycl/detail/host_task_context.hpp>
#include <sycl/detail/inline_list.hpp>
#include <sycl/detail/kernel_commands.hpp>
#include <sycl/detail/kernel_launch.hpp>
#include <sycl/detail/memory_2d_commands.hpp>
#include <sycl/detail/memory_commands.hpp>
#include <sycl/detail/native_arguments.hpp>
#include <sycl/detail/queue_impl.hpp>
#include <sycl/event.hpp>
#include <sycl/kernel_bundle.hpp>
#include <sycl/local_accessor.hpp>

namespace sycl::inline _V1 {

namespace detail {

struct graph_access;

// An argument of a kernel from a dynamic_parameter, in a list.
struct dynamic_parameter_impl;
struct dynamic_argument : counted {
  shared<dynamic_parameter_impl> parameter;
  std::uint32_t index = 0;
  shared<dynamic_argument> next;
};

} // namespace detail

// The calls only record what to do, since requirements may follow the command; the queue submits
// everything when the command group function returns.
class handler : public detail::kernel_commands<handler>,
                public detail::memory_commands<handler>,
                public detail::memory_2d_commands<handler>,
                public detail::device_global_commands<handler> {
public:
  handler() = delete;
  handler(const handler &) = delete;
  handler(handler &&) = delete;
  handler &operator=(const handler &) = delete;
  handler &operator=(handler &&) = delete;

  SCYTHE_OPAQUE ~handler() {
    for (const scythe_event *dependency : dependencies_)
      scythe_event_release(dependency);
    if (command_.kind == SCYTHE_COMMAND_HOST && !submitted_)
      command_.body.host.drop(command_.body.host.context);
  }

  // -- requirements ---------------------------------------------------------

  template <typename DataT, int Dimensions, access_mode AccessMode, target AccessTarget,
            access::placeholder IsPlaceholder, typename PropertyListT>
  void require(accessor<DataT, Dimensions, AccessMode, AccessTarget, IsPlaceholder, PropertyListT>
                   acc) {
    require(acc, AccessTarget == target::host_task);
  }

  void depends_on(event depEvent) { add_dependency(depEvent); }
  void depends_on(const std::vector<event> &depEvents) {
    for (const event &depEvent : depEvents)
      add_dependency(depEvent);
  }

  // -- arguments by number --------------------------------------------------

  // For kernels from a backend: the arguments of the program's own kernels are in their function
  // objects.
  template <typename DataT, int Dimensions, access_mode AccessMode, target AccessTarget,
            access::placeholder IsPlaceholder, typename PropertyListT>
  void set_arg(int argIndex, accessor<DataT, Dimensions, AccessMode, AccessTarget, IsPlaceholder,
                                      PropertyListT>
                                 accessObj) {
    require(accessObj);
    const scythe_access access = detail::accessor_access::description(accessObj);
    const auto *start =
        static_cast<const unsigned char *>(detail::accessor_access::buffer_start(accessObj));
    add_argument(argIndex, SCYTHE_NATIVE_ARGUMENT_POINTER, start + access.byte_offset, 0);
  }
  template <typename DataT, int Dimensions>
  void set_arg(int argIndex, local_accessor<DataT, Dimensions> accessObj) {
    add_argument(argIndex, SCYTHE_NATIVE_ARGUMENT_LOCAL, nullptr, accessObj.byte_size());
  }
  template <typename ValueT> void set_arg(int argIndex, const ValueT &value) {
    static_assert(is_device_copyable_v<ValueT>, "an argument of a kernel must be device-copyable");
    // Unified shared memory.
    if constexpr (std::is_pointer_v<ValueT>)
      add_argument(argIndex, SCYTHE_NATIVE_ARGUMENT_POINTER, value, 0);
    else
      add_argument(argIndex, SCYTHE_NATIVE_ARGUMENT_BYTES, std::addressof(value), sizeof value);
  }
  template <typename... ValueTs> void set_args(ValueTs &&...args) {
    [[maybe_unused]] int argIndex = 0;
    (set_arg(argIndex++, std::forward<ValueTs>(args)), ...);
  }

  // -- specialization constants ---------------------------------------------

  template <auto &SpecName>
  void set_specialization_constant(detail::specialization_type<SpecName> value) {
    static_assert(is_device_copyable_v<decltype(value)>,
                  "the type of a specialization constant must be device-copyable");
    if (bundle_)
      detail::throw_error(errc::invalid, "set_specialization_constant: the command group uses a "
                                         "kernel bundle, whose constants are fixed");
    constants_.set(detail::specialization_key<SpecName>(), std::addressof(value), sizeof value);
  }

  template <auto &SpecName>
  detail::specialization_type<SpecName> get_specialization_constant() {
    if (bundle_)
      detail::throw_error(errc::invalid, "get_specialization_constant: the command group uses a "
                                         "kernel bundle, which knows the value");
    if (const void *value = constants_.find(detail::specialization_key<SpecName>()))
      return detail::value_from_bytes<detail::specialization_type<SpecName>>(value);
    return detail::specialization_access::value(SpecName);
  }

  // -- kernel bundles -------------------------------------------------------

  void use_kernel_bundle(const kernel_bundle<bundle_state::executable> &execBundle) {
    if (execBundle.get_context() != queue_->sycl_context)
      detail::throw_error(errc::invalid,
                          "use_kernel_bundle: the bundle and the queue have different contexts");
    if (!constants_.empty())
      detail::throw_error(errc::invalid, "use_kernel_bundle: set_specialization_constant was "
                                         "called for this command group");
    bundle_ = detail::bundle_access::impl(execBundle);
  }

  // -- host tasks -----------------------------------------------------------

  template <typename ValueT> void host_task(ValueT &&hostTaskCallable) {
    using function = std::decay_t<ValueT>;
    static_assert(std::is_invocable_v<function &> ||
                      std::is_invocable_v<function &, interop_handle>,
                  "a host task must be callable without arguments or with an interop_handle");
    begin(SCYTHE_COMMAND_HOST);
    using context = detail::host_task_context<function>;
    detail::shared<detail::native_queue> native;
    if constexpr (context::takes_handle)
      native = queue_->native();
    auto *task =
        new context{std::make_unique<function>(std::forward<ValueT>(hostTaskCallable)), queue_->errors,
                    std::move(native), {}};
    if constexpr (!context::takes_handle)
      task_addresses_ = &task->addresses;
    command_.body.host.context = task;
    command_.body.host.run = context::run;
    command_.body.host.repeat = context::repeat;
    command_.body.host.drop = context::drop;
  }

  // -- graphs ---------------------------------------------------------------

  // The extension sycl_ext_oneapi_graph; defined in ext/oneapi/experimental/graph.hpp.
  void ext_oneapi_graph(
      const ext::oneapi::experimental::command_graph<
          ext::oneapi::experimental::graph_state::executable> &graph);
  template <typename ValueT>
  void set_arg(int argIndex, ext::oneapi::experimental::dynamic_parameter<ValueT> &dynamicParam);

  // -- barriers -------------------------------------------------------------

  // The extension sycl_ext_oneapi_enqueue_barrier: the barrier depends on earlier commands of the
  // queue, or on the given events, and later commands depend on the barrier.
  void ext_oneapi_barrier() { begin(SCYTHE_COMMAND_BARRIER); }
  void ext_oneapi_barrier(const std::vector<event> &waitList) {
    begin(SCYTHE_COMMAND_GATE);
    depends_on(waitList);
  }

  // -- memory ---------------------------------------------------------------

  using device_global_commands::copy;
  using device_global_commands::memcpy;
  using memory_commands::copy;
  using memory_commands::memcpy;

private:
  friend class queue;
  friend struct detail::graph_access;
  friend class detail::kernel_commands<handler>;
  friend class detail::memory_commands<handler>;
  friend class detail::memory_2d_commands<handler>;
  friend class detail::device_global_commands<handler>;
  friend void *detail::require_access(handler &, const scythe_access &, bool);
  friend std::size_t detail::reserve_local_memory(handler &, std::size_t, std::size_t);
  friend void detail::add_command_end(handler &, detail::command_end *, bool) noexcept;
  friend const detail::queue_impl &detail::queue_of(const handler &) noexcept;

  SCYTHE_OPAQUE
  explicit handler(const detail::shared<detail::queue_impl> &queue,
                   detail::kernel_object kernels = detail::kernel_object::copied)
      : queue_(queue), kernels_(kernels) {
    command_.struct_size = sizeof command_;
    command_.kind = no_command;
  }

  static constexpr std::uint32_t no_command = 0;

  // A command group has one command at most (SYCL 2020 §4.9.3).
  void begin(std::uint32_t kind) {
    if (command_.kind != no_command)
      detail::throw_error(errc::invalid, "a command group can contain only one command");
    command_.kind = kind;
  }

  template <typename ValueT> const void *keep(const ValueT &value) {
    return storage_.keep(std::addressof(value), sizeof(ValueT), alignof(ValueT));
  }

  template <typename KernelName, typename LaunchKind, typename List = detail::no_properties,
            typename FunctionT, typename First, typename... Rest>
  void launch(const FunctionT &kernel, const First &first, const Rest &...rest) {
    using properties = detail::joined_properties_t<List, detail::own_properties_t<FunctionT>>;
    detail::check_properties<properties>(queue_->sycl_device, first);
    begin(SCYTHE_COMMAND_KERNEL);
    scythe_launch &launch = command_.body.launch;
    using form = detail::launch_with_list_t<LaunchKind, properties>;
    const bool has_local_accessor =
        detail::store_kernel<KernelName, form>(launch, kernel, kernels_, storage_);
    detail::store_space(launch, first, rest...);
    if (has_local_accessor)
      check_work_groups();
    if (bundle_)
      check_bundle();
  }

  SCYTHE_OPAQUE void add_argument(int index, std::uint32_t kind, const void *value,
                                  std::size_t size) {
    if (index < 0)
      detail::throw_error(errc::invalid, "set_arg: arguments are counted from 0");
    if (!native_arguments_)
      native_arguments_ = std::make_unique<detail::native_arguments>();
    native_arguments_->set(static_cast<std::uint32_t>(index), kind, value, size);
  }

  // A kernel object of a backend, or of a kernel of the program, which can only be launched with
  // its function object.
  template <typename Space>
  void launch_object(const kernel &object, const Space &space) {
    void *const native = detail::kernel_access::native(object);
    if (!native)
      detail::throw_error(errc::invalid,
                          "launches of kernel objects are for kernels of other languages: what a "
                          "kernel of the program takes is in its function object");
    if (object.get_context() != queue_->sycl_context)
      detail::throw_error(errc::invalid, "the kernel and the queue have different contexts");
    begin(SCYTHE_COMMAND_NATIVE_KERNEL);
    scythe_launch shape{};
    detail::store_space(shape, space);
    scythe_native_launch &launch = command_.body.native_launch;
    launch = {};
    launch.kernel = native;
    launch.dims = shape.dims;
    launch.has_local = shape.has_local;
    for (int dimension = 0; dimension < 3; ++dimension) {
      launch.global[dimension] = shape.global[dimension];
      launch.local[dimension] = shape.local[dimension];
      launch.offset[dimension] = shape.offset[dimension];
    }
  }

  // A group may have local accessors that its kernel does not use (SYCL 2020 §4.7.6.11).
  SCYTHE_OPAQUE void check_work_groups() const {
    if (!command_.body.launch.has_local)
      detail::throw_error(errc::kernel_argument,
                          "a local_accessor in a kernel that has no work-groups: single_task and "
                          "parallel_for over a range");
  }

  SCYTHE_OPAQUE void check_bundle() const {
    const scythe_kernel *kernel = command_.body.launch.kernel;
    if (!bundle_->find(kernel) || !detail::is_compatible(kernel, queue_->sycl_device))
      detail::throw_error(errc::kernel_not_supported,
                          "the kernel bundle does not contain the kernel for this device");
  }

  void add_dependency(const event &depEvent) {
    const scythe_event *dependency = detail::event_access::handle(depEvent);
    if (!dependency)
      return; // an event without a command is complete
    dependencies_.push_back(dependency);
    scythe_event_retain(dependency);
    const detail::weak<detail::queue_impl> &other = detail::event_access::queue(depEvent);
    if (!other.shares(queue_))
      queue_->follow(other);
  }

  const scythe_device *device_handle() const noexcept {
    return detail::device_access::handle(queue_->sycl_device);
  }

  // A placeholder has the address of the host's memory. Copies and fills use it as it is; for
  // kernels the runtime replaces it by the device's.
  template <typename DataT, int Dimensions, access_mode AccessMode, target AccessTarget,
            access::placeholder IsPlaceholder, typename PropertyListT>
  void require(accessor<DataT, Dimensions, AccessMode, AccessTarget, IsPlaceholder, PropertyListT> acc,
               bool on_host) {
    if (!acc.is_placeholder())
      return;
    const scythe_access access = detail::accessor_access::description(acc);
    void *start = nullptr;
    detail::check(scythe_buffer_address(access.buffer, nullptr, access.mode, &start));
    if (start != detail::accessor_access::buffer_start(acc) && !acc.empty())
      detail::throw_error(errc::accessor,
                          "require: the buffer's memory has moved since the placeholder accessor "
                          "was constructed; construct it after set_final_data and set_write_back");
    add_access(access, on_host);
  }

  void *add_access(scythe_access access, bool on_host) {
    const scythe_device *device = on_host ? nullptr : device_handle();
    if (on_host)
      access.mode |= SCYTHE_ACCESS_ON_HOST;
    if (access.byte_offset != 0 && device)
      check_alignment(access.byte_offset);
    void *address = nullptr;
    detail::check(scythe_buffer_address(access.buffer, device, access.mode, &address));
    accesses_.push_back(access);
    return address;
  }

  // A host task without an interop_handle has all its buffers in the host's memory, whatever the
  // targets of its accessors.
  SCYTHE_OPAQUE void move_to_host() {
    for (std::size_t idx = 0; idx < accesses_.size(); ++idx) {
      scythe_access &access = accesses_.data()[idx];
      if (access.mode & SCYTHE_ACCESS_ON_HOST)
        continue;
      void *there = nullptr, *host = nullptr;
      detail::check(scythe_buffer_address(access.buffer, device_handle(), access.mode, &there));
      detail::check(scythe_buffer_address(access.buffer, nullptr, access.mode, &host));
      task_addresses_->add(there, detail::end_of(access), host);
      access.mode |= SCYTHE_ACCESS_ON_HOST;
    }
  }

  // Sub-buffers have to start at an address that the device supports (SYCL 2020 §4.7.2.1).
  void check_alignment(std::size_t byte_offset) const {
    const std::size_t bits = queue_->sycl_device.get_info<info::device::mem_base_addr_align>();
    if (bits >= 8 && byte_offset % (bits / 8) != 0)
      detail::throw_error(errc::invalid, "the sub-buffer does not start at a multiple of the "
                                         "device's info::device::mem_base_addr_align");
  }

  SCYTHE_OPAQUE event submit() {
    if (dynamic_arguments_)
      detail::throw_error(errc::invalid,
                          "set_arg: a dynamic_parameter is for commands that are added to a graph");
    const scythe_command &command = ready();
    scythe_event *result = nullptr;
    detail::check(scythe_queue_submit(queue_->handle, &command, &result));
    return detail::event_access::make(result, queue_);
  }

  // The complete command, which the caller submits.
  SCYTHE_OPAQUE const scythe_command &ready() {
    if (command_.kind == no_command)
      command_.kind = SCYTHE_COMMAND_EMPTY;
    if (command_.kind == SCYTHE_COMMAND_KERNEL)
      command_.body.launch.local_memory = command_.body.launch.has_local ? local_bytes_ : 0;
    if (native_arguments_) {
      if (command_.kind != SCYTHE_COMMAND_NATIVE_KERNEL)
        detail::throw_error(errc::invalid,
                            "set_arg: the command group launches no kernel of a backend; what a "
                            "kernel of the program takes is in its function object");
      command_.body.native_launch.arguments = native_arguments_->data();
      command_.body.native_launch.argument_count = native_arguments_->size();
    }
    if (const detail::specialization_values *values = launch_constants()) {
      command_.body.launch.constants = values->data();
      command_.body.launch.constant_count = values->size();
    }
    if (stage_)
      (this->*stage_)();
    if (task_addresses_)
      move_to_host();
    command_.dependencies = dependencies_.data();
    command_.dependency_count = dependencies_.size();
    command_.accesses = accesses_.data();
    command_.access_count = accesses_.size();
    command_.finish = ends_.release();
    submitted_ = true; // even if this fails: a host task is then dropped already
    return command_;
  }

  // The first half of a copy between boxes of different shapes.
  void submit_stage() {
    handler stage(queue_);
    for (std::size_t idx = 0; idx < dependencies_.size(); ++idx) {
      scythe_event_retain(dependencies_.data()[idx]);
      stage.dependencies_.push_back(dependencies_.data()[idx]);
    }
    for (std::size_t idx = 0; idx < accesses_.size(); ++idx)
      stage.accesses_.push_back(accesses_.data()[idx]);
    stage.copy_box(staged_from_.packed_at(command_.body.copy_rect.src), staged_from_);
    add_dependency(stage.submit());
  }

  // Null if a launch sets no constants.
  const detail::specialization_values *launch_constants() const noexcept {
    if (command_.kind != SCYTHE_COMMAND_KERNEL)
      return nullptr;
    const auto *image = bundle_ ? bundle_->find(command_.body.launch.kernel) : nullptr;
    const detail::specialization_values &values =
        image ? detail::device_image_access::constants(*image) : constants_;
    return values.empty() ? nullptr : &values;
  }

  const detail::shared<detail::queue_impl> &queue_;
  scythe_command command_{};
  detail::inline_list<scythe_access, 8> accesses_;
  detail::inline_list<const scythe_event *, 8> dependencies_;
  detail::argument_storage storage_;
  detail::command_ends ends_;
  std::size_t local_bytes_ = 0;
  // `submit_stage` if there is one; programs without copies do not instantiate it.
  void (handler::*stage_)() = nullptr;
  detail::memory_box staged_from_;
  detail::specialization_values constants_;
  detail::shared<detail::bundle_impl<bundle_state::executable>> bundle_;
  std::unique_ptr<detail::native_arguments> native_arguments_;
  // For a host task without an interop_handle; null for other commands.
  detail::host_addresses *task_addresses_ = nullptr;
  detail::kernel_object kernels_;
  bool submitted_ = false;
  // Arguments that a graph may change; null if there are none.
  detail::shared<detail::dynamic_argument> dynamic_arguments_;
};

namespace detail {

inline void *require_access(handler &handler, const scythe_access &access, bool on_host) {
  return handler.add_access(access, on_host);
}

inline std::size_t reserve_local_memory(handler &handler, std::size_t bytes, std::size_t align) {
  if (align < local_memory_align)
    align = local_memory_align;
  const std::size_t offset = (handler.local_bytes_ + align - 1) / align * align;
  if (bytes > PTRDIFF_MAX - offset)
    throw_error(errc::memory_allocation, "the local_accessor is too large for any memory");
  handler.local_bytes_ = offset + bytes;
  return offset;
}

inline void add_command_end(handler &handler, command_end *end, bool finishes) noexcept {
  handler.ends_.add(end, finishes);
}

inline const queue_impl &queue_of(const handler &handler) noexcept { return *handler.queue_; }

} // namespace detail
} // namespace sycl
