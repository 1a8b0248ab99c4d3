// The extension sycl_ext_oneapi_root_group: all work-items of a kernel as a group.
//
// Work-groups synchronise through counters in memory that belongs to the launch. One work-item of
// each group waits for the other groups, and the rest wait for it at a barrier. All groups have to
// run at the same time, which the runtime ensures if the launch has the property.
#pragma once

#include <sycl/atomic_ref.hpp>
#include <sycl/detail/index_builder.hpp>
#include <sycl/ext/oneapi/experimental/work_group_static.hpp>
#include <sycl/ext/oneapi/properties.hpp>
#include <sycl/group_functions.hpp>
#include <sycl/kernel_handler.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

// In the runtime, on CPUs.
extern "C" void __scythe_cpu_wait_for_groups(std::uint32_t round) noexcept;

namespace sycl::inline _V1 {

namespace ext::oneapi::experimental {

struct use_root_sync_key {
  using value_t = property_value<use_root_sync_key>;
};
inline constexpr use_root_sync_key::value_t use_root_sync;

enum class execution_scope { work_item, sub_group, work_group, root_group };

template <int Dimensions> class root_group {
  template <execution_scope Scope>
  static constexpr bool is_indexed =
      Scope == execution_scope::work_item || Scope == execution_scope::work_group;

public:
  using id_type = id<Dimensions>;
  using range_type = range<Dimensions>;
  using linear_id_type = std::size_t;
  static constexpr int dimensions = Dimensions;
  static constexpr memory_scope fence_scope = memory_scope::device;

  SCYTHE_ALWAYS_INLINE id<Dimensions> get_group_id() const noexcept { return {}; }
  SCYTHE_ALWAYS_INLINE id<Dimensions> get_local_id() const noexcept {
    return item().get_global_id();
  }
  SCYTHE_ALWAYS_INLINE range<Dimensions> get_group_range() const noexcept {
    if constexpr (Dimensions == 1)
      return {1};
    else if constexpr (Dimensions == 2)
      return {1, 1};
    else
      return {1, 1, 1};
  }
  SCYTHE_ALWAYS_INLINE range<Dimensions> get_local_range() const noexcept {
    return item().get_global_range();
  }
  SCYTHE_ALWAYS_INLINE range<Dimensions> get_max_local_range() const noexcept {
    return get_local_range();
  }
  SCYTHE_ALWAYS_INLINE std::size_t get_group_linear_id() const noexcept { return 0; }
  SCYTHE_ALWAYS_INLINE std::size_t get_local_linear_id() const noexcept {
    return item().get_global_linear_id();
  }
  SCYTHE_ALWAYS_INLINE std::size_t get_group_linear_range() const noexcept { return 1; }
  SCYTHE_ALWAYS_INLINE std::size_t get_local_linear_range() const noexcept {
    return get_local_range().size();
  }
  SCYTHE_ALWAYS_INLINE bool leader() const noexcept { return get_local_linear_id() == 0; }

  template <execution_scope Scope>
  SCYTHE_ALWAYS_INLINE std::enable_if_t<is_indexed<Scope>, id<Dimensions>> get_id() const noexcept {
    if constexpr (Scope == execution_scope::work_item)
      return get_local_id();
    else
      return item().get_group().get_group_id();
  }
  template <execution_scope Scope>
  SCYTHE_ALWAYS_INLINE std::enable_if_t<Scope == execution_scope::sub_group, id<1>>
  get_id() const noexcept {
    return id<1>(get_linear_id<Scope>());
  }
  template <execution_scope Scope>
  SCYTHE_ALWAYS_INLINE std::enable_if_t<Scope != execution_scope::root_group, std::size_t>
  get_linear_id() const noexcept {
    if constexpr (Scope == execution_scope::work_item) {
      return get_local_linear_id();
    } else if constexpr (Scope == execution_scope::work_group) {
      return item().get_group_linear_id();
    } else {
      const sub_group own = item().get_sub_group();
      return item().get_group_linear_id() * own.get_group_linear_range() +
             own.get_group_linear_id();
    }
  }

  template <execution_scope Scope>
  SCYTHE_ALWAYS_INLINE std::enable_if_t<is_indexed<Scope>, range<Dimensions>>
  get_range() const noexcept {
    if constexpr (Scope == execution_scope::work_item)
      return get_local_range();
    else
      return item().get_group_range();
  }
  template <execution_scope Scope>
  SCYTHE_ALWAYS_INLINE std::enable_if_t<Scope == execution_scope::sub_group, range<1>>
  get_range() const noexcept {
    return range<1>(get_linear_range<Scope>());
  }
  template <execution_scope Scope>
  SCYTHE_ALWAYS_INLINE std::enable_if_t<Scope != execution_scope::root_group, std::size_t>
  get_linear_range() const noexcept {
    if constexpr (Scope == execution_scope::sub_group)
      return item().get_group_range().size() * item().get_sub_group().get_group_linear_range();
    else
      return get_range<Scope>().size();
  }

private:
  friend struct sycl::detail::index_builder;
  root_group() noexcept = default;

  SCYTHE_ALWAYS_INLINE static nd_item<Dimensions> item() noexcept {
    return sycl::detail::index_builder::make_nd_item<Dimensions>();
  }
};

} // namespace ext::oneapi::experimental

namespace detail {

// The synchronisation of a launch's work-groups. All members are zero when a kernel starts, and
// have to be at its end.
struct alignas(64) root_meeting {
  using count = atomic_ref<std::uint32_t, memory_order::relaxed, memory_scope::device,
                           access::address_space::global_space>;

