//! also = ["-O0"]
// Images that kernels of two translation units use, and accessors to them as arguments of a function in another one.
#include "../check.hpp"
#include "invert.hpp"

using namespace sycl;

int main() {
  queue q;
  std::vector<unsigned char> pixels(7 * 3 * 4);
  for (std::size_t i = 0; i < pixels.size(); ++i)
    pixels[i] = static_cast<unsigned char>(i * 3);
  sampled_image<2> from(pixels.data(), image_format::r8g8b8a8_unorm,
                        {addressing_mode::clamp_to_edge, coordinate_normalization_mode::unnormalized,
                         filtering_mode::linear},
                        range(7, 3));
  unsampled_image<2> once(image_format::b8g8r8a8_unorm, range(7, 3));
  invert(q, from, once);
  std::vector<float> difference(7 * 3);
  {
    buffer<float, 2> result(difference.data(), range(3, 7));
    q.submit([&](handler &h) {
      const Source source(from, h);
      const unsampled_image_accessor<const float4, 2, access_mode::read> other(once, h);
      accessor to(result, h, write_only);
      h.parallel_for(range(3, 7), [=](id<2> i) {
        const int2 at(i[1], i[0]);
        to[i] = length(inverted(source, at) - other.read(at));
      });
    });
  }
  for (const float each : difference)
    CHECK(each < 1e-6f);
  const auto host = once.get_host_access<const float4>();
  CHECK(sycl::fabs(host.read(int2(2, 1))[2] - (1 - pixels[9 * 4 + 2] / 255.0f)) < 1e-6f);
  return check::result();
}
