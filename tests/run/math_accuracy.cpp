//! flags = "-lmpfr -lgmp -DSAMPLE"
//! skip_device = { cuda = "the bounds were measured on the CPU", opencl = "the bounds were measured on the CPU" }
// Mathematical functions (SYCL 2020 §4.17.5) against MPFR: the greatest error in units in the last place, which must be
// within the bounds of OpenCL. All numbers of half, samples of the others. `cargo xtask accuracy` compiles this without
// SAMPLE, for all functions and types, and makes the table of the book of what it prints.
#include "check.hpp"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <mpfr.h>
#include <random>
#include <vector>

using namespace sycl;

// A type's precision and exponents in MPFR's notation: numbers are 0.1xxx times 2^exponent.
template <typename T> struct traits;
template <> struct traits<sycl::half> {
  static constexpr const char *name = "half";
  static constexpr int digits = 11, least = -13, most = 16;
  using bits = std::uint16_t;
};
template <> struct traits<float> {
  static constexpr const char *name = "float";
  static constexpr int digits = 24, least = -125, most = 128;
  using bits = std::uint32_t;
};
template <> struct traits<double> {
  static constexpr const char *name = "double";
  static constexpr int digits = 53, least = -1021, most = 1024;
  using bits = std::uint64_t;
};

constexpr mpfr_prec_t precision = 300;

struct Number {
  mpfr_t value;
  Number() { mpfr_init2(value, precision); }
  ~Number() { mpfr_clear(value); }
  Number(const Number &) = delete;
};

// The error of a wrong kind of result. As the compiler may assume that there are no infinities, they are detected by
// their bits.
constexpr double wrong = 1e300;

