// Builds the index objects of a work-item from the work-item builtins.
#pragma once

#include <sycl/detail/builtins.hpp>
#include <sycl/item.hpp>
#include <sycl/nd_item.hpp>

namespace sycl::inline _V1::detail {

struct index_builder {
  template <typename Query, int Dimensions, template <int> class Index>
  SCYTHE_ALWAYS_INLINE static Index<Dimensions> query() noexcept {
    if constexpr (Dimensions == 1)
      return Index<1>(Query::get(0));
    else if constexpr (Dimensions == 2)
      return Index<2>(Query::get(1), Query::get(0));
    else
      return Index<3>(Query::get(2), Query::get(1), Query::get(0));
  }

  // Without an offset, the builtin's global id is used as it is, and the offset is a constant that
  // folds away.
  template <int Dimensions, bool WithOffset, bool LaunchedWithOffset>
  SCYTHE_ALWAYS_INLINE static item<Dimensions, WithOffset> make_item() noexcept {
    id<Dimensions> offset;
    if constexpr (LaunchedWithOffset)
      offset = query<global_offset_query, Dimensions, id>();
    return item<Dimensions, WithOffset>(query<global_id_query, Dimensions, id>(),
                                        query<global_size_query, Dimensions, range>(), offset);
  }

  // Whether the work-item is in the range. Launches on NVIDIA GPUs consist of whole work-groups, so
  // the last ones may have further work-items.
  template <int Dimensions, bool LaunchedWithOffset>
  SCYTHE_ALWAYS_INLINE SCYTHE_IN_RANGE static bool is_in_range() noexcept {
#if defined(__NVPTX__) && defined(__SYCL_DEVICE_ONLY__)
    bool inside = is_in_range_along<LaunchedWithOffset>(0);
    if constexpr (Dimensions > 1)
      inside &= is_in_range_along<LaunchedWithOffset>(1);
    if constexpr (Dimensions > 2)
      inside &= is_in_range_along<LaunchedWithOffset>(2);
    return inside;
#else
    return true;
#endif
  }

  template <bool LaunchedWithOffset>
  SCYTHE_ALWAYS_INLINE static bool is_in_range_along(unsigned dim) noexcept {
    const std::size_t offset = global_offset_query::get(dim);
    if constexpr (!LaunchedWithOffset)
      __builtin_assume(offset == 0);
    return global_id_query::get(dim) - offset < global_size_query::get(dim);
  }

  // The item of a kernel that runs several items in one work-item.
  template <int Dimensions, bool WithOffset>
  SCYTHE_ALWAYS_INLINE static item<Dimensions, WithOffset>
  item_at(const id<Dimensions> &index, const range<Dimensions> &size) noexcept {
    return item<Dimensions, WithOffset>(index, size, id<Dimensions>());
  }

  template <int Dimensions>
  SCYTHE_ALWAYS_INLINE static group<Dimensions> make_group() noexcept {
    return group<Dimensions>(
        query<group_id_query, Dimensions, id>(), query<local_id_query, Dimensions, id>(),
        query<local_size_query, Dimensions, range>(), query<num_groups_query, Dimensions, range>());
  }

  // The group of a work-item that runs all work-items of a group of this size.
  template <int Dimensions>
  SCYTHE_ALWAYS_INLINE static group<Dimensions>
  make_group_of(const range<Dimensions> &local) noexcept {
    return group<Dimensions>(query<group_id_query, Dimensions, id>(), id<Dimensions>(), local,
                             query<num_groups_query, Dimensions, range>());
  }

  template <int Dimensions>
  SCYTHE_ALWAYS_INLINE static nd_item<Dimensions> make_nd_item() noexcept {
    return nd_item<Dimensions>(
        query<global_id_query, Dimensions, id>(), query<global_size_query, Dimensions, range>(),
        query<global_offset_query, Dimensions, id>(), make_group<Dimensions>());
  }

  template <int Dimensions>
  SCYTHE_ALWAYS_INLINE static ext::oneapi::experimental::root_group<Dimensions>
  make_root_group() noexcept {
    return ext::oneapi::experimental::root_group<Dimensions>();
  }

  SCYTHE_ALWAYS_INLINE static sub_group make_sub_group() noexcept { return sub_group(); }
};

} // namespace sycl::detail
