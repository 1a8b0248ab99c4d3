// Values as text in a kernel, formatted as by std::ostream.
#pragma once

#include <sycl/detail/exact_decimal.hpp>
#include <sycl/detail/stream_memory.hpp>

#include <cstdint>

namespace sycl::inline _V1::detail {

enum class float_notation : std::uint8_t { general, fixed, scientific, hexadecimal };

// The state that manipulators change.
struct stream_format {
  int precision = 6;
  int width = 0;
  std::uint8_t base = 10;
  bool show_base = false;
  bool show_positive = false;
  float_notation notation = float_notation::general;
};

// Collects text for the stream's memory.
class stream_text {
public:
  explicit stream_text(stream_memory *memory) noexcept : memory_(memory) {}
  stream_text(const stream_text &) = delete;
  stream_text &operator=(const stream_text &) = delete;

  // Writes the collected text.
  void commit(bool flush) noexcept {
    if (size_ != 0 || flush)
      memory_->append(text_, size_, flush);
    size_ = 0;
  }

  void put(char character) noexcept {
    if (size_ == sizeof text_)
      commit(false);
    text_[size_++] = character;
  }
  void put(const char *string) noexcept {
    for (; *string; ++string)
      put(*string);
  }
  void pad(int width, int length) noexcept {
    for (; length < width; ++length)
      put(' ');
  }

private:
  stream_memory *memory_;
  std::uint32_t size_ = 0;
  char text_[120];
};

constexpr char hexadecimal_digit(unsigned value) noexcept {
  return static_cast<char>(value < 10 ? '0' + value : 'a' + (value - 10));
}

// Digits that are made from the last to the first.
class reversed_digits {
public:
  void push(char digit) noexcept { digits_[size_++] = digit; }
  void push_number(std::uint64_t value, unsigned base) noexcept {
    do {
      push(hexadecimal_digit(static_cast<unsigned>(value % base)));
      value /= base;
    } while (value != 0);
  }
  int size() const noexcept { return size_; }
  void write(stream_text &text) const noexcept {
    for (int digit = size_; digit-- > 0;)
      text.put(digits_[digit]);
  }

private:
  int size_ = 0;
  char digits_[32];
};

SCYTHE_COLD inline void write_character(stream_text &text, const stream_format &format,
                                        char character) noexcept {
  text.pad(format.width, 1);
  text.put(character);
}

// `bits` is the value in two's complement, without sign extension.
SCYTHE_COLD inline void write_integer(stream_text &text, const stream_format &format,
                                      std::uint64_t bits, bool negative,
                                      std::uint64_t magnitude) noexcept {
  const bool decimal = format.base == 10;
  reversed_digits number;
  number.push_number(decimal ? magnitude : bits, format.base);
  if (decimal) {
    if (negative || format.show_positive)
      number.push(negative ? '-' : '+');
  } else if (format.show_base && bits != 0) {
    if (format.base == 16)
      number.push('x');
    number.push('0');
  }
  text.pad(format.width, number.size());
  number.write(text);
}

SCYTHE_COLD inline void write_address(stream_text &text, const stream_format &format,
                                      std::uint64_t address) noexcept {
  stream_format hexadecimal = format;
  hexadecimal.base = 16;
  hexadecimal.show_base = true;
  write_integer(text, hexadecimal, address, false, address);
}

// The digits and the exponent of a finite number, without its sign.
class float_layout {
public:
  float_layout(exact_decimal &value, float_notation notation, int precision) noexcept
      : value_(value) {
    if (precision < 0)
      precision = 6;
    const bool general = notation == float_notation::general;
    if (general && precision == 0)
      precision = 1;
    if (notation == float_notation::fixed) {
      value.round_to(-precision);
    } else {
      value.round_to(value.first() - (general ? precision - 1 : precision));
    }
    int exponent = value.first();
    if (general) {
      scientific_ = exponent < -4 || exponent >= precision;
      precision -= 1;
    } else {
      scientific_ = notation == float_notation::scientific;
    }
    first_ = scientific_ || exponent > 0 ? exponent : 0;
    point_ = scientific_ ? exponent : 0;
    last_ = general || scientific_ ? exponent - precision : -precision;
    if (last_ > point_)
      last_ = point_;
    while (general && last_ < point_ && value.digit(last_) == 0)
      ++last_;
    if (scientific_) {
      const bool negative = exponent < 0;
      const unsigned magnitude = static_cast<unsigned>(negative ? -exponent : exponent);
      exponent_.push_number(magnitude, 10);
      if (magnitude < 10)
        exponent_.push('0');
      exponent_.push(negative ? '-' : '+');
      exponent_.push('e');
    }
  }

