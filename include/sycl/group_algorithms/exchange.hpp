// SYCL 2020 §4.17.4.2 to §4.17.4.4: shift, permute and select, which exchange values between the
// work-items of a sub-group, or of a part of it.
#pragma once

#include <sycl/group_functions.hpp>
#include <sycl/sub_group.hpp>

#include <type_traits>

namespace sycl::inline _V1 {

namespace detail {

template <typename Group>
using require_sub_group = std::enable_if_t<std::is_same_v<std::decay_t<Group>, sub_group>, int>;

} // namespace detail

// The value of the work-item `delta` positions after this one; unspecified if there is none.
template <typename Group, typename ValueT, detail::require_sub_group<Group> = 0>
SCYTHE_ALWAYS_INLINE inline ValueT shift_group_left(Group grp, ValueT arg_x,
                                               typename Group::linear_id_type delta = 1) noexcept {
  return grp.shuffle_down(arg_x, delta);
}
// The value of the work-item `delta` positions before this one.
template <typename Group, typename ValueT, detail::require_sub_group<Group> = 0>
SCYTHE_ALWAYS_INLINE inline ValueT shift_group_right(Group grp, ValueT arg_x,
                                                typename Group::linear_id_type delta = 1) noexcept {
  return grp.shuffle_up(arg_x, delta);
}

template <typename Group, typename ValueT, detail::require_sub_group<Group> = 0>
SCYTHE_ALWAYS_INLINE inline ValueT permute_group_by_xor(Group grp, ValueT arg_x,
                                                   typename Group::linear_id_type mask) noexcept {
  return grp.shuffle_xor(arg_x, mask);
}

template <typename Group, typename ValueT, detail::require_sub_group<Group> = 0>
SCYTHE_ALWAYS_INLINE inline ValueT select_from_group(Group grp, ValueT arg_x,
                                                typename Group::id_type remoteLocalId) noexcept {
  return grp.shuffle(arg_x, remoteLocalId);
}

// The same for groups of some work-items of a sub-group.

template <typename Group, typename ValueT, detail::require_made_group<Group> = 0>
SCYTHE_ALWAYS_INLINE inline ValueT shift_group_left(Group grp, ValueT arg_x,
                                               typename Group::linear_id_type delta = 1) noexcept {
  return detail::kind_of(grp).select(arg_x, grp.get_local_linear_id() + delta);
}
template <typename Group, typename ValueT, detail::require_made_group<Group> = 0>
SCYTHE_ALWAYS_INLINE inline ValueT shift_group_right(Group grp, ValueT arg_x,
                                                typename Group::linear_id_type delta = 1) noexcept {
  return detail::kind_of(grp).select(arg_x, grp.get_local_linear_id() - delta);
}
template <typename Group, typename ValueT, detail::require_made_group<Group> = 0>
SCYTHE_ALWAYS_INLINE inline ValueT permute_group_by_xor(Group grp, ValueT arg_x,
                                                   typename Group::linear_id_type mask) noexcept {
  return detail::kind_of(grp).select(arg_x, grp.get_local_linear_id() ^ mask);
}
template <typename Group, typename ValueT, detail::require_made_group<Group> = 0>
SCYTHE_ALWAYS_INLINE inline ValueT select_from_group(Group grp, ValueT arg_x,
                                                typename Group::id_type remoteLocalId) noexcept {
  return detail::kind_of(grp).select(arg_x, static_cast<std::uint32_t>(remoteLocalId[0]));
}

} // namespace sycl
