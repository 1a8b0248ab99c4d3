//! also = ["-O0"]
// sycl::half: conversions and operators on the host, every value through kernels, math functions
// against float, buffers, group algorithms, reductions and streams.
#include "check.hpp"
#include "stream_capture.hpp"
#include <sycl/sycl.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <sstream>
#include <type_traits>
#include <unordered_set>
#include <vector>

using sycl::half;
using limits = std::numeric_limits<half>;

static_assert(std::is_trivially_copyable_v<half> && sycl::is_device_copyable_v<half>);
static_assert(std::is_same_v<decltype(half() + half()), half>);
static_assert(std::is_same_v<decltype(half() * 2), half>);
static_assert(std::is_same_v<decltype(2u - half()), half>);
static_assert(std::is_same_v<decltype(half() / 2.0f), float>);
static_assert(std::is_same_v<decltype(2.0 + half()), double>);
static_assert(std::is_same_v<decltype(-half()), half>);
static_assert(std::is_convertible_v<half, float> && std::is_convertible_v<double, half>);
static_assert(half(1.5) + 1 == half(2.5) && half(3) > 2.5f && 1 < half(2) && half(1) != 2.0);
static_assert(limits::is_iec559 && limits::max() == 65504 && limits::lowest() == -65504);
static_assert(limits::epsilon() == 0x1p-10 && limits::min() == 0x1p-14);
static_assert(limits::denorm_min() == 0x1p-24 && limits::digits == 11);
static_assert(sycl::known_identity_v<sycl::minimum<half>, half> == limits::infinity());

std::uint16_t bits(half x) { return __builtin_bit_cast(std::uint16_t, x); }
half from_bits(unsigned x) { return __builtin_bit_cast(half, static_cast<std::uint16_t>(x)); }
bool same(half x, half y) { return bits(x) == bits(y) || (std::isnan(x) && std::isnan(y)); }

void on_the_host() {
  CHECK_EQ(bits(half(1.0f)), 0x3c00);
  CHECK_EQ(bits(half(65520)), 0x7c00); // rounded to the even neighbour, infinity
  CHECK_EQ(bits(half(2049)), bits(half(2048)));
  CHECK_EQ(bits(half(2051)), bits(half(2052)));
  // Rounded once: via float this would be a tie.
  CHECK_EQ(bits(half(1 + 0x1p-11 + 0x1p-40)), 0x3c01);
  half x = 1;
  x += 2;
  x *= 2.5;
  x -= half(0.5);
  x /= 2.0f;
  CHECK_EQ(float(x++), 3.5f);
  CHECK_EQ(float(--x), 3.5f);
  const int whole = x;
  CHECK_EQ(whole, 3);
  CHECK(x ? !!x : false);
  CHECK_EQ(std::sqrt(half(16)), 4.0f);
  std::ostringstream text;
  text << half(0.1);
  CHECK_EQ(text.str(), "0.0999756");
  const std::unordered_set<half> set = {half(0), half(-0.0), half(1)};
  CHECK_EQ(set.size(), std::size_t(2));
}

// All values, in buffers: arithmetic with itself and conversions.
void every_value(sycl::queue &q) {
  const std::size_t n = 1 << 16;
  std::vector<half> in(n), sum(n), product(n), back(n);
  std::vector<float> wide(n);
  for (std::size_t i = 0; i < n; ++i)
    in[i] = from_bits(unsigned(i));
  {
    sycl::buffer a(in), s(sum), p(product), b(back);
    sycl::buffer w(wide);
    q.submit([&](sycl::handler &h) {
      sycl::accessor x(a, h, sycl::read_only);
      sycl::accessor y(s, h, sycl::write_only), z(p, h, sycl::write_only);
      sycl::accessor u(b, h, sycl::write_only);
      sycl::accessor v(w, h, sycl::write_only);
      h.parallel_for(n, [=](sycl::id<1> i) {
        y[i] = x[i] + half(1.25);
        z[i] = x[i] * x[i];
        v[i] = x[i];
        u[i] = static_cast<float>(x[i]);
      });
    });
  }
  for (std::size_t i = 0; i < n; ++i) {
    const float x = in[i];
    if (!CHECK(same(sum[i], half(x + 1.25f))) || !CHECK(same(product[i], half(x * x))) ||
        !CHECK(same(back[i], in[i])) || !CHECK(std::isnan(x) || wide[i] == x))
      return;
  }
}

