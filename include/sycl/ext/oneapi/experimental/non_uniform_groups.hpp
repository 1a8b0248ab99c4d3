// The extension sycl_ext_oneapi_non_uniform_groups: groups of some work-items of a sub-group. Under
// the original names (fixed_size_group, ballot_group, tangle_group, opportunistic_group) and under
// the current ones (chunk, fragment, tangle), which are separate extensions.
#pragma once

#include <sycl/detail/group_parts.hpp>
#include <sycl/group_functions.hpp>
#include <sycl/sub_group.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace sycl::inline _V1 {

namespace ext::oneapi::experimental {

template <typename ParentGroup> class fragment;
template <std::size_t ChunkSize, typename ParentGroup> class chunk;
template <typename ParentGroup> class tangle;
class opportunistic_group;

} // namespace ext::oneapi::experimental

namespace detail {

// Their common part, in terms of four functions of `Derived`.
template <typename Derived> class made_group {
public:
  using id_type = id<1>;
  using range_type = range<1>;
  using linear_id_type = std::uint32_t;
  static constexpr int dimensions = 1;

  id<1> get_group_id() const noexcept { return derived().get_group_linear_id(); }
  id<1> get_local_id() const noexcept { return derived().get_local_linear_id(); }
  range<1> get_group_range() const noexcept { return derived().get_group_linear_range(); }
  range<1> get_local_range() const noexcept { return derived().get_local_linear_range(); }
  bool leader() const noexcept { return derived().get_local_linear_id() == 0; }

private:
  SCYTHE_ALWAYS_INLINE const Derived &derived() const noexcept {
    return static_cast<const Derived &>(*this);
  }
};

template <typename ParentGroup>
inline constexpr bool is_made_group_v<ext::oneapi::experimental::fragment<ParentGroup>> = true;
template <std::size_t ChunkSize, typename ParentGroup>
inline constexpr bool is_made_group_v<ext::oneapi::experimental::chunk<ChunkSize, ParentGroup>> =
    true;
template <typename ParentGroup>
inline constexpr bool is_made_group_v<ext::oneapi::experimental::tangle<ParentGroup>> = true;
template <>
inline constexpr bool is_made_group_v<ext::oneapi::experimental::opportunistic_group> = true;

template <typename ValueT> inline constexpr bool is_fragment_v = false;
template <typename ParentGroup>
inline constexpr bool is_fragment_v<ext::oneapi::experimental::fragment<ParentGroup>> = true;
template <typename ValueT> inline constexpr bool is_sub_group_v = std::is_same_v<ValueT, sub_group>;

// The number of work-items in a chunk; unknown for a sub-group.
template <typename ValueT> inline constexpr std::size_t chunk_size_v = 0;
template <std::size_t ChunkSize, typename ParentGroup>
inline constexpr std::size_t
    chunk_size_v<ext::oneapi::experimental::chunk<ChunkSize, ParentGroup>> = ChunkSize;

struct part_builder;

// The allowed sizes of a chunk. A separate class: a rejected one is incomplete, and otherwise
// chunks would be rejected again for that.
template <std::size_t ChunkSize, std::size_t ParentSize> struct chunk_size_check {
  static_assert(ChunkSize != 0 && (ChunkSize & (ChunkSize - 1)) == 0 && ChunkSize <= 64,
                "the size of a chunk must be a power of two, and at most that of a sub-group");
  static_assert(ParentSize == 0 || ChunkSize <= ParentSize,
                "a chunk of a chunk must not be larger than that chunk");
};

} // namespace detail

template <typename ParentGroup>
struct is_group<ext::oneapi::experimental::fragment<ParentGroup>> : std::true_type {};
template <std::size_t ChunkSize, typename ParentGroup>
struct is_group<ext::oneapi::experimental::chunk<ChunkSize, ParentGroup>> : std::true_type {};
template <typename ParentGroup>
struct is_group<ext::oneapi::experimental::tangle<ParentGroup>> : std::true_type {};
template <> struct is_group<ext::oneapi::experimental::opportunistic_group> : std::true_type {};

namespace ext::oneapi::experimental {

// Some work-items of a group.
template <typename ParentGroup>
class fragment : public sycl::detail::made_group<fragment<ParentGroup>> {
public:
  static constexpr memory_scope fence_scope = ParentGroup::fence_scope;

  std::uint32_t get_group_linear_id() const noexcept { return group_; }
  std::uint32_t get_group_linear_range() const noexcept { return groups_; }
  std::uint32_t get_local_linear_id() const noexcept { return parts_.rank(); }
  std::uint32_t get_local_linear_range() const noexcept { return parts_.size(); }
  range<1> get_max_local_range() const noexcept { return parts_.limit(); }

private:
  friend struct sycl::detail::group_access;
  friend struct sycl::detail::part_builder;

  SCYTHE_ALWAYS_INLINE fragment(std::uint64_t lanes, std::uint32_t group,
                                std::uint32_t groups) noexcept
      : parts_(lanes), group_(group), groups_(groups) {}

