// Measures the error of math functions against the host's in the next wider type. The bounds are those of OpenCL,
// which SYCL's backends follow.
#pragma once

#include "check.hpp"

#include <sycl/sycl.hpp>

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <type_traits>

namespace accuracy {

template <typename T>
using wider = std::conditional_t<std::is_same_v<T, float>, double, long double>;

// The distance to `want` in units in the last place of T.
template <typename T> double error(T got, wider<T> want) {
  if (std::isnan(want))
    return std::isnan(got) ? 0 : INFINITY;
  const T rounded = static_cast<T>(want);
  if (std::isinf(rounded) || std::isinf(got))
    return rounded == got ? 0 : INFINITY;
  int exponent;
  std::frexp(want, &exponent);
  exponent = std::max(exponent, std::numeric_limits<T>::min_exponent);
  const wider<T> ulp = std::ldexp(wider<T>(1), exponent - std::numeric_limits<T>::digits);
  return static_cast<double>(std::fabs(got - want) / ulp);
}

template <typename T> struct interval {
  T low, high;
};

// Random arguments, and the ends of the interval.
template <typename T>
void fill(T *x, std::size_t n, interval<T> in, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<T> some(in.low, in.high);
  for (std::size_t i = 0; i < n; ++i)
    x[i] = i == 0 ? in.low : i == 1 ? in.high : some(random);
}

constexpr std::size_t samples = 3000;

template <typename T> void report(const char *name, double ulps, double worst, T x, T y, T got) {
  check::report(worst <= ulps, name, int(ulps),
                "error of " + std::to_string(worst) + " ulp at (" + std::to_string(x) + ", " +
                    std::to_string(y) + "), result " + std::to_string(got));
}

// `function` is called in kernels with T, `reference` on the host with the wider type. `y` is
// ignored by functions of one argument.
template <typename T, typename Function, typename Reference>
void measure(sycl::queue &q, const char *name, double ulps, interval<T> xs, interval<T> ys,
             Function function, Reference reference) {
  T *x = sycl::malloc_shared<T>(samples, q), *y = sycl::malloc_shared<T>(samples, q);
  T *out = sycl::malloc_shared<T>(samples, q);
  fill(x, samples, xs, 1);
  fill(y, samples, ys, 2);
  q.parallel_for(sycl::range<1>(samples), [=](sycl::id<1> i) { out[i] = function(x[i], y[i]); })
      .wait();
  double worst = -1;
  std::size_t at = 0;
  for (std::size_t i = 0; i < samples; ++i) {
    const double e = error<T>(out[i], reference(wider<T>(x[i]), wider<T>(y[i])));
    if (e > worst) {
      worst = e;
      at = i;
    }
  }
  report(name, ulps, worst, x[at], y[at], out[at]);
  sycl::free(x, q);
  sycl::free(y, q);
  sycl::free(out, q);
}

// Functions of multiples of pi, with an exact argument reduction.
template <typename W> constexpr W pi = static_cast<W>(3.141592653589793238462643383279503L);
template <typename W> W sinpi(W x) {
  const W n = std::rint(x), sine = std::sin(pi<W> * (x - n));
  return std::fmod(n, W(2)) == 0 ? sine : -sine;
}
template <typename W> W cospi(W x) {
  // cos(pi x) = sin(pi (1/2 - x)), and 1/2 - x is exact in the wider type.
  return sinpi(W(0.5) - x);
}
template <typename W> W rootn(W x, int n) {
  return n % 2 == 0 ? std::pow(x, W(1) / n) : std::copysign(std::pow(std::fabs(x), W(1) / n), x);
}

#define UNARY(name, ulps, low, high, ...)                                                          \
  measure<T>(                                                                                      \
      q, #name, ulps, {T(low), T(high)}, {T(0), T(1)}, [](T x, T) { return sycl::name(x); },       \
      [](wider<T> x, wider<T>) -> wider<T> { return __VA_ARGS__; })
#define BINARY(name, ulps, xlow, xhigh, ylow, yhigh, ...)                                          \
  measure<T>(                                                                                      \
      q, #name, ulps, {T(xlow), T(xhigh)}, {T(ylow), T(yhigh)},                                    \
      [](T x, T y) { return sycl::name(x, y); },                                                   \
      [](wider<T> x, wider<T> y) -> wider<T> { return __VA_ARGS__; })
#define WITH_INTEGER(name, ulps, xlow, xhigh, integer, ...)                                        \
  measure<T>(                                                                                      \
      q, #name, ulps, {T(xlow), T(xhigh)}, {T(0), T(1)},                                           \
      [](T x, T) { return sycl::name(x, integer); },                                               \
      [](wider<T> x, wider<T>) -> wider<T> {                                                       \
        constexpr int n = integer;                                                                 \
        return __VA_ARGS__;                                                                        \
      })

template <typename T> void trigonometry(sycl::queue &q) {
  UNARY(sin, 4, -30, 30, std::sin(x));
  UNARY(sin, 4, 1e5, 1e7, std::sin(x));
  UNARY(cos, 4, -30, 30, std::cos(x));
  UNARY(tan, 5, -30, 30, std::tan(x));
  UNARY(asin, 4, -1, 1, std::asin(x));
  UNARY(acos, 4, -1, 1, std::acos(x));
  UNARY(atan, 5, -50, 50, std::atan(x));
  BINARY(atan2, 6, -5, 5, -5, 5, std::atan2(x, y));
  UNARY(sinpi, 4, -40, 40, sinpi(x));
  UNARY(cospi, 4, -40, 40, cospi(x));
  UNARY(tanpi, 6, -40, 40, sinpi(x) / cospi(x));
  UNARY(asinpi, 5, -1, 1, std::asin(x) / pi<wider<T>>);
  UNARY(acospi, 5, -1, 1, std::acos(x) / pi<wider<T>>);
  UNARY(atanpi, 5, -50, 50, std::atan(x) / pi<wider<T>>);
  BINARY(atan2pi, 6, -5, 5, -5, 5, std::atan2(x, y) / pi<wider<T>>);
  UNARY(sinh, 4, -20, 20, std::sinh(x));
  UNARY(cosh, 4, -20, 20, std::cosh(x));
  UNARY(tanh, 5, -10, 10, std::tanh(x));
  UNARY(asinh, 4, -1000, 1000, std::asinh(x));
  UNARY(acosh, 4, 1, 1000, std::acosh(x));
  UNARY(atanh, 5, -0.999, 0.999, std::atanh(x));
  measure<T>(
      q, "sincos", 4, {T(-30), T(30)}, {T(0), T(1)},
      [](T x, T) {
        T cosine;
        const T sine = sycl::sincos(x, &cosine);
        return sine + 2 * cosine > 0 ? sine : cosine;
      },
      [](wider<T> x, wider<T>) -> wider<T> {
        const T sine = std::sin(T(x)), cosine = std::cos(T(x));
        return sine + 2 * cosine > 0 ? std::sin(x) : std::cos(x);
      });
}

template <typename T> void powers(sycl::queue &q) {
  UNARY(exp, 3, -80, 80, std::exp(x));
  UNARY(exp2, 3, -120, 120, std::exp2(x));
  UNARY(exp10, 3, -37, 37, std::pow(wider<T>(10), x));
  UNARY(expm1, 3, -2, 2, std::expm1(x));
  UNARY(log, 3, 1e-6, 1000, std::log(x));
  UNARY(log2, 3, 1e-6, 1000, std::log2(x));
  UNARY(log10, 3, 1e-6, 1000, std::log10(x));
  UNARY(log1p, 2, -0.99, 10, std::log1p(x));
  BINARY(pow, 16, 0.001, 100, -15, 15, std::pow(x, y));
  BINARY(powr, 16, 0.001, 100, -15, 15, std::pow(x, y));
  WITH_INTEGER(pown, 16, -50, 50, 7, std::pow(x, n));
  WITH_INTEGER(pown, 16, -50, 50, -4, std::pow(x, n));
  WITH_INTEGER(pown, 16, 0.9999999, 1.0000001, 123456789, std::pow(x, n));
  WITH_INTEGER(rootn, 16, 0, 1e30, 2, rootn(x, n));
  WITH_INTEGER(rootn, 16, -1e30, 1e30, 3, rootn(x, n));
  WITH_INTEGER(rootn, 16, -1e-30, 1e-30, 5, rootn(x, n));
  WITH_INTEGER(rootn, 16, 1, 1e30, -7, rootn(x, n));
  UNARY(cbrt, 2, -1000, 1000, std::cbrt(x));
  UNARY(sqrt, 0.5, 0, 1e30, std::sqrt(x));
  UNARY(rsqrt, 2, 1e-20, 1e20, 1 / std::sqrt(x));
  BINARY(hypot, 4, -1e30, 1e30, -1e30, 1e30, std::hypot(x, y));
}

template <typename T> void others(sycl::queue &q) {
  UNARY(erf, 16, -3, 3, std::erf(x));
  UNARY(erfc, 16, -3, 8, std::erfc(x));
  UNARY(tgamma, 16, 0.1, 30, std::tgamma(x));
  UNARY(lgamma, 16, 3, 1000, std::lgamma(x));
  BINARY(fmod, 0, -1000, 1000, 0.1, 7, std::fmod(x, y));
  BINARY(remainder, 0, -1000, 1000, 0.1, 7, std::remainder(x, y));
  BINARY(fdim, 0.5, -10, 10, -10, 10, std::fdim(x, y));
  UNARY(degrees, 2, -7, 7, x * 180 / pi<wider<T>>);
  UNARY(radians, 2, -400, 400, x * pi<wider<T>> / 180);
  measure<T>(
      q, "fma", 0.51, {T(-3), T(3)}, {T(-3), T(3)},
      [](T x, T y) { return sycl::fma(x, y, T(-1)); },
      [](wider<T> x, wider<T> y) { return std::fma(x, y, wider<T>(-1)); });
  measure<T>(
      q, "mad", 4, {T(1), T(3)}, {T(1), T(3)}, [](T x, T y) { return sycl::mad(x, y, T(1)); },
      [](wider<T> x, wider<T> y) { return x * y + 1; });
  measure<T>(
      q, "mix", 4, {T(1), T(3)}, {T(0), T(1)}, [](T x, T y) { return sycl::mix(x, T(5), y); },
      [](wider<T> x, wider<T> y) { return x + (5 - x) * y; });
  measure<T>(
      q, "smoothstep", 8, {T(0.4), T(4)}, {T(0), T(1)},
      [](T x, T) { return sycl::smoothstep(T(0.25), T(3), x); },
      [](wider<T> x, wider<T>) {
        const wider<T> t = std::fmin((x - wider<T>(0.25)) / wider<T>(2.75), wider<T>(1));
        return t * t * (3 - 2 * t);
      });
}

#undef UNARY
#undef BINARY
#undef WITH_INTEGER

} // namespace accuracy
