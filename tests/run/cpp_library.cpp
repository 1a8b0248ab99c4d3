//! also = ["-O0"]
// Kernels in ordinary C++: the parts of the standard library that device code may use, mathematics by every name that
// programs use, and headers and namespaces whose names SYCL shares.
#include <queue>

#include "check.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <climits>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

using namespace sycl;
using namespace std;

namespace {

constexpr std::array<float, 4> coefficients = {1.0f, 0.5f, 0.25f, 0.125f};

std::optional<int> half_of(int i) {
  if (i % 2)
    return std::nullopt;
  return i / 2;
}

std::tuple<int, float, char> parts(int i) { return {i, float(i) / 4, char('a' + i % 26)}; }

double library(int i) {
  std::array<int, 8> a{};
  for (std::size_t k = 0; k < a.size(); ++k)
    a[k] = (i * 5 + int(k) * 3) % 11;
  for (auto next = a.begin(); next != a.end(); ++next)
    std::rotate(std::upper_bound(a.begin(), next, *next, std::greater<>()), next, next + 1);
  const int total = std::accumulate(a.begin(), a.end(), 0);
  const auto [low, high] = std::minmax({a[1], a[5], i % 7});
  auto [number, real, letter] = parts(i);
  const std::pair<int, double> p = std::make_pair(number, std::get<1>(parts(i + 1)));
  std::complex<float> z(float(i % 5), 1.5f);
  z = z * std::conj(z) + std::complex<float>(0, 2) - 1.0f;
  std::complex<double> w(0.5, double(i % 3));
  w *= std::complex<double>(1, -1);
  const std::optional<int> h = half_of(i);
  std::swap(number, a[0]);
  float polynomial = 0;
  for (const float c : coefficients)
    polynomial = polynomial * 0.5f + c;
  const int where = int(std::lower_bound(a.rbegin(), a.rend() - 1, 4) - a.rbegin());
  return total + low * 3 + high + real + letter + p.first + p.second + z.real() + z.imag() +
         std::norm(z) + w.real() * 2 + w.imag() + h.value_or(-7) + (h ? *h : 1) + number +
         polynomial + where + std::max(i, 3) + std::clamp(i, 10, 20) + std::abs(10 - i) +
         double(std::numeric_limits<short>::max()) + (std::numeric_limits<float>::max() > 1e30f) +
         std::count_if(a.begin(), a.end(), [](int x) { return x > 4; }) +
         std::get<0>(std::tie(i, total)) + CHAR_BIT;
}

// Each of these exists on the host; results differ in the last places at most.
double mathematics(int i) {
  const float f = float(i) * 0.125f + 0.25f;
  const double d = f;
  double r = sycl::sqrt(f) + sycl::sqrt(d) + std::sqrt(f) + std::sqrt(d) + ::sqrt(d) + sqrtf(f);
  r += std::pow(f, 2) + std::pow(2.0, 3) + std::pow(f, 0.5f) + ::pow(d, 1.5) + powf(f, 2.5f);
  r += std::sin(f) + ::cos(d) + sinf(f) + cosf(f) + std::tan(d) + tanf(f) + sycl::sin(f);
  r += std::exp(-f) + expf(-f) + ::exp(-d) + std::log(d + 1) + logf(f + 1) + std::log2(f + 1);
  r += std::floor(d) + floorf(f) + std::ceil(f) + std::round(d) + roundf(f) + std::trunc(d);
  r += std::fabs(-f) + fabsf(-f) + std::abs(-d) + std::abs(-i) + abs(-3) + ::fabs(-d);
  r += std::fmin(f, 2.0f) + std::fmax(d, 3.0) + fminf(f, 1.0f) + std::fmod(d, 0.75) + fmodf(f, 2);
  r += std::hypot(f, 3.0f) + hypotf(f, 4) + std::atan2(f, 2.0f) + atan2f(f, 3) + std::cbrt(d);
  r += std::fma(f, f, f) + std::copysign(f, -1.0f) + std::isnan(d) + std::isfinite(f) + std::signbit(-f);
  r += std::lround(d) + std::sqrt(i) + std::exp2(f) + std::erf(d) + std::tanh(f) + std::asin(f / 32);
  int exponent = 0;
  r += std::frexp(d, &exponent) + exponent + std::ldexp(f, 2) + std::floor(i);
  double whole = 0;
  r += std::modf(d, &whole) + whole + std::max(f, 1.5f) + sycl::max(f, 1.25f) + std::min(d, 2.5);
  return r + M_PI;
}

} // namespace

int main() {
  sycl::queue q;
  std::queue<int> fifo;
  fifo.push(1);
  const std::size_t n = 128;
  double *out = malloc_shared<double>(2 * n, q);
  q.parallel_for(range<1>(n), [=](id<1> i) {
     out[i] = library(int(i[0]));
     out[n + i[0]] = mathematics(int(i[0]));
   }).wait();
  CHECK_ALL(out, n, [](std::size_t i) { return library(int(i)); });
  for (std::size_t i = 0; i < n; ++i) {
    const double want = mathematics(int(i));
    if (!CHECK(std::fabs(out[n + i] - want) <= 1e-5 * std::fabs(want)))
      break;
  }
  sycl::free(out, q);
  return check::result();
}
