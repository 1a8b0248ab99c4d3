// How the elements of images are stored and sampled (SYCL 2020 §4.7.3, §4.7.8).
#pragma once

#include <sycl/half.hpp>
#include <sycl/range.hpp>
#include <sycl/vec.hpp>

#include <cstddef>
#include <cstdint>

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

enum class addressing_mode : unsigned { mirrored_repeat, repeat, clamp_to_edge, clamp, none };
enum class filtering_mode : unsigned { nearest, linear };
enum class coordinate_normalization_mode : unsigned { normalized, unnormalized };

struct image_sampler {
  addressing_mode addressing;
  coordinate_normalization_mode coordinate;
  filtering_mode filtering;
};

namespace detail {

constexpr std::size_t texel_size(image_format format) {
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

template <typename Stored, typename Channel>
Channel load_channel(const std::byte *texel, int channel) {
  Stored stored;
  __builtin_memcpy(&stored, texel + channel * sizeof stored, sizeof stored);
  return static_cast<Channel>(stored);
}

template <typename Stored> float load_normalized(const std::byte *texel, int channel) {
  return load_channel<Stored, float>(texel, channel) / static_cast<float>(Stored(~Stored(0)));
}

template <typename Color> Color load_texel(const std::byte *texel, image_format format) {
  using channel = typename Color::element_type;
  Color color;
  for (int idx = 0; idx < 4; ++idx) {
    switch (format) {
    case image_format::r8g8b8a8_unorm:
      color[idx] = static_cast<channel>(load_normalized<std::uint8_t>(texel, idx));
      break;
    case image_format::b8g8r8a8_unorm:
      color[idx] =
          static_cast<channel>(load_normalized<std::uint8_t>(texel, idx < 3 ? 2 - idx : 3));
      break;
    case image_format::r16g16b16a16_unorm:
      color[idx] = static_cast<channel>(load_normalized<std::uint16_t>(texel, idx));
      break;
    case image_format::r8g8b8a8_sint:
      color[idx] = load_channel<std::int8_t, channel>(texel, idx);
      break;
    case image_format::r16g16b16a16_sint:
      color[idx] = load_channel<std::int16_t, channel>(texel, idx);
      break;
    case image_format::r32b32g32a32_sint:
      color[idx] = load_channel<std::int32_t, channel>(texel, idx);
      break;
    case image_format::r8g8b8a8_uint:
      color[idx] = load_channel<std::uint8_t, channel>(texel, idx);
      break;
    case image_format::r16g16b16a16_uint:
      color[idx] = load_channel<std::uint16_t, channel>(texel, idx);
      break;
    case image_format::r32b32g32a32_uint:
      color[idx] = load_channel<std::uint32_t, channel>(texel, idx);
      break;
    case image_format::r16b16g16a16_sfloat:
      color[idx] = static_cast<channel>(load_channel<half, float>(texel, idx));
      break;
    case image_format::r32g32b32a32_sfloat:
      color[idx] = load_channel<float, channel>(texel, idx);
      break;
    }
  }
  return color;
}

template <typename Stored, typename Channel>
void store_channel(std::byte *texel, int channel, Channel value) {
  const Stored stored = static_cast<Stored>(value);
  __builtin_memcpy(texel + channel * sizeof stored, &stored, sizeof stored);
}

// Values that do not fit become the nearest that does.
template <typename Stored, typename Channel>
void store_saturated(std::byte *texel, int channel, Channel value) {
  constexpr std::int64_t top = static_cast<Stored>(~Stored(0)) > Stored(0)
                                   ? static_cast<std::int64_t>(static_cast<Stored>(~Stored(0)))
                                   : (std::int64_t{1} << (8 * sizeof(Stored) - 1)) - 1;
  constexpr std::int64_t bottom = static_cast<Stored>(~Stored(0)) > Stored(0) ? 0 : -top - 1;
  const auto wide = static_cast<std::int64_t>(value);
  store_channel<Stored>(texel, channel, wide < bottom ? bottom : wide > top ? top : wide);
}

template <typename Stored> void store_normalized(std::byte *texel, int channel, float value) {
  constexpr float top = static_cast<float>(Stored(~Stored(0)));
  // Not a number is 0.
  const float clamped = value > 0.0f ? (value < 1.0f ? value : 1.0f) : 0.0f;
  store_channel<Stored>(texel, channel, __builtin_rintf(clamped * top));
}

template <typename Color>
void store_texel(std::byte *texel, image_format format, const Color &color) {
  for (int idx = 0; idx < 4; ++idx) {
    const auto value = color[idx];
    switch (format) {
    case image_format::r8g8b8a8_unorm:
      store_normalized<std::uint8_t>(texel, idx, static_cast<float>(value));
      break;
    case image_format::b8g8r8a8_unorm:
      store_normalized<std::uint8_t>(texel, idx < 3 ? 2 - idx : 3, static_cast<float>(value));
      break;
    case image_format::r16g16b16a16_unorm:
      store_normalized<std::uint16_t>(texel, idx, static_cast<float>(value));
      break;
    case image_format::r8g8b8a8_sint: store_saturated<std::int8_t>(texel, idx, value); break;
    case image_format::r16g16b16a16_sint: store_saturated<std::int16_t>(texel, idx, value); break;
    case image_format::r32b32g32a32_sint: store_saturated<std::int32_t>(texel, idx, value); break;
    case image_format::r8g8b8a8_uint: store_saturated<std::uint8_t>(texel, idx, value); break;
    case image_format::r16g16b16a16_uint: store_saturated<std::uint16_t>(texel, idx, value); break;
    case image_format::r32b32g32a32_uint: store_saturated<std::uint32_t>(texel, idx, value); break;
    case image_format::r16b16g16a16_sfloat:
      store_channel<half>(texel, idx, static_cast<float>(value));
      break;
    case image_format::r32g32b32a32_sfloat:
      store_channel<float>(texel, idx, static_cast<float>(value));
      break;
    }
  }
}

// Where the elements of an image lie. The first dimension is the width; images
// of fewer dimensions have extent 1 in the others.
struct image_layout {
  image_format format = image_format::r8g8b8a8_unorm;
  std::size_t extent[3] = {1, 1, 1};
  std::size_t row_pitch = 0;   // bytes
  std::size_t slice_pitch = 0; // bytes

  std::size_t offset_of(std::size_t arg_x, std::size_t arg_y, std::size_t arg_z) const {
    return arg_x * texel_size(format) + arg_y * row_pitch + arg_z * slice_pitch;
  }
  friend bool operator==(const image_layout &lhs, const image_layout &rhs) noexcept {
    return lhs.format == rhs.format && lhs.extent[0] == rhs.extent[0] &&
           lhs.extent[1] == rhs.extent[1] && lhs.extent[2] == rhs.extent[2] &&
           lhs.row_pitch == rhs.row_pitch && lhs.slice_pitch == rhs.slice_pitch;
  }
};

template <int Dimensions, typename CoordT>
auto image_coordinate(const CoordT &coords, int dimension) {
  if constexpr (Dimensions == 1)
    return dimension == 0 ? coords : CoordT(0);
  else
    return dimension < Dimensions ? coords[dimension] : coords[0] - coords[0];
}

// The element that coordinate `index` stands for, or -1 for the border's colour.
inline std::int64_t addressed_index(float index, std::size_t extent, addressing_mode mode) {
  const float last = static_cast<float>(extent) - 1.0f;
  if (mode == addressing_mode::clamp)
    return index < 0.0f || index > last ? -1 : static_cast<std::int64_t>(index);
  if (mode == addressing_mode::repeat)
    index -= static_cast<float>(extent) * __builtin_floorf(index / static_cast<float>(extent));
  return static_cast<std::int64_t>(index < 0.0f ? 0.0f : index > last ? last : index);
}

// As OpenCL samples images: SYCL 2020 §4.7.8 takes its rules from there.
template <int Dimensions, typename Color, typename CoordT>
Color sample_image(const std::byte *start, const image_layout &layout,
                   const image_sampler &sampler, const CoordT &coords) {
  float position[3] = {}, weight[3] = {};
  const bool linear = sampler.filtering == filtering_mode::linear;
  for (int dim = 0; dim < Dimensions; ++dim) {
    const float size = static_cast<float>(layout.extent[dim]);
    float coordinate = static_cast<float>(image_coordinate<Dimensions>(coords, dim));
    if (sampler.addressing == addressing_mode::mirrored_repeat)
      coordinate = __builtin_fabsf(coordinate - 2.0f * __builtin_rintf(0.5f * coordinate));
    if (sampler.coordinate == coordinate_normalization_mode::normalized)
      coordinate *= size;
    if (linear)
      coordinate -= 0.5f;
    position[dim] = __builtin_floorf(coordinate);
    weight[dim] = linear ? coordinate - position[dim] : 0.0f;
  }
  using channel = typename Color::element_type;
  const int neighbours = linear ? 1 << Dimensions : 1;
  float sum[4] = {};
  for (int corner = 0; corner < neighbours; ++corner) {
    std::int64_t index[3] = {};
    float share = 1.0f;
    bool border = false;
    for (int dim = 0; dim < Dimensions; ++dim) {
      const int high = corner >> dim & 1;
      index[dim] = addressed_index(position[dim] + static_cast<float>(high), layout.extent[dim],
                                 sampler.addressing);
      border |= index[dim] < 0;
      share *= high ? weight[dim] : 1.0f - weight[dim];
    }
    if (border)
      continue; // transparent black
    const Color color = load_texel<Color>(
        start + layout.offset_of(static_cast<std::size_t>(index[0]),
                                 static_cast<std::size_t>(index[1]),
                                 static_cast<std::size_t>(index[2])),
        layout.format);
    if (!linear)
      return color;
    for (int idx = 0; idx < 4; ++idx)
      sum[idx] += share * static_cast<float>(color[idx]);
  }
  Color color;
  for (int idx = 0; idx < 4; ++idx)
    color[idx] = static_cast<channel>(sum[idx]);
  return color;
}

} // namespace detail
} // namespace sycl
