// The formats of images (SYCL 2020 §4.7.3), and how an element is read and written. Host and
// device code share this.
#pragma once

#include <sycl/detail/macros.hpp>
#include <sycl/half.hpp>
#include <sycl/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace sycl::inline _V1 {

enum class image_format : unsigned {
  r8g8b8a8_unorm,
  r16g16b16a16_unorm,
  r8g8b8a8_sint,
  r16g16b16a16_sint,
  r32b32g32a32_sint,
  r8g8b8a8_uint,
  r16g16b16a16_uint,
  r32b32g32a32_uint,
  r16b16g16a16_sfloat,
  r32g32b32a32_sfloat,
  b8g8r8a8_unorm
};

namespace detail {

// The four channels of an element as a vector of clang.
template <typename ValueT> using channels = vec_native_t<ValueT, 4>;

// A format at compile time: the stored type of a channel, and the number that represents 1 if
// channels are fractions.
template <typename StoredT, unsigned One = 0, bool Reversed = false> struct texel {
  using stored = StoredT;
  static constexpr std::size_t bytes = 4 * sizeof(StoredT);
  static constexpr bool is_normalized = One != 0;
  static constexpr float one = One;
  static constexpr bool is_reversed = Reversed; // blue comes first
};
using texel_unorm8 = texel<std::uint8_t, 255>;
using texel_unorm8_reversed = texel<std::uint8_t, 255, true>;
using texel_unorm16 = texel<std::uint16_t, 65535>;

// Calls the function with the format's texel type. The values of an image are floating-point
// numbers, signed or unsigned integers, and so are those of the accessor, as has_channels has
// checked.
template <typename ChannelT, typename Function>
SCYTHE_ALWAYS_INLINE auto with_texel(image_format format, const Function &function) {
  if constexpr (is_floating_v<ChannelT>) {
    switch (format) {
    case image_format::r8g8b8a8_unorm: return function(texel_unorm8());
    case image_format::b8g8r8a8_unorm: return function(texel_unorm8_reversed());
    case image_format::r16g16b16a16_unorm: return function(texel_unorm16());
    case image_format::r16b16g16a16_sfloat: return function(texel<half>());
    default: return function(texel<float>());
    }
  } else if constexpr (std::is_signed_v<ChannelT>) {
    switch (format) {
    case image_format::r8g8b8a8_sint: return function(texel<std::int8_t>());
    case image_format::r16g16b16a16_sint: return function(texel<std::int16_t>());
    default: return function(texel<std::int32_t>());
    }
  } else {
    switch (format) {
    case image_format::r8g8b8a8_uint: return function(texel<std::uint8_t>());
    case image_format::r16g16b16a16_uint: return function(texel<std::uint16_t>());
    default: return function(texel<std::uint32_t>());
    }
  }
}

// Whether elements of the format are read and written as vectors of ChannelT.
template <typename ChannelT> constexpr bool has_channels(image_format format) noexcept {
  switch (format) {
  case image_format::r8g8b8a8_sint:
  case image_format::r16g16b16a16_sint:
  case image_format::r32b32g32a32_sint: return std::is_same_v<ChannelT, std::int32_t>;
  case image_format::r8g8b8a8_uint:
  case image_format::r16g16b16a16_uint:
  case image_format::r32b32g32a32_uint: return std::is_same_v<ChannelT, std::uint32_t>;
  default: return is_floating_v<ChannelT>;
  }
}

constexpr std::size_t texel_size(image_format format) noexcept {
  switch (format) {
  case image_format::r8g8b8a8_unorm:
  case image_format::b8g8r8a8_unorm:
  case image_format::r8g8b8a8_sint:
  case image_format::r8g8b8a8_uint: return 4;
  case image_format::r16g16b16a16_unorm:
  case image_format::r16g16b16a16_sint:
  case image_format::r16g16b16a16_uint:
  case image_format::r16b16g16a16_sfloat: return 8;
  default: return 16;
  }
}

// Memory of the program may have any alignment, which host code supports. Devices with separate
// memory have the image at the start of an allocation, with pitches of whole elements
// (image_accessor.hpp).
template <typename Vector, typename Byte> SCYTHE_ALWAYS_INLINE Byte *aligned_texel(Byte *where) {
#if defined(__SYCL_DEVICE_ONLY__) && defined(__NVPTX__)
  return static_cast<Byte *>(__builtin_assume_aligned(where, sizeof(Vector)));
#elif defined(__SYCL_DEVICE_ONLY__) && defined(__SPIRV__)
  return static_cast<Byte *>(__builtin_assume_aligned(where, sizeof(Vector) / 4));
#else
  return where;
#endif
}

template <typename Vector> SCYTHE_ALWAYS_INLINE Vector load_vector(const std::byte *where) {
  Vector stored;
  __builtin_memcpy(&stored, aligned_texel<Vector>(where), sizeof stored);
  return stored;
}

template <typename Vector>
SCYTHE_ALWAYS_INLINE void store_vector(std::byte *where, const Vector &stored) {
  __builtin_memcpy(aligned_texel<Vector>(where), &stored, sizeof stored);
}

template <typename Vector> SCYTHE_ALWAYS_INLINE Vector reversed_colours(Vector vector) {
  return __builtin_shufflevector(vector, vector, 2, 1, 0, 3);
}

#if defined(__SYCL_DEVICE_ONLY__) && defined(__SPIRV__)
// OpenCL devices may not compute with half, but support images of it.
inline float float_of_half(std::uint16_t bits) {
  const std::uint32_t fraction = bits & 0x3ff, exponent = bits & 0x7c00;
  const std::uint32_t shifted = std::uint32_t(bits & 0x7fff) << 13;
  std::uint32_t magnitude = shifted + (112u << 23);
  if (exponent == 0)
    magnitude = __builtin_bit_cast(std::uint32_t, static_cast<float>(fraction) * 0x1p-24f);
  else if (exponent == 0x7c00)
    magnitude = shifted | 0x7f800000;
  return __builtin_bit_cast(float, magnitude | std::uint32_t(bits & 0x8000) << 16);
}

inline std::uint16_t half_of_float(float value) {
  const std::uint32_t bits = __builtin_bit_cast(std::uint32_t, value);
  const std::uint32_t magnitude = bits & 0x7fffffff;
  std::uint32_t result;
  if (magnitude > 0x7f800000)
    result = 0x7e00; // not a number
  else if (magnitude >= 0x477ff000)
    result = 0x7c00; // 65520 and more: infinity
  else if (magnitude >= 0x38800000)
    result = (magnitude - (112u << 23) + 0xfff + (magnitude >> 13 & 1)) >> 13;
  else
    result = static_cast<std::uint32_t>(
        __builtin_elementwise_roundeven(__builtin_bit_cast(float, magnitude) * 0x1p24f));
  return static_cast<std::uint16_t>(result | (bits >> 16 & 0x8000));
}

SCYTHE_ALWAYS_INLINE inline channels<float> load_halves(const std::byte *where) {
  const auto stored = load_vector<channels<std::uint16_t>>(where);
  return {float_of_half(stored[0]), float_of_half(stored[1]), float_of_half(stored[2]),
          float_of_half(stored[3])};
}
SCYTHE_ALWAYS_INLINE inline void store_halves(std::byte *where, const channels<float> &values) {
  store_vector(where, channels<std::uint16_t>{half_of_float(values[0]), half_of_float(values[1]),
                                              half_of_float(values[2]), half_of_float(values[3])});
}
#else
SCYTHE_ALWAYS_INLINE inline channels<float> load_halves(const std::byte *where) {
  return __builtin_convertvector(load_vector<channels<half>>(where), channels<float>);
}
SCYTHE_ALWAYS_INLINE inline void store_halves(std::byte *where, const channels<float> &values) {
  store_vector(where, __builtin_convertvector(values, channels<half>));
}
#endif

// The stored channels as numbers; fractions have not been divided yet.
template <typename Texel> SCYTHE_ALWAYS_INLINE auto load_unscaled(const std::byte *where) {
  using stored = typename Texel::stored;
  if constexpr (std::is_same_v<stored, half>) {
    return load_halves(where);
  } else {
    using number = std::conditional_t<
        Texel::is_normalized || std::is_same_v<stored, float>, float,
        std::conditional_t<std::is_signed_v<stored>, std::int32_t, std::uint32_t>>;
    const auto vector =
        __builtin_convertvector(load_vector<channels<stored>>(where), channels<number>);
    if constexpr (Texel::is_reversed)
      return reversed_colours(vector);
    else
      return vector;
  }
}

// The program's value for the result of load_unscaled, or for an average of such.
template <typename Color, typename Texel, typename Vector>
SCYTHE_ALWAYS_INLINE Color as_color(Vector unscaled) {
  using native = channels<typename Color::element_type>;
  if constexpr (Texel::is_normalized)
    unscaled /= Texel::one;
  return Color(__builtin_convertvector(unscaled, native));
}

template <typename Texel, typename Color>
SCYTHE_ALWAYS_INLINE Color load_as(const std::byte *where) {
  using channel = typename Color::element_type;
  if constexpr (std::is_same_v<channel, typename Texel::stored>)
    return Color(load_vector<channels<channel>>(where));
  else
    return as_color<Color, Texel>(load_unscaled<Texel>(where));
}

// Numbers that the format cannot represent are clamped; fractions are rounded to nearest, ties to
// even. NaN becomes 0 in formats without NaN.
template <typename Texel, typename Color>
SCYTHE_ALWAYS_INLINE void store_as(std::byte *where, const Color &color) {
  using channel = typename Color::element_type;
  using stored = typename Texel::stored;
  const auto native = static_cast<channels<channel>>(color);
  if constexpr (std::is_same_v<channel, stored>) {
    store_vector(where, native);
  } else if constexpr (is_floating_v<channel>) {
    auto values = __builtin_convertvector(native, channels<float>);
    if constexpr (Texel::is_normalized) {
      values = values > 0.0f ? values : channels<float>(0.0f);
      values = values < 1.0f ? values : channels<float>(1.0f);
      values = __builtin_elementwise_roundeven(values * Texel::one);
      if constexpr (Texel::is_reversed)
        values = reversed_colours(values);
      // In two steps: processors convert to 32 bits.
      store_vector(where, __builtin_convertvector(
                              __builtin_convertvector(values, channels<std::int32_t>),
                              channels<stored>));
    } else if constexpr (std::is_same_v<stored, half>) {
      store_halves(where, values);
    } else {
      store_vector(where, values);
    }
  } else {
    constexpr auto top = static_cast<channel>(
        (std::uint64_t{1} << (8 * sizeof(stored) - std::is_signed_v<stored>)) - 1);
    auto values = __builtin_elementwise_min(native, channels<channel>(top));
    if constexpr (std::is_signed_v<stored>)
      values = __builtin_elementwise_max(values, channels<channel>(-top - 1));
    store_vector(where, __builtin_convertvector(values, channels<stored>));
  }
}

} // namespace detail
} // namespace sycl