  SCYTHE_ALWAYS_INLINE sycl::detail::scattered_part parts() const noexcept { return parts_; }

  sycl::detail::scattered_part parts_;
  std::uint32_t group_;
  std::uint32_t groups_;
};

// Neighbours in a sub-group, the same number in each chunk; fewer if some are missing, in a branch
// or at the end of a work-group.
template <std::size_t ChunkSize, typename ParentGroup>
class chunk : public sycl::detail::made_group<chunk<ChunkSize, ParentGroup>> {
  static constexpr std::size_t parent_size = sycl::detail::chunk_size_v<ParentGroup>;
  static_assert(sizeof(sycl::detail::chunk_size_check<ChunkSize, parent_size>) != 0);

public:
  static constexpr memory_scope fence_scope = ParentGroup::fence_scope;

  operator fragment<ParentGroup>() const noexcept;

  std::uint32_t get_group_linear_id() const noexcept {
    const std::uint32_t first = parts_.first();
    return (parent_size == 0 ? first : first % parent_size) / ChunkSize;
  }
  std::uint32_t get_group_linear_range() const noexcept {
    if constexpr (parent_size == 0)
      return (sycl::detail::sub_group_size() + ChunkSize - 1) / ChunkSize;
    else
      return parent_size / ChunkSize;
  }
  std::uint32_t get_local_linear_id() const noexcept { return parts_.rank(); }
  std::uint32_t get_local_linear_range() const noexcept { return parts_.size(); }
  range<1> get_max_local_range() const noexcept { return ChunkSize; }

private:
  friend struct sycl::detail::group_access;
  friend struct sycl::detail::part_builder;

  using part_type = sycl::detail::neighbours_part<ChunkSize>;
  SCYTHE_ALWAYS_INLINE explicit chunk(const part_type &parts) noexcept : parts_(parts) {}

  SCYTHE_ALWAYS_INLINE part_type parts() const noexcept { return parts_; }

  part_type parts_;
};

// Work-items that execute the same branches and loops.
template <typename ParentGroup>
class tangle : public sycl::detail::made_group<tangle<ParentGroup>> {
public:
  static constexpr memory_scope fence_scope = ParentGroup::fence_scope;

  std::uint32_t get_group_linear_id() const noexcept { return 0; }
  std::uint32_t get_group_linear_range() const noexcept { return 1; }
  std::uint32_t get_local_linear_id() const noexcept { return parts_.rank(); }
  std::uint32_t get_local_linear_range() const noexcept { return parts_.size(); }
  range<1> get_max_local_range() const noexcept { return parts_.limit(); }

private:
  friend struct sycl::detail::group_access;
  friend struct sycl::detail::part_builder;

  SCYTHE_ALWAYS_INLINE explicit tangle(std::uint64_t lanes) noexcept : parts_(lanes) {}

  SCYTHE_ALWAYS_INLINE sycl::detail::scattered_part parts() const noexcept { return parts_; }

  sycl::detail::scattered_part parts_;
};

// Work-items that are at the same point at the same time: on processors those of the sub-group that
// reach it together. OpenCL drivers do not report that, so each work-item is a separate group
// there, which the extension allows.
class opportunistic_group : public sycl::detail::made_group<opportunistic_group> {
public:
  static constexpr memory_scope fence_scope = memory_scope::sub_group;

  std::uint32_t get_group_linear_id() const noexcept { return 0; }
  std::uint32_t get_group_linear_range() const noexcept { return 1; }
  std::uint32_t get_local_linear_id() const noexcept { return parts().rank(); }
  std::uint32_t get_local_linear_range() const noexcept { return parts().size(); }
  range<1> get_max_local_range() const noexcept { return parts().limit(); }

private:
  friend struct sycl::detail::group_access;
  friend struct sycl::detail::part_builder;

  SCYTHE_ALWAYS_INLINE explicit opportunistic_group(std::uint64_t lanes) noexcept
      : lanes_(lanes) {}

#if defined(__SPIRV__) && defined(__SYCL_DEVICE_ONLY__)
  SCYTHE_ALWAYS_INLINE sycl::detail::single_part parts() const noexcept { return {}; }
#else
  SCYTHE_ALWAYS_INLINE sycl::detail::scattered_part parts() const noexcept {
    return sycl::detail::scattered_part(lanes_);
  }
#endif

  std::uint64_t lanes_;
};

// The original names.
template <typename ParentGroup> using ballot_group = fragment<ParentGroup>;
template <std::size_t PartitionSize, typename ParentGroup>
using fixed_size_group = chunk<PartitionSize, ParentGroup>;
template <typename ParentGroup> using tangle_group = tangle<ParentGroup>;

} // namespace ext::oneapi::experimental

namespace detail {

struct part_builder {
  // The work-items of the parent with the same `predicate`.
  template <typename ParentGroup>
  SCYTHE_ALWAYS_INLINE static ext::oneapi::experimental::fragment<ParentGroup>
  partition(const ParentGroup &parent, bool predicate) noexcept {
    std::uint64_t all;
    if constexpr (is_sub_group_v<ParentGroup>)
      all = ballot(true);
    else
      all = group_access::parts(parent).members();
    const std::uint64_t agreed = ballot(all, predicate);
    return {all & (predicate ? agreed : ~agreed), predicate ? 1u : 0u, 2u};
  }