// The error allowed in units in the last place, the function, and what it should be in double.
#define FUNCTIONS(X) \
  X(1, sin(x), std::sin(x)) \
  X(1, acos(x), std::acos(x)) \
  X(1, exp(x), std::exp(x)) \
  X(1, log2(x + half(1)), std::log2(double(half(x + 1)))) \
  X(0, sqrt(x), std::sqrt(x)) \
  X(1, rsqrt(x), 1 / std::sqrt(x)) \
  X(1, cbrt(x), std::cbrt(x)) \
  X(1, pow(x, half(2.5)), std::pow(x, 2.5)) \
  X(1, pown(x, 3), std::pow(x, 3)) \
  X(1, hypot(x, half(3)), std::hypot(x, 3)) \
  X(0, fma(x, x, half(1)), std::fma(x, x, 1)) \
  X(0, fmax(x, half(0.5)), std::fmax(x, 0.5)) \
  X(0, max(x, half(0.25)), std::fmax(x, 0.25)) \
  X(0, clamp(x, half(0.25), half(0.5)), std::fmin(std::fmax(x, 0.25), 0.5)) \
  X(0, nextafter(x, half(9)), double(from_bits(bits(half(x)) + 1u))) \
  X(0, floor(x * half(8)), std::floor(double(half(x * 8)))) \
  X(0, ldexp(x, 3), std::ldexp(x, 3)) \
  X(0, select(x, half(2), sycl::isgreater(x, half(0.5))), x > 0.5 ? 2 : x)

void math(sycl::queue &q) {
  const std::size_t n = 500;
  const auto argument = [](std::size_t i) { return half(0.01 + double(i) / 600); };
  half *const out = sycl::malloc_shared<half>(n * 32, q);
  q.parallel_for(n, [=](sycl::id<1> i) {
     const half x = argument(i);
     half *result = out + i;
#define CALL(ulps, function, ...) *result = sycl::function, result += n;
     FUNCTIONS(CALL)
#undef CALL
   }).wait();
  const half *results = out;
  const auto compare = [&](const char *name, int ulps, auto reference) {
    for (std::size_t i = 0; i < n; ++i) {
      const half got = results[i], want = reference(static_cast<double>(argument(i)));
      // Results have one sign, so their bits count units in the last place.
      if (!check::report(std::abs(bits(got) - bits(want)) <= ulps, name, ulps,
                         "of " + check::show(argument(i)) + " is " + check::show(got) +
                             ", expected " + check::show(want)))
        break;
    }
    results += n;
  };
#define COMPARE(ulps, function, ...)                                                               \
  compare(#function, ulps, [](double x) { return double(__VA_ARGS__); });
  FUNCTIONS(COMPARE)
#undef COMPARE
  sycl::free(out, q);

  CHECK(sycl::isnan(sycl::nan(std::uint16_t(1))));
  CHECK(!sycl::isnormal(limits::denorm_min()) && sycl::isnormal(limits::min()));
  half whole;
  CHECK_EQ(sycl::modf(half(2.75), &whole), half(0.75));
  CHECK_EQ(whole, half(2));
  CHECK_EQ(sycl::fract(half(-0.25), &whole), half(0.75));
}

void in_groups(sycl::queue &q) {
  const std::size_t n = 96, local = 32;
  half *out = sycl::malloc_shared<half>(3 * n, q);
  half *sum = sycl::malloc_shared<half>(1, q);
  *sum = 1;
  q.parallel_for(sycl::nd_range<1>(n, local), sycl::reduction(sum, sycl::plus<half>()),
                 [=](sycl::nd_item<1> it, auto &total) {
                   const std::size_t i = it.get_global_id(0);
                   const half x = static_cast<half>(it.get_local_id(0));
                   const auto group = it.get_group();
                   out[i] = sycl::reduce_over_group(group, x, sycl::maximum<half>());
                   out[n + i] = sycl::inclusive_scan_over_group(group, x, sycl::plus<>());
                   out[2 * n + i] = sycl::group_broadcast(group, x + half(0.5), 3);
                   total += half(0.5);
                 })
      .wait();
  CHECK_EQ(*sum, half(49));
  CHECK_ALL(out, n, [](std::size_t) { return half(31); });
  CHECK_ALL(out + n, n, [=](std::size_t i) { return half(int(i % local * (i % local + 1) / 2)); });
  CHECK_ALL(out + 2 * n, n, [](std::size_t) { return half(3.5); });
  sycl::free(out, q);
  sycl::free(sum, q);
}

void to_a_stream(sycl::queue &q) {
  const std::string text = check::streamed(
      q, [](const sycl::stream &out) { out << half(1.5) << ' ' << half(0.1) << sycl::endl; });
  CHECK_EQ(text, "1.5 0.0999756\n");
}

int main() {
  sycl::queue q;
  on_the_host();
  if (!q.get_device().has(sycl::aspect::fp16)) {
    // Optional for drivers; the CPU device supports it.
    CHECK(q.get_backend() == sycl::backend::opencl);
    return check::result();
  }
  every_value(q);
  math(q);
  in_groups(q);
  to_a_stream(q);
  return check::result();
}
