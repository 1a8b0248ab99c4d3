// All decimal digits of a binary floating-point number. Device code has no C library for that.
#pragma once

#include <sycl/detail/macros.hpp>

#include <cstdint>

namespace sycl::inline _V1::detail {

// A non-negative number `mantissa * 2^exponent` of type double. Digits are identified by their
// power of ten: digit(0) are the units.
class exact_decimal {
public:
  SCYTHE_COLD exact_decimal(std::uint64_t mantissa, int exponent) noexcept {
    if (exponent >= 0) {
      set_integer(mantissa);
      scale_integer(exponent);
    } else if (exponent > -64) {
      set_integer(mantissa >> -exponent);
      set_fraction(mantissa & ((std::uint64_t{1} << -exponent) - 1), -exponent);
    } else {
      set_fraction(mantissa, -exponent);
    }
  }

  SCYTHE_COLD unsigned digit(int position) const noexcept {
    if (position < lowest || position >= lowest + limbs * limb_digits)
      return 0;
    const int offset = position - lowest;
    return limb_[offset / limb_digits] / power(offset % limb_digits) % 10;
  }

  // The position of the first digit that is not zero; 0 if there is none.
  SCYTHE_COLD int first() const noexcept {
    for (int limb = limbs - 1; limb >= 0; --limb)
      if (limb_[limb] != 0) {
        int offset = limb_digits - 1;
        while (limb_[limb] < power(offset))
          --offset;
        return lowest + limb * limb_digits + offset;
      }
    return 0;
  }

  // Rounds to the nearest multiple of 10^position, halves to the even one.
  SCYTHE_COLD void round_to(int position) noexcept {
    if (position <= lowest)
      return;
    const unsigned next = digit(position - 1);
    const bool beyond_half = next > 5 || (next == 5 && any_below(position - 1));
    const bool half = next == 5 && !beyond_half;
    const bool upwards = beyond_half || (half && digit(position) % 2 != 0);
    clear_below(position);
    if (upwards)
      increment(position);
  }

private:
  // The smallest double has 1074 digits after the decimal point, the largest 309 digits before it.
  static constexpr int limb_digits = 9;
  static constexpr std::uint32_t base = 1000000000;
  static constexpr int fraction_limbs = 120;
  static constexpr int limbs = fraction_limbs + 36;
  static constexpr int lowest = -fraction_limbs * limb_digits;

  static constexpr std::uint32_t power(int exponent) noexcept {
    std::uint32_t result = 1;
    while (exponent-- > 0)
      result *= 10;
    return result;
  }

  void set_integer(std::uint64_t value) noexcept {
    for (int limb = fraction_limbs; value != 0; ++limb, value /= base)
      limb_[limb] = static_cast<std::uint32_t>(value % base);
  }

  void scale_integer(int exponent) noexcept {
    while (exponent > 0) {
      const int step = exponent < 32 ? exponent : 32;
      std::uint64_t carry = 0;
      for (int limb = fraction_limbs; limb < limbs; ++limb) {
        const std::uint64_t value = (std::uint64_t{limb_[limb]} << step) + carry;
        limb_[limb] = static_cast<std::uint32_t>(value % base);
        carry = value / base;
      }
      exponent -= step;
    }
  }

  // numerator / 2^bits, which is less than one. Each multiplication by the base moves the next limb
  // in front of the point.
  SCYTHE_COLD void set_fraction(std::uint64_t numerator, int bits) noexcept {
    constexpr int most_words = (1074 + 31) / 32;
    std::uint32_t words[most_words] = {}; // the first is the least significant
    const int used = (bits + 31) / 32;
    int shift = used * 32 - bits;
    for (int word = 0; word < used && numerator != 0; ++word) {
      words[word] = static_cast<std::uint32_t>(numerator << shift);
      numerator >>= 32 - shift;
      shift = 0;
    }
    int first = 0; // all words before it are zero
    for (int limb = fraction_limbs - 1; limb >= 0; --limb) {
      while (first < used && words[first] == 0)
        ++first;
      if (first == used)
        return;
      std::uint64_t carry = 0;
      for (int word = first; word < used; ++word) {
        const std::uint64_t value = std::uint64_t{words[word]} * base + carry;
        words[word] = static_cast<std::uint32_t>(value);
        carry = value >> 32;
      }
      limb_[limb] = static_cast<std::uint32_t>(carry);
    }
  }

  bool any_below(int position) const noexcept {
    const int offset = position - lowest;
    if (offset <= 0)
      return false;
    for (int limb = 0; limb < offset / limb_digits; ++limb)
      if (limb_[limb] != 0)
        return true;
    return limb_[offset / limb_digits] % power(offset % limb_digits) != 0;
  }

  void clear_below(int position) noexcept {
    const int offset = position - lowest;
    for (int limb = 0; limb < offset / limb_digits; ++limb)
      limb_[limb] = 0;
    std::uint32_t &border = limb_[offset / limb_digits];
    border -= border % power(offset % limb_digits);
  }

  void increment(int position) noexcept {
    const int offset = position - lowest;
    int limb = offset / limb_digits;
    limb_[limb] += power(offset % limb_digits);
    while (limb_[limb] >= base) {
      limb_[limb] -= base;
      limb_[++limb] += 1;
    }
  }

  std::uint32_t limb_[limbs] = {};
};

} // namespace sycl::detail
