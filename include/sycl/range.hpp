// SYCL 2020 §4.9.1.1: the size of an index space.
#pragma once

#include <sycl/detail/forward.hpp>
#include <sycl/detail/index_base.hpp>

#include <cstdint>

namespace sycl::inline _V1 {

template <int Dimensions> class range : public detail::index_base<range<Dimensions>, Dimensions> {
  using base = detail::index_base<range<Dimensions>, Dimensions>;

public:
  constexpr range() noexcept = default;

  template <int Length = Dimensions, std::enable_if_t<Length == 1, int> = 0>
  SCYTHE_ALWAYS_INLINE constexpr range(std::size_t dim0) noexcept : base(dim0) {}

  template <int Length = Dimensions, std::enable_if_t<Length == 2, int> = 0>
  SCYTHE_ALWAYS_INLINE constexpr range(std::size_t dim0, std::size_t dim1) noexcept
      : base(dim0, dim1) {}

  template <int Length = Dimensions, std::enable_if_t<Length == 3, int> = 0>
  SCYTHE_ALWAYS_INLINE constexpr range(std::size_t dim0, std::size_t dim1,
                                       std::size_t dim2) noexcept
      : base(dim0, dim1, dim2) {}

  template <typename ValueT, detail::if_index_integers<Dimensions, ValueT> = 0>
  SCYTHE_ALWAYS_INLINE constexpr range(ValueT dim0) noexcept
      : base(static_cast<std::size_t>(dim0)) {}
  template <typename ValueT, typename OtherT,
            detail::if_index_integers<Dimensions, ValueT, OtherT> = 0>
  SCYTHE_ALWAYS_INLINE constexpr range(ValueT dim0, OtherT dim1) noexcept
      : base(static_cast<std::size_t>(dim0), static_cast<std::size_t>(dim1)) {}
  template <typename ValueT, typename OtherT, typename FurtherT,
            detail::if_index_integers<Dimensions, ValueT, OtherT, FurtherT> = 0>
  SCYTHE_ALWAYS_INLINE constexpr range(ValueT dim0, OtherT dim1, FurtherT dim2) noexcept
      : base(static_cast<std::size_t>(dim0), static_cast<std::size_t>(dim1),
             static_cast<std::size_t>(dim2)) {}

  SCYTHE_METHOD("range", "size", Dimensions)
  constexpr std::size_t size() const noexcept {
    if constexpr (Dimensions == 1)
      return this->values_[0];
    else if constexpr (Dimensions == 2)
      return this->values_[0] * this->values_[1];
    else
      return this->values_[0] * this->values_[1] * this->values_[2];
  }
};

namespace detail {

// The bytes of this many elements in each dimension; SIZE_MAX, which no memory has, on overflow.
template <int Dimensions>
SCYTHE_OPAQUE inline std::size_t byte_count(const range<Dimensions> &elements,
                                            std::size_t element_size) noexcept {
  std::size_t bytes = element_size;
  bool overflow = false;
  for (int dim = 0; dim < Dimensions; ++dim) {
    if (elements[dim] == 0)
      return 0;
    overflow |= __builtin_mul_overflow(bytes, elements[dim], &bytes);
  }
  return overflow ? SIZE_MAX : bytes;
}

} // namespace detail

range(std::size_t) -> range<1>;
range(std::size_t, std::size_t) -> range<2>;
range(std::size_t, std::size_t, std::size_t) -> range<3>;

} // namespace sycl
