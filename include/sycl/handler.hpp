// SYCL 2020 §4.9.4: what a command group says about its command.
#pragma once

#include <sycl/accessor.hpp>
#include <sycl/detail/argument_storage.hpp>
#include <sycl/detail/device_global_commands.hpp>
#include <sycl/detail/hierarchical.hpp>
#include <sycl/detail/inline_list.hpp>
#include <sycl/detail/kernel_launch.hpp>
#include <sycl/detail/kernel_properties.hpp>
#include <sycl/detail/memory_box.hpp>
#include <sycl/detail/queue_impl.hpp>
#include <sycl/detail/reduction_launch.hpp>
#include <sycl/device_copyable.hpp>
#include <sycl/event.hpp>
#include <sycl/interop_handle.hpp>
#include <sycl/kernel_bundle.hpp>
#include <sycl/local_accessor.hpp>

namespace sycl {

// The calls only note what to do, since requirements may follow the command;
// the queue submits it all when the command group function returns.
class handler : public detail::device_global_commands<handler> {
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
      command_.u.host.drop(command_.u.host.context);
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
    constexpr std::uint64_t key = detail::specialization_key<SpecName>();
    if (const void *value = bundle_ ? bundle_->find(key) : constants_.find(key))
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

  // -- kernels --------------------------------------------------------------

  template <typename KernelName = detail::unnamed, typename KernelType>
  void single_task(const KernelType &kernelFunc SCYTHE_LAUNCH("kernel")) {
    launch<KernelName, detail::single_task_form>(kernelFunc, range<1>(1));
  }

  // One overload per dimension, so that numbers and braces convert.
  template <typename KernelName = detail::unnamed, typename KernelType>
  void parallel_for(range<1> numWorkItems SCYTHE_LAUNCH("range"),
                    const KernelType &kernelFunc SCYTHE_LAUNCH("kernel")) {
    launch<KernelName, detail::range_form<1, false>>(kernelFunc, numWorkItems);
  }
  template <typename KernelName = detail::unnamed, typename KernelType>
  void parallel_for(range<2> numWorkItems SCYTHE_LAUNCH("range"),
                    const KernelType &kernelFunc SCYTHE_LAUNCH("kernel")) {
    launch<KernelName, detail::range_form<2, false>>(kernelFunc, numWorkItems);
  }
  template <typename KernelName = detail::unnamed, typename KernelType>
  void parallel_for(range<3> numWorkItems SCYTHE_LAUNCH("range"),
                    const KernelType &kernelFunc SCYTHE_LAUNCH("kernel")) {
    launch<KernelName, detail::range_form<3, false>>(kernelFunc, numWorkItems);
  }

  // Deprecated in SYCL 2020.
  template <typename KernelName = detail::unnamed, typename KernelType, int Dimensions>
  void parallel_for(range<Dimensions> numWorkItems SCYTHE_LAUNCH("range"),
                    id<Dimensions> workItemOffset SCYTHE_LAUNCH("offset"),
                    const KernelType &kernelFunc SCYTHE_LAUNCH("kernel")) {
    launch<KernelName, detail::range_form<Dimensions, true>>(kernelFunc, numWorkItems,
                                                             workItemOffset);
  }

  template <typename KernelName = detail::unnamed, typename KernelType, int Dimensions>
  void parallel_for(nd_range<Dimensions> executionRange SCYTHE_LAUNCH("nd_range"),
                    const KernelType &kernelFunc SCYTHE_LAUNCH("kernel")) {
    launch<KernelName, detail::nd_range_form<Dimensions>>(kernelFunc, executionRange);
  }

  // Deprecated in SYCL 2020.
  template <typename KernelName = detail::unnamed, typename WorkgroupFunctionType, int Dimensions>
  void parallel_for_work_group(range<Dimensions> numWorkGroups,
                               const WorkgroupFunctionType &kernelFunc) {
    launch_groups<KernelName>(numWorkGroups, detail::default_hierarchical_range<Dimensions>(),
                              kernelFunc);
  }
  template <typename KernelName = detail::unnamed, typename WorkgroupFunctionType, int Dimensions>
  void parallel_for_work_group(range<Dimensions> numWorkGroups, range<Dimensions> workGroupSize,
                               const WorkgroupFunctionType &kernelFunc) {
    check_group_size(workGroupSize);
    launch_groups<KernelName>(numWorkGroups, workGroupSize, kernelFunc);
  }

