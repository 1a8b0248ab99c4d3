//! plain_kernels = true
// Images in host code and host tasks: formats, pitches, sampling, write-back.
#include "check.hpp"

#include <unordered_set>
#include <vector>

using namespace sycl;

static_assert(is_property_of_v<property::image::use_host_ptr, sampled_image<>>);
static_assert(is_property_of_v<property::image::use_mutex, unsampled_image<2>>);
static_assert(is_property_of_v<property::no_init, host_unsampled_image_accessor<int4, 1>>);
static_assert(!is_property_of_v<property::no_init, unsampled_image<>>);
static_assert(
    std::is_convertible_v<host_unsampled_image_accessor<int4, 1, access_mode::read>,
                          host_unsampled_image_accessor<const int4, 1, access_mode::read>>);

static bool near(const float4 &got, float r, float g, float b, float a) {
  const float want[4] = {r, g, b, a};
  for (int i = 0; i < 4; ++i)
    if (sycl::fabs(got[i] - want[i]) > 1e-6f)
      return false;
  return true;
}

// What is written comes back, with `stored` bytes of the first element.
template <typename Color>
static void round_trip(image_format format, const Color &color, const Color &expected,
                       const std::vector<unsigned char> &stored) {
  std::vector<unsigned char> memory(64);
  {
    unsampled_image<1> image(memory.data(), format, range(4));
    CHECK_EQ(image.size(), 4u);
    CHECK_EQ(image.byte_size(), 4 * stored.size());
    auto access = image.get_host_access<Color>();
    access.write(0, color);
    const Color got = access.read(0);
    for (int i = 0; i < 4; ++i)
      CHECK_EQ(got[i], expected[i]);
  }
  for (std::size_t i = 0; i < stored.size(); ++i)
    CHECK_EQ(memory[i], stored[i]);
}

