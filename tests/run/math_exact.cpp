// Math functions whose results are exact or whose special cases the specification names, compared bit by bit with the
// host, on ordinary and on special values.
#include "check.hpp"
#include <sycl/sycl.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

template <typename T> std::vector<T> values() {
  using limits = std::numeric_limits<T>;
  std::vector<T> v = {T(0),      T(0.25), T(0.5), T(0.75), T(1), T(1.5), T(2), T(2.5), T(3), T(4.5),
                      T(1e-3),   T(1) / 3, T(0.9999), T(123456.75), T(8388607.5), T(1e9), T(1e20)};
  for (T x : {limits::max(), limits::min(), limits::denorm_min() * 5, limits::infinity(),
              limits::quiet_NaN()})
    v.push_back(x);
  const std::size_t n = v.size();
  for (std::size_t i = 0; i < n; ++i)
    v.push_back(-v[i]);
  return v;
}

// The same value, the same zero, or both NaN.
template <typename T> bool identical(T x, T y) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(x) || std::isnan(y))
      return std::isnan(x) && std::isnan(y);
    return x == y && std::signbit(x) == std::signbit(y);
  } else {
    return x == y;
  }
}

// A function and what it has to return.
template <typename Function, typename Reference> struct Comparison {
  const char *name;
  Function function;
  Reference reference;
};
template <typename Function, typename Reference>
Comparison<Function, Reference> compare(const char *name, Function function, Reference reference) {
  return {name, function, reference};
}

template <typename T> void check_result(const char *name, T got, T want, T x, T y) {
  if (!identical(got, want))
    check::report(false, name, int(sizeof(T)),
                  "of (" + std::to_string(x) + ", " + std::to_string(y) + ") is " + std::to_string(got) +
                      ", expected " + std::to_string(want));
}

// All functions for all pairs of values, in one kernel.
template <typename T, typename... Comparisons> void run_together(sycl::queue &q, Comparisons... comparisons) {
  const std::vector<T> v = values<T>();
  const std::size_t n = v.size();
  T *in = sycl::malloc_shared<T>(n, q);
  T *out = sycl::malloc_shared<T>(n * n * sizeof...(Comparisons), q);
  std::copy(v.begin(), v.end(), in);
  q.parallel_for(sycl::range<2>(n, n), [=](sycl::id<2> i) {
     T *to = out + i[0] * n + i[1];
     ((*to = T(comparisons.function(in[i[0]], in[i[1]])), to += n * n), ...);
   }).wait();
  for (std::size_t i = 0; i < n * n; ++i) {
    const T x = v[i / n], y = v[i % n], *got = out + i;
    ((check_result(comparisons.name, *got, T(comparisons.reference(x, y)), x, y), got += n * n), ...);
  }
  sycl::free(in, q);
  sycl::free(out, q);
}

// Kernels take long to compile, so these functions share one; in the full tests, each has its own.
template <typename T, typename... Comparisons> void run(sycl::queue &q, Comparisons... comparisons) {
#ifdef SCYTHE_TEST_FULL
  (run_together<T>(q, comparisons), ...);
#else
  run_together<T>(q, comparisons...);
#endif
}

#define COMPARE(name, function, reference)                                                         \
  compare(                                                                                         \
      name, []([[maybe_unused]] T x, [[maybe_unused]] T y) { return function; },                   \
      []([[maybe_unused]] T x, [[maybe_unused]] T y) { return reference; })
#define SAME(name, ...) COMPARE(#name, sycl::name(__VA_ARGS__), std::name(__VA_ARGS__))

// fmin and fmax may return either zero.
template <typename T> T without_zero_sign(T x) { return x == 0 ? T(0) : x; }


// Few instructions each, which LLVM has for vectors, too.
template <typename T> void rounding(sycl::queue &q) {
  run<T>(q,
         SAME(floor, x), SAME(ceil, x), SAME(trunc, x), SAME(round, x), SAME(rint, x), SAME(fabs, x), SAME(sqrt, x),
         SAME(copysign, x, y), SAME(fdim, x, y), SAME(fma, x, y, T(-1)),
         COMPARE("fmin", without_zero_sign(sycl::fmin(x, y)), without_zero_sign(std::fmin(x, y))),
         COMPARE("fmax", without_zero_sign(sycl::fmax(x, y)), without_zero_sign(std::fmax(x, y))),
         COMPARE("maxmag", without_zero_sign(sycl::maxmag(x, y)),
                 without_zero_sign(std::fabs(x) > std::fabs(y)   ? x
                                   : std::fabs(y) > std::fabs(x) ? y
                                                                 : std::fmax(x, y))),
         COMPARE("minmag", without_zero_sign(sycl::minmag(x, y)),
                 without_zero_sign(std::fabs(x) < std::fabs(y)   ? x
                                   : std::fabs(y) < std::fabs(x) ? y
                                                                 : std::fmin(x, y))));
}

template <typename T> void parts_and_remainders(sycl::queue &q) {
  run<T>(q,
         SAME(nextafter, x, y), SAME(fmod, x, y), SAME(remainder, x, y), SAME(logb, x),
         // For NaN, either of two results is correct.
         COMPARE("ilogb", sycl::isnan(x) ? 0 : sycl::ilogb(x), std::isnan(x) ? 0 : std::ilogb(x)),
         COMPARE("ldexp", sycl::ldexp(x, 3), std::ldexp(x, 3)),
         COMPARE("ldexp", sycl::ldexp(x, -1070), std::ldexp(x, -1070)));
}

