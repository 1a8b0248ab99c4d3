// SYCL 2020 §4.17.4.6: exclusive and inclusive scans, in the order of the
// work-items' linear ids.
#pragma once

#include <sycl/detail/group_operations.hpp>
#include <sycl/detail/joint_range.hpp>
#include <sycl/group_functions.hpp>

namespace sycl {

template <typename Group, typename T, typename BinaryOperation, detail::require_group<Group> = 0>
SCYTHE_ALWAYS_INLINE inline T exclusive_scan_over_group(Group g, T x, BinaryOperation) {
  return detail::group_combiner<BinaryOperation, T>::exclusive_scan(detail::kind_of(g), x);
}

template <typename Group, typename V, typename T, typename BinaryOperation,
          detail::require_group<Group> = 0>
SCYTHE_ALWAYS_INLINE inline T exclusive_scan_over_group(Group g, V x, T init, BinaryOperation) {
  using combiner = detail::group_combiner<BinaryOperation, T>;
  return combiner::combine(init, combiner::exclusive_scan(detail::kind_of(g), static_cast<T>(x)));
}

template <typename Group, typename T, typename BinaryOperation, detail::require_group<Group> = 0>
SCYTHE_ALWAYS_INLINE inline T inclusive_scan_over_group(Group g, T x, BinaryOperation) {
  return detail::group_combiner<BinaryOperation, T>::inclusive_scan(detail::kind_of(g), x);
}

template <typename Group, typename V, typename T, typename BinaryOperation,
          detail::require_group<Group> = 0>
SCYTHE_ALWAYS_INLINE inline T inclusive_scan_over_group(Group g, V x, BinaryOperation, T init) {
  using combiner = detail::group_combiner<BinaryOperation, T>;
  return combiner::combine(init, combiner::inclusive_scan(detail::kind_of(g), static_cast<T>(x)));
}

namespace detail {

// Scans a range with two collective operations, however long it is: each
// work-item reduces its slice, the group scans the results, and each work-item
// scans its slice again from what precedes it. Slices are read only by the
// work-item that writes them, so `result` may be `first`.
template <bool Inclusive, typename BinaryOperation, typename T, typename Group, typename InPtr,
          typename OutPtr>
SCYTHE_ALWAYS_INLINE inline OutPtr scan_range(const Group &g, InPtr first, InPtr last,
                                              OutPtr result, T init) {
  using combiner = group_combiner<BinaryOperation, T>;
  group_barrier(g);
  const auto in = joint_pointer(first);
  const auto out = joint_pointer(result);
  const std::ptrdiff_t count = joint_pointer(last) - in;
  const slice mine(g, count);
  T total = combiner::identity();
  for (std::ptrdiff_t i = mine.begin; i < mine.end; ++i)
    total = combiner::combine(total, static_cast<T>(in[i]));
  T running = combiner::combine(init, combiner::exclusive_scan(kind_of(g), total));
  for (std::ptrdiff_t i = mine.begin; i < mine.end; ++i) {
    const T next = combiner::combine(running, static_cast<T>(in[i]));
    out[i] = static_cast<element_t<OutPtr>>(Inclusive ? next : running);
    running = next;
  }
  // The results are there for everybody when the call returns.
  group_barrier(g);
  return result + count;
}

} // namespace detail

template <typename Group, typename InPtr, typename OutPtr, typename BinaryOperation,
          detail::require_joint<Group, InPtr, OutPtr> = 0>
inline OutPtr joint_exclusive_scan(Group g, InPtr first, InPtr last, OutPtr result,
                                   BinaryOperation) {
  using T = detail::element_t<OutPtr>;
  return detail::scan_range<false, BinaryOperation, T>(
      g, first, last, result, detail::group_combiner<BinaryOperation, T>::identity());
}

template <typename Group, typename InPtr, typename OutPtr, typename T, typename BinaryOperation,
          detail::require_joint<Group, InPtr, OutPtr> = 0>
inline OutPtr joint_exclusive_scan(Group g, InPtr first, InPtr last, OutPtr result, T init,
                                   BinaryOperation) {
  return detail::scan_range<false, BinaryOperation, T>(g, first, last, result, init);
}

template <typename Group, typename InPtr, typename OutPtr, typename BinaryOperation,
          detail::require_joint<Group, InPtr, OutPtr> = 0>
inline OutPtr joint_inclusive_scan(Group g, InPtr first, InPtr last, OutPtr result,
                                   BinaryOperation) {
  using T = detail::element_t<OutPtr>;
  return detail::scan_range<true, BinaryOperation, T>(
      g, first, last, result, detail::group_combiner<BinaryOperation, T>::identity());
}

template <typename Group, typename InPtr, typename OutPtr, typename T, typename BinaryOperation,
          detail::require_joint<Group, InPtr, OutPtr> = 0>
inline OutPtr joint_inclusive_scan(Group g, InPtr first, InPtr last, OutPtr result,
                                   BinaryOperation, T init) {
  return detail::scan_range<true, BinaryOperation, T>(g, first, last, result, init);
}

} // namespace sycl
