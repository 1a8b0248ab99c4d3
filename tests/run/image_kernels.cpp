//! also = ["-O0"]
// Unsampled images in kernels: stored values of formats, shapes and pitches, accessors inside other objects, the
// order of kernels, write-back, and errors.
#include "check.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <mutex>
#include <vector>

using namespace sycl;

// Writes the colours in a kernel, reads them back in another one, and compares memory and colours.
template <typename Color, typename Stored>
static void stores(queue &q, image_format format, const std::vector<Color> &colors,
                   const std::vector<std::array<Stored, 4>> &stored) {
  const std::size_t count = colors.size();
  std::vector<Stored> memory(count * 4);
  std::vector<Color> given(colors), back(count);
  {
    unsampled_image<1> image(memory.data(), format, range(count));
    buffer<Color> from(given), to(back);
    q.submit([&](handler &h) {
      accessor source(from, h, read_only);
      unsampled_image_accessor<Color, 1, access_mode::write> target(image, h, property::no_init());
      h.parallel_for(range(count), [=](id<1> i) { target.write(int(i[0]), source[i]); });
    });
    q.submit([&](handler &h) {
      accessor target(to, h, write_only);
      auto source = image.get_access<const Color, access_mode::read>(h);
      h.parallel_for(range(count), [=](id<1> i) { target[i] = source.read(int(i[0])); });
    });
  }
  for (std::size_t i = 0; i < count; ++i)
    for (int c = 0; c < 4; ++c) {
      CHECK_EQ(memory[i * 4 + c], stored[i][c]);
      if constexpr (std::is_integral_v<typename Color::element_type>)
        CHECK_EQ(back[i][c], stored[i][c]);
    }
}

static void formats(queue &q) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  using bytes = std::array<unsigned char, 4>;
  using shorts = std::array<unsigned short, 4>;
  // Ties are rounded to even: 2.5 and 3.5 of 255, except for the rounding of float.
  const auto fraction = [](int i) { return (float(i) + 0.5f) / 255; };
  const auto rounded = [](float value) {
    return static_cast<unsigned char>(std::nearbyint(value * 255.0f));
  };
  std::vector<float4> colors{{0, 1, 2, -1}, {0.5f, nan, 1e30f, -1e30f}};
  std::vector<bytes> stored{{0, 255, 255, 0}, {128, 0, 255, 0}};
  for (int i = 0; i < 252; i += 4) {
    colors.push_back({fraction(i), fraction(i + 1), fraction(i + 2), fraction(i + 3)});
    stored.push_back({rounded(fraction(i)), rounded(fraction(i + 1)), rounded(fraction(i + 2)),
                      rounded(fraction(i + 3))});
  }
  stores<float4>(q, image_format::r8g8b8a8_unorm, colors, stored);
  for (bytes &each : stored)
    std::swap(each[0], each[2]);
  stores<float4>(q, image_format::b8g8r8a8_unorm, colors, stored);
  stores<float4>(q, image_format::r16g16b16a16_unorm,
                 {{1, 0.5f, 0, -0.0f}, {1.5f / 65535, 2.5f / 65535, nan, 7}},
                 std::vector<shorts>{{65535, 32768, 0, 0}, {2, 2, 0, 65535}});
  stores<float4>(q, image_format::r32g32b32a32_sfloat, {{1, -2.5f, 1e30f, 1e-40f}},
                 std::vector<std::array<float, 4>>{{1, -2.5f, 1e30f, 1e-40f}});
  // 65520 is the first number that half rounds to infinity; 2^-25 lies between 0 and the smallest one.
  stores<float4>(q, image_format::r16b16g16a16_sfloat,
                 {{1, -2, 65519, 65520}, {0x1p-24f, 0x1p-25f, 0x1.8p-24f, 2049}},
                 std::vector<shorts>{{0x3c00, 0xc000, 0x7bff, 0x7c00}, {1, 0, 2, 0x6800}});
  if (q.get_device().has(aspect::fp16)) {
    stores<half4>(q, image_format::r16b16g16a16_sfloat, {half4(half(1), half(-2), half(0), half(9))},
                  std::vector<shorts>{{0x3c00, 0xc000, 0, 0x4880}});
    stores<half4>(q, image_format::r8g8b8a8_unorm, {half4(half(1), half(-2), half(0), half(0.5f))},
                  std::vector<bytes>{{255, 0, 0, 128}});
  }
  const int low = std::numeric_limits<int>::min(), high = std::numeric_limits<int>::max();
  stores<int4>(q, image_format::r8g8b8a8_sint, {{1, -1, 128, -129}, {low, high, 127, -128}},
               std::vector<std::array<signed char, 4>>{{1, -1, 127, -128}, {-128, 127, 127, -128}});
  stores<int4>(q, image_format::r16g16b16a16_sint, {{1, -1, 32768, -32769}, {low, high, 0, 5}},
               std::vector<std::array<short, 4>>{{1, -1, 32767, -32768}, {-32768, 32767, 0, 5}});
  stores<int4>(q, image_format::r32b32g32a32_sint, {{low, high, 0, -1}},
               std::vector<std::array<int, 4>>{{low, high, 0, -1}});
  stores<uint4>(q, image_format::r8g8b8a8_uint, {{0, 255, 256, 0xffffffffu}},
                std::vector<bytes>{{0, 255, 255, 255}});
  stores<uint4>(q, image_format::r16g16b16a16_uint, {{0, 65535, 65536, 0xffffffffu}},
                std::vector<shorts>{{0, 65535, 65535, 65535}});
  stores<uint4>(q, image_format::r32b32g32a32_uint, {{0, 1, 0x80000000u, 0xffffffffu}},
                std::vector<std::array<unsigned, 4>>{{0, 1, 0x80000000u, 0xffffffffu}});
}

