// SYCL 2020 §4.9.1.6: a work-item of group::parallel_for_work_item. Deprecated there.
#pragma once

#include <sycl/item.hpp>

namespace sycl::inline _V1 {

template <int Dimensions> class h_item {
public:
  static constexpr int dimensions = Dimensions;

  h_item() = delete;

  item<Dimensions, false> get_global() const noexcept { return global_; }
  item<Dimensions, false> get_local() const noexcept { return logical_; }
  item<Dimensions, false> get_logical_local() const noexcept { return logical_; }
  item<Dimensions, false> get_physical_local() const noexcept { return physical_; }

#define SCYTHE_DEFINE(name, part)                                                                  \
  SCYTHE_ALWAYS_INLINE range<Dimensions> get_##name##_range() const noexcept {                     \
    return part.get_range();                                                                       \
  }                                                                                                \
  SCYTHE_ALWAYS_INLINE std::size_t get_##name##_range(int dimension) const noexcept {              \
    return part.get_range(dimension);                                                              \
  }                                                                                                \
  SCYTHE_ALWAYS_INLINE id<Dimensions> get_##name##_id() const noexcept { return part.get_id(); }   \
  SCYTHE_ALWAYS_INLINE std::size_t get_##name##_id(int dimension) const noexcept {                 \
    return part.get_id(dimension);                                                                 \
  }
  SCYTHE_DEFINE(global, global_)
  SCYTHE_DEFINE(local, logical_)
  SCYTHE_DEFINE(logical_local, logical_)
  SCYTHE_DEFINE(physical_local, physical_)
#undef SCYTHE_DEFINE

  friend bool operator==(const h_item &lhs, const h_item &rhs) noexcept {
    return lhs.global_ == rhs.global_ && lhs.logical_ == rhs.logical_ &&
           lhs.physical_ == rhs.physical_;
  }
  friend bool operator!=(const h_item &lhs, const h_item &rhs) noexcept { return !(lhs == rhs); }

private:
  template <int> friend class group;

  SCYTHE_ALWAYS_INLINE h_item(const item<Dimensions, false> &global,
                              const item<Dimensions, false> &logical,
                              const item<Dimensions, false> &physical) noexcept
      : global_(global), logical_(logical), physical_(physical) {}

  item<Dimensions, false> global_;
  item<Dimensions, false> logical_;
  item<Dimensions, false> physical_;
};

} // namespace sycl