  // With reductions, which come before the kernel.
  template <typename KernelName = detail::unnamed, typename Reduction, typename... Rest,
            detail::if_reduction<Reduction> = 0>
  void parallel_for(range<1> numWorkItems, Reduction first, Rest &&...rest) {
    reduce<KernelName>(numWorkItems, first, rest...);
  }
  template <typename KernelName = detail::unnamed, typename Reduction, typename... Rest,
            detail::if_reduction<Reduction> = 0>
  void parallel_for(range<2> numWorkItems, Reduction first, Rest &&...rest) {
    reduce<KernelName>(numWorkItems, first, rest...);
  }
  template <typename KernelName = detail::unnamed, typename Reduction, typename... Rest,
            detail::if_reduction<Reduction> = 0>
  void parallel_for(range<3> numWorkItems, Reduction first, Rest &&...rest) {
    reduce<KernelName>(numWorkItems, first, rest...);
  }
  template <typename KernelName = detail::unnamed, int Dimensions, typename Reduction,
            typename... Rest, detail::if_reduction<Reduction> = 0>
  void parallel_for(nd_range<Dimensions> executionRange, Reduction first, Rest &&...rest) {
    reduce<KernelName>(executionRange, first, rest...);
  }

  // With properties, which come before all that.
  template <typename KernelName = detail::unnamed, typename PropertyListT, typename KernelType,
            detail::if_compile_time_list<PropertyListT> = 0>
  void single_task(PropertyListT, const KernelType &kernelFunc SCYTHE_LAUNCH("kernel")) {
    launch<KernelName, detail::single_task_form, PropertyListT>(kernelFunc, range<1>(1));
  }
  template <typename KernelName = detail::unnamed, typename PropertyListT, typename KernelType,
            detail::if_compile_time_list<PropertyListT> = 0>
  void parallel_for(range<1> numWorkItems SCYTHE_LAUNCH("range"), PropertyListT,
                    const KernelType &kernelFunc SCYTHE_LAUNCH("kernel")) {
    launch<KernelName, detail::range_form<1, false>, PropertyListT>(kernelFunc, numWorkItems);
  }
  template <typename KernelName = detail::unnamed, typename PropertyListT, typename KernelType,
            detail::if_compile_time_list<PropertyListT> = 0>
  void parallel_for(range<2> numWorkItems SCYTHE_LAUNCH("range"), PropertyListT,
                    const KernelType &kernelFunc SCYTHE_LAUNCH("kernel")) {
    launch<KernelName, detail::range_form<2, false>, PropertyListT>(kernelFunc, numWorkItems);
  }
  template <typename KernelName = detail::unnamed, typename PropertyListT, typename KernelType,
            detail::if_compile_time_list<PropertyListT> = 0>
  void parallel_for(range<3> numWorkItems SCYTHE_LAUNCH("range"), PropertyListT,
                    const KernelType &kernelFunc SCYTHE_LAUNCH("kernel")) {
    launch<KernelName, detail::range_form<3, false>, PropertyListT>(kernelFunc, numWorkItems);
  }
  template <typename KernelName = detail::unnamed, typename PropertyListT, typename KernelType,
            int Dimensions, detail::if_compile_time_list<PropertyListT> = 0>
  void parallel_for(nd_range<Dimensions> executionRange SCYTHE_LAUNCH("nd_range"), PropertyListT,
                    const KernelType &kernelFunc SCYTHE_LAUNCH("kernel")) {
    launch<KernelName, detail::nd_range_form<Dimensions>, PropertyListT>(kernelFunc,
                                                                        executionRange);
  }
  template <typename KernelName = detail::unnamed, typename PropertyListT, typename Reduction,
            typename... Rest, detail::if_compile_time_list<PropertyListT> = 0,
            detail::if_reduction<Reduction> = 0>
  void parallel_for(range<1> numWorkItems, PropertyListT, Reduction first, Rest &&...rest) {
    reduce<KernelName, PropertyListT>(numWorkItems, first, rest...);
  }
  template <typename KernelName = detail::unnamed, typename PropertyListT, typename Reduction,
            typename... Rest, detail::if_compile_time_list<PropertyListT> = 0,
            detail::if_reduction<Reduction> = 0>
  void parallel_for(range<2> numWorkItems, PropertyListT, Reduction first, Rest &&...rest) {
    reduce<KernelName, PropertyListT>(numWorkItems, first, rest...);
  }
  template <typename KernelName = detail::unnamed, typename PropertyListT, typename Reduction,
            typename... Rest, detail::if_compile_time_list<PropertyListT> = 0,
            detail::if_reduction<Reduction> = 0>
  void parallel_for(range<3> numWorkItems, PropertyListT, Reduction first, Rest &&...rest) {
    reduce<KernelName, PropertyListT>(numWorkItems, first, rest...);
  }
  template <typename KernelName = detail::unnamed, typename PropertyListT, int Dimensions,
            typename Reduction, typename... Rest, detail::if_compile_time_list<PropertyListT> = 0,
            detail::if_reduction<Reduction> = 0>
  void parallel_for(nd_range<Dimensions> executionRange, PropertyListT, Reduction first,
                    Rest &&...rest) {
    reduce<KernelName, PropertyListT>(executionRange, first, rest...);
  }