// An object that contains accessors, as kernel arguments may.
struct Layers {
  int shift;
  std::array<unsampled_image_accessor<uint4, 2, access_mode::read>, 2> from;
  char between;
  unsampled_image_accessor<uint4, 2, access_mode::write> to;
};

static void shapes(queue &q) {
  // Rows of 5 elements that take 8, two slices of 3 rows that take 4; nothing is written between them.
  constexpr std::size_t row = 8 * 4, slice = 4 * row;
  std::vector<unsigned char> memory(2 * slice, 9);
  {
    unsampled_image<3> image(memory.data(), image_format::r8g8b8a8_uint, range(5, 3, 2),
                             range(row, slice));
    q.submit([&](handler &h) {
      auto to = image.get_access<uint4, access_mode::write>(h);
      h.parallel_for(range(2, 3, 5), [=](item<3> i) {
        to.write(int4(i[2], i[1], i[0], 0), uint4(i[2], i[1], i[0], to.size()));
      });
    });
  }
  for (std::size_t z = 0; z < 2; ++z)
    for (std::size_t y = 0; y < 4; ++y)
      for (std::size_t x = 0; x < 8; ++x) {
        const bool inside = x < 5 && y < 3;
        const unsigned char *at = &memory[z * slice + y * row + x * 4];
        CHECK_EQ(at[0], inside ? x : 9);
        CHECK_EQ(at[1], inside ? y : 9);
        CHECK_EQ(at[2], inside ? z : 9);
        CHECK_EQ(at[3], inside ? 30 : 9);
      }

  unsampled_image<2> first(image_format::r32b32g32a32_uint, range(3, 2)),
      second(image_format::r16g16b16a16_uint, range(3, 2)),
      sum(image_format::r8g8b8a8_uint, range(3, 2));
  const auto fill = [&](unsampled_image<2> &image, unsigned factor) {
    q.submit([&](handler &h) {
      auto to = image.get_access<uint4, access_mode::write>(h);
      h.parallel_for(range(2, 3), [=](id<2> i) {
        to.write(int2(i[1], i[0]), uint4(unsigned(i[0] * 3 + i[1]) * factor));
      });
    });
  };
  fill(first, 2);
  fill(second, 10);
  q.submit([&](handler &h) {
    const Layers layers{1,
                        {unsampled_image_accessor<uint4, 2, access_mode::read>(first, h),
                         unsampled_image_accessor<uint4, 2, access_mode::read>(second, h)},
                        'x',
                        {sum, h}};
    h.parallel_for(nd_range(range(2, 3), range(1, 3)), [=](nd_item<2> i) {
      const int2 at(i.get_global_id(1), i.get_global_id(0));
      uint4 color = layers.from[0].read(at) + layers.from[1].read(at);
      color.w() = layers.from[0] == layers.from[0] && layers.from[0] != layers.from[1];
      layers.to.write(at, color + uint4(layers.shift));
    });
  });
  const auto result = sum.get_host_access<uint4, access_mode::read>();
  for (int i = 0; i < 6; ++i) {
    CHECK_EQ(result.read(int2(i % 3, i / 3))[0], unsigned(i) * 12 + 1);
    CHECK_EQ(result.read(int2(i % 3, i / 3))[3], 2u);
  }
  CHECK_EQ(unsampled_image<1>(image_format::r8g8b8a8_uint, range(0)).size(), 0u);
}

