//! opt = ["-O2", "-O0"]
//! skip_device = { opencl = "SPIR-V has no functions of complex numbers" }
// Functions of complex numbers in kernels, compared with the host's library. Devices without such a library use the
// compiler's own functions, which are also compared on the host here, for machines without such a device.
#include "check.hpp"

#define SCYTHE_COMPLEX_FUNCTION(name) own_##name
#include "../../crates/targets/src/ptx/complex.cpp"

#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <vector>

namespace {

constexpr int functions = 17;

template <typename T> using Results = std::array<std::complex<T>, functions>;

// All functions of a number; `other` is the second argument of the one with two.
template <typename T> Results<T> all(std::complex<T> z, std::complex<T> other) {
  return {std::exp(z),  std::log(z),  std::sqrt(z),  std::sin(z),         std::cos(z),  std::tan(z),
          std::sinh(z), std::cosh(z), std::tanh(z),  std::asin(z),        std::acos(z), std::atan(z),
          std::asinh(z), std::acosh(z), std::atanh(z), std::pow(z, other), {std::abs(z), std::arg(z)}};
}

std::complex<float> number(float _Complex z) { return z; }
std::complex<double> number(double _Complex z) { return z; }
Results<float> own(std::complex<float> a, std::complex<float> b) {
  const float _Complex z = __builtin_complex(a.real(), a.imag()), other = __builtin_complex(b.real(), b.imag());
  return {number(own_cexpf(z)),   number(own_clogf(z)),   number(own_csqrtf(z)),  number(own_csinf(z)),
          number(own_ccosf(z)),   number(own_ctanf(z)),   number(own_csinhf(z)),  number(own_ccoshf(z)),
          number(own_ctanhf(z)),  number(own_casinf(z)),  number(own_cacosf(z)),  number(own_catanf(z)),
          number(own_casinhf(z)), number(own_cacoshf(z)), number(own_catanhf(z)), number(own_cpowf(z, other)),
          {own_cabsf(z), own_cargf(z)}};
}
Results<double> own(std::complex<double> a, std::complex<double> b) {
  const double _Complex z = __builtin_complex(a.real(), a.imag()), other = __builtin_complex(b.real(), b.imag());
  return {number(own_cexp(z)),   number(own_clog(z)),   number(own_csqrt(z)),  number(own_csin(z)),
          number(own_ccos(z)),   number(own_ctan(z)),   number(own_csinh(z)),  number(own_ccosh(z)),
          number(own_ctanh(z)),  number(own_casin(z)),  number(own_cacos(z)),  number(own_catan(z)),
          number(own_casinh(z)), number(own_cacosh(z)), number(own_catanh(z)), number(own_cpow(z, other)),
          {own_cabs(z), own_carg(z)}};
}

// Errors are relative to the size of the number, not to that of its parts. Infinite numbers have an infinite part.
template <typename T> bool agree(std::complex<T> found, std::complex<T> want, T units) {
  const auto is_infinite = [](auto z) { return std::isinf(z.real()) || std::isinf(z.imag()); };
  const auto is_nan = [](auto z) { return std::isnan(z.real()) || std::isnan(z.imag()); };
  if (is_infinite(want) || is_infinite(found))
    return is_infinite(want) && is_infinite(found);
  if (is_nan(want) || is_nan(found))
    return is_nan(want) && is_nan(found);
  const T size = std::max(std::abs(want.real()), std::abs(want.imag()));
  const T error = std::max(std::abs(found.real() - want.real()), std::abs(found.imag() - want.imag()));
  return error <= units * std::numeric_limits<T>::epsilon() * size + 4 * std::numeric_limits<T>::min();
}

template <typename T>
void compare(const char *what, const std::vector<std::complex<T>> &numbers, std::complex<T> other,
             const std::vector<Results<T>> &found) {
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const Results<T> want = all(numbers[i], other);
    for (int f = 0; f < functions; ++f) {
      // The error of a power is that of its exponent, times the exponent.
      const T units = f == 15 ? T(60) : T(12);
      if (!check::report(agree(found[i][f], want[f], units), __FILE__, __LINE__,
                         std::string(what) + ": function " + std::to_string(f)))
        std::printf("  of %g %g is %g %g, not %g %g\n", double(numbers[i].real()), double(numbers[i].imag()),
                    double(found[i][f].real()), double(found[i][f].imag()), double(want[f].real()),
                    double(want[f].imag()));
    }
  }
}

template <typename T> void test(sycl::queue &q) {
  using Limits = std::numeric_limits<T>;
  const T most = std::ldexp(T(1.3), Limits::max_exponent - 3), least = std::ldexp(T(1.3), Limits::min_exponent + 3);
  const std::vector<T> parts = {0,        T(0.001), T(0.3), T(-0.5),      1,        -1,         T(1.1), T(-2.7), 5,
                                T(-11.5), T(40.2),  most,   -most,        least,    -least,     T(-0.0),
                                Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN()};
  std::vector<std::complex<T>> numbers;
  for (const T real : parts)
    for (const T imaginary : parts)
      // Annex G leaves half of that unspecified, and GPUs the other half.
      if (!(std::isnan(real) && std::isinf(imaginary)) && !(std::isinf(real) && std::isnan(imaginary)))
        numbers.emplace_back(real, imaginary);
  const std::complex<T> other(T(1.5), T(-0.75));
  std::vector<Results<T>> found(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i)
    found[i] = own(numbers[i], other);
  compare("our own", numbers, other, found);
  {
    sycl::buffer<std::complex<T>> in(numbers);
    sycl::buffer<Results<T>> out(found);
    q.submit([&](sycl::handler &h) {
      sycl::accessor from(in, h, sycl::read_only);
      sycl::accessor to(out, h, sycl::write_only, sycl::no_init);
      h.parallel_for(numbers.size(), [=](sycl::id<1> i) { to[i] = all(from[i], other); });
    });
  }
  compare("in a kernel", numbers, other, found);
}

} // namespace

int main() {
  sycl::queue q;
  test<float>(q);
  if (q.get_device().has(sycl::aspect::fp64))
    test<double>(q);
  return check::result();
}
