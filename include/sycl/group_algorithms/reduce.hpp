// SYCL 2020 §4.17.4.5: reduce.
#pragma once

#include <sycl/detail/group_operations.hpp>
#include <sycl/detail/joint_range.hpp>
#include <sycl/group_functions.hpp>

namespace sycl {

template <typename Group, typename T, typename BinaryOperation, detail::require_group<Group> = 0>
SCYTHE_ALWAYS_INLINE inline T reduce_over_group(Group g, T x, BinaryOperation) {
  return detail::group_combiner<BinaryOperation, T>::reduce(detail::kind_of(g), x);
}

template <typename Group, typename V, typename T, typename BinaryOperation,
          detail::require_group<Group> = 0>
SCYTHE_ALWAYS_INLINE inline T reduce_over_group(Group g, V x, T init, BinaryOperation) {
  using combiner = detail::group_combiner<BinaryOperation, T>;
  return combiner::combine(init, combiner::reduce(detail::kind_of(g), static_cast<T>(x)));
}

namespace detail {

template <typename BinaryOperation, typename T, typename Group, typename Ptr>
SCYTHE_ALWAYS_INLINE inline T reduce_range(const Group &g, Ptr first, Ptr last) {
  using combiner = group_combiner<BinaryOperation, T>;
  T partial = combiner::identity();
  for_each_of_group(g, first, last, [&](const auto &element) {
    partial = combiner::combine(partial, static_cast<T>(element));
  });
  return combiner::reduce(kind_of(g), partial);
}

} // namespace detail

template <typename Group, typename Ptr, typename BinaryOperation,
          detail::require_joint<Group, Ptr> = 0>
inline detail::element_t<Ptr> joint_reduce(Group g, Ptr first, Ptr last, BinaryOperation) {
  return detail::reduce_range<BinaryOperation, detail::element_t<Ptr>>(g, first, last);
}

template <typename Group, typename Ptr, typename T, typename BinaryOperation,
          detail::require_joint<Group, Ptr> = 0>
inline T joint_reduce(Group g, Ptr first, Ptr last, T init, BinaryOperation) {
  return detail::group_combiner<BinaryOperation, T>::combine(
      init, detail::reduce_range<BinaryOperation, T>(g, first, last));
}

} // namespace sycl