// Both results in one number.
template <typename T> void two_results(sycl::queue &q) {
  // The gamma function is negative between -1 and 0, -3 and -2, and so on.
  const auto has_sign = [](T x) { return x > -100 && x < 0 && x != std::floor(x); };
  run<T>(q,
         compare(
             "modf",
             [](T x, T) {
               T whole;
               const T part = sycl::modf(x, &whole);
               return part + whole * 2;
             },
             [](T x, T) {
               T whole;
               const T part = std::modf(x, &whole);
               return part + whole * 2;
             }),
         compare(
             "frexp",
             [](T x, T) {
               int exponent = 0;
               const T mantissa = sycl::frexp(x, &exponent);
               return std::isfinite(x) ? mantissa + exponent : mantissa;
             },
             [](T x, T) {
               int exponent = 0;
               const T mantissa = std::frexp(x, &exponent);
               return std::isfinite(x) ? mantissa + exponent : mantissa;
             }),
         // The host returns three bits of the quotient and the sign; math_second_results has all seven.
         compare(
             "remquo",
             [](T x, T y) {
               int quotient = 0;
               const T rest = sycl::remquo(x, y, &quotient);
               return std::isnan(rest) ? rest : rest + 1000 * (quotient % 8);
             },
             [](T x, T y) {
               int quotient = 0;
               const T rest = std::remquo(x, y, &quotient);
               return std::isnan(rest) ? rest : rest + 1000 * (quotient % 8);
             }),
         compare(
             "fract",
             [](T x, T) {
               T whole;
               const T part = sycl::fract(x, &whole);
               return part + whole * 2;
             },
             [](T x, T) {
               return std::fmin(x - std::floor(x), std::nextafter(T(1), T(0))) + std::floor(x) * 2;
             }),
         compare(
             "lgamma_r",
             [=](T x, T) {
               int sign = 0;
               sycl::lgamma_r(x, &sign);
               return has_sign(x) ? sign : 1;
             },
             [=](T x, T) { return has_sign(x) && std::fmod(std::floor(x), T(2)) != 0 ? -1 : 1; }));
}

template <typename T> void special_cases(sycl::queue &q) {
  const auto is_half = [](T x) { return std::fabs(x) < 1000 && std::rint(2 * x) == 2 * x &&
                                        std::rint(x) != x; };
  run<T>(q,
         COMPARE("sinpi", x == std::floor(x) ? sycl::sinpi(x) : T(1),
                 std::isinf(x)          ? T(NAN)
                 : x == std::floor(x) ? std::copysign(T(0), x)
                                      : T(1)),
         compare(
             "cospi", [=](T x, T) { return is_half(x) ? sycl::cospi(x) : T(1); },
             [=](T x, T) { return is_half(x) ? T(0) : T(1); }),
         COMPARE("tanpi", x == T(0.5) || x == T(-1.5) ? sycl::tanpi(x) : T(1),
                 x == T(0.5) ? T(INFINITY) : x == T(-1.5) ? T(INFINITY) : T(1)),
         COMPARE("cbrt", x == 0 || std::isinf(x) ? sycl::cbrt(x) : T(1),
                 x == 0 || std::isinf(x) ? x : T(1)),
         COMPARE("rootn", sycl::rootn(x == 0 ? x : T(0), 3), x == 0 ? x : T(0)),
         COMPARE("rootn", sycl::rootn(x == 0 ? x : T(0), -2), T(INFINITY)),
         COMPARE("rootn", std::isnan(sycl::rootn(x, 4)), std::isnan(x) || x < 0),
         COMPARE("rootn", std::isnan(sycl::rootn(x, 0)), true),
         COMPARE("pown", sycl::pown(x, 0), T(1)),
         COMPARE("pown", sycl::pown(x, 1), x));
}

template <typename T> void all(sycl::queue &q) {
  rounding<T>(q);
  parts_and_remainders<T>(q);
  two_results<T>(q);
  special_cases<T>(q);
}

int main() {
  sycl::queue q;
  all<float>(q);
  all<double>(q);

  // The overload that an argument chooses.
  static_assert(std::is_same_v<decltype(sycl::sin(1.0f)), float>);
  static_assert(std::is_same_v<decltype(sycl::sin(1.0)), double>);
  static_assert(std::is_same_v<decltype(sycl::sqrt(2)), double>);
  static_assert(std::is_same_v<decltype(sycl::pow(2.0f, 3)), float>);
  static_assert(std::is_same_v<decltype(sycl::pow(2, 3.0)), double>);
  static_assert(std::is_same_v<decltype(sycl::pow(2, 3L)), double>);
  static_assert(std::is_same_v<decltype(sycl::ilogb(2.0)), int>);
  static_assert(std::is_same_v<decltype(sycl::nan(std::uint32_t(1))), float>);
  static_assert(std::is_same_v<decltype(sycl::nan(std::uint64_t(1))), double>);

  // All of it works on the host too.
  CHECK_EQ(sycl::sqrt(9), 3.0);
  CHECK_EQ(sycl::pow(2.0f, 10), 1024.0f);
  CHECK_EQ(sycl::exp2(4.0), 16.0);
  CHECK(std::isnan(sycl::nan(std::uint32_t(12345))));
  CHECK(__builtin_bit_cast(std::uint32_t, sycl::nan(std::uint32_t(5))) == 0x7fc00005u);
  CHECK(__builtin_bit_cast(std::uint64_t, sycl::nan(std::uint64_t(7))) == 0x7ff8000000000007u);
  return check::result();
}
