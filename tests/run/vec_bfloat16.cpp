// vec of bfloat16: the same bits as bfloat16 itself, for every value and every rounding, on the host and in kernels;
// views, memory, conversions and functions of the extension.
#include "check.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

using sycl::ext::oneapi::bfloat16;
using sycl::rounding_mode;
using sycl::vec;
namespace math = sycl::ext::oneapi::experimental;

template <int N> using brain = vec<bfloat16, N>;

static_assert(sizeof(brain<3>) == 8 && alignof(brain<16>) == 32 && brain<2>::byte_size() == 4);
static_assert(std::is_trivially_copyable_v<brain<4>> && sycl::is_device_copyable_v<brain<4>>);
static_assert(std::is_same_v<decltype(brain<4>() < 1), sycl::short4>);
static_assert(std::is_same_v<decltype(brain<2>() * 2.0f), brain<2>>);
static_assert(std::is_same_v<decltype(bfloat16() - brain<3>()), brain<3>>);
static_assert(std::is_same_v<decltype(brain<4>().convert<float>()), sycl::float4>);
static_assert(std::is_constructible_v<sycl::float2, bfloat16, bfloat16> && std::is_convertible_v<float, brain<1>>);

std::uint16_t bits(bfloat16 x) { return __builtin_bit_cast(std::uint16_t, x); }
bfloat16 from_bits(unsigned x) { return __builtin_bit_cast(bfloat16, std::uint16_t(x)); }
bool same(bfloat16 x, bfloat16 y) { return bits(x) == bits(y) || (x != x && y != y); }

// Every vector of `width` numbers, one operation after the other.
constexpr int operations = 12;
template <int N> struct Row {
  brain<N> results[operations];
  vec<std::int16_t, N> relations[9];
  sycl::vec<float, N> wide;
  sycl::vec<int, N> whole;
  sycl::vec<sycl::half, N> half;
};

template <int N> Row<N> work(brain<N> a, brain<N> b) {
  Row<N> r;
  r.results[0] = a + b;
  r.results[1] = a - b;
  r.results[2] = a * b;
  r.results[3] = a / b;
  r.results[4] = -a;
  r.results[5] = a + bfloat16(1.5f);
  r.results[6] = 3 * a;
  r.results[7] = a;
  r.results[7] += b;
  r.results[8] = a;
  r.results[8] *= 0.5f;
  r.results[9] = a;
  ++r.results[9];
  r.results[10] = a--;
  r.results[11] = a;
  a++;
  r.relations[0] = a == b;
  r.relations[1] = a != b;
  r.relations[2] = a < b;
  r.relations[3] = a > b;
  r.relations[4] = a <= b;
  r.relations[5] = a >= b;
  r.relations[6] = a && b;
  r.relations[7] = a || b;
  r.relations[8] = !a;
  r.wide = a.template convert<float>();
  r.whole = b.template convert<int, rounding_mode::rtp>();
  r.half = b.template convert<sycl::half>();
  return r;
}

[[gnu::noinline]] void differs(const char *where, int line, const char *what, float x, float y, float got) {
  check::report(false, where, line,
                what + check::show(x) + " and " + check::show(y) + " is " + check::show(got));
}

template <int N> void check_row(const Row<N> &r, const brain<N> &x, const brain<N> &b, const char *where) {
  for (int i = 0; i < N; ++i) {
    const bfloat16 u = x[i], v = b[i];
    const bfloat16 less = u - 1, a = less + 1;
    const bfloat16 want[operations] = {u + v, u - v, u * v,    u / v, -u, u + bfloat16(1.5f),
                                       u * 3, u + v, u * 0.5f, u + 1, u,  less};
    for (int k = 0; k < operations; ++k)
      if (!same(r.results[k][i], want[k]))
        differs(where, k, "operation on ", u, v, float(r.results[k][i]));
    const bool truth[9] = {a == v, a != v, a < v, a > v, a <= v, a >= v, a != 0 && v != 0, a != 0 || v != 0, a == 0};
    for (int k = 0; k < 9; ++k)
      if (r.relations[k][i] != -int(truth[k]))
        differs(where, k, "relation of ", a, v, r.relations[k][i]);
    if (!same(r.wide[i], a))
      differs(where, i, "convert<float> of ", a, v, r.wide[i]);
    if (std::fabs(float(v)) < 1e9f && r.whole[i] != int(std::ceil(float(v))))
      differs(where, i, "convert<int> of the second of ", a, v, float(r.whole[i]));
    const sycl::half half = float(v);
    if (half != r.half[i] && (half == half || r.half[i] == r.half[i]))
      differs(where, i, "convert<half> of the second of ", a, v, float(r.half[i]));
  }
}

