// bfloat16: every value and every rounding, operators, buffers, kernels and its math functions.
#include "check.hpp"
#include <sycl/sycl.hpp>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

using sycl::ext::oneapi::bfloat16;
using limits = std::numeric_limits<bfloat16>;

static_assert(std::is_trivially_copyable_v<bfloat16> && sycl::is_device_copyable_v<bfloat16>);
static_assert(std::is_same_v<decltype(bfloat16() + bfloat16()), bfloat16>);
static_assert(std::is_same_v<decltype(bfloat16() * 2.0f), bfloat16>);
static_assert(std::is_same_v<decltype(2 - bfloat16()), bfloat16>);
static_assert(std::is_convertible_v<bfloat16, sycl::half> && std::is_convertible_v<sycl::half, bfloat16>);
static_assert(bfloat16(1.5f) + 1 == 2.5f && bfloat16(3) > 2 && -bfloat16(1) < 0);
static_assert(limits::max() == 0x1.fep127f && limits::epsilon() == 0x1p-7f && limits::min() == 0x1p-126f);

std::uint16_t bits(bfloat16 x) { return __builtin_bit_cast(std::uint16_t, x); }
bfloat16 from_bits(unsigned x) { return __builtin_bit_cast(bfloat16, std::uint16_t(x)); }

// To nearest, ties to even, by comparing with both neighbours in double.
std::uint16_t rounded(float x) {
  if (std::isnan(x))
    return 0x7fc0;
  std::uint32_t word;
  std::memcpy(&word, &x, 4);
  const unsigned low = word >> 16, high = low + 1;
  const double from_low = std::fabs(double(x) - double(float(from_bits(low))));
  const double to_high = float(from_bits(high)) == INFINITY || float(from_bits(high)) == -INFINITY
                             ? 0x1p128 - std::fabs(double(x))
                             : std::fabs(double(float(from_bits(high))) - double(x));
  if (std::isinf(x))
    return std::uint16_t(low);
  return std::uint16_t(from_low < to_high || (from_low == to_high && low % 2 == 0) ? low : high);
}

int main() {
  sycl::queue q;
  bfloat16 x = 1;
  x += 2;
  x *= bfloat16(2.5f);
  x -= 0.5;
  x /= 2.0f;
  CHECK_EQ(float(x++), 3.5f);
  CHECK_EQ(float(--x), 3.5f);
  CHECK_EQ(double(sycl::half(x)), 3.5);
  CHECK_EQ(float(bfloat16(sycl::half(0.25))), 0.25f);
  CHECK(x ? !!x : false);

  // Four floats between each bfloat16 and the next: ties and their neighbours.
  const std::size_t n = 4 << 16;
  std::vector<float> in(n), wide(n / 4);
  std::vector<bfloat16> out(n), squares(n / 4), roots(n / 4);
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t rest[4] = {0, 0x7fff, 0x8000, 0x8001};
    const std::uint32_t word = std::uint32_t(i / 4) << 16 | rest[i % 4];
    std::memcpy(&in[i], &word, 4);
  }
  {
    sycl::buffer a(in), w(wide);
    sycl::buffer b(out), s(squares), r(roots);
    q.submit([&](sycl::handler &h) {
      sycl::accessor x(a, h, sycl::read_only);
      sycl::accessor y(b, h, sycl::write_only);
      h.parallel_for(n, [=](sycl::id<1> i) { y[i] = x[i]; });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor x(b, h, sycl::read_only);
      sycl::accessor y(s, h, sycl::write_only), z(r, h, sycl::write_only);
      sycl::accessor v(w, h, sycl::write_only);
      h.parallel_for(n / 4, [=](sycl::id<1> i) {
        const bfloat16 value = x[i * 4];
        v[i] = value;
        y[i] = value * value;
        z[i] = sycl::ext::oneapi::experimental::sqrt(value);
      });
    });
  }
  const auto same = [](bfloat16 got, float want) {
    return std::isnan(want) ? std::isnan(float(got)) : bits(got) == rounded(want);
  };
  for (std::size_t i = 0; i < n; ++i)
    if (!CHECK(same(out[i], in[i])))
      break;
  for (std::size_t i = 0; i < n / 4; ++i) {
    const float x = in[i * 4];
    if (!CHECK(std::isnan(x) ? std::isnan(wide[i]) : wide[i] == x) ||
        !CHECK(same(squares[i], x * x)) || !CHECK(same(roots[i], std::sqrt(x))))
      break;
  }
  return check::result();
}
