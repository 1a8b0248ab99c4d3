// SYCL 2020 §4.9.1.4: a work-item of a kernel launched over a range.
#pragma once

#include <sycl/id.hpp>
#include <sycl/range.hpp>

namespace sycl::inline _V1 {

namespace detail {

struct index_builder;

// Only items with an offset store it.
template <int Dimensions, bool WithOffset> class item_offset {
protected:
  constexpr explicit item_offset(const id<Dimensions> &) noexcept {}
  SCYTHE_ALWAYS_INLINE constexpr id<Dimensions> offset() const noexcept { return {}; }
};

template <int Dimensions> class item_offset<Dimensions, true> {
protected:
  SCYTHE_ALWAYS_INLINE constexpr explicit item_offset(const id<Dimensions> &offset) noexcept
      : offset_(offset) {}
  SCYTHE_ALWAYS_INLINE constexpr id<Dimensions> offset() const noexcept { return offset_; }

private:
  id<Dimensions> offset_;
};

} // namespace detail

template <int Dimensions, bool WithOffset>
class item : public detail::item_offset<Dimensions, WithOffset> {
  using offset_base = detail::item_offset<Dimensions, WithOffset>;

public:
  static constexpr int dimensions = Dimensions;

  item() = delete;

  SCYTHE_METHOD("item", "get_id", Dimensions, WithOffset)
  constexpr id<Dimensions> get_id() const noexcept { return id_; }
  SCYTHE_METHOD("item", "get_id", Dimensions, WithOffset)
  constexpr std::size_t get_id(int dimension) const noexcept { return id_[dimension]; }
  SCYTHE_METHOD("item", "operator[]", Dimensions, WithOffset)
  constexpr std::size_t operator[](int dimension) const noexcept { return id_[dimension]; }
  SCYTHE_METHOD("item", "operator size_t", Dimensions, WithOffset)
  constexpr operator detail::index_number_t<Dimensions>() const noexcept {
    return detail::index_number_t<Dimensions>(id_[0]);
  }
  SCYTHE_METHOD("item", "get_range", Dimensions, WithOffset)
  constexpr range<Dimensions> get_range() const noexcept { return range_; }
  SCYTHE_METHOD("item", "get_range", Dimensions, WithOffset)
  constexpr std::size_t get_range(int dimension) const noexcept { return range_[dimension]; }
  // The linear id is relative to the start of the range, not to its offset.
  SCYTHE_METHOD("item", "get_linear_id", Dimensions, WithOffset)
  constexpr std::size_t get_linear_id() const noexcept {
    return detail::linear_index(id_ - this->offset(), range_);
  }

  // Deprecated in SYCL 2020.
  template <bool Offset = WithOffset, std::enable_if_t<Offset, int> = 0>
  SCYTHE_METHOD("item", "get_offset", Dimensions, WithOffset)
  constexpr id<Dimensions> get_offset() const noexcept { return this->offset(); }

  // Deprecated in SYCL 2020.
  template <bool Offset = WithOffset, std::enable_if_t<!Offset, int> = 0>
  constexpr operator item<Dimensions, !Offset>() const noexcept {
    return item<Dimensions, !Offset>(id_, range_, id<Dimensions>());
  }

  friend constexpr bool operator==(const item &lhs, const item &rhs) noexcept {
    return lhs.id_ == rhs.id_ && lhs.range_ == rhs.range_ && lhs.offset() == rhs.offset();
  }
  friend constexpr bool operator!=(const item &lhs, const item &rhs) noexcept {
    return !(lhs == rhs);
  }

private:
  friend struct detail::index_builder;
  template <int, bool> friend class item;
  template <int> friend class group;

  SCYTHE_ALWAYS_INLINE constexpr item(const id<Dimensions> &id, const range<Dimensions> &range,
                                      const sycl::id<Dimensions> &offset) noexcept
      : offset_base(offset), id_(id), range_(range) {}

  id<Dimensions> id_;
  range<Dimensions> range_;
};

} // namespace sycl