  template <typename T> void host_task(T &&hostTaskCallable) {
    using function = std::decay_t<T>;
    static_assert(std::is_invocable_v<function &> ||
                      std::is_invocable_v<function &, interop_handle>,
                  "a host task must be callable without arguments or with an interop_handle");
    begin(SCYTHE_COMMAND_HOST);
    command_.u.host.context = new host_task_context<function>{
        std::make_unique<function>(std::forward<T>(hostTaskCallable)), queue_->errors,
        queue_->sycl_device.get_backend()};
    command_.u.host.run = host_task_context<function>::run;
    command_.u.host.drop = host_task_context<function>::drop;
  }

  // -- USM and variables that live on devices ---------------------------------

  using device_global_commands::copy;
  using device_global_commands::memcpy;

  void memcpy(void *dest, const void *src, std::size_t numBytes) {
    begin(SCYTHE_COMMAND_COPY);
    command_.u.copy = {dest, src, numBytes};
  }

  template <typename T> void copy(const T *src, T *dest, std::size_t count) {
    static_assert(is_device_copyable_v<T>, "copy: the element type must be device-copyable");
    this->memcpy(dest, src, count * sizeof(T));
  }

  void memset(void *ptr, int value, std::size_t numBytes) {
    fill(ptr, static_cast<unsigned char>(value), numBytes);
  }

  template <typename T> void fill(void *ptr, const T &pattern, std::size_t count) {
    static_assert(is_device_copyable_v<T>, "fill: the pattern must be device-copyable");
    begin(SCYTHE_COMMAND_FILL);
    command_.u.fill = {ptr, keep(pattern), sizeof(T), count};
  }

  // Hints: memory is where it is.
  void prefetch(const void *, std::size_t) { begin(SCYTHE_COMMAND_EMPTY); }
  void mem_advise(const void *, std::size_t, int) { begin(SCYTHE_COMMAND_EMPTY); }

  // -- explicit memory operations -------------------------------------------

  template <typename SrcT, int SrcDim, access_mode SrcMode, target SrcTgt,
            access::placeholder IsPlaceholder, typename PropertyListT, typename DestT>
  void copy(accessor<SrcT, SrcDim, SrcMode, SrcTgt, IsPlaceholder, PropertyListT> src,
            DestT *dest) {
    check_source<SrcMode>();
    require(src, true);
    const detail::memory_box box = detail::accessor_access::box(src);
    copy_box(box.packed_at(dest), box);
  }

  template <typename SrcT, typename DestT, int DestDim, access_mode DestMode, target DestTgt,
            access::placeholder IsPlaceholder, typename PropertyListT>
  void copy(const SrcT *src,
            accessor<DestT, DestDim, DestMode, DestTgt, IsPlaceholder, PropertyListT> dest) {
    check_destination<DestMode>();
    require(dest, true);
    const detail::memory_box box = detail::accessor_access::box(dest);
    copy_box(box, box.packed_at(src));
  }

  // The runtime copies with plain pointers; `kept` holds the host memory until
  // the command is done.
  template <typename SrcT, int SrcDim, access_mode SrcMode, target SrcTgt,
            access::placeholder IsPlaceholder, typename PropertyListT, typename DestT>
  void copy(accessor<SrcT, SrcDim, SrcMode, SrcTgt, IsPlaceholder, PropertyListT> src,
            std::shared_ptr<DestT> dest) {
    copy(src, dest.get());
    kept_ = std::move(dest);
  }

