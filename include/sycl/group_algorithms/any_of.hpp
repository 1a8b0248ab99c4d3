// SYCL 2020 §4.17.4.1: any_of, all_of and none_of.
#pragma once

#include <sycl/detail/joint_range.hpp>
#include <sycl/group_functions.hpp>

namespace sycl::inline _V1 {

template <typename Group, detail::require_group<Group> = 0>
SCYTHE_ALWAYS_INLINE inline bool any_of_group(Group grp, bool pred) {
  return detail::any(detail::kind_of(grp), pred);
}
template <typename Group, detail::require_group<Group> = 0>
SCYTHE_ALWAYS_INLINE inline bool all_of_group(Group grp, bool pred) {
  return detail::all(detail::kind_of(grp), pred);
}
template <typename Group, detail::require_group<Group> = 0>
SCYTHE_ALWAYS_INLINE inline bool none_of_group(Group grp, bool pred) {
  return !any_of_group(grp, pred);
}

template <typename Group, typename ValueT, typename Predicate, detail::require_group<Group> = 0>
SCYTHE_ALWAYS_INLINE inline bool any_of_group(Group grp, ValueT arg_x, Predicate pred) {
  return any_of_group(grp, static_cast<bool>(pred(arg_x)));
}
template <typename Group, typename ValueT, typename Predicate, detail::require_group<Group> = 0>
SCYTHE_ALWAYS_INLINE inline bool all_of_group(Group grp, ValueT arg_x, Predicate pred) {
  return all_of_group(grp, static_cast<bool>(pred(arg_x)));
}
template <typename Group, typename ValueT, typename Predicate, detail::require_group<Group> = 0>
SCYTHE_ALWAYS_INLINE inline bool none_of_group(Group grp, ValueT arg_x, Predicate pred) {
  return none_of_group(grp, static_cast<bool>(pred(arg_x)));
}

template <typename Group, typename Ptr, typename Predicate, detail::require_joint<Group, Ptr> = 0>
inline bool joint_any_of(Group grp, Ptr first, Ptr last, Predicate pred) {
  bool found = false;
  detail::for_each_of_group(grp, first, last, [&](const auto &element) {
    if (pred(element))
      found = true;
  });
  return any_of_group(grp, found);
}
template <typename Group, typename Ptr, typename Predicate, detail::require_joint<Group, Ptr> = 0>
inline bool joint_all_of(Group grp, Ptr first, Ptr last, Predicate pred) {
  return !joint_any_of(grp, first, last,
                       [&](const auto &element) { return !static_cast<bool>(pred(element)); });
}
template <typename Group, typename Ptr, typename Predicate, detail::require_joint<Group, Ptr> = 0>
inline bool joint_none_of(Group grp, Ptr first, Ptr last, Predicate pred) {
  return !joint_any_of(grp, first, last, pred);
}

} // namespace sycl