template <int N> void every_value(sycl::queue &q) {
  const std::size_t n = (65536 + N - 1) / N;
  brain<N> *a = sycl::malloc_shared<brain<N>>(n, q), *b = sycl::malloc_shared<brain<N>>(n, q);
  Row<N> *rows = sycl::malloc_shared<Row<N>>(n, q);
  for (std::size_t i = 0; i < n; ++i)
    for (int k = 0; k < N; ++k) {
      a[i][k] = from_bits((i * N + k) & 0xffff);
      b[i][k] = from_bits((i * N + k) * 40503u & 0xffff);
    }
  q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) { rows[i] = work(a[i], b[i]); }).wait();
  for (std::size_t i = 0; i < n; ++i) {
    check_row(rows[i], a[i], b[i], "device");
    if (i % 37 == 0)
      check_row(work(a[i], b[i]), a[i], b[i], "host");
  }
  sycl::free(a, q);
  sycl::free(b, q);
  sycl::free(rows, q);
}

// Four floats between each bfloat16 and the next, in every rounding mode: never beyond the neighbour.
void every_rounding(sycl::queue &q) {
  const std::size_t n = 65536;
  struct Rounded {
    brain<4> any, nearest, zero, up, down;
  };
  Rounded *out = sycl::malloc_shared<Rounded>(n, q);
  q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) {
     const std::uint32_t word = std::uint32_t(i) << 16;
     const sycl::float4 x = sycl::uint4(word, word | 0x7fff, word | 0x8000, word | 0x8001).as<sycl::float4>();
     out[i] = {x.convert<bfloat16>(), x.convert<bfloat16, rounding_mode::rte>(),
               x.convert<bfloat16, rounding_mode::rtz>(), x.convert<bfloat16, rounding_mode::rtp>(),
               x.convert<bfloat16, rounding_mode::rtn>()};
   }).wait();
  const std::uint32_t rests[4] = {0, 0x7fff, 0x8000, 0x8001};
  for (unsigned i = 0; i < n; ++i)
    for (int k = 0; k < 4; ++k) {
      const float x = __builtin_bit_cast(float, i << 16 | rests[k]);
      const bool nan = x != x, negative = std::signbit(x), exact = rests[k] == 0;
      const bfloat16 near = from_bits(i), far = from_bits(i + 1);
      CHECK(same(out[i].any[k], bfloat16(x)) && same(out[i].nearest[k], bfloat16(x)));
      CHECK(nan ? out[i].zero[k] != out[i].zero[k] : same(out[i].zero[k], near));
      CHECK(nan ? out[i].up[k] != out[i].up[k] : same(out[i].up[k], exact || negative ? near : far));
      CHECK(nan ? out[i].down[k] != out[i].down[k] : same(out[i].down[k], exact || !negative ? near : far));
    }
  sycl::free(out, q);
}

// Views, memory and the extension's functions.
struct Parts {
  brain<4> made, loaded, swapped, root, larger, sum;
  brain<2> pair, braces;
  brain<1> one;
  float first, scalar;
  sycl::ushort4 raw;
  sycl::int4 whole, nearest;
  vec<double, 4> wide;
  sycl::marray<bfloat16, 3> exponent, fused;
  sycl::short4 nans;
  bool no_nan;
};

