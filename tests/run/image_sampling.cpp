//! also = ["-O0"]
// Sampled images in kernels and in host code: all formats, addressing modes, filters and both kinds of coordinates,
// compared with separately written formulas in double. Coordinates are exact in float.
#include "check.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

using namespace sycl;

using addressing = addressing_mode;
using filtering = filtering_mode;
using normalization = coordinate_normalization_mode;

constexpr int points = 96;
constexpr int format_count = 11;
using format_set = std::initializer_list<image_format>;
constexpr format_set signed_formats = {image_format::r8g8b8a8_sint, image_format::r16g16b16a16_sint,
                                       image_format::r32b32g32a32_sint};
constexpr format_set unsigned_formats = {image_format::r8g8b8a8_uint,
                                         image_format::r16g16b16a16_uint,
                                         image_format::r32b32g32a32_uint};

static bool is_one_of(image_format format, format_set set) {
  return std::find(set.begin(), set.end(), format) != set.end();
}

// The memory of an image, and the meaning of its channels.
struct Picture {
  image_format format;
  std::vector<int> size;
  std::vector<unsigned char> memory;

  Picture(image_format format, std::vector<int> extent) : format(format), size(extent) {
    extent.resize(3, 1);
    unsigned state = 12345;
    const auto next = [&] { return (state = state * 1664525 + 1013904223) >> 16; };
    const int count = extent[0] * extent[1] * extent[2] * 4;
    for (int i = 0; i < count; ++i)
      switch (format) {
      case image_format::r16b16g16a16_sfloat: add(sycl::half(float(next() % 64) - 30.5f)); break;
      case image_format::r32g32b32a32_sfloat: add(float(next() % 1000) / 8 - 60); break;
      case image_format::r16g16b16a16_unorm:
      case image_format::r16g16b16a16_sint:
      case image_format::r16g16b16a16_uint: add(static_cast<unsigned short>(next())); break;
      case image_format::r32b32g32a32_sint:
      case image_format::r32b32g32a32_uint: add(next() << 16 | (next() & 0xffff)); break;
      default: add(static_cast<unsigned char>(next())); break;
      }
  }
  template <typename T> void add(T value) {
    const auto *bytes = reinterpret_cast<const unsigned char *>(&value);
    memory.insert(memory.end(), bytes, bytes + sizeof value);
  }
  template <typename T> double get(std::size_t index) const {
    T value;
    std::memcpy(&value, memory.data() + index * sizeof value, sizeof value);
    return static_cast<double>(value);
  }
  // A channel of an element; outside the image, every channel is 0.
  double channel(const std::vector<int> &at, int which) const {
    std::size_t index = 0;
    for (std::size_t d = size.size(); d-- > 0;) {
      if (at[d] < 0 || at[d] >= size[d])
        return 0;
      index = index * size[d] + at[d];
    }
    index *= 4;
    switch (format) {
    case image_format::r8g8b8a8_unorm: return get<unsigned char>(index + which) / 255;
    case image_format::b8g8r8a8_unorm:
      return get<unsigned char>(index + (which == 3 ? 3 : 2 - which)) / 255;
    case image_format::r16g16b16a16_unorm: return get<unsigned short>(index + which) / 65535;
    case image_format::r16b16g16a16_sfloat: return get<sycl::half>(index + which);
    case image_format::r32g32b32a32_sfloat: return get<float>(index + which);
    case image_format::r8g8b8a8_sint: return get<signed char>(index + which);
    case image_format::r16g16b16a16_sint: return get<short>(index + which);
    case image_format::r32b32g32a32_sint: return get<int>(index + which);
    case image_format::r8g8b8a8_uint: return get<unsigned char>(index + which);
    case image_format::r16g16b16a16_uint: return get<unsigned short>(index + which);
    default: return get<unsigned>(index + which);
    }
  }
};

// An index after the addressing mode; -1 is outside.
static int addressed(double index, int size, addressing mode) {
  switch (mode) {
  case addressing::repeat: {
    const double rest = std::fmod(index, size);
    return int(rest < 0 ? rest + size : rest);
  }
  case addressing::clamp: return index < 0 || index >= size ? -1 : int(index);
  default: return int(index < 0 ? 0 : index >= size ? size - 1 : index);
  }
}

