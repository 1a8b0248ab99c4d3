// The extension sycl_ext_oneapi_local_memory: memory of constant size that the work-items of a
// group share, requested in the kernel.
#pragma once

#include <sycl/group.hpp>
#include <sycl/group_functions.hpp>
#include <sycl/multi_ptr.hpp>

#include <new>
#include <type_traits>
#include <utility>

namespace sycl::inline _V1 {

namespace detail {

template <typename ValueT>
using local_object_ptr =
    multi_ptr<ValueT, access::address_space::local_space, access::decorated::legacy>;

template <typename ValueT> inline constexpr bool is_work_group_v = false;
template <int Dimensions> inline constexpr bool is_work_group_v<group<Dimensions>> = true;

template <typename ValueT>
SCYTHE_ALWAYS_INLINE inline local_object_ptr<ValueT> local_object() noexcept {
  return local_object_ptr<ValueT>(
      space_cast<ValueT, access::address_space::local_space>(group_memory<ValueT>()));
}

} // namespace detail

namespace ext::oneapi {

// Objects end with their group, and are not destroyed.
template <typename ValueT, typename Group, typename... Args>
SCYTHE_ALWAYS_INLINE inline std::enable_if_t<
    std::is_trivially_destructible_v<ValueT> && detail::is_work_group_v<Group>,
    detail::local_object_ptr<ValueT>>
group_local_memory(Group grp, Args &&...args) {
  const detail::local_object_ptr<ValueT> object = detail::local_object<ValueT>();
  if (grp.leader()) {
    void *const memory = static_cast<void *>(object.get_raw());
    if constexpr (std::is_constructible_v<ValueT, Args...>)
      ::new (memory) ValueT(std::forward<Args>(args)...);
    else
      ::new (memory) ValueT{std::forward<Args>(args)...};
  }
  group_barrier(grp);
  return object;
}

template <typename ValueT, typename Group>
SCYTHE_ALWAYS_INLINE inline std::enable_if_t<
    std::is_trivially_destructible_v<ValueT> && detail::is_work_group_v<Group>,
    detail::local_object_ptr<ValueT>>
group_local_memory_for_overwrite(Group grp) {
  const detail::local_object_ptr<ValueT> object = detail::local_object<ValueT>();
  if constexpr (!std::is_trivially_default_constructible_v<ValueT>) {
    if (grp.leader())
      ::new (static_cast<void *>(object.get_raw())) ValueT;
    group_barrier(grp);
  }
  static_cast<void>(grp);
  return object;
}

} // namespace ext::oneapi

} // namespace sycl
