//! opt = ["-O2", "-O0"]

// Products and quotients of complex numbers, which compilers leave to a library: as precise as the host's, and as
// specified by C's Annex G where operands are infinite, zero, NaN, or so large or small that their squares overflow
// or underflow.
#include "check.hpp"

#include <cmath>
#include <complex>
#include <limits>
#include <vector>

template <typename Real> struct Results {
  std::complex<Real> product, quotient;
};

/// Whether two results are equivalent: an infinite number has an infinite part, whatever the other one is.
template <typename Real> bool agree(std::complex<Real> found, std::complex<Real> expected) {
  const auto is_infinite = [](auto z) { return std::isinf(z.real()) || std::isinf(z.imag()); };
  if (is_infinite(found) || is_infinite(expected))
    return is_infinite(found) && is_infinite(expected);
  if (std::isnan(found.real()) || std::isnan(expected.real()))
    return std::isnan(found.real()) && std::isnan(expected.real());
  if (std::isnan(found.imag()) || std::isnan(expected.imag()))
    return std::isnan(found.imag()) && std::isnan(expected.imag());
  const Real size = std::max(std::abs(expected.real()), std::abs(expected.imag()));
  const Real error =
      std::max(std::abs(found.real() - expected.real()), std::abs(found.imag() - expected.imag()));
  return error <= 8 * std::numeric_limits<Real>::epsilon() * size +
                      4 * std::numeric_limits<Real>::denorm_min();
}

template <typename Real> void test(sycl::queue &queue) {
  using Limits = std::numeric_limits<Real>;
  const int most = Limits::max_exponent - 8;
  const std::vector<Real> parts = {0,
                                   -Real(0),
                                   1,
                                   Real(-2.5),
                                   Real(0.3),
                                   std::ldexp(Real(1.25), most),
                                   std::ldexp(Real(-1.5), -most),
                                   Limits::infinity(),
                                   -Limits::infinity(),
                                   Limits::quiet_NaN()};
  const std::size_t n = parts.size(), pairs = n * n;
  std::vector<std::complex<Real>> numbers;
  for (Real real : parts)
    for (Real imaginary : parts)
      numbers.emplace_back(real, imaginary);
  std::vector<Results<Real>> results(pairs * pairs);
  {
    sycl::buffer in(numbers);
    sycl::buffer out(results);
    queue.submit([&](sycl::handler &handler) {
      const sycl::accessor read(in, handler, sycl::read_only);
      const sycl::accessor write(out, handler, sycl::write_only, sycl::no_init);
      handler.parallel_for(sycl::range(pairs, pairs), [=](sycl::id<2> id) {
        const auto a = read[id[0]], b = read[id[1]];
        write[id[0] * pairs + id[1]] = {a * b, a / b};
      });
    });
  }
  for (std::size_t i = 0; i < pairs; i++)
    for (std::size_t j = 0; j < pairs; j++) {
      const auto &[product, quotient] = results[i * pairs + j];
      CHECK(agree(product, numbers[i] * numbers[j]));
      // Annex G does not specify the result for a dividend with one NaN part if the other one overflows.
      const bool is_half = std::isnan(numbers[i].real()) != std::isnan(numbers[i].imag());
      CHECK(is_half || agree(quotient, numbers[i] / numbers[j]));
    }
}

int main() {
  sycl::queue queue;
  test<float>(queue);
  if (queue.get_device().has(sycl::aspect::fp64))
    test<double>(queue);
  return check::result();
}
