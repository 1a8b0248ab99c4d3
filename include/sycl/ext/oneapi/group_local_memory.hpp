// The extension sycl_ext_oneapi_local_memory: memory of a size known to the
// compiler that the work-items of a group share, asked for in the kernel.
#pragma once

#include <sycl/group.hpp>
#include <sycl/group_functions.hpp>
#include <sycl/multi_ptr.hpp>

#include <new>
#include <type_traits>
#include <utility>

namespace sycl {

namespace detail {

template <typename T>
using local_object_ptr =
    multi_ptr<T, access::address_space::local_space, access::decorated::legacy>;

template <typename T> inline constexpr bool is_work_group_v = false;
template <int Dimensions> inline constexpr bool is_work_group_v<group<Dimensions>> = true;

template <typename T> SCYTHE_ALWAYS_INLINE inline local_object_ptr<T> local_object() noexcept {
  return local_object_ptr<T>(
      space_cast<T, access::address_space::local_space>(group_memory<T>()));
}

} // namespace detail

namespace ext::oneapi {

// Objects end with their group, and nobody destroys them.
template <typename T, typename Group, typename... Args>
SCYTHE_ALWAYS_INLINE inline std::enable_if_t<
    std::is_trivially_destructible_v<T> && detail::is_work_group_v<Group>,
    detail::local_object_ptr<T>>
group_local_memory(Group g, Args &&...args) {
  const detail::local_object_ptr<T> object = detail::local_object<T>();
  if (g.leader()) {
    void *const memory = static_cast<void *>(object.get_raw());
    if constexpr (std::is_constructible_v<T, Args...>)
      ::new (memory) T(std::forward<Args>(args)...);
    else
      ::new (memory) T{std::forward<Args>(args)...};
  }
  group_barrier(g);
  return object;
}

template <typename T, typename Group>
SCYTHE_ALWAYS_INLINE inline std::enable_if_t<
    std::is_trivially_destructible_v<T> && detail::is_work_group_v<Group>,
    detail::local_object_ptr<T>>
group_local_memory_for_overwrite(Group g) {
  const detail::local_object_ptr<T> object = detail::local_object<T>();
  if constexpr (!std::is_trivially_default_constructible_v<T>) {
    if (g.leader())
      ::new (static_cast<void *>(object.get_raw())) T;
    group_barrier(g);
  }
  static_cast<void>(g);
  return object;
}

} // namespace ext::oneapi

} // namespace sycl
