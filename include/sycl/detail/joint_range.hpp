// How the work-items of a group divide a range of elements.
#pragma once

#include <sycl/detail/forward.hpp>
#include <sycl/group_functions.hpp>

#include <type_traits>
#include <utility>

namespace sycl::inline _V1::detail {

template <typename ValueT> struct is_joint_pointer : std::is_pointer<ValueT> {};
template <typename ValueT, access::address_space Space, access::decorated IsDecorated>
struct is_joint_pointer<multi_ptr<ValueT, Space, IsDecorated>> : std::true_type {};

// joint_* algorithms are available for groups and pointers, including those with an address space.
template <typename Group, typename... Ptrs>
using require_joint = std::enable_if_t<
    std::conjunction_v<is_group<std::decay_t<Group>>, is_joint_pointer<Ptrs>...>, int>;

template <typename ValueT>
SCYTHE_ALWAYS_INLINE inline ValueT *joint_pointer(ValueT *pointer) noexcept {
  return pointer;
}
template <typename ValueT, access::address_space Space, access::decorated IsDecorated>
SCYTHE_ALWAYS_INLINE inline ValueT *
joint_pointer(const multi_ptr<ValueT, Space, IsDecorated> &pointer) noexcept {
  return pointer.get_raw();
}

template <typename Ptr>
using element_t =
    std::remove_cv_t<std::remove_pointer_t<decltype(joint_pointer(std::declval<Ptr>()))>>;

// Calls `function` with neighbouring elements in neighbouring work-items. Writes of work-items to
// the range before the call must be visible to the others (§4.17.3), hence the barrier.
template <typename Group, typename Ptr, typename Function>
SCYTHE_ALWAYS_INLINE inline void for_each_of_group(const Group &grp, Ptr first, Ptr last,
                                                   Function function) {
  group_barrier(grp);
  const auto elements = joint_pointer(first);
  const std::ptrdiff_t count = joint_pointer(last) - elements;
  const std::ptrdiff_t stride = static_cast<std::ptrdiff_t>(grp.get_local_linear_range());
  for (std::ptrdiff_t idx = static_cast<std::ptrdiff_t>(grp.get_local_linear_id()); idx < count;
       idx += stride)
    function(elements[idx]);
}

// This work-item's part of a range if order matters: consecutive elements, before those of the next
// work-item.
struct slice {
  std::ptrdiff_t begin, end;

  template <typename Group>
  SCYTHE_ALWAYS_INLINE slice(const Group &grp, std::ptrdiff_t count) noexcept {
    const std::ptrdiff_t workers = static_cast<std::ptrdiff_t>(grp.get_local_linear_range());
    const std::ptrdiff_t length = (count + workers - 1) / workers;
    begin = length * static_cast<std::ptrdiff_t>(grp.get_local_linear_id());
    begin = begin < count ? begin : count;
    end = length < count - begin ? begin + length : count;
  }
};

} // namespace sycl::detail