// Kernels, host tasks and host code alternate on one image.
static void order(queue &q) {
  std::vector<int> memory(4 * 7, 1), elsewhere(4 * 7);
  std::mutex mutex;
  {
    unsampled_image<1> image(memory.data(), image_format::r32b32g32a32_sint, range(7),
                             {property::image::use_mutex(mutex)});
    unsampled_image<1> other(image_format::r32b32g32a32_sint, range(7));
    const auto step = [&](unsampled_image<1> &from, unsampled_image<1> &to) {
      q.submit([&](handler &h) {
        auto in = from.get_access<int4, access_mode::read>(h);
        auto out = to.get_access<int4, access_mode::write>(h);
        h.parallel_for(range(7), [=](id<1> i) {
          const int at = int(i[0]);
          out.write(at, in.read(at) + in.read((at + 1) % 7));
        });
      });
    };
    for (int i = 0; i < 5; ++i) {
      step(image, other);
      step(other, image);
    }
    q.submit([&](handler &h) {
      auto in = image.get_access<int4, access_mode::read, image_target::host_task>(h);
      auto out = other.get_access<int4, access_mode::write, image_target::host_task>(h);
      h.host_task([=] {
        for (int i = 0; i < 7; ++i)
          out.write(i, in.read(i) * 2);
      });
    });
    CHECK_EQ(other.get_host_access<int4>().read(6)[2], 2048);
    image.get_host_access<int4>().write(3, int4(-3));
    step(image, other);
    CHECK_EQ(other.get_host_access<int4>().read(2)[1], 1021);
    image.set_final_data(elsewhere.data());
  }
  CHECK_EQ(elsewhere[0], 1024);
  CHECK_EQ(elsewhere[4 * 3], -3);

  // An image of a shared pointer is written back, a sampled one never.
  const std::shared_ptr<float> floats(new float[8]{1, 2, 3, 4, 5, 6, 7, 8},
                                      std::default_delete<float[]>());
  {
    std::shared_ptr<void> untyped = floats;
    unsampled_image<2> image(untyped, image_format::r32g32b32a32_sfloat, range(1, 2));
    q.submit([&](handler &h) {
      auto out = image.get_access<float4, access_mode::write>(h);
      h.single_task([=] { out.write(int2(0, 1), float4(0.5f)); });
    });
  }
  CHECK_EQ(floats.get()[3], 4);
  CHECK_EQ(floats.get()[4], 0.5f);
}

static void refused(queue &q) {
  unsampled_image<1> image(image_format::r8g8b8a8_uint, range(4));
  CHECK_THROWS(errc::invalid, q.submit([&](handler &h) {
    image.get_access<int4, access_mode::read>(h);
  }));
  CHECK_THROWS(errc::invalid, image.get_host_access<float4>());
  const float data[4] = {};
  sampled_image<1> sampled(data, image_format::r32g32b32a32_sfloat,
                           {addressing_mode::clamp, coordinate_normalization_mode::normalized,
                            filtering_mode::nearest},
                           range(1));
  CHECK_THROWS(errc::invalid, sampled.get_host_access<uint4>());
  // Every processor reads elements at any address.
  unsampled_image<2> odd(image_format::r8g8b8a8_uint, range(4, 2), range(17));
  const auto take = [&] {
    q.submit([&](handler &h) {
      auto out = odd.get_access<uint4, access_mode::write>(h);
      h.single_task([=] { out.write(int2(3, 1), uint4(6)); });
    });
  };
  if (q.get_backend() == backend::cpu) {
    take();
    CHECK_EQ(odd.get_host_access<uint4>().read(int2(3, 1))[3], 6u);
  } else {
    CHECK_THROWS(errc::feature_not_supported, take());
  }
}

int main() {
  queue q;
  CHECK(q.get_device().has(aspect::image));
  CHECK(q.get_device().get_info<info::device::image2d_max_width>() >= 8192);
  CHECK(q.get_device().get_info<info::device::image3d_max_depth>() >= 2048);
  CHECK(q.get_device().get_info<info::device::image_max_buffer_size>() >= 65536);
  CHECK(q.get_device().get_info<info::device::max_read_image_args>() >= 128);
  CHECK(q.get_device().get_info<info::device::max_write_image_args>() >= 8);
  CHECK(q.get_device().get_info<info::device::max_samplers>() >= 16);
  formats(q);
  shapes(q);
  order(q);
  refused(q);
  return check::result();
}
