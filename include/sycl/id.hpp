// SYCL 2020 §4.9.1.3: a position in an index space.
#pragma once

#include <sycl/detail/forward.hpp>
#include <sycl/detail/index_base.hpp>
#include <sycl/range.hpp>

namespace sycl::inline _V1 {

template <int Dimensions> class id : public detail::index_base<id<Dimensions>, Dimensions> {
  using base = detail::index_base<id<Dimensions>, Dimensions>;

public:
  constexpr id() noexcept = default;

  template <typename ValueT,
            std::enable_if_t<Dimensions == 1 && detail::is_index_integer_v<ValueT>, int> = 0>
  SCYTHE_ALWAYS_INLINE constexpr id(ValueT dim0) noexcept : base(static_cast<std::size_t>(dim0)) {}

  template <int Length = Dimensions, std::enable_if_t<Length == 2, int> = 0>
  SCYTHE_ALWAYS_INLINE constexpr id(std::size_t dim0, std::size_t dim1) noexcept
      : base(dim0, dim1) {}

  template <int Length = Dimensions, std::enable_if_t<Length == 3, int> = 0>
  SCYTHE_ALWAYS_INLINE constexpr id(std::size_t dim0, std::size_t dim1, std::size_t dim2) noexcept
      : base(dim0, dim1, dim2) {}

  template <typename ValueT, typename OtherT,
            detail::if_index_integers<Dimensions, ValueT, OtherT> = 0>
  SCYTHE_ALWAYS_INLINE constexpr id(ValueT dim0, OtherT dim1) noexcept
      : base(static_cast<std::size_t>(dim0), static_cast<std::size_t>(dim1)) {}
  template <typename ValueT, typename OtherT, typename FurtherT,
            detail::if_index_integers<Dimensions, ValueT, OtherT, FurtherT> = 0>
  SCYTHE_ALWAYS_INLINE constexpr id(ValueT dim0, OtherT dim1, FurtherT dim2) noexcept
      : base(static_cast<std::size_t>(dim0), static_cast<std::size_t>(dim1),
             static_cast<std::size_t>(dim2)) {}

  SCYTHE_ALWAYS_INLINE constexpr id(const range<Dimensions> &range) noexcept {
    for (int dim = 0; dim < Dimensions; ++dim)
      this->values_[dim] = range[dim];
  }

  template <bool WithOffset>
  SCYTHE_ALWAYS_INLINE constexpr id(const item<Dimensions, WithOffset> &item) noexcept
      : id(item.get_id()) {}

  SCYTHE_METHOD("id", "operator size_t", Dimensions)
  constexpr operator detail::index_number_t<Dimensions>() const noexcept {
    return detail::index_number_t<Dimensions>(this->values_[0]);
  }
};

id(std::size_t) -> id<1>;
id(std::size_t, std::size_t) -> id<2>;
id(std::size_t, std::size_t, std::size_t) -> id<3>;

namespace detail {

// The row-major position of `index` in a space of size `extent`
// (SYCL 2020 §3.11.1).
template <int Dimensions>
SCYTHE_ALWAYS_INLINE constexpr std::size_t linear_index(const id<Dimensions> &index,
                                                        const range<Dimensions> &extent) noexcept {
  if constexpr (Dimensions == 1)
    return index[0];
  else if constexpr (Dimensions == 2)
    return index[0] * extent[1] + index[1];
  else
    return (index[0] * extent[1] + index[1]) * extent[2] + index[2];
}

} // namespace detail
} // namespace sycl
