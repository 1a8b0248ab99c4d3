// The extension sycl_ext_oneapi_user_defined_reductions: reduce_over_group and joint_reduce with
// operators and types of the program, in memory from the program.
#pragma once

#include <sycl/detail/group_operations.hpp>
#include <sycl/group_algorithms/reduce.hpp>
#include <sycl/group_functions.hpp>
#include <sycl/span.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <new>
#include <type_traits>

namespace sycl::inline _V1 {

namespace ext::oneapi::experimental {

// A group and memory that its work-items share: a ValueT for each of them, with space to align the
// first.
template <typename Group, std::size_t Extent> class group_with_scratchpad {
public:
  group_with_scratchpad(Group grp, span<std::byte, Extent> scratch) noexcept
      : group_(grp), scratch_(scratch) {}

  Group get_group() const noexcept { return group_; }
  span<std::byte, Extent> get_memory() const noexcept { return scratch_; }

private:
  Group group_;
  span<std::byte, Extent> scratch_;
};

template <typename ValueT> struct is_group_helper : std::false_type {};
template <typename Group, std::size_t Extent>
struct is_group_helper<group_with_scratchpad<Group, Extent>> : is_group<Group> {};
template <typename ValueT> inline constexpr bool is_group_helper_v = is_group_helper<ValueT>::value;

} // namespace ext::oneapi::experimental

namespace detail {

template <typename Helper>
using require_helper =
    std::enable_if_t<ext::oneapi::experimental::is_group_helper_v<std::decay_t<Helper>>, int>;

// Whether SYCL's own algorithm is possible, without memory.
template <typename ValueT, typename BinaryOperation>
inline constexpr bool is_plain_reduction_v =
    has_carrier_v<ValueT> && function_object<plain_operation_t<BinaryOperation>>::is_known;

// Reduces the values of the first `count` work-items, at least one, by halves.
template <typename Group, typename ValueT, typename BinaryOperation>
SCYTHE_ALWAYS_INLINE inline ValueT reduce_in_memory(const Group &grp, std::byte *memory,
                                                    const ValueT &arg_x, std::size_t count,
                                                    BinaryOperation combine) {
  static_assert(std::is_trivially_copyable_v<ValueT>,
                "values that work-items exchange must be of a trivially copyable type");
  const std::uintptr_t start = reinterpret_cast<std::uintptr_t>(memory);
  ValueT *const values = reinterpret_cast<ValueT *>(
      memory + (alignof(ValueT) - start % alignof(ValueT)) % alignof(ValueT));
  const std::size_t item = grp.get_local_linear_id();
  // The memory may still be read, for example by an earlier reduction.
  group_barrier(grp);
  ::new (static_cast<void *>(values + item)) ValueT(arg_x);
  group_barrier(grp);
  while (count > 1) {
    const std::size_t half = (count + 1) / 2;
    if (item + half < count)
      values[item] = combine(values[item], values[item + half]);
    count = half;
    group_barrier(grp);
  }
  return values[0];
}

} // namespace detail

namespace ext::oneapi::experimental {

template <typename GroupHelper, typename ValueT, typename BinaryOperation,
          sycl::detail::require_helper<GroupHelper> = 0>
SCYTHE_ALWAYS_INLINE inline ValueT reduce_over_group(GroupHelper grp, ValueT arg_x,
                                                     BinaryOperation binary_op) {
  const auto group = grp.get_group();
  if constexpr (sycl::detail::is_plain_reduction_v<ValueT, BinaryOperation>)
    return sycl::reduce_over_group(group, arg_x, binary_op);
  else
    return sycl::detail::reduce_in_memory(group, grp.get_memory().data(), arg_x,
                                          group.get_local_linear_range(), binary_op);
}
template <typename GroupHelper, typename FurtherT, typename ValueT, typename BinaryOperation,
          sycl::detail::require_helper<GroupHelper> = 0>
SCYTHE_ALWAYS_INLINE inline ValueT reduce_over_group(GroupHelper grp, FurtherT arg_x, ValueT init,
                                                BinaryOperation binary_op) {
  return static_cast<ValueT>(
      binary_op(init, reduce_over_group(grp, static_cast<ValueT>(arg_x), binary_op)));
}

// With `init`, of any range; without, of a non-empty range.
template <typename GroupHelper, typename Ptr, typename ValueT, typename BinaryOperation,
          sycl::detail::require_helper<GroupHelper> = 0>
inline ValueT joint_reduce(GroupHelper grp, Ptr first, Ptr last, ValueT init,
                           BinaryOperation binary_op) {
  const auto group = grp.get_group();
  const std::size_t count = static_cast<std::size_t>(last - first);
  const std::size_t items = group.get_local_linear_range(), item = group.get_local_linear_id();
  group_barrier(group);
  if (count == 0)
    return init;
  // Work-items without an element do not take part.
  ValueT mine = item < count ? static_cast<ValueT>(first[item]) : init;
  for (std::size_t idx = item + items; idx < count; idx += items)
    mine = binary_op(mine, static_cast<ValueT>(first[idx]));
  return static_cast<ValueT>(binary_op(
      init, sycl::detail::reduce_in_memory(group, grp.get_memory().data(), mine,
                                           count < items ? count : items, binary_op)));
}
template <typename GroupHelper, typename Ptr, typename BinaryOperation,
          sycl::detail::require_helper<GroupHelper> = 0>
inline auto joint_reduce(GroupHelper grp, Ptr first, Ptr last, BinaryOperation binary_op) {
  using value_type = typename std::iterator_traits<Ptr>::value_type;
  const value_type init = *first;
  return joint_reduce(grp, first + 1, last, init, binary_op);
}

} // namespace ext::oneapi::experimental

} // namespace sycl