  int size() const noexcept {
    return first_ - last_ + 1 + (last_ < point_) + exponent_.size();
  }
  void write(stream_text &text) const noexcept {
    for (int position = first_; position >= last_; --position) {
      if (position == point_ - 1)
        text.put('.');
      text.put(static_cast<char>('0' + value_.digit(position)));
    }
    exponent_.write(text);
  }

private:
  const exact_decimal &value_;
  reversed_digits exponent_;
  int first_; // positions of the first and the last digit, and of the one before the point
  int last_;
  int point_;
  bool scientific_;
};

// The representation of a finite number of type double.
struct float_parts {
  bool negative;
  bool is_finite;
  int exponent;           // of the last bit of the mantissa
  std::uint64_t mantissa; // with the bit that is not stored
  static constexpr int mantissa_bits = 52;
  static constexpr int least_exponent = -1074;

  explicit float_parts(double value) noexcept {
    std::uint64_t bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    const int stored = static_cast<int>(bits >> mantissa_bits & 0x7ff);
    negative = bits >> 63;
    is_finite = stored != 0x7ff;
    mantissa = bits & ((std::uint64_t{1} << mantissa_bits) - 1);
    if (stored != 0)
      mantissa |= std::uint64_t{1} << mantissa_bits;
    exponent = least_exponent + (stored ? stored - 1 : 0);
  }
  bool is_nan() const noexcept {
    return !is_finite && mantissa != std::uint64_t{1} << mantissa_bits;
  }
};

SCYTHE_COLD inline void write_hexadecimal_float(stream_text &text, int width, const char *sign,
                                                const float_parts &parts) noexcept {
  const bool negative = parts.mantissa != 0 && parts.exponent + parts.mantissa_bits < 0;
  const int exponent = parts.mantissa ? parts.exponent + parts.mantissa_bits : 0;
  reversed_digits number;
  number.push_number(static_cast<std::uint64_t>(negative ? -exponent : exponent), 10);
  number.push(negative ? '-' : '+');
  number.push('p');
  const int head = number.size();
  std::uint64_t fraction = parts.mantissa & ((std::uint64_t{1} << parts.mantissa_bits) - 1);
  int digits = parts.mantissa_bits / 4;
  for (; digits > 0 && fraction % 16 == 0; --digits)
    fraction /= 16;
  for (int digit = 0; digit < digits; ++digit, fraction /= 16)
    number.push(hexadecimal_digit(static_cast<unsigned>(fraction % 16)));
  if (number.size() != head)
    number.push('.');
  number.push(static_cast<char>('0' + (parts.mantissa >> parts.mantissa_bits)));
  number.push('x');
  number.push('0');
  text.pad(width, number.size() + (*sign != '\0'));
  text.put(sign);
  number.write(text);
}

SCYTHE_COLD inline void write_float(stream_text &text, const stream_format &format,
                                    double value) noexcept {
  const float_parts parts(value);
  const char *const sign = parts.negative ? "-" : format.show_positive ? "+" : "";
  if (!parts.is_finite) {
    text.pad(format.width, 3 + (*sign != '\0'));
    text.put(sign);
    text.put(parts.is_nan() ? "nan" : "inf");
  } else if (format.notation == float_notation::hexadecimal) {
    write_hexadecimal_float(text, format.width, sign, parts);
  } else {
    exact_decimal decimal(parts.mantissa, parts.exponent);
    const float_layout layout(decimal, format.notation, format.precision);
    text.pad(format.width, layout.size() + (*sign != '\0'));
    text.put(sign);
    layout.write(text);
  }
}

} // namespace sycl::detail