static void formats() {
  round_trip<float4>(image_format::r8g8b8a8_unorm, {0, 1, 2, -1}, {0, 1, 1, 0}, {0, 255, 255, 0});
  round_trip<float4>(image_format::b8g8r8a8_unorm, {1, 0, 0, 1}, {1, 0, 0, 1}, {0, 0, 255, 255});
  round_trip<float4>(image_format::r16g16b16a16_unorm, {1, 0, 0, 0}, {1, 0, 0, 0},
                     {255, 255, 0, 0, 0, 0, 0, 0});
  round_trip<int4>(image_format::r8g8b8a8_sint, {1, -1, 1000, -1000}, {1, -1, 127, -128},
                   {1, 255, 127, 128});
  round_trip<int4>(image_format::r16g16b16a16_sint, {1, -1, 40000, 0}, {1, -1, 32767, 0},
                   {1, 0, 255, 255, 255, 127, 0, 0});
  round_trip<uint4>(image_format::r8g8b8a8_uint, {1, 2, 300, 4}, {1, 2, 255, 4}, {1, 2, 255, 4});
  round_trip<uint4>(image_format::r32b32g32a32_uint, {1u, 0xffffffffu, 0u, 0u},
                    {1u, 0xffffffffu, 0u, 0u},
                    {1, 0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0});
  round_trip<float4>(image_format::r16b16g16a16_sfloat, {1, -2, 0.5f, 0}, {1, -2, 0.5f, 0},
                     {0, 60, 0, 192, 0, 56, 0, 0});
  round_trip<float4>(image_format::r32g32b32a32_sfloat, {1, 0, 0, 0}, {1, 0, 0, 0},
                     {0, 0, 128, 63, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
}

static void shapes() {
  unsampled_image<3> tight(image_format::r8g8b8a8_uint, range(3, 4, 5));
  CHECK(tight.get_range() == range(3, 4, 5) && tight.get_pitch() == range(12, 48));
  unsampled_image<2> pitched(image_format::r8g8b8a8_uint, range(3, 4), range(16));
  CHECK_EQ(pitched.byte_size(), 64u);
  CHECK_EQ(pitched.size(), 12u);
  CHECK_THROWS(errc::invalid, unsampled_image<2>(image_format::r8g8b8a8_uint, range(3, 4), range(4)));

  // The first dimension is the width: elements next to each other.
  std::vector<unsigned char> memory(64, 9);
  {
    unsampled_image<2> image(memory.data(), image_format::r8g8b8a8_uint, range(3, 4), range(16));
    auto access = image.get_host_access<uint4, access_mode::write>();
    for (int y = 0; y < 4; ++y)
      for (int x = 0; x < 3; ++x)
        access.write(int2(x, y), uint4(x, y, 0, 0));
  }
  CHECK_EQ(memory[4], 1);  // x = 1, y = 0
  CHECK_EQ(memory[17], 1); // x = 0, y = 1
  CHECK_EQ(memory[12], 9); // between the rows

  // No write-back, and to another place.
  std::vector<unsigned char> kept(16), other(16);
  {
    unsampled_image<1> image(kept.data(), image_format::r8g8b8a8_uint, range(4));
    image.get_host_access<uint4>().write(0, uint4(7));
    image.set_final_data(other.data());
  }
  CHECK_EQ(other[0], 7);

  unsampled_image<1> a(image_format::r8g8b8a8_uint, range(1)), b = a,
      c(image_format::r8g8b8a8_uint, range(1));
  CHECK(a == b && a != c);
  CHECK_EQ((std::unordered_set<unsampled_image<1>>{a, b, c}.size()), 2u);
}

static void sampling() {
  using addressing = addressing_mode;
  using coordinate = coordinate_normalization_mode;
  const std::vector<float> data{0, 0, 0, 1, 1, 0, 0, 1, 2, 0, 0, 1, 3, 0, 0, 1};
  const auto sample = [&](addressing mode, coordinate c, filtering_mode f, float at) {
    sampled_image<1> image(data.data(), image_format::r32g32b32a32_sfloat,
                           image_sampler{mode, c, f}, range(4));
    return image.get_host_access<float4>().read(at);
  };
  const auto nearest = filtering_mode::nearest, linear = filtering_mode::linear;
  CHECK(near(sample(addressing::none, coordinate::unnormalized, nearest, 2.9f), 2, 0, 0, 1));
  CHECK(near(sample(addressing::clamp_to_edge, coordinate::unnormalized, nearest, 9.f), 3, 0, 0, 1));
  CHECK(near(sample(addressing::clamp, coordinate::unnormalized, nearest, 9.f), 0, 0, 0, 0));
  CHECK(near(sample(addressing::clamp, coordinate::normalized, nearest, 0.5f), 2, 0, 0, 1));
  CHECK(near(sample(addressing::repeat, coordinate::normalized, nearest, -0.25f), 3, 0, 0, 1));
  CHECK(near(sample(addressing::mirrored_repeat, coordinate::normalized, nearest, 1.1f), 3, 0, 0, 1));
  CHECK(near(sample(addressing::mirrored_repeat, coordinate::normalized, nearest, -0.3f), 1, 0, 0, 1));
  CHECK(near(sample(addressing::clamp_to_edge, coordinate::unnormalized, linear, 2.f), 1.5f, 0, 0, 1));
  CHECK(near(sample(addressing::clamp_to_edge, coordinate::unnormalized, linear, 0.f), 0, 0, 0, 1));
  CHECK(near(sample(addressing::clamp, coordinate::unnormalized, linear, 4.f), 1.5f, 0, 0, 0.5f));
  CHECK(near(sample(addressing::repeat, coordinate::normalized, linear, 0.f), 1.5f, 0, 0, 1));

  sampled_image<2> square(data.data(), image_format::r32g32b32a32_sfloat,
                          image_sampler{addressing::clamp_to_edge, coordinate::unnormalized, linear},
                          range(2, 2));
  CHECK(near(square.get_host_access<float4>().read(float2(1, 1)), 1.5f, 0, 0, 1));
  CHECK(near(square.get_host_access<float4>().read(float2(0.5f, 1.5f)), 2, 0, 0, 1));
}

int main() {
  formats();
  shapes();
  sampling();

  queue q;
  unsampled_image<1> image(image_format::r32b32g32a32_sint, range(2));
  q.submit([&](handler &h) {
    auto access = image.get_access<int4, access_mode::write, image_target::host_task>(h);
    h.host_task([=] { access.write(1, int4(5)); });
  });
  CHECK_EQ(image.get_host_access<const int4>().read(1)[2], 5);
  if (!q.get_device().has(aspect::image))
    CHECK_THROWS(errc::feature_not_supported, q.submit([&](handler &h) {
      auto access = image.get_access<int4, access_mode::read>(h);
    }));
  return check::result();
}