  std::uint32_t arrived;
  std::uint32_t round;
  std::uint32_t left;

  // On return, the effects of all groups before the call are visible.
  SCYTHE_ALWAYS_INLINE void wait(std::uint32_t groups) noexcept {
    const std::uint32_t now = count(round).load();
    if (count(arrived).fetch_add(1, memory_order::acq_rel) + 1 == groups) {
      count(arrived).store(0);
      count(round).store(now + 1, memory_order::release);
      return;
    }
    for (std::uint32_t looks = 0; count(round).load(memory_order::acquire) == now; ++looks) {
#if defined(__SYCL_DEVICE_ONLY__) && !defined(__NVPTX__) && !defined(__SPIR__) && !defined(__SPIRV__)
      __scythe_cpu_wait_for_groups(looks);
#endif
    }
  }

  SCYTHE_ALWAYS_INLINE void leave(std::uint32_t groups) noexcept {
    if (count(left).fetch_add(1, memory_order::acq_rel) + 1 != groups)
      return;
    count(arrived).store(0);
    count(round).store(0);
    count(left).store(0);
  }

  // The address for the first work-item of a group, wherever in the kernel it is; others do not use
  // it.
  SCYTHE_ALWAYS_INLINE static root_meeting *&place() noexcept {
    static ext::oneapi::experimental::work_group_static<root_meeting *> meeting;
    return meeting;
  }
};

SCYTHE_ALWAYS_INLINE inline std::uint32_t groups_of_launch() noexcept {
  return static_cast<std::uint32_t>(num_groups_query::get(0) * num_groups_query::get(1) *
                                    num_groups_query::get(2));
}

// A kernel whose work-groups synchronise.
template <typename FunctionT, int Dimensions> struct root_sync_kernel {
  static constexpr bool accepts = is_kernel_for<const FunctionT &, nd_item<Dimensions>>;
  FunctionT kernel;
  root_meeting *meeting;
};

template <int Dimensions> struct root_sync_launch {
  template <typename KernelT> static constexpr bool accepts = KernelT::accepts;
  template <typename KernelT> static constexpr void diagnose() {
    static_assert(KernelT::accepts,
                  "a kernel launched over an nd_range<N> must be callable with one argument, an "
                  "nd_item<N> (by value or const reference)");
  }

  template <typename KernelT> SCYTHE_ALWAYS_INLINE static void invoke(const KernelT &kernel) {
    const nd_item<Dimensions> item = index_builder::make_nd_item<Dimensions>();
    const bool first = item.get_local_linear_id() == 0;
    if (first)
      root_meeting::place() = kernel.meeting;
    call_kernel(kernel.kernel, item);
    if (first)
      kernel.meeting->leave(groups_of_launch());
  }
};

template <typename List>
inline constexpr bool syncs_root =
    List::template has_property<ext::oneapi::experimental::use_root_sync_key>();

} // namespace detail

// Only in kernels that are launched with use_root_sync.
template <int Dimensions>
SCYTHE_ALWAYS_INLINE inline void
group_barrier(ext::oneapi::experimental::root_group<Dimensions>,
              memory_scope scope =
                  ext::oneapi::experimental::root_group<Dimensions>::fence_scope) noexcept {
  const auto group = detail::index_builder::make_group<Dimensions>();
  group_barrier(group, scope);
  // A launch of one group may have no such memory.
  if (const std::uint32_t groups = detail::groups_of_launch(); groups > 1) {
    if (group.leader())
      detail::root_meeting::place()->wait(groups);
    group_barrier(group, scope);
  }
}

template <int Dimensions>
SCYTHE_ALWAYS_INLINE inline ext::oneapi::experimental::root_group<Dimensions>
nd_item<Dimensions>::ext_oneapi_get_root_group() const noexcept {
  return detail::index_builder::make_root_group<Dimensions>();
}

namespace ext::oneapi::experimental {

namespace this_work_item {
template <int Dimensions> SCYTHE_ALWAYS_INLINE inline root_group<Dimensions> get_root_group() noexcept {
  return sycl::detail::index_builder::make_root_group<Dimensions>();
}
} // namespace this_work_item

// The previous name.
namespace this_kernel {
using this_work_item::get_root_group;
} // namespace this_kernel

} // namespace ext::oneapi::experimental

} // namespace sycl
