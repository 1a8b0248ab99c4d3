// The accuracy of math functions on float, and of the fast ones, which are as accurate.
#include "math_accuracy.hpp"

int main() {
  sycl::queue q;
  accuracy::trigonometry<float>(q);
  accuracy::powers<float>(q);
  accuracy::others<float>(q);
  // On GPUs they are instructions whose error is absolute near some arguments.
  if (q.get_backend() == sycl::backend::ext_oneapi_cuda)
    return check::result();
  using accuracy::measure;
#define FAST(name, low, high, ...)                                                                 \
  measure<float>(                                                                                  \
      q, "native::" #name, 8, {low, high}, {0.5f, 3},                                              \
      [](float x, float) { return sycl::native::name(x); },                                        \
      [](double x, double) -> double { return __VA_ARGS__; });                                     \
  measure<float>(                                                                                  \
      q, "half_precision::" #name, 8192, {low, high}, {0.5f, 3},                                   \
      [](float x, float) { return sycl::half_precision::name(x); },                                \
      [](double x, double) -> double { return __VA_ARGS__; })
  FAST(sin, -3, 3, std::sin(x));
  FAST(cos, -1, 1, std::cos(x));
  FAST(tan, -1, 1, std::tan(x));
  FAST(exp, -10, 10, std::exp(x));
  FAST(exp2, -10, 10, std::exp2(x));
  FAST(exp10, -10, 10, std::pow(10, x));
  FAST(log, 0.1f, 10, std::log(x));
  FAST(log2, 0.1f, 10, std::log2(x));
  FAST(log10, 0.1f, 10, std::log10(x));
  FAST(sqrt, 0.1f, 10, std::sqrt(x));
  FAST(rsqrt, 0.1f, 10, 1 / std::sqrt(x));
  FAST(recip, 0.1f, 10, 1 / x);
#undef FAST
  measure<float>(
      q, "native::divide", 8, {-5, 5}, {0.5f, 3},
      [](float x, float y) { return sycl::native::divide(x, y); },
      [](double x, double y) { return x / y; });
  measure<float>(
      q, "native::powr", 16, {0.1f, 5}, {0.5f, 3},
      [](float x, float y) { return sycl::native::powr(x, y); },
      [](double x, double y) { return std::pow(x, y); });
  return check::result();
}
