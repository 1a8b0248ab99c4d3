// Relational and common functions on ordinary and special values, against their definitions.
#include "check.hpp"
#include <sycl/sycl.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

template <typename T> std::vector<T> values() {
  using limits = std::numeric_limits<T>;
  return {T(0),           -T(0),         T(1),
          T(-1),          T(0.5),        T(-2.5),
          limits::max(),  limits::min(), limits::denorm_min(),
          -limits::max(), limits::infinity(), -limits::infinity(),
          limits::quiet_NaN(), -limits::quiet_NaN()};
}

// One bit per result.
template <typename T> unsigned ask(T x, T y) {
  unsigned answers = 0, bit = 1;
  const auto note = [&](bool answer) {
    answers |= answer ? bit : 0u;
    bit <<= 1;
  };
  note(sycl::isequal(x, y));
  note(sycl::isnotequal(x, y));
  note(sycl::isgreater(x, y));
  note(sycl::isgreaterequal(x, y));
  note(sycl::isless(x, y));
  note(sycl::islessequal(x, y));
  note(sycl::islessgreater(x, y));
  note(sycl::isordered(x, y));
  note(sycl::isunordered(x, y));
  note(sycl::isfinite(x));
  note(sycl::isinf(x));
  note(sycl::isnan(x));
  note(sycl::isnormal(x));
  note(sycl::signbit(x));
  return answers;
}
template <typename T> unsigned expected(T x, T y) {
  unsigned answers = 0, bit = 1;
  const auto note = [&](bool answer) {
    answers |= answer ? bit : 0u;
    bit <<= 1;
  };
  note(x == y);
  note(x != y);
  note(std::isgreater(x, y));
  note(std::isgreaterequal(x, y));
  note(std::isless(x, y));
  note(std::islessequal(x, y));
  note(std::islessgreater(x, y));
  note(!std::isunordered(x, y));
  note(std::isunordered(x, y));
  note(std::isfinite(x));
  note(std::isinf(x));
  note(std::isnan(x));
  note(std::isnormal(x));
  note(std::signbit(x));
  return answers;
}

template <typename T> struct Common {
  T max, min, clamp, step, sign, select, bitselect, abs;
};
template <typename T> Common<T> call(T x, T y) {
  return {sycl::max(x, y),
          sycl::min(x, y),
          sycl::clamp(x, T(-0.75), T(2)),
          sycl::step(y, x),
          sycl::sign(x),
          sycl::select(x, y, x > T(0)),
          sycl::bitselect(x, y, -T(0)), // the sign of y
          sycl::abs(x)};
}

template <typename T> bool identical(T x, T y) {
  return (std::isnan(x) && std::isnan(y)) || (x == y && std::signbit(x) == std::signbit(y));
}

template <typename T> void run(sycl::queue &q) {
  const std::vector<T> v = values<T>();
  const std::size_t n = v.size();
  T *in = sycl::malloc_shared<T>(n, q);
  unsigned *answers = sycl::malloc_shared<unsigned>(n * n, q);
  Common<T> *common = sycl::malloc_shared<Common<T>>(n * n, q);
  std::copy(v.begin(), v.end(), in);
  q.parallel_for(sycl::range<2>(n, n), [=](sycl::id<2> i) {
     answers[i[0] * n + i[1]] = ask(in[i[0]], in[i[1]]);
     common[i[0] * n + i[1]] = call(in[i[0]], in[i[1]]);
   }).wait();
  for (std::size_t i = 0; i < n * n; ++i) {
    const T x = v[i / n], y = v[i % n];
    CHECK_EQ(answers[i], expected(x, y));
    CHECK_EQ(ask(x, y), expected(x, y));
    const Common<T> &got = common[i];
    CHECK(identical(got.step, x < y ? T(0) : T(1)));
    CHECK(identical(got.sign, x > 0 ? T(1) : x < 0 ? T(-1) : x == 0 ? x : T(0)));
    CHECK(identical(got.select, x > 0 ? y : x));
    CHECK(identical(got.bitselect, std::copysign(x, y)) || std::isnan(x));
    CHECK(identical(got.abs, std::fabs(x)));
    // min and max of NaN and the clamp of NaN are unspecified.
    if (std::isnan(x) || std::isnan(y))
      continue;
    CHECK(identical(got.max, x < y ? y : x));
    CHECK(identical(got.min, y < x ? y : x));
    CHECK(identical(got.clamp, x < T(-0.75) ? T(-0.75) : x > T(2) ? T(2) : x));
  }
  sycl::free(in, q);
  sycl::free(answers, q);
  sycl::free(common, q);
}

int main() {
  sycl::queue q;
  run<float>(q);
  run<double>(q);
  CHECK_EQ(sycl::bitselect(std::uint8_t(0x0f), std::uint8_t(0xaa), std::uint8_t(0xf0)), 0xaf);
  CHECK_EQ(sycl::bitselect(0x1234, 0x5678, 0x00ff), 0x1278);
  CHECK_EQ(sycl::select('a', 'b', false), 'a');
  CHECK_EQ(sycl::select(1L, 2L, true), 2L);
  CHECK(sycl::any(-1) && !sycl::any(short(1)) && sycl::all((signed char)(-1)) && !sycl::all(7L));
  static_assert(std::is_same_v<decltype(sycl::isnan(1.0f)), bool>);
  return check::result();
}
