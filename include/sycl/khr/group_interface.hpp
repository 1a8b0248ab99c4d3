// The extension sycl_khr_group_interface: a uniform interface of work-groups, sub-groups and their
// members.
#pragma once

#include <sycl/group.hpp>
#include <sycl/sub_group.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#if __cplusplus >= 202302L && __has_include(<mdspan>)
#include <mdspan>
#endif

namespace sycl::inline _V1 {

namespace khr {

template <typename ParentGroup> class member_item;

#ifdef __cpp_lib_mdspan
// The common part of the three classes with extents; each has its own `extents()`.
#define SCYTHE_GROUP_EXTENTS                                                                       \
  constexpr typename extents_type::index_type extent(                                              \
      typename extents_type::rank_type dimension) const noexcept {                                 \
    return extents().extent(dimension);                                                            \
  }                                                                                                \
  static constexpr typename extents_type::rank_type rank() noexcept {                              \
    return extents_type::rank();                                                                   \
  }                                                                                                \
  static constexpr typename extents_type::rank_type rank_dynamic() noexcept {                      \
    return extents_type::rank_dynamic();                                                           \
  }                                                                                                \
  static constexpr std::size_t static_extent(typename extents_type::rank_type dimension) noexcept {\
    return extents_type::static_extent(dimension);                                                 \
  }
#endif

template <int Dimensions = 1> class work_group {
public:
  using id_type = sycl::id<Dimensions>;
  using linear_id_type = std::size_t;
  using range_type = sycl::range<Dimensions>;
  using size_type = std::size_t;
  static constexpr int dimensions = Dimensions;
  static constexpr memory_scope fence_scope = memory_scope::work_group;

  work_group(const group<Dimensions> &same) noexcept : group_(same) {}
  operator group<Dimensions>() const noexcept { return group_; }

  id_type id() const noexcept { return group_.get_group_id(); }
  linear_id_type linear_id() const noexcept { return group_.get_group_linear_id(); }
  range_type range() const noexcept { return group_.get_group_range(); }
  size_type size() const noexcept { return group_.get_local_linear_range(); }

#ifdef __cpp_lib_mdspan
  using extents_type = std::dextents<std::size_t, Dimensions>;
  extents_type extents() const noexcept {
    const sycl::range<Dimensions> local = group_.get_local_range();
    if constexpr (Dimensions == 1)
      return extents_type(local[0]);
    else if constexpr (Dimensions == 2)
      return extents_type(local[0], local[1]);
    else
      return extents_type(local[0], local[1], local[2]);
  }
  SCYTHE_GROUP_EXTENTS
#endif

  friend bool operator==(const work_group &lhs, const work_group &rhs) noexcept {
    return lhs.group_ == rhs.group_;
  }
  friend bool operator!=(const work_group &lhs, const work_group &rhs) noexcept {
    return !(lhs == rhs);
  }

private:
  group<Dimensions> group_;
};

class sub_group {
public:
  using id_type = sycl::id<1>;
  using linear_id_type = std::uint32_t;
  using range_type = sycl::range<1>;
  using size_type = std::uint32_t;
  static constexpr int dimensions = 1;
  static constexpr memory_scope fence_scope = memory_scope::sub_group;

  sub_group(const sycl::sub_group &same) noexcept : group_(same) {}
  operator sycl::sub_group() const noexcept { return group_; }

  id_type id() const noexcept { return group_.get_group_id(); }
  linear_id_type linear_id() const noexcept { return group_.get_group_linear_id(); }
  range_type range() const noexcept { return group_.get_group_range(); }
  size_type size() const noexcept { return group_.get_local_linear_range(); }
  size_type max_size() const noexcept {
    return static_cast<size_type>(group_.get_max_local_range()[0]);
  }

#ifdef __cpp_lib_mdspan
  using extents_type = std::dextents<std::uint32_t, 1>;
  extents_type extents() const noexcept { return extents_type(size()); }
  SCYTHE_GROUP_EXTENTS
#endif

  friend bool operator==(const sub_group &lhs, const sub_group &rhs) noexcept {
    return lhs.group_ == rhs.group_;
  }
  friend bool operator!=(const sub_group &lhs, const sub_group &rhs) noexcept {
    return !(lhs == rhs);
  }

private:
  sycl::sub_group group_;
};

} // namespace khr

namespace detail {

template <typename Group> struct member_of;
template <int Dimensions> struct member_of<khr::work_group<Dimensions>> {
  using group_type = group<Dimensions>;
};
template <> struct member_of<khr::sub_group> {
  using group_type = sub_group;
};
template <typename Group> using member_of_t = typename member_of<Group>::group_type;

#ifdef __cpp_lib_mdspan
template <typename Index, typename Dimensions> struct one_item_extents;
template <typename Index, std::size_t... Dimension>
struct one_item_extents<Index, std::index_sequence<Dimension...>> {
  using type = std::extents<Index, (Dimension * 0 + 1)...>;
};
#endif

} // namespace detail

namespace khr {

// The calling work-item, as a member of a group.
template <typename ParentGroup> class member_item {
public:
  using id_type = typename ParentGroup::id_type;
  using linear_id_type = typename ParentGroup::linear_id_type;
  using range_type = typename ParentGroup::range_type;
  using size_type = typename ParentGroup::size_type;
  static constexpr int dimensions = ParentGroup::dimensions;
  static constexpr memory_scope fence_scope = memory_scope::work_item;

  id_type id() const noexcept { return group_.get_local_id(); }
  linear_id_type linear_id() const noexcept { return group_.get_local_linear_id(); }
  range_type range() const noexcept { return group_.get_local_range(); }
  constexpr size_type size() const noexcept { return 1; }

#ifdef __cpp_lib_mdspan
  using extents_type =
      typename detail::one_item_extents<typename ParentGroup::extents_type::index_type,
                                        std::make_index_sequence<dimensions>>::type;
  constexpr extents_type extents() const noexcept { return {}; }
  SCYTHE_GROUP_EXTENTS
#endif

  friend bool operator==(const member_item &lhs, const member_item &rhs) noexcept {
    return lhs.group_ == rhs.group_;
  }
  friend bool operator!=(const member_item &lhs, const member_item &rhs) noexcept {
    return !(lhs == rhs);
  }

private:
  template <typename Group>
  friend std::enable_if_t<(sizeof(detail::member_of_t<Group>) > 0), member_item<Group>>
  get_member_item(const Group &parent) noexcept;

  explicit member_item(const ParentGroup &parent) noexcept : group_(parent) {}

  detail::member_of_t<ParentGroup> group_;
};

template <typename Group>
std::enable_if_t<(sizeof(detail::member_of_t<Group>) > 0), member_item<Group>>
get_member_item(const Group &parent) noexcept {
  return member_item<Group>(parent);
}

template <typename Group> bool leader_of(const Group &group) noexcept {
  return detail::member_of_t<Group>(group).leader();
}
// A work-item is the only member of its group.
template <typename ParentGroup> bool leader_of(const member_item<ParentGroup> &) noexcept {
  return true;
}

#ifdef __cpp_lib_mdspan
#undef SCYTHE_GROUP_EXTENTS
#endif

} // namespace khr
} // namespace sycl
