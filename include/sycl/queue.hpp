// SYCL 2020 §4.6.5.
#pragma once

#include <sycl/context.hpp>
#include <sycl/detail/queue_impl.hpp>
#include <sycl/device_selector.hpp>
#include <sycl/event.hpp>
#include <sycl/handler.hpp>
#include <sycl/info/queue.hpp>

namespace sycl::inline _V1 {

namespace property::queue {

struct enable_profiling {};
struct in_order {};

} // namespace property::queue

template <> struct is_property<property::queue::enable_profiling> : std::true_type {};
template <> struct is_property<property::queue::in_order> : std::true_type {};
template <> struct is_property_of<property::queue::enable_profiling, queue> : std::true_type {};
template <> struct is_property_of<property::queue::in_order, queue> : std::true_type {};

namespace detail {

// An async_handler as the first argument. It is a template that is considered after selectors:
// converting a generic lambda that is a selector to std::function would instantiate its body for an
// exception_list.
template <typename ValueT>
using if_async_handler =
    std::enable_if_t<std::conjunction_v<std::negation<is_device_selector<ValueT, device>>,
                                        std::is_invocable<ValueT &, exception_list>>,
                     int>;

struct queue_access;

} // namespace detail

class queue : public detail::device_global_shortcuts<queue, event>,
              public detail::memory_2d_shortcuts<queue, event>,
              public detail::property_shortcuts<queue, event> {
public:
  explicit queue(const property_list &propList = {}) : queue(device(), propList) {}

  template <typename AsyncHandler, detail::if_async_handler<AsyncHandler> = 0>
  explicit queue(const AsyncHandler &asyncHandler, const property_list &propList = {})
      : queue(device(), async_handler(asyncHandler), propList) {}

  template <typename DeviceSelector, detail::if_device_selector<DeviceSelector> = 0>
  explicit queue(const DeviceSelector &deviceSelector, const property_list &propList = {})
      : queue(device(deviceSelector), propList) {}

  template <typename DeviceSelector, detail::if_device_selector<DeviceSelector> = 0>
  explicit queue(const DeviceSelector &deviceSelector, const async_handler &asyncHandler,
                 const property_list &propList = {})
      : queue(device(deviceSelector), asyncHandler, propList) {}

  // For the classes of SYCL 1.2.1, whose objects programs pass to constructors of queues.
  queue(const device_selector &deviceSelector, const property_list &propList = {})
      : queue(device(deviceSelector), propList) {}

  explicit queue(const device &syclDevice, const property_list &propList = {})
      : queue(syclDevice, async_handler(), propList) {}

  explicit queue(const device &syclDevice, const async_handler &asyncHandler,
                 const property_list &propList = {})
      : queue(detail::default_context(syclDevice), syclDevice, asyncHandler, propList) {}

  template <typename DeviceSelector, detail::if_device_selector<DeviceSelector> = 0>
  explicit queue(const context &syclContext, const DeviceSelector &deviceSelector,
                 const property_list &propList = {})
      : queue(syclContext, device(deviceSelector), propList) {}

  template <typename DeviceSelector, detail::if_device_selector<DeviceSelector> = 0>
  explicit queue(const context &syclContext, const DeviceSelector &deviceSelector,
                 const async_handler &asyncHandler, const property_list &propList = {})
      : queue(syclContext, device(deviceSelector), asyncHandler, propList) {}

  explicit queue(const context &syclContext, const device &syclDevice,
                 const property_list &propList = {})
      : queue(syclContext, syclDevice, async_handler(), propList) {}

  explicit queue(const context &syclContext, const device &syclDevice,
                 const async_handler &asyncHandler, const property_list &propList = {})
      : impl_(detail::make_counted<detail::queue_impl>(syclContext, syclDevice, asyncHandler,
                                                      propList, runtime_flags(propList))) {}

  backend get_backend() const noexcept { return get_device().get_backend(); }
  context get_context() const { return impl_->sycl_context; }
  device get_device() const { return impl_->sycl_device; }
  bool is_in_order() const { return impl_->flags & SCYTHE_QUEUE_IN_ORDER; }

  template <typename Param> typename Param::return_type get_info() const {
    static_assert(std::is_base_of_v<detail::queue_descriptor, Param>,
                  "queue::get_info takes a descriptor from sycl::info::queue");
    if constexpr (std::is_same_v<Param, info::queue::context>)
      return get_context();
    else if constexpr (std::is_same_v<Param, info::queue::reference_count>)
      return static_cast<std::uint32_t>(impl_->owners());
    else
      return get_device();
  }

  template <typename Property> bool has_property() const noexcept {
    return impl_->properties.template has_property<Property>();
  }
  template <typename Property> Property get_property() const {
    return impl_->properties.template get_property<Property>();
  }

  template <typename ValueT> event submit(ValueT cgf) {
    static_assert(std::is_invocable_v<ValueT &, handler &>,
                  "a command group function must be callable with a sycl::handler&");
    handler group(impl_);
    cgf(group);
    return group.submit();
  }

  // Deprecated in SYCL 2020. Implementations need not use the secondary queue; this one does not.
  template <typename ValueT> event submit(ValueT cgf, const queue &) {
    return submit(std::move(cgf));
  }

  void wait() { detail::check(scythe_queue_wait(impl_->handle)); }
  void wait_and_throw() {
    wait();
    throw_asynchronous();
  }
  void throw_asynchronous() { impl_->throw_asynchronous(); }

  // The extension sycl_ext_oneapi_graph; defined in ext/oneapi/experimental/graph.hpp.
  ext::oneapi::experimental::queue_state ext_oneapi_get_state() const {
    using ext::oneapi::experimental::queue_state;
    return scythe_queue_recording(impl_->handle) ? queue_state::recording : queue_state::executing;
  }
  ext::oneapi::experimental::command_graph<> ext_oneapi_get_graph() const;
  event ext_oneapi_graph(const ext::oneapi::experimental::command_graph<
                         ext::oneapi::experimental::graph_state::executable> &graph);
  event ext_oneapi_graph(const ext::oneapi::experimental::command_graph<
                             ext::oneapi::experimental::graph_state::executable> &graph,
                         event depEvent);
  event ext_oneapi_graph(const ext::oneapi::experimental::command_graph<
                             ext::oneapi::experimental::graph_state::executable> &graph,
                         const std::vector<event> &depEvents);

  // The extensions sycl_ext_oneapi_queue_empty and sycl_khr_queue_empty_query.
  bool ext_oneapi_empty() const { return scythe_queue_is_empty(impl_->handle); }
  bool khr_empty() const { return ext_oneapi_empty(); }
  // The extension sycl_khr_queue_flush. Commands start without a flush.
  void khr_flush() const {}

  // The extension sycl_ext_oneapi_enqueue_barrier.
  event ext_oneapi_submit_barrier() {
    return submit([](handler &group) { group.ext_oneapi_barrier(); });
  }
  event ext_oneapi_submit_barrier(const std::vector<event> &waitList) {
    return submit([&](handler &group) { group.ext_oneapi_barrier(waitList); });
  }

  // -- kernels --------------------------------------------------------------

  template <typename KernelName = detail::unnamed, typename KernelType>
  event single_task(const KernelType &kernelFunc) {
    return launch<KernelName>(no_events(), kernelFunc);
  }
  template <typename KernelName = detail::unnamed, typename KernelType>
  event single_task(event depEvent, const KernelType &kernelFunc) {
    return launch<KernelName>(depEvent, kernelFunc);
  }
  template <typename KernelName = detail::unnamed, typename KernelType>
  event single_task(const std::vector<event> &depEvents, const KernelType &kernelFunc) {
    return launch<KernelName>(depEvents, kernelFunc);
  }

  using property_shortcuts::parallel_for;
  using property_shortcuts::single_task;

  // One overload per dimension, so that numbers and braces convert.
  template <typename KernelName = detail::unnamed, typename KernelType>
  event parallel_for(range<1> numWorkItems, const KernelType &kernelFunc) {
    return launch<KernelName>(no_events(), kernelFunc, numWorkItems);
  }
  template <typename KernelName = detail::unnamed, typename KernelType>
  event parallel_for(range<1> numWorkItems, event depEvent, const KernelType &kernelFunc) {
    return launch<KernelName>(depEvent, kernelFunc, numWorkItems);
  }
  template <typename KernelName = detail::unnamed, typename KernelType>
  event parallel_for(range<1> numWorkItems, const std::vector<event> &depEvents,
                     const KernelType &kernelFunc) {
    return launch<KernelName>(depEvents, kernelFunc, numWorkItems);
  }
  template <typename KernelName = detail::unnamed, typename KernelType>
  event parallel_for(range<2> numWorkItems, const KernelType &kernelFunc) {
    return launch<KernelName>(no_events(), kernelFunc, numWorkItems);
  }
  template <typename KernelName = detail::unnamed, typename KernelType>
  event parallel_for(range<2> numWorkItems, event depEvent, const KernelType &kernelFunc) {
    return launch<KernelName>(depEvent, kernelFunc, numWorkItems);
  }
  template <typename KernelName = detail::unnamed, typename KernelType>
  event parallel_for(range<2> numWorkItems, const std::vector<event> &depEvents,
                     const KernelType &kernelFunc) {
    return launch<KernelName>(depEvents, kernelFunc, numWorkItems);
  }
  template <typename KernelName = detail::unnamed, typename KernelType>
  event parallel_for(range<3> numWorkItems, const KernelType &kernelFunc) {
    return launch<KernelName>(no_events(), kernelFunc, numWorkItems);
  }
  template <typename KernelName = detail::unnamed, typename KernelType>
  event parallel_for(range<3> numWorkItems, event depEvent, const KernelType &kernelFunc) {
    return launch<KernelName>(depEvent, kernelFunc, numWorkItems);
  }
  template <typename KernelName = detail::unnamed, typename KernelType>
  event parallel_for(range<3> numWorkItems, const std::vector<event> &depEvents,
                     const KernelType &kernelFunc) {
    return launch<KernelName>(depEvents, kernelFunc, numWorkItems);
  }

  // Deprecated in SYCL 2020.
  template <typename KernelName = detail::unnamed, typename KernelType, int Dimensions>
  event parallel_for(range<Dimensions> numWorkItems, id<Dimensions> workItemOffset,
                     const KernelType &kernelFunc) {
    return launch<KernelName>(no_events(), kernelFunc, numWorkItems, workItemOffset);
  }
  template <typename KernelName = detail::unnamed, typename KernelType, int Dimensions>
  event parallel_for(range<Dimensions> numWorkItems, event depEvent,
                     id<Dimensions> workItemOffset, const KernelType &kernelFunc) {
    return launch<KernelName>(depEvent, kernelFunc, numWorkItems, workItemOffset);
  }
  template <typename KernelName = detail::unnamed, typename KernelType, int Dimensions>
  event parallel_for(range<Dimensions> numWorkItems, const std::vector<event> &depEvents,
                     id<Dimensions> workItemOffset, const KernelType &kernelFunc) {
    return launch<KernelName>(depEvents, kernelFunc, numWorkItems, workItemOffset);
  }

  template <typename KernelName = detail::unnamed, typename KernelType, int Dimensions>
  event parallel_for(nd_range<Dimensions> executionRange, const KernelType &kernelFunc) {
    return launch<KernelName>(no_events(), kernelFunc, executionRange);
  }
  template <typename KernelName = detail::unnamed, typename KernelType, int Dimensions>
  event parallel_for(nd_range<Dimensions> executionRange, event depEvent,
                     const KernelType &kernelFunc) {
    return launch<KernelName>(depEvent, kernelFunc, executionRange);
  }
  template <typename KernelName = detail::unnamed, typename KernelType, int Dimensions>
  event parallel_for(nd_range<Dimensions> executionRange, const std::vector<event> &depEvents,
                     const KernelType &kernelFunc) {
    return launch<KernelName>(depEvents, kernelFunc, executionRange);
  }

  // With reductions, which come before the kernel.
  template <typename KernelName = detail::unnamed, typename Reduction,
            typename... Rest, detail::if_reduction<Reduction> = 0>
  event parallel_for(range<1> numWorkItems, Reduction first, Rest &&...rest) {
    return reduce<KernelName>(no_events(), numWorkItems, first, rest...);
  }
  template <typename KernelName = detail::unnamed, typename Reduction,
            typename... Rest, detail::if_reduction<Reduction> = 0>
  event parallel_for(range<1> numWorkItems, event depEvent, Reduction first, Rest &&...rest) {
    return reduce<KernelName>(depEvent, numWorkItems, first, rest...);
  }
  template <typename KernelName = detail::unnamed, typename Reduction,
            typename... Rest, detail::if_reduction<Reduction> = 0>
  event parallel_for(range<1> numWorkItems, const std::vector<event> &depEvents, Reduction first,
                     Rest &&...rest) {
    return reduce<KernelName>(depEvents, numWorkItems, first, rest...);
  }
  template <typename KernelName = detail::unnamed, typename Reduction,
            typename... Rest, detail::if_reduction<Reduction> = 0>
  event parallel_for(range<2> numWorkItems, Reduction first, Rest &&...rest) {
    return reduce<KernelName>(no_events(), numWorkItems, first, rest...);
  }
  template <typename KernelName = detail::unnamed, typename Reduction,
            typename... Rest, detail::if_reduction<Reduction> = 0>
  event parallel_for(range<2> numWorkItems, event depEvent, Reduction first, Rest &&...rest) {
    return reduce<KernelName>(depEvent, numWorkItems, first, rest...);
  }
  template <typename KernelName = detail::unnamed, typename Reduction,
            typename... Rest, detail::if_reduction<Reduction> = 0>
  event parallel_for(range<2> numWorkItems, const std::vector<event> &depEvents, Reduction first,
                     Rest &&...rest) {
    return reduce<KernelName>(depEvents, numWorkItems, first, rest...);
  }
  template <typename KernelName = detail::unnamed, typename Reduction,
            typename... Rest, detail::if_reduction<Reduction> = 0>
  event parallel_for(range<3> numWorkItems, Reduction first, Rest &&...rest) {
    return reduce<KernelName>(no_events(), numWorkItems, first, rest...);
  }
  template <typename KernelName = detail::unnamed, typename Reduction,
            typename... Rest, detail::if_reduction<Reduction> = 0>
  event parallel_for(range<3> numWorkItems, event depEvent, Reduction first, Rest &&...rest) {
    return reduce<KernelName>(depEvent, numWorkItems, first, rest...);
  }
  template <typename KernelName = detail::unnamed, typename Reduction,
            typename... Rest, detail::if_reduction<Reduction> = 0>
  event parallel_for(range<3> numWorkItems, const std::vector<event> &depEvents, Reduction first,
                     Rest &&...rest) {
    return reduce<KernelName>(depEvents, numWorkItems, first, rest...);
  }
  template <typename KernelName = detail::unnamed, int Dimensions, typename Reduction,
            typename... Rest, detail::if_reduction<Reduction> = 0>
  event parallel_for(nd_range<Dimensions> executionRange, Reduction first, Rest &&...rest) {
    return reduce<KernelName>(no_events(), executionRange, first, rest...);
  }
  template <typename KernelName = detail::unnamed, int Dimensions, typename Reduction,
            typename... Rest, detail::if_reduction<Reduction> = 0>
  event parallel_for(nd_range<Dimensions> executionRange, event depEvent, Reduction first,
                     Rest &&...rest) {
    return reduce<KernelName>(depEvent, executionRange, first, rest...);
  }
  template <typename KernelName = detail::unnamed, int Dimensions, typename Reduction,
            typename... Rest, detail::if_reduction<Reduction> = 0>
  event parallel_for(nd_range<Dimensions> executionRange, const std::vector<event> &depEvents, Reduction first,
                     Rest &&...rest) {
    return reduce<KernelName>(depEvents, executionRange, first, rest...);
  }

  // -- USM and variables that live on devices ---------------------------------

  using device_global_shortcuts::copy;
  using device_global_shortcuts::memcpy;

  event memcpy(void *dest, const void *src, std::size_t numBytes) {
    return this->memcpy(dest, src, numBytes, no_events());
  }
  event memcpy(void *dest, const void *src, std::size_t numBytes, event depEvent) {
    return after(depEvent, [&](handler &group) { group.memcpy(dest, src, numBytes); });
  }
  event memcpy(void *dest, const void *src, std::size_t numBytes,
               const std::vector<event> &depEvents) {
    return after(depEvents, [&](handler &group) { group.memcpy(dest, src, numBytes); });
  }

  template <typename ValueT> event copy(const ValueT *src, ValueT *dest, std::size_t count) {
    return copy(src, dest, count, no_events());
  }
  template <typename ValueT>
  event copy(const ValueT *src, ValueT *dest, std::size_t count, event depEvent) {
    return after(depEvent, [&](handler &group) { group.copy(src, dest, count); });
  }
  template <typename ValueT>
  event copy(const ValueT *src, ValueT *dest, std::size_t count,
             const std::vector<event> &depEvents) {
    return after(depEvents, [&](handler &group) { group.copy(src, dest, count); });
  }

  event memset(void *ptr, int value, std::size_t numBytes) {
    return this->memset(ptr, value, numBytes, no_events());
  }
  event memset(void *ptr, int value, std::size_t numBytes, event depEvent) {
    return after(depEvent, [&](handler &group) { group.memset(ptr, value, numBytes); });
  }
  event memset(void *ptr, int value, std::size_t numBytes, const std::vector<event> &depEvents) {
    return after(depEvents, [&](handler &group) { group.memset(ptr, value, numBytes); });
  }

  template <typename ValueT> event fill(void *ptr, const ValueT &pattern, std::size_t count) {
    return fill(ptr, pattern, count, no_events());
  }
  template <typename ValueT>
  event fill(void *ptr, const ValueT &pattern, std::size_t count, event depEvent) {
    return after(depEvent, [&](handler &group) { group.fill(ptr, pattern, count); });
  }
  template <typename ValueT>
  event fill(void *ptr, const ValueT &pattern, std::size_t count,
             const std::vector<event> &depEvents) {
    return after(depEvents, [&](handler &group) { group.fill(ptr, pattern, count); });
  }

  event prefetch(const void *ptr, std::size_t numBytes) {
    return prefetch(ptr, numBytes, no_events());
  }
  event prefetch(const void *ptr, std::size_t numBytes, event depEvent) {
    return after(depEvent, [&](handler &group) { group.prefetch(ptr, numBytes); });
  }
  event prefetch(const void *ptr, std::size_t numBytes, const std::vector<event> &depEvents) {
    return after(depEvents, [&](handler &group) { group.prefetch(ptr, numBytes); });
  }

  event mem_advise(const void *ptr, std::size_t numBytes, int advice) {
    return mem_advise(ptr, numBytes, advice, no_events());
  }
  event mem_advise(const void *ptr, std::size_t numBytes, int advice, event depEvent) {
    return after(depEvent, [&](handler &group) { group.mem_advise(ptr, numBytes, advice); });
  }
  event mem_advise(const void *ptr, std::size_t numBytes, int advice,
                   const std::vector<event> &depEvents) {
    return after(depEvents, [&](handler &group) { group.mem_advise(ptr, numBytes, advice); });
  }

  // -- explicit memory operations on placeholder accessors --------------------

  template <typename SrcT, int SrcDims, access_mode SrcMode, target SrcTgt,
            access::placeholder IsPlaceholder, typename PropertyListT, typename DestT>
  event copy(accessor<SrcT, SrcDims, SrcMode, SrcTgt, IsPlaceholder, PropertyListT> src,
             std::shared_ptr<DestT> dest) {
    return after(no_events(), [&](handler &group) { group.copy(src, dest); });
  }
  template <typename SrcT, typename DestT, int DestDims, access_mode DestMode, target DestTgt,
            access::placeholder IsPlaceholder, typename PropertyListT>
  event copy(std::shared_ptr<SrcT> src,
             accessor<DestT, DestDims, DestMode, DestTgt, IsPlaceholder, PropertyListT> dest) {
    return after(no_events(), [&](handler &group) { group.copy(src, dest); });
  }
  template <typename SrcT, int SrcDims, access_mode SrcMode, target SrcTgt,
            access::placeholder IsPlaceholder, typename PropertyListT, typename DestT>
  event copy(accessor<SrcT, SrcDims, SrcMode, SrcTgt, IsPlaceholder, PropertyListT> src,
             DestT *dest) {
    return after(no_events(), [&](handler &group) { group.copy(src, dest); });
  }
  template <typename SrcT, typename DestT, int DestDims, access_mode DestMode, target DestTgt,
            access::placeholder IsPlaceholder, typename PropertyListT>
  event copy(const SrcT *src,
             accessor<DestT, DestDims, DestMode, DestTgt, IsPlaceholder, PropertyListT> dest) {
    return after(no_events(), [&](handler &group) { group.copy(src, dest); });
  }
  template <typename SrcT, int SrcDims, access_mode SrcMode, target SrcTgt,
            access::placeholder IsSrcPlaceholder,
            typename SrcPropertyListT, typename DestT, int DestDims,
            access_mode DestMode, target DestTgt, access::placeholder IsDestPlaceholder,
            typename DestPropertyListT>
  event copy(accessor<SrcT, SrcDims, SrcMode, SrcTgt, IsSrcPlaceholder, SrcPropertyListT> src,
             accessor<DestT, DestDims, DestMode, DestTgt, IsDestPlaceholder, DestPropertyListT> dest) {
    return after(no_events(), [&](handler &group) { group.copy(src, dest); });
  }
  template <typename ValueT, int Dims, access_mode Mode, target Tgt,
            access::placeholder IsPlaceholder, typename PropertyListT>
  event fill(accessor<ValueT, Dims, Mode, Tgt, IsPlaceholder, PropertyListT> dest,
             const ValueT &src) {
    return after(no_events(), [&](handler &group) { group.fill(dest, src); });
  }
  template <typename ValueT, int Dims, access_mode Mode, target Tgt,
            access::placeholder IsPlaceholder, typename PropertyListT>
  event update_host(accessor<ValueT, Dims, Mode, Tgt, IsPlaceholder, PropertyListT> acc) {
    return after(no_events(), [&](handler &group) { group.update_host(acc); });
  }

  // The extension sycl_ext_oneapi_weak_object; defined in ext/oneapi/weak_object.hpp.
  bool ext_oneapi_owner_before(const ext::oneapi::weak_object<queue> &other) const noexcept;
  bool ext_oneapi_owner_before(const queue &other) const noexcept;

  friend bool operator==(const queue &lhs, const queue &rhs) noexcept {
    return lhs.impl_ == rhs.impl_;
  }
  friend bool operator!=(const queue &lhs, const queue &rhs) noexcept { return !(lhs == rhs); }

private:
  friend struct detail::queue_access;
  friend class detail::device_global_shortcuts<queue, event>;
  friend class detail::memory_2d_shortcuts<queue, event>;
  friend class detail::property_shortcuts<queue, event>;

  explicit queue(detail::shared<detail::queue_impl> impl) noexcept : impl_(std::move(impl)) {}

  static std::uint32_t runtime_flags(const property_list &propList) {
    std::uint32_t flags = 0;
    if (propList.has_property<property::queue::in_order>())
      flags |= SCYTHE_QUEUE_IN_ORDER;
    if (propList.has_property<property::queue::enable_profiling>())
      flags |= SCYTHE_QUEUE_PROFILING;
    return flags;
  }

  // An event that is complete: no dependency.
  static event no_events() noexcept { return detail::event_access::none(); }

  // The shortcuts submit before they return, so kernels need not be copied.
  template <typename KernelName, typename Events, typename KernelType, typename... Space>
  event launch(const Events &events, const KernelType &kernelFunc, const Space &...space) {
    handler group(impl_, detail::kernel_object::borrowed);
    group.depends_on(events);
    if constexpr (sizeof...(Space) == 0 || (detail::is_compile_time_list<Space> && ...))
      group.template single_task<KernelName>(space..., kernelFunc);
    else
      group.template parallel_for<KernelName>(space..., kernelFunc);
    return group.submit();
  }

  template <typename KernelName, typename Events, typename Space, typename... Rest>
  event reduce(const Events &events, const Space &space, const Rest &...rest) {
    return after(events, [&](handler &group) {
      group.template parallel_for<KernelName>(space, rest...);
    });
  }

  template <typename Events, typename Function>
  event after(const Events &events, const Function &function) {
    handler group(impl_);
    group.depends_on(events);
    function(group);
    return group.submit();
  }

  detail::shared<detail::queue_impl> impl_;
  // oneDPL stores a factory of queues in place of a queue, which needs space for two pointers.
  [[maybe_unused]] void *room_ = nullptr;
};

namespace detail {

struct queue_access {
  static queue make(shared<queue_impl> impl) noexcept { return queue(std::move(impl)); }
  static queue make_native(const context &ctx, const device &dev, const async_handler &handler,
                           std::uint32_t flags, shared<native_object> native) {
    const bool in_order = flags & SCYTHE_QUEUE_IN_ORDER;
    const bool profiled = flags & SCYTHE_QUEUE_PROFILING;
    using namespace property::queue;
    const queue made(ctx, dev, handler,
                     in_order && profiled ? property_list{property::queue::in_order(),
                                                          enable_profiling()}
                     : in_order           ? property_list{property::queue::in_order()}
                     : profiled           ? property_list{enable_profiling()}
                                          : property_list{});
    made.impl_->native(std::move(native));
    return made;
  }
  // A queue whose commands go to a queue of the backend, in order.
  static queue make_adopted(const context &ctx, const device &dev, const async_handler &handler,
                            void *object) {
    const adopted_queue adopted{object};
    const std::uint32_t flags = SCYTHE_QUEUE_IN_ORDER;
    return queue(make_counted<queue_impl>(ctx, dev, handler,
                                          property_list{property::queue::in_order()}, flags,
                                          &adopted));
  }
  // A queue whose handle the caller owns.
  static queue make_borrowed(const device &dev, scythe_queue *handle, std::uint32_t flags) {
    return queue(make_counted<queue_impl>(context(dev), dev, borrowed_queue{handle}, flags));
  }
  static const shared<queue_impl> &impl(const queue &queue) noexcept {
    return queue.impl_;
  }
};

} // namespace detail
} // namespace sycl

template <> struct std::hash<sycl::queue> {
  std::size_t operator()(const sycl::queue &queue) const noexcept {
    return std::hash<const void *>()(sycl::detail::queue_access::impl(queue).get());
  }
};
