// SYCL 2020 §4.17.4.6: exclusive and inclusive scans, in the order of the
// work-items' linear ids.
#pragma once

#include <sycl/detail/group_operations.hpp>
#include <sycl/detail/joint_range.hpp>
#include <sycl/group_functions.hpp>

namespace sycl::inline _V1 {

template <typename Group, typename ValueT, typename BinaryOperation,
          detail::require_group<Group> = 0>
SCYTHE_ALWAYS_INLINE inline ValueT exclusive_scan_over_group(Group grp, ValueT arg_x,
                                                             BinaryOperation) {
  return detail::group_combiner<BinaryOperation, ValueT>::exclusive_scan(detail::kind_of(grp),
                                                                         arg_x);
}

template <typename Group, typename FurtherT, typename ValueT, typename BinaryOperation,
          detail::require_group<Group> = 0>
SCYTHE_ALWAYS_INLINE inline ValueT exclusive_scan_over_group(Group grp, FurtherT arg_x, ValueT init,
                                                             BinaryOperation) {
  using combiner = detail::group_combiner<BinaryOperation, ValueT>;
  return combiner::combine(
      init, combiner::exclusive_scan(detail::kind_of(grp), static_cast<ValueT>(arg_x)));
}

template <typename Group, typename ValueT, typename BinaryOperation,
          detail::require_group<Group> = 0>
SCYTHE_ALWAYS_INLINE inline ValueT inclusive_scan_over_group(Group grp, ValueT arg_x,
                                                             BinaryOperation) {
  return detail::group_combiner<BinaryOperation, ValueT>::inclusive_scan(detail::kind_of(grp),
                                                                         arg_x);
}

template <typename Group, typename FurtherT, typename ValueT, typename BinaryOperation,
          detail::require_group<Group> = 0>
SCYTHE_ALWAYS_INLINE inline ValueT inclusive_scan_over_group(Group grp, FurtherT arg_x,
                                                             BinaryOperation, ValueT init) {
  using combiner = detail::group_combiner<BinaryOperation, ValueT>;
  return combiner::combine(
      init, combiner::inclusive_scan(detail::kind_of(grp), static_cast<ValueT>(arg_x)));
}

namespace detail {

// Scans a range with two collective operations, however long it is: each
// work-item reduces its slice, the group scans the results, and each work-item
// scans its slice again from what precedes it. Slices are read only by the
// work-item that writes them, so `result` may be `first`.
template <bool Inclusive, typename BinaryOperation, typename ValueT, typename Group, typename InPtr,
          typename OutPtr>
SCYTHE_ALWAYS_INLINE inline OutPtr scan_range(const Group &grp, InPtr first, InPtr last,
                                              OutPtr result, ValueT init) {
  using combiner = group_combiner<BinaryOperation, ValueT>;
  group_barrier(grp);
  const auto input = joint_pointer(first);
  const auto out = joint_pointer(result);
  const std::ptrdiff_t count = joint_pointer(last) - input;
  const slice mine(grp, count);
  ValueT total = combiner::identity();
  for (std::ptrdiff_t idx = mine.begin; idx < mine.end; ++idx)
    total = combiner::combine(total, static_cast<ValueT>(input[idx]));
  ValueT running = combiner::combine(init, combiner::exclusive_scan(kind_of(grp), total));
  for (std::ptrdiff_t idx = mine.begin; idx < mine.end; ++idx) {
    const ValueT next = combiner::combine(running, static_cast<ValueT>(input[idx]));
    out[idx] = static_cast<element_t<OutPtr>>(Inclusive ? next : running);
    running = next;
  }
  // The results are visible to all work-items when the call returns.
  group_barrier(grp);
  return result + count;
}

} // namespace detail

template <typename Group, typename InPtr, typename OutPtr, typename BinaryOperation,
          detail::require_joint<Group, InPtr, OutPtr> = 0>
inline OutPtr joint_exclusive_scan(Group grp, InPtr first, InPtr last, OutPtr result,
                                   BinaryOperation) {
  using ValueT = detail::element_t<OutPtr>;
  return detail::scan_range<false, BinaryOperation, ValueT>(
      grp, first, last, result, detail::group_combiner<BinaryOperation, ValueT>::identity());
}

template <typename Group, typename InPtr, typename OutPtr, typename ValueT,
          typename BinaryOperation, detail::require_joint<Group, InPtr, OutPtr> = 0>
inline OutPtr joint_exclusive_scan(Group grp, InPtr first, InPtr last, OutPtr result, ValueT init,
                                   BinaryOperation) {
  return detail::scan_range<false, BinaryOperation, ValueT>(grp, first, last, result, init);
}

template <typename Group, typename InPtr, typename OutPtr, typename BinaryOperation,
          detail::require_joint<Group, InPtr, OutPtr> = 0>
inline OutPtr joint_inclusive_scan(Group grp, InPtr first, InPtr last, OutPtr result,
                                   BinaryOperation) {
  using ValueT = detail::element_t<OutPtr>;
  return detail::scan_range<true, BinaryOperation, ValueT>(
      grp, first, last, result, detail::group_combiner<BinaryOperation, ValueT>::identity());
}

template <typename Group, typename InPtr, typename OutPtr, typename ValueT,
          typename BinaryOperation, detail::require_joint<Group, InPtr, OutPtr> = 0>
inline OutPtr joint_inclusive_scan(Group grp, InPtr first, InPtr last, OutPtr result,
                                   BinaryOperation, ValueT init) {
  return detail::scan_range<true, BinaryOperation, ValueT>(grp, first, last, result, init);
}

} // namespace sycl
