// How the work-items of a group share out a range of elements.
#pragma once

#include <sycl/group_functions.hpp>

#include <iterator>
#include <type_traits>

namespace sycl::detail {

// joint_* algorithms are there for groups and pointers.
template <typename Group, typename... Ptrs>
using require_joint = std::enable_if_t<
    std::conjunction_v<is_group<std::decay_t<Group>>, std::is_pointer<Ptrs>...>, int>;

template <typename Ptr> using element_t = typename std::iterator_traits<Ptr>::value_type;

// Calls `function` with elements that are neighbours in work-items that are
// neighbours. What work-items wrote to the range before the call must be seen
// by the others (§4.17.3), hence the barrier.
template <typename Group, typename Ptr, typename Function>
SCYTHE_ALWAYS_INLINE inline void for_each_of_group(const Group &g, Ptr first, Ptr last,
                                                   Function function) {
  group_barrier(g);
  const std::ptrdiff_t count = last - first;
  const std::ptrdiff_t stride = static_cast<std::ptrdiff_t>(g.get_local_linear_range());
  for (std::ptrdiff_t i = static_cast<std::ptrdiff_t>(g.get_local_linear_id()); i < count;
       i += stride)
    function(first[i]);
}

// The part of a range that is this work-item's when order matters: consecutive
// elements, before those of the next work-item.
struct slice {
  std::ptrdiff_t begin, end;

  template <typename Group>
  SCYTHE_ALWAYS_INLINE slice(const Group &g, std::ptrdiff_t count) noexcept {
    const std::ptrdiff_t workers = static_cast<std::ptrdiff_t>(g.get_local_linear_range());
    const std::ptrdiff_t length = (count + workers - 1) / workers;
    begin = length * static_cast<std::ptrdiff_t>(g.get_local_linear_id());
    begin = begin < count ? begin : count;
    end = length < count - begin ? begin + length : count;
  }
};

} // namespace sycl::detail
