// The extension sycl_ext_oneapi_group_load_store: the work-items of a group read
// or write consecutive elements of memory together, one or several each.
#pragma once

#include <sycl/ext/oneapi/properties.hpp>
#include <sycl/group_functions.hpp>
#include <sycl/span.hpp>
#include <sycl/vec.hpp>

#include <cstddef>
#include <type_traits>

namespace sycl::inline _V1 {

namespace ext::oneapi::experimental {

// Whether the elements of a work-item are consecutive, or work-items take elements in turns.
enum class data_placement_enum { blocked, striped };

struct data_placement_key {
  template <data_placement_enum Placement>
  using value_t =
      property_value<data_placement_key, std::integral_constant<data_placement_enum, Placement>>;
};
template <data_placement_enum Placement>
inline constexpr data_placement_key::value_t<Placement> data_placement;
inline constexpr data_placement_key::value_t<data_placement_enum::blocked> data_placement_blocked;
inline constexpr data_placement_key::value_t<data_placement_enum::striped> data_placement_striped;

// Promises of the program: that memory is contiguous, and that groups are full. They are not used
// here.
struct contiguous_memory_key {
  using value_t = property_value<contiguous_memory_key>;
};
inline constexpr contiguous_memory_key::value_t contiguous_memory;
struct full_group_key {
  using value_t = property_value<full_group_key>;
};
inline constexpr full_group_key::value_t full_group;

template <> struct is_property_key<data_placement_key> : std::true_type {};
template <> struct is_property_key<contiguous_memory_key> : std::true_type {};
template <> struct is_property_key<full_group_key> : std::true_type {};

} // namespace ext::oneapi::experimental

namespace detail {

template <typename Properties> constexpr bool is_striped() {
  using namespace ext::oneapi::experimental;
  if constexpr (Properties::template has_property<data_placement_key>())
    return Properties::template get_property<data_placement_key>().value ==
           data_placement_enum::striped;
  else
    return false;
}

// Calls `move` with each element of the work-item and its position in memory. Earlier writes of
// work-items to the memory are visible, and they may write it after the call (§4.17.3), hence the
// barriers.
template <typename Properties, typename Group, typename Move>
SCYTHE_ALWAYS_INLINE inline void for_each_placed(const Group &grp, std::size_t count,
                                                 const Move &move) {
  group_barrier(grp);
  const std::size_t item = grp.get_local_linear_id(), items = grp.get_local_linear_range();
  for (std::size_t idx = 0; idx < count; ++idx)
    move(idx, static_cast<std::ptrdiff_t>(is_striped<Properties>() ? item + items * idx
                                                                 : item * count + idx));
  group_barrier(grp);
}

template <typename Group, typename Properties>
using require_placed = std::enable_if_t<is_group_v<std::decay_t<Group>> &&
                                            is_compile_time_list<Properties>,
                                        int>;

} // namespace detail

namespace ext::oneapi::experimental {

template <typename Group, typename InputIteratorT, typename OutputT,
          typename Properties = empty_properties_t,
          sycl::detail::require_placed<Group, Properties> = 0>
SCYTHE_ALWAYS_INLINE inline void group_load(Group grp, InputIteratorT input, OutputT &out,
                                            Properties = {}) {
  sycl::detail::for_each_placed<Properties>(grp, 1, [&](std::size_t, std::ptrdiff_t element_at) {
    out = static_cast<OutputT>(*(input + element_at));
  });
}
template <typename Group, typename InputIteratorT, typename OutputT, int Length,
          typename Properties = empty_properties_t,
          sycl::detail::require_placed<Group, Properties> = 0>
SCYTHE_ALWAYS_INLINE inline void group_load(Group grp, InputIteratorT input,
                                            vec<OutputT, Length> &out, Properties = {}) {
  sycl::detail::for_each_placed<Properties>(
      grp, Length, [&](std::size_t idx, std::ptrdiff_t element_at) {
        out[static_cast<int>(idx)] = static_cast<OutputT>(*(input + element_at));
      });
}
template <typename Group, typename InputIteratorT, typename OutputT, std::size_t Count,
          typename Properties = empty_properties_t,
          sycl::detail::require_placed<Group, Properties> = 0>
SCYTHE_ALWAYS_INLINE inline void group_load(Group grp, InputIteratorT input,
                                            span<OutputT, Count> out, Properties = {}) {
  sycl::detail::for_each_placed<Properties>(
      grp, Count, [&](std::size_t idx, std::ptrdiff_t element_at) {
        out[idx] = static_cast<OutputT>(*(input + element_at));
      });
}

template <typename Group, typename InputT, typename OutputIteratorT,
          typename Properties = empty_properties_t,
          sycl::detail::require_placed<Group, Properties> = 0>
SCYTHE_ALWAYS_INLINE inline void group_store(Group grp, const InputT &input, OutputIteratorT out,
                                             Properties = {}) {
  sycl::detail::for_each_placed<Properties>(
      grp, 1, [&](std::size_t, std::ptrdiff_t element_at) { *(out + element_at) = input; });
}
template <typename Group, typename InputT, int Length, typename OutputIteratorT,
          typename Properties = empty_properties_t,
          sycl::detail::require_placed<Group, Properties> = 0>
SCYTHE_ALWAYS_INLINE inline void group_store(Group grp, const vec<InputT, Length> &input,
                                             OutputIteratorT out, Properties = {}) {
  sycl::detail::for_each_placed<Properties>(grp, Length,
                                            [&](std::size_t idx, std::ptrdiff_t element_at) {
                                              *(out + element_at) = input[static_cast<int>(idx)];
                                            });
}
template <typename Group, typename InputT, std::size_t Count, typename OutputIteratorT,
          typename Properties = empty_properties_t,
          sycl::detail::require_placed<Group, Properties> = 0>
SCYTHE_ALWAYS_INLINE inline void group_store(Group grp, span<InputT, Count> input,
                                             OutputIteratorT out, Properties = {}) {
  sycl::detail::for_each_placed<Properties>(
      grp, Count,
      [&](std::size_t idx, std::ptrdiff_t element_at) { *(out + element_at) = input[idx]; });
}

} // namespace ext::oneapi::experimental

} // namespace sycl
