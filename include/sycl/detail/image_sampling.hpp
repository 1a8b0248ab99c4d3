// The layout of images, and sampling: coordinates, addressing modes and filters. SYCL 2020 §4.7.8
// does not specify the formulas; these are those of OpenCL C, §8.2. Host and device code share
// this.
#pragma once

#include <sycl/detail/texel.hpp>

namespace sycl::inline _V1 {

enum class addressing_mode : unsigned { mirrored_repeat, repeat, clamp_to_edge, clamp, none };
enum class filtering_mode : unsigned { nearest, linear };
enum class coordinate_normalization_mode : unsigned { normalized, unnormalized };

struct image_sampler {
  addressing_mode addressing;
  coordinate_normalization_mode coordinate;
  filtering_mode filtering;
};

namespace detail {

// The first dimension is the width; images of fewer dimensions have extent 1 in the others.
struct image_layout {
  image_format format = image_format::r8g8b8a8_unorm;
  std::size_t extent[3] = {1, 1, 1};
  std::size_t row_pitch = 0;   // bytes
  std::size_t slice_pitch = 0; // bytes

  friend bool operator==(const image_layout &lhs, const image_layout &rhs) noexcept {
    return lhs.format == rhs.format && lhs.extent[0] == rhs.extent[0] &&
           lhs.extent[1] == rhs.extent[1] && lhs.extent[2] == rhs.extent[2] &&
           lhs.row_pitch == rhs.row_pitch && lhs.slice_pitch == rhs.slice_pitch;
  }
};

// The element at a position inside of the image, for elements of this size.
template <int Dimensions, typename Byte>
SCYTHE_ALWAYS_INLINE Byte *texel_at(Byte *start, const image_layout &layout, std::size_t bytes,
                                    const int (&place)[Dimensions]) {
  Byte *where =
      start + static_cast<std::ptrdiff_t>(place[0]) * static_cast<std::ptrdiff_t>(bytes);
  if constexpr (Dimensions > 1)
    where += static_cast<std::ptrdiff_t>(place[1]) * static_cast<std::ptrdiff_t>(layout.row_pitch);
  if constexpr (Dimensions > 2)
    where +=
        static_cast<std::ptrdiff_t>(place[2]) * static_cast<std::ptrdiff_t>(layout.slice_pitch);
  return where;
}

template <typename Color, int Dimensions>
SCYTHE_ALWAYS_INLINE Color load_texel(const std::byte *start, const image_layout &layout,
                                      const int (&place)[Dimensions]) {
  return with_texel<typename Color::element_type>(
      layout.format, [&](auto kind) SCYTHE_ALWAYS_INLINE {
        using texel_type = decltype(kind);
        return load_as<texel_type, Color>(
            texel_at(start, layout, texel_type::bytes, place));
      });
}

template <typename Color, int Dimensions>
SCYTHE_ALWAYS_INLINE void store_texel(std::byte *start, const image_layout &layout,
                                      const int (&place)[Dimensions], const Color &color) {
  with_texel<typename Color::element_type>(
      layout.format, [&](auto kind) SCYTHE_ALWAYS_INLINE {
        using texel_type = decltype(kind);
        store_as<texel_type>(texel_at(start, layout, texel_type::bytes, place), color);
        return 0;
      });
}

// Constants for addressing an image with a sampler, computed once for an accessor.
struct image_sampling {
  addressing_mode addressing = addressing_mode::none;
  bool is_linear = false;
  float scale[3] = {}; // of coordinates: to elements, or to periods where the image repeats
  float size[3] = {};
  float last[3] = {}; // the greatest index; float may not have it, but then one below

  image_sampling() = default;
  image_sampling(const image_layout &layout, const image_sampler &sampler)
      : addressing(sampler.addressing), is_linear(sampler.filtering == filtering_mode::linear) {
    const bool is_normalized = sampler.coordinate == coordinate_normalization_mode::normalized;
    for (int dim = 0; dim < 3; ++dim) {
      constexpr std::size_t most = 0x7fffff80; // what float has below 2^31
      const std::size_t extent = layout.extent[dim];
      const std::size_t top = extent == 0 ? 0 : extent - 1 < most ? extent - 1 : most;
      size[dim] = static_cast<float>(extent);
      last[dim] = static_cast<float>(top);
      while (static_cast<std::size_t>(last[dim]) > top)
        last[dim] = __builtin_nextafterf(last[dim], 0.0f);
      // Images that repeat require normalized coordinates; others are taken as positions of
      // elements.
      if (repeats())
        scale[dim] = is_normalized ? 1.0f : 1.0f / size[dim];
      else
        scale[dim] = is_normalized ? size[dim] : 1.0f;
    }
  }

