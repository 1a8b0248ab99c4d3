// SYCL 2020 §4.14.1: half, a floating-point number of 16 bits.
//
// A class around clang's _Float16 instead of an alias: functions and operators of the standard
// library that support float and double but not _Float16 (std::sqrt, operator<< of streams) work
// through its conversion to float.
#pragma once

#include <sycl/detail/float_limits.hpp>

#include <cstddef>
#include <cstdint>
#include <memory> // std::hash
#include <type_traits>

namespace sycl::inline _V1 {

namespace detail {

// A separate namespace, so that not all functions of namespace sycl are associated with half.
namespace half_impl {
class half;
}
using half_impl::half;

// The other operand types of half. _Float16 counts as arithmetic in some standards of C++ only.
template <typename ValueT>
using if_half_operand =
    std::enable_if_t<std::is_arithmetic_v<ValueT> || std::is_same_v<ValueT, _Float16>, int>;

// As with C++'s own types, the wider floating-point type is the result type, and integers are
// converted to half.
template <typename ValueT>
using half_operand_t =
    std::conditional_t<std::is_floating_point_v<ValueT> && (sizeof(ValueT) > 2), ValueT, _Float16>;
template <typename ValueT>
using half_result_t =
    std::conditional_t<std::is_same_v<half_operand_t<ValueT>, _Float16>, half, ValueT>;

// The standard's traits, extended by half.
template <typename ValueT>
inline constexpr bool is_floating_v =
    std::is_floating_point_v<ValueT> || std::is_same_v<std::remove_cv_t<ValueT>, half>;
template <typename ValueT>
inline constexpr bool is_number_v = std::is_integral_v<ValueT> || is_floating_v<ValueT>;

namespace half_impl {

class half {
public:
  half() = default;
  // A template, because classes that convert to numbers may convert to half as well.
  template <typename ValueT, detail::if_half_operand<ValueT> = 0>
  constexpr half(ValueT value) noexcept : value_(static_cast<_Float16>(value)) {}

  constexpr operator float() const noexcept { return static_cast<float>(value_); }
  // Explicit, because conversions to other types would be ambiguous otherwise.
  constexpr explicit operator _Float16() const noexcept { return value_; }

  constexpr half operator+() const noexcept { return *this; }
  constexpr half operator-() const noexcept { return static_cast<_Float16>(-value_); }
  constexpr half &operator++() noexcept { return *this += half(1); }
  constexpr half &operator--() noexcept { return *this -= half(1); }
  constexpr half operator++(int) noexcept {
    const half before = *this;
    ++*this;
    return before;
  }
  constexpr half operator--(int) noexcept {
    const half before = *this;
    --*this;
    return before;
  }

#define SCYTHE_HALF_OPERATOR(op)                                                                   \
  friend constexpr half operator op(half lhs, half rhs) noexcept {                                 \
    return static_cast<_Float16>(lhs.value_ op rhs.value_);                                        \
  }                                                                                                \
  template <typename ValueT, detail::if_half_operand<ValueT> = 0>                                  \
  friend constexpr detail::half_result_t<ValueT> operator op(half lhs, ValueT rhs) noexcept {      \
    using operand = detail::half_operand_t<ValueT>;                                                \
    return static_cast<operand>(static_cast<operand>(lhs.value_) op static_cast<operand>(rhs));    \
  }                                                                                                \
  template <typename ValueT, detail::if_half_operand<ValueT> = 0>                                  \
  friend constexpr detail::half_result_t<ValueT> operator op(ValueT lhs, half rhs) noexcept {      \
    using operand = detail::half_operand_t<ValueT>;                                                \
    return static_cast<operand>(static_cast<operand>(lhs) op static_cast<operand>(rhs.value_));    \
  }                                                                                                \
  template <typename ValueT> constexpr half &operator op##=(ValueT rhs) noexcept {                 \
    *this = static_cast<half>(*this op rhs);                                                       \
    return *this;                                                                                  \
  }
  SCYTHE_HALF_OPERATOR(+)
  SCYTHE_HALF_OPERATOR(-)
  SCYTHE_HALF_OPERATOR(*)
  SCYTHE_HALF_OPERATOR(/)
#undef SCYTHE_HALF_OPERATOR

#define SCYTHE_HALF_COMPARISON(op)                                                                 \
  friend constexpr bool operator op(half lhs, half rhs) noexcept {                                 \
    return lhs.value_ op rhs.value_;                                                               \
  }                                                                                                \
  template <typename ValueT, detail::if_half_operand<ValueT> = 0>                                  \
  friend constexpr bool operator op(half lhs, ValueT rhs) noexcept {                               \
    using operand = detail::half_operand_t<ValueT>;                                                \
    return static_cast<operand>(lhs.value_) op static_cast<operand>(rhs);                          \
  }                                                                                                \
  template <typename ValueT, detail::if_half_operand<ValueT> = 0>                                  \
  friend constexpr bool operator op(ValueT lhs, half rhs) noexcept {                               \
    using operand = detail::half_operand_t<ValueT>;                                                \
    return static_cast<operand>(lhs) op static_cast<operand>(rhs.value_);                          \
  }
  SCYTHE_HALF_COMPARISON(==)
  SCYTHE_HALF_COMPARISON(!=)
  SCYTHE_HALF_COMPARISON(<)
  SCYTHE_HALF_COMPARISON(>)
  SCYTHE_HALF_COMPARISON(<=)
  SCYTHE_HALF_COMPARISON(>=)
#undef SCYTHE_HALF_COMPARISON

private:
  _Float16 value_;
};

} // namespace half_impl

} // namespace detail

using detail::half_impl::half;

static_assert(sizeof(half) == 2 && alignof(half) == 2 && std::is_trivially_copyable_v<half>);

} // namespace sycl

template <>
class std::numeric_limits<sycl::half> : public sycl::detail::float_limits<sycl::half> {
public:
  static constexpr bool is_iec559 = true;
  static constexpr int digits = 11;
  static constexpr int digits10 = 3;
  static constexpr int max_digits10 = 5;
  static constexpr int min_exponent = -13;
  static constexpr int min_exponent10 = -4;
  static constexpr int max_exponent = 16;
  static constexpr int max_exponent10 = 4;

  static constexpr sycl::half min() noexcept { return from_bits(0x0400); }
  static constexpr sycl::half lowest() noexcept { return from_bits(0xfbff); }
  static constexpr sycl::half max() noexcept { return from_bits(0x7bff); }
  static constexpr sycl::half epsilon() noexcept { return from_bits(0x1400); }
  static constexpr sycl::half round_error() noexcept { return from_bits(0x3800); }
  static constexpr sycl::half infinity() noexcept { return from_bits(0x7c00); }
  static constexpr sycl::half quiet_NaN() noexcept { return from_bits(0x7e00); }
  static constexpr sycl::half signaling_NaN() noexcept { return from_bits(0x7d00); }
};

template <> struct std::hash<sycl::half> {
  std::size_t operator()(sycl::half value) const noexcept {
    // Both zeros are equal.
    return value == 0 ? 0 : __builtin_bit_cast(std::uint16_t, value);
  }
};