  template <typename SrcT, typename DestT, int DestDim, access_mode DestMode, target DestTgt,
            access::placeholder IsPlaceholder, typename PropertyListT>
  void copy(std::shared_ptr<SrcT> src,
            accessor<DestT, DestDim, DestMode, DestTgt, IsPlaceholder, PropertyListT> dest) {
    copy(static_cast<const std::remove_extent_t<SrcT> *>(src.get()), dest);
    kept_ = std::move(src);
  }

  template <typename SrcT, int SrcDim, access_mode SrcMode, target SrcTgt,
            access::placeholder IsSrcPlaceholder,
            typename SrcPropertyListT, typename DestT, int DestDim,
            access_mode DestMode, target DestTgt, access::placeholder IsDestPlaceholder,
            typename DestPropertyListT>
  void copy(accessor<SrcT, SrcDim, SrcMode, SrcTgt, IsSrcPlaceholder, SrcPropertyListT> src,
            accessor<DestT, DestDim, DestMode, DestTgt, IsDestPlaceholder, DestPropertyListT> dest) {
    check_source<SrcMode>();
    check_destination<DestMode>();
    require(src, true);
    require(dest, true);
    const detail::memory_box from = detail::accessor_access::box(src);
    const detail::memory_box to = detail::accessor_access::box(dest);
    if (to.bytes() < from.bytes())
      detail::throw_error(errc::invalid, "copy: the destination is smaller than the source");
    if (from.same_shape(to))
      copy_box(to, from);
    else if (to.is_packed())
      copy_box(from.packed_at(to.address), from);
    else if (from.is_packed() && from.bytes() == to.bytes())
      copy_box(to, to.packed_at(from.address));
    else if (from.bytes() == to.bytes())
      copy_staged(to, from);
    else
      detail::throw_error(errc::feature_not_supported,
                          "copy: the destination is larger than the source, of another shape, and "
                          "has gaps between its rows");
  }

  template <typename T, int Dim, access_mode Mode, target Tgt, access::placeholder IsPlaceholder,
            typename PropertyListT>
  void fill(accessor<T, Dim, Mode, Tgt, IsPlaceholder, PropertyListT> dest, const T &src) {
    check_destination<Mode>();
    require(dest, true);
    const detail::memory_box box = detail::accessor_access::box(dest);
    if (box.is_packed()) {
      begin(SCYTHE_COMMAND_FILL);
      command_.u.fill = {box.address, keep(src), sizeof(T), box.bytes() / sizeof(T)};
    } else {
      begin(SCYTHE_COMMAND_FILL_RECT);
      command_.u.fill_rect = {box.address, keep(src),  sizeof(T),     box.row_bytes / sizeof(T),
                              box.rows,    box.slices, box.row_pitch, box.slice_pitch};
    }
  }

  // The command is an access of the host: when it is complete, the host memory
  // is up to date.
  template <typename T, int Dim, access_mode Mode, target Tgt, access::placeholder IsPlaceholder,
            typename PropertyListT>
  void update_host(accessor<T, Dim, Mode, Tgt, IsPlaceholder, PropertyListT> acc) {
    require(acc);
    scythe_access access = detail::accessor_access::description(acc);
    access.mode = SCYTHE_ACCESS_READ;
    add_access(access, true);
    begin(SCYTHE_COMMAND_EMPTY);
  }

private:
  friend class queue;
  friend class detail::device_global_commands<handler>;
  friend void *detail::require_access(handler &, const scythe_access &, bool);
  friend std::size_t detail::reserve_local_memory(handler &, std::size_t, std::size_t);
  friend void detail::add_command_end(handler &, detail::command_end *) noexcept;
  friend const detail::queue_impl &detail::queue_of(const handler &) noexcept;

  SCYTHE_OPAQUE
  explicit handler(const std::shared_ptr<detail::queue_impl> &queue,
                   detail::kernel_object kernels = detail::kernel_object::copied)
      : queue_(queue), kernels_(kernels) {
    command_.struct_size = sizeof command_;
    command_.kind = no_command;
  }

  static constexpr std::uint32_t no_command = 0;

