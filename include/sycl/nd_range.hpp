// SYCL 2020 §4.9.1.2: an index space divided into work-groups.
#pragma once

#include <sycl/id.hpp>
#include <sycl/range.hpp>

namespace sycl::inline _V1 {

template <int Dimensions> class nd_range {
public:
  static constexpr int dimensions = Dimensions;

  // Not in the standard: an empty index space, for members that are set later.
  constexpr nd_range() noexcept = default;
  constexpr nd_range(range<Dimensions> globalSize, range<Dimensions> localSize,
                     id<Dimensions> offset = id<Dimensions>()) noexcept
      : global_(globalSize), local_(localSize), offset_(offset) {}

  SCYTHE_METHOD("nd_range", "get_global_range", Dimensions)
  constexpr range<Dimensions> get_global_range() const noexcept { return global_; }
  SCYTHE_METHOD("nd_range", "get_local_range", Dimensions)
  constexpr range<Dimensions> get_local_range() const noexcept { return local_; }
  SCYTHE_METHOD("nd_range", "get_group_range", Dimensions)
  constexpr range<Dimensions> get_group_range() const noexcept { return global_ / local_; }
  SCYTHE_METHOD("nd_range", "get_offset", Dimensions)
  constexpr id<Dimensions> get_offset() const noexcept { return offset_; }

  friend constexpr bool operator==(const nd_range &lhs, const nd_range &rhs) noexcept {
    return lhs.global_ == rhs.global_ && lhs.local_ == rhs.local_ && lhs.offset_ == rhs.offset_;
  }
  friend constexpr bool operator!=(const nd_range &lhs, const nd_range &rhs) noexcept {
    return !(lhs == rhs);
  }

private:
  range<Dimensions> global_;
  range<Dimensions> local_;
  id<Dimensions> offset_;
};

} // namespace sycl
