// SYCL 2020 §4.17.4.5: reduce.
#pragma once

#include <sycl/detail/group_operations.hpp>
#include <sycl/detail/joint_range.hpp>
#include <sycl/group_functions.hpp>

namespace sycl::inline _V1 {

template <typename Group, typename ValueT, typename BinaryOperation,
          detail::require_group<Group> = 0>
SCYTHE_ALWAYS_INLINE inline ValueT reduce_over_group(Group grp, ValueT arg_x, BinaryOperation) {
  return detail::group_combiner<BinaryOperation, ValueT>::reduce(detail::kind_of(grp), arg_x);
}

template <typename Group, typename FurtherT, typename ValueT, typename BinaryOperation,
          detail::require_group<Group> = 0>
SCYTHE_ALWAYS_INLINE inline ValueT reduce_over_group(Group grp, FurtherT arg_x, ValueT init,
                                                     BinaryOperation) {
  using combiner = detail::group_combiner<BinaryOperation, ValueT>;
  return combiner::combine(init,
                           combiner::reduce(detail::kind_of(grp), static_cast<ValueT>(arg_x)));
}

namespace detail {

template <typename BinaryOperation, typename ValueT, typename Group, typename Ptr>
SCYTHE_ALWAYS_INLINE inline ValueT reduce_range(const Group &grp, Ptr first, Ptr last) {
  using combiner = group_combiner<BinaryOperation, ValueT>;
  ValueT partial = combiner::identity();
  for_each_of_group(grp, first, last, [&](const auto &element) {
    partial = combiner::combine(partial, static_cast<ValueT>(element));
  });
  return combiner::reduce(kind_of(grp), partial);
}

} // namespace detail

template <typename Group, typename Ptr, typename BinaryOperation,
          detail::require_joint<Group, Ptr> = 0>
inline detail::element_t<Ptr> joint_reduce(Group grp, Ptr first, Ptr last, BinaryOperation) {
  return detail::reduce_range<BinaryOperation, detail::element_t<Ptr>>(grp, first, last);
}

template <typename Group, typename Ptr, typename ValueT, typename BinaryOperation,
          detail::require_joint<Group, Ptr> = 0>
inline ValueT joint_reduce(Group grp, Ptr first, Ptr last, ValueT init, BinaryOperation) {
  return detail::group_combiner<BinaryOperation, ValueT>::combine(
      init, detail::reduce_range<BinaryOperation, ValueT>(grp, first, last));
}

} // namespace sycl