Parts parts(const bfloat16 *memory, bfloat16 *stored) {
  Parts p;
  p.pair = brain<2>(bfloat16(1), 2);
  p.made = brain<4>(p.pair, 3.0f, bfloat16(4));
  p.loaded.load(1, memory);
  p.loaded.store(0, stored);
  p.swapped = p.made.swizzle<3, 2, 1, 0>();
  p.swapped.lo() += p.made.hi();
  p.swapped.swizzle<3>() = bfloat16(9);
  p.swapped.even() *= 2;
  p.braces = {1, 2.5};
  p.braces += {bfloat16(1), 2};
  p.one = 7;
  p.one = p.one * p.one;
  p.first = float(p.one);
  p.scalar = sycl::float2(p.made.x(), p.made.y()).y();
  p.raw = p.made.as<sycl::ushort4>();
  p.whole = (p.made * 1000).convert<int>();
  p.nearest = (p.made / 2).convert<int>();
  p.wide = sycl::int4(1, -70000, 3, 16777217).convert<bfloat16>().convert<double>();
  p.root = math::sqrt(p.made);
  p.larger = math::fmax(p.made, brain<4>(bfloat16(2.5f)));
  p.sum = math::fma(p.made, p.made, p.made);
  p.exponent = math::exp2(sycl::marray<bfloat16, 3>(1, 2, 3));
  p.fused = math::fma(p.exponent, p.exponent, p.exponent);
  p.nans = math::isnan(p.made / (p.made - p.made));
  p.no_nan = math::isnan(sycl::marray<bfloat16, 2>(1, 2))[1];
  return p;
}

void check_parts(const Parts &p, const bfloat16 *memory, const bfloat16 *stored) {
  const float made[4] = {1, 2, 3, 4}, swapped[4] = {14, 7, 4, 9}, wide[4] = {1, -70144, 3, 16777216};
  for (int i = 0; i < 4; ++i) {
    CHECK_EQ(float(p.made[i]), made[i]);
    CHECK_EQ(float(p.loaded[i]), float(memory[4 + i]));
    CHECK_EQ(float(stored[i]), float(memory[4 + i]));
    CHECK_EQ(float(p.swapped[i]), swapped[i]);
    CHECK_EQ(p.raw[i], bits(bfloat16(made[i])));
    CHECK_EQ(p.whole[i], int(float(bfloat16(made[i] * 1000))));
    CHECK_EQ(p.nearest[i], int(std::nearbyint(made[i] / 2)));
    CHECK_EQ(p.wide[i], double(wide[i]));
    CHECK_EQ(float(p.root[i]), float(bfloat16(std::sqrt(made[i]))));
    CHECK_EQ(float(p.larger[i]), std::fmax(made[i], 2.5f));
    CHECK_EQ(float(p.sum[i]), made[i] * made[i] + made[i]);
    CHECK_EQ(p.nans[i], 0);
  }
  for (int i = 0; i < 3; ++i) {
    CHECK_EQ(float(p.exponent[i]), float(2 << i));
    CHECK_EQ(float(p.fused[i]), float((2 << i) * (2 << i) + (2 << i)));
  }
  CHECK_EQ(float(p.braces[0]), 2.0f);
  CHECK_EQ(float(p.braces[1]), 4.5f);
  CHECK_EQ(p.first, 49.0f);
  CHECK_EQ(p.scalar, 2.0f);
  CHECK(!p.no_nan);
}

int main() {
  sycl::queue q;
  every_value<1>(q);
  every_value<3>(q);
  every_value<8>(q);
#ifdef SCYTHE_TEST_FULL
  every_value<2>(q);
  every_value<4>(q);
  every_value<16>(q);
#endif
  every_rounding(q);

  bfloat16 *memory = sycl::malloc_shared<bfloat16>(8, q), *stored = sycl::malloc_shared<bfloat16>(4, q);
  for (int i = 0; i < 8; ++i)
    memory[i] = i * 1.25f;
  check_parts(parts(memory, stored), memory, stored);
  Parts *there = sycl::malloc_shared<Parts>(1, q);
  for (int i = 0; i < 4; ++i)
    stored[i] = 0;
  q.single_task([=] { *there = parts(memory, stored); }).wait();
  check_parts(*there, memory, stored);
  sycl::free(memory, q);
  sycl::free(stored, q);
  sycl::free(there, q);
  return check::result();
}