static double expected(const Picture &picture, const image_sampler &sampler,
                       const std::vector<double> &coords, int which) {
  const std::size_t dims = picture.size.size();
  std::vector<double> at(dims);
  for (std::size_t d = 0; d < dims; ++d) {
    double s = coords[d];
    if (sampler.addressing == addressing::mirrored_repeat) {
      s = std::fmod(std::fabs(s), 2); // 0 to 1 and back
      s = s > 1 ? 2 - s : s;
    } else if (sampler.addressing == addressing::repeat) {
      s -= std::floor(s);
    }
    at[d] = sampler.coordinate == normalization::normalized ? s * picture.size[d] : s;
  }
  std::vector<int> place(dims);
  if (sampler.filtering == filtering::nearest) {
    for (std::size_t d = 0; d < dims; ++d)
      place[d] = addressed(std::floor(at[d]), picture.size[d], sampler.addressing);
    return picture.channel(place, which);
  }
  double sum = 0;
  for (int corner = 0; corner < 1 << dims; ++corner) {
    double weight = 1;
    for (std::size_t d = 0; d < dims; ++d) {
      const double low = std::floor(at[d] - 0.5), part = at[d] - 0.5 - low;
      const bool high = corner >> d & 1;
      weight *= high ? part : 1 - part;
      place[d] = addressed(low + high, picture.size[d], sampler.addressing);
    }
    if (weight != 0)
      sum += weight * picture.channel(place, which);
  }
  return sum;
}

// Coordinates around the image: inside, on borders and centres of elements, outside and far outside.
template <int Dims> static auto coordinates(const image_sampler &sampler, const Picture &picture) {
  std::vector<float> list;
  if (sampler.coordinate == normalization::normalized)
    for (int i = 0; i <= 26; ++i)
      list.push_back(float(i - 9) / 8); // -1.125 to 2.125
  else
    for (int i = 0; i <= 4 * (picture.size[0] + 4); ++i)
      list.push_back(float(i) / 4 - 2);
  if (sampler.addressing == addressing::none) {
    for (auto &each : list) // inside for filters of any size
      each = sampler.coordinate == normalization::normalized ? 0.5f : 0.5f * float(picture.size.back());
  } else if (sampler.addressing == addressing::clamp ||
             sampler.addressing == addressing::clamp_to_edge) {
    for (const float far : {-1e9f, 1e9f, -1e37f, 1e37f})
      list.push_back(far);
  }
  std::vector<std::vector<double>> result;
  for (int i = 0; i < points; ++i) {
    std::vector<double> each;
    for (int d = 0; d < Dims; ++d)
      each.push_back(list[std::size_t(i * (2 * d + 1) + d * 7) % list.size()]);
    result.push_back(each);
  }
  return result;
}

template <int Dims> static auto as_coord(const std::vector<double> &each) {
  if constexpr (Dims == 1)
    return float(each[0]);
  else if constexpr (Dims == 2)
    return float2(each[0], each[1]);
  else
    return float4(each[0], each[1], each[2], 99); // the last one does not matter
}

template <int Dims> static range<Dims> as_range(const std::vector<int> &size) {
  if constexpr (Dims == 1)
    return range<1>(size[0]);
  else if constexpr (Dims == 2)
    return range<2>(size[0], size[1]);
  else
    return range<3>(size[0], size[1], size[2]);
}

