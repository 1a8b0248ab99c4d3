// Integer functions: all pairs of 8-bit values, and larger types on values around the edges,
// against arithmetic in __int128 on the host.
#include "check.hpp"
#include <sycl/sycl.hpp>

#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

using wide = __int128;

template <typename T> constexpr int bits = int(sizeof(T)) * 8;
template <typename T> constexpr wide lowest = std::numeric_limits<T>::lowest();
template <typename T> constexpr wide highest = std::numeric_limits<T>::max();
template <typename T> wide saturate(wide x) {
  return x < lowest<T> ? lowest<T> : x > highest<T> ? highest<T> : x;
}
template <typename T> wide unsigned_bits(wide x) {
  return static_cast<wide>(static_cast<std::make_unsigned_t<T>>(x));
}
template <typename T> int count(wide x, bool leading) {
  int zeros = 0;
  for (; zeros < bits<T>; ++zeros)
    if (unsigned_bits<T>(x) >> (leading ? bits<T> - 1 - zeros : zeros) & 1)
      break;
  return zeros;
}
template <typename T> int ones(wide x) {
  int result = 0;
  for (int i = 0; i < bits<T>; ++i)
    result += int(unsigned_bits<T>(x) >> i & 1);
  return result;
}
template <typename T> wide rotated(wide x, wide by) {
  const int left = int(unsigned_bits<T>(by) % bits<T>);
  const unsigned __int128 pattern = static_cast<unsigned __int128>(unsigned_bits<T>(x));
  return static_cast<wide>(pattern << left | pattern >> (bits<T> - left));
}

// Interesting values, and some at random.
template <typename T> std::vector<T> values() {
  std::vector<T> v;
  if constexpr (sizeof(T) == 1) {
    for (int i = 0; i < 256; ++i)
      v.push_back(static_cast<T>(i));
  } else {
    for (int i = -3; i <= 3; ++i) {
      v.push_back(static_cast<T>(i));
      v.push_back(static_cast<T>(wide(std::numeric_limits<T>::max()) + i));
      v.push_back(static_cast<T>((wide(1) << (bits<T> / 2)) + i));
    }
    std::mt19937_64 random(bits<T>);
    for (int i = 0; i < 40; ++i)
      v.push_back(static_cast<T>(random() >> (i % 60)));
  }
  return v;
}

template <typename T> struct Functions {
  T abs, abs_diff, add_sat, sub_sat, hadd, rhadd, max, min, clamp, clz, ctz, popcount, mul_hi,
      mad_hi, mad_sat, rotate;
};

template <typename T> Functions<T> call(T x, T y, T z) {
  const T low = sycl::min(y, z), high = sycl::max(y, z);
  return {sycl::abs(x),         sycl::abs_diff(x, y), sycl::add_sat(x, y),
          sycl::sub_sat(x, y),  sycl::hadd(x, y),     sycl::rhadd(x, y),
          sycl::max(x, y),      sycl::min(x, y),      sycl::clamp(x, low, high),
          sycl::clz(x),         sycl::ctz(x),         sycl::popcount(x),
          sycl::mul_hi(x, y),   sycl::mad_hi(x, y, z), sycl::mad_sat(x, y, z),
          sycl::rotate(x, y)};
}

// Wrapped to T where the functions wrap.
template <typename T> Functions<T> expected(wide x, wide y, wide z) {
  // The product of two unsigned 64-bit numbers has its uppermost bit in the sign; the shift must
  // not copy it.
  const wide product = x * y;
  const wide high =
      std::is_signed_v<T>
          ? product >> bits<T>
          : static_cast<wide>(static_cast<unsigned __int128>(product) >> bits<T>);
  const bool huge = !std::is_signed_v<T> && high != 0;
  const wide low = y < z ? y : z, top = y < z ? z : y;
  const auto t = [](wide w) { return static_cast<T>(w); };
  return {t(x < 0 ? -x : x),
          t(x < y ? y - x : x - y),
          t(saturate<T>(x + y)),
          t(saturate<T>(x - y)),
          t((x + y) >> 1),
          t((x + y + 1) >> 1),
          t(x < y ? y : x),
          t(x < y ? x : y),
          t(x < low ? low : x > top ? top : x),
          t(count<T>(x, true)),
          t(count<T>(x, false)),
          t(ones<T>(x)),
          t(high),
          t(high + z),
          huge ? std::numeric_limits<T>::max() : t(saturate<T>(product + z)),
          t(rotated<T>(x, y))};
}

