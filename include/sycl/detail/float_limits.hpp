// The members of std::numeric_limits that all 16-bit floating-point types share.
#pragma once

#include <cstdint>
#include <limits>

namespace sycl::inline _V1::detail {

template <typename ValueT> class float_limits {
public:
  static constexpr bool is_specialized = true;
  static constexpr bool is_signed = true;
  static constexpr bool is_integer = false;
  static constexpr bool is_exact = false;
  static constexpr bool has_infinity = true;
  static constexpr bool has_quiet_NaN = true;
  static constexpr bool has_signaling_NaN = true;
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations" // since C++23
  static constexpr std::float_denorm_style has_denorm = std::denorm_present;
#pragma clang diagnostic pop
  static constexpr bool has_denorm_loss = false;
  static constexpr std::float_round_style round_style = std::round_to_nearest;
  static constexpr bool is_bounded = true;
  static constexpr bool is_modulo = false;
  static constexpr int radix = 2;
  static constexpr bool traps = false;
  static constexpr bool tinyness_before = false;

  static constexpr ValueT denorm_min() noexcept { return from_bits(0x0001); }

protected:
  static constexpr ValueT from_bits(std::uint16_t bits) noexcept {
    return __builtin_bit_cast(ValueT, bits);
  }
};

} // namespace sycl::detail
