// SYCL 2020 §4.17.3: barriers and broadcasts of work-groups and sub-groups.
#pragma once

#include <sycl/detail/builtins.hpp>
#include <sycl/detail/group_words.hpp>
#include <sycl/detail/memory_semantics.hpp>
#include <sycl/group.hpp>
#include <sycl/sub_group.hpp>

#include <type_traits>

namespace sycl::inline _V1 {

template <typename ValueT> struct is_group : std::false_type {};
template <int Dimensions> struct is_group<group<Dimensions>> : std::true_type {};
template <> struct is_group<sub_group> : std::true_type {};

template <typename ValueT> inline constexpr bool is_group_v = is_group<ValueT>::value;

namespace detail {

// Group functions are candidates for groups only.
template <typename Group>
using require_group = std::enable_if_t<is_group_v<std::decay_t<Group>>, int>;

// Groups of some work-items of a sub-group, which implement the operations of the builtins as
// members of an object, `parts` of the group (detail/group_parts.hpp).
template <typename ValueT> inline constexpr bool is_made_group_v = false;
template <typename Group>
using require_made_group = std::enable_if_t<is_made_group_v<std::decay_t<Group>>, int>;

struct group_access {
  template <typename Group>
  SCYTHE_ALWAYS_INLINE static auto parts(const Group &grp) noexcept {
    return grp.parts();
  }
};

// Selects the builtins.
template <typename Group, require_made_group<Group> = 0>
SCYTHE_ALWAYS_INLINE inline auto kind_of(const Group &grp) noexcept {
  return group_access::parts(grp);
}
template <int Dimensions> constexpr work_group_kind kind_of(const group<Dimensions> &) noexcept {
  return {};
}
constexpr sub_group_kind kind_of(const sub_group &) noexcept { return {}; }

// A linear id as an id, the inverse of linear_index.
template <int Dimensions>
SCYTHE_ALWAYS_INLINE inline id<Dimensions>
index_of_linear(std::size_t linear, [[maybe_unused]] const range<Dimensions> &extent) noexcept {
  if constexpr (Dimensions == 1)
    return id<1>(linear);
  else if constexpr (Dimensions == 2)
    return id<2>(linear / extent[1], linear % extent[1]);
  else
    return id<3>(linear / extent[2] / extent[1], linear / extent[2] % extent[1],
                 linear % extent[2]);
}

// A component in the builtins' order, which starts with the last dimension.
template <int Dimensions>
SCYTHE_ALWAYS_INLINE constexpr std::size_t builtin_component(const id<Dimensions> &index,
                                                             int dimension) noexcept {
  return dimension < Dimensions ? index[Dimensions - 1 - dimension] : 0;
}

template <int Dimensions, typename ValueT>
SCYTHE_ALWAYS_INLINE inline ValueT broadcast(const group<Dimensions> &, const ValueT &arg_x,
                                        const id<Dimensions> &localId) noexcept {
  const std::size_t column = builtin_component(localId, 0);
  const std::size_t row = builtin_component(localId, 1);
  const std::size_t slice = builtin_component(localId, 2);
  return move_value(
      [=](auto word) {
        return group_transfer<decltype(word)>::broadcast(word, column, row, slice);
      },
      arg_x);
}
template <typename ValueT>
SCYTHE_ALWAYS_INLINE inline ValueT broadcast(const sub_group &, const ValueT &arg_x,
                                        const id<1> &localId) noexcept {
  const std::uint32_t lane = static_cast<std::uint32_t>(localId[0]);
  return move_value(
      [=](auto word) { return group_transfer<decltype(word)>::broadcast(word, lane); }, arg_x);
}
template <typename Group, typename ValueT, require_made_group<Group> = 0>
SCYTHE_ALWAYS_INLINE inline ValueT broadcast(const Group &grp, const ValueT &arg_x,
                                             const id<1> &localId) noexcept {
  return kind_of(grp).select(arg_x, static_cast<std::uint32_t>(localId[0]));
}

} // namespace detail

template <typename Group, detail::require_group<Group> = 0>
SCYTHE_ALWAYS_INLINE inline void group_barrier(Group grp,
                                               memory_scope scope = Group::fence_scope) noexcept {
  detail::barrier(detail::kind_of(grp), detail::builtin_scope(scope), detail::barrier_semantics);
}

// The value of the work-item at that id.
template <typename Group, typename ValueT, detail::require_group<Group> = 0>
SCYTHE_ALWAYS_INLINE inline ValueT group_broadcast(Group grp, ValueT arg_x,
                                              typename Group::id_type localId) noexcept {
  return detail::broadcast(grp, arg_x, localId);
}

// The value of the work-item with that linear id.
template <typename Group, typename ValueT, detail::require_group<Group> = 0>
SCYTHE_ALWAYS_INLINE inline ValueT
group_broadcast(Group grp, ValueT arg_x, typename Group::linear_id_type localLinearId) noexcept {
  return detail::broadcast(grp, arg_x,
                           detail::index_of_linear(localLinearId, grp.get_local_range()));
}

// The value of the first work-item.
template <typename Group, typename ValueT, detail::require_group<Group> = 0>
SCYTHE_ALWAYS_INLINE inline ValueT group_broadcast(Group grp, ValueT arg_x) noexcept {
  return detail::broadcast(grp, arg_x, typename Group::id_type());
}

} // namespace sycl