template <typename T> void run(sycl::queue &q, const std::string &type) {
  const std::vector<T> v = values<T>();
  const std::size_t n = v.size();
  T *in = sycl::malloc_shared<T>(n, q);
  Functions<T> *out = sycl::malloc_shared<Functions<T>>(n * n, q);
  std::copy(v.begin(), v.end(), in);
  q.parallel_for(sycl::range<2>(n, n), [=](sycl::id<2> i) {
     out[i[0] * n + i[1]] = call(in[i[0]], in[i[1]], in[(i[0] + i[1]) % n]);
   }).wait();
  for (std::size_t i = 0; i < n * n; ++i) {
    const T x = v[i / n], y = v[i % n], z = v[(i / n + i % n) % n];
    const Functions<T> want = expected<T>(x, y, z), host = call(x, y, z);
    const auto differs = [&](const char *name, auto got, auto expected) {
      check::equal(got, expected, __FILE__, __LINE__,
                   name + ("<" + type + ">(" + check::show(x)) + ", " + check::show(y) + ", " + check::show(z) +
                       ")");
    };
#define COMPARE(name)                                                                              \
  if (out[i].name != want.name)                                                                    \
    differs(#name, out[i].name, want.name);                                                        \
  if (host.name != want.name)                                                                      \
  differs(#name " on the host", host.name, want.name)
    COMPARE(abs);
    COMPARE(abs_diff);
    COMPARE(add_sat);
    COMPARE(sub_sat);
    COMPARE(hadd);
    COMPARE(rhadd);
    COMPARE(max);
    COMPARE(min);
    COMPARE(clamp);
    COMPARE(clz);
    COMPARE(ctz);
    COMPARE(popcount);
    COMPARE(mul_hi);
    COMPARE(mad_hi);
    COMPARE(mad_sat);
    COMPARE(rotate);
#undef COMPARE
  }
  sycl::free(in, q);
  sycl::free(out, q);
}

template <typename T, typename Upsampled> constexpr bool becomes() {
  return std::is_same_v<decltype(sycl::upsample(T(), std::make_unsigned_t<T>())), Upsampled>;
}

void upsampling() {
  static_assert(becomes<std::int8_t, std::int16_t>() && becomes<std::uint8_t, std::uint16_t>() &&
                becomes<std::int16_t, std::int32_t>() && becomes<std::uint16_t, std::uint32_t>() &&
                becomes<std::int32_t, std::int64_t>() && becomes<std::uint32_t, std::uint64_t>());
  for (int hi = 0; hi < 256; ++hi)
    for (int lo = 0; lo < 256; ++lo) {
      CHECK_EQ(sycl::upsample(std::int8_t(hi), std::uint8_t(lo)),
               std::int16_t(std::int8_t(hi) * 256 + lo));
      CHECK_EQ(sycl::upsample(std::uint8_t(hi), std::uint8_t(lo)), std::uint16_t(hi * 256 + lo));
    }
  CHECK_EQ(sycl::upsample(std::int32_t(-2), std::uint32_t(7)), std::int64_t(-8589934592 + 7));
  CHECK_EQ(sycl::upsample(std::uint16_t(0xfedc), std::uint16_t(0x1234)), 0xfedc1234u);
}

void products_of_24_bits(sycl::queue &q) {
  const std::size_t n = 1000;
  int *out = sycl::malloc_shared<int>(n, q);
  unsigned *u = sycl::malloc_shared<unsigned>(n, q);
  q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) {
     const int x = int(i[0]) - 500;
     out[i] = sycl::mad24(x * 7, x, sycl::mul24(x, -3));
     u[i] = sycl::mad24(unsigned(i[0]) * 13u, 0xffffu, sycl::mul24(unsigned(i[0]), 5u));
   }).wait();
  CHECK_ALL(out, n, [](std::size_t i) {
    const int x = int(i) - 500;
    return x * 7 * x + x * -3;
  });
  CHECK_ALL(u, n, [](std::size_t i) { return unsigned(i) * 13u * 0xffffu + unsigned(i) * 5u; });
  sycl::free(out, q);
  sycl::free(u, q);
}

// Written out, as Fourier transforms do it: LLVM recognises it as one instruction, which not all devices have.
template <typename T> T reversed(T x) {
  T result = 0;
  for (int i = 0; i < bits<T>; ++i)
    result = T(result << 1 | (x >> i & 1));
  return result;
}
template <> std::uint32_t reversed(std::uint32_t x) {
  x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
  x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
  x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
  x = (x >> 8 & 0x00ff00ffu) | (x & 0x00ff00ffu) << 8;
  return x >> 16 | x << 16;
}

template <typename T> void reversed_bits(sycl::queue &q, const char *type) {
  const std::vector<T> x = values<T>();
  const std::size_t n = x.size();
  T *io = sycl::malloc_shared<T>(2 * n, q);
  std::copy(x.begin(), x.end(), io);
  q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) {
     const T once = reversed(io[i]);
     io[n + i] = T(once - __builtin_bitreverse8(std::uint8_t(once)));
   }).wait();
  for (std::size_t i = 0; i < n; ++i) {
    const T once = reversed(x[i]);
    const T want = T(once - reversed(std::uint8_t(once)));
    check::equal(io[n + i], want, __FILE__, __LINE__, std::string("reversed ") + type);
  }
  sycl::free(io, q);
}

int main() {
  sycl::queue q;
  reversed_bits<std::uint8_t>(q, "uint8_t");
  reversed_bits<std::uint16_t>(q, "uint16_t");
  reversed_bits<std::uint32_t>(q, "uint32_t");
  reversed_bits<std::uint64_t>(q, "uint64_t");
  run<char>(q, "char");
  run<signed char>(q, "signed char");
  run<unsigned char>(q, "unsigned char");
  run<short>(q, "short");
  run<unsigned short>(q, "unsigned short");
  run<int>(q, "int");
  run<unsigned>(q, "unsigned");
  run<long>(q, "long");
  run<unsigned long>(q, "unsigned long");
  run<long long>(q, "long long");
  run<unsigned long long>(q, "unsigned long long");
  upsampling();
  products_of_24_bits(q);
  return check::result();
}
