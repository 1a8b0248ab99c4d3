// The extension sycl_ext_oneapi_bfloat16: the upper half of a float. Arithmetic is
// float's, rounded to nearest, ties to even.
#pragma once

#include <sycl/half.hpp>

#include <cstddef>
#include <cstdint>
#include <memory> // std::hash
#include <type_traits>

// NVIDIA GPUs have instructions for conversions and arithmetic. LLVM recognises an operation on
// floats with a rounded result as one on bfloat16, and rounds in several instructions if the
// architecture has none.
#if defined(__NVPTX__) && defined(__SYCL_DEVICE_ONLY__)
#define SCYTHE_NATIVE_BFLOAT16
#endif

namespace sycl::inline _V1::ext::oneapi {

class bfloat16 {
  // Mixed operations have the result bfloat16, as in the extension.
  template <typename ValueT>
  using if_operand = std::enable_if_t<
      std::is_convertible_v<ValueT, float> && !std::is_same_v<ValueT, bfloat16>, int>;

public:
  bfloat16() = default;
  constexpr bfloat16(float value) noexcept : bits_(round(value)) {}
  constexpr bfloat16(half value) noexcept : bfloat16(static_cast<float>(value)) {}

  constexpr operator float() const noexcept {
#ifdef SCYTHE_NATIVE_BFLOAT16
    return static_cast<float>(__builtin_bit_cast(__bf16, bits_));
#else
    return __builtin_bit_cast(float, static_cast<std::uint32_t>(bits_) << 16);
#endif
  }
  constexpr operator half() const noexcept { return static_cast<float>(*this); }
  constexpr explicit operator bool() const noexcept { return static_cast<float>(*this) != 0; }

  friend constexpr bfloat16 operator+(bfloat16 value) noexcept { return value; }
  friend constexpr bfloat16 operator-(bfloat16 value) noexcept {
    value.bits_ ^= 0x8000;
    return value;
  }
  friend constexpr bfloat16 &operator++(bfloat16 &value) noexcept { return value += 1; }
  friend constexpr bfloat16 &operator--(bfloat16 &value) noexcept { return value -= 1; }
  friend constexpr bfloat16 operator++(bfloat16 &value, int) noexcept {
    const bfloat16 before = value;
    ++value;
    return before;
  }
  friend constexpr bfloat16 operator--(bfloat16 &value, int) noexcept {
    const bfloat16 before = value;
    --value;
    return before;
  }

#define SCYTHE_BFLOAT16_OPERATOR(type, op)                                                         \
  friend constexpr type operator op(bfloat16 lhs, bfloat16 rhs) noexcept {                         \
    return static_cast<float>(lhs) op static_cast<float>(rhs);                                     \
  }                                                                                                \
  template <typename ValueT, if_operand<ValueT> = 0>                                               \
  friend constexpr type operator op(bfloat16 lhs, ValueT rhs) noexcept {                           \
    return static_cast<float>(lhs) op static_cast<float>(rhs);                                     \
  }                                                                                                \
  template <typename ValueT, if_operand<ValueT> = 0>                                               \
  friend constexpr type operator op(ValueT lhs, bfloat16 rhs) noexcept {                           \
    return static_cast<float>(lhs) op static_cast<float>(rhs);                                     \
  }
#define SCYTHE_BFLOAT16_ARITHMETIC(op)                                                             \
  SCYTHE_BFLOAT16_OPERATOR(bfloat16, op)                                                           \
  template <typename ValueT>                                                                       \
  friend constexpr bfloat16 &operator op##=(bfloat16 &lhs, ValueT rhs) noexcept {                  \
    lhs = lhs op rhs;                                                                              \
    return lhs;                                                                                    \
  }
  SCYTHE_BFLOAT16_ARITHMETIC(+)
  SCYTHE_BFLOAT16_ARITHMETIC(-)
  SCYTHE_BFLOAT16_ARITHMETIC(*)
  SCYTHE_BFLOAT16_ARITHMETIC(/)
  SCYTHE_BFLOAT16_OPERATOR(bool, ==)
  SCYTHE_BFLOAT16_OPERATOR(bool, !=)
  SCYTHE_BFLOAT16_OPERATOR(bool, <)
  SCYTHE_BFLOAT16_OPERATOR(bool, >)
  SCYTHE_BFLOAT16_OPERATOR(bool, <=)
  SCYTHE_BFLOAT16_OPERATOR(bool, >=)
#undef SCYTHE_BFLOAT16_ARITHMETIC
#undef SCYTHE_BFLOAT16_OPERATOR

private:
  static constexpr std::uint16_t round(float value) noexcept {
#ifdef SCYTHE_NATIVE_BFLOAT16
    return __builtin_bit_cast(std::uint16_t, static_cast<__bf16>(value));
#else
    const auto bits = __builtin_bit_cast(std::uint32_t, value);
    // Rounding could turn a NaN into infinity; its last bits are dropped instead.
    if (value != value)
      return static_cast<std::uint16_t>(bits >> 16 | 0x0040);
    return static_cast<std::uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
#endif
  }

  std::uint16_t bits_;
};

static_assert(sizeof(bfloat16) == 2 && std::is_trivially_copyable_v<bfloat16>);

} // namespace sycl::ext::oneapi

template <>
class std::numeric_limits<sycl::ext::oneapi::bfloat16>
    : public sycl::detail::float_limits<sycl::ext::oneapi::bfloat16> {
  using bfloat16 = sycl::ext::oneapi::bfloat16;

public:
  static constexpr bool is_iec559 = false;
  static constexpr int digits = 8;
  static constexpr int digits10 = 2;
  static constexpr int max_digits10 = 4;
  static constexpr int min_exponent = -125;
  static constexpr int min_exponent10 = -37;
  static constexpr int max_exponent = 128;
  static constexpr int max_exponent10 = 38;

  static constexpr bfloat16 min() noexcept { return from_bits(0x0080); }
  static constexpr bfloat16 lowest() noexcept { return from_bits(0xff7f); }
  static constexpr bfloat16 max() noexcept { return from_bits(0x7f7f); }
  static constexpr bfloat16 epsilon() noexcept { return from_bits(0x3c00); }
  static constexpr bfloat16 round_error() noexcept { return from_bits(0x3f00); }
  static constexpr bfloat16 infinity() noexcept { return from_bits(0x7f80); }
  static constexpr bfloat16 quiet_NaN() noexcept { return from_bits(0x7fc0); }
  static constexpr bfloat16 signaling_NaN() noexcept { return from_bits(0x7fa0); }
};

template <> struct std::hash<sycl::ext::oneapi::bfloat16> {
  std::size_t operator()(sycl::ext::oneapi::bfloat16 value) const noexcept {
    // Both zeros are equal.
    return value == 0 ? 0 : __builtin_bit_cast(std::uint16_t, value);
  }
};

#undef SCYTHE_NATIVE_BFLOAT16

#include <sycl/vec/bfloat16.hpp>