  // A host task in the runtime's hands. Exceptions go to the queue's errors.
  // What the task captured is destroyed before the command counts as complete.
  template <typename F> struct host_task_context {
    std::unique_ptr<F> function;
    std::shared_ptr<detail::async_errors> errors;
    backend own_backend;

    static scythe_status run(void *context) {
      auto *self = static_cast<host_task_context *>(context);
      try {
        const std::unique_ptr<F> function = std::move(self->function);
        if constexpr (std::is_invocable_v<F &>)
          (*function)();
        else
          (*function)(interop_handle(self->own_backend));
      } catch (...) {
        self->errors->add(std::current_exception());
      }
      return 0;
    }
    static void drop(void *context) { delete static_cast<host_task_context *>(context); }
  };

  // A command group has one command at most (SYCL 2020 §4.9.3).
  void begin(std::uint32_t kind) {
    if (command_.kind != no_command)
      detail::throw_error(errc::invalid, "a command group can contain only one command");
    command_.kind = kind;
  }

  template <typename T> const void *keep(const T &value) {
    return storage_.keep(std::addressof(value), sizeof(T), alignof(T));
  }

  template <typename KernelName, typename Form, typename List = detail::no_properties, typename F,
            typename First, typename... Rest>
  void launch(const F &kernel, const First &first, const Rest &...rest) {
    using properties = detail::joined_properties_t<List, detail::own_properties_t<F>>;
    detail::check_properties<properties>(queue_->sycl_device, first);
    begin(SCYTHE_COMMAND_KERNEL);
    scythe_launch &launch = command_.u.launch;
    detail::store_kernel<KernelName, detail::form_with_list_t<Form, properties>>(
        launch, kernel, kernels_, storage_);
    detail::store_space(launch, first, rest...);
    if (bundle_)
      check_bundle();
  }

  SCYTHE_OPAQUE void check_bundle() const {
    const scythe_kernel *kernel = command_.u.launch.kernel;
    if (!bundle_->find(kernel) || !detail::is_compatible(kernel, queue_->sycl_device))
      detail::throw_error(errc::kernel_not_supported,
                          "the kernel bundle does not contain the kernel for this device");
  }

  // Every work-group is one work-item to the runtime; a kernel that knows has no
  // loop over them.
  template <typename KernelName, int Dimensions, typename F>
  void launch_groups(const range<Dimensions> &groups, const range<Dimensions> &local,
                     const F &kernel) {
    using properties = detail::joined_properties_t<detail::one_work_item<Dimensions>,
                                                   detail::own_properties_t<F>>;
    launch<KernelName, detail::work_group_form<Dimensions>, properties>(
        detail::work_group_kernel<F, Dimensions>{kernel, local},
        nd_range<Dimensions>(groups, local / local));
  }

  // What the runtime says of other launches; it does not get to see this size.
  template <int Dimensions> void check_group_size(const range<Dimensions> &local) const {
    const std::size_t most =
        queue_->sycl_device.get_info<info::device::max_work_group_size>();
    const std::size_t room = queue_->sycl_device.get_backend() == backend::opencl
                                 ? detail::most_hierarchical_items
                                 : most;
    std::size_t items = 1;
    for (int dimension = 0; dimension < Dimensions; ++dimension) {
      if (local[dimension] == 0)
        detail::throw_error(errc::nd_range, "parallel_for_work_group: a work-group has no "
                                            "work-item");
      if (local[dimension] > most / items)
        detail::throw_error(errc::nd_range, "parallel_for_work_group: the work-groups are larger "
                                            "than info::device::max_work_group_size");
      items *= local[dimension];
    }
    if (items > room)
      detail::throw_error(errc::nd_range, "parallel_for_work_group: work-groups have at most 1024 "
                                          "work-items on OpenCL devices");
  }

  // The last argument is the kernel, all before it are reductions.
  template <typename KernelName, typename List = detail::no_properties, typename Space,
            typename... Arguments>
  void reduce(const Space &space, const Arguments &...arguments) {
    reduce_all<KernelName, List>(space, std::tie(arguments...),
                                 std::make_index_sequence<sizeof...(Arguments) - 1>());
  }
  template <typename KernelName, typename List, typename Space, typename... Arguments,
            std::size_t... Index>
  void reduce_all(const Space &space, const std::tuple<const Arguments &...> &arguments,
              std::index_sequence<Index...>) {
    using all = std::tuple<Arguments...>;
    detail::check_reductions<std::tuple_element_t<Index, all>...>();
    if constexpr ((detail::is_reduction_v<std::tuple_element_t<Index, all>> && ...))
      launch_reductions<KernelName, List>(space, std::get<sizeof...(Index)>(arguments),
                                          std::get<Index>(arguments)...);
  }