  bool repeats() const noexcept {
    return addressing == addressing_mode::repeat || addressing == addressing_mode::mirrored_repeat;
  }
};

// `value`, clamped; any bound for NaN.
SCYTHE_ALWAYS_INLINE inline float bounded(float value, float last) {
  const float below = value < last ? value : last;
  return below > 0.0f ? below : 0.0f;
}

// A coordinate in elements, before rounding.
template <addressing_mode Mode>
SCYTHE_ALWAYS_INLINE float in_elements(const image_sampling &sampling, int dim, float coordinate) {
  const float scaled = coordinate * sampling.scale[dim];
  if constexpr (Mode == addressing_mode::repeat)
    return (scaled - __builtin_elementwise_floor(scaled)) * sampling.size[dim];
  else if constexpr (Mode == addressing_mode::mirrored_repeat)
    return __builtin_elementwise_abs(
               scaled - 2.0f * __builtin_elementwise_roundeven(0.5f * scaled)) *
           sampling.size[dim];
  else
    return scaled;
}

template <int Dimensions> struct nearest_place {
  int index[Dimensions];
  bool is_inside;
};

template <addressing_mode Mode, int Dimensions>
SCYTHE_ALWAYS_INLINE nearest_place<Dimensions> find_nearest(const image_sampling &sampling,
                                                            const float (&coords)[Dimensions]) {
  nearest_place<Dimensions> place;
  place.is_inside = true;
#pragma unroll
  for (int dim = 0; dim < Dimensions; ++dim) {
    float position = in_elements<Mode>(sampling, dim, coords[dim]);
    if constexpr (Mode == addressing_mode::repeat)
      position = position < sampling.size[dim] ? position : 0.0f;
    if constexpr (Mode == addressing_mode::clamp)
      place.is_inside = place.is_inside && position >= 0.0f && position < sampling.size[dim];
    // It is not negative, so truncation rounds down.
    place.index[dim] = static_cast<int>(bounded(position, sampling.last[dim]));
  }
  return place;
}

// The two elements of each dimension between which a filter interpolates.
template <int Dimensions> struct linear_place {
  int index[Dimensions][2];
  float weight[Dimensions];        // of the second
  bool is_inside[Dimensions][2];
};

template <addressing_mode Mode, int Dimensions>
SCYTHE_ALWAYS_INLINE linear_place<Dimensions> find_linear(const image_sampling &sampling,
                                                          const float (&coords)[Dimensions]) {
  linear_place<Dimensions> place;
#pragma unroll
  for (int dim = 0; dim < Dimensions; ++dim) {
    const float position = in_elements<Mode>(sampling, dim, coords[dim]) - 0.5f;
    const float last = sampling.last[dim];
    float low = __builtin_elementwise_floor(position), high = low + 1.0f;
    place.weight[dim] = position - low;
    if constexpr (Mode == addressing_mode::repeat) {
      low = low < 0.0f ? last : low;
      high = high > last ? 0.0f : high;
    }
    place.is_inside[dim][0] = Mode != addressing_mode::clamp || (low >= 0.0f && low <= last);
    place.is_inside[dim][1] = Mode != addressing_mode::clamp || (high >= 0.0f && high <= last);
    place.index[dim][0] = static_cast<int>(bounded(low, last));
    place.index[dim][1] = static_cast<int>(bounded(high, last));
  }
  return place;
}

// Calls the function with the addressing mode as a constant. Outside of the image `none` is
// undefined, so it is treated like the edge.
template <typename Function>
SCYTHE_ALWAYS_INLINE auto with_addressing(addressing_mode mode, const Function &function) {
  using enum_type = addressing_mode;
  switch (mode) {
  case enum_type::clamp: return function(std::integral_constant<enum_type, enum_type::clamp>());
  case enum_type::repeat: return function(std::integral_constant<enum_type, enum_type::repeat>());
  case enum_type::mirrored_repeat:
    return function(std::integral_constant<enum_type, enum_type::mirrored_repeat>());
  default: return function(std::integral_constant<enum_type, enum_type::clamp_to_edge>());
  }
}

template <typename Vector>
SCYTHE_ALWAYS_INLINE Vector weighted(const Vector &low, const Vector &high, float weight) {
  return low * (1.0f - weight) + high * weight;
}

// Interpolates over the last `Left` dimensions, at a corner of the others. Outside of an image with
// a border, elements are transparent black.
template <typename Texel, bool HasBorder, int Left, int Dimensions>
SCYTHE_ALWAYS_INLINE channels<float> mean(const std::byte *start, const image_layout &layout,
                                          const linear_place<Dimensions> &place,
                                          int (&corner)[Dimensions]) {
  if constexpr (Left == 0) {
    int index[Dimensions];
    bool is_inside = true;
#pragma unroll
    for (int dim = 0; dim < Dimensions; ++dim) {
      index[dim] = place.index[dim][corner[dim]];
      is_inside = is_inside && place.is_inside[dim][corner[dim]];
    }
    const auto color = load_unscaled<Texel>(
        texel_at(start, layout, Texel::bytes, index));
    return !HasBorder || is_inside ? color : channels<float>(0.0f);
  } else {
    corner[Left - 1] = 0;
    const auto low = mean<Texel, HasBorder, Left - 1>(start, layout, place, corner);
    corner[Left - 1] = 1;
    const auto high = mean<Texel, HasBorder, Left - 1>(start, layout, place, corner);
    return weighted(low, high, place.weight[Left - 1]);
  }
}

template <typename Color, int Dimensions>
SCYTHE_ALWAYS_INLINE Color sample_linear(const std::byte *start, const image_layout &layout,
                                         const image_sampling &sampling,
                                         const float (&coords)[Dimensions]) {
  const auto place = with_addressing(sampling.addressing, [&](auto mode) SCYTHE_ALWAYS_INLINE {
    return find_linear<decltype(mode)::value>(sampling, coords);
  });
  return with_texel<float>(layout.format, [&](auto kind) SCYTHE_ALWAYS_INLINE {
    using texel_type = decltype(kind);
    int corner[Dimensions] = {};
    const auto color =
        sampling.addressing == addressing_mode::clamp
            ? mean<texel_type, true, Dimensions>(start, layout, place, corner)
            : mean<texel_type, false, Dimensions>(start, layout, place, corner);
    return as_color<Color, texel_type>(color);
  });
}

// OpenCL leaves linear filtering of integers undefined; the nearest element is used.
template <typename Color, int Dimensions>
SCYTHE_ALWAYS_INLINE Color sample_image(const std::byte *start, const image_layout &layout,
                                        const image_sampling &sampling,
                                        const float (&coords)[Dimensions]) {
  if constexpr (is_floating_v<typename Color::element_type>)
    if (sampling.is_linear)
      return sample_linear<Color>(start, layout, sampling, coords);
  const auto place = with_addressing(sampling.addressing, [&](auto mode) SCYTHE_ALWAYS_INLINE {
    return find_nearest<decltype(mode)::value>(sampling, coords);
  });
  if (!place.is_inside)
    return Color(typename Color::element_type(0));
  return load_texel<Color>(start, layout, place.index);
}

// Coordinates in programs: a number for one dimension, a vector for more.
template <int Dimensions, typename CoordT> constexpr bool are_coordinates() noexcept {
  if constexpr (Dimensions == 1)
    return std::is_arithmetic_v<CoordT>;
  else if constexpr (std::is_class_v<CoordT>)
    return CoordT::size() == Dimensions || (Dimensions == 3 && CoordT::size() == 4);
  else
    return false;
}

template <typename ToT, int Dimensions, typename CoordT>
SCYTHE_ALWAYS_INLINE void take_coordinates(const CoordT &coords, ToT (&result)[Dimensions]) {
  static_assert(are_coordinates<Dimensions, CoordT>(),
                "coordinates are a number for images of one dimension, a vec of 2 numbers for two, "
                "a vec of 4 for three");
  if constexpr (Dimensions == 1)
    result[0] = static_cast<ToT>(coords);
  else
#pragma unroll
    for (int dim = 0; dim < Dimensions; ++dim)
      result[dim] = static_cast<ToT>(coords[dim]);
}

} // namespace detail
} // namespace sycl