template <typename T> std::uint64_t bits_of(T value) {
  typename traits<T>::bits bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
template <typename T> constexpr std::uint64_t least_bits = std::uint64_t{1} << (traits<T>::digits - 1);
template <typename T> constexpr std::uint64_t sign_bit = std::uint64_t{1} << (8 * sizeof(T) - 1);
template <typename T> constexpr std::uint64_t infinite_bits = sign_bit<T> - least_bits<T>;

template <typename T> std::uint64_t magnitude(T value) { return bits_of(value) & ~sign_bit<T>; }
template <typename T> bool is_nan(T value) { return magnitude(value) > infinite_bits<T>; }
template <typename T> bool is_infinite(T value) { return magnitude(value) == infinite_bits<T>; }
template <typename T> bool is_negative(T value) { return (bits_of(value) & sign_bit<T>) != 0; }
template <typename T> bool is_usual(T value) {
  return magnitude(value) == 0 ||
         (magnitude(value) >= least_bits<T> && magnitude(value) < infinite_bits<T>);
}

// The error of `got` in units of the last place of the exact result; `wrong` if exactly one of them is NaN or
// infinite.
template <typename T> double error_of(T got, mpfr_t exact) {
  if (mpfr_nan_p(exact) || is_nan(got))
    return mpfr_nan_p(exact) && is_nan(got) ? 0 : wrong;
  static Number largest, result, unit;
  // Infinity is correct from half a unit above the greatest number on.
  mpfr_set_ui_2exp(largest.value, 1, traits<T>::most, MPFR_RNDN);
  mpfr_set_ui_2exp(unit.value, 1, traits<T>::most - traits<T>::digits - 1, MPFR_RNDN);
  mpfr_sub(largest.value, largest.value, unit.value, MPFR_RNDN);
  const bool overflows = mpfr_cmpabs(exact, largest.value) >= 0;
  if (overflows && is_infinite(got))
    return is_negative(got) == (mpfr_signbit(exact) != 0) ? 0 : wrong;
  if (mpfr_inf_p(exact))
    return wrong;
  // Infinity stands for the number that would come after the greatest.
  if (is_infinite(got))
    mpfr_set_si_2exp(result.value, is_negative(got) ? -1 : 1, traits<T>::most, MPFR_RNDN);
  else
    mpfr_set_d(result.value, double(got), MPFR_RNDN);
  long exponent = mpfr_zero_p(exact) ? traits<T>::least : long(mpfr_get_exp(exact));
  if (exponent < traits<T>::least)
    exponent = traits<T>::least;
  mpfr_sub(result.value, result.value, exact, MPFR_RNDN);
  mpfr_mul_2si(result.value, result.value, traits<T>::digits - exponent, MPFR_RNDN);
  return std::fabs(mpfr_get_d(result.value, MPFR_RNDU));
}

template <typename T> struct Arguments {
  std::vector<T> x, y, z;
};

template <typename T> T from_bits(std::uint64_t bits) {
  // NaNs are quiet: functions may return anything for signaling ones.
  if ((bits & (sign_bit<T> - 1)) > infinite_bits<T>)
    bits |= least_bits<T> / 2;
  const auto cut = static_cast<typename traits<T>::bits>(bits);
  T value;
  std::memcpy(&value, &cut, sizeof value);
  return value;
}

// Zeros, ones, the limits of all ranges, NaNs; then numbers with any exponent, and common ones.
template <typename T> Arguments<T> make_arguments(int arity, std::size_t samples) {
  std::mt19937_64 random(7);
  std::vector<T> special;
  for (const double each : {0.0, 1.0, 0.5, 2.0, 3.0, 1.5, 10.0, 100.0, 3.14159265358979})
    special.insert(special.end(), {T(each), T(-each)});
  for (const std::uint64_t bits : {std::uint64_t{1}, least_bits<T> - 1, least_bits<T>,
                                   infinite_bits<T> - 1, infinite_bits<T>, infinite_bits<T> + 1})
    special.insert(special.end(), {from_bits<T>(bits), from_bits<T>(bits | sign_bit<T>)});
  Arguments<T> result;
  const auto add = [&](T x, T y, T z) {
    result.x.push_back(x);
    result.y.push_back(y);
    result.z.push_back(z);
  };
  const auto usual = [&] {
    return T(std::uniform_real_distribution<double>(-20, 20)(random));
  };
  for (const T x : special)
    for (const T y : special)
      add(x, y, special[random() % special.size()]);
  if (arity == 1 && sizeof(T) == 2)
    for (std::uint64_t bits = 0; bits < 65536; ++bits)
      add(from_bits<T>(bits), T(0), T(0));
  for (std::size_t i = 0; i < samples; ++i)
    if (i % 2)
      add(from_bits<T>(random()), from_bits<T>(random()), from_bits<T>(random()));
    else
      add(usual(), usual(), usual());
  return result;
}

static std::size_t sample_count = 4000;
static bool print_table = false;

template <typename T, typename Function, typename Exact>
static void measure(queue &q, const char *name, int arity, double bound, Function function,
                    Exact exact) {
  auto arguments = make_arguments<T>(arity, sample_count);
  const std::size_t count = arguments.x.size();
  std::vector<T> got(count);
  {
    buffer<T> x(arguments.x), y(arguments.y), z(arguments.z), to(got);
    q.submit([&](handler &h) {
      accessor in_x(x, h, read_only), in_y(y, h, read_only), in_z(z, h, read_only);
      accessor out(to, h, write_only);
      h.parallel_for(range(count), [=](id<1> i) { out[i] = function(in_x[i], in_y[i], in_z[i]); });
    });
  }
  Number x, y, z, result;
  double worst = 0;
  std::size_t where = 0;
  for (std::size_t i = 0; i < count; ++i) {
#ifdef __FAST_MATH__
    // Programs promise not to use others.
    if (!is_usual(arguments.x[i]) || (arity > 1 && !is_usual(arguments.y[i])) ||
        (arity > 2 && !is_usual(arguments.z[i])))
      continue;
#endif
    mpfr_set_d(x.value, double(arguments.x[i]), MPFR_RNDN);
    mpfr_set_d(y.value, double(arguments.y[i]), MPFR_RNDN);
    mpfr_set_d(z.value, double(arguments.z[i]), MPFR_RNDN);
    exact(result.value, x.value, y.value, z.value);
#ifdef __FAST_MATH__
    // This program flushes subnormal numbers, so MPFR's result is flushed, too.
    if (!mpfr_number_p(result.value))
      continue;
    if (!mpfr_zero_p(result.value) && (mpfr_get_exp(result.value) < traits<T>::least ||
                                       mpfr_get_exp(result.value) > traits<T>::most))
      continue;
#endif
    const double error = error_of(got[i], result.value);
    if (error > worst) {
      worst = error;
      where = i;
    }
  }
  if (print_table) {
    std::printf("%s\t%s\t%.3g\t%g\t%zu\t%a\n", name, traits<T>::name, worst, bound, count,
                double(arguments.x[where]));
  } else {
    check::report(worst <= bound, __FILE__, __LINE__,
                  std::string(name) + " of " + traits<T>::name + " has an error of " +
                      std::to_string(worst) + " units at " +
                      std::to_string(double(arguments.x[where])) + ", " +
                      std::to_string(double(arguments.y[where])) + ": " +
                      std::to_string(double(got[where])));
  }
}

#define MEASURE_1(name, mpfr, bound)                                                               \
  measure<T>(                                                                                      \
      q, #name, 1, half_bound ? half_bound : bound, [](T x, T, T) { return sycl::name(x); },       \
      [](mpfr_t to, mpfr_t x, mpfr_t, mpfr_t) { mpfr(to, x, MPFR_RNDN); })
#define MEASURE_2(name, mpfr, bound)                                                               \
  measure<T>(                                                                                      \
      q, #name, 2, half_bound ? half_bound : bound, [](T x, T y, T) { return sycl::name(x, y); },  \
      [](mpfr_t to, mpfr_t x, mpfr_t y, mpfr_t) { mpfr(to, x, y, MPFR_RNDN); })

static void lgamma_of(mpfr_t to, mpfr_t x, mpfr_rnd_t mode) {
  int sign;
  mpfr_lgamma(to, &sign, x, mode);
}
// IEEE 754 defines -infinity for -0, MPFR does not.
static void rsqrt_of(mpfr_t to, mpfr_t x, mpfr_rnd_t mode) {
  mpfr_rec_sqrt(to, x, mode);
  if (mpfr_zero_p(x))
    mpfr_setsign(to, to, mpfr_signbit(x), mode);
}

// The bounds are those of OpenCL for float and double; half has its own, which is 2 for nearly all.
template <typename T> static void functions(queue &q) {
  const bool is_half = std::is_same_v<T, sycl::half>;
  double half_bound = is_half ? 2 : 0;
  MEASURE_1(cbrt, mpfr_cbrt, 2);
  MEASURE_1(cos, mpfr_cos, 4);
  MEASURE_1(exp, mpfr_exp, 3);
  MEASURE_1(log, mpfr_log, 3);
  MEASURE_1(sin, mpfr_sin, 4);
  MEASURE_1(tanh, mpfr_tanh, 5);
  MEASURE_2(atan2, mpfr_atan2, 6);
#ifndef SAMPLE
  MEASURE_1(acos, mpfr_acos, 4);
  MEASURE_1(acosh, mpfr_acosh, 4);
  MEASURE_1(acospi, mpfr_acospi, 5);
  MEASURE_1(asin, mpfr_asin, 4);
  MEASURE_1(asinh, mpfr_asinh, 4);
  MEASURE_1(asinpi, mpfr_asinpi, 5);
  MEASURE_1(atan, mpfr_atan, 5);
  MEASURE_1(atanh, mpfr_atanh, 5);
  MEASURE_1(atanpi, mpfr_atanpi, 5);
  MEASURE_1(cosh, mpfr_cosh, 4);
  MEASURE_1(cospi, mpfr_cospi, 4);
  MEASURE_1(exp10, mpfr_exp10, 3);
  MEASURE_1(exp2, mpfr_exp2, 3);
  MEASURE_1(expm1, mpfr_expm1, 3);
  MEASURE_1(log10, mpfr_log10, 3);
  MEASURE_1(log1p, mpfr_log1p, 2);
  MEASURE_1(log2, mpfr_log2, 3);
  MEASURE_1(rsqrt, rsqrt_of, 2);
  MEASURE_1(sinh, mpfr_sinh, 4);
  MEASURE_1(sinpi, mpfr_sinpi, 4);
  MEASURE_1(tan, mpfr_tan, 5);
  MEASURE_1(tanpi, mpfr_tanpi, 6);
  MEASURE_2(atan2pi, mpfr_atan2pi, 6);
  MEASURE_2(hypot, mpfr_hypot, 4);
  half_bound = is_half ? 4 : 0;
  MEASURE_1(erf, mpfr_erf, 16);
  MEASURE_1(erfc, mpfr_erfc, 16);
  MEASURE_1(lgamma, lgamma_of, wrong); // OpenCL has no bound
  MEASURE_1(tgamma, mpfr_gamma, 16);
  MEASURE_2(pow, mpfr_pow, 16);
#endif
  half_bound = is_half ? 0.5 : 0;
  MEASURE_1(sqrt, mpfr_sqrt, 0.5);
#ifndef SAMPLE
  MEASURE_2(fdim, mpfr_dim, 0.5);
  MEASURE_2(fmod, mpfr_fmod, 0);
  MEASURE_2(remainder, mpfr_remainder, 0);
  measure<T>(
      q, "fma", 3, 0.5, [](T x, T y, T z) { return sycl::fma(x, y, z); },
      [](mpfr_t to, mpfr_t x, mpfr_t y, mpfr_t z) { mpfr_fma(to, x, y, z, MPFR_RNDN); });
#endif
}

int main(int argc, char **argv) {
  if (argc > 1) {
    print_table = true;
    sample_count = std::strtoul(argv[1], nullptr, 10);
  }
  queue q;
  functions<sycl::half>(q);
  functions<float>(q);
  functions<double>(q);
  return check::result();
}