  // The variables are copies: the launch gives them memory of their own.
  template <typename KernelName, typename List, int Dimensions, typename F, typename... Variables>
  void launch_reductions(const range<Dimensions> &size, const F &kernel, Variables... variables) {
    using pieces = detail::reduction_pieces<Dimensions>;
    const detail::reduction_deal<Dimensions> deal(size, (Variables::is_array || ...));
    detail::reduction_count *const finished =
        detail::prepare_reductions(*this, deal.groups, deal.items, variables...);
    using properties = detail::joined_properties_t<List, detail::own_properties_t<F>>;
    launch<KernelName, detail::range_reduction_form<Dimensions>, properties>(
        detail::reduction_kernel<F, pieces, Variables...>{
            kernel, deal.pieces, finished, {{variables}...}},
        nd_range<1>(deal.groups * deal.items, deal.items));
  }
  template <typename KernelName, typename List, int Dimensions, typename F, typename... Variables>
  void launch_reductions(nd_range<Dimensions> space, const F &kernel, Variables... variables) {
    const bool empty = space.get_global_range().size() == 0;
    if (empty)
      space = nd_range<Dimensions>(space.get_local_range(), space.get_local_range());
    const std::size_t items = space.get_local_range().size();
    const std::size_t groups = items ? space.get_global_range().size() / items : 1;
    detail::reduction_count *const finished =
        detail::prepare_reductions(*this, groups, items, variables...);
    using properties = detail::joined_properties_t<List, detail::own_properties_t<F>>;
    launch<KernelName, detail::nd_range_reduction_form<Dimensions>, properties>(
        detail::reduction_kernel<F, detail::reduction_nd_space, Variables...>{
            kernel, {empty}, finished, {{variables}...}},
        space);
  }

  void copy_box(const detail::memory_box &to, const detail::memory_box &from) {
    if (to.is_packed() && from.is_packed()) {
      this->memcpy(to.address, from.address, from.bytes());
    } else {
      begin(SCYTHE_COMMAND_COPY_RECT);
      command_.u.copy_rect = {to.address,   from.address,   from.row_bytes,
                              from.rows,    from.slices,    to.row_pitch,
                              to.slice_pitch, from.row_pitch, from.slice_pitch};
    }
  }

  // Boxes of different shapes: the elements go through memory without gaps. The
  // command that brings them there is submitted just before this one, when all
  // dependencies are known.
  void copy_staged(const detail::memory_box &to, const detail::memory_box &from) {
    auto *const memory =
        new detail::command_memory(*queue_, from.bytes(), alignof(std::max_align_t));
    ends_.add(memory);
    staged_from_ = from;
    copy_box(to, to.packed_at(memory->start()));
  }
  void submit_stage() {
    handler stage(queue_);
    for (std::size_t i = 0; i < dependencies_.size(); ++i) {
      scythe_event_retain(dependencies_.data()[i]);
      stage.dependencies_.push_back(dependencies_.data()[i]);
    }
    for (std::size_t i = 0; i < accesses_.size(); ++i)
      stage.accesses_.push_back(accesses_.data()[i]);
    stage.copy_box(staged_from_.packed_at(command_.u.copy_rect.src), staged_from_);
    add_dependency(stage.submit());
  }

  template <access_mode Mode> static constexpr void check_source() {
    static_assert(Mode == access_mode::read || Mode == access_mode::read_write,
                  "the source accessor of a copy must be readable");
  }
  template <access_mode Mode> static constexpr void check_destination() {
    static_assert(Mode != access_mode::read, "the destination accessor must be writable");
  }

  void add_dependency(const event &depEvent) {
    const scythe_event *dependency = detail::event_access::handle(depEvent);
    if (!dependency)
      return; // an event without a command is complete
    dependencies_.push_back(dependency);
    scythe_event_retain(dependency);
    const std::weak_ptr<detail::queue_impl> &other = detail::event_access::queue(depEvent);
    if (other.owner_before(queue_) || queue_.owner_before(other))
      queue_->follow(other);
  }

  const scythe_device *device_handle() const noexcept {
    return detail::device_access::handle(queue_->sycl_device);
  }