template <int Dims, typename Color>
static void sample(queue &q, const Picture &picture, const image_sampler &sampler) {
  using coord = decltype(as_coord<Dims>({}));
  const auto wanted = coordinates<Dims>(sampler, picture);
  std::vector<coord> at;
  for (const auto &each : wanted)
    at.push_back(as_coord<Dims>(each));
  std::vector<Color> got(points);
  sampled_image<Dims> image(picture.memory.data(), picture.format, sampler,
                            as_range<Dims>(picture.size));
  {
    buffer<coord> where(at);
    buffer<Color> result(got);
    q.submit([&](handler &h) {
      auto from = image.template get_access<Color>(h);
      accessor coords(where, h, read_only);
      accessor colors(result, h, write_only, no_init);
      h.parallel_for(range(points), [=](id<1> i) { colors[i] = from.read(coords[i]); });
    });
  }
  const auto host = image.template get_host_access<Color>();
  // Half has 11 bits.
  const double tolerance = std::is_same_v<Color, half4> ? 1e-3 : 1e-6;
  for (int i = 0; i < points; ++i) {
    const Color also = host.read(at[i]);
    for (int c = 0; c < 4; ++c) {
      const double want = expected(picture, sampler, wanted[i], c);
      const double allowed = std::is_integral_v<typename Color::element_type>
                                 ? 0
                                 : tolerance * std::fmax(64, std::fabs(want)) / 2;
      if (!(std::fabs(double(got[i][c]) - want) <= allowed) ||
          !(std::fabs(double(also[c]) - want) <= allowed)) {
        std::string text = "format " + std::to_string(int(picture.format)) + ", addressing " +
                           std::to_string(int(sampler.addressing)) + ", filter " +
                           std::to_string(int(sampler.filtering)) + ", coordinates " +
                           std::to_string(int(sampler.coordinate)) + " at";
        for (const double each : wanted[i])
          text += " " + std::to_string(each);
        check::report(false, __FILE__, __LINE__,
                      text + ": channel " + std::to_string(c) + " is " +
                          std::to_string(double(got[i][c])) + ", on the host " +
                          std::to_string(double(also[c])) + ", expected " + std::to_string(want));
        return;
      }
    }
  }
}

template <int Dims> static void all(queue &q, const std::vector<int> &size) {
  for (int number = 0; number < format_count; ++number) {
    const auto format = static_cast<image_format>(number);
    // The positions of elements are the same for all types, and kernels take long to compile.
    const bool has_integers = is_one_of(format, signed_formats) || is_one_of(format, unsigned_formats);
    if (Dims != 2 && has_integers)
      continue;
    const Picture picture(format, size);
    for (const auto mode : {addressing::mirrored_repeat, addressing::repeat,
                            addressing::clamp_to_edge, addressing::clamp, addressing::none})
      for (const auto filter : {filtering::nearest, filtering::linear})
        for (const auto kind : {normalization::normalized, normalization::unnormalized}) {
          const bool repeats = mode == addressing::repeat || mode == addressing::mirrored_repeat;
          if (repeats && kind == normalization::unnormalized)
            continue; // undefined
          const image_sampler sampler{mode, kind, filter};
          if constexpr (Dims == 2) {
            if (has_integers && filter == filtering::linear)
              continue; // undefined
            if (is_one_of(format, signed_formats))
              sample<Dims, int4>(q, picture, sampler);
            else if (has_integers)
              sample<Dims, uint4>(q, picture, sampler);
            else if (q.get_device().has(aspect::fp16))
              sample<Dims, half4>(q, picture, sampler);
          }
          if (!has_integers)
            sample<Dims, float4>(q, picture, sampler);
        }
  }
}

// The result without a formula must still be an element of the image, or the border.
template <typename Coord> static void odd_coordinates(queue &q, std::vector<Coord> odd) {
  const float data[] = {7, 7, 7, 7};
  const std::size_t count = odd.size();
  for (const auto mode : {addressing::mirrored_repeat, addressing::repeat,
                          addressing::clamp_to_edge, addressing::clamp, addressing::none})
    for (const auto kind : {normalization::normalized, normalization::unnormalized}) {
      sampled_image<1> image(data, image_format::r32g32b32a32_sfloat,
                             {mode, kind, filtering::nearest}, range(1));
      std::vector<float4> got(count);
      {
        buffer<Coord> where(odd);
        buffer<float4> result(got);
        q.submit([&](handler &h) {
          auto from = image.get_access<float4>(h);
          accessor coords(where, h, read_only);
          accessor colors(result, h, write_only);
          h.parallel_for(range(count), [=](id<1> i) { colors[i] = from.read(coords[i]); });
        });
      }
      for (const float4 &color : got)
        CHECK(color[0] == 7 || (mode == addressing::clamp && color[0] == 0));
    }
}

int main() {
  queue q;
  all<1>(q, {5});
  all<2>(q, {5, 3});
  all<3>(q, {5, 3, 2});
  all<3>(q, {1, 1, 1});
  const float nan = std::numeric_limits<float>::quiet_NaN(),
              infinity = std::numeric_limits<float>::infinity();
  odd_coordinates<float>(q, {nan, infinity, -infinity, 3e38f, -3e38f, 1e-45f, -1e-45f, -0.0f});
  odd_coordinates<int>(q, {0, -1, 1, 2147483647, -2147483647 - 1}); // integers do as well
  return check::result();
}