  template <std::size_t ChunkSize, typename ParentGroup>
  SCYTHE_ALWAYS_INLINE static ext::oneapi::experimental::chunk<ChunkSize, ParentGroup>
  neighbours(const ParentGroup &) noexcept {
    return ext::oneapi::experimental::chunk<ChunkSize, ParentGroup>(
        neighbours_part<ChunkSize>::of_present());
  }

  template <typename ParentGroup>
  SCYTHE_ALWAYS_INLINE static ext::oneapi::experimental::fragment<ParentGroup>
  as_fragment(std::uint64_t lanes, std::uint32_t group, std::uint32_t groups) noexcept {
    return {lanes, group, groups};
  }

  template <typename ParentGroup>
  SCYTHE_ALWAYS_INLINE static ext::oneapi::experimental::tangle<ParentGroup> tangled() noexcept {
    return ext::oneapi::experimental::tangle<ParentGroup>(ballot(true));
  }

  SCYTHE_ALWAYS_INLINE static ext::oneapi::experimental::opportunistic_group together() noexcept {
#if defined(__SPIRV__) && defined(__SYCL_DEVICE_ONLY__)
    return ext::oneapi::experimental::opportunistic_group(1);
#else
    return ext::oneapi::experimental::opportunistic_group(ballot(true));
#endif
  }
};

} // namespace detail

namespace ext::oneapi::experimental {

template <std::size_t ChunkSize, typename ParentGroup>
chunk<ChunkSize, ParentGroup>::operator fragment<ParentGroup>() const noexcept {
  return sycl::detail::part_builder::as_fragment<ParentGroup>(
      parts().members(), get_group_linear_id(), get_group_linear_range());
}

template <typename ParentGroup,
          std::enable_if_t<sycl::detail::is_sub_group_v<ParentGroup> ||
                               sycl::detail::is_fragment_v<ParentGroup>,
                           int> = 0>
SCYTHE_ALWAYS_INLINE inline fragment<ParentGroup> binary_partition(ParentGroup parent,
                                                                   bool predicate) noexcept {
  return sycl::detail::part_builder::partition(parent, predicate);
}
template <std::size_t ChunkSize, typename ParentGroup,
          std::enable_if_t<sycl::detail::is_sub_group_v<ParentGroup> ||
                               sycl::detail::chunk_size_v<ParentGroup> != 0,
                           int> = 0>
SCYTHE_ALWAYS_INLINE inline chunk<ChunkSize, ParentGroup>
chunked_partition(ParentGroup parent) noexcept {
  return sycl::detail::part_builder::neighbours<ChunkSize>(parent);
}

template <typename Group, std::enable_if_t<sycl::detail::is_sub_group_v<Group>, int> = 0>
SCYTHE_ALWAYS_INLINE inline ballot_group<Group> get_ballot_group(Group group,
                                                                 bool predicate) noexcept {
  return binary_partition(group, predicate);
}
template <std::size_t PartitionSize, typename Group,
          std::enable_if_t<sycl::detail::is_sub_group_v<Group>, int> = 0>
SCYTHE_ALWAYS_INLINE inline fixed_size_group<PartitionSize, Group>
get_fixed_size_group(Group group) noexcept {
  return chunked_partition<PartitionSize>(group);
}

template <typename ParentGroup,
          std::enable_if_t<sycl::detail::is_sub_group_v<ParentGroup>, int> = 0>
SCYTHE_ALWAYS_INLINE inline tangle<ParentGroup> entangle(ParentGroup) noexcept {
  return sycl::detail::part_builder::tangled<ParentGroup>();
}
template <typename Group, std::enable_if_t<sycl::detail::is_sub_group_v<Group>, int> = 0>
SCYTHE_ALWAYS_INLINE inline tangle_group<Group> get_tangle_group(Group group) noexcept {
  return entangle(group);
}

namespace this_kernel {
SCYTHE_ALWAYS_INLINE inline opportunistic_group get_opportunistic_group() noexcept {
  return sycl::detail::part_builder::together();
}
} // namespace this_kernel
namespace this_work_item {
using this_kernel::get_opportunistic_group;
} // namespace this_work_item

template <typename ValueT>
struct is_fixed_topology_group
    : std::bool_constant<is_group_v<ValueT> && !sycl::detail::is_made_group_v<ValueT>> {};
template <typename ValueT>
inline constexpr bool is_fixed_topology_group_v = is_fixed_topology_group<ValueT>::value;
template <typename ValueT>
struct is_user_constructed_group : std::bool_constant<sycl::detail::is_made_group_v<ValueT>> {};
template <typename ValueT>
inline constexpr bool is_user_constructed_group_v = is_user_constructed_group<ValueT>::value;

} // namespace ext::oneapi::experimental

} // namespace sycl
