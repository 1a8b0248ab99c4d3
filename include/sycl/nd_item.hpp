// SYCL 2020 §4.9.1.5: a work-item of a kernel launched over an nd_range.
#pragma once

#include <sycl/access.hpp>
#include <sycl/group.hpp>
#include <sycl/group_functions.hpp>
#include <sycl/id.hpp>
#include <sycl/nd_range.hpp>
#include <sycl/range.hpp>
#include <sycl/sub_group.hpp>

namespace sycl::inline _V1 {

template <int Dimensions>
class nd_item : public detail::work_group_copies<nd_item<Dimensions>> {
public:
  static constexpr int dimensions = Dimensions;

  nd_item() = delete;

  SCYTHE_METHOD("nd_item", "get_global_id", Dimensions)
  id<Dimensions> get_global_id() const noexcept { return global_id_; }
  SCYTHE_METHOD("nd_item", "get_global_id", Dimensions)
  std::size_t get_global_id(int dimension) const noexcept { return global_id_[dimension]; }
  // Relative to the start of the range, not to its offset.
  SCYTHE_METHOD("nd_item", "get_global_linear_id", Dimensions)
  std::size_t get_global_linear_id() const noexcept {
    return detail::linear_index(global_id_ - offset_, global_range_);
  }
  SCYTHE_METHOD("nd_item", "get_local_id", Dimensions)
  id<Dimensions> get_local_id() const noexcept { return group_.local_id_; }
  SCYTHE_METHOD("nd_item", "get_local_id", Dimensions)
  std::size_t get_local_id(int dimension) const noexcept { return group_.local_id_[dimension]; }
  SCYTHE_METHOD("nd_item", "get_local_linear_id", Dimensions)
  std::size_t get_local_linear_id() const noexcept { return group_.get_local_linear_id(); }
  SCYTHE_METHOD("nd_item", "get_group", Dimensions)
  group<Dimensions> get_group() const noexcept { return group_; }
  SCYTHE_METHOD("nd_item", "get_sub_group", Dimensions)
  sub_group get_sub_group() const noexcept { return sub_group(); }
  SCYTHE_METHOD("nd_item", "get_group", Dimensions)
  std::size_t get_group(int dimension) const noexcept { return group_.group_id_[dimension]; }
  SCYTHE_METHOD("nd_item", "get_group_linear_id", Dimensions)
  std::size_t get_group_linear_id() const noexcept { return group_.get_group_linear_id(); }
  SCYTHE_METHOD("nd_item", "get_group_range", Dimensions)
  range<Dimensions> get_group_range() const noexcept { return group_.group_range_; }
  SCYTHE_METHOD("nd_item", "get_group_range", Dimensions)
  std::size_t get_group_range(int dimension) const noexcept {
    return group_.group_range_[dimension];
  }
  SCYTHE_METHOD("nd_item", "get_global_range", Dimensions)
  range<Dimensions> get_global_range() const noexcept { return global_range_; }
  SCYTHE_METHOD("nd_item", "get_global_range", Dimensions)
  std::size_t get_global_range(int dimension) const noexcept { return global_range_[dimension]; }
  SCYTHE_METHOD("nd_item", "get_local_range", Dimensions)
  range<Dimensions> get_local_range() const noexcept { return group_.local_range_; }
  SCYTHE_METHOD("nd_item", "get_local_range", Dimensions)
  std::size_t get_local_range(int dimension) const noexcept {
    return group_.local_range_[dimension];
  }
  ext::oneapi::experimental::root_group<Dimensions> ext_oneapi_get_root_group() const noexcept;
  // Deprecated in SYCL 2020.
  SCYTHE_METHOD("nd_item", "get_offset", Dimensions)
  id<Dimensions> get_offset() const noexcept { return offset_; }
  SCYTHE_METHOD("nd_item", "get_nd_range", Dimensions)
  nd_range<Dimensions> get_nd_range() const noexcept {
    return nd_range<Dimensions>(global_range_, group_.local_range_, offset_);
  }

  // The SYCL 1.2.1 spelling of group_barrier.
  SCYTHE_ALWAYS_INLINE void
  barrier(access::fence_space = access::fence_space::global_and_local) const noexcept {
    group_barrier(group_);
  }
  template <access_mode AccessMode = access_mode::read_write>
  SCYTHE_ALWAYS_INLINE void
  mem_fence(access::fence_space space = access::fence_space::global_and_local) const noexcept {
    group_.template mem_fence<AccessMode>(space);
  }

  friend bool operator==(const nd_item &lhs, const nd_item &rhs) noexcept {
    return lhs.global_id_ == rhs.global_id_ && lhs.global_range_ == rhs.global_range_ &&
           lhs.offset_ == rhs.offset_ && lhs.group_ == rhs.group_;
  }
  friend bool operator!=(const nd_item &lhs, const nd_item &rhs) noexcept {
    return !(lhs == rhs);
  }

private:
  friend struct detail::index_builder;

  SCYTHE_ALWAYS_INLINE nd_item(const id<Dimensions> &globalId,
                               const range<Dimensions> &globalRange,
                               const id<Dimensions> &offset,
                               const sycl::group<Dimensions> &group) noexcept
      : global_id_(globalId), global_range_(globalRange), offset_(offset), group_(group) {}

  id<Dimensions> global_id_;
  range<Dimensions> global_range_;
  id<Dimensions> offset_;
  sycl::group<Dimensions> group_;
};

} // namespace sycl