  // A placeholder has the address of the host's memory. Commands that copy and
  // fill use it as it is; for kernels the runtime puts the device's in its place.
  template <typename DataT, int Dimensions, access_mode AccessMode, target AccessTarget,
            access::placeholder IsPlaceholder, typename PropertyListT>
  void require(accessor<DataT, Dimensions, AccessMode, AccessTarget, IsPlaceholder, PropertyListT> acc,
               bool on_host) {
    if (!acc.is_placeholder())
      return;
    const scythe_access access = detail::accessor_access::description(acc);
    void *start = nullptr;
    detail::check(scythe_buffer_address(access.buffer, nullptr, access.mode, &start));
    if (start != detail::accessor_access::buffer_start(acc))
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

  // Sub-buffers have to start where the device can address memory from
  // (SYCL 2020 §4.7.2.1).
  void check_alignment(std::size_t byte_offset) const {
    const std::size_t bits = queue_->sycl_device.get_info<info::device::mem_base_addr_align>();
    if (bits >= 8 && byte_offset % (bits / 8) != 0)
      detail::throw_error(errc::invalid, "the sub-buffer does not start at a multiple of the "
                                         "device's info::device::mem_base_addr_align");
  }

  // Everything is known now.
  SCYTHE_OPAQUE event submit() {
    if (command_.kind == no_command)
      command_.kind = SCYTHE_COMMAND_EMPTY;
    if (command_.kind == SCYTHE_COMMAND_KERNEL) {
      if (has_local_accessor_ && !command_.u.launch.has_local)
        detail::throw_error(errc::kernel_argument,
                            "a local_accessor in a command group whose kernel has no work-groups: "
                            "single_task and parallel_for over a range");
      command_.u.launch.local_memory = local_bytes_;
    }
    std::vector<scythe_constant> constants;
    if (const detail::specialization_values *values = launch_constants()) {
      constants = values->list<scythe_constant>();
      command_.u.launch.constants = constants.data();
      command_.u.launch.constant_count = constants.size();
    }
    if (staged_from_.address)
      submit_stage();
    command_.dependencies = dependencies_.data();
    command_.dependency_count = dependencies_.size();
    command_.accesses = accesses_.data();
    command_.access_count = accesses_.size();
    command_.finish = ends_.release();
    submitted_ = true; // even if this fails: a host task is then dropped already
    scythe_event *result = nullptr;
    detail::check(scythe_queue_submit(queue_->handle, &command_, &result));
    event submitted = detail::event_access::make(result, queue_);
    if (kept_)
      keep_until_complete(submitted);
    return submitted;
  }

  // Null where a launch leaves all constants as they are.
  const detail::specialization_values *launch_constants() const noexcept {
    if (command_.kind != SCYTHE_COMMAND_KERNEL)
      return nullptr;
    const auto *image = bundle_ ? bundle_->find(command_.u.launch.kernel) : nullptr;
    const detail::specialization_values &values =
        image ? detail::device_image_access::constants(*image) : constants_;
    return values.empty() ? nullptr : &values;
  }

  // A host task after the copy holds on to the host memory it works on.
  void keep_until_complete(const event &copied) {
    handler release(queue_);
    release.depends_on(copied);
    release.host_task([kept = std::move(kept_)] {});
    release.submit();
  }

  const std::shared_ptr<detail::queue_impl> &queue_;
  scythe_command command_{};
  detail::inline_list<scythe_access, 8> accesses_;
  detail::inline_list<const scythe_event *, 8> dependencies_;
  detail::argument_storage storage_;
  std::shared_ptr<const void> kept_;
  detail::command_ends ends_;
  std::size_t local_bytes_ = 0;
  bool has_local_accessor_ = false;
  detail::memory_box staged_from_{};
  detail::specialization_values constants_;
  std::shared_ptr<const detail::bundle_impl<bundle_state::executable>> bundle_;
  detail::kernel_object kernels_;
  bool submitted_ = false;
};

namespace detail {

inline void *require_access(handler &handler, const scythe_access &access, bool on_host) {
  return handler.add_access(access, on_host);
}

inline std::size_t reserve_local_memory(handler &handler, std::size_t bytes, std::size_t align) {
  const std::size_t offset = (handler.local_bytes_ + align - 1) / align * align;
  handler.local_bytes_ = offset + bytes;
  handler.has_local_accessor_ = true;
  return offset;
}

inline void add_command_end(handler &handler, command_end *end) noexcept {
  handler.ends_.add(end);
}

inline const queue_impl &queue_of(const handler &handler) noexcept { return *handler.queue_; }

} // namespace detail
} // namespace sycl
